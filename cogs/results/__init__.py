"""Results of score pads and games: the list, and what they come to."""
