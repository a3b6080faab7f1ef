"""Agreed rollbacks: only with everybody's agreement to exactly what was named; silence never agrees."""

from pathlib import Path

import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.rollbacks import Rollback
from bot.engine.state import Options
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, ROBIN, World, caller, world
from tests.app.tables.test_game_history import TABLES, played
from tests.app.tables.test_lobby import refused


async def asked(w: World, game: int, user: int, back: int = 1) -> Rollback:
    """What going back so many starts of turns would mean to somebody."""
    starts = await w.tables.rollbacks.starts(game)
    return await w.tables.rollbacks.look(caller(user), game, starts[min(back, len(starts)) - 1].records)


async def test_it_takes_everybody(w: World) -> None:
    people = (KIM, ALEX, ROBIN)
    game = await played(w, people, Options(), 60)
    ask = await asked(w, game, KIM, 2)
    agree = w.tables.rollbacks.agree
    for user in people[:2]:
        voted = await agree(caller(user), game, ask.start.records, ask.count)
        assert not voted.done
        assert (await w.tables.status(game)).ballots
    assert not (await agree(caller(ALEX), game, ask.start.records, ask.count)).done  # twice counts once
    w.clock.turn(hours=40)
    await w.tables.notice_clock.tick()
    assert (await w.tables.repository.get(game)).records == ask.count, "silence is no consent"
    done = await agree(caller(ROBIN), game, ask.start.records, ask.count)
    assert done.done
    assert (done.status.turn, done.status.ballots) == (ask.start.turn, ())
    assert w.told[-1].what == "undone"
    assert len(w.told[-1].undone) == len(ask.undone)


async def test_votes_are_for_exactly_what_was_named(w: World) -> None:
    """Whoever acts in between ends the vote; old votes do not count after 48 hours either."""
    game = await played(w, (KIM, ALEX), Options(), 60)
    ask = await asked(w, game, KIM)
    await w.tables.rollbacks.agree(caller(KIM), game, ask.start.records, ask.count)
    w.clock.turn(hours=49)
    late = await w.tables.rollbacks.agree(caller(ALEX), game, ask.start.records, ask.count)
    assert not late.done
    assert late.ballot is not None
    assert late.ballot.users == (ALEX,)
    status = await w.tables.status(game)
    seats = [*status.waiting, *([] if status.active is None else [status.active])]
    await w.play_one(game, status.seats[seats[0]].user or 0, RandomPlayer(2))
    assert not (await w.tables.status(game)).ballots
    await refused("stale", w.tables.rollbacks.agree(caller(KIM), game, ask.start.records, ask.count))


async def test_whoever_has_left_has_no_vote(w: World) -> None:
    game = await played(w, (KIM, ALEX, ROBIN), Options(), 60)
    ask = await asked(w, game, KIM)
    await w.tables.rollbacks.agree(caller(ROBIN), game, ask.start.records, ask.count)
    await w.tables.administration.leave(caller(ROBIN), game)
    await refused("not_in_game", w.tables.rollbacks.agree(caller(ROBIN), game, ask.start.records, ask.count))
    await refused("not_in_game", w.tables.rollbacks.agree(caller(EVE), game, ask.start.records, ask.count))
    await refused(
        "not_in_game", w.tables.rollbacks.agree(caller(EVE, moderator=True), game, ask.start.records, ask.count)
    )


async def test_the_owner_of_a_first_game_decides_alone(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM), first_game=True)).game
    await w.tables.lobby.join(caller(ALEX), game)
    await w.tables.lobby.option(caller(KIM), game, "random_seats", False)
    await w.tables.lobby.start(caller(KIM), game)
    player = RandomPlayer(4)
    for _ in range(60):
        for user in (KIM, ALEX):
            await w.play_one_if(game, user, player)
    ask = await asked(w, game, ALEX)
    assert not ask.alone
    assert not (await w.tables.rollbacks.agree(caller(ALEX), game, ask.start.records, ask.count)).done
    assert (await asked(w, game, KIM)).alone
    assert (await w.tables.rollbacks.agree(caller(KIM), game, ask.start.records, ask.count)).done


async def test_what_is_undone_is_named_as_its_reader_may_know_it(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 90)
    for user in (KIM, ALEX, EVE):
        seat = (await w.tables.status(game)).seat_of(user)
        ask = await asked(w, game, user, 3)
        assert ask.undone
        assert all(record.barrier for record in ask.reveals)
        assert all(not event.secret or event.seat == seat for record in ask.undone for event in record.events)
        assert all(record.reseed is None for record in ask.undone)


@pytest.mark.parametrize("kind", TABLES)
async def test_the_game_goes_on_to_its_end_and_its_course_is_whole(w: World, kind: str) -> None:
    people, options = TABLES[kind]
    game = await played(w, people, options, 70)
    for back in (2, 1):
        starts = await w.tables.rollbacks.starts(game)
        if not starts:
            continue
        ask = await asked(w, game, people[0], back)
        for user in people:
            voted = await w.tables.rollbacks.agree(caller(user), game, ask.start.records, ask.count)
        assert voted.done
        table = await w.tables.repository.get(game)
        assert table.started_game().state.turn.number == ask.start.turn
        later = {start.records for start in await w.tables.rollbacks.starts(game)}
        assert not [records for records in later if ask.start.records < records <= ask.count]
    course = await w.tables.histories.course(game)
    assert course.whole
    assert (
        course.at(len(course.moments) - 1).snapshot() == (await w.tables.repository.get(game)).started_game().snapshot()
    )
    assert (await w.play_on(game, RandomPlayer(5))).stage == "over"
    exported = await w.tables.files.export(caller(people[0]), game)
    again = await w.tables.files.import_(caller(people[0], channel=CHANNEL + 9, guild=GUILD), exported.data)
    assert again.stage == "over"
    assert again.sheets == (await w.tables.status(game)).sheets


async def test_turns_that_were_taken_back_are_no_way_back(w: World) -> None:
    game = await played(w, (KIM,), Options(alone="mautoma"), 80)
    ask = await asked(w, game, KIM, 3)
    await w.tables.rollbacks.agree(caller(KIM), game, ask.start.records, ask.count)
    await w.play_one(game, KIM, RandomPlayer(1))
    for start in await w.tables.rollbacks.starts(game):
        assert start.records <= ask.start.records or start.records > ask.count
    await refused("no_turn_start", w.tables.rollbacks.look(caller(KIM), game, ask.count - 1))


async def test_after_a_restart_the_votes_stand(path: Path) -> None:
    async with world(path) as w:
        game = await played(w, (KIM, ALEX), Options(), 60)
        ask = await asked(w, game, KIM)
        await w.tables.rollbacks.agree(caller(KIM), game, ask.start.records, ask.count)
    async with world(path) as w:
        assert (await w.tables.rollbacks.agree(caller(ALEX), game, ask.start.records, ask.count)).done
        with pytest.raises(TableRefusal, match="stale"):
            await w.tables.rollbacks.agree(caller(ALEX), game, ask.start.records, ask.count)
