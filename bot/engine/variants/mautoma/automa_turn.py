"""The Mautoma's turn on the map: its card, what it does with it and why (002 Mautomas Zug, MAUTOMAS AKTIONEN,
ÜBERWINTERN). Each choice is told: its range, the candidates with their worth, the tie-breaker, what was skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.engine.effects import TRACKS, Size
from bot.engine.resolution.tasks import Source
from bot.engine.resources import one
from bot.engine.rules import mutations
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.map_actions import pay_markers
from bot.engine.solo_components import MautomaState
from bot.engine.state import Building
from bot.engine.variants.display_refill import replace_shown
from bot.engine.variants.mautoma import deck
from bot.engine.variants.mautoma.candidate_search import (
    Candidate,
    best,
    first_met,
    owner_of,
    to_build,
    to_explore,
    to_populate,
)
from bot.engine.variants.mautoma.cards import FIGURE_BOOKS, Card, Deed

if TYPE_CHECKING:
    from bot.engine.actions import Value
    from bot.engine.game import Game
    from bot.engine.solo_components import MautomaBoard

ANY_RANGE = 0


def kept_of(game: Game) -> MautomaState:
    """What the game keeps of the Mautoma."""
    kept = game.state.variant
    assert isinstance(kept, MautomaState), "a game with the Mautoma keeps it"
    return kept


def board_of(game: Game) -> MautomaBoard:
    """The pack's Mautoma board."""
    board = game.pack.mautoma
    assert board is not None, "a game with the Mautoma is laid with a pack that has its board"
    return board


def take_turn(game: Game) -> None:
    """Its whole turn: a card from its deck, or hibernation."""
    kept = kept_of(game)
    game.revealed = True
    game.tell("mautoma_turn", None, number=kept.turns + 1)
    if deck.must_hibernate(kept):
        _hibernate(game, kept)
        return
    card = deck.draw(kept, len(board_of(game).circle))
    field = deck.field_of(board_of(game), kept)
    game.tell(
        "mautoma_card", None, card=card.id, steps=card.steps, field=kept.marker + 1, colour=field.colour,
        segment=field.segment,
    )  # fmt: skip
    _carry_out(game, card)


def _carry_out(game: Game, card: Card) -> None:
    done = [_DEEDS[deed](game, card.range) for deed in card.does]
    if card.instead is not None and not any(done):
        _DEEDS[card.instead](game, card.range)


def _skip(game: Game, what: Deed, why: str, limit: int | None) -> bool:
    game.tell("mautoma_skipped", None, what=what, why=why, range=limit or ANY_RANGE)
    return False


def _choose(
    game: Game, what: Deed, candidates: list[Candidate], limit: int | None
) -> tuple[Candidate, dict[str, Value]]:
    """The candidate it takes and how it came to it: the best ones, the first that its search meets."""
    for candidate in candidates:
        where = "place" if what == "explore" else "space"
        values: dict[str, Value] = {where: candidate.target, "range": candidate.range, "worth": candidate.value}
        game.tell("mautoma_candidate", None, what=what, **values)
    equal = best(candidates)
    tie = deck.tie_breaker(board_of(game), kept_of(game))
    chosen = first_met(game.board, tie, equal)
    why: dict[str, Value] = {"range": limit or ANY_RANGE, "candidates": len(candidates), "equal": len(equal)}
    if len(equal) > 1:
        segment = deck.field_of(board_of(game), kept_of(game)).segment
        why |= {"segment": segment, "along": tie.along, "rows": tie.rows}
    return chosen, why


# ---- actions -----------------------------------------------------------------------------------------------------


