"""What a server allows: where games are opened, how many at once, by whom; and the list of its games."""

import asyncio
from collections.abc import Awaitable

import msgspec
import pytest

from bot.app.tables import Caller, TableRefusal
from bot.app.tables.wording import refused
from bot.store.server_rules import ServerRules
from bot.text import LOCALES
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, GUILD, KIM, ROBIN, World, caller

OTHER, THREAD, ROLE = CHANNEL + 1, CHANNEL + 2, 55
MANAGER = caller(ROBIN, manager=True)


def at(user: int, channel: int = CHANNEL, parent: int | None = None, roles: tuple[int, ...] = ()) -> Caller:
    return msgspec.structs.replace(caller(user, channel=channel), parent=parent, roles=roles)


async def reason(wanted: Awaitable[object]) -> str:
    with pytest.raises(TableRefusal) as refusal:
        await wanted
    assert all(refused(locale, refusal.value) for locale in LOCALES)
    return refusal.value.reason


async def test_games_are_opened_in_the_channels_named_and_their_threads(w: World) -> None:
    await w.tables.server_games.set_channels(MANAGER, [OTHER])
    assert await reason(w.tables.lobby.open(at(KIM))) == "opening_channel"
    assert await reason(w.tables.lobby.open(at(KIM, THREAD, CHANNEL))) == "opening_channel"
    assert (await w.tables.lobby.open(at(KIM, OTHER))).channel == OTHER
    assert (await w.tables.lobby.open(at(ALEX, THREAD, OTHER))).channel == THREAD
    await w.tables.server_games.set_channels(MANAGER, [])
    assert (await w.tables.lobby.open(at(EVE))).channel == CHANNEL


async def test_a_game_is_moved_only_to_where_games_may_be(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    await w.tables.server_games.set_channels(MANAGER, [OTHER])
    move = w.tables.administration.move
    assert await reason(move(at(KIM, THREAD), game, THREAD, GUILD)) == "opening_channel"
    await move(at(KIM, OTHER), game, OTHER, GUILD)
    await move(at(ALEX, OTHER), game, OTHER, GUILD)
    assert (await w.tables.status(game)).channel == OTHER


async def test_no_more_than_so_many_at_once_even_of_two_who_press_together(w: World) -> None:
    await w.tables.server_games.set_most(MANAGER, 1)
    tried = [w.tables.lobby.open(at(KIM)), w.tables.lobby.open(at(ALEX, OTHER))]
    opened = await asyncio.gather(*tried, return_exceptions=True)
    [refusal] = [each for each in opened if isinstance(each, TableRefusal)]
    assert (refusal.reason, refusal.values) == ("opening_full", {"open": 1, "most": 1})
    assert (await w.tables.lobby.open(msgspec.structs.replace(at(EVE), guild=GUILD + 1, channel=1))).guild == GUILD + 1
    [lobby] = [each for each in opened if not isinstance(each, BaseException)]
    await w.tables.lobby.cancel(at(lobby.owner), lobby.game)
    assert (await w.tables.lobby.open(at(EVE, THREAD))).stage == "lobby"


async def test_who_is_barred_may_still_join(w: World) -> None:
    await w.tables.server_games.set_barred(MANAGER, [ROLE], [KIM])
    assert await reason(w.tables.lobby.open(at(KIM))) == "opening_barred"
    assert await reason(w.tables.lobby.open(at(EVE, roles=(1, ROLE)))) == "opening_barred"
    game = (await w.tables.lobby.open(at(ALEX, roles=(1,)))).game
    assert KIM in [seat.user for seat in (await w.tables.lobby.join(at(KIM), game)).seats]


async def test_a_file_is_no_way_round(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    file = await w.tables.files.export(caller(0, host=True), game)
    await w.tables.server_games.set_barred(MANAGER, [], [KIM])
    assert await reason(w.tables.files.import_(at(KIM, OTHER), file.data)) == "opening_barred"


async def test_who_manages_the_server_sets_it_and_sees_the_list(w: World) -> None:
    games = w.tables.server_games
    moderator = caller(EVE, moderator=True, host=True)
    for wanted in (games.set_channels(moderator, [1]), games.set_most(moderator, 1), games.listed(moderator)):
        assert await reason(wanted) == "not_allowed"
    assert await reason(games.set_barred(moderator, [], [KIM])) == "not_allowed"
    assert await games.rules(GUILD) == ServerRules()
    await games.set_channels(MANAGER, [3, 2, 2])
    await games.set_most(MANAGER, 4)
    await games.set_barred(MANAGER, [ROLE], [KIM, ALEX])
    assert await games.rules(GUILD) == ServerRules((2, 3), 4, (ROLE,), (KIM, ALEX))
    assert await games.rules(GUILD + 1) == ServerRules()


async def test_the_list_has_running_idle_lobbies_and_the_archive(w: World) -> None:
    old = (await w.game(KIM, ALEX, channel=1)).game
    for days in (47, 8, 8):
        w.clock.turn(days=days)
        await w.tables.notice_clock.tick()
    idle = (await w.game(KIM, ALEX, channel=2)).game
    w.clock.turn(days=8)
    lobby = (await w.tables.lobby.open(at(EVE, 3))).game
    running = (await w.game(KIM, ALEX, channel=4)).game
    found = await w.tables.server_games.listed(MANAGER)
    assert [(each.game, each.activity) for each in found] == [
        (running, "running"),
        (idle, "idle"),
        (lobby, "lobby"),
        (old, "archived"),
    ]
