"""A person's tables on all servers: found by who plays, those first that wait, and for how long they have waited."""

import sqlite3
from pathlib import Path

from bot.app.tables.own_games import OwnTables
from bot.engine.actions import EndTurn, Hibernate
from bot.store.database import connect
from bot.store.migrate import bring_up_to_date
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, ROBIN, World, caller, world
from tests.app.tables.test_play import playing
from tests.store.test_migrations import migrate


def asks(found: OwnTables) -> dict[int, tuple[str, ...]]:
    return {each.status.game: each.asks for each in found.open}


async def playing_in(w: World, channel: int) -> int:
    game = (await w.game(KIM, ALEX, channel=channel)).game
    await w.settle_setup(game)
    return game


async def end_turn(w: World, game: int, user: int) -> None:
    """The shortest turn there is: hibernate, then end it, answering with the first options."""
    while (status := await w.tables.status(game)).active == status.seat_of(user):
        controls = await w.tables.play.offers(game, user)
        wanted = [o.action for kind in (EndTurn, Hibernate) for o in controls.offers if isinstance(o.action, kind)]
        await w.tables.play.act(caller(user), controls.token, [*wanted, controls.offers[0].action][0])


async def test_tables_of_all_servers_are_found_and_others_are_not(w: World) -> None:
    first = await playing(w, KIM, ALEX)
    second = (await w.tables.lobby.open(caller(KIM, channel=CHANNEL + 1, guild=GUILD + 1))).game
    await w.tables.lobby.open(caller(ALEX, channel=CHANNEL + 2))
    found = await w.tables.own_games.of(KIM)
    assert asks(found) == {first: ("turn",), second: ()}
    assert [each.status.game for each in found.needed] == [first]
    assert asks(await w.tables.own_games.of(EVE)) == {}


async def test_whoever_leaves_or_is_replaced_has_the_table_no_more(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    await w.tables.lobby.join(caller(ALEX), game)
    assert game in asks(await w.tables.own_games.of(ALEX))
    await w.tables.lobby.leave(caller(ALEX), game)
    assert asks(await w.tables.own_games.of(ALEX)) == {}
    await w.tables.lobby.join(caller(ALEX), game)
    await w.tables.lobby.start(caller(KIM), game)
    seat = (await w.tables.status(game)).seat_of(ALEX)
    assert seat is not None
    await w.tables.administration.replace(caller(KIM), game, seat, ROBIN, "Robin")
    assert asks(await w.tables.own_games.of(ALEX)) == {}
    assert game in asks(await w.tables.own_games.of(ROBIN))


async def test_since_when_does_not_move_with_what_others_do(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    began = w.clock.now()
    w.clock.turn(hours=3)
    await w.tables.administration.replace_by_computer(caller(KIM), game, 1, "random")  # something else has changed
    [mine] = (await w.tables.own_games.of(KIM)).needed
    assert mine.since == began
    assert mine.status.changed == w.clock.now()


async def test_what_has_waited_longest_comes_next(w: World) -> None:
    games = []
    for number in range(3):
        games.append(await playing_in(w, CHANNEL + number))
        w.clock.turn(hours=1)
    found = await w.tables.own_games.of(KIM)
    assert [each.status.game for each in found.needed] == games
    following = await w.tables.own_games.next(KIM, but=games[0])
    assert following is not None
    assert following.status.game == games[1]
    await end_turn(w, games[1], KIM)
    again = await w.tables.own_games.next(KIM, but=games[0])
    assert again is not None
    assert again.status.game == games[2]


async def test_a_vote_asks_those_who_have_not_voted(w: World) -> None:
    game = await playing(w, KIM, ALEX, ROBIN)
    await w.tables.administration.pause(caller(ALEX), game)
    assert "vote" in asks(await w.tables.own_games.of(ROBIN))[game]
    assert "vote" not in asks(await w.tables.own_games.of(ALEX))[game]
    assert asks(await w.tables.own_games.of(EVE)) == {}


async def test_a_game_that_was_ended_is_named_among_the_last(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.administration.end(caller(KIM), game)
    assert asks(await w.tables.own_games.of(KIM)) == {game: ()}
    for user in (KIM, ALEX):
        await w.tables.administration.confirm_end(caller(user), game)
    found = await w.tables.own_games.of(KIM)
    assert (asks(found), [each.status.game for each in found.finished]) == ({}, [game])


async def test_tables_of_an_older_database_are_found(path: Path) -> None:
    """The migration reads who plays out of what was stored; what cannot be read is nobody's."""
    database = connect(f"sqlite+aiosqlite:///{path}")
    await migrate(database, "0011")
    await database.close()
    body = f'{{"seats":[{{"user":{KIM},"name":"Kim"}},{{"computer":"easy"}},{{"kept_for":{ALEX}}}]}}'
    with sqlite3.connect(path) as raw:
        for number, each in enumerate((body.encode(), b"broken", b'{"seats":7}', b"[]"), start=1):
            raw.execute(
                "INSERT INTO games (id, guild, channel, holds, stage, version, owner, body, records, computing, "
                "opened_at, changed_at) VALUES (?, 1, ?, ?, 'lobby', 1, 1, ?, 0, 0, '2026-01-01', '2026-01-01')",
                (number, number, number, each),
            )
    database = connect(f"sqlite+aiosqlite:///{path}")
    await bring_up_to_date(database)
    await database.close()
    async with world(path) as w:
        assert list(asks(await w.tables.own_games.of(KIM))) == [1]
        assert asks(await w.tables.own_games.of(ALEX)) == {1: ("seat",)}
