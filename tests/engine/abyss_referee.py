"""A second referee for *Call of the Abyss*: it knows the documents and the printed components, not the engine's rules.

It keeps books of its own on devotion, gains to come, journeys, scyphoz cards and the separate location, works out what
each step must bring from the position before it (001 Expansion Rules; 004 Important, Règles d'extension; the rulings
where the documents are open), and notes every difference from what the engine did. The base game's part of the position
(buildings, tracks, cards) it reads off the table, as a person would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec

from bot.engine import decision, score, view
from bot.engine.actions import (
    Action,
    Build,
    Choose,
    Event,
    Explore,
    Offer,
    Populate,
    ResolveJourney,
    TakeGains,
    UseSwitch,
)
from bot.engine.effects import Advance, Gain, GainAny
from bot.engine.state import Building

if TYPE_CHECKING:
    from bot.engine import Game
    from bot.engine.abyss_state import AbyssState
    from bot.engine.actions import Decision, Record

Hex = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
PAIR = 2
LAST_SCORE_BONUS = 50
"""Score bonuses lie on spaces up to here (000)."""


@dataclass
class Book:
    """What the referee has written down for a seat. ``coming`` are the points and the devotion of the window,
    ``taking`` those that are being settled, the latest last; ``due`` is what has still to come in this window (kind,
    number, from what), ``crossed`` the spaces of both tracks whose rewards have still to be named."""

    devotion: int = 0
    points: int = 0
    coming: list[int] = field(default_factory=lambda: [0, 0])
    taking: list[list[int]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    looking: list[list[str]] = field(default_factory=list)
    due: list[tuple[str, int, str]] = field(default_factory=list)
    crossed: list[tuple[str, int]] = field(default_factory=list)


class AbyssReferee:
    """Follows one game, step by step. ``wrong`` holds what differs, ``steps`` how many it has followed, ``seen`` how
    often each thing of the expansion has come up."""

    def __init__(self, game: Game) -> None:
        self.game, self.pack, self.state = game, game.pack, game.state
        assert game.pack.abyss is not None
        self.parts = game.pack.abyss
        self.wrong: list[str] = []
        self.seen: Counter[str] = Counter()
        self.steps = 0
        self.hexes = sorted(chain(*(place.spaces for place in self.pack.board.places)), key=lambda at: (at[1], at[0]))
        self.books = [Book(points=mine.points) for mine in game.state.seats]
        kept = self._kept()
        self.scyphoz = list(kept.scyphoz_deck)
        self.pile, self.display = list(kept.journey_deck), list(kept.journey_display)
        self.apart: list[int] = []
        self.gone: list[str] = []
        self._check_table()

    def _kept(self) -> AbyssState:
        """What the engine has written down, for comparison."""
        assert self.game.state.kept is not msgspec.UNSET
        return self.game.state.kept["abyss"]

    def _note(self, what: str) -> None:
        self.wrong.append(f"#{self.game.count}: {what}")

    def _expect(self, found: object, expected: object, what: str) -> None:
        if found != expected:
            self._note(f"{what}: {found}, expected {expected}")

    # ---- the table -----------------------------------------------------------------------------------------------

    def _check_table(self) -> None:
        """Lakes on their places; piles whole; one more journey than seats; a location that is not on the map."""
        lying = {self.pack.board.places[number].id: tile.tile for number, tile in enumerate(self.state.places)}
        lakes = {lake.id for lake in self.parts.lakes}
        self._expect({tile for tile in lying.values() if tile in lakes}, lakes, "lakes on the map")
        on = [place for place, tile in lying.items() if tile in lakes]
        self._expect(set(on) <= set(self.parts.lake_places) and len(on) == len(lakes), True, f"lakes lie on {on}")
        self._expect(sorted(self.scyphoz), sorted(card.id for card in self.parts.scyphoz), "scyphoz pile")
        self._expect(sorted(self.pile + self.display), sorted(each.id for each in self.parts.journeys), "journeys")
        self._expect(len(self.display), len(self.books) + 1, "journeys on display")
        self._expect(self._kept().location in lying.values(), False, "the separate location is on the map")

    def _lakes(self) -> dict[str, list[Hex]]:
        ids = {lake.id for lake in self.parts.lakes}
        return {
            lying.tile: list(place.spaces)
            for place, lying in zip(self.pack.board.places, self.state.places, strict=True)
            if lying.tile in ids
        }

    def _beside(self, space: int, lake: list[Hex]) -> bool:
        q, r = self.hexes[space]
        return any((q + dq, r + dr) in lake for dq, dr in AROUND)

    def _sizes(self, seat: int, lake: list[Hex], buildings: dict[int, Building]) -> list[str]:
        own = [(at, each.size) for at, each in buildings.items() if each.seat == seat]
        return [size for at, size in own if self._beside(at, lake)]

    # ---- counting for journeys -----------------------------------------------------------------------------------

    def _number(self, seat: int, of: str) -> int:
        mine = self.state.seats[seat]
        sizes = [each.size for each in self.state.buildings.values() if each.seat == seat]
        counts: dict[str, Callable[[], int]] = {
            "buildings": lambda: len(sizes),
            "small_buildings": lambda: sizes.count("small"),
            "large_buildings": lambda: sizes.count("large"),
            "crates": lambda: mine.crates_taken,
            "machines": lambda: len(mine.machines),
            "modules": lambda: len([module for slot in mine.slots for module in slot.modules if module]),
            "technologies": lambda: len(mine.technologies),
            "cards_gained": lambda: len(mine.gained_cards),
            "hibernations": lambda: mine.hibernations,
            "progress_markers": lambda: mine.progress,
            "track_steps": lambda: sum(mine.track.values()),
            "waters": lambda: len(mine.waters),
            "flasks": lambda: self._flasks(seat),
        }
        return counts[of]()

    def _flasks(self, seat: int) -> int:
        """Face-down journeys, and the scyphoz cards that show one, wherever the seat has them."""
        mine = self.state.seats[seat]
        everywhere = [*mine.active, *mine.rest, *(card.card for slot in mine.slots for card in slot.cards)]
        shows = {card.id for card in self.parts.scyphoz if card.flask}
        return len(self.books[seat].turned) + len(shows.intersection(everywhere))

    def _devotion_for(self, seat: int, journey: str) -> int:
        """The highest level that is fulfilled; 0 where none is."""
        card = next(each for each in self.parts.journeys if each.id == journey)
        number = self._number(seat, card.of)
        return max((level.devotion for level in card.levels if level.reach <= number), default=0)

    def _pays(self, seat: int, journey: str) -> set[str]:
        """Cards of the active area: of the colour asked for, or scyphoz cards."""
        colour = next(each.colour for each in self.parts.journeys if each.id == journey)
        colours = {card.id: card.colour for card in self.pack.citizens} | {
            card.id: colour for card in self.parts.scyphoz
        }
        return {card for card in self.state.seats[seat].active if colours[card] == colour}

    # ---- before a step: offers and questions ---------------------------------------------------------------------

    def before(self, seat: int, offers: list[Offer], asked: Decision | None) -> None:
        """What is offered and asked is what it must be."""
        if asked is not None:
            self._asked(seat, asked)
        own_turn = self.state.phase == "play" and seat == self.state.turn.seat and asked is None
        found = {self._name(offer.action) for offer in offers} - {None}
        expected = self._offered(seat)
        if own_turn:
            self._expect(found, expected, f"offers of seat {seat}")
        elif found - expected:
            self._note(f"offers of seat {seat}: {found - expected} too many")
        for offer in offers:
            self._way(seat, offer)

    def _name(self, action: Action) -> tuple[str, str] | None:
        match action:
            case ResolveJourney(journey=journey):
                return "resolve", journey
            case UseSwitch(journey=str() as journey):
                return "take", journey
            case TakeGains():
                return "gains", ""
        return None

    def _offered(self, seat: int) -> set[tuple[str, str]]:
        """001 Journey Cards; 004 Important: free actions at any time, the switch as a main action."""
        book, turn = self.books[seat], self.state.turn
        found = {("resolve", journey) for journey in book.held if self._devotion_for(seat, journey)}
        if any(book.coming):
            found.add(("gains", ""))
        main = not turn.window.main_done and not turn.hibernated and turn.actions < 2
        if main and not self.state.seats[seat].switch_used:
            found |= {("take", journey) for journey in self.display if self._pays(seat, journey)}
        return found

    def _asked(self, seat: int, asked: Decision) -> None:
        book = self.books[seat]
        if asked.source.kind == "lake":
            self._come(seat, "other", asked.source.id)
        if asked.kind == "settle_gains":
            points, devotion = self._begin(seat)
            pairs = [("devotion", number + 1) for number in range(points // PAIR)]
            pairs += [("points", number + 1) for number in range(devotion // PAIR)]
            self._expect([(each.id, each.number) for each in asked.options], [(None, 0), *pairs], "exchange")
            self._expect(bool(pairs), True, "an exchange without a pair")
        elif asked.kind == "scyphoz":
            self._expect([each.id for each in asked.options], (book.looking or [[]])[-1], "scyphoz cards offered")
        elif asked.kind == "journey_price":
            self._expect({each.id for each in asked.options}, self._pays(seat, asked.source.id), "price")
        elif asked.kind == "figure":
            self._expect({each.id for each in asked.options if each.kind == "figure"}, self._figures(seat), "figures")

    def _figures(self, seat: int) -> set[object]:
        """The bottom one first, then one connected to an unlocked technology; nobody goes there twice."""
        mine = self.state.seats[seat]
        if seat in self.apart:
            return set()
        left = [each for each in self.pack.tribe[mine.tribe].technologies if each.id not in mine.technologies]
        if not mine.technologies:
            return {each.id for each in left if not each.links}
        return {each.id for each in left if set(each.links) & set(mine.technologies)}

    # ---- range ---------------------------------------------------------------------------------------------------

    def _way(self, seat: int, offer: Offer) -> None:
        """No way leads through a lake, a vast crystal or what is unexplored; a lake is no target."""
        action = offer.action
        lakes = set(chain(*self._lakes().values()))
        if isinstance(action, Explore):
            target = set(self.pack.board.places[action.place].spaces)
        elif isinstance(action, Build | Populate):
            at = self.hexes[action.space if isinstance(action, Build) else action.location]
            target = self._whole(at)
        else:
            return
        if target & lakes:
            self._note(f"{action} on a lake")
        origins = self._origins(seat)
        if origins is None or offer.range is None:
            return
        self.seen["ways"] += 1
        self._expect(offer.range.distance, self._distance(origins, target), f"spaces between for {action}")

    def _whole(self, at: Hex) -> set[Hex]:
        """All spaces of a large location, else the one space."""
        place = next(each for each in self.pack.board.places if at in each.spaces)
        return set(place.spaces) if place.kind == "large" else {at}

    def _origins(self, seat: int) -> set[Hex] | None:
        """Own pieces, without any the abyss; None where the tribe counts from elsewhere too."""
        mine = self.state.seats[seat]
        tribe = self.pack.tribe[mine.tribe]
        lasting = [*tribe.lasting, *(effect for each in tribe.technologies for effect in each.lasting)]
        if any(type(effect).__struct_config__.tag == "origin" for effect in lasting):
            return None
        own = {self.hexes[at] for at, each in self.state.buildings.items() if each.seat == seat}
        for at, seats in self.state.figures.items():
            own |= self._whole(self.hexes[at]) if seat in seats else set()
        abyss = next(set(each.spaces) for each in self.pack.board.places if each.kind == "abyss")
        return own or abyss

    def _distance(self, origins: set[Hex], target: set[Hex]) -> int:
        """Spaces between, by the shortest way over what may be crossed."""
        lakes = {lake.id for lake in self.parts.lakes}
        vast = {tile.id for tile in self.pack.tiles if not tile.spaces}
        open_spaces = {
            space
            for place, lying in zip(self.pack.board.places, self.state.places, strict=True)
            for space in place.spaces
            if lying.revealed and lying.tile not in lakes | vast
        }
        if origins & target:
            return 0
        reached, edge, between = set(origins), set(origins), 0
        while edge:
            near = {(q + dq, r + dr) for q, r in edge for dq, dr in AROUND} - reached
            if near & target:
                return between
            edge = near & open_spaces
            reached |= near
            between += 1
        return -1

    # ---- a step --------------------------------------------------------------------------------------------------

    def after(self, action: Action, record: Record, buildings: dict[int, Building], windows: tuple[int, int]) -> None:
        """What happened is what had to; ``buildings`` and ``windows`` (turn and window) are those before the step."""
        self.steps += 1
        seat = record.seat
        if isinstance(action, Build):
            self._built(seat, action, buildings)
        if isinstance(action, ResolveJourney):
            self._resolved(seat, action.journey)
        if isinstance(action, TakeGains):
            self._take(seat)
        for event in record.events:
            if event.seat is not None:
                self._event(event.seat, event, action)
        self._closed(windows)
        self._compare()

    def _built(self, seat: int, action: Build, before: dict[int, Building]) -> None:
        """001 Lakes: 1 or 3 devotion if no building of that size was there."""
        for name, lake in self._lakes().items():
            if self._beside(action.space, lake) and action.size not in self._sizes(seat, lake, before):
                self.books[seat].due.append(("devotion", 1 if action.size == "small" else 3, name))

    def _resolved(self, seat: int, journey: str) -> None:
        book, devotion = self.books[seat], self._devotion_for(seat, journey)
        self._expect(journey in book.held and devotion > 0, True, f"{journey} could be resolved")
        if journey in book.held:
            book.held.remove(journey)
            book.turned.append(journey)
        book.due.append(("devotion", devotion, journey))

    def _slept(self, seat: int) -> None:
        """001 Lakes: the right column of each lake, for each size of which one stands beside it."""
        for name, spaces in self._lakes().items():
            lake = next(each for each in self.parts.lakes if each.id == name)
            sizes = self._sizes(seat, spaces, self.state.buildings)
            paid = [*(lake.small if "small" in sizes else ()), *(lake.large if "large" in sizes else ())]
            self.books[seat].due += [_due(effect, name) for effect in paid]

    def _event(self, seat: int, event: Event, action: Action) -> None:
        told = HANDLED.get(event.key)
        if told is not None:
            self.seen[event.key] += 1
            told(self, seat, event, action)

    def _come(self, seat: int, kind: str, source: str, number: int | None = None) -> None:
        """Something that was due has come."""
        due = self.books[seat].due
        found = next((d for d in due if d[0] == kind and d[2] == source and number in (None, d[1])), None)
        if found:
            due.remove(found)
        elif kind != "other":
            self._note(f"seat {seat}: {number} {kind} from {source} was not due")

    def _on_hibernated(self, seat: int, event: Event, action: Action) -> None:
        self._slept(seat)

    def _on_gained(self, seat: int, event: Event, action: Action) -> None:
        """Of a step beyond the end of a track a resource comes, too: that one is not looked for."""
        lake = next((each for each in self.parts.lakes if each.id == event.values["source"]), None)
        if lake is None:
            return
        steps = any(isinstance(effect, Advance) for effect in (*lake.small, *lake.large))
        if ("gained", 0, lake.id) in self.books[seat].due or not steps:
            self._come(seat, "gained", lake.id)

    def _on_crate_taken(self, seat: int, event: Event, action: Action) -> None:
        for lake in self._lakes():
            self._come(seat, "other", lake)

    def _on_nothing_left(self, seat: int, event: Event, action: Action) -> None:
        if event.values["what"] == "crates":
            self._on_crate_taken(seat, event, action)

    def _on_points_to_come(self, seat: int, event: Event, action: Action) -> None:
        points = _whole_number(event.values["points"])
        if event.values["kind"] == "lake":
            self._come(seat, "points", str(event.values["source"]), points)
        self.books[seat].coming[0] += points
        self._expect(event.values["total"], self.books[seat].coming[0], "points to come")

    def _on_devotion_to_come(self, seat: int, event: Event, action: Action) -> None:
        devotion = _whole_number(event.values["devotion"])
        self._come(seat, "devotion", str(event.values["source"]), devotion)
        self.books[seat].coming[1] += devotion
        self._expect(event.values["total"], self.books[seat].coming[1], "devotion to come")

    # ---- settling ------------------------------------------------------------------------------------------------

    def _take(self, seat: int) -> None:
        """Everything that is to come is settled at once; what was taken before and is still asked about waits."""
        book = self.books[seat]
        book.taking.append(book.coming)
        book.coming = [0, 0]

    def _begin(self, seat: int) -> list[int]:
        """What is being settled: of a window that closes, all that is to come."""
        if not self.books[seat].taking:
            self._take(seat)
        return self.books[seat].taking[-1]

    def _on_gains_exchanged(self, seat: int, event: Event, action: Action) -> None:
        """2:1, for what was gained and not settled yet."""
        book, number = self.books[seat], _whole_number(event.values["number"])
        self._expect(isinstance(action, Choose) and bool(book.taking), True, "an exchange was asked for")
        taking = self._begin(seat)
        give, get = (0, 1) if event.values["got"] == "devotion" else (1, 0)
        taking[give] -= PAIR * number
        taking[get] += number
        self._expect(min(taking) >= 0, True, "no more is exchanged than was gained")

    def _on_devotion(self, seat: int, event: Event, action: Action) -> None:
        book = self._taken(seat, 1, event.values["devotion"], action)
        before, book.devotion = book.devotion, book.devotion + _whole_number(event.values["devotion"])
        self._expect(event.values["total"], book.devotion, "devotion")
        spaces = [at for at in self.parts.devotion if before < at <= book.devotion]
        book.crossed += [("devotion_reward", at) for at in sorted(spaces)]
        for at in spaces:
            self.seen[f"space {at}"] += 1

    def _on_points(self, seat: int, event: Event, action: Action) -> None:
        book = self._taken(seat, 0, event.values["points"], action)
        before, book.points = book.points, book.points + _whole_number(event.values["points"])
        self._expect(event.values["total"], book.points, "points")
        last = min(book.points, LAST_SCORE_BONUS)
        book.crossed += [("score_bonus", at) for at in sorted(self.pack.board.score_bonuses) if before < at <= last]

    def _taken(self, seat: int, kind: int, number: object, action: Action) -> Book:
        """A marker moves by what is being settled, never otherwise."""
        book = self.books[seat]
        taking = self._begin(seat)
        if not isinstance(action, Choose):
            self._expect(max(taking) < PAIR, True, "pairs are not settled unasked")
        self._expect(number, taking[kind], ("points", "devotion")[kind] + " settled")
        taking[kind] = 0
        if not any(taking):
            book.taking.pop()
        return book

    def _on_devotion_reward(self, seat: int, event: Event, action: Action) -> None:
        self._cross(seat, "devotion_reward", event)

    def _on_score_bonus(self, seat: int, event: Event, action: Action) -> None:
        self._cross(seat, "score_bonus", event)

    def _cross(self, seat: int, key: str, event: Event) -> None:
        space = (key, _whole_number(event.values["space"]))
        if space in self.books[seat].crossed:
            self.books[seat].crossed.remove(space)
        else:
            self._note(f"{space} was not reached by seat {seat}")

    # ---- cards and the separate location -------------------------------------------------------------------------

    def _on_scyphoz_drawn(self, seat: int, event: Event, action: Action) -> None:
        drawn = [self.scyphoz.pop(), self.scyphoz.pop()]
        self._expect([event.secret["first"], event.secret["second"]], drawn, "cards drawn")
        self.books[seat].looking.append(drawn)

    def _on_scyphoz_kept(self, seat: int, event: Event, action: Action) -> None:
        """One is kept, face up in the active area; the other goes under the pile (ruling scyphoz)."""
        kept, book = str(event.values["card"]), self.books[seat]
        self._expect(bool(book.looking) or len(self.scyphoz) == 1, True, f"{kept} was one of two")
        choice = book.looking.pop() if book.looking else [self.scyphoz.pop()]
        self._expect(kept in choice, True, f"{kept} was drawn")
        self.scyphoz[:0] = [card for card in choice if card != kept]
        mine = self.state.seats[seat]
        self._expect(kept in mine.active and kept in mine.gained_cards, True, f"{kept} lies in the active area")

    def _on_populated_apart(self, seat: int, event: Event, action: Action) -> None:
        self._expect(seat in self.apart, False, "populated apart before")
        self.apart.append(seat)
        self._expect(event.values["technology"] in self.state.seats[seat].technologies, True, "unlocked")

    def _on_card_destroyed(self, seat: int, event: Event, action: Action) -> None:
        card = str(event.values["card"])
        self.gone.append(card)
        mine = self.state.seats[seat]
        self._expect(card in [*mine.active, *mine.rest, *mine.gained_cards], False, f"{card} is still there")

    def _on_journey_taken(self, seat: int, event: Event, action: Action) -> None:
        journey = str(event.values["journey"])
        self._expect(journey in self.display, True, f"{journey} is on display")
        at = self.display.index(journey)
        self.display[at : at + 1] = [self.pile.pop()] if self.pile else []
        self.books[seat].held.append(journey)

    # ---- after a step --------------------------------------------------------------------------------------------

    def _closed(self, windows: tuple[int, int]) -> None:
        """A window that has closed leaves nothing unsettled but a question for another seat."""
        turn = self.state.turn
        for seat, book in enumerate(self.books):
            asked = decision(self.game, seat)
            if asked is not None and asked.kind == "settle_gains":
                self._begin(seat)
            self._expect(book.crossed, [], f"rewards of seat {seat} left out")
            if (turn.number, turn.windows) != windows:
                self._expect(book.due, [], f"seat {seat} has not got")
        if (turn.number, turn.windows) != windows or self.state.phase == "over":
            for seat, book in enumerate(self.books):
                waits = [task for task in self.state.seats[seat].stack if hasattr(task, "devotion")]
                if any(book.coming) and waits and not book.taking:
                    self._take(seat)
                if not waits:
                    self._expect(book.coming, [0, 0], f"still to come for seat {seat}")

    def _compare(self) -> None:
        """The engine's books and the referee's."""
        kept = self._kept()
        found = (kept.scyphoz_deck, kept.journey_deck, kept.journey_display, kept.figures)
        self._expect(found, (self.scyphoz, self.pile, self.display, self.apart), "piles, display, figures apart")
        self._expect([card for card in self.gone if card not in self.state.removed], [], "destroyed and not removed")
        for seat, (book, own, mine) in enumerate(zip(self.books, kept.seats, self.state.seats, strict=True)):
            now = (own.devotion, mine.points, own.journeys, own.resolved)
            self._expect(now, (book.devotion, book.points, book.held, book.turned), f"seat {seat}")
            self._expect([own.points_to_come, own.devotion_to_come], book.coming, f"to come for seat {seat}")

    def at_the_end(self) -> None:
        """001: devotion 1:1; scyphoz cards as the best colour that is unlocked; the separate location as usual."""
        for sheet, book in zip(score(view(self.game, None)), self.books, strict=True):
            lines: Counter[str] = Counter()
            for line in sheet.lines:
                lines[line.key] += line.points
            expected = {
                "devotion": book.devotion,
                "track": book.points,
                "card_colour": 2 * self._coloured(sheet.seat),
                "large_locations": self._large(sheet.seat),
            }
            self._expect({key: lines[key] for key in expected}, expected, f"score of seat {sheet.seat}")
            self._expect(sheet.total, sum(lines.values()), f"total of seat {sheet.seat}")

    def _coloured(self, seat: int) -> int:
        mine = self.state.seats[seat]
        unlocked = {space.cards for space in self.pack.player_board.rewards if space.id in mine.unlocked} - {None}
        scyphoz = {card.id for card in self.parts.scyphoz}
        colours = [self.pack.citizen[card].colour for card in mine.gained_cards if card not in scyphoz]
        wild = sum(card in scyphoz for card in mine.gained_cards)
        return sum(colours.count(colour) for colour in unlocked) + (wild if unlocked else 0)

    def _large(self, seat: int) -> int:
        tiles = [
            lying.tile
            for place, lying in zip(self.pack.board.places, self.state.places, strict=True)
            if place.kind == "large"
            and any(self.hexes[at] in place.spaces and seat in seats for at, seats in self.state.figures.items())
        ]
        tiles += [self._kept().location] if seat in self.apart else []
        return sum(self.pack.large_location[tile].points for tile in tiles)


HANDLED: Final[dict[str, Callable[[AbyssReferee, int, Event, Action], None]]] = {
    "hibernated": AbyssReferee._on_hibernated,
    "gained": AbyssReferee._on_gained,
    "crate_taken": AbyssReferee._on_crate_taken,
    "nothing_left": AbyssReferee._on_nothing_left,
    "points_to_come": AbyssReferee._on_points_to_come,
    "devotion_to_come": AbyssReferee._on_devotion_to_come,
    "gains_exchanged": AbyssReferee._on_gains_exchanged,
    "devotion": AbyssReferee._on_devotion,
    "points": AbyssReferee._on_points,
    "devotion_reward": AbyssReferee._on_devotion_reward,
    "score_bonus": AbyssReferee._on_score_bonus,
    "scyphoz_drawn": AbyssReferee._on_scyphoz_drawn,
    "scyphoz_kept": AbyssReferee._on_scyphoz_kept,
    "populated_apart": AbyssReferee._on_populated_apart,
    "card_destroyed": AbyssReferee._on_card_destroyed,
    "journey_taken": AbyssReferee._on_journey_taken,
}
"""What the referee does with each kind of event."""


def _due(effect: object, lake: str) -> tuple[str, int, str]:
    match effect:
        case Gain(devotion=devotion) if devotion:
            return "devotion", devotion, lake
        case Gain(points=points) if points:
            return "points", points, lake
        case Gain() | GainAny():
            return "gained", 0, lake
    return "other", 0, lake


def _whole_number(value: object) -> int:
    assert isinstance(value, int)
    return value
