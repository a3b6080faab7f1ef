"""What things are worth to a seat, in points at the end of the game."""
