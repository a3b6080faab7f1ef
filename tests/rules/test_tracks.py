"""Machine tracks, machines, energy, progress track, tribe abilities: 000 Fortschritt, Stammesfähigkeit; 001 Machines,
Tribe abilities."""

from __future__ import annotations

import pytest

from bot.engine import decision, explain
from bot.engine.actions import Convert, Hibernate, PlayCard, UseMachine
from bot.engine.components import Link
from bot.engine.effects import ReturnEnergy
from bot.engine.resolution.tasks import Do, Source
from tests.rules.position_lab import answer, do, keys, pack, position


def card(name: str, slot: int, half: str) -> PlayCard:
    return PlayCard(seat=0, card=name, slot=slot, half=half)  # type: ignore[arg-type]


def test_reaching_a_space_unlocks_what_is_linked() -> None:
    """000 Fortschritt, 001: a printed machine is unlocked, its marker goes to the progress track."""
    game = position().seat(0, active=["blue_steps"]).build()
    record = do(game, card("blue_steps", 0, "top"))
    mine = game.seat(0)
    assert mine.track["forest"] == 3
    assert "r_forest_1" in mine.unlocked
    assert [machine.machine for machine in mine.machines] == [pack().reward["r_forest_1"].machine]
    assert mine.progress == 1
    assert "progress" in keys(record)


def test_both_linked_spaces_are_needed() -> None:
    """001: linked to one or two spaces; unlocked once all are reached (facts ruling 32)."""
    linked = next(r for r in pack().player_board.rewards if len(r.links) == 2)
    one, other = linked.links
    game = position().seat(0, tracks={one.track: one.space}).build()
    assert linked.id not in game.seat(0).unlocked
    game = position().seat(0, tracks={one.track: one.space, other.track: other.space}).build()
    assert linked.id in game.seat(0).unlocked


def test_passing_counts_as_reaching() -> None:
    """000: reached or passed."""
    assert pack().reward["r_forest_1"].links == (Link("forest", 2),)
    game = position().seat(0, active=["blue_steps"], tracks={"forest": 1}).build()
    do(game, card("blue_steps", 0, "top"))
    assert "r_forest_1" in game.seat(0).unlocked


def test_steps_beyond_the_end_are_resources() -> None:
    """001: beyond the last space, the track's resource instead; one for each step."""
    last = pack().player_board.tracks["forest"].spaces
    game = position().seat(0, active=["blue_steps"], tracks={"forest": last - 1}).build()
    do(game, card("blue_steps", 0, "top"))
    mine = game.seat(0)
    assert mine.track["forest"] == last
    assert mine.owned.get(pack().player_board.tracks["forest"].resource) == 2


def test_a_market_machine_is_chosen_from_three() -> None:
    """001: one of the 3 machines of the colour; its place is filled up."""
    game = position().seat(0, active=["blue_steps"], tracks={"forest": 3}).build()
    shown = list(game.state.market["forest"])
    do(game, card("blue_steps", 0, "top"))
    asked = decision(game, 0)
    assert asked is not None
    assert [o.id for o in asked.options if o.kind == "machine"] == shown
    answer(game, 0, shown[1])
    assert shown[1] in [machine.machine for machine in game.seat(0).machines]
    assert len(game.state.market["forest"]) == 3


def test_energy_lies_on_the_machine_until_hibernation() -> None:
    """001: one token a machine; it cannot be used again before."""
    game = position().seat(0, machines=["x_food"], energy=2).build()
    do(game, UseMachine(seat=0, machine="x_food"))
    refusal = explain(game, UseMachine(seat=0, machine="x_food"))
    assert refusal is not None
    assert refusal.reason == "machine_powered"
    assert game.seat(0).energy == 1


def test_an_effect_can_return_energy() -> None:
    """001: by hibernating or other effects (facts ruling 35 corrected in section 12)."""
    game = position().seat(0, machines=["x_food", "x_return"], energy=2).build()
    do(game, UseMachine(seat=0, machine="x_food"))
    do(game, UseMachine(seat=0, machine="x_return"))
    answer(game, 0, "x_food")
    do(game, UseMachine(seat=0, machine="x_food"))
    assert game.seat(0).owned.food == 4


