"""Games in which nobody moves: two notices, then the archive, and the way back."""

import pytest

from bot.app.tables import TableRefusal
from bot.app.tables.wording import notice_text, refused
from bot.engine.actions import Hibernate
from bot.text import LOCALES
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, World, caller
from tests.app.tables.test_notices import quiet_game, ticked


def idle(sent: list[tuple[int, str, int]]) -> list[int]:
    return sorted(user for user, kind, _ in sent if kind == "idle")


async def archived(w: World) -> int:
    game = await quiet_game(w)
    assert idle(await ticked(w, days=45)) == []
    assert idle(await ticked(w, days=1, minutes=1)) == [KIM, ALEX]
    assert idle(await ticked(w, days=6)) == []
    assert idle(await ticked(w, days=1, minutes=1)) == [KIM, ALEX]
    assert all(notice_text(locale, w.box.sent[-1], "@Kim") for locale in LOCALES)
    assert idle(await ticked(w, days=6)) == []
    assert (await w.tables.status(game)).stage == "running"
    await ticked(w, days=1, minutes=1)
    assert (await w.tables.status(game)).stage == "archived"
    return game


async def reason(wanted: object) -> str:
    with pytest.raises(TableRefusal) as refusal:
        await wanted  # type: ignore[misc]
    assert all(refused(locale, refusal.value) for locale in LOCALES)
    return refusal.value.reason


async def test_two_notices_then_the_archive_then_back_where_it_was(w: World) -> None:
    game = await archived(w)
    before = await w.tables.repository.get(game)
    assert await reason(w.tables.play.act(caller(KIM), before.token(0).text, Hibernate(seat=0))) == "archived"
    assert await reason(w.tables.archive.bring_back(caller(EVE), game)) == "not_in_game"
    w.tables.repository.forget_all()
    back = await w.tables.archive.bring_back(caller(ALEX), game)
    after = await w.tables.repository.get(game)
    assert back.stage == "running"
    assert (after.saved, after.body.steps, after.records) == (before.saved, before.body.steps, before.records)
    assert await w.tables.repository.store.turns(game)
    assert await reason(w.tables.archive.bring_back(caller(KIM), game)) == "not_archived"
    await w.play_one(game, KIM)


async def test_a_move_keeps_it(w: World) -> None:
    game = await quiet_game(w)
    await ticked(w, days=47)
    await w.play_one(game, KIM)
    assert idle(await ticked(w, days=45)) == []
    assert idle(await ticked(w, days=2)) == [KIM, ALEX]
    assert (await w.tables.status(game)).stage == "running"


async def test_its_channel_has_another_table(w: World) -> None:
    game = await archived(w)
    other = (await w.tables.lobby.open(caller(EVE))).game
    assert await reason(w.tables.archive.bring_back(caller(KIM), game)) == "archive_taken"
    assert w.tables.here(CHANNEL) == other
