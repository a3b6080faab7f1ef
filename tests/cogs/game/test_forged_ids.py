"""Custom ids that nobody was given: whatever fits a template is answered or refused, never a mistake of the program."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.app.tables import Caller, Tables
from bot.client import Client
from bot.engine.packs import field
from bot.pictures import Renderer
from bot.reference import Reference
from bot.settings import Settings
from bot.store import Store
from cogs.core.persistent_ui import PersistentSelect
from cogs.core.services import Interaction, Services
from cogs.game.publishing.message_updates import TableMessages
from cogs.game.table_access import tables_of
from tests.cogs.people import CHANNEL, GUILD, PERSON, asking
from tests.cogs.people import given as answers

LONGEST = 100
"""Characters of a custom id."""
NUMBERS = st.sampled_from(["0", "1", "2", "3", "7", "30", str(2**31), str(2**63 - 1), str(2**63), "9" * 40])
MENU_VALUES = st.one_of(st.text(max_size=20), NUMBERS)


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference.open(lexical=True, warm=False)


def person(**more: Any) -> Any:
    return SimpleNamespace(id=PERSON, display_name="Kim", mention="<@44>", bot=False, **more)


@asynccontextmanager
async def client_with_tables(store: Store, reference: Reference) -> AsyncIterator[Client]:
    """A client at whose tables one game is running and one lobby is open."""
    parts = Services(
        settings=Settings(),
        store=store,
        reference=reference,
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        version="1.2.3",
        practice=False,
        tables=Tables(store.games, [field()], server_packs=store.server_packs),
        pictures=Renderer(),
    )
    client = Client(parts)
    await client.load_cogs()
    async with AsyncExitStack() as cogs:
        for cog in client.cogs.values():
            cogs.push_async_callback(cog.cog_unload)
        await open_tables(client)
        yield client


async def open_tables(client: Client) -> None:
    """One game is running and one lobby is open."""
    caller = Caller(user=PERSON, name="Kim", channel=CHANNEL, guild=GUILD)
    lobby = tables_of(client).lobby
    running = await lobby.open(caller)
    await lobby.computer(caller, running.game)
    await lobby.start(caller, running.game)
    await lobby.open(Caller(user=PERSON, name="Kim", channel=CHANNEL + 1, guild=GUILD))


def pressing(client: Client, custom_id: str, values: list[str], *, private: bool) -> Interaction:
    message = SimpleNamespace(flags=SimpleNamespace(ephemeral=private), components=[], id=5, interaction_metadata=None)
    data = {"custom_id": custom_id, "values": values, "components": []}
    kind = discord.InteractionType.component
    return asking(client, type=kind, data=data, message=message, user=person(), id=77)


def forged_of(data: st.DataObject, template: re.Pattern[str], token: str) -> str:
    """A custom id that fits: with numbers that mean something or are much too large, often with the present token."""
    written: str = data.draw(st.from_regex(template, fullmatch=True))
    match = template.fullmatch(written)
    if match and "token" in template.groupindex and data.draw(st.booleans()):
        return written[: match.start("token")].replace(match["game"], "1") + token + written[match.end("token") :]
    forged = with_numbers(data, written)
    return forged if template.fullmatch(forged) else written


def with_numbers(data: st.DataObject, custom_id: str) -> str:
    return re.sub(r"\d+", lambda found: data.draw(st.one_of(st.just(found[0]), NUMBERS)), custom_id)


@pytest.mark.parametrize("examples", [200, pytest.param(2000, marks=pytest.mark.soak)])
async def test_whatever_fits_a_template_is_answered_or_refused(
    reference: Reference, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, examples: int
) -> None:
    monkeypatch.setattr(TableMessages, "refresh", lambda *_: None)  # there is no Discord to post to
    async with (
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/bot.db") as store,
        client_with_tables(store, reference) as client,
    ):
        items = list(client._connection._view_store._dynamic_items.values())
        assert len(items) > 40
        token = (await tables_of(client).status(1)).tokens[0]

        drawn: list[tuple[type[ui.DynamicItem[Any]], str, list[str]]] = []

        @settings(max_examples=examples, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(st.data())
        def draw(data: st.DataObject) -> None:
            item = data.draw(st.sampled_from(items))
            custom_id = forged_of(data, item.__discord_ui_compiled_template__, token)
            if len(custom_id) <= LONGEST:
                drawn.append((item, custom_id, [data.draw(MENU_VALUES)]))

        draw()
        assert len(drawn) > examples / 4
        with capture_logs() as logs:
            for kind, custom_id, values in drawn:
                interaction = pressing(client, custom_id, values, private=bool(len(custom_id) % 2))
                await control(kind, custom_id, values).callback(interaction)
                assert answers(interaction), custom_id
        bad = {f"{line['command']} {line['exc_info']!r}" for line in logs if line["event"] == "failed"}
        assert bad == set()
        await client.cogs["Game"].cog_unload()


def control(kind: type[ui.DynamicItem[Any]], custom_id: str, values: list[str]) -> Any:
    """The control as it is made of a message in which a forger has written it."""
    if not issubclass(kind, PersistentSelect):
        return kind(ui.Button(custom_id=custom_id))
    menu: ui.Select[Any] = ui.Select(custom_id=custom_id, options=[discord.SelectOption(label="x", value="x")])
    menu._values = [*values]
    return kind(menu)