def _explore(game: Game, limit: int | None) -> bool:
    """It opens a tile and lays it as it was flipped, at random from the seed; humans' buildings get their bonuses
    (002 ERKUNDEN; ruling mautoma)."""
    candidates = to_explore(game, limit)
    if not candidates:
        return _skip(game, "explore", "none", limit)
    chosen, why = _choose(game, "explore", candidates, limit)
    place = chosen.target
    lying = game.lay(place, revealed=True, orientation=game.below(len(game.board.orientations[place])))
    game.moved()
    game.tell("mautoma_explored", None, place=place, tile=lying.tile, orientation=lying.orientation, **why)
    mutations.bonuses_beside(game, game.active, place)
    return True


def _populate(game: Game, limit: int | None) -> bool:
    """A figure on a location, one without anybody first; whoever is there gets a book (002 BEVÖLKERN)."""
    kept, owner = kept_of(game), owner_of(game)
    if kept.figures >= len(FIGURE_BOOKS):
        return _skip(game, "populate", "no_figures", limit)
    candidates = to_populate(game, limit)
    if not candidates:
        return _skip(game, "populate", "none", limit)
    chosen, why = _choose(game, "populate", candidates, limit)
    present = game.state.figures.setdefault(chosen.target, [])
    books = FIGURE_BOOKS[kept.figures]
    kept.figures += 1
    game.tell("mautoma_populated", None, space=chosen.target, others=len(present), **why)
    for other in present:
        mutations.gain(game, other, one("book"), Source("rule", "populate.extra_books"))
    present.append(owner)
    game.moved()
    pay_markers(game, owner, chosen.target, one("book", books))
    return True


def _build(game: Game, limit: int | None) -> bool:
    """A building on the desert with the most rewards for a human, small ones before large ones (002 BAUEN,
    SONDERREGELN)."""
    kept, owner = kept_of(game), owner_of(game)
    sizes: list[Size] = [size for size, left in kept.buildings_left.items() if left]
    if not sizes:
        return _skip(game, "build", "no_buildings", limit)
    candidates = to_build(game, limit)
    if not candidates:
        return _skip(game, "build", "none", limit)
    chosen, why = _choose(game, "build", candidates, limit)
    size = sizes[0]
    kept.buildings_left[size] -= 1
    game.state.buildings[chosen.target] = Building(owner, size)
    game.moved()
    game.tell("mautoma_built", None, space=chosen.target, size=size, worth=chosen.value, **why)
    pay_markers(game, owner, chosen.target, game.pack.supply.building_cost[size])
    return True


_DEEDS: dict[Deed, Callable[[Game, int | None], bool]] = {
    "explore": _explore,
    "populate": _populate,
    "build": _build,
}


# ---- hibernation -------------------------------------------------------------------------------------------------


def _hibernate(game: Game, kept: MautomaState) -> None:
    """An artifact goes, parts of the displays are replaced, a progress card joins the deck (002 ÜBERWINTERN)."""
    game.tell("mautoma_hibernated", None, number=kept.hibernations + 1)
    _remove_artifact(game, kept)
    _replace(game, kept)
    deck.reshuffle(kept, game.shuffle)
    game.tell("mautoma_shuffled", None, cards=len(kept.deck), progress=len(kept.progress))


def _remove_artifact(game: Game, kept: MautomaState) -> None:
    state, wanted = game.state, deck.field_of(board_of(game), kept).colour
    colour = deck.artifact_to_remove(board_of(game), kept, state.artifacts)
    if colour is None or artifacts_left(state) <= 0:
        game.tell("mautoma_removed_none", None)
        return
    state.artifacts[colour] -= 1
    state.removed_artifacts[colour] += 1
    game.tell("mautoma_removed", None, colour=colour, wanted=wanted, left=artifacts_left(state))


def _replace(game: Game, kept: MautomaState) -> None:
    state, area = game.state, deck.area_of(board_of(game), kept)
    things = [state.display[at - 1] for at in area.cards if at <= len(state.display)]
    things += [state.module_display[at - 1] for at in area.modules if at <= len(state.module_display)]
    things += [
        state.market[track][at - 1] for track in TRACKS for at in area.machines if at <= len(state.market[track])
    ]
    for thing in things:
        replace_shown(game, thing)
