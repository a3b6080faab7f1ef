"""Why a planner chose what it chose, as a key and values that may be told to everybody: what is hidden (its artifact
card, crates) is never in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.actions import (
    MAIN_ACTIONS,
    Action,
    Build,
    Choose,
    Decision,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    Populate,
    UseMachine,
)
from bot.engine.effects import TRACKS
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.counting import count
from bot.engine.rules.mutations import newly_unlocked
from bot.players.base import Reason
from bot.players.valuation.effect_totals import EffectTotals
from bot.players.valuation.offer_values import appraise
from bot.players.valuation.valuation import Valuation

MAP_ACTIONS = {Explore: "explore", Populate: "populate", Build: "build"}


def reason_for(
    valuation: Valuation, action: Action, offers: list[Offer], asked: Decision | None, then: tuple[Action, ...]
) -> Reason:
    """The reason for an action; ``then`` is what the player means to do after it."""
    if isinstance(action, Choose):
        return _answer(valuation, action, asked)
    if isinstance(action, EndAction | EndTurn):
        return Reason("nothing_better")
    if isinstance(action, Hibernate):
        return _hibernate(valuation)
    offer = next((offer for offer in offers if offer.action == action), None)
    totals = appraise(valuation, offer)[1] if offer else EffectTotals()
    return _last_turn(valuation, totals) or _main(valuation, action, totals, then)


def _last_turn(valuation: Valuation, totals: EffectTotals) -> Reason | None:
    if valuation.left > 0:
        return None
    return Reason("last_turn", {"n": totals.points}) if totals.points > 0 else Reason("last_turn_plain")


def _main(valuation: Valuation, action: Action, totals: EffectTotals, then: tuple[Action, ...]) -> Reason:
    if isinstance(action, Populate):
        return _populate(valuation, action)
    if isinstance(action, Explore):
        return Reason("explore", {"n": totals.points})
    reached = _reached(valuation, totals)
    if reached:
        return Reason("reach", {"space": reached})
    following = next((MAP_ACTIONS[type(each)] for each in then if type(each) in MAP_ACTIONS), None)
    first = next((each for each in then if isinstance(each, MAIN_ACTIONS)), None)
    if following and type(first) in MAP_ACTIONS and not isinstance(action, Build) and _gains(totals):
        return Reason("for_next", {"action": following})
    return _strongest(valuation, action, totals)


def _gains(totals: EffectTotals) -> bool:
    return totals.gear + totals.book + totals.food + totals.crystal > 0


def _populate(valuation: Valuation, action: Populate) -> Reason:
    game = valuation.game
    if game.terrain(action.location) == "large":
        tile = game.state.places[game.board.place_of[action.location]].tile
        return Reason("large_location", {"n": valuation.pack.large_location[tile].points})
    return Reason("technology", {"technology": action.technology})


def _reached(valuation: Valuation, totals: EffectTotals) -> str | None:
    """The most valuable reward space that the steps reach."""
    at = valuation.mine.track
    found = newly_unlocked(valuation.game, valuation.seat, {track: at[track] + totals.steps[track] for track in TRACKS})
    return max(found, key=lambda reward: valuation.reward_values[reward], default=None)


def _strongest(valuation: Valuation, action: Action, totals: EffectTotals) -> Reason:
    """The largest part of what the action brings."""
    steps = sum(totals.steps.values())
    parts: list[tuple[float, Reason]] = [
        (valuation.points_value(totals.points), Reason("points", {"n": totals.points})),
        (valuation.steps(*(totals.steps[track] for track in TRACKS)) if steps else 0.0, Reason("steps", {"n": steps})),
        (totals.artifacts, Reason("artifact")),
        (totals.engine, Reason("engine")),
        (float(max(0, totals.gear + totals.book + totals.food + totals.crystal)), Reason("supplies")),
    ]
    value, reason = max(parts, key=lambda part: part[0])
    if value > 0:
        return reason
    return Reason("idle_machine") if isinstance(action, UseMachine) else Reason("best")


def _hibernate(valuation: Valuation) -> Reason:
    mine = valuation.mine
    energy = sum(machine.powered for machine in mine.machines)
    return Reason("hibernate", {"cards": len(mine.rest), "energy": energy})


# ---- answers -----------------------------------------------------------------------------------------------------


def _answer(valuation: Valuation, action: Choose, asked: Decision | None) -> Reason:
    if asked is None or not action.answer:
        return Reason("declined")
    option = asked.options[action.answer[0]]
    if option.kind == "skip":
        return Reason("declined")
    return _ANSWERS.get(option.kind, _best)(valuation, option.id, asked)


def _best(valuation: Valuation, chosen: Any, asked: Decision) -> Reason:
    return Reason("best")


def _artifact(valuation: Valuation, chosen: Any, asked: Decision) -> Reason:
    state = valuation.game.state
    if asked.kind == "remove_artifact":
        return Reason("least_wanted", {"colour": chosen})
    if artifacts_left(state) <= 1 and valuation.ending:
        return Reason("ends_game")
    line = valuation.card.lines.get(chosen) if valuation.card and state.common_card else None
    if line is None:
        return Reason("artifact_colour", {"colour": chosen})
    number = count(valuation.game, valuation.seat, line.of)
    return Reason("artifact_counts", {"colour": chosen, "of": line.of, "n": number})


_ANSWERS: dict[str, Callable[[Valuation, Any, Decision], Reason]] = {
    "artifact": _artifact,
    "card": lambda valuation, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_card"),
    "deck": lambda valuation, chosen, asked: Reason("blind_card"),
    "module": lambda valuation, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_module"),
    "machine": lambda valuation, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_machine"),
    "artifact_card": lambda valuation, chosen, asked: Reason("artifact_card"),
    "active_card": lambda valuation, chosen, asked: Reason("best" if asked.kind == "discard" else "starting_cards"),
    "orientation": lambda valuation, chosen, asked: Reason("orientation"),
    "row": lambda valuation, chosen, asked: Reason("row"),
    "space": lambda valuation, chosen, asked: Reason("space"),
}
