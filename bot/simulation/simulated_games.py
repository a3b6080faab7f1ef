"""Whole games between computer players, checked at every step: what ``simulate`` and the big test runs play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import msgspec

from bot.engine import Game, apply, dump, legal, load, new_game, random_numbers, score, undo, view
from bot.engine.actions import Action, EndTurn, Record, Refused
from bot.engine.api import decision
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field, field_with_expansion
from bot.engine.state import Options, SeatNumber, SeatSetup, Setup
from bot.players.policies import player_for
from bot.players.random_player import RandomPlayer
from bot.simulation.component_usage import Used, shown, used

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.components import Pack

MOST_STEPS = 20_000
SAVE_EVERY = 7


class Played(msgspec.Struct, kw_only=True):
    """One game: its setup, how long it was, the scores by line, and what was wrong with it (step and text).

    ``turns`` are the whole table's, ``seat_turns`` each seat's; ``thinking`` the processor seconds each seat thought
    in all, ``slowest`` its longest turn; ``used`` what each used of the pack, ``shown`` what lay open at some time,
    ``pack`` its hash (empty: a game of an older version).
    """

    seed: int
    seats: int
    options: Options
    steps: int = 0
    turns: int = 0
    seconds: float = 0.0
    ended: bool = False
    totals: list[int] = []
    ranks: list[int] = []
    tribes: list[str] = []
    lines: list[dict[str, int]] = []
    broken: list[str] = []
    policies: list[str] = []
    seat_turns: list[int] = []
    thinking: list[float] = []
    slowest: list[float] = []
    used: list[Used] = []
    shown: list[str] = []
    pack: str = ""


def options_for(seed: int, seats: int) -> Options:
    """Some combination of options that is allowed for so many seats, by a number."""
    state = random_numbers.seeded(seed)
    picks = []
    for bound in (3, 2, 2, 2, 2, 2):
        state, pick = random_numbers.below(state, bound)
        picks.append(pick)
    card, draft, switch, vast, campaign, long = picks
    return Options(
        artifact_card=("choose", "deal", "common")[card],
        starting_cards="draft" if draft and seats < 4 else "sets",
        advanced_switch=bool(switch),
        vast_crystals=bool(vast),
        campaign_citizens=bool(campaign),
        long_game=bool(long) and seats == 4,
    )


def pack_for(options: Options, pack: Pack | None = None) -> Pack:
    """The shipped pack or the one given, with the expansion where it is played."""
    if pack is None:
        return field_with_expansion() if options.abyss else field()
    return pack if options.abyss else pack.base


def setup_for(pack: Pack, seats: int, seed: int, options: Options) -> Setup:
    """A setup with everything else by lot."""
    return Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=seed, options=options)


def play_random(pack: Pack, seats: int, seed: int, options: Options, *, every: int = 1) -> Played:
    """One game of random players. After every ``every``-th action (0: never) the position is checked, at every seventh
    of these its save and undo too; that barriers are announced is checked at every action."""
    result = Played(seed=seed, seats=seats, options=options, pack=pack.hash)
    began = perf_counter()
    game = new_game(setup_for(pack, seats, seed, options), pack)
    player = RandomPlayer(seed + 1)
    probe = _Probe(game, pack, result, every) if every else None
    while result.steps < MOST_STEPS and (seat := next_seat(game)) is not None:
        offers = legal(game, seat)
        _do(game, seat, player.pick(offers, decision(game, seat)), result, probe)
    result.seconds = perf_counter() - began
    _sum_up(game, result)
    return result


def _do(game: Game, seat: SeatNumber, action: Action, result: Played, probe: _Probe | None) -> None:
    announced = next((offer.barrier for offer in legal(game, seat) if offer.action == action), True)
    record = apply(game, action)
    result.steps += 1
    if probe:
        probe.look(seat, action, record, announced)


def play(pack: Pack, setup: Setup, policies: Sequence[str], *, every: int = 0) -> Played:
    """One game of players by name, one for each seat; each sees its own seat's view. ``every`` as above.

    :raises UnknownPolicy: where a name is nobody's.
    """
    result = Played(
        seed=setup.seed, seats=len(setup.seats), options=setup.options, policies=list(policies), pack=pack.hash
    )
    players = [player_for(policy, setup.seed + 1 + seat) for seat, policy in enumerate(policies)]
    began = perf_counter()
    game = new_game(setup, pack)
    clock, started = _Clock(len(players)), [[*mine.active, *mine.rest] for mine in game.state.seats]
    probe = _Probe(game, pack, result, every) if every else None
    while result.steps < MOST_STEPS and (seat := next_seat(game)) is not None:
        seen, offers = view(game, seat), legal(game, seat)
        with clock.running(seat, game.state.turn.number):
            action = players[seat].choose(seen, offers)
        _do(game, seat, action, result, probe)
        if game.state.phase == "play" and not any(started):
            started = [[*mine.active, *mine.rest] for mine in game.state.seats]
    result.seconds = perf_counter() - began
    _sum_up(game, result)
    clock.sum_up(result)
    result.seat_turns = _turns(game)
    result.used, result.shown = used(game, started), shown(game)
    return result


def _turns(game: Game) -> list[int]:
    ended = [record.seat for record in game.records if isinstance(record.action, EndTurn)]
    return [ended.count(seat) for seat in range(len(game.state.seats))]


class _Clock:
    """How long each seat thinks, in all and in its longest turn; processor time, so that a busy machine does not
    count."""

    def __init__(self, seats: int) -> None:
        self._turns: list[dict[int, float]] = [{} for _ in range(seats)]

    @contextmanager
    def running(self, seat: SeatNumber, turn: int) -> Iterator[None]:
        began = process_time()
        yield
        self._turns[seat][turn] = self._turns[seat].get(turn, 0.0) + process_time() - began

    def sum_up(self, result: Played) -> None:
        result.thinking = [sum(turns.values()) for turns in self._turns]
        result.slowest = [max(turns.values(), default=0.0) for turns in self._turns]


def finish(game: Game, seed: int) -> None:
    """Play a game on from where it stands with random players, to its end or ``MOST_STEPS`` more steps."""
    player = RandomPlayer(seed)
    for _ in range(MOST_STEPS):
        seat = next_seat(game)
        if seat is None:
            return
        apply(game, player.pick(legal(game, seat), decision(game, seat)))


def _sum_up(game: Game, result: Played) -> None:
    result.turns, result.ended = game.state.turn.number, game.state.phase == "over"
    if not result.ended:
        result.broken.append(f"step {result.steps}: the game does not end")
    for sheet in score(view(game, None)):
        result.totals.append(sheet.total)
        result.ranks.append(sheet.rank)
        lines: Counter[str] = Counter()
        for line in sheet.lines:
            lines[line.key] += line.points
        result.lines.append(dict(lines))
    result.tribes = [mine.tribe for mine in game.state.seats]


class _Probe:
    """Looks for broken invariants after every action."""

    def __init__(self, game: Game, pack: Pack, result: Played, every: int) -> None:
        self.game, self.pack, self.result, self.every = game, pack, result, every

    def look(self, seat: SeatNumber, action: Action, record: Record, announced: bool) -> None:
        if record.barrier and not announced:
            self._note([f"{action} revealed something and had not said so"])
        if self.result.steps % self.every:
            return
        self._note(str(problem) for problem in violations(self.game))
        if self.result.steps % (SAVE_EVERY * self.every) == 0:
            self._save(seat, action, record)

    def _save(self, seat: SeatNumber, action: Action, record: Record) -> None:
        game = self.game
        saved = dump(game, history=False)
        again = load(saved, {self.pack.hash: self.pack})
        if dump(again, history=False) != saved or again.snapshot() != game.snapshot():
            self._note(["a saved game differs from itself"])
        self._undo(again, seat, action, record)

    def _undo(self, game: Game, seat: SeatNumber, action: Action, record: Record) -> None:
        after = game.snapshot()
        try:
            undo(game, seat)
        except Refused:
            return
        if record.barrier:
            self._note(["a barrier was undone"])
        apply(game, action)
        if game.snapshot() != after:
            self._note([f"undone and done again, {action} gives something else"])

    def _note(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.result.broken.append(f"step {self.result.steps}: {text}")
