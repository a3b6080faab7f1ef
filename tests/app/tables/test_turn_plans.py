"""Planned turns: tried out on what the person sees, kept, and played only if every step is the same."""

import random
from pathlib import Path

import msgspec
import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.turn_plans import TurnPlan
from bot.engine import judge, view
from bot.engine.actions import Action, Choose, EndAction, EndTurn, Explore, Offer, Refused
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, EVE, KIM, ROBIN, World, caller, person_on, world
from tests.app.tables.test_game_history import TABLES
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing, token_of


async def planned(w: World, game: int, user: int, seed: int, most: int = 12) -> TurnPlan:
    """A random plan, as long as it can be; ends of turns only where nothing else is left."""
    plan, dice = await w.tables.plans.plan(game, user), random.Random(seed)
    for _ in range(most):
        offers = [o for o in plan.controls.offers if not isinstance(o.action, EndTurn)] or list(plan.controls.offers)
        if not offers or plan.changed or plan.whole:
            break
        offers = [o for o in offers if not o.barrier] or offers
        plan = await w.tables.plans.add(game, user, dice.choice(offers).action)
    return plan


async def others_play(w: World, game: int, user: int, player: RandomPlayer, most: int = 400) -> None:
    """Everybody else, until it is the person's turn with nothing asked of others before it."""
    for _ in range(most):
        status = await w.tables.status(game)
        if status.stage != "running" or (status.active is not None and status.seats[status.active].user == user):
            return
        acting = person_on(status)
        if acting is not None:
            await w.play_one(game, acting, player)


def plain(offers: tuple[Offer, ...], *kinds: type[Action]) -> Action:
    return next(o.action for o in offers if isinstance(o.action, kinds) and not o.barrier)


