"""What is said at a table of the end: whose last turn it is, who triggered it and how, and that it is near."""

from collections.abc import Iterator

from bot.engine.game import Game
from bot.text.telling import cause_words, ending_headline, ending_words, own_headline
from cogs.table_look import Look


def headline(found: Look) -> str | None:
    """That somebody has their last turn: the reader's own is called so."""
    game = _running(found)
    if game is None:
        return None
    own = own_headline(found.locale, game, found.seat if found.user else None)
    return own or ending_headline(found.locale, game, found.table.names)


def ending_texts(found: Look) -> Iterator[str]:
    """Sentences about the end while the game runs."""
    game = _running(found)
    if game is not None:
        yield from ending_words(found.locale, game, found.table.names, found.seat if found.user else None)


def cause_text(found: Look) -> Iterator[str]:
    """Who triggered the end of a game that is over, and how."""
    state = found.seen.state
    if state.end_by is not None:
        yield f"-# {cause_words(found.locale, state.end_how, found.table.names[state.end_by])}"


def _running(found: Look) -> Game | None:
    """What the reader sees of a running game, to reckon on."""
    return found.table.position if found.status.stage in ("running", "paused") else None
