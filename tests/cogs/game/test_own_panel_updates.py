"""The own panel that a person has used last shows by itself what they have to do; nothing older comes over it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.app.tables import Changed, TableRefusal
from cogs.core.persistent_ui import ANSWER
from cogs.game.publishing import own_panel_updates
from cogs.game.publishing.own_panel_updates import OwnPanels, owed

if TYPE_CHECKING:
    from bot.app.tables import Status
    from cogs.core.services import Interaction
    from cogs.game.snapshot import TableSnapshot

GAME, OTHER, PERSON, PANEL, BESIDE = 1, 2, 42, 900, 901
NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
CHANGE = Changed(game=GAME, version=2, what="moved")
POSTED = discord.utils.time_snowflake(NOW + timedelta(seconds=1))
"""The table's message of a turn."""
SENT = discord.utils.time_snowflake(NOW + timedelta(seconds=2))
UPDATE = discord.InteractionResponseType.message_update


class Table:
    """A table of one person; ``step`` is None while it waits for others only."""

    def __init__(self) -> None:
        self.step: int | None = None
        self.stage = "running"
        self.refuses = self.posts_soon = False

    def now(self) -> datetime:
        return NOW

    async def status(self, game: int) -> Status:
        if self.refuses:
            raise TableRefusal("aside", game=game)
        return self.seen(game)

    def seen(self, game: int = GAME) -> Status:
        waiting = {} if self.step is None else {0: "card"}
        status = SimpleNamespace(
            game=game, stage=self.stage, aside=None, active=1, waiting=waiting, tokens=(f"step{self.step}", "other")
        )
        status.seat_of = lambda user: 0 if user == PERSON else None
        return cast("Status", status)


class Sent:
    """A panel that was sent anew; ``shows`` has what it has shown, one after the other."""

    def __init__(self, number: int, shows: Any) -> None:
        self.id = number
        self.shows = [shows]
        self.deleted = False

    async def edit(self, *, view: Any, attachments: Any) -> None:
        self.shows.append(view.shows)

    async def delete(self) -> None:
        self.deleted = True


class Press:
    """An interaction whose answer can be edited; ``edits`` has what its message then showed."""

    def __init__(self, table: Table, message: int = PANEL, *, on: int | None = None, minutes: float = 0.0) -> None:
        self.user = SimpleNamespace(id=PERSON)
        self.client = SimpleNamespace(services=SimpleNamespace(tables=table))
        self.created_at = NOW - timedelta(minutes=minutes)
        self.extras: dict[str, Any] = {ANSWER: message}
        self.message = SimpleNamespace(id=on) if on is not None else None
        self.response = SimpleNamespace(type=UPDATE)
        self.edits: list[Any] = []
        self.fails: Exception | None = None
        self.sent: list[Sent] = []
        self.deleted = False
        self.followup = SimpleNamespace(send=self._send)

    async def _send(self, *, view: Any, ephemeral: bool, files: Any, wait: bool) -> Sent:
        assert ephemeral
        assert wait
        if self.fails is not None:
            raise self.fails
        self.sent.append(Sent(SENT + len(self.sent), view.shows))
        return self.sent[-1]

    async def delete_original_response(self) -> None:
        self.deleted = True

    async def edit_original_response(self, *, view: Any, attachments: Any) -> None:
        if self.fails is not None:
            raise self.fails
        self.edits.append(view.shows)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def panels(table: Table, monkeypatch: pytest.MonkeyPatch) -> OwnPanels:
    """Panels that are drawn as the step that the table is at."""
    monkeypatch.setattr(own_panel_updates, "GATHER", 0.0)
    found = OwnPanels({}, lambda _: table.posts_soon)

    async def drawn(interaction: Interaction, game: int) -> tuple[Any, Any]:
        await asyncio.sleep(0)
        return SimpleNamespace(status=table.seen()), SimpleNamespace(shows=table.step, files=[])

    monkeypatch.setattr(found, "_drawn", drawn)
    return found


