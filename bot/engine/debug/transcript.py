"""A game as a readable log: state, offers, what happened, what each seat sees of it. Kept games are such logs,
replayed as tests.

Lines that begin with ``setup`` and ``>`` are the game itself (the setup and every action, as JSON); the rest is
worked out from them again and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine import api
from bot.engine.actions import Action, Event, Offer, Option, Record, Value, tag_of
from bot.engine.game import Game
from bot.engine.state import SeatNumber, Setup
from bot.engine.views import events_for, score, view

if TYPE_CHECKING:
    from bot.engine.rules.score_lines import Line
    from bot.engine.rules.scoring import ScoreSheet

NAMES: Final = {
    "play": "PlayCard",
    "switch": "UseSwitch",
    "explore": "Explore",
    "populate": "Populate",
    "build": "Build",
    "hibernate": "Hibernate",
    "machine": "UseMachine",
    "crate": "OpenCrate",
    "convert": "Convert",
    "trade": "TradeAction",
    "journey": "ResolveJourney",
    "take_gains": "TakeGains",
    "end_action": "EndAction",
    "end_turn": "EndTurn",
    "choose": "Choose",
}
"""What kept logs call the actions, by their tags."""
Chooser = Callable[[Game, SeatNumber, list[Offer]], Action]


def next_seat(game: Game) -> SeatNumber | None:
    """Who has to act: the first seat from the active one on that has offers which move the game; None at the end.

    Others' decisions do not stop the active seat (ruling owed-choices), but a log has to take
    them in some order: at once.
    """
    waiting = [seat for seat in game.clockwise(game.active) if api.decision(game, seat) is not None]
    if waiting:
        return waiting[0]
    return game.active if game.state.phase == "play" else None


def played(game: Game, choose: Chooser, *, most: int = 20_000) -> Iterator[str]:
    """Play a game to its end (at most ``most`` steps) and tell it line by line."""
    yield f"setup {msgspec.json.encode(game.setup).decode()}"
    yield f"pack {game.pack.id} {game.pack.version}"
    for _ in range(most):
        seat = next_seat(game)
        if seat is None:
            break
        offers = api.legal(game, seat)
        yield from _before(game, seat, offers)
        yield from render_log(game, api.apply(game, choose(game, seat, offers)))
    yield from _scores(score(view(game, None)))


def replayed(lines: Iterable[str], start: Callable[[Setup], Game]) -> Iterator[str]:
    """The log that the setup and the actions of a kept log give now."""
    kept = [line.rstrip("\n") for line in lines]
    setup = msgspec.json.decode(kept[0].removeprefix("setup "), type=Setup)
    actions = iter([msgspec.json.decode(line[2:], type=Action) for line in kept if line.startswith("> ")])
    total = sum(line.startswith("> ") for line in kept)
    return played(start(setup), lambda _game, _seat, _offers: next(actions), most=total)


def _before(game: Game, seat: SeatNumber, offers: list[Offer]) -> Iterator[str]:
    turn = game.state.turn
    kinds = Counter(NAMES[tag_of(offer.action)] for offer in offers)
    yield ""
    where = f"turn {turn.number} of seat {turn.seat}, window {turn.windows}, actions {turn.actions}"
    yield f"#{game.count} {where}: seat {seat}"
    yield f"  has {_holdings(game, seat)}"
    asked = api.decision(game, seat)
    if asked:
        options = ", ".join(_option(option) for option in asked.options)
        yield f"  asked {asked.kind} ({asked.least}-{asked.most}) by {asked.source.kind} {asked.source.id}: {options}"
    yield f"  offers {', '.join(f'{name} {number}' for name, number in sorted(kinds.items()))}"


def _option(option: Option) -> str:
    if option.source is not None:
        return f"{option.kind} {option.source.kind}:{option.source.id}"
    return f"{option.kind} {option.id if option.id is not None else option.number}"


def _holdings(game: Game, seat: SeatNumber) -> str:
    mine = game.seat(seat)
    owned = " ".join(f"{kind}={mine.owned.get(kind)}" for kind in ("gear", "book", "food", "crystal"))
    tracks = " ".join(f"{track}={space}" for track, space in mine.track.items())
    return (
        f"{owned} energy={mine.energy} points={mine.points} {tracks} progress={mine.progress} "
        f"active={'/'.join(mine.active) or '-'} rest={len(mine.rest)}{_devotion(game, seat)}"
    )


def _devotion(game: Game, seat: SeatNumber) -> str:
    """A seat's part of the expansion; nothing at a table without it."""
    if game.state.kept is msgspec.UNSET:
        return ""
    own = [kept.seats[seat] for kept in game.state.kept.values()]
    return "".join(
        f" devotion={each.devotion} to_come={each.points_to_come}+{each.devotion_to_come} "
        f"journeys={'/'.join(each.journeys) or '-'} resolved={len(each.resolved)}"
        for each in own
    )


def render_log(game: Game, record: Record) -> Iterator[str]:
    """One record: the action, its events, and what the seats that see more see."""
    yield f"> {msgspec.json.encode(record.action).decode()}"
    for event in events_for(record, None):
        yield f"  {_event(game, event)}"
    for seat in range(len(game.state.seats)):
        for event in events_for(record, seat):
            if event.secret:
                yield f"  (seat {seat} sees {_event(game, event)})"
    if record.barrier:
        yield "  -- barrier"


def _event(game: Game, event: Event) -> str:
    values = {**event.values, **event.secret}
    on_map = event.key in ("built", "populated", "marker", "explored", "flipped", "laid")
    told = " ".join(
        f"{name}={_named(game, name, value) if on_map else value}"
        for name, value in values.items()
        if value is not None
    )
    return f"{event.key} {'' if event.seat is None else f'seat {event.seat} '}{told}".rstrip()


def _named(game: Game, name: str, value: Value) -> Value:
    """Spaces and places by the names they have on the board."""
    if name == "space" and isinstance(value, int) and value < len(game.board.labels):
        return f"{value}({game.board.labels[value]})"
    return game.board.places[value].id if name == "place" and isinstance(value, int) else value


def _scores(sheets: list[ScoreSheet]) -> Iterator[str]:
    yield ""
    for sheet in sheets:
        lines = ", ".join(_line(line) for line in sheet.lines)
        yield f"score seat {sheet.seat} rank {sheet.rank}: {sheet.total} = {lines}"


def _line(line: Line) -> str:
    about = f" {line.colour}" if line.colour else ""
    return f"{line.key}{about} {line.points}" if line.known else f"{line.key} hidden"
