"""What the practice channel is told after a restart: what was open before it, and nothing that is opened after it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.app.automa_desk import AutomaDesks
from bot.app.score_pad import PadUser, Setup
from bot.app.score_pad import ScorePads as Pads
from bot.client import Client
from bot.store import Store
from cogs.general.still_open_cog import A_ROW, LONGEST_NAMES, MOST, Open, StillOpen, open_panel

CHANNEL, PERSON = 77, 5


@pytest.fixture
async def kept(client: Client, tmp_path: Path) -> AsyncIterator[Client]:
    """The client with a store on the disk, which several may use at once."""
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'kept.sqlite3'}") as store:
        before, client.services = client.services, replace(client.services, store=store)
        yield client
        client.services = before


async def open_some(kept: Client) -> None:
    """A score pad, a desk that knows its channel, and one of an older version, which does not."""
    store = kept.services.store
    await Pads(store.score_pads).start(1, CHANNEL, PadUser(PERSON, "Kim", False), "de", Setup((), "Ann, *Bob*"))
    desks = AutomaDesks(store.automa_desks)
    await desks.new(PERSON, 4, channel=CHANNEL)
    await desks.new(PERSON, 4)


async def test_what_was_open_is_noted_before_more_is_opened(kept: Client) -> None:
    cog = StillOpen(kept)
    await cog.cog_load()
    await open_some(kept)
    assert cog.found == {}
    await cog.cog_unload()
    again = StillOpen(kept)
    await again.cog_load()
    assert list(again.found) == [("channel", CHANNEL), ("person", PERSON)]
    assert [(each.kind, each.number) for each in again.found["channel", CHANNEL]] == [("tally", 1), ("desk", 1)]
    assert again.found["channel", CHANNEL][0].names == "Ann, \\*Bob\\*"
    await again.cog_unload()


async def test_what_is_closed_is_not_named(kept: Client) -> None:
    await open_some(kept)
    desks = AutomaDesks(kept.services.store.automa_desks)
    for number in (1, 2):
        await desks.end(number, PERSON)
    await Pads(kept.services.store.score_pads).delete(1, 1, PadUser(PERSON, "Kim", True))
    cog = StillOpen(kept)
    await cog.cog_load()
    assert cog.found == {}
    await cog.cog_unload()


@pytest.mark.parametrize("count", [1, A_ROW + 1, MOST, MOST + 8])
async def test_it_fits_into_a_message(count: int) -> None:
    panel = open_panel("fr", [Open("game", n, "x" * LONGEST_NAMES, 3) for n in range(count)])
    said = "\n".join(item.content for item in panel.walk_children() if isinstance(item, discord.ui.TextDisplay))
    assert panel.content_length() <= 4000
    assert panel.total_children_count <= 40
    assert (f"{count - MOST} de plus" in said) == (count > MOST)
