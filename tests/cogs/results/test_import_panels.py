"""A file of results is shown before it is taken; what it would bring and what is wrong is said in each language."""

from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest

from bot.client import Client
from bot.text import LOCALES, Locale
from cogs.core.localization import UserError
from cogs.core.services import Interaction
from cogs.results.import_panels import LeaveImport, TakeImport, import_panel
from tests.cogs.people import GUILD, PERSON, asking, texts

B = TypeVar("B", TakeImport, LeaveImport)
HEADER = "result,closed_at,player,total\n"
GOOD = "1,2026-01-31,Kim @everyone,50\n1,2026-01-31,*Alex*,40\n"
BAD = "2,2999-01-31,Kim,50\n3,2026-01-31,Kim,many\n"


def file(text: str, size: int | None = None) -> Any:
    async def read() -> bytes:
        return text.encode()

    return SimpleNamespace(size=len(text) if size is None else size, read=read, filename="results.csv")


def member(client: Client, **details: Any) -> Interaction:
    return asking(client, user=SimpleNamespace(id=PERSON, display_name="Kim"), **details)


def moderator(client: Client, **details: Any) -> Interaction:
    made = member(client, **details)
    made.permissions = SimpleNamespace(manage_messages=True, manage_guild=False)  # type: ignore[misc,assignment]
    return made


async def kept(client: Client) -> int:
    return len(await client.services.store.score_pads.closed_at(GUILD))


def button(panel: Any, kind: type[B]) -> B:
    [found] = [item for item in panel.walk_children() if isinstance(item, kind)]
    return found


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_preview_says_what_a_file_brings(client: Client, locale: Locale) -> None:
    asked = moderator(client, locale=locale)
    panel = await import_panel(asked, file(HEADER + GOOD + BAD))
    said = texts(panel)
    assert "2999-01-31" in said
    assert "@everyone" not in said
    assert "*Alex*" not in said
    assert len(said) < 4000
    assert await kept(client) == 0


async def test_taking_keeps_all_and_once(client: Client) -> None:
    asked = moderator(client)
    panel = await import_panel(asked, file(HEADER + GOOD + BAD))
    taken = button(panel, TakeImport)
    await taken.used(asked)
    assert await kept(client) == 1
    [stored] = await client.services.store.score_pads.closed_at(GUILD)
    assert stored.source is not None
    with pytest.raises(UserError):
        await taken.used(asked)
    again = await import_panel(asked, file(HEADER + GOOD))
    assert not [item for item in again.walk_children() if isinstance(item, TakeImport | LeaveImport)]
    assert await kept(client) == 1


async def test_leaving_forgets(client: Client) -> None:
    asked = moderator(client)
    panel = await import_panel(asked, file(HEADER + GOOD))
    await button(panel, LeaveImport).used(asked)
    taken = button(panel, TakeImport)
    with pytest.raises(UserError):
        await taken.used(asked)
    assert await kept(client) == 0


async def test_only_moderators_import_and_only_what_can_be_read(client: Client) -> None:
    with pytest.raises(UserError, match="not_you"):
        await import_panel(member(client), file(HEADER + GOOD))
    for unread in (file("", size=10**9), file("a,b\n1,2\n")):
        with pytest.raises(UserError, match="refused"):
            await import_panel(moderator(client), unread)
    assert cast("Any", client.services.imports)._waiting == {}
