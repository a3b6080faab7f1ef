"""The values of things to a seat, in points at the end of the game."""
