"""The layers of the board's picture, from the terrain up."""
