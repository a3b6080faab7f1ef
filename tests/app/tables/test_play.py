"""Playing: actions, old buttons, doubled interactions, undo, computer players."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot.app.tables import STRENGTHS, Changed, Named, TableRefusal
from bot.app.tables.computer_turns import KINDS, Kind
from bot.app.tables.decision_token import LONGEST, DecisionToken, parse_token
from bot.engine import View
from bot.engine.actions import (
    Action,
    Build,
    Choose,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    Populate,
    Refusal,
    Refused,
    UseMachine,
    UseSwitch,
)
from bot.players import RandomPlayer, Thought
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, SASCHA, World, caller, person_on, world
from tests.app.tables.test_lobby import refused


async def playing(w: World, *people: int, computers: int = 0) -> int:
    game = (await w.game(*people, computers=computers)).game
    await w.settle_setup(game)
    return game


async def token_of(w: World, game: int, user: int) -> str:
    return (await w.tables.play.offers(game, user)).token


def test_tokens_are_short() -> None:
    longest = DecisionToken(36**6 - 1, 3, 36**4 - 1)
    assert len(longest.text) <= LONGEST
    assert parse_token(longest.text) == longest
    assert parse_token(DecisionToken(1, 0, 0).text) == (1, 0, 0)


@pytest.mark.parametrize("token", ["", "1", "1.", "1.9", "1.90", "zzzzzzz.00", "1.0 0", "1.0à", "٣.00", "1.0\n"])
def test_other_tokens_are_refused(token: str) -> None:
    with pytest.raises(TableRefusal) as caught:
        parse_token(token)
    assert caught.value.reason == "unknown_point"


async def test_two_questions_are_answered_at_once(w: World) -> None:
    """What an option leads to is known where nothing is revealed; answered together, each is taken back by itself."""
    game, player = await playing(w, KIM, ALEX), RandomPlayer(5)
    for user in (KIM, ALEX) * 400:
        controls = await w.tables.play.offers(game, user)
        asked = enumerate(controls.following)
        leading = [n for n, each in asked if each and not any(option.barrier for option in each.options)]
        if leading:
            break
        await w.play_one_if(game, user, player)
    assert controls.decision is not None
    [first, *_] = leading
    following = controls.following[first]
    assert following is not None
    answers = [Choose(seat=controls.seat, answer=(number,)) for number in (first, 0)]
    with pytest.raises(Refused):
        await w.tables.play.act(caller(user), controls.token, answers[0], Choose(seat=controls.seat, answer=(99,)))
    assert await w.tables.play.offers(game, user) == controls, "all of it or nothing"
    acted = await w.tables.play.act(caller(user), controls.token, *answers)
    assert [record.action for record in acted.records][:2] == answers
    assert (await w.tables.play.undo(caller(user), game)).undone[0].action == answers[1]
    assert (await w.tables.play.offers(game, user)).decision == following


@pytest.mark.parametrize("people", [(KIM, ALEX), (KIM, ALEX, ROBIN), (KIM, ALEX, ROBIN, SASCHA)])
async def test_a_whole_game(w: World, people: tuple[int, ...]) -> None:
    """To the final score, which is kept for itself and in the list of results; the channel is free again."""
    game = await playing(w, *people)
    status = await w.play_on(game, RandomPlayer(len(people)))
    assert status.stage == "over"
    assert sorted(sheet.rank for sheet in status.sheets)[0] == 1
    result = await w.store.games.result(game)
    assert result is not None
    pad = await w.store.score_pads.get(result.tally or 0)
    assert pad is not None
    assert pad.closed_at is not None
    assert [each.game for each in await w.store.games.results(9001)] == [game]
    assert w.told[-1].what == "over"
    assert sum(change.what == "over" for change in w.told) == 1
    await refused("no_game_here", _here(w))
    log = await w.tables.play.log(game)
    assert [line.record.number for line in log] == list(range(len(log)))
    await refused("over", w.tables.play.offers(game, KIM))


async def _here(w: World) -> int:
    return w.tables.here(CHANNEL)


async def test_not_your_turn(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    theirs = (await w.tables.play.offers(game, KIM)).token
    refusal = await refused("not_your_turn", w.tables.play.act(caller(ALEX), theirs, Hibernate(seat=0)))
    assert refusal.values == {"player": Named(0, "Kim")}
    assert refusal.rule == "turn.order"
    with pytest.raises(Refused) as caught:
        await w.tables.play.act(caller(ALEX), await token_of(w, game, ALEX), Hibernate(seat=1))
    assert caught.value.refusal.reason == "not_your_turn"


async def test_not_in_this_game(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, KIM)
    await refused("not_in_game", w.tables.play.act(caller(EVE), token, Hibernate(seat=0)))
    await refused("not_in_game", w.tables.play.offers(game, EVE))
    await refused("not_in_game", w.tables.play.undo(caller(EVE), game))


async def test_the_action_of_another_seat_is_refused(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await refused("unknown_point", w.tables.play.act(caller(KIM), await token_of(w, game, KIM), Hibernate(seat=1)))


async def test_no_game_of_that_number(w: World) -> None:
    await refused("no_such_game", w.tables.play.act(caller(KIM), DecisionToken(77, 0, 0).text, Hibernate(seat=0)))
    game = (await w.tables.lobby.open(caller(KIM))).game
    await refused("not_running", w.tables.play.act(caller(KIM), DecisionToken(game, 0, 0).text, Hibernate(seat=0)))
    await refused("not_running", w.tables.play.view(game))


async def test_old_button(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    old = await token_of(w, game, KIM)
    await w.tables.play.act(caller(KIM), old, Hibernate(seat=0))
    await refused("stale", w.tables.play.act(caller(KIM), old, Hibernate(seat=0)))
    await refused("stale", w.tables.play.undo(caller(KIM), game, old))


async def test_what_the_rules_refuse_changes_nothing(w: World) -> None:
    """The engine's reason and numbers come through and the table stays as it was."""
    game = await playing(w, KIM, ALEX)
    before = await w.tables.status(game)
    with pytest.raises(Refused) as caught:
        await w.tables.play.act(caller(KIM), before.tokens[0], EndTurn(seat=0))
    assert caught.value.refusal.reason == "nothing_done"
    assert await w.tables.status(game) == before


