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


def why(
    worth: Valuation, action: Action, offers: list[Offer], asked: Decision | None, then: tuple[Action, ...]
) -> Reason:
    """The reason for an action; ``then`` is what the player means to do after it."""
    if isinstance(action, Choose):
        return _answer(worth, action, asked)
    if isinstance(action, EndAction | EndTurn):
        return Reason("nothing_better")
    if isinstance(action, Hibernate):
        return _hibernate(worth)
    offer = next((offer for offer in offers if offer.action == action), None)
    tally = appraise(worth, offer)[1] if offer else EffectTotals()
    return _last_turn(worth, tally) or _main(worth, action, tally, then)


def _last_turn(worth: Valuation, tally: EffectTotals) -> Reason | None:
    if worth.left > 0:
        return None
    return Reason("last_turn", {"n": tally.points}) if tally.points > 0 else Reason("last_turn_plain")


def _main(worth: Valuation, action: Action, tally: EffectTotals, then: tuple[Action, ...]) -> Reason:
    if isinstance(action, Populate):
        return _populate(worth, action)
    if isinstance(action, Explore):
        return Reason("explore", {"n": tally.points})
    reached = _reached(worth, tally)
    if reached:
        return Reason("reach", {"space": reached})
    following = next((MAP_ACTIONS[type(each)] for each in then if type(each) in MAP_ACTIONS), None)
    first = next((each for each in then if isinstance(each, MAIN_ACTIONS)), None)
    if following and type(first) in MAP_ACTIONS and not isinstance(action, Build) and _gains(tally):
        return Reason("for_next", {"action": following})
    return _strongest(worth, action, tally)


def _gains(tally: EffectTotals) -> bool:
    return tally.gear + tally.book + tally.food + tally.crystal > 0


def _populate(worth: Valuation, action: Populate) -> Reason:
    game = worth.game
    if game.terrain(action.location) == "large":
        tile = game.state.places[game.board.place_of[action.location]].tile
        return Reason("large_location", {"n": worth.pack.large_location[tile].points})
    return Reason("technology", {"technology": action.technology})


def _reached(worth: Valuation, tally: EffectTotals) -> str | None:
    """The most valuable reward space that the steps reach."""
    at = worth.mine.track
    found = newly_unlocked(worth.game, worth.seat, {track: at[track] + tally.steps[track] for track in TRACKS})
    return max(found, key=lambda reward: worth.rewards[reward], default=None)


def _strongest(worth: Valuation, action: Action, tally: EffectTotals) -> Reason:
    """The largest part of what the action brings."""
    steps = sum(tally.steps.values())
    parts: list[tuple[float, Reason]] = [
        (worth.points(tally.points), Reason("points", {"n": tally.points})),
        (worth.steps(*(tally.steps[track] for track in TRACKS)) if steps else 0.0, Reason("steps", {"n": steps})),
        (tally.artifacts, Reason("artifact")),
        (tally.engine, Reason("engine")),
        (max(0, tally.gear + tally.book + tally.food + tally.crystal) * 1.0, Reason("supplies")),
    ]
    value, reason = max(parts, key=lambda part: part[0])
    if value > 0:
        return reason
    return Reason("idle_machine") if isinstance(action, UseMachine) else Reason("best")


def _hibernate(worth: Valuation) -> Reason:
    mine = worth.mine
    energy = sum(machine.powered for machine in mine.machines)
    return Reason("hibernate", {"cards": len(mine.rest), "energy": energy})


# ---- answers -----------------------------------------------------------------------------------------------------


def _answer(worth: Valuation, action: Choose, asked: Decision | None) -> Reason:
    if asked is None or not action.answer:
        return Reason("declined")
    option = asked.options[action.answer[0]]
    if option.kind == "skip":
        return Reason("declined")
    return _ANSWERS.get(option.kind, _best)(worth, option.id, asked)


def _best(worth: Valuation, chosen: Any, asked: Decision) -> Reason:
    return Reason("best")


def _artifact(worth: Valuation, chosen: Any, asked: Decision) -> Reason:
    state = worth.game.state
    if asked.kind == "remove_artifact":
        return Reason("least_wanted", {"colour": chosen})
    if artifacts_left(state) <= 1 and worth.ending:
        return Reason("ends_game")
    line = worth.card.lines.get(chosen) if worth.card and state.common_card else None
    if line is None:
        return Reason("artifact_colour", {"colour": chosen})
    return Reason("artifact_counts", {"colour": chosen, "of": line.of, "n": count(worth.game, worth.seat, line.of)})


_ANSWERS: dict[str, Callable[[Valuation, Any, Decision], Reason]] = {
    "artifact": _artifact,
    "card": lambda worth, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_card"),
    "deck": lambda worth, chosen, asked: Reason("blind_card"),
    "module": lambda worth, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_module"),
    "machine": lambda worth, chosen, asked: Reason("exchanged" if asked.kind == "exchange" else "new_machine"),
    "artifact_card": lambda worth, chosen, asked: Reason("artifact_card"),
    "active_card": lambda worth, chosen, asked: Reason("starting_cards"),
    "orientation": lambda worth, chosen, asked: Reason("orientation"),
    "row": lambda worth, chosen, asked: Reason("row"),
    "space": lambda worth, chosen, asked: Reason("space"),
}
