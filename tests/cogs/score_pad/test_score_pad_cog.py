"""Score pads look right within Discord's limits, in every language, and their controls outlive a restart."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from discord import ui

from bot.app.score_pad import (
    FORMS,
    LONGEST_NOTE,
    LONGEST_PLACE,
    MODES,
    MOST_PLAYERS,
    PARTS,
    SCALE,
    Artifacts,
    Closing,
    Details,
    DetailsEdit,
    Edit,
    Leftover,
    OpenedPad,
    Options,
    PadUser,
    Player,
    ScorePad,
    ScorePads,
    Setup,
    Sheet,
    fields_of,
)
from bot.app.score_pad.edit_history import MOST_EDITS
from bot.client import Client
from bot.store import Scope, Store, StoredScorePad
from bot.text import LOCALES, Locale, t
from cogs.core import message_edit_rate
from cogs.core.localization import UserError
from cogs.core.message_edit_rate import LatestEdits
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient
from cogs.results import results_cog
from cogs.score_pad import pad_message_updates
from cogs.score_pad.details_wording import details_texts
from cogs.score_pad.form_handlers import take_in
from cogs.score_pad.form_opening import send_form, send_steps
from cogs.score_pad.forms import card_form, details_form, entry_form, setup_form, steps_form
from cogs.score_pad.pad_access import in_language
from cogs.score_pad.views import OpenCard, board_panel, delete_panel, missing_panel, result_panel, sheet_panel
from tests.cogs.people import CHANNEL, GUILD, asking, given, texts

LONGEST_TEXT, MOST_COMPONENTS, LONGEST_LABEL, LONGEST_BUTTON = 4000, 40, 45, 80
LONGEST_DESCRIPTION = LONGEST_PLACEHOLDER = 100
PHONE = 32
"""Characters of a fixed-width line on a phone 390 px wide."""

WRONG = Sheet(
    track=999,
    progress=999,
    technologies=999,
    locations=(999,) * 6,
    devotion=999,
    cards=(99, 99, 99, 99),
    scyphoz=999,
    leftover=Leftover(396, (99, 99, 99, 99)),
    small=24,
    end_tile=True,
    artifacts=tuple(Artifacts(99, 99, 99, called="W" * 24) for _ in range(3)),
)
"""Everything too large: the longest that a tally can look."""
ALL = Options(expansion=True, common_card=True, long_game=True)


def opened(*sheets: Sheet, options: Options = ALL, closed: bool = True) -> OpenedPad:
    players = tuple(Player(f"{seat}" + "*W" * 15, seat + 1) for seat in range(len(sheets)))
    closing = Closing(1, "W" * 32) if closed else None
    at = datetime(2026, 1, 1, tzinfo=UTC)
    pad = ScorePad(1, "en", players, sheets, options, closing)
    return OpenedPad(StoredScorePad(10**9, 11, 22, 33, b"", at, at if closed else None), pad)


def much_changed(whole: OpenedPad) -> OpenedPad:
    """The result after many changes of every field by people with long names."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    seats = len(whole.pad.players)
    fields = [fields_of(form, ALL) for form in FORMS]
    edits = tuple(
        Edit(number, number % seats, fields[number % 3], WRONG, 1, "W*" * 16, at, result=True)
        for number in range(1, MOST_EDITS + 1)
    )
    details = Details(date(2026, 1, 31), "*" * LONGEST_PLACE, "_" * LONGEST_NOTE, PARTS, 3)
    other = Details(date(2026, 1, 30), "_" * LONGEST_PLACE, "*" * LONGEST_NOTE, (), 2)
    told = (DetailsEdit(other, 1, "W*" * 16, at),)
    changed = msgspec.structs.replace(whole.pad, edits=edits, details=details, details_edits=told)
    return OpenedPad(whole.stored, changed)


def person(client: Client, key: int = 1, **details: Any) -> Any:
    return asking(client, user=SimpleNamespace(id=key, display_name="Kim"), **details)


def panels(client: Client, locale: Locale) -> Iterator[ui.LayoutView]:
    interaction = person(client)
    client.services.store.preferences._languages.clear()
    for closed in (True, False):
        for sheet in (WRONG, Sheet()):
            whole = opened(*[sheet] * MOST_PLAYERS, closed=closed)
            whole = much_changed(whole) if closed else whole
            yield board_panel(whole, locale)
            yield result_panel(interaction, whole)
            yield sheet_panel(interaction, whole, 3, "note")
            yield missing_panel(locale, whole)
            yield delete_panel(interaction, whole)


