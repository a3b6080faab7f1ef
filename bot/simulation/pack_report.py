"""A report about a pack for those who write it: one HTML page of simulated games that asks for nothing outside."""

from __future__ import annotations

from collections import Counter
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from bot.engine.geometry import make_board
from bot.simulation import suspicions
from bot.simulation.balance_figures import (
    Habits,
    grouped,
    habits,
    lines,
    places,
    spread,
    tribes,
    ways_to_win,
    winners,
)
from bot.simulation.html_elements import page, table, tag
from bot.simulation.offered_and_taken import Use, always, uses
from bot.simulation.recorded_games import Games, by_seats, seats_of
from bot.simulation.report_plots import Interval, histograms, intervals, paired_bars, share_bar
from bot.text.catalogue import t
from bot.text.game import Table, component_name, effect_words, reward_space_words
from bot.text.game.names import sum_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.engine.components import Pack
    from bot.simulation.balance_figures import Fairness
    from bot.simulation.suspicions import Suspicion
    from bot.text import Locale

LANGUAGE: Final[Locale] = "en"
POINTS: Final = 10
"""Points that a bar of the histogram of scores takes."""
NONE: Final = "–"
HABITS: Final = (
    suspicions.CARDS_PLAYED,
    "cards played",
    "machine uses",
    suspicions.MACHINE_USES,
    "hibernations",
    suspicions.IDLE_HIBERNATIONS,
)
SECTIONS: Final = {
    "length": "Length",
    "scores": "Scores",
    "seats": "Seats",
    "tribes": "Tribes",
    "ways": "Ways to win",
    "play": "How it is played",
    "components": "Components",
}


def pack_report(pack: Pack, games: Games) -> bytes:
    """The report of these games with a pack, as an HTML page in UTF-8."""
    return _Report(pack, games).page()


