"""Notices with a clock turned by hand: who is told when, once, also across restarts."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

import msgspec
import pytest

from bot.app.tables import Notice, Notices, PlayerSettings, Tables
from bot.app.tables.wording import notice_text
from bot.engine.actions import EndTurn, Hibernate
from bot.text import LOCALES
from tests.app.tables.table_fixture import ALEX, CHANNEL, GUILD, KIM, ROBIN, World, caller, world
from tests.app.tables.test_play import playing, token_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def end_turn(w: World, game: int, user: int) -> None:
    """Hibernate, answer what comes of it, end the turn."""
    seat = (await w.tables.status(game)).seat_of(user) or 0
    await w.tables.play.act(caller(user), await token_of(w, game, user), Hibernate(seat=seat))
    while (controls := await w.tables.play.offers(game, user)).decision:
        await w.tables.play.act(caller(user), controls.token, controls.offers[-1].action)
    await w.tables.play.act(caller(user), controls.token, EndTurn(seat=seat))


async def ticked(w: World, **by: float) -> list[tuple[int, str, int]]:
    """What is sent when so much time has passed."""
    before = len(w.box.sent)
    w.clock.turn(**by)
    await w.tables.notice_clock.tick()
    return [(notice.user, notice.kind, notice.minutes // 60) for notice in w.box.sent[before:]]


async def quiet_game(w: World) -> int:
    """A game at Kim's first turn, everything of the setup told."""
    game = await playing(w, KIM, ALEX)
    await ticked(w)
    return game


async def test_setup_asks_everybody_but_who_caused_it(w: World) -> None:
    await w.game(KIM, ALEX, ROBIN)
    assert await ticked(w) == [(ALEX, "decision", 0), (ROBIN, "decision", 0)]
    assert await ticked(w, hours=3) == []


async def test_whose_turn_it_is(w: World) -> None:
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    notice = w.box.sent[-1]
    assert (notice.game, notice.channel, notice.guild, notice.where, notice.seat) == (
        game,
        CHANNEL,
        GUILD,
        "channel",
        1,
    )
    assert await ticked(w) == []
    await end_turn(w, game, ALEX)
    assert await ticked(w) == [(KIM, "turn", 0)]


async def test_off_is_off(w: World) -> None:
    await w.tables.set_settings(ALEX, PlayerSettings("off"))
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    assert await ticked(w) == []
    assert await ticked(w, hours=200) == []


@pytest.mark.parametrize("hours", [8, 24, 48])
async def test_reminders(w: World, hours: int) -> None:
    wish: Notices = {8: "8", 24: "24", 48: "48"}[hours]  # type: ignore[assignment]
    await w.tables.set_settings(ALEX, PlayerSettings(wish, "dm"))
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    assert w.box.sent[-1].where == "dm"
    assert await ticked(w, hours=hours - 0.1) == []
    assert await ticked(w, hours=0.2) == [(ALEX, "turn", hours)]
    assert await ticked(w, hours=500) == []


async def test_no_reminder_after_the_turn(w: World) -> None:
    for person in (KIM, ALEX):
        await w.tables.set_settings(person, PlayerSettings("8"))
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    await ticked(w)
    await end_turn(w, game, ALEX)
    assert await ticked(w) == [(KIM, "turn", 0)]
    assert await ticked(w, hours=9) == [(KIM, "turn", 8)]


async def test_turn_alone_means_no_reminder(w: World) -> None:
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    assert await ticked(w, hours=100) == []


async def test_who_reopens_their_turn_is_not_told(w: World) -> None:
    game = await quiet_game(w)
    await w.tables.play.act(caller(KIM), await token_of(w, game, KIM), Hibernate(seat=0))
    while (controls := await w.tables.play.offers(game, KIM)).decision:
        await w.tables.play.act(caller(KIM), controls.token, controls.offers[-1].action)
    await w.tables.play.act(caller(KIM), controls.token, EndTurn(seat=0))
    await w.tables.play.undo(caller(KIM), game)
    assert await ticked(w) == []


async def test_notices_survive_a_restart_and_come_once(w: World, path: Path) -> None:
    await w.tables.set_settings(ALEX, PlayerSettings("8"))
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    async with world(path, clock=w.clock) as later:
        assert await ticked(later) == [(ALEX, "turn", 0)]
        assert await ticked(w) == [], "the other process has told it"
    async with world(path, clock=w.clock) as last:
        assert await ticked(last, hours=8) == [(ALEX, "turn", 8)]
        assert await ticked(last, hours=8) == []


