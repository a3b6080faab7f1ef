"""What a person sees who waits for longer than a moment."""

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord import ui

from bot.client import Client
from cogs.core import persistent_ui
from cogs.core.persistent_ui import Panel, with_deferral
from tests.cogs.people import asking, given

COMPONENT = discord.InteractionType.component


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent_ui, "PATIENCE", 0.0)


def panel() -> Panel:
    made = Panel()
    made.add_item(ui.TextDisplay("Your turn"))
    made.add_item(ui.ActionRow(ui.Button(label="End", custom_id="a:1"), ui.Button(label="Map", custom_id="a:2")))
    options = [discord.SelectOption(label="x", value="x")]
    made.add_item(ui.ActionRow(ui.Select(custom_id="a:3", placeholder="Which?", options=options)))
    return made


def message(*, private: bool) -> Any:
    """A message with that panel, as it comes back from Discord."""
    data = panel().to_components()
    state = SimpleNamespace(_get_guild=lambda _: None)
    parts = [discord.components._component_factory(each, state) for each in data]  # type: ignore[arg-type]
    flags = SimpleNamespace(ephemeral=private, components_v2=True)
    return SimpleNamespace(flags=flags, components=parts, attachments=[])


def gallery(url: str, **more: object) -> dict[str, Any]:
    """A picture in a message, as Discord sends it."""
    media = {"url": url, "proxy_url": url, "width": 4, "height": 4, "content_type": "image/png"}
    return {"type": 12, "id": 9, "items": [{"media": media | more, "description": "the map"}]}


async def slow(outcome: Exception | None = None) -> str:
    await asyncio.sleep(0.01)
    if outcome:
        raise outcome
    return "done"


def shown(view: ui.LayoutView) -> dict[str, tuple[bool, str | None]]:
    return {
        item.custom_id: (item.disabled, item.label if isinstance(item, ui.Button) else item.placeholder)
        for item in view.walk_children()
        if isinstance(item, ui.Button | ui.Select) and item.custom_id
    }


@pytest.mark.parametrize(("pressed", "words"), [("a:1", "working…"), ("a:3", "working…")])
async def test_the_own_panel_says_so_in_place(client: Client, pressed: str, words: str) -> None:
    found = message(private=True)
    interaction = asking(client, type=COMPONENT, data={"custom_id": pressed}, message=found)
    assert await with_deferral(interaction, slow()) == "done"
    [(how, options)] = given(interaction)
    assert how == "edit"
    state = shown(options["view"])
    assert all(disabled for disabled, _ in state.values())
    before = {"a:1": "End", "a:2": "Map", "a:3": "Which?"}
    assert {key: label for key, (_, label) in state.items()} == before | {pressed: words}


@pytest.mark.parametrize(("file", "url"), [(7, "attachment://map.png"), (8, "https://cdn.example/map.png?ex=1")])
async def test_a_picture_of_the_message_stays_its_file(client: Client, file: int, url: str) -> None:
    """What is attached is named as such in the edit; another address stays as it is."""
    found = message(private=True)
    shown_picture = gallery("https://cdn.example/map.png?ex=1", attachment_id=str(file))
    found.components.append(discord.components._component_factory(shown_picture, SimpleNamespace()))  # type: ignore[arg-type]
    found.attachments.append(SimpleNamespace(id=7, filename="map.png"))
    interaction = asking(client, type=COMPONENT, data={"custom_id": "a:1"}, message=found)
    with pytest.raises(ZeroDivisionError):
        await with_deferral(interaction, slow(ZeroDivisionError()))
    for _, options in given(interaction):
        [picture] = [item for item in options["view"].walk_children() if isinstance(item, ui.MediaGallery)]
        assert [(each.media.url, each.description) for each in picture.items] == [(url, "the map")]


async def test_what_fails_leaves_the_panel_as_it_was(client: Client) -> None:
    found = message(private=True)
    interaction = asking(client, type=COMPONENT, data={"custom_id": "a:1"}, message=found)
    with pytest.raises(ZeroDivisionError):
        await with_deferral(interaction, slow(ZeroDivisionError()))
    (_, _), (how, options) = given(interaction)
    assert how == "edit later"
    assert shown(options["view"]) == shown(panel())


@pytest.mark.parametrize("outcome", [None, ZeroDivisionError()])
async def test_a_panel_that_has_lost_its_picture_since_is_left_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch, outcome: Exception | None
) -> None:
    """Discord refuses a panel whose file is gone; the press is acknowledged all the same, and nothing is put back."""
    interaction = asking(client, type=COMPONENT, data={"custom_id": "a:1"}, message=message(private=True))
    gone = discord.HTTPException(SimpleNamespace(status=400, reason="Bad Request"), "attachment not found")
    monkeypatch.setattr(interaction.response, "edit_message", AsyncMock(side_effect=gone))
    with pytest.raises(ZeroDivisionError) if outcome else nullcontext():
        await with_deferral(interaction, slow(outcome))
    assert given(interaction) == [("defer", {})]


async def test_a_panel_that_others_see_is_left_alone(client: Client) -> None:
    """The person sees privately that work goes on; the answer takes that message's place."""
    found = message(private=False)
    interaction = asking(client, type=COMPONENT, data={"custom_id": "a:1"}, message=found)
    await with_deferral(interaction, slow())
    assert given(interaction) == [("defer", {"ephemeral": True, "thinking": True})]


async def test_what_is_quick_shows_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent_ui, "PATIENCE", 60.0)
    interaction = asking(client, type=COMPONENT, data={"custom_id": "a:1"}, message=message(private=True))
    assert await with_deferral(interaction, slow()) == "done"
    assert given(interaction) == []
