"""Following a game: who may, what counts as a chosen moment, and that nobody is told twice."""

from pathlib import Path

import pytest

from bot.app.tables.followers import MOST, Moments
from bot.players import RandomPlayer
from bot.store.game_followers import Follower
from tests.app.tables.table_fixture import ALEX, EVE, KIM, ROBIN, World, caller, world
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing


async def told(w: World, game: int, moments: Moments) -> tuple[int, int, int]:
    """How often a follower is told over a whole game; turns and rounds of it."""
    await w.tables.followers.follow(caller(EVE), game, moments)
    first, player, times = len(w.told), RandomPlayer(3), 0
    turns = rounds = 0
    for _ in range(5000):
        if (await w.tables.status(game)).stage != "running":
            break
        await w.play_on(game, player, most=1)
        for change in w.told[first:]:
            turns += change.new_turn
            rounds += change.new_turn and (await w.tables.status(game)).active == 0
            for follower in await w.tables.followers.to_tell(change):
                times += await w.tables.followers.claim(follower)
        first = len(w.told)
    return times, turns, rounds


@pytest.mark.parametrize("moments", ["turn", "round", "end"])
async def test_they_are_told_at_their_moments(w: World, moments: Moments) -> None:
    game = await playing(w, KIM, ALEX)
    times, turns, rounds = await told(w, game, moments)
    wanted = {"turn": turns + 1, "round": rounds + 2, "end": 2}[moments]
    assert wanted - 1 <= times <= wanted + 1
    assert times >= 1


async def test_nobody_is_told_twice(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.followers.follow(caller(EVE), game, "turn")
    first, player = len(w.told), RandomPlayer(1)
    while not any(change.new_turn for change in w.told[first:]):
        await w.play_on(game, player, most=1)
    change = next(change for change in w.told[first:] if change.new_turn)
    [follower] = await w.tables.followers.to_tell(change)
    assert await w.tables.followers.claim(follower)
    assert not await w.tables.followers.claim(follower)
    assert await w.tables.followers.to_tell(change) == []


async def test_who_may_not_and_what_cannot_be_followed(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    follow = w.tables.followers.follow
    await refused("already_in", follow(caller(KIM), game, "turn"))
    lobby = (await w.tables.lobby.open(caller(ROBIN, channel=99))).game
    await refused("not_running", follow(caller(EVE), lobby, "turn"))
    for person in range(1000, 1000 + MOST):
        await follow(caller(person), game, "turn")
    await refused("followers_full", follow(caller(EVE), game, "turn"))
    await follow(caller(1000), game, "end")  # choosing anew takes no second place
    assert await w.tables.followers.chosen(game, 1000) == "end"
    await w.tables.followers.unfollow(game, 1001)
    await follow(caller(EVE), game, "round")
    await w.tables.administration.end(caller(KIM), game)
    await refused("over", follow(caller(1001), game, "turn"))


async def test_followers_outlive_a_restart(path: Path) -> None:
    async with world(path) as w:
        game = await playing(w, KIM, ALEX)
        await w.tables.followers.follow(caller(EVE), game, "turn")
    async with world(path) as w:
        assert await w.tables.followers.chosen(game, EVE) == "turn"
        await w.store.games.delete(game)
        assert await w.store.games.followers.of(game) == []


async def test_an_old_claim_changes_nothing(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.tables.followers.follow(caller(EVE), game, "turn")
    assert not await w.store.games.followers.claim(Follower(game, EVE, "turn", told=12345), 5)