async def test_nobody_is_told_of_a_paused_game(w: World) -> None:
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    await w.tables.administration.pause(caller(KIM), game)
    assert await ticked(w) == []
    await w.tables.administration.resume(caller(KIM), game)
    assert await ticked(w) == [(ALEX, "turn", 0)]


async def test_who_takes_a_seat_over_is_told(w: World) -> None:
    game = await quiet_game(w)
    await end_turn(w, game, KIM)
    await ticked(w)
    await w.tables.administration.replace(caller(KIM), game, 1, ROBIN, "Robin")
    assert await ticked(w) == [(ROBIN, "turn", 0)]


async def test_a_notice_that_fails_harms_nobody(w: World) -> None:
    game = await quiet_game(w)
    w.box.broken = True
    await end_turn(w, game, KIM)
    assert await ticked(w) == []
    w.box.broken = False
    await end_turn(w, game, ALEX)
    assert await ticked(w) == [(KIM, "turn", 0)]


async def test_the_clock_runs_by_itself(w: World) -> None:
    game = await quiet_game(w)
    async with w.tables:
        await end_turn(w, game, KIM)
        for _ in range(100):
            if w.box.sent and w.box.sent[-1].user == ALEX and w.box.sent[-1].kind == "turn":
                break
            await asyncio.sleep(0.02)
    assert (w.box.sent[-1].user, w.box.sent[-1].kind) == (ALEX, "turn")


async def test_settings_are_kept(w: World, path: Path) -> None:
    assert await w.tables.settings(KIM) == PlayerSettings("turn", "channel", True)
    for wish in get_args(Notices):
        await w.tables.set_settings(KIM, PlayerSettings(wish, "dm", False))
        assert await w.tables.settings(KIM) == PlayerSettings(wish, "dm", False)
    async with world(path) as later:
        tables: Tables = later.tables
        assert await tables.settings(KIM) == PlayerSettings("48", "dm", False)


def test_notices_in_words() -> None:
    kinds: tuple[Literal["turn", "decision"], ...] = ("turn", "decision")
    notices = [
        Notice(
            game=12,
            guild=1,
            channel=2,
            user=3,
            seat=0,
            kind=kind,
            minutes=minutes,
            where="dm",
            locale="en",
            since=NOON,
        )
        for kind in kinds
        for minutes in (0, 480)
    ]
    texts = {notice_text(locale, notice, "@Alex") for notice in notices for locale in LOCALES}
    assert len(texts) == len(notices) * len(LOCALES)
    assert all("@Alex" in text and "12" in text for text in texts)


async def test_the_last_turn_is_told_as_such(w: World) -> None:
    """After the turn that triggered the end: first notice and reminder."""
    await w.tables.set_settings(ALEX, PlayerSettings("8"))
    game = await quiet_game(w)
    started = (await w.tables.play._repository.get(game)).playable()
    started.state.end_by, started.state.end_how, started.seat(0).end_tile = 0, "artifact", True
    await end_turn(w, game, KIM)
    assert await ticked(w) == [(ALEX, "turn", 0)]
    assert await ticked(w, hours=8) == [(ALEX, "turn", 8)]
    assert [notice.last for notice in w.box.sent[-2:]] == [True, True]
    assert not any(notice.last for notice in w.box.sent[:-2])
    said = {notice_text(locale, notice, "@Alex") for locale in LOCALES for notice in w.box.sent[-2:]}
    plain = {
        notice_text(locale, msgspec.structs.replace(notice, last=False), "@Alex")
        for locale in LOCALES
        for notice in w.box.sent[-2:]
    }
    assert len(said | plain) == 12


@pytest.mark.parametrize("steps", range(6))
async def test_the_clock_ends_whenever_it_is_cancelled(w: World, steps: int) -> None:
    """Also just as something else wakes it: a stop may not wait for its next look, ten minutes later."""
    running = asyncio.create_task(w.tables.notice_clock.run())
    await asyncio.sleep(0.1)
    w.tables.notice_clock.wake()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait({running}, timeout=5)
    assert running.cancelled()