def shown(panels: OwnPanels, table: Table, press: Press, game: int = GAME) -> None:
    """The own panel is shown as the answer to a press."""
    found = SimpleNamespace(game=game, seat=0, planning=False, status=table.seen())
    panels.watch(cast("Interaction", press), cast("TableSnapshot", found))


async def settled(panels: OwnPanels) -> None:
    while tasks := list(panels._tasks.values()):
        await asyncio.gather(*tasks)


async def change(panels: OwnPanels, table: Table, step: int | None) -> None:
    table.step = step
    panels.changed(CHANGE)
    await settled(panels)


async def test_each_turn_of_the_reader_is_one_edit(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    shown(panels, table, press)
    await change(panels, table, None)
    assert press.edits == []
    table.step = 1
    for _ in range(3):
        panels.changed(CHANGE)
    await settled(panels)
    await change(panels, table, 1)
    assert press.edits == [1]
    await change(panels, table, None)
    await change(panels, table, 2)
    assert press.edits == [1, 2]


async def test_the_turn_may_come_while_the_panel_is_on_its_way(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    found = SimpleNamespace(game=GAME, seat=0, planning=False, status=table.seen())
    table.step = 1
    panels.watch(cast("Interaction", press), cast("TableSnapshot", found))
    await settled(panels)
    assert press.edits == [1]


@pytest.mark.parametrize(("minutes", "edits"), [(13.9, [1]), (14.0, [])])
async def test_it_follows_for_fourteen_minutes(
    panels: OwnPanels, table: Table, minutes: float, edits: list[int]
) -> None:
    press = Press(table, minutes=minutes)
    shown(panels, table, press)
    await change(panels, table, 1)
    assert press.edits == edits
    assert bool(panels._panels) == bool(edits)


async def test_it_goes_below_the_message_of_its_readers_turn(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    shown(panels, table, press)
    table.posts_soon = True
    await change(panels, table, 1)
    assert not press.edits
    table.posts_soon = False
    panels.posted(GAME, POSTED)
    await settled(panels)
    assert (press.edits, [sent.shows for sent in press.sent], press.deleted) == ([], [[1]], True)
    await change(panels, table, None)
    await change(panels, table, 2)
    assert [sent.shows for sent in press.sent] == [[1, 2]], "what was sent anew follows in place"
    panels.posted(GAME, SENT + (60_000 << 22))
    await settled(panels)
    assert [(sent.shows, sent.deleted) for sent in press.sent] == [([1, 2], True), ([2], False)]


async def test_it_is_edited_in_place_where_the_message_did_not_come(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    shown(panels, table, press)
    table.posts_soon = True
    await change(panels, table, 1)
    table.posts_soon = False
    panels.look(GAME)
    await settled(panels)
    assert (press.edits, press.sent) == ([1], [])


async def test_it_stays_where_the_reader_has_nothing_to_do_or_uses_it(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    shown(panels, table, press)
    panels.posted(GAME, POSTED)
    await settled(panels)
    pressed = Press(table, on=PANEL, minutes=-1)
    with panels.pressed(cast("Interaction", pressed), GAME):
        table.step = 1
        shown(panels, table, pressed)
    panels.posted(GAME, POSTED)
    await settled(panels)
    assert not press.sent
    assert not pressed.sent
    assert not press.deleted


async def test_it_stays_where_the_reader_has_seen_their_turn_before_the_message_came(
    panels: OwnPanels, table: Table
) -> None:
    table.step = 1
    first, second = Press(table), Press(table, on=PANEL)
    shown(panels, table, first)
    with panels.pressed(cast("Interaction", second), GAME):
        pass
    panels.posted(GAME, POSTED)
    await settled(panels)
    assert not first.sent
    assert not second.sent
    assert first.edits == second.edits == []


async def test_what_was_sent_anew_is_edited_by_the_press_on_it(panels: OwnPanels, table: Table) -> None:
    press = Press(table)
    shown(panels, table, press)
    table.step = 1
    panels.posted(GAME, POSTED)
    await settled(panels)
    (sent,) = press.sent
    pressed = Press(table, sent.id, on=sent.id, minutes=-1)
    with panels.pressed(cast("Interaction", pressed), GAME):
        pass
    await change(panels, table, 2)
    assert (sent.shows, pressed.edits) == ([1], [2])


async def test_what_cannot_be_edited_is_let_go_in_silence(
    panels: OwnPanels, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    press = Press(table)
    press.fails = discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10008, "message": ""})
    shown(panels, table, press)
    await change(panels, table, 1)
    press.fails = None
    await change(panels, table, 2)
    assert press.edits == []
    assert not caplog.records
    shown(panels, table, press)
    table.refuses = True
    await change(panels, table, 3)
    assert not panels._panels
    assert not panels._readers
    assert not caplog.records


async def test_a_fault_is_logged(panels: OwnPanels, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    press = Press(table)
    press.fails = ZeroDivisionError()
    shown(panels, table, press)
    await change(panels, table, 1)
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_a_press_stops_an_edit_and_the_panel_follows_by_the_newer_one(panels: OwnPanels, table: Table) -> None:
    first, second = Press(table), Press(table, on=PANEL)
    shown(panels, table, first)
    table.step = 1
    panels.changed(CHANGE)
    with panels.pressed(cast("Interaction", second), GAME):
        assert not panels._tasks
        await change(panels, table, 1)
        assert first.edits == second.edits == []
    await settled(panels)
    assert (first.edits, second.edits) == ([], [1]), "what it shows came from before the turn"


async def test_what_a_press_shows_elsewhere_leaves_the_panel_with_its_own_token(
    panels: OwnPanels, table: Table
) -> None:
    first, form = Press(table), Press(table, on=PANEL)
    form.response.type = discord.InteractionResponseType.modal
    shown(panels, table, first)
    with panels.pressed(cast("Interaction", form), GAME):
        pass
    await change(panels, table, 1)
    assert (first.edits, form.edits) == ([1], [])


async def test_a_press_that_shows_the_panel_anew_has_seen_to_it(panels: OwnPanels, table: Table) -> None:
    first, second = Press(table), Press(table, on=PANEL)
    shown(panels, table, first)
    with panels.pressed(cast("Interaction", second), GAME):
        table.step = 1
        panels.changed(CHANGE)
        shown(panels, table, second)
    await settled(panels)
    assert first.edits == second.edits == []


async def test_only_the_panel_used_last_follows(panels: OwnPanels, table: Table) -> None:
    older, latest, beside = Press(table), Press(table, BESIDE), Press(table, 902, on=902)
    shown(panels, table, older)
    shown(panels, table, latest)
    with panels.pressed(cast("Interaction", beside), GAME):
        pass
    await change(panels, table, 1)
    assert (older.edits, latest.edits, beside.edits) == ([], [1], [])


async def test_a_panel_that_shows_another_game_now_leaves_this_one(panels: OwnPanels, table: Table) -> None:
    first, second = Press(table), Press(table, on=PANEL)
    shown(panels, table, first)
    with panels.pressed(cast("Interaction", second), OTHER):
        shown(panels, table, second, OTHER)
    await change(panels, table, 1)
    assert first.edits == []
    assert set(panels._readers) == {OTHER}


async def test_who_does_not_play_has_no_panel(panels: OwnPanels, table: Table) -> None:
    found = SimpleNamespace(game=GAME, seat=None, planning=False, status=table.seen())
    panels.watch(cast("Interaction", Press(table)), cast("TableSnapshot", found))
    assert not panels._panels


async def test_the_panel_used_longest_ago_is_forgotten_first(
    panels: OwnPanels, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_panel_updates, "REMEMBERED", 2)
    for game in (1, 2, 3):
        shown(panels, table, Press(table, 900 + game), game)
    assert set(panels._panels) == {(2, PERSON), (3, PERSON)}
    await panels.close()


def test_what_is_owed(table: Table) -> None:
    assert owed(table.seen(), PERSON) is None
    table.step = 3
    assert owed(table.seen(), PERSON) == "step3"
    assert owed(table.seen(), PERSON + 1) is None
    table.stage = "paused"
    assert owed(table.seen(), PERSON) is None
    table.stage = "over"
    assert owed(table.seen(), PERSON) == "over"
