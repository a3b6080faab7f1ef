"""Whether an action is possible, an open decision of the seat set aside."""

from __future__ import annotations

from bot.engine import decision, explain, judge
from bot.engine.actions import Build, EndTurn, Hibernate, Offer, PlayCard, Refusal, UseSwitch
from bot.engine.api import judge_besides
from bot.engine.effects import TakeArtifact
from bot.engine.resolution.tasks import Do, Source
from tests.rules.position_lab import do, position, space


def test_what_comes_after_the_choice_of_the_first_action() -> None:
    """The first main action is over then: the second one is judged, with its cost; the game stays as it is."""
    game = position().seat(0, active=["blue_steps"], gear=3, crystal=1).build()
    do(game, PlayCard(seat=0, card="blue_steps", slot=2, half="bottom"))
    assert decision(game, 0) is not None
    before, switch = game.snapshot(), UseSwitch(seat=0, resource="gear")
    refusal = explain(game, switch)
    assert refusal is not None
    assert refusal.reason == "answer_first"
    assert isinstance(judge_besides(game, switch), Offer)
    dear = judge_besides(game, Build(seat=0, space=space(game, "E7"), size="large"))
    assert isinstance(dear, Refusal)
    assert dear.reason not in ("answer_first", "action_done")
    hibernate = judge_besides(game, Hibernate(seat=0))
    assert isinstance(hibernate, Refusal)
    assert hibernate.reason == "actions_taken"
    assert game.snapshot() == before
    assert explain(game, switch) == refusal


def test_what_is_owed_is_set_aside_too() -> None:
    game = position().build()
    game.seat(1).stack.append(Do(TakeArtifact(), Source("rule")))
    game.changed()
    do(game, UseSwitch(seat=0, resource="gear"))
    do(game, EndTurn(seat=0))
    switch = UseSwitch(seat=1, resource="gear")
    assert isinstance(judge(game, switch), Refusal)
    assert isinstance(judge_besides(game, switch), Offer)


def test_without_a_choice_it_is_the_same() -> None:
    game = position().build()
    for action in (UseSwitch(seat=0, resource="gear"), UseSwitch(seat=1, resource="gear"), EndTurn(seat=0)):
        assert judge_besides(game, action) == judge(game, action)
