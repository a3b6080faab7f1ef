"""The end of the game in words: how near it is, who triggered it and how, and who has the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rules.end_of_game import before_end, has_last_turn, last_turns
from bot.text.catalogue import t, tn
from bot.text.formatting import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.game import Game
    from bot.engine.state import EndHow, SeatNumber, State
    from bot.text.locale import Locale

NEAR = 1
"""How many artifacts before the end its approach is announced."""


def ending_headline(locale: Locale, game: Game, names: Sequence[str]) -> str | None:
    """Whose last turn it is, for everybody; None before the last turns."""
    found = last_turns(game)
    return t(locale, "ending.headline", name=names[found.turns[0]]) if found else None


def own_headline(locale: Locale, game: Game, seat: SeatNumber | None) -> str | None:
    """That it is this seat's last turn, for its player."""
    return t(locale, "ending.yours") if seat is not None and has_last_turn(game, seat) else None


def ending_words(locale: Locale, game: Game, names: Sequence[str], seat: SeatNumber | None = None) -> Iterator[str]:
    """Sentences about the end: that it is near, who triggered it and how, who still has a turn, and what that means for
    ``seat``, the reader. Empty where there is nothing to say."""
    before, found = before_end(game), last_turns(game)
    if before is not None and before.left == NEAR:
        yield t(locale, f"ending.near.{before.what}")
    if found is not None:
        if found.by is not None:
            yield cause_words(locale, found.how, names[found.by])
        yield _after(locale, [names[each] for each in found.turns[1:]])
        if seat is not None and seat != found.turns[0]:
            yield t(locale, "ending.one_more" if seat in found.turns else "ending.none_more")
    elif seat is not None and has_last_turn(game, seat):
        yield cause_words(locale, game.state.end_how, names[seat])
        yield tn(locale, "ending.others", len(names) - 1)


def end_words(locale: Locale, game: Game, names: Sequence[str]) -> str | None:
    """How the end stands: what is left until it is triggered (``3 large artifacts left``), or who still has a turn
    before the scoring; None where nothing that is taken ends the game."""
    if (found := last_turns(game)) is not None:
        return _after(locale, [names[each] for each in found.turns[1:]])
    before = before_end(game)
    return tn(locale, f"ending.left.{before.what}", before.left) if before is not None else None


def reserved_words(locale: Locale, state: State, names: Sequence[str]) -> str | None:
    """The owners of reserved large artifacts, which still lie on the board; None where there are none (ruling
    reserved-artifacts)."""
    who = [
        t(locale, "ending.reserved.for", n=len(mine.reserved), name=name)
        for mine, name in zip(state.seats, names, strict=True)
        if mine.reserved
    ]
    return t(locale, "ending.reserved", who=joined(locale, who)) if who else None


def cause_words(locale: Locale, how: EndHow | None, name: str) -> str:
    """Who triggered the end, and how if that is known."""
    return t(locale, f"ending.cause.{how or 'unknown'}", name=name)


def _after(locale: Locale, others: Sequence[str]) -> str:
    if not others:
        return t(locale, "ending.then_score")
    return t(locale, "ending.then", names=joined(locale, others))
