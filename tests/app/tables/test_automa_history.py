"""Playing alone at a table: the Mautoma's turns by themselves, undo, a process that is gone, old buttons, results."""

from pathlib import Path

import msgspec
import pytest

from bot.app.tables import Status, TableRefusal
from bot.app.tables.automa_history import effective_records, find_turn
from bot.app.tables.game_results import Result
from bot.engine.actions import Choose, EndTurn, Refused
from bot.engine.solo_components import MautomaState, SoloState
from bot.engine.state import Alone, Options
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import KIM, World, caller, world
from tests.app.tables.test_lobby import refused


def options(alone: Alone, draft: bool = False) -> Options:
    return Options(artifact_card="deal", starting_cards="draft" if draft else "sets", alone=alone)


async def begun(w: World, alone: Alone = "mautoma") -> int:
    """A game whose setup is answered."""
    status = await w.game(KIM, options=options(alone))
    await w.settle_setup(status.game)
    return status.game


async def turn_over(w: World, game: int, player: RandomPlayer) -> Status:
    """Play until the human's turn is over and the Mautoma has taken its own."""
    turn = (await w.tables.status(game)).turn
    while (status := await w.tables.status(game)).turn == turn and status.stage == "running":
        await w.play_one(game, KIM, player)
    return status


async def kept_of(w: World, game: int) -> MautomaState:
    kept = (await w.tables.play.view(game, KIM)).state.variant
    assert isinstance(kept, MautomaState)
    return kept


async def records_of(w: World, game: int) -> list[str]:
    """The keys of everything told."""
    return [event.key for line in await w.tables.play.log(game, None, 0) for event in line.record.events]


@pytest.mark.parametrize("draft", [False, True])
async def test_one_person_is_enough(w: World, draft: bool) -> None:
    """002 SPIELVORBEREITUNG: set or draft, the field of the energy marker is the player's."""
    status = await w.game(KIM, options=options("mautoma", draft))
    assert status.waiting
    controls = await w.tables.play.offers(status.game, KIM)
    while controls.decision is not None and controls.decision.kind != "place_energy":
        await w.play_one(status.game, KIM)
        controls = await w.tables.play.offers(status.game, KIM)
    assert controls.decision is not None
    await w.tables.play.answer(caller(KIM), controls.token, (6,))
    await w.settle_setup(status.game)
    assert (await kept_of(w, status.game)).marker == 6
    assert (await w.tables.status(status.game)).active == 0


async def test_a_marker_field_that_does_not_exist(w: World) -> None:
    """There are twelve; nothing changes, and the refusal says how many."""
    status = await w.game(KIM, options=options("mautoma"))
    controls = await w.tables.play.offers(status.game, KIM)
    while controls.decision is not None and controls.decision.kind != "place_energy":
        await w.play_one(status.game, KIM)
        controls = await w.tables.play.offers(status.game, KIM)
    before = await w.tables.status(status.game)
    for field in (12, 99):
        with pytest.raises(Refused) as caught:
            await w.tables.play.answer(caller(KIM), controls.token, (field,))
        assert caught.value.refusal.values == {"options": 12, "decision": "place_energy"}
    assert await w.tables.status(status.game) == before


async def test_its_turn_follows_the_human_s_in_one_step(w: World) -> None:
    game, player = await begun(w), RandomPlayer(4)
    status = await turn_over(w, game, player)
    assert (status.turn, status.active) == (2, 0)
    assert (await kept_of(w, game)).turns == 1
    told = await records_of(w, game)
    assert told.index("mautoma_turn") < told.index("mautoma_card")


async def test_its_turn_cannot_be_undone(w: World) -> None:
    """It turned a card over. What the human does afterwards can be taken back."""
    game, player = await begun(w), RandomPlayer(4)
    await turn_over(w, game, player)
    assert (await w.tables.play.offers(game, KIM)).barrier == "undo_barrier"
    with pytest.raises(Refused) as caught:
        await w.tables.play.undo(caller(KIM), game)
    assert caught.value.refusal.reason == "undo_barrier"
    while (controls := await w.tables.play.offers(game, KIM)).decision is not None:
        await w.play_one(game, KIM)
    before = (await w.tables.play.view(game, KIM)).state
    offer = next(offer for offer in controls.offers if not offer.barrier and not isinstance(offer.action, EndTurn))
    await w.tables.play.act(caller(KIM), controls.token, offer.action)
    await w.tables.play.undo(caller(KIM), game)
    assert (await w.tables.play.view(game, KIM)).state == before


