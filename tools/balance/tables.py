"""The figures as Markdown tables."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from bot.simulation.balance_figures import (
    SEAT_BAR,
    TRIBE_BAR,
    TURNS,
    WINNERS,
    WINNERS_SHARE,
    Fairness,
    fairness,
    grouped,
    lines,
    places,
    spread,
    tribes,
    winners,
    within,
)
from bot.simulation.offered_and_taken import CHOSEN, LEAST, MOST, always, unused, uses
from bot.simulation.recorded_games import Games, by_seats, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.engine.components import Pack


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: bool = False) -> str:
    """A Markdown table; behind the first column numbers to the right, or ``words`` to the left."""
    ruler = ["---", *["---" if words else "--:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ruler, *rows))


def overview(games: Games) -> str:
    """Points of the winners and length, for each number of seats."""
    rows = []
    for seats, found in by_seats(games).items():
        points, turns = spread(winners(found)), [seat.turns for seat in seats_of(found)]
        length = spread(turns)
        rows.append(
            (
                f"{seats}",
                f"{len(found):,}",
                f"{points.mean:.0f} ({points.low:.0f}–{points.high:.0f})",
                _percent(within(winners(found), WINNERS)),
                f"{mean(seat.total for seat in seats_of(found)):.0f}",
                f"{length.mean:.1f} ({length.low:.0f}–{length.high:.0f})",
                _percent(within(turns, TURNS)),
            )
        )
    head = ("seats", "games", "winner's points (5–95 %)", "winners at {}–{}".format(*WINNERS), "mean of all")
    return table((*head, "turns a seat (5–95 %)", "seats with {}–{} turns".format(*TURNS)), rows)


def score_lines(games: Games) -> str:
    """Each line's mean, the winners' mean and the share of seats that use it."""
    split = {seats: lines(found) for seats, found in by_seats(games).items()}
    keys = dict.fromkeys(key for found in split.values() for key in found)
    rows = [(key, *(cell for found in split.values() for cell in _line(found[key]) if key in found)) for key in keys]
    return table(("line", *(f"{seats} seats: mean, winners, used" for seats in split)), rows)


def _line(found: tuple[float, float, float]) -> tuple[str]:
    return (f"{found[0]:.1f}, {found[1]:.1f}, {_percent(found[2])}",)


def tribe_table(games: Games) -> str:
    """Wins by tribe against the fair share: all games, and each number of seats."""
    split = by_seats(games)
    means = {tribe: mean(seat.total for seat in seats) for tribe, seats in grouped(games, lambda s: s.tribe).items()}
    parts = {seats: tribes(found) for seats, found in split.items()}
    rows = [
        (
            tribe,
            f"{found.seats:,}",
            _fair(found),
            *(_fair(part[tribe]) if tribe in part else "" for part in parts.values()),
            f"{means[tribe]:.0f}",
        )
        for tribe, found in tribes(games).items()
    ]
    return table(("tribe", "played", "all", *(f"{seats} seats" for seats in split), "mean points"), rows)


def place_table(games: Games) -> str:
    """Wins by order of play against the fair share."""
    parts = {seats: places(found) for seats, found in by_seats(games).items()}
    numbers = sorted({number for part in parts.values() for number in part})
    rows = [(number, *(_fair(part[number]) if number in part else "" for part in parts.values())) for number in numbers]
    return table(("seat", *(f"{seats} seats" for seats in parts)), rows)


def _fair(found: Fairness) -> str:
    return f"{found.ratio:.2f} ({found.low:.2f}–{found.high:.2f})"


def artifact_card_table(games: Games, pack: Pack) -> str:
    """How often each is kept of the times it is dealt, what it brings, and its wins."""
    kept = {use.component: use.rate for use in uses(games, pack) if use.kind == "artifact cards"}
    rows = []
    for card, seats in grouped(games, lambda seat: seat.used.artifact_card or "").items():
        if card in pack.artifact_card:
            points = mean(seat.lines.get("artifact_card", 0) for seat in seats)
            rows.append(
                (pack.artifact_card[card].name.en, _percent(kept[card]), f"{points:.1f}", _fair(fairness(seats)))
            )
    return table(("artifact card", "kept when dealt", "mean points", "wins"), rows)


def use_table(games: Games, pack: Pack) -> str:
    """Each kind of component: how many, how often used, and the extremes."""
    found = uses(games, pack)
    rows = []
    for kind in dict.fromkeys(use.kind for use in found):
        own = sorted((use for use in found if use.kind == kind), key=lambda use: use.rate)
        rates = own if kind in CHOSEN else sorted(own, key=lambda use: use.share)
        least, most = min(own, key=lambda use: use.share), rates[-1]
        rows.append(
            (
                kind,
                f"{len(own)}",
                _percent(mean(use.share for use in own)),
                f"{least.component} {_percent(least.share)}",
                f"{most.component} {_percent(most.rate)}",
            )
        )
    return table(("kind", "components", "used, mean", "used least", "taken most of the times offered"), rows)


def bars(games: Games, pack: Pack) -> str:
    """What is beyond a bar, line by line; empty where nothing is."""
    return "\n".join(f"- {text}" for text in _beyond(games, pack))


def _beyond(games: Games, pack: Pack) -> Iterable[str]:
    for seats, part in by_seats(games).items():
        share = within(winners(part), WINNERS)
        if share < WINNERS_SHARE:
            points, least = "{}–{}".format(*WINNERS), _percent(WINNERS_SHARE)
            yield f"{seats} seats: {_percent(share)} of the winners have {points} points, expected {least}"
        for tribe, fair in tribes(part).items():
            if not TRIBE_BAR[0] <= fair.ratio <= TRIBE_BAR[1]:
                yield f"{seats} seats: {tribe} wins {_fair(fair)} times its share"
        for number, fair in places(part).items():
            if fair.ratio > SEAT_BAR:
                yield f"{seats} seats: seat {number} wins {_fair(fair)} times its share"
    found = uses(games, pack)
    for use in unused(found):
        yield f"{use.kind}: {use.component} is used in {use.did} of {use.could} games, expected {_percent(LEAST)}"
    for use in always(found, pack):
        rate, most = _percent(use.rate), _percent(MOST)
        yield f"{use.kind}: {use.component} is taken in {rate} of the offers, expected at most {most}"


def all_tables(games: Games, pack: Pack) -> str:
    """Everything, with headings."""
    parts = (
        ("Points and length", overview(games)),
        ("Score lines", score_lines(games)),
        ("Wins by tribe", tribe_table(games)),
        ("Wins by seat", place_table(games)),
        ("Artifact cards", artifact_card_table(games, pack)),
        ("Use of components", use_table(games, pack)),
        ("Beyond the bars", bars(games, pack) or "Nothing."),
    )
    return "\n\n".join(f"### {title}\n\n{text}" for title, text in parts)


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"