@pytest.mark.parametrize("locale", LOCALES)
async def test_panels_fit_discord(client: Client, locale: Locale) -> None:
    await client.services.store.preferences.set_language(Scope.PERSON, 1, locale)
    for panel in panels(client, locale):
        assert len(texts(panel)) <= LONGEST_TEXT
        assert panel.total_children_count <= MOST_COMPONENTS
        assert panel.is_persistent()
        labels = [item.item.label or "" for item in panel.walk_children() if isinstance(item, ui.DynamicItem)]
        assert labels
        assert all(len(label) <= LONGEST_BUTTON for label in labels)


@pytest.mark.parametrize("players", range(1, MOST_PLAYERS + 1))
@pytest.mark.parametrize("locale", LOCALES)
async def test_the_table_fits_a_phone(client: Client, locale: Locale, players: int) -> None:
    usual = Sheet(track=150, progress=0, artifacts=(Artifacts(4, 20, 1), Artifacts(), Artifacts()))
    for sheet, fits in ((usual, True), (WRONG, False)):
        board = texts(board_panel(opened(*[sheet] * players), locale))
        table = board.split("```")[1].strip("\n").splitlines()
        assert len(table) == 14
        assert len({len(line) for line in table}) == 1
        assert not fits or len(table[0]) <= PHONE


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [ALL, Options(), Options(mode="mautoma")])
async def test_forms_fit_discord(client: Client, locale: Locale, options: Options) -> None:
    whole = opened(WRONG, WRONG, options=options, closed=False)
    forms = [entry_form(locale, whole, 0, form, {}, "tally:sent:1:0:points:open:board") for form in FORMS]
    forms.append(setup_form(locale, Setup((Player("Kim", 1),), "Anna", options), "tally:setup"))
    forms.append(steps_form(locale, whole.pad, [0, 1], {}, "tally:sentsteps:1"))
    forms.append(card_form(locale, whole.pad, 0, {"yellow": "track_steps", "each": "9" * 50}, "tally:sentcard:1:0"))
    forms.append(details_form(locale, much_changed(whole), {"note": "x" * 500}, "tally:sentdetails:1:0"))
    for form in forms:
        assert len(form.title) <= LONGEST_LABEL
        assert len(form.children) <= 5
        for child in form.children:
            if isinstance(child, ui.Label):
                assert len(child.text) <= LONGEST_LABEL, child.text
                assert len(child.description or "") <= LONGEST_DESCRIPTION, child.description
                placeholder = getattr(child.component, "placeholder", None) or ""
                assert len(placeholder) <= LONGEST_PLACEHOLDER


CARD_FORM = [
    {"component": {"custom_id": "yellow", "values": ["large_buildings"]}},
    {"component": {"custom_id": "white", "values": ["-"]}},
    {"component": {"custom_id": "violet", "values": []}},
]


async def test_menus_ask_what_the_artifact_card_counts(client: Client) -> None:
    pads, names = ScorePads(client.services.store.score_pads), (Player("Kim", 1), Player("Toni", 2))
    started = await pads.start(GUILD, CHANNEL, PadUser(1, "Kim"), "en", Setup(names))
    button = OpenCard(ui.Button(custom_id=f"tally:card:{started.id}:0"))
    assert f"tally:card:{started.id}:0" in ids(sheet_panel(person(client), started, 0))
    pressed, refused = person(client), person(client, 99)
    await button.used(pressed)
    [(how, sent)] = given(pressed)
    assert (how, sent["form"].custom_id) == ("form", f"tally:sentcard:{started.id}:0")
    with pytest.raises(UserError, match="not_at_table"):
        await button.used(refused)

    async def send(each: str) -> str:
        parts = [*CARD_FORM, {"component": {"custom_id": "each", "value": each}}]
        interaction = person(client, data={"components": parts})
        assert await take_in(interaction, f"tally:sentcard:{started.id}:0")
        return texts(given(interaction)[-1][1]["view"])

    assert t("en", "tally.mistake.each_count") in await send("1 2")
    assert t("en", "tally.saved.card") in await send("2")
    after = await pads.find(started.id, GUILD)
    form = entry_form("en", after, 0, "artifacts", {}, "x")
    [yellow, white, _] = [child for child in form.children if isinstance(child, ui.Label)]
    hint = t("en", "tally.field.card.hint", thing=t("en", "tally.thing.large_buildings"), each=2)
    assert (yellow.description, white.description) == (hint, t("en", "tally.field.unsaid.hint", each=2))
    closed = await pads.close(started.id, GUILD, PadUser(1, "Kim"), incomplete=True)
    assert "tally:card" not in ids(sheet_panel(person(client), closed, 0))
    assert await send("2") == t("en", "tally.refused.closed", number=started.id, name="Kim")


