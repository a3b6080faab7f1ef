"""Games as files: out and in again, and files that are broken, foreign, newer or meant to harm."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.app.score_pad.service import decoded
from bot.app.tables import Caller, TableRefusal
from bot.app.tables.integrity_check import problems
from bot.app.tables.upload_cooldown import TOO_HEAVY, Allowance
from bot.engine.game import EXPANSION_RULES, RULES_VERSION
from bot.engine.packs import field
from bot.engine.state import Options
from bot.engine.variants.abyss.state_access import shown
from bot.game_files.file_format import FORMAT, KIND, LARGEST, SHORT_HASH, shuffle_hash
from bot.game_files.file_replay import Declined, ReadRequest, read_game
from bot.game_files.verify import verified
from bot.players import RandomPlayer
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, FakeClock, World, caller
from tests.app.tables.test_lobby import refused
from tests.app.tables.test_play import playing

PACK = field()


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
    assert len(await w.store.score_pads.closed_at(9001)) == 1, "an imported game is no new result"


async def test_a_game_with_the_expansion_goes_out_and_in(w: World) -> None:
    """Finished, and in the middle with moves taken back. Its head says which rules it takes, so that a bot without them
    says that it is too old; other files say what they always said."""
    game = (await w.game(KIM, ALEX, options=Options(abyss=True, artifact_card="deal"))).game
    await w.settle_setup(game)
    player = RandomPlayer(5)
    for _ in range(25):
        status = await w.tables.status(game)
        user = status.seats[next(iter(status.waiting), status.active) or 0].user or 0
        await w.play_one(game, user, player)
        if (await w.tables.play.offers(game, user)).may_undo:
            await w.tables.play.undo(caller(user), game)
            await w.play_one_if(game, user, player)
    data = (await w.tables.files.export(caller(0, host=True), game)).data
    again = await w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data)
    mine, theirs = await w.tables.play.view(game), await w.tables.play.view(again.game)
    assert shown(theirs.state) == shown(mine.state) is not None
    assert json.loads(data)["rules"] == EXPANSION_RULES
    over = await w.play_on(game, player)
    file = await w.tables.files.export(caller(EVE), game)
    assert (await w.tables.files.import_(caller(EVE), file.data)).sheets == over.sheets
    pad = decoded((await w.store.score_pads.closed_at(9001))[0].body)
    assert pad.options.expansion
    devotion = [line.points for sheet in over.sheets for line in sheet.lines if line.key == "devotion"]
    assert sorted(sheet.devotion or 0 for sheet in pad.sheets) == sorted(devotion)
    assert json.loads(await exported(w, 0))["rules"] == RULES_VERSION


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
    mine, theirs = await w.tables.play.view(game), await w.tables.play.view(again.game)
    assert theirs.state == mine.state


async def test_a_running_game_becomes_a_practice_table(w: World) -> None:
    data = await exported(w)
    await refused("running", w.tables.files.import_(caller(KIM), data))
    click = caller(KIM, channel=CHANNEL + 1)
    status = await w.tables.files.import_(click, data)
    assert (status.stage, status.channel, status.practice) == ("running", CHANNEL + 1, True)
    assert (await w.tables.files.import_(click, data)).game == status.game
    await w.tables.administration.join(caller(ALEX), status.game)
    over = await w.play_on(status.game, RandomPlayer(1))
    assert over.stage == "over"
    assert over.sheets
    assert await w.store.games.result(status.game) is None
    assert await w.store.score_pads.closed_at(9001) == [], "a practice table has no result"
    again = await w.tables.files.import_(late(w, KIM), (await w.tables.files.export(caller(KIM), status.game)).data)
    assert again.practice, "its file says so too"


def late(w: World, user: int) -> Caller:
    """Somebody who has waited long enough since their last file, elsewhere."""
    w.clock.turn(minutes=10)
    return caller(user, channel=CHANNEL + 1)


async def test_what_was_hidden_in_the_file_is_not_what_comes(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(3), 60)
    data = (await w.tables.files.export(caller(0, host=True), game)).data
    files = [await w.tables.files.import_(late_in(w, channel), data) for channel in range(8000, 8006)]
    before = (await w.tables.repository.get(game)).started_game().state
    games = [(await w.tables.repository.get(status.game)).started_game() for status in files]
    assert all(started.state.deck != before.deck for started in games)
    assert all(started.state.rng != before.rng for started in games)
    assert len({tuple(started.state.deck) for started in games}) == len(games)
    assert len({tuple(card for mine in started.state.seats for card in mine.artifact_cards) for started in games}) > 1
    for status in files:
        log = await w.tables.play.log(status.game, KIM)
        assert log[-1].record.events[-1].key == "reordered"
        assert all(line.record.reseed is None for line in log), "who knows the seed knows what comes"
        stored = await w.tables.repository.store.get(status.game)
        assert stored is not None
        assert await problems(w.tables.repository, stored) == []


def late_in(w: World, channel: int) -> Caller:
    return msgspec.structs.replace(late(w, KIM), channel=channel)


async def test_for_the_host_a_game_moves_unchanged(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(3), 60)
    data = (await w.tables.files.export(caller(0, host=True), game)).data
    moved = await w.tables.files.import_(caller(0, channel=CHANNEL + 1, host=True), data)
    mine, theirs = (
        (await w.tables.repository.get(game)).started_game(),
        (await w.tables.repository.get(moved.game)).started_game(),
    )
    assert theirs.snapshot() == mine.snapshot()
    assert [line.record for line in await w.tables.play.log(moved.game)] == [
        line.record for line in await w.tables.play.log(game)
    ]
    assert (moved.practice, moved.owner, [seat.user for seat in moved.seats]) == (False, KIM, [KIM, ALEX])
    assert moved.proof == (await w.tables.status(game)).proof
    assert (await w.play_on(moved.game, RandomPlayer(1))).stage == "over"
    assert await w.store.games.result(moved.game) is not None


async def test_people_in_a_file_sit_down_themselves(w: World) -> None:
    data = await exported(w)
    w.box.sent.clear()
    status = await w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data)
    assert [(seat.user, seat.kept_for, seat.name) for seat in status.seats] == [
        (None, KIM, "Kim"),
        (None, ALEX, "Alex"),
    ]
    assert status.owner == EVE
    w.clock.turn(hours=50)
    await w.tables.notice_clock.tick()
    assert [notice for notice in w.box.sent if notice.game == status.game] == []
    await refused("not_in_game", w.tables.play.offers(status.game, KIM))
    await refused("no_seat_kept", w.tables.administration.join(caller(ROBIN), status.game))
    status = await w.tables.administration.join(caller(KIM), status.game)
    assert [(seat.user, seat.kept_for) for seat in status.seats] == [(KIM, None), (None, ALEX)]
    await refused("already_in", w.tables.administration.join(caller(KIM), status.game))
    await w.tables.administration.replace(caller(EVE), status.game, 1, EVE, "Eve")
    await refused("started", w.tables.administration.join(caller(ALEX), status.game))
    assert (await w.play_on(status.game, RandomPlayer(1))).stage == "over"
    await w.tables.notice_clock.tick()
    assert {notice.user for notice in w.box.sent if notice.game == status.game} <= {KIM, EVE}


async def test_a_rematch_asks_nobody_who_never_sat_down(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    await w.play_on(game, RandomPlayer(7))
    data = (await w.tables.files.export(caller(EVE), game)).data
    again = await w.tables.files.import_(caller(KIM), data)
    lobby = await w.tables.administration.rematch(caller(KIM), again.game)
    assert [seat.user for seat in lobby.seats] == [KIM]


async def test_one_person_brings_so_many_files(w: World) -> None:
    """12 points in 10 minutes: 1 for a look, 4 for a replay, all of them for a file that met a limit."""
    data = await exported(w)
    illegal = changed(data, lambda plain: plain["records"].pop(0))
    for file, number in ((b"{", 12), (illegal, 3)):
        for _ in range(number):
            await refused("import_broken", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), file))
        refusal = await refused("import_again", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data))
        assert refusal.values["minutes"] == 10
        w.clock.turn(minutes=9)
        refusal = await refused("import_again", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data))
        assert refusal.values["minutes"] == 1
        w.clock.turn(minutes=1)
    for _ in range(3):
        await refused("import_broken", w.tables.files.import_(caller(KIM, channel=CHANNEL + 2), illegal))
    assert (await w.tables.files.import_(caller(EVE, channel=CHANNEL + 2), data)).practice, "Kim's are Kim's own"


def test_a_heavy_file_is_enough_for_ten_minutes() -> None:
    clock = FakeClock()
    allowance = Allowance(clock.now)
    allowance.spend(KIM).cost = TOO_HEAVY
    for minutes in (10, 5):
        with pytest.raises(TableRefusal) as caught:
            allowance.spend(KIM)
        assert caught.value.values["minutes"] == minutes
        clock.turn(minutes=5)
    allowance.spend(KIM)


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


async def nothing_left(w: World, tables: int = 0) -> None:
    """So many tables, and no channel held but theirs."""
    assert len(await w.tables.repository.store.listed()) == tables
    assert len(w.tables.repository.by_channel) == len(await w.tables.repository.store.open_tables()) <= tables


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
    await nothing_left(w)


async def test_import_of_a_newer_file(w: World) -> None:
    data = await exported(w)
    elsewhere = caller(EVE, channel=CHANNEL + 1)
    newest: list[dict[str, Any]] = [{"format": FORMAT + 1}, {"rules": 99}, {"format": 2, "what_is_this": {}}]
    for newer in newest:
        await refused("import_newer", w.tables.files.import_(elsewhere, json.dumps(json.loads(data) | newer).encode()))


async def test_import_of_an_unknown_pack(w: World) -> None:
    data = changed(await exported(w), lambda plain: plain["pack"].update(hash="0" * 16, id="x" * 60))
    refusal = await refused("import_pack", w.tables.files.import_(caller(EVE, channel=CHANNEL + 1), data))
    assert len(str(refusal.values["pack"])) == 40


async def test_import_of_moves_that_the_rules_forbid(w: World) -> None:
    data, elsewhere = await exported(w), caller(EVE, channel=CHANNEL + 1)
    spoilt: list[Callable[[dict[str, Any]], object]] = [
        lambda plain: plain["records"].pop(0),
        lambda plain: plain["records"].reverse(),
        lambda plain: plain["setup"].update(seed=-5),
        lambda plain: plain["setup"].update(seed=10**400),
        lambda plain: plain["setup"].update(seed=1 << 63),
        lambda plain: plain["seats"][0].update(user=1 << 63),
        lambda plain: plain["seats"][0].update(user=-7),
        lambda plain: plain["seats"][0].update(user=0),
        lambda plain: plain["seats"][0].update(computer="god"),
        lambda plain: plain["records"][0].update(number=-1),
        lambda plain: plain["records"][0].update(seat=1 << 70),
        lambda plain: plain["records"][0]["action"].update(answer=[1 << 70]),
        lambda plain: plain["records"][0]["action"].update(payment={"gear": -1}),
        lambda plain: plain["records"][0].update(reseed=-1),
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
        found = read_game(ReadRequest(data=changed(data, spoil), reseed=1), {PACK.hash: PACK})
        assert isinstance(found, Declined)
        assert found.reason == "import_broken"
    await refused("import_broken", w.tables.files.import_(elsewhere, changed(data, spoilt[-1])))
    assert w.tables.open_in(9001) == [(1, CHANNEL)]


async def test_a_game_file_can_be_read_by_people(w: World) -> None:
    data = await exported(w, 3)
    assert data.decode().startswith('{\n "kind": "revive-referee game"')
    assert msgspec.json.decode(data)["seats"][0]["name"] == "Kim"


async def test_a_game_that_was_broken_off_goes_on_from_its_file(w: World) -> None:
    game = (await w.game(KIM, ALEX)).game
    await w.settle_setup(game)
    await w.play_on(game, RandomPlayer(2), 9)
    before = await w.tables.status(game)
    await w.tables.administration.end(caller(KIM), game)
    for person in (KIM, ALEX):
        await w.tables.administration.confirm_end(caller(person), game)
    exported = await w.tables.files.export(caller(KIM), game)
    status = await w.tables.files.import_(caller(KIM), exported.data)
    assert (status.stage, status.active, status.turn) == ("running", before.active, before.turn)
    await w.tables.administration.join(caller(ALEX), status.game)
    assert (await w.play_on(status.game, RandomPlayer(3))).stage == "over"


# ---- the shuffle -------------------------------------------------------------------------------------------------


async def test_the_shuffle_is_shown_as_a_hash_and_at_the_end_as_it_is(w: World) -> None:
    game = await playing(w, KIM, ALEX)
    shown = (await w.tables.status(game)).proof
    assert shown is not None
    assert (len(shown.hash), shown.seed, shown.salt) == (64, None, None)
    running = json.loads((await w.tables.files.export(caller(EVE), game)).data)
    assert (running["shown"], running["salt"], running["setup"]["seed"]) == (shown.hash, "", 0)
    over = await w.play_on(game, RandomPlayer(4))
    assert over.proof is not None
    assert over.proof.hash == shown.hash == hashlib.sha256(f"{over.proof.seed}:{over.proof.salt}".encode()).hexdigest()
    assert over.proof.seed == (await w.tables.repository.get(game)).started_game().setup.seed
    other = (await w.tables.status((await w.game(KIM, channel=CHANNEL + 4, computers=1)).game)).proof
    assert other is not None
    assert other.hash != shown.hash


async def test_a_reordering_has_a_hash_of_its_own(w: World) -> None:
    data = await exported(w)
    status = await w.tables.files.import_(caller(KIM, channel=CHANNEL + 1), data)
    assert status.proof is not None
    assert status.proof.hash != json.loads(data)["shown"], "whoever has the file knows the first one's seed"
    await w.tables.administration.join(caller(ALEX), status.game)
    over = await w.play_on(status.game, RandomPlayer(1))
    assert over.proof is not None
    assert over.proof.hash == status.proof.hash == shuffle_hash(over.proof.seed or 0, over.proof.salt or "")
    whole = (await w.tables.files.export(caller(EVE), status.game)).data
    for told in (status.proof.hash, f"`{status.proof.hash[:SHORT_HASH]}…`", status.proof.hash[:SHORT_HASH].upper()):
        verdict = verified(whole, told)
        assert verdict.right, verdict.lines
    for other in (status.proof.hash[: SHORT_HASH - 1], status.proof.hash[1 : SHORT_HASH + 1], ""):
        assert not verified(whole, other).right