def test_no_energy() -> None:
    """001: machines are used with energy."""
    game = position().seat(0, machines=["x_food"], energy=0).build()
    refusal = explain(game, UseMachine(seat=0, machine="x_food"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("no_energy", "machine.use")


def test_the_star_uses_the_ability_and_moves_a_disc() -> None:
    """000 Stammesfähigkeit, 001: the ability, and one of five discs to the progress track."""
    game = position().seat(0, active=["red_star"]).build()
    do(game, card("red_star", 0, "top"))
    mine = game.seat(0)
    assert (mine.points, mine.discs, mine.progress) == (1, 4, 1)


def test_without_discs_the_ability_still_works() -> None:
    """001: after the five the ability works but gives no disc."""
    game = position().seat(0, active=["red_star"], discs=0, progress=5).build()
    do(game, card("red_star", 0, "top"))
    mine = game.seat(0)
    assert (mine.points, mine.progress) == (1, 5)


def test_a_tribe_without_its_tokens_can_do_nothing() -> None:
    """001: unless the tribe needs tiles or tokens of its own and has run out."""
    built = position(tribes=("marker", "plain")).seat(0, active=["red_star"], tokens=0)
    game = built.build()
    record = do(game, card("red_star", 0, "top"))
    assert "nothing_left" in keys(record)
    assert game.seat(0).discs == 5


def test_water_bonuses_again() -> None:
    """001 Build: the exception, a tribe that may take a water's bonus again."""
    built = position(tribes=("water", "plain")).seat(0, active=["red_star"], energy=0)
    built.tile("area_8", "t_waters")
    label = next(
        built.game.board.labels[s]
        for s in range(len(built.game.prints))
        if built.game.terrain(s) == "desert"
        and any(built.game.terrain(n) == "water" for n in built.game.board.adjacent[s])
    )
    waters = [n for n in built.game.board.adjacent[built.space(label)] if built.game.terrain(n) == "water"]
    game = built.building(label, 0).seat(0, waters=waters).build(check=False)
    do(game, card("red_star", 0, "top"))
    if decision(game, 0) is not None:
        answer(game, 0, waters[0])
    assert game.seat(0).energy == 1


def with_energy() -> list[int]:
    """The spaces of the progress track that give an energy; there is one at least."""
    spaces = enumerate(pack().player_board.progress)
    found = [number for number, space in spaces if any(getattr(effect, "energy", 0) for effect in space.get)]
    assert found
    return found


@pytest.mark.parametrize("space", with_energy())
def test_energy_bonuses_of_the_progress_track(space: int) -> None:
    """001: on some spaces of it a new energy."""
    game = position().seat(0, active=["red_star"], discs=5, progress=space).build(check=False)
    do(game, card("red_star", 0, "top"))
    assert game.seat(0).energy == 2


def test_no_more_energy_than_tokens() -> None:
    """Facts 2: seven tokens a player."""
    built = position().seat(0, active=["red_star"], energy=7, discs=5, progress=3)
    record = do(built.build(check=False), card("red_star", 0, "top"))
    assert "nothing_left" in keys(record)


def test_hibernation_keeps_what_was_built_up() -> None:
    """000, 001: only cards, energy, switch and marker are named."""
    game = position().seat(0, tracks={"forest": 4}, modules={(0, 0): "m_red"}).build()
    do(game, Hibernate(seat=0))
    assert (game.seat(0).track["forest"], game.seat(0).slots[0].modules[0]) == (4, "m_red")


def test_energy_of_a_machine_used_meanwhile_can_be_returned() -> None:
    """001 Turn overview, Machines: a machine may be used at any point of the own turn, and effects give energy back. An
    effect that finds no energy on a machine waits while one can still be used."""
    built = position().seat(0, machines=["x_food"], energy=1, crystal=2)
    game = built.build()
    game.seat(0).stack.append(Do(ReturnEnergy(1), Source("rule")))
    game.changed()
    do(game, Convert(seat=0, to="gear"))
    asked = decision(game, 0)
    assert asked is not None
    assert [option.kind for option in asked.options] == ["skip"]
    do(game, UseMachine(seat=0, machine="x_food"))
    answer(game, 0, "x_food")
    assert (game.seat(0).energy, game.seat(0).owned.food) == (1, 2)


def test_energy_that_no_machine_can_have_is_not_asked_for() -> None:
    """Ruling declining: gives nothing, and says so."""
    game = position().seat(0, machines=["x_food"], energy=0, crystal=2).build()
    game.seat(0).stack.append(Do(ReturnEnergy(1), Source("rule")))
    game.changed()
    assert "nothing_left" in keys(do(game, Convert(seat=0, to="gear")))
