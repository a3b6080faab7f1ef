"""Looking after games: pause, end, move, replace, leave, rematch, votes; games that were set aside."""

import sqlite3
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.app.tables import USUAL, Seat, TableRefusal
from bot.app.tables.administration import VOTES_LAST
from bot.app.tables.integrity_check import problems
from bot.engine.actions import Hibernate
from bot.engine.effects import TakeScyphoz
from bot.engine.state import Options
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, SASCHA, World, caller, world
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing, token_of


async def test_paused_nobody_acts(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, KIM)
    voted = await w.tables.administration.pause(caller(KIM), game)
    assert (voted.done, voted.ballot, voted.status.stage) == (True, None, "paused")
    await refused("paused", w.tables.play.act(caller(KIM), token, Hibernate(seat=0)))
    await refused("paused", w.tables.administration.pause(caller(KIM), game))
    assert w.tables.here(CHANNEL) == game
    await w.tables.administration.resume(caller(KIM), game)
    await w.tables.play.act(caller(KIM), token, Hibernate(seat=0))
    await refused("not_paused", w.tables.administration.resume(caller(KIM), game))


async def test_computer_players_pause_too(w: World) -> None:
    game = await playing(w, KIM, computers=1)
    await w.tables.administration.pause(caller(KIM), game)
    told = len(w.told)
    await w.tables.computers.settle()
    assert len(w.told) == told


async def test_the_majority_decides(w: World) -> None:
    game = await playing(w, KIM, ALEX, ROBIN, SASCHA)
    first = await w.tables.administration.end(caller(ALEX), game)
    assert first.ballot is not None
    assert (first.done, first.ballot.users, first.ballot.need) == (False, (ALEX,), 3)
    assert w.told[-1].what == "voted"
    again = await w.tables.administration.end(caller(ALEX), game)
    assert again.ballot is not None
    assert again.ballot.users == (ALEX,)
    await w.tables.administration.end(caller(ROBIN), game)
    last = await w.tables.administration.end(caller(SASCHA), game)
    assert (last.done, last.status.stage, last.status.ballots) == (True, "ending", ())
    await refused("ending", w.tables.administration.end(caller(KIM), game))


async def test_votes_lapse(w: World) -> None:
    game = await playing(w, KIM, ALEX, ROBIN)
    await w.tables.administration.pause(caller(ALEX), game)
    w.clock.turn(seconds=VOTES_LAST.total_seconds() + 1)
    assert not (await w.tables.administration.pause(caller(ROBIN), game)).done
    assert (await w.tables.administration.pause(caller(ALEX), game)).done


async def test_a_vote_delivered_twice_counts_once(w: World) -> None:
    game = await playing(w, KIM, ALEX, ROBIN)
    click = caller(ALEX)
    first = await w.tables.administration.pause(click, game)
    assert await w.tables.administration.pause(click, game) == first
    done = await w.tables.administration.pause(caller(KIM), game)
    assert done.done