def ids(panel: ui.LayoutView) -> str:
    return " ".join(str(getattr(item, "custom_id", "")) for item in panel.walk_children())


async def test_nobody_s_name_formats_or_pings(client: Client) -> None:
    whole = opened(Sheet(track=1))
    named = OpenedPad(
        whole.stored,
        ScorePad(
            1,
            "en",
            (Player("**@everyone** <@123456789012345678> `x`"),),
            (Sheet(track=1),),
            Options(),
            Closing(1, "*x*"),
        ),
    )
    for text in texts(board_panel(named)).split("```")[::2]:
        assert "@everyone" not in text
        assert "<@123456789012345678>" not in text
        assert "****" not in text


async def test_who_gets_the_forms(client: Client) -> None:
    whole = opened(Sheet(), Sheet(), closed=True)
    mine = sheet_panel(person(client, 2), whole, 0)
    others = sheet_panel(person(client, 99), whole, 0)

    def forms(panel: ui.LayoutView) -> int:
        return sum("tally:form" in str(getattr(item, "custom_id", "")) for item in panel.walk_children())

    assert forms(mine) > 0
    assert forms(others) == 0


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_changed_result_says_by_whom_when_and_what_it_was(client: Client, locale: Locale) -> None:
    await client.services.store.preferences.set_language(Scope.PERSON, 1, locale)
    at = datetime(2026, 1, 2, tzinfo=UTC)
    whole = opened(Sheet(track=52, end_tile=True), Sheet())
    edit = Edit(1, 0, ("track", "end_tile"), Sheet(track=50, end_tile=False), 7, "Toni", at, result=True)
    for edits, told in (((edit,), True), ((msgspec.structs.replace(edit, result=False),), False)):
        changed = OpenedPad(whole.stored, msgspec.structs.replace(whole.pad, edits=edits))
        for panel in (board_panel(changed, locale), sheet_panel(person(client), changed, 0)):
            said = texts(panel)
            assert ("Toni" in said) is told
            assert (f"<t:{int(at.timestamp())}:f>" in said) is told
            assert (f"{t(locale, 'tally.field.track')} 50 → 52" in said) is told
            assert (f"{t(locale, 'tally.no')} → {t(locale, 'tally.yes')}" in said) is told
        assert "Toni" not in texts(sheet_panel(person(client), changed, 1)), "another player's lines"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("closed", [True, False])
async def test_what_the_points_of_a_game_for_one_are_measured_on(client: Client, locale: Locale, closed: bool) -> None:
    """Against the Mautoma its scale; the official solo game never, but the person's own earlier results."""
    await client.services.store.preferences.set_language(Scope.PERSON, 1, locale)
    levels = [t(locale, f"tally.level.{name}") for _, name in SCALE]
    sheet = Sheet(track=134, progress=0, cards=(), leftover=Leftover(0), artifacts=(Artifacts(),) * 3)
    for mode in MODES:
        whole = opened(sheet, options=Options(mode=mode), closed=closed)
        for earlier in ((), (120, 143)):
            measured = OpenedPad(whole.stored, whole.pad, earlier)
            for panel in (board_panel(measured, locale), sheet_panel(person(client), measured, 0)):
                said = texts(panel)
                assert any(f"**{level}**" in said for level in levels) is (mode == "mautoma")
                assert ("120, 143" in said) is (mode == "solo" and bool(earlier))
            ids = " ".join(
                str(getattr(item, "custom_id", "")) for item in board_panel(measured, locale).walk_children()
            )
            assert ("mautoma.result" in ids) is (mode == "mautoma")


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_refereed_result_offers_nothing_to_change(client: Client, locale: Locale) -> None:
    """Not to those at the table, and only moderators get the button that takes it off the list."""
    typed = opened(WRONG, WRONG)
    refereed = OpenedPad(typed.stored, msgspec.structs.replace(typed.pad, game=True))
    await client.services.store.preferences.set_language(Scope.PERSON, 1, locale)
    for whole, offered in ((typed, True), (refereed, False)):
        assert ("tally:form" in ids(sheet_panel(person(client), whole, 0))) is offered
        assert ("tally:delete" in ids(result_panel(person(client), whole))) is offered
    assert "tally:steps" not in ids(board_panel(refereed))
    assert t(locale, "tally.refereed") in texts(board_panel(refereed, locale))
    with pytest.raises(UserError):
        delete_panel(person(client), refereed)
    with pytest.raises(UserError):
        await send_form(person(client), refereed, 0, "points", origin="sheet", mending=True)
    with pytest.raises(UserError):
        await send_steps(person(client), refereed, {"0": "1"})


