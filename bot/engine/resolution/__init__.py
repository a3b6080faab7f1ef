"""Resolving effects: the tasks of each seat, the decisions they open, and what they would reveal."""