async def test_a_plan_is_tried_out_and_nothing_happens_at_the_table(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    before, told = (await w.tables.repository.get(game)).started_game().snapshot(), len(w.told)
    plan = await planned(w, game, ALEX, 1)
    assert plan.steps
    assert not plan.ready
    assert plan.controls.offers or plan.whole
    table = await w.tables.repository.get(game)
    assert table.started_game().snapshot() == before
    assert len(w.told) == told


async def test_nobody_else_is_told_of_a_plan(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    told, version = len(w.told), (await w.tables.status(game)).version
    await planned(w, game, ALEX, 1)
    assert len(w.told) == told
    assert (await w.tables.status(game)).version == version
    assert not (await w.tables.plans.plan(game, KIM)).steps
    with pytest.raises(TableRefusal, match="not_in_game"):
        await w.tables.plans.plan(game, EVE)


@pytest.mark.parametrize("kind", TABLES)
async def test_the_copy_knows_nothing_that_the_person_does_not(w: World, kind: str) -> None:
    """Two real games that look alike to a person give the same copy: what differs in the dark makes no difference."""
    people, options = TABLES[kind]
    game = (await w.game(*people, options=options)).game
    await w.settle_setup(game)
    user, player = people[-1], RandomPlayer(8)
    for _ in range(25):
        if (acting := person_on(await w.tables.status(game))) is not None:
            await w.play_one_if(game, acting, player)
    table = await w.tables.repository.get(game)
    twin = table.started_game().copy()
    twin.state.rng = 12345
    for pile in (twin.state.deck, twin.state.module_deck, twin.state.crates, *twin.state.machine_decks.values()):
        pile.reverse()
    seat = table.seat_of(user)
    assert msgspec.msgpack.encode(view(twin, seat).state) == msgspec.msgpack.encode(
        view(table.started_game(), seat).state
    )
    first = await planned(w, game, user, 4)
    w.tables.repository._put(type(table)(**{n: getattr(table, n) for n in table.__slots__} | {"game": twin}))
    second = await w.tables.plans.plan(game, user)
    assert second.steps == first.steps
    assert second.changed is None
    assert msgspec.msgpack.encode(second.seen.state) == msgspec.msgpack.encode(first.seen.state)


async def test_one_tap_plays_the_whole_plan(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    plan = await planned(w, game, ALEX, 2)
    await others_play(w, game, ALEX, RandomPlayer(1))
    found = await w.tables.plans.find(game, ALEX)
    assert found is not None
    assert found.ready
    if found.changed is not None:
        pytest.skip("the other has changed it")
    acted = await w.tables.plans.play(caller(ALEX), await token_of(w, game, ALEX))
    done = [record.action for record in acted.records]
    assert [step.action for step in plan.steps] == [
        action for action in done if action in [s.action for s in plan.steps]
    ]
    assert not (await w.tables.plans.has_plan(game, ALEX))


async def test_a_plan_survives_a_restart_and_can_be_thrown_away(path: Path) -> None:
    async with world(path) as w:
        game = await playing(w, KIM, ALEX)
        plan = await planned(w, game, ALEX, 2)
    async with world(path) as w:
        assert (await w.tables.plans.plan(game, ALEX)).steps == plan.steps
        taken = await w.tables.plans.take_back(game, ALEX)
        assert len(taken.steps) < len(plan.steps)
        await w.tables.plans.drop(game, ALEX)
        assert not (await w.tables.plans.plan(game, ALEX)).steps


async def test_what_would_be_revealed_is_the_last_step(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    plan = await w.tables.plans.plan(game, ALEX)
    explore = next(o.action for o in plan.controls.offers if isinstance(o.action, Explore))
    for _ in range(5):  # what is asked before the tile is turned over
        plan = await w.tables.plans.add(game, ALEX, explore if not plan.steps else plan.controls.offers[0].action)
        if plan.whole:
            break
    assert plan.whole
    assert plan.steps[-1].reveals
    assert not plan.steps[-1].events
    assert not plan.controls.offers
    with pytest.raises(TableRefusal, match="plan_whole"):
        await w.tables.plans.add(game, ALEX, explore)
    assert len((await w.tables.plans.take_back(game, ALEX)).steps) < len(plan.steps)


async def test_what_the_rules_forbid_cannot_be_planned(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    for action in (EndTurn(seat=0), Choose(seat=0, answer=(0,)), EndAction(seat=0)):
        with pytest.raises(Refused):
            await w.tables.plans.add(game, ALEX, action)
    assert not (await w.tables.plans.plan(game, ALEX)).steps


async def test_a_plan_for_a_game_that_does_not_run(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await planned(w, game, ALEX, 2)
    await w.tables.administration.pause(caller(KIM), game)
    await refused("paused", w.tables.plans.plan(game, ALEX))
    await w.tables.administration.resume(caller(KIM), game)
    assert (await w.tables.plans.plan(game, ALEX)).steps
    await w.tables.administration.end(caller(KIM), game)
    await refused("ending", w.tables.plans.plan(game, ALEX))
    for user in (KIM, ALEX):
        await w.tables.administration.confirm_end(caller(user), game)
    await refused("over", w.tables.plans.plan(game, ALEX))
    assert await w.store.games.plans.of(game, ALEX) is None
    lobby = (await w.tables.lobby.open(caller(KIM))).game
    await refused("not_running", w.tables.plans.plan(lobby, KIM))


async def test_whoever_leaves_leaves_no_plan_behind(w: World) -> None:
    game = await playing(w, KIM, ALEX, ROBIN)
    await planned(w, game, ALEX, 2)
    await w.tables.administration.leave(caller(ALEX), game)
    assert await w.store.games.plans.of(game, ALEX) is None


async def test_a_stale_tap_plays_nothing(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    token = await token_of(w, game, ALEX)
    await refused("no_plan", w.tables.plans.play(caller(KIM), await token_of(w, game, KIM)))
    await planned(w, game, ALEX, 2)
    await others_play(w, game, ALEX, RandomPlayer(1))
    await refused("stale", w.tables.plans.play(caller(ALEX), token))
    await refused("not_your_turn", w.tables.plans.play(caller(KIM), await token_of(w, game, ALEX)))


async def test_a_second_delivery_plays_it_once(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    plan = await w.tables.plans.plan(game, KIM)
    plan = await w.tables.plans.add(game, KIM, plain(plan.controls.offers, type(plan.controls.offers[0].action)))
    token, again = await token_of(w, game, KIM), caller(KIM)
    first = await w.tables.plans.play(again, token)
    second = await w.tables.plans.play(again, token)
    assert second.again
    assert second.records == first.records


@pytest.mark.parametrize("kind", ["base", "expansion"])
async def test_no_step_is_played_that_is_not_as_planned(w: World, kind: str) -> None:
    """Plans over many turns while the others act at random: each is played as planned, or names what has changed, and
    what it names has changed indeed."""
    people, options = TABLES[kind]
    game = (await w.game(*people[:3], options=options)).game
    await w.settle_setup(game)
    user, player = people[1], RandomPlayer(6)
    played = named = 0
    for turn in range(14):
        await w.tables.plans.drop(game, user)
        if (await w.tables.status(game)).stage != "running":
            break
        plan = await planned(w, game, user, turn)
        await others_play(w, game, user, player)
        status = await w.tables.status(game)
        if status.stage != "running" or status.active != status.seat_of(user):
            break
        found = await w.tables.plans.find(game, user)
        assert found is not None
        before = (await w.tables.repository.get(game)).started_game().copy()
        token = await token_of(w, game, user)
        if found.changed is None:
            acted = await w.tables.plans.play(caller(user), token)
            events = [e for r in acted.records for e in r.events]
            wanted = [e for step in plan.steps for e in step.events]
            assert [e for e in events[: len(wanted)] if e.key != "rules_changed"] == wanted
            played += 1
        else:
            await refused("plan_changed", w.tables.plans.play(caller(user), token))
            assert (await w.tables.repository.get(game)).started_game().snapshot() == before.snapshot()
            fine = found.changed.step
            if fine:
                acted = await w.tables.plans.play(caller(user), token, fine)
                assert len((await w.tables.plans.plan(game, user)).steps) == len(plan.steps) - fine
            named += 1
        for _ in range(60):  # to the end of the turn
            status = await w.tables.status(game)
            if status.stage != "running" or status.active != status.seat_of(user):
                break
            await w.play_one(game, user, player)
    assert played
    assert played + named >= 5


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["base", "expansion", "mautoma"])
async def test_a_plan_survives_a_thousand_actions_of_others(w: World, kind: str) -> None:
    """Whole games in which every turn of everybody is planned before the others act."""
    people, options = TABLES[kind]
    actions = 0
    for seed in range(40):
        game = (await w.game(*people, options=options)).game
        await w.settle_setup(game)
        player = RandomPlayer(seed)
        while (status := await w.tables.status(game)).stage == "running" and actions < 1000:
            actions += await _turn_by_plans(w, game, people, player, seed + status.turn)
        if status.stage == "running":
            await w.tables.administration.end(caller(people[0]), game)
            break
        if actions >= 1000:
            break
    assert actions >= 1000


async def _turn_by_plans(w: World, game: int, people: tuple[int, ...], player: RandomPlayer, seed: int) -> int:
    for user in people:
        if not (await w.tables.plans.has_plan(game, user)):
            try:
                await planned(w, game, user, seed)
            except Refused:
                continue  # it has no turn left
    status = await w.tables.status(game)
    acting = person_on(status)
    if acting is None:
        return 0
    found = await w.tables.plans.find(game, acting)
    if found is not None and found.changed is None and not found.controls.decision:
        real = (await w.tables.repository.get(game)).started_game().copy()
        for step in found.steps[:1]:
            assert isinstance(judge(real, step.action), Offer)
        acted = await w.tables.plans.play(caller(acting), await token_of(w, game, acting))
        events = [e for r in acted.records for e in r.events]
        wanted = [e for step in found.steps for e in step.events]
        assert events[: len(wanted)] == wanted
        return len(acted.records)
    await w.tables.plans.drop(game, acting)
    await w.play_one(game, acting, player)
    return 1