async def test_too_expensive(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, KIM)
    for place in range(len((await w.tables.play.view(game)).state.places)):
        found = await w.tables.play.judge(game, KIM, Explore(seat=0, place=place))
        if isinstance(found, Refusal) and found.reason == "too_expensive":
            with pytest.raises(Refused) as caught:
                await w.tables.play.act(caller(KIM), token, Explore(seat=0, place=place))
            assert caught.value.refusal == found
            assert found.values["lack"]
            return
    raise AssertionError("everything could be paid for")


async def test_unknown_target(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, KIM)
    unknown: list[Action] = [
        Explore(seat=0, place=9999),
        Build(seat=0, space=-1, size="small"),
        Populate(seat=0, location=10**9, technology="flying"),
        UseMachine(seat=0, machine="no such machine"),
        Choose(seat=0, answer=(5,)),
    ]
    for action in unknown:
        with pytest.raises(Refused):
            await w.tables.play.act(caller(KIM), token, action)
    assert await token_of(w, game, KIM) == token


async def test_an_interaction_delivered_twice_counts_once(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    click, token = caller(KIM), await token_of(w, game, KIM)
    first = await w.tables.play.act(click, token, Hibernate(seat=0))
    again = await w.tables.play.act(click, token, Hibernate(seat=0))
    assert (again.records, again.again, again.status) == (first.records, True, first.status)


async def test_an_interaction_delivered_twice_at_once_counts_once(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    click, token = caller(KIM), await token_of(w, game, KIM)
    both = await asyncio.gather(*(w.tables.play.act(click, token, Hibernate(seat=0)) for _ in range(5)))
    assert sorted(each.again for each in both) == [False, True, True, True, True]
    assert all(each.records == both[0].records for each in both)


async def test_an_interaction_from_before_a_restart_counts_once(w: World, path: Any) -> None:
    game = await playing(w, KIM, ALEX)
    click, token = caller(KIM), await token_of(w, game, KIM)
    first = await w.tables.play.act(click, token, Hibernate(seat=0))
    undo = caller(KIM)
    taken = await w.tables.play.undo(undo, game) if not first.records[0].barrier else None
    async with world(path) as later:
        again = await later.tables.play.act(click, token, Hibernate(seat=0))
        assert (again.records, again.again) == (first.records, True)
        if taken:
            repeated = await later.tables.play.undo(undo, game)
            assert (repeated.records, repeated.undone, repeated.again) == (taken.records, taken.undone, True)


async def test_two_clicks_at_once_lose_nothing(w: World) -> None:
    """Two people answer in the setup at the same moment: both answers are kept."""
    game = (await w.game(KIM, ALEX, ROBIN, SASCHA)).game
    tokens = {user: await token_of(w, game, user) for user in (KIM, ALEX, ROBIN, SASCHA)}
    done = await asyncio.gather(*(w.tables.play.answer(caller(user), tokens[user], (0,)) for user in tokens))
    assert sorted(each.records[0].number for each in done) == [0, 1, 2, 3]
    assert (await w.tables.status(game)).active == 0
    assert len(await w.tables.play.log(game)) == 4


async def test_two_processes_never_overwrite_each_other(w: World, path: Any) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, KIM)
    async with world(path) as other:
        await other.tables.play.act(caller(KIM), token, Hibernate(seat=0))
        await refused("stale", w.tables.play.act(caller(KIM), token, UseSwitch(seat=0, resource="gear")))
        assert await w.tables.status(game) == await other.tables.status(game)
        await refused("stale", w.tables.play.act(caller(KIM), token, UseSwitch(seat=0, resource="gear")))


async def test_a_failure_while_storing_changes_nothing(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await playing(w, KIM, ALEX)
    before = await w.tables.status(game)

    async def full_disk(change: object) -> int:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(w.store.games, "commit", full_disk)
        with pytest.raises(OSError, match="disk full"):
            await w.tables.play.act(caller(KIM), before.tokens[0], Hibernate(seat=0))
    assert await w.tables.status(game) == before
    await w.tables.play.act(caller(KIM), before.tokens[0], Hibernate(seat=0))


async def test_a_cancelled_act_leaves_what_the_disk_says(w: World, path: Any) -> None:
    game = await playing(w, KIM, ALEX)
    task = asyncio.create_task(w.tables.play.act(caller(KIM), await token_of(w, game, KIM), Hibernate(seat=0)))
    await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await asyncio.sleep(0.2)
    w.tables.repository.forget(game)
    async with world(path) as other:
        assert await w.tables.status(game) == await other.tables.status(game)


async def test_a_failing_listener_harms_nobody(w: World) -> None:
    def broken(change: Changed) -> None:
        raise RuntimeError("no message")

    game = await playing(w, KIM, ALEX)
    w.tables.listen(broken)
    heard: list[Changed] = []
    w.tables.listen(heard.append)
    acted = await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), Hibernate(seat=0))
    assert heard[0].records == acted.records
    assert (heard[0].what, heard[0].by, heard[0].version) == ("acted", KIM, acted.status.version)


