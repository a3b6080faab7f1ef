"""The signs on buttons and headings: those of the game, and those of finding one's way."""

from bot.text.game.symbols import SYMBOLS, WAYS


def sign(name: str) -> str:
    """The sign of an action, a thing of the game or a way.

    :raises KeyError: there is none.
    """
    return WAYS[name] if name in WAYS else SYMBOLS[name]