class _Report:
    """The parts of the page."""

    def __init__(self, pack: Pack, games: Games) -> None:
        self.pack, self.games = pack, games
        self.over = [game for game in games if game.ended and game.used]
        self.seen = Table(pack, make_board(pack.board), ())
        self.uses = uses(self.over, pack)
        always_taken = {id(use) for use in always(self.uses, pack)}
        self.usual = {kind: mean(use.share for use in own) for kind, own in self._kinds().items()}
        self.why = {id(use): suspicions.of_use(use, id(use) in always_taken, self.usual[use.kind]) for use in self.uses}
        self.found = list(self._suspicions())

    def page(self) -> bytes:
        """The whole page."""
        title = f"{self.pack.name.en}, version {self.pack.version}"
        parts = [tag("h1", title), self._about(), *self._suspicious()]
        if not self.over:
            return page(title, *parts, tag("p", "No game came to its end, so there are no figures."))
        bodies = (
            self._length(), self._scores(), self._seats(), self._tribes(), self._ways(), self._play(),
            self._components(),
        )  # fmt: skip
        for (key, heading), body in zip(SECTIONS.items(), bodies, strict=True):
            parts += [tag("h2", heading, id=key), *body]
        return page(title, *parts)

    def _kinds(self) -> dict[str, list[Use]]:
        """The components by kind, the least used first."""
        found: dict[str, list[Use]] = {}
        for use in sorted(self.uses, key=lambda use: (use.kind, use.share)):
            found.setdefault(use.kind, []).append(use)
        return found

    def _suspicions(self) -> Iterator[Suspicion]:
        yield from suspicions.of_games(self.games)
        if self.over:
            yield from suspicions.of_wins(self.over)
            yield from suspicions.of_play(self.over)
        yield from suspicions.of_costs(self.pack)
        for use in self.uses:
            if why := self.why[id(use)]:
                yield suspicions.Suspicion("components", f"{use.kind}: {self._name(use.component)}", why)

    def _about(self) -> Any:
        split = Counter(game.seats for game in self.games)
        tables = ", ".join(f"{number:,} with {seats}" for seats, number in sorted(split.items()))
        who = ", ".join(sorted({name for game in self.games for name in game.policies}))
        words = (
            f"Pack {self.pack.id}, hash {self.pack.hash}. {len(self.games):,} games between computer players "
            f"({who}): {tables} seats. Seeds {min(game.seed for game in self.games)} to "
            f"{max(game.seed for game in self.games)}. All figures hold for these players."
        )
        return tag("p", words, class_="soft")

    # ---- what is suspicious --------------------------------------------------------------------------------------

    def _suspicious(self) -> Iterator[Any]:
        yield tag("h2", "Suspicious")
        if not self.found:
            yield tag("p", "Nothing.")
            return
        yield tag(
            "p",
            "What deserves a second look. One of twenty intervals leaves the fair share out by chance; with more games "
            "the true ones remain.",
            class_="soft",
        )
        for key, heading in SECTIONS.items():
            rows = [each for each in self.found if each.section == key]
            if rows:
                yield tag("h3", tag("a", heading, href=f"#{key}") if self.over else heading)
                yield tag("ul", *(tag("li", tag("strong", self._what(each)), f": {each.why}") for each in rows))

    def _what(self, found: Suspicion) -> str:
        if found.section == "ways":
            return line_name(found.what)
        return self._name(found.what) if found.section == "tribes" else found.what

    def _odd(self, section: str) -> set[str]:
        return {each.what for each in self.found if each.section == section}

    # ---- length and scores ---------------------------------------------------------------------------------------

    def _length(self) -> Iterator[Any]:
        split = {seats: [seat.turns for seat in seats_of(found)] for seats, found in by_seats(self.over).items()}
        yield histograms(split, 1, "turns a seat")
        yield _spreads("Turns a seat", split)

    def _scores(self) -> Iterator[Any]:
        split = {seats: winners(found) for seats, found in by_seats(self.over).items()}
        yield histograms(split, POINTS, "winner's points")
        yield _spreads("Points of the winner", split)
        everybody = {seats: [seat.total for seat in seats_of(found)] for seats, found in by_seats(self.over).items()}
        yield _spreads("Points of all seats", everybody)

    # ---- wins ----------------------------------------------------------------------------------------------------

    def _seats(self) -> Iterator[Any]:
        yield tag("p", "Wins against the fair share (1: as many as by lot), with the 95% interval.", class_="soft")
        rows = [
            (f"seat {number} of {seats}", found)
            for seats, part in by_seats(self.over).items()
            for number, found in places(part).items()
            if seats > 1
        ]
        yield from self._wins("seats", rows, {})

    def _tribes(self) -> Iterator[Any]:
        among = [game for game in self.over if game.seats > 1]
        points = {
            tribe: mean(seat.total for seat in seats)
            for tribe, seats in grouped(among, lambda seat: seat.tribe).items()
        }
        yield from self._wins("tribes", list(tribes(among).items()), points)

    def _wins(self, section: str, rows: Sequence[tuple[str, Fairness]], points: dict[str, float]) -> Iterator[Any]:
        if not rows:
            yield tag("p", "Nobody had an opponent in these games.")
            return
        odd = self._odd(section)
        name = self._name if section == "tribes" else str
        yield intervals([Interval(name(key), found, key in odd) for key, found in rows])
        cells = [
            [
                name(key),
                f"{found.seats:,}",
                f"{found.wins:g}",
                f"{found.ratio:.2f}",
                f"{found.low:.2f}–{found.high:.2f}",
            ]
            + ([f"{points[key]:.0f}"] if points else [])
            for key, found in rows
        ]
        head = ("", "played", "wins", "of the fair share", "95%", *(("mean points",) if points else ()))
        yield table(head, cells, (key in odd for key, _ in rows))

    # ---- ways to win ---------------------------------------------------------------------------------------------

    def _ways(self) -> Iterator[Any]:
        found, ways = lines(self.over), ways_to_win(self.over)
        rows = [(line_name(key), line.mean, line.winners) for key, line in found.items()]
        yield tag("p", "Where the winner's points come from; the wide bar is the mean of all seats.", class_="soft")
        yield paired_bars(rows, "Points by score line: winners, and all seats")
        yield tag(
            "p",
            "Each winner stands out most in one line: the one with the most points above the mean seat.",
            class_="soft",
        )
        odd, wins = self._odd("ways"), sum(ways.values())
        cells = [
            (
                line_name(key),
                f"{line.mean:.1f}",
                f"{line.winners:.1f}",
                f"{line.used:.0%}",
                _share(ways.get(key, 0), wins),
            )
            for key, line in found.items()
        ]
        head = ("line", "all seats", "winners", "seats with points", "winners who stand out most in it")
        yield table(head, cells, (key in odd for key in found))

    # ---- how it is played ----------------------------------------------------------------------------------------

    def _play(self) -> Iterator[Any]:
        odd = {what.partition(",")[0] for what in self._odd("play")}
        groups = [(f"games of {seats}", list(seats_of(found))) for seats, found in by_seats(self.over).items()]
        policies = sorted({name for game in self.over for name in game.policies})
        if len(policies) > 1:
            for name in policies:
                own = [seat for game in self.over for seat in seats_of([game]) if game.policies[seat.number] == name]
                groups.append((name, own))
        cells = [_habit_cells(habits(seats), len(seats)) for _, seats in groups]
        rows = list(zip(HABITS, *cells, strict=True))
        yield table(("a seat", *(name for name, _ in groups)), rows, (habit in odd for habit in HABITS))

    # ---- components ----------------------------------------------------------------------------------------------

    def _components(self) -> Iterator[Any]:
        yield tag(
            "p",
            "In how many of the games where it could be used each component was; and how often it was taken of the "
            "times it was offered, where players choose.",
            class_="soft",
        )
        for kind, own in self._kinds().items():
            yield self._kind(kind, own)
        yield from self._never_seen()

    def _kind(self, kind: str, own: list[Use]) -> Any:
        odd = [bool(self.why[id(use)]) for use in own]
        title = f"{kind[:1].upper()}{kind[1:]}: {len(own)}, used in {self.usual[kind]:.0%} of the games on average"
        marked = (tag("span", f" · {sum(odd)} suspicious", class_="odd"),) if any(odd) else ()
        offers = any(use.offered for use in own)
        rows = [self._use_row(use, offers) for use in own]
        head = ("component", "games", "used", "", *(("offered", "taken", "of offers") if offers else ()))
        opened = {"open": "open"} if any(odd) else {}
        return tag("details", tag("summary", title, *marked), table(head, rows, odd), **opened)

    def _use_row(self, use: Use, offers: bool) -> tuple[Any, ...]:
        name = self._name(use.component)
        parts = [name] if name == use.component else [f"{name} ", tag("code", use.component)]
        if why := self.why[id(use)]:
            parts.append(tag("div", why, class_="why"))
        taken = (f"{use.offered:.0f}", f"{use.taken}", f"{use.rate:.0%}") if offers else ()
        return tag("div", *parts), f"{use.could}", f"{use.share:.0%}", share_bar(use.share), *taken

    def _never_seen(self) -> Iterator[Any]:
        """What could have come up and never did says nothing about the pack, but is missing above."""
        known = {use.component for use in self.uses}
        usual = [card.id for card in self.pack.citizens if card.set is None and not card.campaign]
        all_of_them = [*usual, *self.pack.module, *(machine.id for machine in self.pack.machines)]
        left = [self._name(each) for each in all_of_them if each not in known]
        if left:
            yield tag("p", f"Never came up in these games: {', '.join(left)}.", class_="soft")

    def _name(self, component: str) -> str:
        """How a component is called; what it does, where it has no name."""
        pack = self.pack
        if component in pack.module:
            does = effect_words(LANGUAGE, pack.module[component].get)
            return f"{component_name(LANGUAGE, self.seen, component)}: {does}"
        if component in pack.crate:
            return effect_words(LANGUAGE, pack.crate[component].get)
        if component in pack.reward:
            return reward_space_words(LANGUAGE, self.seen, component) or component
        if component in pack.tile:
            return f"tile for {sum_words(LANGUAGE, pack.tile[component].back.cost)}"
        named = (
            pack.citizen, pack.machine, pack.technology, pack.tribe, pack.artifact_card, pack.journey, pack.lake,
        )  # fmt: skip
        found = any(component in kind for kind in named)
        return component_name(LANGUAGE, self.seen, component) if found else component


def line_name(key: str) -> str:
    """How a score line is called."""
    return t(LANGUAGE, f"picture.line.{key}")


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else NONE


def _spreads(what: str, split: dict[int, list[int]]) -> Any:
    rows = [
        (f"{seats}", f"{len(values):,}", *(f"{each:.1f}" for each in spread(values))) for seats, values in split.items()
    ]
    told = table(("seats", "values", "mean", "5%", "median", "95%"), rows)
    return tag("figure", tag("figcaption", what), told)


def _habit_cells(found: Habits, seats: int) -> tuple[str, ...]:
    """In the order of ``HABITS``."""
    idle = NONE if found.idle_share is None else f"{found.idle_share:.0%}"
    return (
        f"{found.played_share:.0%}",
        f"{found.plays / seats:.1f}",
        f"{found.machine_uses / seats:.1f}",
        f"{found.machines_a_play:.2f}",
        f"{found.hibernations / seats:.1f}",
        idle,
    )