async def test_undo_takes_back_and_tells(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    before = await w.tables.play.view(game, KIM)
    acted = await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), UseSwitch(seat=0, resource="gear"))
    controls = await w.tables.play.offers(game, KIM)
    assert (controls.may_undo, controls.undoes) == (True, acted.records[-1])
    undone = await w.tables.play.undo(caller(KIM), game, controls.token)
    assert undone.undone == acted.records[-1:]
    assert undone.records[0].undid == (acted.records[-1].number,)
    assert (await w.tables.play.view(game, KIM)).state == before.state
    assert (w.told[-1].what, w.told[-1].undone) == ("undone", undone.undone)
    after = await w.tables.play.offers(game, KIM)
    assert not after.may_undo
    with pytest.raises(Refused):
        await w.tables.play.undo(caller(KIM), game)


async def test_an_ended_turn_is_reopened_until_another_acts(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), UseSwitch(seat=0, resource="gear"))
    while (controls := await w.tables.play.offers(game, KIM)).decision:
        await w.tables.play.act(caller(KIM), controls.token, controls.offers[0].action)
    await w.tables.play.act(caller(KIM), controls.token, EndTurn(seat=0))
    assert (await w.tables.status(game)).active == 1
    assert w.told[-1].new_turn
    await w.tables.play.undo(caller(KIM), game)
    assert (await w.tables.status(game)).active == 0


