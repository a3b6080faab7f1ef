"""Games, their records and what belongs to them."""


class Games:
    """The games of all places."""
