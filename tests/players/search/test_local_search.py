"""Changes to a line that has been found: none makes it worse, and some find what no single step shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Game, apply, decision, explain, legal
from bot.engine.actions import (
    MAIN_ACTIONS,
    Build,
    Choose,
    Convert,
    EndAction,
    EndTurn,
    Hibernate,
    OpenCrate,
    PlayCard,
    Populate,
    UseMachine,
)
from bot.engine.effects import Gain
from bot.engine.resources import CRYSTAL_LIMIT, Amounts
from bot.engine.state import Installed
from bot.players.greedy import Subject, subject
from bot.players.search.beam_search import Search
from bot.players.search.line import Line
from bot.players.search.local_search import LineChanges, aim, improve, without_useless_actions
from bot.players.search.path_changes import before_resting, put_off, swapped
from bot.players.strengths import Effort
from bot.players.valuation.position_value import evaluate
from tests.players.search.test_beam_search import begun, turn_begins
from tests.players.table import to_move

NARROW = Effort(width=1, mains=2, frees=0, options=2, evaluations=40)


def under_way(game: Game) -> Game:
    """The game with a main action done in the turn, so that it may be ended."""
    game.state.turn.actions, game.state.turn.windows = 1, 2
    game.changed()
    return game


def searched(seed: int, steps: int) -> tuple[Search, Game, list[Line]]:
    """A narrow search where a turn begins: it leaves much to be found."""
    search, guessed = begun(turn_begins(seed, steps), NARROW)
    return search, guessed, search.lines(guessed)


def owning(seed: int, steps: int, owned: Amounts) -> Game:
    """A turn begins, and who is to move has so much in store."""
    game = turn_begins(seed, steps)
    game.seat(to_move(game)).owned = owned
    game.changed()
    return game


@pytest.mark.parametrize("seed", range(6))
def test_an_improved_line_is_never_worse_and_can_be_played(seed: int) -> None:
    search, guessed, lines = searched(seed, 40)
    before = guessed.snapshot()
    best = improve(search, Line(guessed), lines[0], 60)
    assert guessed.snapshot() == before
    assert best.value >= lines[0].value
    at, local = Line(guessed), LineChanges(search, Line(guessed), 0)
    for number in range(len(best.path) - 1):
        after = local.step(at, best.path, number)
        assert after is not None
        at = after
    assert isinstance(best.path[-1], EndTurn)
    assert search.final(at, best.path[-1]).value == pytest.approx(best.value)


def test_it_finds_what_a_narrow_search_leaves() -> None:
    found = [searched(seed, 60) for seed in range(6)]
    gains = [improve(search, Line(game), lines[0], 60).value - lines[0].value for search, game, lines in found]
    assert sum(gain > 0 for gain in gains) >= 3


def test_what_is_done_for_nothing_is_left_out() -> None:
    """A crystal is converted into a gear that the store has no room for: the line is better without it."""
    search, guessed = begun(under_way(owning(1, 60, Amounts(gear=6, crystal=2))), NARROW)
    end, start = EndTurn(seat=search.seat), Line(guessed)
    idle, wasted = (LineChanges(search, start, 9).follow(start, (*before, end)) for before in ((), (to_gear(search),)))
    assert idle is not None
    assert wasted is not None
    assert wasted.value < idle.value
    assert without_useless_actions(search, start, wasted).path == idle.path
    assert without_useless_actions(search, start, idle) is idle


def test_what_hung_on_something_left_out_is_gone_with_it() -> None:
    """The energy of a crate and the machine it was for, whose gears there is no room for."""
    game = owning(1, 60, Amounts(gear=6, book=6, food=6))
    mine, energy = game.seat(to_move(game)), next(crate for crate in game.pack.crates if crate.get == (Gain(energy=1),))
    mine.crates, mine.energy = [energy.id], 0
    mine.machines = [Installed(machine="p_hand_press", where="r_mountain_1")]
    search, guessed = begun(under_way(game), NARROW)
    end, start = EndTurn(seat=search.seat), Line(guessed)
    crate, press = OpenCrate(seat=search.seat, crate=energy.id), UseMachine(seat=search.seat, machine="p_hand_press")
    wasted = LineChanges(search, start, 9).follow(start, (crate, press, end))
    assert wasted is not None
    assert wasted.path == (crate, press, end)
    assert without_useless_actions(search, start, wasted).path == (end,)


def to_gear(search: Search) -> Convert:
    """A crystal becomes a gear."""
    return Convert(seat=search.seat, to="gear")


def test_only_so_many_changes_are_tried() -> None:
    cut_short = 0
    for seed in range(6):
        search, guessed, lines = searched(seed, 60)
        assert improve(search, Line(guessed), lines[0], 0) is lines[0]
        local = LineChanges(search, Line(guessed), 3)
        assert len(list(local.variants(lines[0]))) <= 3
        assert local.tries >= 0
        cut_short += local.tries == 0
    assert cut_short


def test_main_actions_are_tried_in_the_other_order() -> None:
    search, guessed, _ = searched(3, 60)
    mains = [offer.action for offer in legal(guessed, search.seat) if isinstance(offer.action, MAIN_ACTIONS)]
    one, other = mains[0], next(main for main in mains if type(main) is not type(mains[0]))
    close, end = EndAction(seat=search.seat), EndTurn(seat=search.seat)
    assert list(swapped((one, close, other, end))) == [(other, close, one, end)]
    assert list(swapped((one, end))) == []


def test_a_main_action_that_is_out_of_reach_is_made_up_for() -> None:
    """The rest of a line is followed as far as it goes: what cannot be done any more is left out or replaced."""
    left_out = 0
    for seed in range(40):
        search, guessed, _ = searched(seed, 60)
        local, end = LineChanges(search, Line(guessed), 9), EndTurn(seat=search.seat)
        offered = [offer.action for offer in legal(guessed, search.seat)]
        main = next(action for action in offered if isinstance(action, MAIN_ACTIONS))
        line = local.follow(Line(guessed), (main, EndAction(seat=search.seat), main, end))
        assert line is not None
        assert len({action for action in line.path if isinstance(action, MAIN_ACTIONS)}) == 2
        machine = next((action for action in offered if isinstance(action, UseMachine)), None)
        rest = Hibernate(seat=search.seat)
        again = local.follow(Line(guessed), (machine, machine, rest, end)) if machine else None
        left_out += again is not None and again.path == (machine, rest, end)
    assert left_out >= 2


def test_technologies_that_only_pay_together_are_tried() -> None:
    """After a figure whose technology links others one of those."""
    pairs = 0
    for seed in range(6):
        game = owning(seed, 60, Amounts(gear=6, book=6, food=6, crystal=3))
        search, guessed = begun(game, NARROW)
        local, start = LineChanges(search, Line(guessed), 9), Line(guessed)
        mains = local.main_actions(start)
        later = (EndAction(seat=search.seat), mains[0], EndTurn(seat=search.seat))
        for main in (main for main in mains if isinstance(main, Populate)):
            for path in local.led_to(local.subjects(start), search.step(start, main), later):
                if isinstance(path[1], Populate):
                    assert main.technology in guessed.pack.technology[path[1].technology].links
                    pairs += 1
    assert pairs >= 2


def test_a_machine_that_a_crate_brings_is_used_at_once() -> None:
    """Two steps that reach a reward: each machine that may be taken is tried, not only the best for the long run."""
    game = turn_begins(1, 60)
    mine = game.seat(to_move(game))
    mine.crates, mine.energy, mine.owned = ["k17"], 1, Amounts(gear=2, book=2, food=2)
    mine.track = {"forest": 11, "mountain": 10, "field": 0}
    mine.unlocked = [reward for reward, links in game.pack.links if all(mine.track[on] >= at for on, at in links)]
    search, guessed = begun(under_way(game), NARROW)
    local, start, crate = (
        LineChanges(search, Line(guessed), 9),
        Line(guessed),
        OpenCrate(seat=search.seat, crate="k17"),
    )
    paths = list(local.used_at_once(start, crate))
    assert {path[2].machine for path in paths if isinstance(path[2], UseMachine)} == set(game.state.market["mountain"])
    assert all(path[0] == crate for path in paths)
    line = local.follow(start, (*paths[-1], EndTurn(seat=search.seat)))
    assert line is not None
    assert line.path == (*paths[-1], EndTurn(seat=search.seat))


def test_each_large_location_is_an_aim_of_its_own() -> None:
    """A tile may be the way to one for which there is a figure in a city already."""
    found = 0
    for seed in range(12):
        game = owning(seed, 120, Amounts(gear=6, book=6, food=6, crystal=3))
        line = Line(game)
        aims: dict[int, set[Subject]] = {}
        for offer in legal(game, to_move(game)):
            if isinstance(offer.action, Populate):
                aims.setdefault(offer.action.location, set()).add(aim(line, offer.action))
        large = [own for location, own in aims.items() if game.terrain(location) == "large"]
        cities = [own for location, own in aims.items() if game.terrain(location) == "city"]
        assert all(own.isdisjoint(other) for own in large for other in cities)
        assert len({frozenset(own) for own in cities}) <= 1
        found += bool(large and cities)
    assert found


def test_what_a_main_action_makes_possible_is_tried_after_it() -> None:
    """A card whose resources pay for a technology or a building, before any of which there is not enough in store."""
    led = 0
    for seed in range(8):
        game = owning(seed, 60, Amounts(gear=2, book=1, food=2))
        search, guessed = begun(game, NARROW)
        local, start = LineChanges(search, Line(guessed), 9), Line(guessed)
        mains = local.main_actions(start)
        before = {subject(main) for main in mains}
        later = (EndAction(seat=search.seat), mains[0], EndTurn(seat=search.seat))
        for main in mains[:12]:
            for path in local.led_to(local.subjects(start), search.step(start, main), later):
                assert subject(path[1]) not in before
                assert (path[0], path[2]) == (later[0], later[2])
                led += isinstance(main, PlayCard) and isinstance(path[1], Build | Populate)
    assert led


def test_other_answers_on_the_way_are_tried_where_asked_for() -> None:
    """In a last turn what an action asks is answered in several ways."""
    more = 0
    for seed in range(6):
        found = [begun(turn_begins(seed, 60), effort) for effort in (NARROW, replace(NARROW, branches=3))]
        ends = [{line.game.snapshot() for line in search.children(Line(game))} for search, game in found]
        assert ends[0] <= ends[1]
        more += len(ends[1]) > len(ends[0])
    assert more >= 2


def test_a_free_action_is_put_off_behind_what_it_may_count() -> None:
    search, guessed, _ = searched(3, 60)
    main = next(offer.action for offer in legal(guessed, search.seat) if isinstance(offer.action, MAIN_ACTIONS))
    free, close = UseMachine(seat=search.seat, machine="m_kite_eye"), EndAction(seat=search.seat)
    end = EndTurn(seat=search.seat)
    assert list(put_off((free, main, close, end), free)) == [(main, free, close, end)]
    assert list(put_off((free, close, main, end), free)) == [(close, free, main, end), (close, main, free, end)]
    assert list(put_off((main, free, close, end), free)) == []
    both = [(main, free, close, main, end), (main, close, main, free, end)]
    assert [path for path in put_off((free, main, close, main, end), free) if path in both] == both


def test_a_main_action_is_added_where_a_turn_ends_with_some_left() -> None:
    """The search may have been cut short there; not after two, nor after hibernating."""
    search, guessed, _ = searched(3, 60)
    local, start, end = LineChanges(search, Line(guessed), 9), Line(guessed), EndTurn(seat=search.seat)
    first = list(local.added(start, (end,)))
    assert first
    assert all(isinstance(main, MAIN_ACTIONS) and rest == end for main, rest in first)
    close = EndAction(seat=search.seat)
    once = search.step(start, first[0][0])
    assert once is not None
    second = list(local.added(once, (end,)))
    assert second
    assert all(closed == close and isinstance(main, MAIN_ACTIONS) and rest == end for closed, main, rest in second)
    twice = local.follow(start, (first[0][0], *second[0][:2], end))
    assert twice is not None
    assert twice.path[:3] == (first[0][0], *second[0][:2])
    for path in (twice.path[:3], (Hibernate(seat=search.seat),)):
        at = start
        for action in path:
            at = search.step(at, action) or at
        assert list(local.added(at, (end,))) == []
    assert improve(search, start, Line(guessed, (end,), -99.0, ended=True), 60).path != (end,)


def test_other_rewards_of_hibernating_are_tried_with_what_they_bring() -> None:
    """Each reward, with each answer to what it asks; a machine that a step brings is used, since all are ready."""
    game = turn_begins(1, 60)
    mine = game.seat(to_move(game))
    mine.hibernations, mine.energy = 4, 1
    mine.track = {"forest": 7, "mountain": 5, "field": 7}
    mine.unlocked = [reward for reward, links in game.pack.links if all(mine.track[on] >= at for on, at in links)]
    game.changed()
    search, guessed = begun(game, NARROW)
    start = Line(guessed)
    local = LineChanges(search, start, 99)
    rest, end = Hibernate(seat=search.seat), EndTurn(seat=search.seat)
    changes = list(local.answered_otherwise(Line(guessed, (rest, end))))
    assert all(at is start and path[0] == rest and path[-1] == end for at, path in changes)
    rows = {path[1].answer for _, path in changes if isinstance(path[1], Choose)}
    assert len(rows) >= 4  # the one at a glance is tried without changes
    assert any(isinstance(path[2], Choose) for _, path in changes)
    used = [path for _, path in changes if any(isinstance(action, UseMachine) for action in path)]
    lines = [local.follow(start, path) for path in used]
    assert any(line is not None and line.path == path for line, path in zip(lines, used, strict=True))


def test_machines_that_pay_together_are_tried_together() -> None:
    """All that advance markers at once, where energy is there for them."""
    game = turn_begins(1, 60)
    mine = game.seat(to_move(game))
    mine.machines = [Installed(machine) for machine in ("m_peak_winch", "m_root_drill", "m_fish_wheel")]
    mine.energy = 3
    game.changed()
    search, guessed = begun(game, NARROW)
    local, start, end = LineChanges(search, Line(guessed), 9), Line(guessed), EndTurn(seat=search.seat)
    together = {path[:-1] for path in local.changes(start, (end,)) if len(path) == 3}
    assert together == {tuple(UseMachine(seat=search.seat, machine=name) for name in ("m_peak_winch", "m_root_drill"))}


def test_no_change_is_tried_twice() -> None:
    search, guessed, lines = searched(2, 60)
    local = LineChanges(search, Line(guessed), 500)
    assert len(list(local.variants(lines[0]))) > 0
    left = local.tries
    assert list(local.variants(lines[0])) == []
    assert local.tries == left


def test_a_turn_is_not_ended_under_an_open_question() -> None:
    """A free action may settle a question by the way; without it the question has to be answered."""
    checked = 0
    for seed in range(12):
        game = turn_begins(seed, 60)
        apply(game, Hibernate(seat=to_move(game)))
        if decision(game, to_move(game)) is None:
            continue
        search, guessed = begun(game, NARROW)
        end, start = EndTurn(seat=search.seat), Line(guessed)
        assert LineChanges(search, start, 9).follow(start, (end,)) is None
        best = improve(search, start, search.lines(guessed)[0], 60)
        assert explain(guessed, best.path[0]) is None
        checked += 1
    assert checked >= 4


def test_crystals_that_would_be_lost_are_converted() -> None:
    game = owning(1, 60, Amounts(gear=1, crystal=CRYSTAL_LIMIT + 2))
    search, guessed = begun(game, NARROW)
    line = search.converted(Line(guessed))
    assert line.game.seat(search.seat).owned.crystal == CRYSTAL_LIMIT
    assert line.game.seat(search.seat).owned.total == CRYSTAL_LIMIT + 3
    as_they_are = evaluate(search.valuation_of(guessed))
    assert search.valued(Line(guessed)).value > as_they_are
    assert search.valued(Line(guessed)).value == pytest.approx(evaluate(search.valuation_of(line.game)))


def test_a_machine_is_planned_before_hibernating_and_again_after_it() -> None:
    machine, rest, end = UseMachine(seat=0, machine="m_kite_eye"), Hibernate(seat=0), EndTurn(seat=0)
    assert before_resting((machine, rest, machine, end)) == (machine,)
    assert before_resting((machine, end)) == (machine, end)


def test_no_change_ends_a_turn_in_which_nothing_was_done() -> None:
    """Ending is worth much where a game drags on, but a turn is one action at least."""
    search, guessed, _ = searched(5, 60)
    close = EndTurn(seat=search.seat)
    root = Line(guessed, valuation=search.root)
    local = LineChanges(search, root, 10)
    assert explain(guessed, close) is not None
    assert local.follow(root, (close,)) is None
    rest = local.follow(root, (Hibernate(seat=search.seat), close))
    assert rest is not None
    assert rest.game.state.turn.hibernated
