"""The position builder: any position in a few lines, checked: for tests and for the report of a rules fault
(docs/develop/engine.md).

::

    game = (
        Position(pack, seats=2)
        .seat(0, gear=3, food=1, crystal=1, tracks={"forest": 4}, slots={0: ["c_lamp:top"]})
        .building("C4", 0, "large")
        .figure("D6", 1)
        .turn(0, actions=1)
        .build()
    )
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bot.engine.api import mark_turn
from bot.engine.debug.invariants import Violation, violations
from bot.engine.resources import Amounts
from bot.engine.rules.mutations import newly_unlocked
from bot.engine.rules.setup import lay_table
from bot.engine.state import Building, Installed, Options, SeatSetup, Setup, Space, Turn, Window
from bot.engine.variants import variants_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.engine.abyss_state import AbyssState
    from bot.engine.components import Pack
    from bot.engine.effects import ArtifactColour, Size, Track
    from bot.engine.game import Game


class ImpossiblePosition(ValueError):
    """A position that cannot be; ``problems`` names everything that is wrong with it."""

    def __init__(self, problems: list[Violation]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class Position:
    """A position in the making: begins as a table just laid, without open decisions; every method gives the position
    back.

    Cards, modules, machines, crates and tiles that a seat or place is given are taken from wherever they are, so
    that the pieces stay conserved.
    """

    def __init__(
        self,
        pack: Pack,
        seats: int = 2,
        *,
        tribes: Sequence[str] = (),
        seed: int = 1,
        options: Options | None = None,
    ) -> None:
        chosen = [tribes[seat] if seat < len(tribes) else None for seat in range(seats)]
        setup = Setup(
            seats=tuple(SeatSetup(tribe) for tribe in chosen),
            pack=pack.hash,
            seed=seed,
            options=options or Options(artifact_card="deal"),
        )
        self.game: Game = lay_table(setup, pack, variants_of(setup))
        self.game.state.phase = "play"

    # ---- seats -----------------------------------------------------------------------------------------------

    def seat(
        self,
        seat: int,
        *,
        gear: int | None = None,
        book: int | None = None,
        food: int | None = None,
        crystal: int | None = None,
        active: Sequence[str] | None = None,
        rest: Sequence[str] | None = None,
        slots: Mapping[int, Sequence[str]] | None = None,
        modules: Mapping[tuple[int, int], str] | None = None,
        machines: Sequence[str] = (),
        crates: Sequence[str] = (),
        tracks: Mapping[Track, int] | None = None,
        gained: Sequence[str] = (),
        artifact_card: str | None = None,
        **plain: Any,
    ) -> Position:
        """Change one seat. Resources not named stay as they are; ``slots`` holds ``card:half`` per slot number;
        ``plain``
        are fields of ``SeatState`` as they are (points, energy, switch_used, hibernations, artifacts, waters …).

        :raises KeyError: for a component that the pack does not have; AttributeError: for an unknown field.
        """
        mine = self.game.seat(seat)
        named = {"gear": gear, "book": book, "food": food, "crystal": crystal}
        mine.owned = Amounts(**{kind: mine.owned.get(kind) if n is None else n for kind, n in named.items()})  # type: ignore[arg-type]
        self._cards(seat, active, rest, slots or {}, gained)
        for (slot, place), module in (modules or {}).items():
            mine.slots[slot] = mine.slots[slot].with_module(place, self._take(module))
        mine.machines += [Installed(self._take(machine)) for machine in machines]
        mine.crates += [self._take(crate) for crate in crates]
        mine.crates_taken += len(crates)
        self._advance(seat, tracks or {})
        if artifact_card is not None:
            self._swap_artifact_card(seat, artifact_card)
        for field, value in plain.items():
            if field not in mine.__struct_fields__:
                raise AttributeError(f"a seat has no {field}; it has {', '.join(mine.__struct_fields__)}")
            setattr(mine, field, value)
        return self

    def _cards(
        self,
        seat: int,
        active: Sequence[str] | None,
        rest: Sequence[str] | None,
        slots: Mapping[int, Sequence[str]],
        gained: Sequence[str],
    ) -> None:
        mine = self.game.seat(seat)
        for slot, played in slots.items():
            for text in played:
                card, _, half = text.partition(":")
                mine.slots[slot] = mine.slots[slot].with_card(self._take(card), "bottom" if half == "bottom" else "top")
        for cards, name in ((active, "active"), (rest, "rest")):
            if cards is not None:
                held = [self._take(card) for card in cards]
                self._discard(getattr(mine, name))
                setattr(mine, name, held)
        mine.gained_cards += gained

    def _discard(self, cards: list[str]) -> None:
        """Cards a seat no longer has: starting cards leave the game, others go under the deck."""
        citizens = self.game.pack.citizen
        self.game.state.deck[:0] = [
            card for card in cards if citizens[card].set is None and citizens[card].colour is not None
        ]
        cards.clear()

    def _advance(self, seat: int, tracks: Mapping[Track, int]) -> None:
        game, mine = self.game, self.game.seat(seat)
        mine.track |= tracks
        for reward in newly_unlocked(game, seat, mine.track):
            mine.unlocked.append(reward)
            mine.progress += 1
            printed = game.pack.reward[reward].machine
            if printed:
                mine.machines.append(Installed(printed, reward))

    def _swap_artifact_card(self, seat: int, card: str) -> None:
        mine, deck = self.game.seat(seat), self.game.state.artifact_deck
        if card in mine.artifact_cards:
            return
        taken = self._take(card)
        deck += mine.artifact_cards
        mine.artifact_cards = [taken]

    def _take(self, thing: str) -> str:
        """Take a component from wherever it is."""
        state = self.game.state
        piles: list[list[str]] = [state.deck, state.display, state.module_deck, state.module_display, state.crates]
        piles += [state.artifact_deck, state.starting_deck, *state.machine_decks.values(), *state.market.values()]
        piles += [kept.scyphoz_deck for kept in self._kept()]
        for mine in state.seats:
            piles += [mine.active, mine.rest, mine.crates, mine.artifact_cards]
        for pile in piles:
            if thing in pile:
                pile.remove(thing)
                return thing
        known = (self.game.pack.citizen, self.game.pack.module, self.game.pack.machine, self.game.pack.crate)
        if not any(thing in kind for kind in known):
            raise KeyError(f"the pack has no {thing}")
        return thing

    def _kept(self) -> list[AbyssState]:
        """What the expansion keeps; nothing at a table without it."""
        kept = self.game.state.kept
        return [] if kept is msgspec.UNSET else list(kept.values())

    def expansion(
        self,
        seat: int,
        *,
        devotion: int | None = None,
        points_to_come: int = 0,
        devotion_to_come: int = 0,
        journeys: Sequence[str] = (),
        resolved: Sequence[str] = (),
    ) -> Position:
        """A seat's part of the expansion; journeys are taken from wherever they are.

        :raises ValueError: the table is laid without the expansion.
        """
        if not self._kept():
            raise ValueError("the table is laid without the expansion")
        kept = self._kept()[0]
        mine = kept.seats[seat]
        mine.devotion = mine.devotion if devotion is None else devotion
        mine.points_to_come, mine.devotion_to_come = points_to_come, devotion_to_come
        for own, wanted in ((mine.journeys, journeys), (mine.resolved, resolved)):
            for journey in wanted:
                for pile in (kept.journey_deck, kept.journey_display):
                    if journey in pile:
                        pile.remove(journey)
                own.append(journey)
        return self

    def use_technology(self, seat: int, technology: str, label: str) -> Position:
        """A figure of a technology on a location, and the technology unlocked (its effects at once are not carried
        out)."""
        mine = self.game.seat(seat)
        mine.technologies.append(technology)
        if self.game.pack.technology[technology].machine:
            mine.machines.append(Installed(technology, technology))
        self.game.state.figures.setdefault(self.space(label), []).append(seat)
        return self

    # ---- the map ---------------------------------------------------------------------------------------------

    def space(self, label: str) -> Space:
        """The number of a space by its label.

        :raises KeyError: where there is none.
        """
        found = self.game.board.space_named(label)
        if found is None:
            raise KeyError(f"no space {label}; rows and numbers go from {self.game.board.labels[0]} on")
        return found

    def tile(self, place: str, tile: str | None = None, *, revealed: bool = True, orientation: int = 0) -> Position:
        """What lies on a place (by its identifier); another tile is swapped with the one there."""
        numbers = [number for number, found in enumerate(self.game.board.places) if found.id == place]
        if not numbers:
            raise KeyError(f"no place {place}")
        lying = self.game.state.places[numbers[0]]
        wanted = lying.tile if tile is None else tile
        for other, found in enumerate(self.game.state.places):
            if found.tile == wanted:
                self.game.lay(other, tile=lying.tile)
        self.game.lay(numbers[0], tile=wanted, revealed=revealed, orientation=orientation)
        return self

    def building(self, label: str, seat: int, size: Size = "small") -> Position:
        """A building of a seat on a space."""
        self.game.state.buildings[self.space(label)] = Building(seat, size)
        self.game.seat(seat).buildings_left[size] -= 1
        return self

    def marker(self, label: str, seat: int) -> Position:
        """A tribe's marker on a space."""
        self.game.state.markers[seat] = self.space(label)
        return self

    # ---- the table -------------------------------------------------------------------------------------------

    def display(self, *cards: str) -> Position:
        """The display of citizen cards, from first to last; those that lay there go under the deck."""
        state = self.game.state
        taken = [self._take(card) for card in cards]
        state.deck[:0] = state.display
        state.display = taken
        return self

    def module_display(self, *modules: str) -> Position:
        """The display of slot modules; those that lay there go under the pile."""
        state = self.game.state
        taken = [self._take(module) for module in modules]
        state.module_deck[:0] = state.module_display
        state.module_display = taken
        return self

    def deck(self, *cards: str, only: bool = False) -> Position:
        """The top cards of the deck in the order they will be drawn; ``only``: the rest leaves the game."""
        state = self.game.state
        taken = [self._take(card) for card in cards]
        if only:
            state.removed += state.deck
            state.deck = []
        state.deck += reversed(taken)
        return self

    def artifacts_left(self, **left: int) -> Position:
        """How many large artifacts of each colour are left; the others count as removed."""
        state = self.game.state
        for colour, number in left.items():
            key: ArtifactColour = colour  # type: ignore[assignment]
            state.removed_artifacts[key] += state.artifacts[key] - number
            state.artifacts[key] = number
        return self

    def turn(
        self,
        seat: int,
        *,
        number: int = 1,
        actions: int = 0,
        windows: int = 1,
        hibernated: bool = False,
        done: bool = False,
    ) -> Position:
        """Whose turn it is, main actions done, windows opened, and whether this window's main action is done."""
        self.game.state.turn = Turn(seat, number, actions, windows, hibernated, Window(main_done=done or hibernated))
        return self

    def phase(self, phase: Literal["setup", "play", "closing", "over"]) -> Position:
        """The phase of the game."""
        self.game.state.phase = phase
        return self

    # ---- done ------------------------------------------------------------------------------------------------

    def problems(self) -> list[Violation]:
        """All that is impossible in the position as it stands."""
        self.game.redraw_map()
        return violations(self.game)

    def build(self, *, check: bool = True) -> Game:
        """The game in this position, with an undo mark here.

        :raises ImpossiblePosition: where something is impossible (unless ``check`` is false).
        """
        problems = self.problems() if check else []
        if problems:
            raise ImpossiblePosition(problems)
        game = self.game
        game.state = msgspec.convert(msgspec.to_builtins(game.state), type(game.state), strict=False)
        game.redraw_map()
        game.moved()
        game.marks = []
        mark_turn(game)
        return game
