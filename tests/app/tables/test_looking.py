"""Lobbies that look for players: listed on their server while a seat is left, and called for once."""

from datetime import timedelta

from tests.app.tables.table_fixture import ALEX, CHANNEL, GUILD, KIM, ROBIN, SASCHA, World, caller
from tests.app.tables.test_lobby import refused


async def looking(w: World, guild: int = GUILD) -> list[int]:
    return [status.game for status in await w.tables.lobby.looking(guild)]


async def test_only_those_that_want_it_are_listed(w: World) -> None:
    quiet = (await w.tables.lobby.open(caller(KIM))).game
    wanted = (await w.tables.lobby.open(caller(KIM, channel=CHANNEL + 1))).game
    assert await looking(w) == []
    status = await w.tables.lobby.option(caller(KIM), wanted, "looking", True)
    assert (status.looking, status.newcomers) == (True, False)
    assert (await w.tables.lobby.option(caller(KIM), wanted, "newcomers", True)).newcomers
    assert await looking(w) == [wanted]
    assert await looking(w, GUILD + 1) == []
    assert quiet not in await looking(w)
    await refused("not_allowed", w.tables.lobby.option(caller(ALEX), wanted, "looking", False))


async def test_full_and_started_tables_are_not(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    await w.tables.lobby.option(caller(KIM), game, "looking", True)
    for person in (ALEX, ROBIN, SASCHA):
        assert await looking(w) == [game]
        await w.tables.lobby.join(caller(person), game)
    assert await looking(w) == []
    await w.tables.lobby.leave(caller(SASCHA), game)
    assert await looking(w) == [game]
    await w.tables.lobby.start(caller(KIM), game)
    assert await looking(w) == []


async def test_players_are_called_once(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    assert not await w.tables.lobby.claim_call(game)
    await w.tables.lobby.option(caller(KIM), game, "looking", True)
    assert await w.tables.lobby.claim_call(game)
    await w.tables.lobby.option(caller(KIM), game, "looking", False)
    await w.tables.lobby.option(caller(KIM), game, "looking", True)
    assert not await w.tables.lobby.claim_call(game)


async def test_a_server_is_called_at_most_once_an_hour(w: World) -> None:
    preferences, hour = w.store.preferences, timedelta(hours=1)
    assert not await preferences.claim_call(GUILD, w.clock.now(), hour), "nobody has chosen a role"
    await preferences.set_players_role(GUILD, 55)
    assert preferences.players_role(GUILD) == 55
    assert await preferences.claim_call(GUILD, w.clock.now(), hour)
    w.clock.turn(minutes=59)
    assert not await preferences.claim_call(GUILD, w.clock.now(), hour)
    w.clock.turn(minutes=2)
    assert await preferences.claim_call(GUILD, w.clock.now(), hour)
    await preferences.set_players_role(GUILD, None)
    assert preferences.players_role(GUILD) is None
    await preferences.load()
    assert preferences.players_role(GUILD) is None
