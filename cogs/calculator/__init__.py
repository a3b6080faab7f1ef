"""``/calc``: single questions worked out."""
