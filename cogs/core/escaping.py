"""What people wrote, made safe to show."""

from typing import Final

from discord.utils import escape_markdown, escape_mentions

LONGEST_SHOWN: Final = 200
"""Characters of a person's text that are shown where nothing else is said."""


def escaped(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A person's text, cut, so that it neither formats nor pings."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return escape_mentions(escape_markdown(" ".join(cut.split())))
