"""Breaking a game off can be taken back for a day; until it is final the game counts as running."""

import json
from pathlib import Path

import msgspec
import pytest

from bot.app.tables import Caller, Status
from bot.app.tables.administration import TAKEN_BACK_FOR
from bot.engine.actions import Hibernate
from bot.engine.state import Options
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, ROBIN, World, caller, world
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing, token_of

ELSEWHERE = CHANNEL + 1
DAY = TAKEN_BACK_FOR.total_seconds()


async def broken_off(w: World, *people: int, computers: int = 0) -> int:
    """A game of these people, in its second turn, that its owner has ended early."""
    game = await playing(w, *people, computers=computers)
    await w.play_on(game, RandomPlayer(7), 12)
    assert (await w.tables.administration.end(caller(people[0]), game)).status.stage == "ending"
    return game


async def exported(w: World, game: int, who: Caller) -> dict[str, object]:
    found: dict[str, object] = json.loads((await w.tables.files.export(who, game)).data)
    return found


async def seen(w: World, game: int) -> list[object]:
    """What everybody may see of a game: board, points, log."""
    status = await w.tables.status(game)
    log = [(line.record.number, line.record.events) for line in await w.tables.play.log(game, EVE, 0)]
    return [await w.tables.play.view(game, EVE), status.sheets, log, await w.tables.score_histories.of(game)]


async def test_it_says_by_whom_and_until_when(w: World) -> None:
    game = await broken_off(w, KIM, ALEX)
    ending = (await w.tables.status(game)).ending
    assert ending is not None
    assert (ending.user, ending.by, ending.stage, ending.confirmed) == (KIM, "Kim", "running", ())
    assert ending.until - ending.at == TAKEN_BACK_FOR
    assert w.told[-1].what == "ending"


@pytest.mark.parametrize("paused", [False, True])
async def test_taken_back_it_is_as_it_was(w: World, paused: bool) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(7), 12)
    if paused:
        await w.tables.administration.pause(caller(KIM), game)
    before = await w.tables.status(game)
    await w.tables.administration.end(caller(KIM), game)
    back = await w.tables.administration.take_back(caller(KIM), game)
    assert back.done
    same = {"version": before.version, "changed": before.changed}
    assert msgspec.structs.replace(back.status, **same) == before
    assert w.tables.here(CHANNEL) == game
    assert w.told[-1].what == "taken_back"
    if not paused:
        assert (await w.play_on(game, RandomPlayer(8))).stage == "over"


async def test_meanwhile_it_counts_as_running(w: World) -> None:
    """Nothing of it is shown that a running game would not show, nobody acts, and it has no result."""
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(7), 12)
    token = await token_of(w, game, KIM)
    before = await seen(w, game)
    public = await exported(w, game, caller(KIM))
    await w.tables.administration.end(caller(KIM), game)
    assert await seen(w, game) == before
    for who in (KIM, ALEX, EVE):
        file = await exported(w, game, caller(who, moderator=True))
        assert file | {"stage": "running"} == public
        assert (file["full"], file["setup"]["seed"]) == (False, 0)  # type: ignore[index]
    assert (await exported(w, game, caller(KIM, host=True)))["full"], "as while it runs"
    refusal = await refused("ending", w.tables.play.act(caller(KIM), token, Hibernate(seat=0)))
    assert refusal.values["player"] == "Kim"
    await refused("ending", w.tables.play.undo(caller(KIM), game))
    await refused("ending", w.tables.administration.pause(caller(KIM), game))
    await refused("ending", w.tables.administration.end(caller(KIM), game))
    await refused("ending", w.tables.administration.replace_by_computer(caller(KIM), game, 1))
    await refused("ending", w.tables.administration.leave(caller(ALEX), game))
    w.clock.turn(hours=23, minutes=59)
    await w.tables.notice_clock.tick()
    assert (await w.tables.status(game)).stage == "ending"
    assert await seen(w, game) == before
    assert await w.store.games.result(game) is None
    assert await w.store.score_pads.closed_at(GUILD) == []
    assert w.box.sent == [each for each in w.box.sent if each.minutes == 0], "nobody is reminded meanwhile"


async def test_it_is_final_after_a_day(w: World) -> None:
    game = await broken_off(w, KIM, ALEX)
    w.clock.turn(seconds=DAY)
    await w.tables.notice_clock.tick()
    status = await w.tables.status(game)
    assert (status.stage, status.ending) == ("ended", None)
    assert w.told[-1].what == "ended"
    assert (await exported(w, game, caller(EVE)))["full"]
    assert await w.store.games.result(game) is None
    await refused("over", w.tables.administration.take_back(caller(KIM), game))
    await refused("over", w.tables.administration.confirm_end(caller(ALEX), game))


async def test_a_day_is_a_day_though_no_clock_has_rung(w: World) -> None:
    game = await broken_off(w, KIM, ALEX)
    w.clock.turn(seconds=DAY)
    await refused("over", w.tables.administration.take_back(caller(KIM), game))
    assert (await w.tables.status(game)).stage == "ended"


async def test_it_is_final_when_everybody_at_the_table_confirms(w: World) -> None:
    game = await broken_off(w, KIM, ALEX, ROBIN, computers=1)
    await refused("not_in_game", w.tables.administration.confirm_end(caller(EVE, moderator=True), game))
    for who in (KIM, ALEX, ALEX):
        status = await w.tables.administration.confirm_end(caller(who), game)
    assert status.stage == "ending"
    assert status.ending is not None
    assert status.ending.confirmed == (KIM, ALEX)
    assert not (await w.tables.files.export(caller(KIM), game)).full
    assert (await w.tables.administration.confirm_end(caller(ROBIN), game)).stage == "ended"
    assert w.told[-1].what == "ended"
    await refused("over", w.tables.administration.take_back(caller(KIM), game))