async def test_undo_agrees_with_what_was_announced(w: World) -> None:
    """Over a whole game: an undo is carried out exactly where the controls said so."""
    game, player, tried = await playing(w, KIM, ALEX), RandomPlayer(8), [0, 0]
    for _ in range(120):
        status = await w.tables.status(game)
        seat = next(iter(status.waiting), status.active)
        if status.stage != "running" or seat is None:
            break
        user = status.seats[seat].user or 0
        controls = await w.tables.play.offers(game, user)
        tried[controls.may_undo] += 1
        if controls.may_undo:
            await w.tables.play.undo(caller(user), game)
        else:
            with pytest.raises(Refused) as caught:
                await w.tables.play.undo(caller(user), game)
            assert caught.value.refusal.reason == controls.barrier
        await w.play_one(game, user, player)
        await w.play_one_if(game, user, player)
    assert min(tried) > 5


async def test_computer_players_move_by_themselves(w: World) -> None:
    game = await playing(w, KIM, computers=3)
    told = len(w.told)
    await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), Hibernate(seat=0))
    for _ in range(200):
        await w.tables.computers.settle()
        status = await w.tables.status(game)
        if status.active != 0 or status.turn > 1:
            break
        await w.play_one(game, KIM, RandomPlayer(status.version))
    await w.tables.computers.settle()
    status = await w.tables.status(game)
    moved = {record.seat for change in w.told[told:] if change.by is None for record in change.records}
    assert moved >= {1, 2, 3}
    assert status.active == 0


async def test_a_game_with_computer_players_ends(w: World) -> None:
    game = await playing(w, KIM, computers=1)
    assert (await w.play_on(game, RandomPlayer(3))).stage == "over"


async def test_computer_players_go_on_after_a_restart(w: World, path: Any) -> None:
    game = await playing(w, KIM, computers=1)
    w.tables.computers.wake = lambda game: None  # type: ignore[method-assign]
    w.tables.play._wake = w.tables.computers.wake
    for _ in range(200):
        status = await w.tables.status(game)
        if status.active == 1:
            break
        await w.play_one(game, KIM, RandomPlayer(status.version))
    assert (await w.tables.status(game)).active == 1
    async with world(path) as later:
        await later.tables.computers.settle()
        assert (await later.tables.status(game)).active == 0


class Slow:
    """Thinks for a while, in a thread."""

    def __init__(self, seed: int) -> None:
        self._player = RandomPlayer(seed)

    def choose(self, seen: View, offers: list[Offer]) -> Action:
        time.sleep(0.005)
        return self._player.choose(seen, offers)

    def think(self, seen: View, offers: list[Offer]) -> Thought:
        return Thought(self.choose(seen, offers))


async def test_slow_computer_players_do_not_hold_up_others(path: Any) -> None:
    async with world(path, kinds={"random": Kind(Slow, quick=False)}) as w:
        game = (await w.game(KIM, computers=1)).game
        other = (await w.game(ALEX, ROBIN, channel=CHANNEL + 1)).game
        await w.settle_setup(other)
        await w.settle_setup(game)
        await w.play_on(game, RandomPlayer(2), 25)
        await w.play_on(other, RandomPlayer(2), 5)
        moved = [change for change in w.told if change.game == game and change.by is None]
        assert moved
        assert all(len(change.records) == 1 for change in moved)


async def test_nobody_comes_in_while_a_person_is_in_the_middle_of_a_turn(w: World) -> None:
    """Computer players and standing answers wait, so that the person can still undo."""
    game, player = await playing(w, KIM, computers=2), RandomPlayer(21)
    for _ in range(150):
        await w.tables.computers.settle()
        status = await w.tables.status(game)
        if status.stage != "running":
            break
        before = len(w.told)
        acted = await w.play_one(game, KIM, player)
        await w.tables.computers.settle()
        if acted.status.active == 0 and acted.status.turn == status.turn:
            assert not [change for change in w.told[before:] if change.by is None]


