"""A game step by step: the positions are those that were, and nobody sees in them what they could not see then."""

import msgspec
import pytest
from sqlalchemy import text

from bot.app.tables import TableRefusal
from bot.app.tables.game_history import COURSE, Step
from bot.engine import score, view
from bot.engine.actions import EndTurn
from bot.engine.state import Options
from bot.engine.views import HIDDEN
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, EVE, KIM, ROBIN, SASCHA, World, caller, person_on

FOUR = (KIM, ALEX, ROBIN, SASCHA)
TABLES = {
    "draft": ((KIM, ALEX, ROBIN), Options(starting_cards="draft")),
    "base": (FOUR, Options()),
    "expansion": (FOUR, Options(abyss=True)),
    "mautoma": ((KIM,), Options(alone="mautoma")),
    "solo": ((KIM,), Options(alone="solo")),
}


async def played(w: World, people: tuple[int, ...], options: Options, actions: int, seed: int = 3) -> int:
    """A game that is so many random actions long, some of them taken back."""
    game, player = (await w.game(*people, options=options)).game, RandomPlayer(seed)
    for number in range(actions):
        status = await w.tables.status(game)
        user = person_on(status)
        if status.stage != "running" or user is None:
            break
        await w.play_one(game, user, player)
        status = await w.tables.status(game)
        if number % 9 == 0 and status.stage == "running" and (await w.tables.play.offers(game, user)).may_undo:
            await w.tables.play.undo(caller(user), game)
    return game


async def steps(w: World, game: int, user: int | None) -> list[Step]:
    last = (await w.tables.histories.step(game, user)).of
    return [await w.tables.histories.step(game, user, number) for number in range(last + 1)]


@pytest.mark.parametrize("kind", TABLES)
async def test_each_seat_sees_of_the_past_what_it_could_see_then(w: World, kind: str) -> None:
    """What is hidden from a seat at a moment is hidden in the replay, and so are others' secrets in its records."""
    people, options = TABLES[kind]
    game = await played(w, people, options, 70)
    course = await w.tables.histories.course(game)
    for user in (*people, EVE, None):
        seat = (await w.tables.status(game)).seat_of(user) if user else None
        for found in await steps(w, game, user):
            real = course.at(found.step)
            assert found.seen.setup.seed == 0
            assert found.seen.state.rng == 0
            assert msgspec.msgpack.encode(found.seen.state) == msgspec.msgpack.encode(view(real, seat).state)
            for number, mine in enumerate(found.seen.state.seats):
                if number != seat:
                    assert set(mine.artifact_cards) <= {HIDDEN}
                    assert set(mine.crates) <= {HIDDEN}
                    assert not mine.stack
            assert set(found.seen.state.deck) <= {HIDDEN}
            secrets = [event for record in found.records for event in record.events if event.secret]
            assert all(event.seat == seat for event in secrets)
            assert all(record.reseed is None for record in found.records)


@pytest.mark.parametrize("kind", TABLES)
async def test_it_leads_from_the_beginning_to_the_present_position(w: World, kind: str) -> None:
    people, options = TABLES[kind]
    game = await played(w, people, options, 120)
    table = await w.tables.repository.get(game)
    course = await w.tables.histories.course(game)
    assert course.whole
    assert course.at(len(course.moments) - 1).snapshot() == table.started_game().snapshot()
    assert [moment.records for moment in course.moments] == sorted({moment.records for moment in course.moments})
    assert course.at(0).state.turn.number == 1
    ends = sum(isinstance(record.action, EndTurn) for record in course.records)
    assert sum(moment.ends for moment in course.moments) == ends + 1


async def test_the_points_beside_it_are_those_that_the_reader_may_see(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(artifact_card="deal"), 200)
    for user in (KIM, None):
        for found in await steps(w, game, user):
            assert found.course[-1] == tuple(sheet.total for sheet in score(found.seen))
            assert len(found.course) <= COURSE
    mine, others = await w.tables.histories.step(game, KIM), await w.tables.histories.step(game, ALEX)
    secret = [sheet.total for sheet in score(mine.seen)] != [sheet.total for sheet in score(others.seen)]
    assert (mine.course[-1] != others.course[-1]) == secret


async def test_steps_and_turns_beyond_the_ends_mean_the_ends(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 60)
    history = w.tables.histories
    last = (await history.step(game, KIM)).of
    assert (await history.step(game, KIM, 10**6)).step == last
    assert (await history.step(game, KIM, turn=10**6)).step == last
    assert (await history.step(game, KIM, turn=0)).step == 0
    assert (await history.step(game, KIM, turn=1)).step == 0
    third = await history.step(game, KIM, turn=3)
    assert third.moment.turn == 2
    assert third.moment.ends
    after = await history.step(game, KIM, third.step + 1)
    assert (after.moment.turn, after.moment.begins) == (3, third.moment.records)


async def test_a_finished_game_and_one_that_goes_on(w: World) -> None:
    game, player = await played(w, (KIM, ALEX), Options(), 30), RandomPlayer(5)
    before = await steps(w, game, KIM)
    assert (await w.play_on(game, player)).stage == "over"
    after = await steps(w, game, KIM)
    assert len(after) > len(before)
    assert after[-1].seen.state.phase == "over"
    assert [each.moment for each in after[: len(before) - 1]] == [each.moment for each in before[:-1]]


async def test_a_lobby_has_no_course(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    with pytest.raises(TableRefusal, match="not_running"):
        await w.tables.histories.step(game, KIM)


async def test_a_game_that_cannot_be_played_again_says_so(w: World) -> None:
    game = await played(w, (KIM, ALEX), Options(), 40)
    query = text("DELETE FROM game_records WHERE game = :game AND number BETWEEN 3 AND 20")
    await w.store._database.write(lambda connection: connection.execute(query, {"game": game}))
    with pytest.raises(TableRefusal, match="no_history"):
        await w.tables.histories.step(game, KIM)
    assert (await w.tables.status(game)).stage == "running"
