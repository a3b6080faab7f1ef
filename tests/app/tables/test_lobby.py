"""Lobbies: joining, leaving, tribes, options, starting, and every way in which that is refused."""

import asyncio
from typing import Any

import pytest

from bot.app.tables import MOST, Caller, Named, TableRefusal
from bot.app.tables.lobby import idle_options, obstacle
from bot.app.tables.notices import LOBBIES_LAST
from bot.engine.actions import Refused
from bot.engine.packs import field, field_with_expansion
from bot.engine.state import Options
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, SASCHA, World, caller, world


async def lobby(w: World, *people: int) -> int:
    game = (await w.tables.lobby.open(caller(people[0]))).game
    for person in people[1:]:
        await w.tables.lobby.join(caller(person), game)
    return game


async def refused(reason: str, call: Any) -> TableRefusal:
    with pytest.raises(TableRefusal) as caught:
        await call
    assert caught.value.reason == reason
    return caught.value


async def test_a_lobby_becomes_a_game(w: World) -> None:
    game = await lobby(w, KIM, ALEX)
    await w.tables.lobby.computer(caller(KIM), game)
    status = await w.tables.lobby.start(caller(KIM), game)
    assert status.stage == "running"
    assert sorted(seat.name for seat in status.seats) == ["Alex", "Kim", "Robo 1"]
    assert len({seat.tribe for seat in status.seats}) == 3
    assert [change.what for change in w.told][:4] == ["opened", "lobby", "lobby", "started"]


async def test_no_game_here(w: World) -> None:
    await refused("no_game_here", call_here(w))
    await refused("no_game_here", w.tables.last_in(CHANNEL))


async def test_the_channel_knows_its_table(w: World) -> None:
    game = await lobby(w, KIM)
    assert w.tables.here(CHANNEL) == game
    assert w.tables.open_in(9001) == [(game, CHANNEL)]
    await w.tables.lobby.cancel(caller(KIM), game)
    await refused("no_game_here", call_here(w))
    assert await w.tables.last_in(CHANNEL) == game
    await refused("no_game_here", w.tables.last_in(CHANNEL + 1))


async def call_here(w: World) -> int:
    return w.tables.here(CHANNEL)


async def test_second_lobby_in_one_channel(w: World) -> None:
    game = await lobby(w, KIM)
    refusal = await refused("second_lobby", w.tables.lobby.open(caller(ALEX)))
    assert refusal.values == {"game": game}
    await w.tables.lobby.join(caller(ALEX), game)
    await w.tables.lobby.start(caller(KIM), game)
    await refused("running", w.tables.lobby.open(caller(EVE)))


