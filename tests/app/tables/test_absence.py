"""Somebody is late: nudges, a computer player for one turn or until they are back, votes in which silence agrees."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.model import PlayerSettings
from bot.app.tables.quiet_hours import Hours, Quiet
from bot.app.tables.wording import notice_text, refused
from bot.engine.actions import Refused
from bot.text import LOCALES
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, World, caller, world
from tests.app.tables.test_notices import end_turn, ticked
from tests.app.tables.test_pace import late, paced


async def alex_is_late(w: World, *people: int) -> int:
    """A game at the pace of a day in which Alex, the second, is late; everything told."""
    game = await paced(w, "day", *people)
    await end_turn(w, game, KIM)
    await ticked(w)
    await ticked(w, hours=25)
    await ticked(w, hours=1)
    assert await late(w, game) == [1]
    return game


async def reason(w: World, wanted: object) -> str:
    with pytest.raises(TableRefusal) as refusal:
        await wanted  # type: ignore[misc]
    assert all(refused(locale, refusal.value) for locale in LOCALES)
    return refusal.value.reason


async def test_a_nudge_once_a_day(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    absence = w.tables.absence
    assert await reason(w, absence.nudge(caller(EVE), game, 1, "move")) == "not_in_game"
    assert await reason(w, absence.nudge(caller(ROBIN), game, 0, "move")) == "not_late"
    assert await reason(w, absence.nudge(caller(ROBIN), game, 7, "move")) == "unknown_seat"
    await absence.nudge(caller(ROBIN), game, None, "well")
    assert await ticked(w) == [(ALEX, "nudge", 0)]
    said = {notice_text(locale, w.box.sent[-1], "@Alex") for locale in LOCALES}
    assert len(said) == 3
    assert all("Robin" in text for text in said)
    assert await reason(w, absence.nudge(caller(KIM), game, 1, "move")) == "nudged"
    w.clock.turn(hours=24)
    await absence.nudge(caller(KIM), game, 1, "move")
    assert [each.act.kind for each in await absence.acts(game)] == ["nudge", "nudge"]


async def test_a_nudge_waits_for_the_morning(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX)
    now = w.clock.now()
    begin = now.hour * 60 + now.minute
    await w.tables.set_hours(ALEX, Hours(quiet=Quiet(begin, (begin + 60) % 1440)))
    await w.tables.absence.nudge(caller(KIM), game, 1, "move")
    assert await ticked(w, minutes=59) == []
    assert await ticked(w, minutes=1) == [(ALEX, "nudge", 0)]


async def test_nothing_without_a_pace(w: World) -> None:
    game = await paced(w, "none", KIM, ALEX, ROBIN)
    await end_turn(w, game, KIM)
    await ticked(w, days=50)
    absence = w.tables.absence
    for wanted in (
        absence.nudge(caller(KIM), game, 1, "move"),
        absence.propose(caller(KIM), game, 1, "turn"),
        absence.propose(caller(KIM), game, 1, "takeover"),
    ):
        assert await reason(w, wanted) == "nobody_late"


async def test_a_computer_plays_one_turn_and_nobody_undoes_it(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    absence = w.tables.absence
    assert not (await absence.propose(caller(KIM), game, 1, "turn")).done
    assert (await absence.propose(caller(ROBIN), game, 1, "turn")).done
    await w.tables.computers.settle()
    status = await w.tables.status(game)
    assert status.active == 2
    assert (status.seats[1].user, status.seats[1].computer) == (ALEX, None), "for one turn alone"
    assert (status.late, status.ballots) == ({}, ())
    for person in (ALEX, KIM, ROBIN):
        with pytest.raises(Refused):
            await w.tables.play.undo(caller(person), game)
    assert not (await w.tables.play.offers(game, ALEX)).may_undo
    assert (ALEX, "stood_in", 0) in await ticked(w)
    [logged] = await absence.acts(game)
    assert (logged.act.kind, logged.act.name, logged.act.by, logged.act.agreed) == ("turn", "Alex", "Kim", 2)
    moves = [line for line in await w.tables.play.log(game, None, 0) if line.record.seat == 1 and line.user is None]
    assert moves
    assert not any(getattr(line.record, "why", None) for line in moves), "reasons would tell what only Alex knows"


async def test_silence_agrees_after_the_time_of_the_pace(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    assert not (await w.tables.absence.propose(caller(KIM), game, 1, "takeover")).done
    await ticked(w, hours=7, minutes=59)
    assert (await w.tables.status(game)).seats[1].user == ALEX
    assert (ALEX, "filled_in", 0) in await ticked(w, minutes=1)
    seat = (await w.tables.status(game)).seats[1]
    assert (seat.user, seat.computer, seat.absent, seat.name) == (None, "normal", ALEX, "Alex")
    [logged] = await w.tables.absence.acts(game)
    assert (logged.act.agreed, logged.act.silent) == (1, 2)


async def test_who_sleeps_is_not_silent(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    back = w.clock.now() + timedelta(hours=20)
    for person in (ALEX, ROBIN):
        await w.tables.set_hours(person, Hours(away_until=back))
    await w.tables.absence.propose(caller(KIM), game, 1, "turn")
    await ticked(w, hours=9)
    assert (await w.tables.status(game)).ballots != ()
    await ticked(w, hours=19)
    assert [each.act.kind for each in await w.tables.absence.acts(game)] == ["turn"]


async def test_objections_end_a_vote(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    absence = w.tables.absence
    assert await reason(w, absence.object(caller(ROBIN), game, 1, "turn")) == "no_vote"
    await absence.propose(caller(KIM), game, 1, "turn")
    assert (await absence.object(caller(ROBIN), game, 1, "turn")).ballot is not None
    voted = await absence.object(caller(KIM), game, 1, "turn")
    assert (voted.done, voted.ballot) == (False, None)
    await ticked(w, days=3)
    assert (await w.tables.status(game)).active == 1
    assert [each.act.kind for each in await absence.acts(game)] == ["declined"]


async def test_acting_ends_the_vote(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    await w.tables.absence.propose(caller(KIM), game, 1, "takeover")
    await end_turn(w, game, ALEX)
    assert (await w.tables.status(game)).ballots == ()
    await ticked(w, days=1)
    assert (await w.tables.status(game)).seats[1].user == ALEX


async def test_a_vote_of_somebody_who_left_does_not_count(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    await w.tables.absence.propose(caller(ROBIN), game, 1, "turn")
    await w.tables.administration.leave(caller(ROBIN), game)
    assert await reason(w, w.tables.absence.propose(caller(ROBIN), game, 1, "turn")) == "not_in_game"
    voted = await w.tables.absence.propose(caller(KIM), game, 1, "turn")
    assert (voted.done, voted.ballot is not None and voted.ballot.users) == (False, (KIM,))


async def test_nor_when_the_silent_are_counted(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    await w.tables.absence.propose(caller(ROBIN), game, 1, "takeover")
    await w.tables.absence.object(caller(KIM), game, 1, "takeover")
    await w.tables.administration.leave(caller(ROBIN), game)
    await ticked(w, hours=9)
    status = await w.tables.status(game)
    assert (status.seats[1].user, status.ballots) == (ALEX, ())
    assert [each.act.kind for each in await w.tables.absence.acts(game)] == ["declined"]


async def test_silence_agrees_to_nothing_else(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    await w.tables.administration.end(caller(ROBIN), game)
    await w.tables.administration.pause(caller(ROBIN), game)
    await w.tables.administration.pace(caller(ROBIN), game, "live")
    await ticked(w, days=20)
    status = await w.tables.status(game)
    assert (status.stage, status.pace, len(status.ballots)) == ("running", "day", 3)


async def test_back_again(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    for person in (KIM, ROBIN):
        await w.tables.absence.propose(caller(person), game, 1, "takeover")
    await w.tables.computers.settle()
    assert await reason(w, w.tables.play.offers(game, ALEX)) == "filled_in"
    assert await reason(w, w.tables.absence.back(caller(EVE), game)) == "not_filled_in"
    status = await w.tables.absence.back(caller(ALEX), game)
    assert (status.seats[1].user, status.seats[1].computer, status.seats[1].absent) == (ALEX, None, None)
    assert [each.act.kind for each in await w.tables.absence.acts(game)] == ["takeover", "back"]
    assert await reason(w, w.tables.absence.back(caller(ALEX), game)) == "not_filled_in"


async def test_the_owner_is_taken_over_too(w: World) -> None:
    game = await paced(w, "live", KIM, ALEX)
    await ticked(w, minutes=16)
    assert await late(w, game) == [0]
    await w.tables.absence.propose(caller(ALEX), game, 0, "takeover")
    await ticked(w, minutes=5)
    status = await w.tables.status(game)
    assert (status.seats[0].absent, status.owner) == (KIM, ALEX)


async def test_twice_is_once(w: World) -> None:
    game = await alex_is_late(w, KIM, ALEX, ROBIN)
    same = caller(KIM)
    await w.tables.absence.nudge(same, game, 1, "move")
    await w.tables.absence.nudge(same, game, 1, "move")
    again = caller(KIM)
    await w.tables.absence.propose(again, game, 1, "turn")
    await w.tables.absence.propose(again, game, 1, "turn")
    assert len(await w.tables.absence.acts(game)) == 1
    assert [len(ballot.users) for ballot in (await w.tables.status(game)).ballots] == [1]


async def test_two_games_that_wait_are_one_message(w: World) -> None:
    await w.tables.set_settings(ALEX, PlayerSettings("turn", "dm"))
    games = [await paced(w, "none", KIM, ALEX)]
    lobby = await w.tables.lobby.open(caller(ROBIN, channel=CHANNEL + 1))
    await w.tables.lobby.join(caller(ALEX), lobby.game)
    await w.tables.lobby.start(caller(ROBIN), lobby.game)
    await end_turn(w, games[0], KIM)
    before = len(w.box.messages)
    await ticked(w)
    nonce, notices = w.box.messages[before]
    assert {notice.game for notice in notices if notice.user == ALEX} == {games[0], lobby.game}
    assert nonce.startswith("due.")
    assert len(nonce) <= 25


async def test_a_kill_between_sending_and_noting_doubles_nothing(w: World, path: Path) -> None:
    """The message goes out again as it was, with the same nonce, by which Discord knows it."""
    await w.tables.set_settings(ALEX, PlayerSettings("turn", "dm"))
    game = await paced(w, "none", KIM, ALEX)
    await end_turn(w, game, KIM)
    dues = w.store.games.dues
    finish, dues.finish = dues.finish, _killed  # type: ignore[assignment,method-assign]
    with pytest.raises(KeyboardInterrupt):
        await w.tables.notice_clock.tick()
    dues.finish = finish  # type: ignore[method-assign]
    async with world(path, clock=w.clock) as later:
        await later.tables.notice_clock.tick()
        assert later.box.messages == [w.box.messages[-1]]
        await later.tables.notice_clock.tick()
        assert len(later.box.messages) == 1


async def _killed(done: list[object], then: object = ()) -> None:
    if done:
        raise KeyboardInterrupt
