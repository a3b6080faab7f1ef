"""Standing answers: what is settled on once is answered, or ended, from then on."""

from pathlib import Path

from bot.app.tables.standing_answers import ANSWERS, only_the_end, wishes
from bot.engine.actions import Choose, EndTurn
from bot.players import RandomPlayer
from bot.text import catalogues
from tests.app.tables.table_fixture import ALEX, KIM, World, caller, world
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing, token_of


async def test_standing_answers_answer(w: World) -> None:
    """Whoever always takes gear is never asked for a resource again."""
    game, player = await playing(w, KIM, ALEX), RandomPlayer(5)
    for kind, answer in (("resource", "gear"), ("track", "forest"), ("card", "skip"), ("surplus", "lose")):
        await w.tables.play.standing(caller(KIM), game, kind, answer)
    settled = 0
    for _ in range(150):
        status = await w.tables.status(game)
        if status.stage != "running":
            break
        if status.active == 0:
            assert status.waiting.get(0) not in ("resource", "track", "card")
        seat = next(iter(status.waiting), status.active)
        acted = await w.play_one(game, status.seats[seat or 0].user or 0, player)
        settled += len(acted.records) - 1
        await w.tables.computers.settle()
    assert settled
    log = await w.tables.play.log(game, None, 0)
    assert any(line.user is None and isinstance(line.record.action, Choose) for line in log)


async def test_an_order_that_does_not_matter_is_answered_and_taken_back_with_its_cause(w: World) -> None:
    """It is kept like any answer, so that the game can be replayed; undo does not stop at it."""
    player, spared = RandomPlayer(5), 0
    while not spared:
        game = await playing(w, KIM, ALEX)
        while (status := await w.tables.status(game)).stage == "running" and spared < 3:
            seat = next(iter(status.waiting), status.active) or 0
            user = status.seats[seat].user or 0
            acted = await w.play_one(game, user, player)
            assert not acted.standing
            follows = acted.records[1:]
            assert all(isinstance(record.action, Choose) for record in follows)
            if follows and acted.status.active == seat and not any(record.barrier for record in acted.records):
                spared += 1
                undone = await w.tables.play.undo(caller(user), game)
                assert [record.number for record in undone.undone] == [record.number for record in acted.records]
                again = acted.records[0].action
                assert again is not None
                await w.tables.play.act(caller(user), await token_of(w, game, user), again)


async def test_a_standing_answer_answers_what_is_asked_already(w: World) -> None:
    """Once, also where the interaction comes twice."""
    game, player = await playing(w, KIM, ALEX), RandomPlayer(5)
    for _ in range(400):
        status = await w.tables.status(game)
        asked = (await w.tables.play.offers(game, KIM)).decision
        if asked is not None and wishes(asked) and asked.kind != "surplus":
            break
        seat = next(iter(status.waiting), status.active)
        await w.play_one(game, status.seats[seat or 0].user or 0, player)
    assert asked is not None
    who, wish = caller(KIM), wishes(asked)[0]
    acted = await w.tables.play.standing(who, game, asked.kind, wish)
    assert isinstance(acted.records[0].action, Choose)
    assert acted.records[0].seat == 0
    again = await w.tables.play.standing(who, game, asked.kind, wish)
    assert again.again
    assert again.records == acted.records
    log = await w.tables.play.log(game, None, acted.records[0].number)
    assert [line.user for line in log] == [KIM, *(None for _ in acted.records[1:])]


async def test_a_turn_ends_by_itself_only_where_nothing_else_is_left(w: World) -> None:
    game, player, ended = await playing(w, KIM, ALEX), RandomPlayer(5), 0
    await w.tables.play.standing(caller(KIM), game, "end_turn", "alone")
    for _ in range(300):
        status = await w.tables.status(game)
        if status.stage != "running":
            break
        offered = (await w.tables.play.offers(game, KIM)).offers
        assert status.waiting or status.active != 0 or only_the_end(offered) is None
        seat = next(iter(status.waiting), status.active)
        acted = await w.play_one(game, status.seats[seat or 0].user or 0, player)
        ended += sum(isinstance(record.action, EndTurn) and record.seat == 0 for record in acted.records[1:])
        assert not any(isinstance(record.action, EndTurn) and record.seat == 1 for record in acted.records[1:])
    assert ended


async def test_settling_on_it_ends_a_turn_in_which_nothing_else_is_left(w: World) -> None:
    """Taken back, turns are ended by hand again."""
    game, player = await playing(w, KIM, ALEX), RandomPlayer(5)
    for _ in range(400):
        status = await w.tables.status(game)
        if status.active == 0 and only_the_end((await w.tables.play.offers(game, KIM)).offers) is not None:
            break
        seat = next(iter(status.waiting), status.active)
        await w.play_one(game, status.seats[seat or 0].user or 0, player)
    acted = await w.tables.play.standing(caller(KIM), game, "end_turn", "alone")
    assert [type(record.action) for record in acted.records] == [EndTurn]
    assert acted.status.active == 1
    await w.tables.play.standing(caller(KIM), game, "end_turn", None)
    assert (await w.tables.status(game)).seats[0].standing == {}


async def test_standing_answers_outlive_the_process(path: Path) -> None:
    async with world(path) as w:
        game = await playing(w, KIM, ALEX)
        await w.tables.play.standing(caller(KIM), game, "track", "field")
    async with world(path) as w:
        assert (await w.tables.status(game)).seats[0].standing == {"track": "field"}


async def test_standing_answers_are_checked(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await refused("unknown_standing", w.tables.play.standing(caller(KIM), game, "track", "gear"))
    await refused("unknown_standing", w.tables.play.standing(caller(KIM), game, "everything", "skip"))
    await w.tables.play.standing(caller(KIM), game, "track", "field")
    assert (await w.tables.status(game)).seats[0].standing == {"track": "field"}
    await w.tables.play.standing(caller(KIM), game, "track", None)
    assert (await w.tables.status(game)).seats[0].standing == {}


def test_standing_answers_are_for_decisions_that_there_are() -> None:
    known = catalogues()["en"]
    assert all(f"decision.kind.{kind}" in known for kind in ANSWERS)
