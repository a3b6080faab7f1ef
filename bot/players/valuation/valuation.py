"""What things are worth to a seat in a position, in points at the end of the game."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate

from bot.engine import Game
from bot.engine.components import Citizen, Crate, Module, Technology
from bot.engine.effects import (
    ARTIFACT_COLOURS,
    COLOURS,
    TRACKS,
    ArtifactColour,
    Colour,
    Countable,
    Each,
    Effect,
    FifthSlot,
    LastingDiscount,
    LastingRange,
    Moment,
    Origin,
    Track,
    When,
)
from bot.engine.resources import RESOURCES, Amounts
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.counting import count
from bot.engine.rules.free_actions import machine_effects
from bot.engine.rules.passive_effects import effects_at
from bot.engine.rules.score_values import CARD_POINTS, END_TILE_POINTS, SMALL_POINTS
from bot.engine.rules.scoring import card_of
from bot.engine.state import SeatNumber, SeatState
from bot.players.planner_weights import Weights
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.effects import HELPS, Prices, later_value
from bot.players.valuation.event_rates import rates
from bot.players.valuation.game_length import turns_left
from bot.players.valuation.machine_values import MachineValues

COLOURED = 0.36
"""The share of one colour among the cards that are played."""
SLOTS = 4
FIFTH_SLOT = 0.3
"""The fifth slot a cycle: most cycles end before four are full."""
KEPT = 0.95
"""Of a crate's worth while it is not opened."""
RIPENING = 0.5
"""The share that counts of what an effect would grow by until the end."""
BEHIND = -16
"""Points behind on the score track that count at most."""
FAVOURED = 6
"""Own turns before the end from which on favourites count less and less."""
SCARCE = 1.5
"""Large artifacts of a colour that are left when others take more than half of what the seat hopes for."""