async def test_two_lobbies_at_the_same_moment(w: World) -> None:
    outcomes = await asyncio.gather(
        w.tables.lobby.open(caller(KIM)), w.tables.lobby.open(caller(ALEX)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Status", "TableRefusal"]


async def test_full_lobby(w: World) -> None:
    game = await lobby(w, KIM, ALEX, ROBIN, SASCHA)
    assert (await refused("full_lobby", w.tables.lobby.join(caller(EVE), game))).values == {"most": MOST}
    await refused("full_lobby", w.tables.lobby.computer(caller(KIM), game))


async def test_joining_twice(w: World) -> None:
    game = await lobby(w, KIM, ALEX)
    await refused("already_in", w.tables.lobby.join(caller(ALEX), game))


async def test_an_interaction_delivered_twice_joins_once(w: World) -> None:
    game = await lobby(w, KIM)
    click = caller(ALEX)
    first = await w.tables.lobby.join(click, game)
    again = await w.tables.lobby.join(click, game)
    assert again == first
    opening = caller(EVE, channel=CHANNEL + 5)
    assert (await w.tables.lobby.open(opening)).game == (await w.tables.lobby.open(opening)).game


async def test_the_owner_s_place_passes_on(w: World) -> None:
    game = await lobby(w, KIM, ALEX, ROBIN)
    status = await w.tables.lobby.leave(caller(KIM), game)
    assert (status.owner, [seat.user for seat in status.seats]) == (ALEX, [ALEX, ROBIN])
    await refused("not_in_game", w.tables.lobby.leave(caller(KIM), game))
    await w.tables.lobby.leave(caller(ROBIN), game)
    assert (await w.tables.lobby.leave(caller(ALEX), game)).stage == "ended"


async def test_tribes_are_unique(w: World) -> None:
    game = await lobby(w, KIM, ALEX)
    first, second = (tribe.id for tribe in field().tribes[:2])
    await w.tables.lobby.tribe(caller(KIM), game, first)
    taken = await refused("tribe_taken", w.tables.lobby.tribe(caller(ALEX), game, first))
    assert taken.values == {"player": Named(0, "Kim")}
    await refused("unknown_tribe", w.tables.lobby.tribe(caller(ALEX), game, "martians"))
    await w.tables.lobby.tribe(caller(ALEX), game, second)
    assert first not in await w.tables.lobby.tribes(game)
    await w.tables.lobby.tribe(caller(KIM), game, None)
    assert first in await w.tables.lobby.tribes(game)
    status = await w.tables.lobby.start(caller(KIM), game)
    assert status.seats[status.seat_of(ALEX) or 0].tribe == second


async def test_every_option_can_be_set_to_every_value(w: World) -> None:
    game = await lobby(w, KIM)
    for option in await w.tables.lobby.options(game):
        for value in option.values:
            await w.tables.lobby.option(caller(KIM), game, option.name, value)
            now = {each.name: each.value for each in await w.tables.lobby.options(game)}
            assert now[option.name] == value


async def test_unknown_options_and_values(w: World) -> None:
    game = await lobby(w, KIM)
    await refused("unknown_option", w.tables.lobby.option(caller(KIM), game, "cheating", True))
    await refused("unknown_value", w.tables.lobby.option(caller(KIM), game, "artifact_card", "all of them"))
    await refused("unknown_value", w.tables.lobby.option(caller(KIM), game, "long_game", "yes"))
    await refused("unknown_computer", w.tables.lobby.computer(caller(KIM), game, "genius"))  # type: ignore[arg-type]
    await refused("unknown_seat", w.tables.lobby.remove(caller(KIM), game, 3))


async def test_a_solo_game_started_with_two_people(w: World) -> None:
    """Two people, and one with a computer: what would work is being alone, or the game for several."""
    for option in ("mautoma", "solo"):
        game = await lobby(w, KIM, ALEX)
        await w.tables.lobby.option(caller(KIM), game, "alone", option)
        with pytest.raises(Refused) as caught:
            await w.tables.lobby.start(caller(KIM), game)
        assert (caught.value.refusal.reason, caught.value.refusal.values) == ("alone_seats", {"seats": 2})
        assert (await w.tables.status(game)).stage == "lobby"
        await w.tables.lobby.remove(caller(KIM), game, 1)
        await w.tables.lobby.computer(caller(KIM), game)
        with pytest.raises(Refused):
            await w.tables.lobby.start(caller(KIM), game)
        await w.tables.lobby.remove(caller(KIM), game, 1)
        assert (await w.tables.lobby.start(caller(KIM), game)).stage == "running"
        await w.tables.administration.end(caller(KIM), game)


async def test_a_game_for_two_started_with_one(w: World) -> None:
    """One person and no way of playing alone chosen."""
    game = await lobby(w, KIM)
    assert (await refused("too_few", w.tables.lobby.start(caller(KIM), game))).values == {"fewest": 2, "seats": 1}
    await w.tables.lobby.option(caller(KIM), game, "alone", "mautoma")
    assert (await w.tables.lobby.start(caller(KIM), game)).stage == "running"


async def test_the_long_game_alone(w: World) -> None:
    """It is for four: refused at the start, and to be switched off."""
    game = await lobby(w, KIM)
    await w.tables.lobby.option(caller(KIM), game, "long_game", True)
    await w.tables.lobby.option(caller(KIM), game, "alone", "mautoma")
    with pytest.raises(Refused) as caught:
        await w.tables.lobby.start(caller(KIM), game)
    assert caught.value.refusal.reason == "alone_long_game"
    assert "long_game" not in idle_options((await w.tables.status(game)).options)
    await w.tables.lobby.option(caller(KIM), game, "long_game", False)
    assert idle_options((await w.tables.status(game)).options) == {
        "random_seats",
        "advanced_switch",
        "long_game",
        "abyss",
    }
    assert (await w.tables.lobby.start(caller(KIM), game)).stage == "running"


@pytest.mark.parametrize("expansion", [False, True])
async def test_the_expansion(w: World, expansion: bool) -> None:
    """Its game has the pack with its parts; every other game has the pack that it always had."""
    game = await lobby(w, KIM, ALEX)
    await w.tables.lobby.option(caller(KIM), game, "abyss", expansion)
    await w.tables.lobby.start(caller(KIM), game)
    pack = field_with_expansion() if expansion else field()
    assert (await w.tables.play.view(game, KIM)).pack.hash == pack.hash
    assert await w.tables.repository.packs.need_in(1, pack.hash) is not None


@pytest.mark.parametrize("alone", ["mautoma", "solo"])
async def test_nobody_plays_the_expansion_alone(w: World, alone: str) -> None:
    game = await lobby(w, KIM)
    await w.tables.lobby.option(caller(KIM), game, "alone", alone)
    await w.tables.lobby.option(caller(KIM), game, "abyss", True)
    with pytest.raises(Refused) as caught:
        await w.tables.lobby.start(caller(KIM), game)
    assert caught.value.refusal.reason == "abyss_alone"
    refusal = obstacle(await w.tables.status(game), field_with_expansion())
    assert refusal is not None
    assert refusal.reason == "abyss_alone"


@pytest.mark.parametrize("expansion", [False, True])
async def test_the_expansion_is_not_switched_after_the_start(w: World, expansion: bool) -> None:
    """Neither on nor off: the game stays as it was laid."""
    game = await lobby(w, KIM, ALEX)
    await w.tables.lobby.option(caller(KIM), game, "abyss", expansion)
    await w.tables.lobby.start(caller(KIM), game)
    before = await w.tables.play.view(game, KIM)
    await refused("started", w.tables.lobby.option(caller(KIM), game, "abyss", not expansion))
    after = await w.tables.play.view(game, KIM)
    assert (await w.tables.status(game)).options.abyss is expansion
    assert (after.pack.hash, after.state) == (before.pack.hash, before.state)


async def test_the_long_game_with_fewer_than_four(w: World) -> None:
    """It is for four: refused at the start with two and three, said before; computers in the empty seats are enough."""
    game = await lobby(w, KIM, ALEX)
    await w.tables.lobby.option(caller(KIM), game, "long_game", True)
    for seats in (2, 3):
        with pytest.raises(Refused) as caught:
            await w.tables.lobby.start(caller(KIM), game)
        assert (caught.value.refusal.reason, caught.value.refusal.values) == ("long_game_seats", {"seats": seats})
        assert obstacle(await w.tables.status(game), field()) == caught.value.refusal
        assert (await w.tables.lobby.computer(caller(KIM), game)).stage == "lobby"
    assert obstacle(await w.tables.status(game), field()) is None
    assert (await w.tables.lobby.start(caller(KIM), game)).stage == "running"


async def test_nothing_stands_in_the_way_of_a_lobby_that_still_fills(w: World) -> None:
    """With one person nothing can be said yet; a draft of four is refused before the start too."""
    game = await lobby(w, KIM)
    await w.tables.lobby.option(caller(KIM), game, "long_game", True)
    assert obstacle(await w.tables.status(game), field()) is None
    await w.tables.lobby.cancel(caller(KIM), game)
    game = await lobby(w, ROBIN, ALEX, SASCHA, EVE)
    await w.tables.lobby.option(caller(ROBIN), game, "starting_cards", "draft")
    refusal = obstacle(await w.tables.status(game), field())
    assert refusal is not None
    assert refusal.reason == "draft_too_many"


async def test_too_few_seats(w: World) -> None:
    game = await lobby(w, KIM)
    assert (await refused("too_few", w.tables.lobby.start(caller(KIM), game))).values == {"fewest": 2, "seats": 1}


async def test_the_engine_refuses_a_table_that_cannot_be_laid(w: World) -> None:
    game = await lobby(w, KIM, ALEX, ROBIN, SASCHA)
    await w.tables.lobby.option(caller(KIM), game, "starting_cards", "draft")
    with pytest.raises(Refused) as caught:
        await w.tables.lobby.start(caller(KIM), game)
    assert caught.value.refusal.reason == "draft_too_many"
    assert (await w.tables.status(game)).stage == "lobby"


async def test_nothing_is_joined_after_the_start(w: World) -> None:
    status = await w.game(KIM, ALEX)
    await refused("started", w.tables.lobby.join(caller(EVE), status.game))
    await refused("no_such_game", w.tables.lobby.join(caller(EVE), 999))


async def test_a_closed_lobby_cannot_be_joined(w: World) -> None:
    game = await lobby(w, KIM)
    await w.tables.lobby.cancel(caller(KIM), game)
    await refused("no_lobby_here", w.tables.lobby.join(caller(ALEX), game))


async def test_removing_somebody(w: World) -> None:
    game = await lobby(w, KIM, ALEX)
    await refused("not_allowed", w.tables.lobby.remove(caller(ALEX), game, 0))
    status = await w.tables.lobby.remove(caller(KIM), game, 1)
    assert [seat.user for seat in status.seats] == [KIM]


async def test_lobbies_expire(w: World) -> None:
    game = await lobby(w, KIM)
    w.clock.turn(seconds=LOBBIES_LAST.total_seconds() - 60)
    await w.tables.notice_clock.tick()
    assert (await w.tables.status(game)).stage == "lobby"
    w.clock.turn(minutes=2)
    await w.tables.notice_clock.tick()
    assert (await w.tables.status(game)).stage == "expired"
    assert w.told[-1].what == "expired"
    await lobby(w, ALEX)


async def test_seats_are_shuffled_where_that_is_wanted(w: World) -> None:
    orders = set()
    for table in range(12):
        game = (await w.tables.lobby.open(caller(KIM, channel=table))).game
        for person in (ALEX, ROBIN, SASCHA):
            await w.tables.lobby.join(caller(person), game)
        orders.add(tuple(seat.user for seat in (await w.tables.lobby.start(caller(KIM), game)).seats))
    assert len(orders) > 1


async def test_lobbies_outlive_a_restart(w: World, path: Any) -> None:
    game = await lobby(w, KIM, ALEX)
    async with world(path) as later:
        assert later.tables.here(CHANNEL) == game
        assert (await later.tables.lobby.start(caller(KIM), game)).stage == "running"


async def test_options_reach_the_game(w: World) -> None:
    options = Options(artifact_card="deal", vast_crystals=True)
    status = await w.game(KIM, ALEX, options=options)
    assert status.options == options
    view = await w.tables.play.view(status.game)
    assert view.setup.options == options
    assert view.setup.seed == 0


async def test_a_caller_without_an_interaction_is_fine(w: World) -> None:
    bare = Caller(user=KIM, name="Kim", channel=CHANNEL, guild=1)
    game = (await w.tables.lobby.open(bare)).game
    assert (await w.tables.lobby.computer(bare, game)).version == 2


async def strengths(w: World, game: int) -> list[str | None]:
    return [seat.computer for seat in (await w.tables.status(game)).seats]


async def test_computers_of_a_first_game_are_easy_unless_chosen_otherwise(w: World) -> None:
    game = await lobby(w, KIM)
    await w.tables.lobby.computer(caller(KIM), game)
    await w.tables.lobby.computer(caller(KIM), game, "hard")
    assert await strengths(w, game) == [None, "normal", "hard"]
    await w.tables.lobby.option(caller(KIM), game, "first_game", True)
    await w.tables.lobby.computer(caller(KIM), game)
    assert await strengths(w, game) == [None, "easy", "hard", "easy"]
    await w.tables.lobby.option(caller(KIM), game, "first_game", False)
    assert await strengths(w, game) == [None, "normal", "hard", "normal"]


async def test_what_was_changed_is_told_from_what_a_table_begins_with(w: World) -> None:
    game = await lobby(w, KIM)
    await w.tables.lobby.option(caller(KIM), game, "in_thread", True)
    assert not [each.name for each in await w.tables.lobby.options(game) if each.changed]
    await w.tables.lobby.option(caller(KIM), game, "first_game", True)
    await w.tables.lobby.option(caller(KIM), game, "artifact_card", "deal")
    assert {each.name for each in await w.tables.lobby.options(game) if each.changed} == {"first_game", "artifact_card"}
    await w.tables.lobby.option(caller(KIM), game, "hints", False)
    assert "hints" in {each.name for each in await w.tables.lobby.options(game) if each.changed}
