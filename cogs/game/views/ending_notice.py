"""What is said at a table of the end: whose last turn it is, who triggered it and how, that it is near; and of a game
that was ended early."""

from collections.abc import Iterator

from bot.engine.game import Game
from bot.text import joined, t
from bot.text.game import cause_words, end_words, ending_headline, ending_words, own_headline
from cogs.core.escaping import escaped
from cogs.game.snapshot import LONGEST_NAME, TableSnapshot


def headline(found: TableSnapshot, mention: str = "") -> str | None:
    """That somebody has their last turn: the reader's own is called so.

    :param mention: of whoever's turn it is, in place of their name.
    """
    game = _running(found)
    if game is None:
        return None
    own = own_headline(found.locale, game, found.seat if found.user else None)
    names = [mention if mention and seat == game.active else name for seat, name in enumerate(found.table.names)]
    return own or ending_headline(found.locale, game, names)


def ending_texts(found: TableSnapshot) -> Iterator[str]:
    """Sentences about the end while the game runs."""
    game = _running(found)
    if game is not None:
        yield from ending_words(found.locale, game, found.table.names, found.seat if found.user else None)


def end_stands(found: TableSnapshot) -> Iterator[str]:
    """What is left until the end is triggered; after that, who still has a turn."""
    game = _running(found)
    if game is not None and (words := end_words(found.locale, game, found.table.names)) is not None:
        yield words


def cause_text(found: TableSnapshot) -> Iterator[str]:
    """Who triggered the end of a game that is over, and how."""
    state = found.seen.state
    if state.end_by is not None:
        yield f"-# {cause_words(found.locale, state.end_how, found.table.names[state.end_by])}"


def ending_lines(found: TableSnapshot) -> Iterator[str]:
    """That it was ended early, by whom, until when that can be taken back, and who has confirmed it."""
    locale, ending = found.locale, found.status.ending
    if ending is None:
        return
    until = int(ending.until.timestamp())
    yield t(locale, "game.end.by", name=escaped(ending.by, LONGEST_NAME), until=until)
    yield f"-# {t(locale, 'game.end.meanwhile')}"
    seats = [number for number, seat in enumerate(found.status.seats) if seat.user is not None]
    agreed = [found.table.names[number] for number in seats if found.status.seats[number].user in ending.confirmed]
    if agreed:
        yield t(locale, "game.end.confirmed", names=joined(locale, agreed), done=len(agreed), need=len(seats))


def _running(found: TableSnapshot) -> Game | None:
    """What the reader sees of a running game, to reckon on."""
    return found.table.position if found.status.stage in ("running", "paused") else None