class Valuation:
    """Prices for one seat in one position. Made anew when the position has changed; reads what the seat may see."""

    def __init__(
        self,
        game: Game,
        seat: SeatNumber,
        weights: Weights,
        like: Valuation | None = None,
        left: float | None = None,
        *,
        done: bool = False,
    ) -> None:
        """``left``: own turns expected after this one, where that is settled already. ``like``: prices of a position
        shortly before in the same turn. The game is expected to last as long, unless its end has come into sight
        meanwhile, and the long-term prices are taken over (``base``). ``done``: the seat takes no more main actions in
        this turn, whatever it has left."""
        self.game, self.seat, self.weights, self.pack = game, seat, weights, game.pack
        self.mine: SeatState = game.seat(seat)
        self.done = done
        known = like is not None and (game.state.end_by is None) == (like.game.state.end_by is None)
        settled = like.left if like and known else left
        self.left: float = turns_left(game, seat, weights) if settled is None else settled
        self.cycles = self.left / weights.cycle
        self.card = card_of(game, seat)
        self._tracks: dict[tuple[int, ...], tuple[float, int]] = {}
        self._later: dict[int, float] = {}
        self._halves: dict[str, float] = {}
        self.prospects: dict[object, float] = {}
        self._first: Valuation | None = None
        if like is not None and like.left == self.left:
            self._first, self.prospects = like.base, like.prospects
            self.rewards, self.prices = like.rewards, like.prices
            if like.mine.unlocked == self.mine.unlocked:
                self._tracks = like._tracks

    @property
    def base(self) -> Valuation:
        """The prices of the first position, where all long-term ones are worked out: else they would depend on which
        position asks for them first."""
        return self._first or self

    # ---- what is counted ---------------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> dict[str, float]:
        """What one more of each thing adds to the artifact card at the end."""
        found: dict[str, float] = {}
        for colour, line in (self.card.lines if self.card else {}).items():
            times = 1 + self.mine.artifacts[colour] + self.expected_artifacts(colour)
            found[line.of] = found.get(line.of, 0.0) + times * line.points
        return found

    def expected_artifacts(self, colour: ArtifactColour) -> float:
        """How many more large artifacts of a colour the seat expects."""
        left = self.game.state.artifacts[colour]
        return self.left * self.weights.artifact_rate * self._share[colour] * left / (left + SCARCE)

    @cached_property
    def _share(self) -> dict[ArtifactColour, float]:
        """How the seat's next artifacts fall on the colours: most of them on the one that pays best of those left."""
        left = self.game.state.artifacts
        worth = {colour: self.line(colour) * (left[colour] > 0) for colour in ARTIFACT_COLOURS}
        best = max(worth, key=lambda colour: worth[colour])
        return {colour: 0.6 if colour == best else 0.2 for colour in ARTIFACT_COLOURS}

    def line(self, colour: ArtifactColour) -> float:
        """What an artifact of a colour multiplies once more: what is counted now and will be by the end."""
        return self._lines[colour]

    @cached_property
    def _lines(self) -> dict[ArtifactColour, float]:
        found = dict.fromkeys(ARTIFACT_COLOURS, 0.0)
        for colour, line in (self.card.lines if self.card else {}).items():
            found[colour] = line.points * self._by_the_end(line.of)
        return found

    @cached_property
    def artifacts(self) -> dict[str, float]:
        """An artifact of each colour that is left, in points."""
        more = self.counts.get("artifacts", 0.0)
        left = self.game.state.artifacts if self._in_sight else {}
        return {colour: more + self.line(colour) for colour in ARTIFACT_COLOURS if left.get(colour)}

    @property
    def _in_sight(self) -> int:
        """Large artifacts that the seat can still get, its own reserved ones among them."""
        return artifacts_left(self.game.state) + len(self.mine.reserved)

    @cached_property
    def artifact(self) -> float:
        """The best artifact to be had; a small one's points where none is left."""
        return max(self.artifacts.values()) + self.ending if self.artifacts else float(SMALL_POINTS)

    @cached_property
    def artifact_later(self) -> float:
        """One of those in sight, on average: they get the best there are one after the other. Of the end only what is
        good about it counts, since it is asked again when it is due."""
        left, owned = self.game.state.artifacts if self.artifacts else {}, self.mine.unlocked
        prices = (self.artifacts.get(colour, 0.0) for colour in ARTIFACT_COLOURS for _ in range(left.get(colour, 0)))
        values = sorted(prices, reverse=True)
        locked = [reward for reward in self.pack.player_board.rewards if reward.artifact and reward.id not in owned]
        first = values[: max(1, len(locked))]
        return sum(first) / len(first) + max(0.0, self.ending) if first else float(SMALL_POINTS)

    @cached_property
    def ending(self) -> float:
        """What it adds to take the last large artifact: the tile, and the end itself."""
        state = self.game.state
        if state.end_by is not None or self._in_sight != 1 or state.end_tokens:
            return 0.0
        if any(variant.keeps_going(self.game) for variant in self.game.variants):
            return 0.0
        return END_TILE_POINTS + self.closing

    @cached_property
    def closing(self) -> float:
        """The end itself, by how far the seat is ahead on the score track, which does not say much to who is behind."""
        others = [mine.points for number, mine in enumerate(self.game.state.seats) if number != self.seat]
        return self.closing_by(max(BEHIND, self.mine.points - max(others, default=0)))

    def closing_by(self, ahead: float) -> float:
        """The end itself, while so many points ahead or behind, and of a game that drags on."""
        state, weights = self.game.state, self.weights
        late = state.turn.number / len(state.seats) - weights.length
        return max(-weights.most_lead, min(weights.most_lead, weights.lead * ahead)) + weights.drag * max(0.0, late)

    # ---- resources ---------------------------------------------------------------------------------------------

    @cached_property
    def prices(self) -> Prices:
        return Prices.of(self)

    @cached_property
    def actions_left(self) -> int:
        """Main actions that the seat can still take in the turn under way."""
        turn = self.game.state.turn
        if self.done or turn.hibernated or self.game.active != self.seat or self.game.state.phase != "play":
            return 0
        return self.game.actions_a_turn - turn.actions

    @cached_property
    def fresh(self) -> float:
        """How much of their worth resources still have: near the end there is little to spend them on."""
        return min(1.0, (self.left + self.actions_left * 0.4) / self.weights.hunger)

    @cached_property
    def _stock(self) -> Stock:
        return stock_of(self.weights, round(self.fresh, 2))

    def stock(self, gear: int, book: int, food: int, crystal: int) -> float:
        """So many resources in store; negative ones (owed) count as the first would."""
        table = self._stock
        return (
            _at(table["gear"], gear) + _at(table["book"], book) + _at(table["food"], food)
            + _at(table["crystal"], crystal)
        )  # fmt: skip

    @cached_property
    def store(self) -> float:
        """All that the seat has in store."""
        owned = self.mine.owned
        return self.stock(owned.gear, owned.book, owned.food, owned.crystal)

    # ---- tracks and progress -----------------------------------------------------------------------------------

    @cached_property
    def rewards(self) -> dict[str, float]:
        """What each reward space is worth when it is unlocked, its progress marker included. Many are in reach at once:
        their markers get the bonuses of the progress track one after the other."""
        marker = self.marker_on_average
        return {reward.id: self._reward(reward.id) + marker for reward in self.pack.player_board.rewards}

    def _reward(self, reward_id: str) -> float:
        reward = self.pack.reward[reward_id]
        if reward.machine:
            return self.machine(reward.machine)
        if reward.market:
            shown = sorted((self.machine(name) for name in self.game.state.market[reward.market]), reverse=True)
            return sum(shown[:2]) / len(shown[:2]) if shown else 0.0
        if reward.cards:
            return CARD_POINTS * self.cards_of(reward.cards)
        return self.artifact_later

    def cards_of(self, colour: Colour) -> float:
        """Cards of a colour gained by the end."""
        gained = [self.pack.citizen[card].colour for card in self.mine.gained_cards]
        return gained.count(colour) + self.left * self.weights.counts["cards_gained"] * 0.4

    def track_potential(self, forest: int, mountain: int, field: int) -> float:
        """The rewards that positions on the machine tracks have opened since, or bring near."""
        return self._ahead((forest, mountain, field))[0]

    def _ahead(self, at: tuple[int, int, int]) -> tuple[float, int]:
        """The same, and how many of those rewards are opened."""
        found = self._tracks.get(at)
        if found is None:
            found = self._tracks[at] = self._potential(dict(zip(TRACKS, at, strict=True)))
        return found

    def _potential(self, at: dict[Track, int]) -> tuple[float, int]:
        growth = self.weights.growth * self.left / (self.left + 0.6)
        unlocked, total, opened = self.mine.unlocked, 0.0, 0
        for reward, links in self.pack.links:
            if reward not in unlocked:
                missing = sum([max(0, space - at[track]) for track, space in links])
                total += self.rewards[reward] * growth**missing
                opened += not missing
        return total + self.base.counts.get("track_steps", 0.0) * sum(at.values()), opened

    def steps(self, forest: int, mountain: int, field: int) -> float:
        """So many steps on the tracks; beyond a track's end each is a resource. The markers of what is opened go where
        the progress track is now."""
        here = self.mine.track
        there, beyond = [], 0
        for track, more in zip(TRACKS, (forest, mountain, field), strict=True):
            end = self.pack.player_board.tracks[track].spaces
            there.append(min(end, here[track] + more))
            beyond += here[track] + more - there[-1]
        ahead, opened = self._ahead((there[0], there[1], there[2]))
        gained = ahead - self.track_potential(here["forest"], here["mountain"], here["field"])
        if opened:
            gained += self.markers(opened) - opened * self.base.marker_on_average
        return gained + beyond * 0.8 * self.fresh

    @cached_property
    def marker(self) -> float:
        """The next marker on the progress track."""
        return self.markers(1)

    def markers(self, number: int) -> float:
        """The next so many markers on the progress track: their bonuses, and how the track looks with them."""
        spaces, at = self.pack.player_board.progress, self.mine.progress
        there = min(len(spaces) - 1, at + number)
        bonuses = sum(self._bonus(space.get) for space in spaces[at:there])
        counted = self.counts.get("progress_markers", 0.0) * (there - at)
        return bonuses + self.progress_at(there) - self.progress_at(at) + counted

    @cached_property
    def marker_on_average(self) -> float:
        """One of the markers that are still expected."""
        more = max(1, round(self._markers_coming))
        return self.markers(more) / more

    @property
    def _markers_coming(self) -> float:
        return self.left * self.weights.counts["progress_markers"]

    def progress_at(self, at: int) -> float:
        """The progress track with so many markers: its points at the count that is expected then, and the bonuses that
        are near."""
        spaces = self.pack.player_board.progress
        reach = min(len(spaces) - 1.0, at + self._markers_coming)
        low = int(reach)
        high = min(low + 1, len(spaces) - 1)
        points = spaces[low].points + (reach - low) * (spaces[high].points - spaces[low].points)
        return points + self.near_bonuses(at)

    def near_bonuses(self, at: int) -> float:
        """The bonuses of the next spaces of the progress track, felt before they are reached."""
        spaces, growth = self.pack.player_board.progress, 0.6 * self.left / (self.left + 0.6)
        near = enumerate(spaces[at : at + 4], 1)
        return sum(self._bonus(space.get) * growth**ahead for ahead, space in near if space.get)

    def _bonus(self, effects: tuple[Effect, ...]) -> float:
        return sum(
            self.artifact_later if type(effect).__name__ == "TakeArtifact" else 2.0 * min(1.0, 0.3 + self.left / 8)
            for effect in effects
        )

    @cached_property
    def disc(self) -> float:
        """The disc of the tribe ability, while there is one left."""
        return self.marker + self.counts.get("discs", 0.0) if self.mine.discs else 0.0

    @property
    def disc_later(self) -> float:
        """A disc at some later time."""
        return self.marker_on_average + self.counts.get("discs", 0.0) if self.mine.discs else 0.0

    # ---- cards, modules, machines, technologies ----------------------------------------------------------------

    def liking(self, component: str) -> float:
        """How much of its worth this player sees in a component; towards the end favourites count no longer."""
        return 1 + (self.weights.liking(component) - 1) * min(1.0, self.left / FAVOURED)

    def later(self, effects: tuple[Effect, ...]) -> float:
        """Effects at some later time, priced flat."""
        base = self.base
        found = base._later.get(id(effects))
        if found is None:
            found = base._later[id(effects)] = later_value(base, effects)
        return found

    def half(self, card: Citizen) -> float:
        """A card's better half."""
        base = self.base
        found = base._halves.get(card.id)
        if found is None:
            top, bottom = (base.later(half.get) + 0.4 * half.slot for half in (card.top, card.bottom))
            found = base._halves[card.id] = max(top, bottom) * self.liking(card.id)
        return found

    def gained_card(self, card: str) -> float:
        """A card for good: it can be played at once and in later cycles, better than the cards there are."""
        citizen = self.pack.citizen[card]
        usual = 2.4
        better = max(0.0, self.half(citizen) - usual)
        plays = min(1.0, self.left / 3) * self.weights.card_ready + self.cycles * self.weights.card_cycle[2] * 0.75
        return 0.8 * min(1.0, self.left / 4) + plays * (better + 0.8) + self._card_points(citizen.colour)

    def _card_points(self, colour: Colour) -> float:
        unlocked = {self.pack.reward[reward].cards for reward in self.mine.unlocked}
        chance = 1.0 if colour in unlocked else min(0.6, self.left / 20)
        return CARD_POINTS * chance + self.counts.get("cards_gained", 0.0)

    @cached_property
    def best_card(self) -> float:
        """The best card on display, or one from the deck."""
        return max((self.gained_card(card) for card in self.game.state.display), default=1.5)

    def machine(self, machine: str) -> float:
        """A machine for good."""
        gained = self.machinery.machine_more(self.later(machine_effects(self.game, machine)))
        return gained * self.liking(machine) + self.counts.get("machines", 0.0)

    @cached_property
    def machinery(self) -> MachineValues:
        """The machines and the energy that the seat has."""
        values = {each.machine: self.later(machine_effects(self.game, each.machine)) for each in self.mine.machines}
        ready = [values[each.machine] for each in self.mine.machines if not each.powered]
        return MachineValues(
            values=tuple(sorted(values.values(), reverse=True)),
            ready=tuple(sorted(ready, reverse=True)),
            energy=self.energy_owned,
            in_hand=self.mine.energy,
            cycles=self.cycles * self.weights.machine_use,
            now=self.weights.machine_ready * min(1.0, self.left / 1.5),
            coming=self.left * self.weights.counts["machines"] * 0.5,
        )

    @cached_property
    def energy_owned(self) -> int:
        return self.mine.energy + sum(machine.powered for machine in self.mine.machines)

    @cached_property
    def best_machine(self) -> float:
        shown = [machine for track in TRACKS for machine in self.game.state.market[track]]
        return max((self.machine(machine) for machine in shown), default=0.0)

    @cached_property
    def energy(self) -> float:
        """One energy token more."""
        if self.energy_owned >= self.pack.supply.energy:
            return 0.0
        return self.machinery.energy_more() + self.counts.get("energy", 0.0)

    @cached_property
    def machine_value(self) -> float:
        """What an energy token that comes back brings: the best machine that has one on it."""
        used = (each.machine for each in self.mine.machines if each.powered)
        return max((self.later(machine_effects(self.game, machine)) for machine in used), default=0.0)

    def waiting(self, machine: str) -> float:
        """What is given up later by using a machine now: it, or the worst that there would have been energy for."""
        own = self.later(machine_effects(self.game, machine))
        unused = (each.machine for each in self.mine.machines if not each.powered)
        values = sorted((self.later(machine_effects(self.game, each)) for each in unused), reverse=True)
        energy = self.mine.energy
        least = values[energy - 1] if energy <= len(values) else 0.0
        return max(own, least)

    def module(self, module: Module) -> float:
        """A module for good, before its place is chosen."""
        times = 0.35 + self.cycles * self.weights.module_cycle * self._triggered(module)
        return self.later(module.get) * times * self.liking(module.id) + self.counts.get("modules", 0.0)

    def _triggered(self, module: Module) -> float:
        """How often a cycle a card of its colours is played into its slot, by the seat's own cards."""
        return 0.3 + 0.25 * sum(self.often[colour] for colour in module.colours)

    @cached_property
    def often(self) -> dict[Colour, float]:
        """How much of each colour there is among the seat's citizen cards, wherever they are; 1 is an even share."""
        mine = self.mine
        played = [played.card for slot in mine.slots for played in slot.cards]
        own = [self.pack.citizen[card].colour for card in (*mine.active, *mine.rest, *played)]
        return {colour: len(COLOURS) * own.count(colour) / max(1, len(own)) for colour in COLOURS}

    @cached_property
    def best_module(self) -> float:
        modules = (self.module(self.pack.module[name]) for name in self.game.state.module_display)
        return max(modules, default=0.0)

    @cached_property
    def crate(self) -> float:
        """A crate nobody has looked into."""
        return 2.3 * min(1.0, 0.35 + self.left) + self.counts.get("crates", 0.0)

    def kept_crate(self, crate: Crate) -> float:
        """A crate that is kept, with what opening it brings besides: it can be opened where it helps most, and may be
        forgotten by the end. What helps an action counts whole, since it waits for one."""
        helping = tuple(effect for effect in crate.get if isinstance(effect, HELPS))
        gained = self.later(crate.get) + later_value(self.base, helping) + self._crate_opened
        return gained * KEPT * min(1.0, self.left / 1.5)

    @cached_property
    def _crate_opened(self) -> float:
        """What opening a crate brings besides what is in it."""
        return later_value(self.base, tuple(effects_at(self.game, self.seat, "crate_opened")))

    def technology(self, technology: Technology) -> float:
        """A technology: its points, what it does, and what it leads to; effects at once are tallied elsewhere."""
        worth = self.keeps_giving(technology) + self._links(technology)
        worth += self.machine(technology.id) if technology.machine else 0.0
        points = technology.points + self.counts.get("technologies", 0.0)
        return worth * self.liking(technology.id) + points

    def too_soon(self, technology: Technology) -> float:
        """What its effects at once would bring more if it were taken later, as far as there will be a later."""
        return RIPENING * sum(
            (min(effect.most, self._by_the_end(effect.of)) - min(effect.most, count(self.game, self.seat, effect.of)))
            * later_value(self, (effect.get,))
            for effect in technology.at_once
            if isinstance(effect, Each)
        )

    def _by_the_end(self, of: Countable) -> float:
        return count(self.game, self.seat, of) + self.weights.counts[of] * self.left

    def keeps_giving(self, technology: Technology) -> float:
        """What a technology does for the rest of the game, its machine left out."""
        worth = self._lasting(technology)
        if technology.trade:
            gain = self.later(technology.trade.get) - self.later_amounts(technology.trade.cost)
            worth += max(0.2, gain) * self.left * 0.35
        return worth

    def _links(self, technology: Technology) -> float:
        """What it opens: technologies whose figures could not be used before, as far as there is time for them."""
        own = self.mine.technologies
        opened = [
            other
            for other in self.pack.tribe[self.mine.tribe].technologies
            if technology.id in other.links and not any(link in own for link in other.links)
        ]
        return len(opened) * self.weights.tech_link * min(8.0, self.left)

    def open_links(self) -> float:
        """The same for all that is open and not yet unlocked."""
        own = self.mine.technologies
        opened = [
            other
            for other in self.pack.tribe[self.mine.tribe].technologies
            if other.id not in own and any(link in own for link in other.links)
        ]
        return len(opened) * self.weights.tech_link * min(8.0, self.left)

    @cached_property
    def step_worth(self) -> dict[str, float]:
        """One step on each machine track."""
        return {track: self.steps(*(int(track == other) for other in TRACKS)) for track in TRACKS}

    def later_amounts(self, amounts: Amounts) -> float:
        return sum(amounts.get(kind) * self.prices.of_kind(kind) for kind in RESOURCES)

    @cached_property
    def rates(self) -> dict[Moment, float]:
        """How often a turn what technologies wait for happens to this seat."""
        return rates(self)

    def _lasting(self, technology: Technology) -> float:
        worth = 0.0
        for lasting in technology.lasting:
            if isinstance(lasting, FifthSlot):
                worth += self.cycles * FIFTH_SLOT
            elif isinstance(lasting, LastingRange):
                worth += lasting.n * self.left * (0.3 if lasting.action is None else 0.12)
            elif isinstance(lasting, LastingDiscount):
                worth += lasting.n * self.left * 0.28
            elif isinstance(lasting, Origin):
                worth += self.left * 0.3
            elif isinstance(lasting, When):
                rate = self.base.rates[lasting.moment]
                rate *= (COLOURED if lasting.colour else 1) * (0.4 if lasting.size else 1)
                worth += rate * self.left * self.later(lasting.get)
        return worth

    # ---- adding up ---------------------------------------------------------------------------------------------

    def settle(self, tally: EffectTotals) -> float:
        """A tally in points, from what the seat owns now."""
        owned = self.mine.owned
        then = self.stock(
            owned.gear + tally.gear, owned.book + tally.book, owned.food + tally.food, owned.crystal + tally.crystal
        )
        steps = tally.steps
        return (
            tally.flat
            + then - self.store
            + self.points(tally.points)
            + (tally.energy * self.energy if tally.energy else 0.0)
            + (self.steps(steps["forest"], steps["mountain"], steps["field"]) if any(steps.values()) else 0.0)
        )  # fmt: skip

    def points(self, points: int) -> float:
        """Points at once: they are points, and up to 50 they lead to bonuses."""
        on_track = min(points, max(0, 50 - self.mine.points))
        return points * self.weights.point + on_track * self.weights.score_bonus * min(1.0, 0.2 + self.left / 5)


Stock = dict[str, tuple[float, ...]]
MOST_OWNED = 46


@lru_cache(maxsize=512)
def _sums(prices: tuple[float, ...], over: float, floor: float, fresh: float) -> tuple[float, ...]:
    """What 0, 1, 2 … of a resource are worth together."""
    steps = [max(floor, price * fresh) for price in prices] + [over * fresh] * (MOST_OWNED - len(prices))
    return (0.0, *accumulate(steps))


def stock_of(weights: Weights, fresh: float) -> Stock:
    """Every resource's table, at a share of its full worth."""
    return {kind: _sums(weights.resources[kind], weights.over, weights.leftover, fresh) for kind in RESOURCES}


def _at(table: tuple[float, ...], number: int) -> float:
    if number < 0:
        return number * (table[1] + 0.3)
    return table[number] if number < len(table) else table[-1]