async def test_strangers_have_no_say(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    refusal = await refused("not_allowed", w.tables.administration.end(caller(EVE), game))
    assert refusal.values["who"] == "owner majority moderator"
    assert refusal.values["owner"] == "Kim"
    assert (await w.tables.administration.end(caller(EVE, moderator=True), game)).done


async def test_moving_to_another_channel(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.show_on(game, 555)
    await w.tables.lobby.open(caller(EVE, channel=CHANNEL + 1))
    refusal = await refused("channel_taken", w.tables.administration.move(caller(KIM), game, CHANNEL + 1, 9001))
    assert refusal.values["game"] == w.tables.here(CHANNEL + 1)
    moved = await w.tables.administration.move(caller(KIM), game, CHANNEL + 2, 9001)
    assert (moved.done, moved.status.channel, moved.status.message) == (True, CHANNEL + 2, None)
    assert w.tables.here(CHANNEL + 2) == game
    await refused("no_game_here", _here(w, CHANNEL))
    await w.tables.lobby.open(caller(EVE))


async def _here(w: World, channel: int) -> int:
    return w.tables.here(channel)


async def test_replacing_by_a_person(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await refused("already_in", w.tables.administration.replace(caller(KIM), game, 1, KIM, "Kim"))
    await refused("unknown_seat", w.tables.administration.replace(caller(KIM), game, 2, EVE, "Eve"))
    await refused("not_allowed", w.tables.administration.replace(caller(EVE), game, 1, EVE, "Eve"))
    voted = await w.tables.administration.replace(caller(ALEX), game, 1, EVE, "Eve")
    assert voted.status.seats[1].user == EVE
    await refused("not_in_game", w.tables.play.offers(game, ALEX))
    assert (await w.tables.play.offers(game, EVE)).seat == 1


async def test_player_left_the_server(w: World) -> None:
    """A computer player takes the seat and moves at once; the person can come back."""
    game = await playing(w, KIM, ALEX)
    voted = await w.tables.administration.replace_by_computer(caller(ALEX), game, 0, "random")
    assert not voted.done
    voted = await w.tables.administration.replace_by_computer(caller(EVE, moderator=True), game, 0, "random")
    assert voted.status.seats[0] == Seat(name="Robo 1", computer="random", tribe=voted.status.seats[0].tribe)
    await w.tables.computers.settle()
    assert (await w.tables.status(game)).active == 1
    await w.tables.administration.replace(caller(KIM), game, 0, KIM, "Kim")
    assert (await w.tables.play.offers(game, KIM)).seat == 0
    await refused("unknown_computer", w.tables.administration.replace_by_computer(caller(KIM), game, 0, "genius"))  # type: ignore[arg-type]


async def test_leaving_a_running_game(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    status = await w.tables.administration.leave(caller(KIM), game)
    assert (status.owner, status.seats[0].computer, status.stage) == (ALEX, USUAL, "running")
    await refused("not_in_game", w.tables.administration.leave(caller(KIM), game))
    assert (await w.tables.administration.leave(caller(ALEX), game)).stage == "ending"


async def test_leaving_a_lobby(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    assert (await w.tables.administration.leave(caller(KIM), game)).stage == "ended"


async def test_naming_another_owner(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await refused("not_in_game", w.tables.administration.pass_on(caller(KIM), game, EVE))
    await refused("not_allowed", w.tables.administration.pass_on(caller(ALEX), game, ALEX))
    assert (await w.tables.administration.pass_on(caller(KIM), game, ALEX)).owner == ALEX


async def test_rematch(w: World) -> None:
    game = await playing(w, KIM, ALEX, computers=1)
    await refused("running", w.tables.administration.rematch(caller(ALEX), game))
    await w.tables.administration.end(caller(KIM), game)
    await refused("not_in_game", w.tables.administration.rematch(caller(EVE), game))
    lobby = await w.tables.administration.rematch(caller(ALEX), game)
    assert (lobby.stage, lobby.owner, lobby.rematch_of) == ("lobby", ALEX, game)
    assert [seat.name for seat in lobby.seats] == ["Kim", "Alex", "Robo 1"]
    assert {seat.tribe for seat in lobby.seats} == {None}
    await refused("second_lobby", w.tables.administration.rematch(caller(KIM), game))


# ---- games that cannot be loaded ---------------------------------------------------------------------------------


def break_snapshot(path: Path, game: int, data: bytes = b"\x00broken") -> bytes:
    """Put something else in the place of a stored game; what was there."""
    with sqlite3.connect(path) as database:
        old: bytes = database.execute("SELECT snapshot FROM games WHERE id = ?", (game,)).fetchone()[0]
        database.execute("UPDATE games SET snapshot = ? WHERE id = ?", (data, game))
    return old


@pytest.mark.parametrize("data", [b"", b"\x00broken", zlib.compress(b"\x80"), zlib.compress(b"\xc1"), b"\x78\x9c\xff"])
async def test_a_broken_game_is_set_aside_and_the_others_go_on(w: World, path: Path, data: bytes) -> None:
    game = await playing(w, KIM, ALEX)
    good = (await w.game(ROBIN, SASCHA, channel=CHANNEL + 1)).game
    break_snapshot(path, game, data)
    async with world(path) as later:
        status = await later.tables.status(game)
        assert status.aside
        assert [change.what for change in later.told] == ["set_aside"]
        assert [seat.name for seat in status.seats] == ["Kim", "Alex"]
        refusal = await refused("aside", later.tables.play.offers(game, KIM))
        assert refusal.values["why"] == status.aside
        await later.settle_setup(good)
        await later.play_on(good, RandomPlayer(1), 3)
        refusal = await refused("still_broken", later.tables.administration.repair(caller(KIM), game))
        assert refusal.values["game"] == game


async def test_a_game_is_released_once_it_is_mended(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(3), 10)
    before = await w.tables.status(game)
    old = break_snapshot(path, game)
    async with world(path) as later:
        assert (await later.tables.status(game)).aside
        break_snapshot(path, game, old)
        later.tables.repository.forget(game)
        assert (await later.tables.status(game)).aside, "it stays aside until somebody lets it in"
        await refused("not_allowed", later.tables.administration.repair(caller(ALEX), game))
        status = await later.tables.administration.repair(caller(KIM), game)
        assert status.aside is None
        assert (status.turn, status.active, status.stage) == (before.turn, before.active, before.stage)
        await refused("not_aside", later.tables.administration.repair(caller(KIM), game))
        assert (await later.play_on(game, RandomPlayer(3))).stage == "over"


async def test_rolling_back_to_the_last_turn(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    player = RandomPlayer(6)
    while (await w.tables.status(game)).turn < 4:
        await w.play_on(game, player, 1)
    await w.play_on(game, player, 2)
    break_snapshot(path, game)
    with sqlite3.connect(path) as database:
        marks = database.execute("SELECT records FROM game_turns WHERE game = ? ORDER BY records DESC", (game,))
        newest, second = (row[0] for row in marks.fetchmany(2))
        database.execute("UPDATE game_turns SET snapshot = x'00' WHERE records = ?", (newest,))
    async with world(path) as later:
        assert (await later.tables.status(game)).aside
        status = await later.tables.administration.repair(caller(EVE, moderator=True), game, roll_back=True)
        assert status.aside is None
        log = await later.tables.play.log(game, None, 0)
        assert len(log) == second
        stored = await later.store.games.get(game)
        assert stored is not None
        assert await problems(later.tables.repository, stored) == []
        assert (await later.play_on(game, player)).stage == "over"


async def test_nothing_to_roll_back_to(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    break_snapshot(path, game)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM game_turns")
    async with world(path) as later:
        await later.tables.status(game)
        await refused("no_turn_mark", later.tables.administration.repair(caller(KIM), game, roll_back=True))


async def test_a_game_whose_table_cannot_be_read(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET body = '{' WHERE id = ?", (game,))
    async with world(path) as later:
        assert (await later.tables.status(game)).aside == "unreadable_table"
        await refused("still_broken", later.tables.administration.repair(caller(KIM), game, roll_back=True))
        await refused("aside", later.tables.administration.pause(caller(KIM), game))
        assert (await later.tables.administration.end(caller(KIM), game)).done


async def test_a_game_of_an_unknown_pack(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET pack = 'elsewhere'")
    async with world(path) as later:
        assert "unknown_pack" in ((await later.tables.status(game)).aside or "")


async def test_a_pack_is_kept_with_the_games_that_began_with_it(w: World, path: Path) -> None:
    """After an update of the pack that comes with the bot, an old game goes on with its own."""
    game = await playing(w, KIM, ALEX)
    before = await w.tables.play.view(game)
    async with world(path) as later:
        newer = msgspec.structs.replace(later.tables.repository.packs.first, version="999")
        later.tables.repository.packs.known = {newer.hash: newer}
        later.tables.repository.packs.first = newer
        assert (await later.tables.play.view(game)).pack == before.pack
        assert (await later.play_on(game, RandomPlayer(9))).stage == "over"


async def test_so_is_one_with_an_older_expansion(w: World, path: Path) -> None:
    """Other numbers of *Call of the Abyss* alone: the hash of the rest stays, the game keeps its track."""
    game = (await w.game(KIM, ALEX, options=Options(abyss=True, artifact_card="deal"))).game
    await w.settle_setup(game)
    before = await w.tables.play.view(game)
    async with world(path) as later:
        packs = later.tables.repository.packs
        assert packs.first.abyss is not None
        parts = msgspec.structs.replace(packs.first.abyss, devotion={50: (TakeScyphoz(),)})
        newer = msgspec.structs.replace(packs.first, abyss=parts)
        assert (newer.base.hash, newer.hash != packs.first.hash) == (packs.first.base.hash, True)
        packs.known = {newer.hash: newer, newer.base.hash: newer.base}
        packs.first = newer
        assert (await later.tables.play.view(game)).pack == before.pack
        assert (await later.play_on(game, RandomPlayer(9))).stage == "over"


async def test_checking_finds_what_is_wrong(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(2), 40)
    assert await found(w, game) == []
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM game_records WHERE number = 3")
    assert "records" in (await found(w, game))[0]
    break_snapshot(path, game)
    assert await found(w, game)


async def found(w: World, game: int) -> list[str]:
    stored: Any = await w.store.games.get(game)
    return await problems(w.tables.repository, stored)


async def test_the_message_is_remembered(w: World, path: Path) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.show_on(game, 4242)
    assert (await w.tables.status(game)).message == 4242
    async with world(path) as later:
        assert (await later.tables.status(game)).message == 4242
        with pytest.raises(TableRefusal):
            await later.tables.status(game + 1)