@pytest.mark.parametrize(("locale", "name"), [("en", "Computer 2"), ("de", "Computer 2"), ("fr", "Ordinateur 2")])
def test_computer_players_of_a_result_are_named_in_the_readers_language(locale: Locale, name: str) -> None:
    """In a game of the bot's, old or new; a name that somebody typed stays as it is."""
    whole = opened(WRONG, WRONG)
    players = (whole.pad.players[0], Player("Robo 1"))
    typed = OpenedPad(whole.stored, msgspec.structs.replace(whole.pad, players=players))
    refereed = OpenedPad(whole.stored, msgspec.structs.replace(typed.pad, game=True))
    assert in_language(typed, locale) == typed
    shown = in_language(refereed, locale)
    assert [player.name for player in shown.pad.players] == [players[0].name, name]
    assert name in texts(board_panel(shown, locale))


def test_no_result_is_shown_past_what_names_its_computer_players() -> None:
    """``/results`` reads all it shows with ``read_tally`` and ``read_results``."""
    assert "pads_of" not in Path(results_cog.__file__ or "").read_text("utf-8")


async def test_many_changes_are_few_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many people send forms in one moment, the board is edited at once and then once a second."""
    monkeypatch.setattr(message_edit_rate, "BETWEEN", 0.05)
    edits: list[str] = []

    async def edit(bot: BotClient, channel: int, message: int, panel: ui.LayoutView) -> bool:
        assert (channel, message) == (22, 33)
        edits.append(texts(panel))
        return True

    async def drawn(opened: OpenedPad) -> Panel:
        return board_panel(opened)

    monkeypatch.setattr(pad_message_updates, "edit_message", edit)
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tallies.sqlite3'}") as store:
        pads, who = ScorePads(store.score_pads), PadUser(1, "Kim")
        services = SimpleNamespace(store=store, edits=LatestEdits())
        bot = cast("BotClient", SimpleNamespace(services=services))
        started = await pads.start(11, 22, who, "en", Setup(names="Anna"))
        await store.score_pads.show_on(started.id, 22, 33, started.stored.version)
        for track in range(3):
            typed = {"track": str(track), "progress": "0"}
            now = await pads.fill(started.id, 11, who, 0, "points", typed, mending=False)
            assert now.behind or track > 0  # a later one may be shown by the edit that the one before it set off
            for _ in range(20):
                pad_message_updates.refresh(bot, now, drawn)
        await services.edits.settled()
        assert not (await pads.find(started.id, 11)).behind
        await store.score_pads.shown.keep()
        assert await pads.behind() == []
    assert 1 <= len(edits) <= 3
    assert "2 points" in edits[-1]


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", ("Played on <t:1769860800:D>", "Place: Attic", "Start player: ", "Note: Great", "Devotion track")),
        ("de", ("Gespielt am <t:1769860800:D>", "Ort: Attic", "Erster Zug: ", "Notiz: Great", "Verehrungsleiste")),
        (
            "fr",
            ("jouée le <t:1769860800:D>", "Lieu\u00a0: Attic", "Premier tour\u00a0: ", "Note\u00a0: Great"),
        ),
    ],
)
def test_details_stand_in_the_result(locale: Locale, said: tuple[str, ...]) -> None:
    """With who changed them last, where something was told before; nothing of them where nothing is told."""
    plain = opened(WRONG, WRONG)
    assert details_texts(locale, plain) == []
    details = Details(date(2026, 1, 31), "Attic", "Great", ("devotion",), 1)
    first = DetailsEdit(Details(), 1, "Kim", datetime(2026, 2, 1, tzinfo=UTC))
    pad = msgspec.structs.replace(plain.pad, details=details, details_edits=(first,))
    (text,) = details_texts(locale, OpenedPad(plain.stored, pad))
    assert all(part in text for part in said)
    assert "✏️" not in text
    second = DetailsEdit(msgspec.structs.replace(details, place="Cellar"), 2, "Toni", first.at)
    pad = msgspec.structs.replace(pad, details_edits=(first, second))
    shown = texts(board_panel(OpenedPad(plain.stored, pad), locale))
    assert "Cellar → Attic" in shown
    assert "Toni" in shown
