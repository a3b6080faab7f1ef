"""Whether each component is used where it could be, and whether any is always taken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.components import AbyssParts, Pack
    from bot.simulation.component_usage import Used
    from bot.simulation.recorded_games import Games
    from bot.simulation.simulated_games import Played

LEAST, MOST = 0.02, 0.9
"""A component should be used in so many of the games where it could be; taken in at most so many of the offers."""

CHOSEN = ("citizens", "modules", "machines", "artifact cards", "technologies", "hibernation rows", "scyphoz cards")
"""Kinds that players choose among. (All else comes by itself on the way, as the first technology does.)"""


@dataclass
class Use:
    """How often a component could be used and was: in games (``could``, ``did``), and in single offers (``offered``,
    ``taken``) where several seats or several times count."""

    kind: str
    component: str
    could: int = 0
    did: int = 0
    offered: float = 0
    taken: int = 0

    @property
    def share(self) -> float:
        """Of the games where it could be used."""
        return self.did / self.could if self.could else 0.0

    @property
    def rate(self) -> float:
        """Of the offers."""
        return self.taken / self.offered if self.offered else self.share


@dataclass
class _Book:
    uses: dict[tuple[str, str], Use] = field(default_factory=dict)

    def of(self, kind: str, component: str) -> Use:
        return self.uses.setdefault((kind, component), Use(kind, component))

    def game(self, kind: str, could: Iterable[str], did: Iterable[str]) -> None:
        """One game: what could be used in it and what was."""
        done = set(did)
        for component in sorted({*could, *done}):
            use = self.of(kind, component)
            use.could += 1
            use.did += component in done

    def offers(self, kind: str, offered: dict[str, float], taken: Iterable[str]) -> None:
        for component, number in offered.items():
            self.of(kind, component).offered += number
        for component in taken:
            self.of(kind, component).taken += 1


def uses(games: Games, pack: Pack) -> list[Use]:
    """Every component with how it was used, in the order of the pack's kinds."""
    book = _Book()
    for game in games:
        _displayed(book, game, pack)
        _own(book, game, pack)
        _tribal(book, game, pack)
        _printed(book, game, pack)
        _artifact_cards(book, game, pack)
        _rows(book, game, pack)
        if game.options.abyss and pack.abyss:
            _expansion(book, game, pack.abyss)
    return sorted(book.uses.values(), key=lambda use: (use.kind, use.component))


def unused(found: Iterable[Use]) -> list[Use]:
    """What is used in too few games."""
    return [use for use in found if use.share < LEAST]


def always(found: Iterable[Use], pack: Pack) -> list[Use]:
    """What is always taken where it is a choice; the first technology is the only one at first."""
    first = {technology.id for technology in pack.technology.values() if technology.row == 1}
    return [use for use in found if use.kind in CHOSEN and use.component not in first and use.rate > MOST]


def _all(game: Played, name: str) -> Iterator[str]:
    return (str(each) for used in game.used for each in getattr(used, name))


def _displayed(book: _Book, game: Played, pack: Pack) -> None:
    """What comes from a display: it could be taken once it was shown."""
    for kind, known, taken in (
        ("citizens", pack.citizen, "cards"),
        ("modules", pack.module, "modules"),
        ("machines", pack.machine, "machines"),
    ):
        open_ones = [name for name in game.shown if name in known]
        book.game(kind, open_ones, (name for name in _all(game, taken) if name in open_ones))


def _own(book: _Book, game: Played, pack: Pack) -> None:
    """What everybody has or meets: starting cards, tiles, crates, reward spaces, buildings, artifacts."""
    book.game("starting cards", _all(game, "started"), [*_started_played(game)])
    vast = game.options.vast_crystals
    tiles = [tile.id for tile in pack.tiles if vast or not tile.vast]
    book.game("tiles", tiles, _all(game, "tiles"))
    book.game("crates", pack.crate, _all(game, "crates"))
    book.game("reward spaces", pack.reward, _all(game, "rewards"))
    book.game("buildings", ("small", "large"), _all(game, "buildings"))
    book.game("artifacts", ("yellow", "white", "violet"), _all(game, "artifacts"))


