"""Whole games between computer players, played and measured without a table."""
