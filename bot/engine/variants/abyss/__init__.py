"""The expansion *Call of the Abyss* as a variant (001 Expansion Rules; 004; ruling devotion and those after it for what
the documents leave open). It is put together from its parts: devotion, scyphoz cards, journeys, lakes, the separate
large location."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.engine.actions import Refusal
from bot.engine.game import EXPANSION_RULES, Variant
from bot.engine.rules.score_lines import Line
from bot.engine.variants.abyss import devotion, journey_cards, lakes, scyphoz_cards, separate_location
from bot.engine.variants.abyss.state_access import KEY, begun, kept_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Offer, UseSwitch
    from bot.engine.components import Pack
    from bot.engine.game import Game
    from bot.engine.resolution.tasks import Do, Source, Task
    from bot.engine.state import SeatNumber, Setup, Space, State

RULES = (*devotion.RULES, *journey_cards.RULES)
"""The rules of its own actions."""


class Abyss(Variant):
    """Devotion beside points, and what it leads to."""

    rules = EXPANSION_RULES
    pools_gains = True

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """It needs a pack with its parts, and is not played alone (ruling abyss-alone)."""
        if setup.options.alone != "no":
            return Refusal(reason="abyss_alone", rule="expansion.alone", kind="cannot be read")
        if pack.abyss is None:
            return Refusal(reason="no_abyss_parts", rule="expansion.overview", kind="cannot be read")
        return None

    # ---- laying the table ----------------------------------------------------------------------------------------

    def set_up(self, game: Game) -> None:
        """Piles, the separate location, and the lakes on the map."""
        parts = parts_of(game)
        game.state.kept = {KEY: begun(len(game.state.seats))}
        kept = kept_of(game)
        separate_location.draw(game, kept)
        kept.scyphoz_deck = game.shuffle([card.id for card in parts.scyphoz])
        kept.journey_deck = game.shuffle([journey.id for journey in parts.journeys])
        journey_cards.lay(kept, len(game.state.seats))
        lakes.lay(game, parts)

    def reorder(self, game: Game) -> None:
        """Both piles, with the scyphoz cards that somebody is looking at."""
        scyphoz_cards.reorder(game)
        kept = kept_of(game)
        kept.journey_deck = game.shuffle(kept.journey_deck)

    def reorder_undrawn(self, game: Game) -> None:
        """Both piles."""
        kept = kept_of(game)
        kept.scyphoz_deck = game.shuffle(kept.scyphoz_deck)
        kept.journey_deck = game.shuffle(kept.journey_deck)

    # ---- gains ---------------------------------------------------------------------------------------------------

    def pool_points(self, game: Game, seat: SeatNumber, points: int, source: Source) -> None:
        """Points wait for the end of the action, to be exchanged with what else it brings (004 Important)."""
        devotion.pool_points(game, seat, points, source)

    def gain_devotion(self, game: Game, seat: SeatNumber, number: int, source: Source) -> None:
        """The same for devotion."""
        devotion.pool_devotion(game, seat, number, source)

    def settlement(self, game: Game, seat: SeatNumber) -> Task | None:
        """What has come in the window, with the exchange where it can be made."""
        return devotion.settlement(game, seat)

    def settling_reveals(self, game: Game) -> bool:
        """Where what is settled leads to a bonus that may reveal something."""
        return devotion.settling_reveals(game)

    # ---- what happens on the map ---------------------------------------------------------------------------------

    def built(self, game: Game, seat: SeatNumber, space: Space) -> tuple[tuple[Do, ...], ...]:
        """Devotion for the first building of a size at a lake."""
        return lakes.bonuses(game, seat, space)

    def hibernated(self, game: Game, seat: SeatNumber) -> None:
        """The lakes' rewards."""
        lakes.hibernated(game, seat)

    def locations_apart(self, game: Game, seat: SeatNumber) -> tuple[str, ...]:
        """The separate large location, once populated."""
        kept = kept_of(game)
        return (kept.location,) * kept.figures.count(seat)

    # ---- the switch ----------------------------------------------------------------------------------------------

    def switch_offers(self, game: Game, seat: SeatNumber) -> Iterator[Offer]:
        """A journey card, its price paid."""
        return journey_cards.switch_offers(game, seat)

    def check_switch(self, game: Game, action: UseSwitch) -> Offer | Refusal | None:
        """The offer for a journey card, or why not."""
        return journey_cards.check_switch(game, action)

    def use_switch(self, game: Game, action: UseSwitch) -> bool:
        """The journey card, once its price is chosen."""
        return journey_cards.use_switch(game, action)

    # ---- the score, what is seen and checked ---------------------------------------------------------------------

    def score_lines(self, game: Game, seat: SeatNumber) -> tuple[Line, ...]:
        """Each devotion point is a point; what is still to come counts as it is (001 Devotion Points)."""
        mine = kept_of(game).seats[seat]
        reached = mine.devotion + mine.devotion_to_come
        return (Line("devotion", reached, reached),)

    def points_to_come(self, game: Game, seat: SeatNumber) -> int:
        """Points gained and not settled yet."""
        return kept_of(game).seats[seat].points_to_come

    def masked(self, state: State) -> State:
        """The piles stay hidden; what somebody looks at is in his tasks, which others do not see."""
        if state.kept is msgspec.UNSET:
            return state
        kept = state.kept[KEY]
        hidden = msgspec.structs.replace(
            kept, scyphoz_deck=["?"] * len(kept.scyphoz_deck), journey_deck=["?"] * len(kept.journey_deck)
        )
        return msgspec.structs.replace(state, kept={**state.kept, KEY: hidden})

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """Its cards, lakes and figures are complete, its counts not below zero."""
        yield from devotion.problems(game)
        yield from scyphoz_cards.problems(game)
        yield from journey_cards.problems(game)
        yield from lakes.problems(game)
        yield from separate_location.problems(game)