def _started_played(game: Played) -> Iterator[str]:
    started = set(_all(game, "started"))
    return (name for name in (*_all(game, "played"), *_all(game, "copied")) if name in started)


def _tribal(book: _Book, game: Played, pack: Pack) -> None:
    """Technologies, and their trades and machines once there is a figure on them."""
    own = [technology.id for tribe in game.tribes for technology in pack.tribe[tribe].technologies]
    placed = list(_all(game, "technologies"))
    book.game("technologies", own, placed)
    book.offers("technologies", dict(Counter(own)), placed)
    trades = [name for name in placed if pack.technology[name].trade]
    book.game("trades", trades, _all(game, "trades"))
    machines = [name for name in placed if pack.technology[name].machine]
    running = set(_all(game, "machines_used"))
    book.game("technology machines", machines, running & set(machines))
    printed = [name for name in _all(game, "machines") if name in {machine.id for machine in pack.printed_machines}]
    book.game("printed machines", printed, running & set(printed))


def _printed(book: _Book, game: Played, pack: Pack) -> None:
    """Bonuses of the score and progress tracks: used when somebody reaches them."""
    track = max(lines.get("track", 0) for lines in game.lines)
    spaces = [str(space) for space in pack.board.score_bonuses]
    book.game("score bonuses", spaces, (space for space in spaces if int(space) <= track))
    far = max(used.events.get("progress", 0) for used in game.used)
    bonuses = [str(number) for number, space in enumerate(pack.player_board.progress) if space.get]
    book.game("progress bonuses", bonuses, (number for number in bonuses if int(number) < far))


def _artifact_cards(book: _Book, game: Played, pack: Pack) -> None:
    """Each seat is dealt two of all and keeps one, or gets the one that is dealt."""
    kept = [used.artifact_card for used in game.used if used.artifact_card]
    book.game("artifact cards", pack.artifact_card, kept)
    if game.options.artifact_card == "choose":
        dealt = 2 * game.seats / len(pack.artifact_card)
        book.offers("artifact cards", dict.fromkeys(pack.artifact_card, dealt), kept)


def _rows(book: _Book, game: Played, pack: Pack) -> None:
    """A hibernation offers the row that is reached and all before it."""
    rows = len(pack.board.hibernation)
    slept = max(_hibernations(used) for used in game.used)
    taken = [_row_name(row) for row in _all(game, "rows")]
    book.game("hibernation rows", (_row_name(row) for row in range(1, min(rows, slept) + 1)), taken)
    offered = Counter(
        _row_name(row)
        for used in game.used
        for time in range(1, _hibernations(used) + 1)
        for row in range(1, min(rows, time) + 1)
    )
    book.offers("hibernation rows", dict(offered), taken)


def _expansion(book: _Book, game: Played, parts: AbyssParts) -> None:
    """Scyphoz cards once they were drawn, journeys once they were shown; spaces of the track, lakes and the separate
    location are there for everybody."""
    offered = list(_all(game, "scyphoz_offered"))
    kept = list(_all(game, "scyphoz"))
    book.game("scyphoz cards", offered, kept)
    book.offers("scyphoz cards", dict(Counter(offered)), kept)
    book.game("scyphoz cards played", kept, set(kept).intersection(_all(game, "played")))
    journeys = {journey.id for journey in parts.journeys}
    book.game("journeys", journeys.intersection(game.shown), _all(game, "journeys"))
    book.game("journeys resolved", _all(game, "journeys"), _all(game, "journeys_resolved"))
    book.game("devotion spaces", map(str, parts.devotion), _all(game, "devotion_spaces"))
    book.game("lakes", (lake.id for lake in parts.lakes), _all(game, "lakes"))
    book.game("separate location", ("populated",), ("populated" for _ in _all(game, "locations_apart")))


def _hibernations(used: Used) -> int:
    return used.events.get("hibernated", 0)


def _row_name(row: int | str) -> str:
    return f"row {row}"
