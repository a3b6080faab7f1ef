"""Desks look right within Discord's limits, in every language, at every step; their controls outlive a restart."""

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from discord import ui

from bot.app.automa_desk import Desk, OpenedDesk, own_board, step_of
from bot.client import Client
from bot.store import StoredDesk
from bot.text import LOCALES, Locale
from cogs.automa.cog import _board_here
from cogs.automa.views import TakeTurn, _mistakes_panel, board_form, desk_panel, desks_of, points_form
from tests.cogs.people import asking, given, texts

LONGEST_TEXT, MOST_COMPONENTS, LONGEST_LABEL, LONGEST_BUTTON, LONGEST_DESCRIPTION = 4000, 40, 45, 80, 100


def opened(number: int, desk: Desk) -> OpenedDesk:
    """A desk as it is found."""
    stored = StoredDesk(number, desk.owner, b"", datetime(2026, 1, 1, tzinfo=UTC), None)
    return OpenedDesk(number, desk, step_of(desk), stored)


def desks() -> Iterator[OpenedDesk]:
    for seed in range(6):
        for turns in range(19):
            desk = Desk(owner=1, seed=seed, marker=seed, board=own_board(), turns=turns)
            yield opened(10**9, desk)
    closed = msgspec.structs.replace(desk, closed=True, points=999)
    yield opened(1, closed)
    yield opened(1, msgspec.structs.replace(closed, points=None))


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_step_fits_discord(client: Client, locale: Locale) -> None:
    for opened in desks():
        panel = desk_panel(locale, opened)
        said = texts(panel)
        assert len(said) <= LONGEST_TEXT
        assert "{" not in said
        assert len(list(panel.walk_children())) <= MOST_COMPONENTS
        for item in panel.walk_children():
            if isinstance(item, ui.DynamicItem):
                assert len(item.item.label or "") <= LONGEST_BUTTON
                assert item.template.fullmatch(item.item.custom_id)


@pytest.mark.parametrize("locale", LOCALES)
async def test_cards_say_what_they_make_it_do(client: Client, locale: Locale) -> None:
    """Range, search with arrows, and what if it cannot be done, for each part of each card."""
    seen = set()
    for opened in desks():
        card = opened.step.card
        if card is None:
            continue
        seen.add(card.id)
        said = texts(desk_panel(locale, opened))
        parts = len(card.does) + (card.instead is not None)
        assert sum(said.count(arrow) for arrow in ("→ ↓", "← ↑", "→ ↑", "← ↓")) == parts
        assert sum(line[0].isdigit() for line in said.splitlines() if line) == 1 + parts
    assert len(seen) == 6


@pytest.mark.parametrize("locale", LOCALES)
async def test_forms_fit_discord(client: Client, locale: Locale) -> None:
    opened = next(desks())
    for form in (board_form(locale, opened), points_form(locale, opened)):
        assert len(form.title) <= LONGEST_LABEL
        for child in form.children:
            assert isinstance(child, ui.Label)
            assert len(child.text) <= LONGEST_LABEL
            assert len(child.description or "") <= LONGEST_DESCRIPTION
    panel = _mistakes_panel(locale, 1, ["colours", "ties"], {"colours": "**x** @everyone"})
    assert "@everyone" not in texts(panel).replace("@\u200beveryone", "")


async def test_a_press_from_before_changes_nothing_and_says_so(client: Client) -> None:
    def press() -> Any:
        return asking(client, user=SimpleNamespace(id=44, display_name="Kim"))

    opened = await desks_of(press()).new(44, 1)
    for expected in (["edit"], ["edit", "followup"]):
        interaction = press()
        await TakeTurn.of("en", opened).used(interaction)
        assert [how for how, _ in given(interaction)] == expected
        assert (await desks_of(interaction).find(opened.id, 44)).step.turn == 1


async def test_a_desk_takes_the_board_of_the_table_in_its_channel(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = msgspec.structs.replace(own_board(), circle=own_board().circle[:5])

    async def table_here(*_: Any) -> Any:
        return SimpleNamespace(pack=SimpleNamespace(mautoma=board))

    interaction = asking(client)
    assert await _board_here(interaction) == own_board()
    monkeypatch.setattr("cogs.automa.cog.game_here", lambda _: 1)
    monkeypatch.setattr("cogs.automa.cog.snapshot_for", table_here)
    assert await _board_here(interaction) == board
