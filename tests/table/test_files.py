"""Games as files: out and in again, and files that are broken, foreign, newer or meant to harm."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.players import RandomPlayer
from bot.table import TableRefusal
from bot.table.files import FORMAT, KIND, LARGEST, read_file
from tests.table.test_lobby import refused
from tests.table.test_play import playing
from tests.table.world import ALEX, CHANNEL, EVE, KIM, World, caller


async def exported(w: World, actions: int = 12) -> bytes:
    """A full file of a game that is not over."""
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(7), actions)
    return (await w.tables.files.export(caller(0, host=True), game)).data


async def test_a_finished_game_goes_out_and_in(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    over = await w.play_on(game, RandomPlayer(7))
    file = await w.tables.files.export(caller(EVE), game)
    assert file.full
    again = await w.tables.files.import_(caller(EVE), file.data)
    assert (again.stage, again.sheets, again.owner) == ("over", over.sheets, EVE)
    assert [line.record for line in await w.tables.play.log(again.game)] == [
        line.record for line in await w.tables.play.log(game)
    ]
    assert len(await w.store.tallies.closed_at(9001)) == 1, "an imported game is no new result"


async def test_a_game_with_undone_moves_goes_out_and_in(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    player = RandomPlayer(2)
    for _ in range(30):
        status = await w.tables.status(game)
        user = status.seats[next(iter(status.waiting), status.active) or 0].user or 0
        await w.play_one(game, user, player)
        if (await w.tables.play.offers(game, user)).may_undo:
            await w.tables.play.undo(caller(user), game)
            await w.play_one_if(game, user, player)
    data = (await w.tables.files.export(caller(0, host=True), game)).data
    again = await w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data)
    mine, theirs = await w.tables.play.view(game, KIM), await w.tables.play.view(again.game, KIM)
    assert theirs.state == mine.state


async def test_a_running_game_goes_on_elsewhere(w: World) -> None:
    data = await exported(w)
    await refused("running", w.tables.files.import_(caller(EVE), data))
    click = caller(EVE, channel=CHANNEL + 1)
    status = await w.tables.files.import_(click, data)
    assert (status.stage, status.channel) == ("running", CHANNEL + 1)
    assert (await w.tables.files.import_(click, data)).game == status.game
    assert (await w.play_on(status.game, RandomPlayer(1))).stage == "over"


async def test_while_it_runs_only_the_public_part_goes_out(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(11), 150)
    file = await w.tables.files.export(caller(KIM), game)
    assert not file.full
    plain = json.loads(file.data)
    assert plain["setup"]["seed"] == 0
    assert not any("secret" in event for record in plain["records"] for event in record.get("events", ()))
    await refused("import_public", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), file.data))


async def test_a_lobby_cannot_be_exported(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    await refused("not_running", w.tables.files.export(caller(KIM), game))


def changed(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    plain = json.loads(data)
    change(plain)
    return json.dumps(plain).encode()


@pytest.mark.parametrize(
    ("reason", "data"),
    [
        ("import_broken", b""),
        ("import_broken", b"\xff\xfe\x00"),
        ("import_broken", b"{"),
        ("import_broken", b"[" * 100_000),
        ("import_broken", b'{"kind": "\xc3\x28"}'),
        ("import_foreign", b"[]"),
        ("import_foreign", b"null"),
        ("import_foreign", b'{"kind": "chess"}'),
        ("import_foreign", b'{"kind": null}'),
        ("import_broken", json.dumps({"kind": KIND}).encode()),
        ("import_broken", json.dumps({"kind": KIND, "format": "1"}).encode()),
        ("import_large", b" " * (LARGEST + 1)),
    ],
)
async def test_import_of_a_broken_or_foreign_file(w: World, reason: str, data: bytes) -> None:
    await refused(reason, w.tables.files.import_(caller(KIM), data))
    assert await w.tables.hall.store.last_in(CHANNEL) is None


async def test_import_of_a_newer_file(w: World) -> None:
    data = await exported(w)
    elsewhere = caller(EVE, channel=CHANNEL + 1)
    newest: list[dict[str, Any]] = [{"format": FORMAT + 1}, {"rules": 99}, {"format": 2, "what_is_this": {}}]
    for newer in newest:
        await refused("import_newer", w.tables.files.import_(elsewhere, json.dumps(json.loads(data) | newer).encode()))


async def test_import_of_an_unknown_pack(w: World) -> None:
    data = changed(await exported(w), lambda plain: plain["pack"].update(hash="0" * 16, id="x" * 500))
    refusal = await refused("import_pack", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data))
    assert len(str(refusal.values["pack"])) == 40


async def test_import_of_moves_that_the_rules_forbid(w: World) -> None:
    data, elsewhere = await exported(w), caller(EVE, channel=CHANNEL + 1)
    spoilt: list[Callable[[dict[str, Any]], object]] = [
        lambda plain: plain["records"].pop(0),
        lambda plain: plain["records"].reverse(),
        lambda plain: plain["setup"].update(seed=-5),
        lambda plain: plain["setup"].update(pack="other"),
        lambda plain: plain["seats"].pop(),
        lambda plain: plain.update(seats=[{"name": "nobody"}] * 2),
        lambda plain: plain.update(seats=[{"user": 1, "name": "twice"}] * 2),
        lambda plain: plain["records"].append({"number": 99, "seat": 7, "undid": [1]}),
        lambda plain: plain["records"][-1].update(
            action={"action": "build", "seat": 0, "space": 1 << 62, "size": "small"}
        ),
    ]
    for spoil in spoilt:
        await refused("import_broken", w.tables.files.import_(elsewhere, changed(data, spoil)))
    assert w.tables.open_in(9001) == [(1, CHANNEL)]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400) | st.text(max_size=200).map(str.encode) | st.from_regex(rb'\{"kind":.*\}'))
def test_any_bytes_are_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(TableRefusal) as caught:
        read_file(data)
    assert caught.value.reason.startswith("import_")


async def test_a_game_file_can_be_read_by_people(w: World) -> None:
    data = await exported(w, 3)
    assert data.decode().startswith('{\n "kind": "revive-referee game"')
    assert msgspec.json.decode(data)["seats"][0]["name"] == "Kim"


async def test_a_game_that_was_broken_off_goes_on_from_its_file(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    await w.settle_setup(game)
    await w.play_on(game, RandomPlayer(2), 9)
    before = await w.tables.status(game)
    await w.tables.care.end(caller(KIM), game)
    exported = await w.tables.files.export(caller(KIM), game)
    status = await w.tables.files.import_(caller(KIM), exported.data)
    assert (status.stage, status.active, status.turn) == ("running", before.active, before.turn)
    assert (await w.play_on(status.game, RandomPlayer(3))).stage == "over"