async def test_the_end_of_a_turn_pressed_twice_brings_one_turn_of_the_mautoma(w: World) -> None:
    game, player = await begun(w), RandomPlayer(8)
    while True:
        controls = await w.tables.play.offers(game, KIM)
        ends = [offer.action for offer in controls.offers if isinstance(offer.action, EndTurn)]
        if ends and controls.decision is None:
            break
        await w.play_one(game, KIM, player)
    press = caller(KIM)
    first = await w.tables.play.act(press, controls.token, ends[0])
    again = await w.tables.play.act(press, controls.token, ends[0])
    assert (again.again, again.records) == (True, first.records)
    await refused("stale", w.tables.play.act(caller(KIM), controls.token, ends[0]))
    assert (await kept_of(w, game)).turns == 1


async def test_a_process_gone_in_the_middle(path: Path) -> None:
    """At every tenth action of a game another process goes on from the disk; the game ends after its 18 rounds."""
    async with world(path) as w:
        game = await begun(w)
    player, stage = RandomPlayer(2), "running"
    while stage == "running":
        async with world(path) as w:
            old = (await w.tables.play.offers(game, KIM)).token
            for _ in range(10):
                if (await w.tables.status(game)).stage == "running":
                    await w.play_one(game, KIM, player)
            stage = (await w.tables.status(game)).stage
            if stage == "running":
                with pytest.raises(TableRefusal) as caught:
                    await w.tables.play.act(caller(KIM), old, Choose(seat=0, answer=(0,)))
                assert caught.value.reason == "stale"
    async with world(path) as w:
        told = await records_of(w, game)
        assert (told.count("mautoma_turn"), told.count("mautoma_hibernated"), told.count("mautoma_card")) == (17, 3, 14)
        status = await w.tables.status(game)
        assert (status.stage, status.turn) == ("over", 18)


async def test_the_result_is_kept_and_a_rematch_is_for_one(w: World) -> None:
    game = await begun(w)
    status = await w.play_on(game, RandomPlayer(6))
    assert status.stage == "over"
    stored = await w.store.games.result(game)
    assert stored is not None
    result = msgspec.json.decode(stored.body, type=Result)
    assert result.sheets == status.sheets
    assert result.setup.options.alone == "mautoma"
    assert result.turns == 18
    again = await w.tables.administration.rematch(caller(KIM), game)
    assert (again.options.alone, len(again.seats)) == ("mautoma", 1)
    assert (await w.tables.lobby.start(caller(KIM), again.game)).stage == "running"


async def test_the_official_solo_game(w: World) -> None:
    """One action a turn; it ends where the pack assumes it, and can be played again."""
    game = await begun(w, "solo")
    kept = (await w.tables.play.view(game, KIM)).state.variant
    assert isinstance(kept, SoloState)
    status = await w.play_on(game, RandomPlayer(3))
    assert status.stage == "over"
    assert "solo_result" in await records_of(w, game)
    assert (await w.tables.administration.rematch(caller(KIM), game)).options.alone == "solo"


async def test_its_turns_are_found_in_the_records(w: World) -> None:
    """The last one, any by its record, with its neighbours; none before the first."""
    game, player = await begun(w), RandomPlayer(11)
    seen = await w.tables.play.view(game, KIM)
    assert find_turn(effective_records(line.record for line in await w.tables.play.log(game, None, 0)), seen) is None
    for _ in range(4):
        await turn_over(w, game, player)
    seen = await w.tables.play.view(game, KIM)
    records = effective_records(line.record for line in await w.tables.play.log(game, None, 0))
    last = find_turn(records, seen)
    assert last is not None
    assert (last.turn.number, last.after) == (4, None)
    third = find_turn(records, seen, last.before)
    assert third is not None
    assert (third.turn.number, third.turn.card, third.after) == (3, None, last.record)
    kept = await kept_of(w, game)
    assert last.marker(seen) == kept.marker
    assert third.marker(seen) == (kept.marker - last.turn.steps) % 12
    assert find_turn(records, seen, 10_000) is None
