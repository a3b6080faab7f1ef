"""Closing the client while people wait for their answers."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from structlog.testing import capture_logs

import bot.client
from bot.app.tables import Changed
from bot.client import Client
from cogs.core.services import Interaction, start_clock
from cogs.game.publishing.message_updates import messages_of
from cogs.game.publishing.own_panel_updates import OwnPanel

if TYPE_CHECKING:
    from cogs.game.game_cog import Game


@pytest.fixture
async def started(client: Client) -> Client:
    """The client as far as a start brings it before it connects."""
    await client._async_setup_hook()
    return client


def pressed(**more: Any) -> Interaction:
    """A press as it arrives, with no more of it than is logged."""
    given = {"command": None, "type": SimpleNamespace(name="component"), "data": {"custom_id": "table:do:1:a:e"}}
    place = {"guild_id": 1, "channel_id": 2, "user": SimpleNamespace(id=3), "created_at": datetime.now(UTC)}
    return cast("Interaction", SimpleNamespace(extras={}, **given, **place, **more))


async def test_presses_under_way_are_answered_first(started: Client) -> None:
    """What has come before is worked on to its end; its connections are there until then."""
    answered = list[bool]()

    async def work() -> None:
        start_clock(pressed())
        await asyncio.sleep(0.1)
        answered.append(started.is_closed())

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await started.close()
    assert answered == [False]
    await task


async def test_what_never_ends_is_not_waited_for(started: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.client, "LAST_ANSWERS", 0.05)

    async def work() -> None:
        start_clock(pressed())
        await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await asyncio.wait_for(started.close(), 5)
    assert not task.done()
    task.cancel()


async def test_what_is_cut_off_is_logged_in_a_line(started: Client) -> None:
    """A press that comes while the connections close is no mistake of the program: no traceback, no reference."""
    await started.close()
    with capture_logs() as logs:
        await started.failed(pressed(), RuntimeError("Session is closed"))
    assert [(line["log_level"], line["reason"]) for line in logs] == [("warning", "Session is closed")]
    assert "exc_info" not in logs[0]


async def test_what_changes_while_the_bot_stops_is_left_to_the_next_start(started: Client) -> None:
    """A computer player's last move comes after the messages were stopped: nothing is begun for it that would meet
    connections that are closed."""
    messages, edits = messages_of(started), started.services.edits
    game = cast("Game", started.get_cog("Game"))
    panel = OwnPanel(pressed(message=None), None, None)
    messages.own_panels._keep((1, 3), panel)
    await started.close()
    before = asyncio.all_tasks()
    change = Changed(game=1, version=2, what="moved", new_turn=True)
    for told in (messages.changed, messages.own_panels.changed, game.following.changed):
        told(change)
    edits.soon("desk-1", lambda: asyncio.sleep(0))
    started.services.tables.computers.wake(1)
    assert asyncio.all_tasks() == before