async def test_the_log_keeps_secrets(w: World) -> None:
    game, player = await playing(w, KIM, ALEX), RandomPlayer(11)
    await w.play_on(game, player, 200)
    mine = await w.tables.play.log(game, KIM, 0)
    public = await w.tables.play.log(game, None, 0)
    assert any(event.secret for line in mine for event in line.record.events)
    assert not any(event.secret for line in public for event in line.record.events)
    assert not any(
        event.secret and event.seat != 0 for line in mine for event in line.record.events if event.seat is not None
    )


async def test_since_your_last_turn(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    player = RandomPlayer(4)
    while (await w.tables.status(game)).turn < 3:
        status = await w.tables.status(game)
        seat = next(iter(status.waiting), status.active) or 0
        await w.play_one(game, status.seats[seat].user or 0, player)
    since = await w.tables.play.log(game, KIM)
    assert since
    assert KIM not in {line.user for line in since}


async def test_the_same_point_means_the_same_question(w: World) -> None:
    """Over a whole game with undo: as long as a seat's token stands, it is asked the same; its own action moves it."""
    game, player = await playing(w, KIM, ALEX, ROBIN), RandomPlayer(17)
    meant: dict[str, object] = {}
    for number in range(400):
        status = await w.tables.status(game)
        if (user := person_on(status)) is None or status.stage != "running":
            break
        for seat in range(3):
            controls = await w.tables.play.controls(game, seat)
            asked = (controls.decision, controls.active, status.turn if controls.active else None)
            assert meant.setdefault(controls.token, asked) == asked
        mine = await w.tables.play.offers(game, user)
        if number % 5 == 0 and mine.may_undo:
            await w.tables.play.undo(caller(user), game)
        else:
            await w.play_one(game, user, player)
        assert (await w.tables.status(game)).tokens[mine.seat] != mine.token
    assert len(meant) > 100


async def test_a_result_that_cannot_be_listed_ends_the_game_all_the_same(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*values: object) -> bytes:
        raise ValueError("no sheets")

    monkeypatch.setattr("bot.app.tables.game_results.pad_of_game", broken)
    game = await playing(w, KIM, computers=1)
    assert (await w.play_on(game, RandomPlayer(3))).stage == "over"
    result = await w.store.games.result(game)
    assert result is not None
    assert result.tally is None


async def test_what_was_looked_at_stays(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    seen = await w.tables.play.view(game, KIM)
    gears = seen.state.seats[0].owned.gear
    await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), UseSwitch(seat=0, resource="gear"))
    assert seen.state.seats[0].owned.gear == gears
    assert (await w.tables.play.view(game, KIM)).state.seats[0].owned.gear == gears + 1


async def test_can_i(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    assert await w.tables.play.explain(game, KIM, Hibernate(seat=9)) is None
    found = await w.tables.play.judge(game, KIM, EndTurn(seat=9))
    assert getattr(found, "reason", None) == "nothing_done"
    assert isinstance(await w.tables.play.judge(game, KIM, Hibernate(seat=0)), Offer)
    assert (await w.tables.play.controls(game, 0)).offers == (await w.tables.play.offers(game, KIM)).offers
    await refused("unknown_seat", w.tables.play.controls(game, 2))
    assert (await w.tables.play.pack(game)).id == "field"


async def test_many_tables_at_once(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than are kept in memory, all played at the same time; none loses anything."""
    monkeypatch.setattr("bot.app.tables.table_repository.KEPT", 5)
    games = [(await w.game(KIM, ALEX, channel=number)).game for number in range(1, 21)]
    await asyncio.gather(*(w.settle_setup(game) for game in games))
    await asyncio.gather(*(w.play_on(game, RandomPlayer(game), 4) for game in games))
    for game in games:
        assert [line.record.number for line in await w.tables.play.log(game, None, 0)] == list(range(6))


async def test_kinds_of_computer_players_are_those_that_can_be_asked_for() -> None:
    made: dict[str, Callable[[int], object]] = {name: kind.make for name, kind in KINDS.items()}
    assert set(made) == set(STRENGTHS)