async def test_alone_one_has_to_confirm_too(w: World) -> None:
    game = await broken_off(w, KIM, computers=1)
    assert (await w.tables.administration.confirm_end(caller(KIM), game)).stage == "ended"


async def test_who_may_take_it_back(w: World) -> None:
    """Whoever might have broken it off: the owner, moderators, most of the players together."""
    for who in (caller(KIM), caller(EVE, moderator=True)):
        game = await broken_off(w, KIM, ALEX, ROBIN)
        await refused("not_allowed", w.tables.administration.take_back(caller(EVE), game))
        assert (await w.tables.administration.take_back(who, game)).done
        await finished(w, game)
    game = await broken_off(w, KIM, ALEX, ROBIN)
    first = await w.tables.administration.take_back(caller(ALEX), game)
    assert first.ballot is not None
    assert (first.done, first.ballot.need, first.status.stage) == (False, 2, "ending")
    assert (await w.tables.administration.take_back(caller(ROBIN), game)).done


async def finished(w: World, game: int) -> None:
    """Ended early for good, so that its channel is free."""
    await w.tables.administration.end(caller(KIM), game)
    for who in (KIM, ALEX, ROBIN):
        await w.tables.administration.confirm_end(caller(who), game)


async def test_votes_of_one_ending_do_not_count_for_the_next(w: World) -> None:
    game = await broken_off(w, KIM, ALEX, ROBIN)
    await w.tables.administration.take_back(caller(ALEX), game)
    await w.tables.administration.take_back(caller(KIM), game)
    await w.tables.administration.end(caller(KIM), game)
    assert not (await w.tables.administration.take_back(caller(ROBIN), game)).done


async def test_another_game_has_taken_the_channel(w: World) -> None:
    game = await broken_off(w, KIM, ALEX)
    other: Status = await w.tables.lobby.open(caller(EVE))
    refusal = await refused("place_taken", w.tables.administration.take_back(caller(KIM), game))
    assert refusal.values == {"game": game, "other": other.game}
    await refused("channel_taken", w.tables.administration.move(caller(KIM), game, CHANNEL, GUILD))
    moved = await w.tables.administration.move(caller(KIM), game, ELSEWHERE, GUILD)
    assert (moved.done, moved.status.stage, moved.status.channel) == (True, "ending", ELSEWHERE)
    assert game in await w.tables.behind(), "its new channel gets its message, also after a kill"
    assert (await w.tables.administration.take_back(caller(KIM), game)).status.stage == "running"
    assert (w.tables.here(CHANNEL), w.tables.here(ELSEWHERE)) == (other.game, game)


async def test_a_vote_that_comes_when_the_channel_is_taken(w: World) -> None:
    game = await broken_off(w, KIM, ALEX, ROBIN)
    await w.tables.administration.take_back(caller(ALEX), game)
    await w.tables.lobby.open(caller(EVE))
    await refused("place_taken", w.tables.administration.take_back(caller(ROBIN), game))
    assert (await w.tables.status(game)).stage == "ending"


async def test_whoever_leaves_last_breaks_it_off(w: World) -> None:
    """Nobody sees what is hidden by leaving, and they can come back."""
    for options in (None, Options(alone="solo")):
        status = await w.game(KIM, computers=0 if options else 1, options=options)
        game = status.game
        assert (await w.tables.administration.leave(caller(KIM), game)).stage == "ending"
        assert not (await w.tables.files.export(caller(KIM), game)).full
        assert (await w.tables.administration.take_back(caller(KIM), game)).status.seats == status.seats
        await w.tables.administration.end(caller(KIM), game)
        assert (await w.tables.administration.confirm_end(caller(KIM), game)).stage == "ended"


async def test_it_outlives_a_restart(path: Path) -> None:
    async with world(path) as w:
        game = await broken_off(w, KIM, ALEX)
        await w.tables.administration.confirm_end(caller(ALEX), game)
        clock = w.clock
    async with world(path, clock=clock) as w:
        ending = (await w.tables.status(game)).ending
        assert ending is not None
        assert ending.confirmed == (ALEX,)
        assert (await w.tables.administration.take_back(caller(KIM), game)).status.stage == "running"
        await w.tables.administration.end(caller(KIM), game)
    clock.turn(seconds=DAY)
    async with world(path, clock=clock) as w:
        await w.tables.notice_clock.tick()
        assert (await w.tables.status(game)).stage == "ended"


async def test_a_click_delivered_twice(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    for call in (w.tables.administration.end, w.tables.administration.take_back):
        click = caller(KIM)
        first = await call(click, game)
        version = (await w.tables.status(game)).version
        assert (await call(click, game)).done is first.done is True
        assert (await w.tables.status(game)).version == version


async def test_only_what_was_broken_off_can_be_taken_back(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await refused("not_ending", w.tables.administration.take_back(caller(KIM), game))
    await refused("not_ending", w.tables.administration.confirm_end(caller(KIM), game))
    lobby = (await w.tables.lobby.open(caller(EVE, channel=ELSEWHERE))).game
    await refused("not_ending", w.tables.administration.take_back(caller(EVE, channel=ELSEWHERE), lobby))


async def test_who_may_break_it_off_is_known_before_asking(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    assert await w.tables.administration.may_end(caller(KIM), game)
    assert await w.tables.administration.may_end(caller(EVE, moderator=True), game)
    assert not await w.tables.administration.may_end(caller(ALEX), game), "theirs is a vote"
    await refused("not_allowed", w.tables.administration.may_end(caller(EVE), game))
