"""Signs become the application's emojis in texts, buttons and menus; Unicode stays where that is not possible."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import ui

from bot.pictures.emoji_images import emoji_images
from bot.text import LOCALES, Locale
from bot.text.game.emoji import SYMBOLS
from bot.text.game.symbol_legend import PAGES, legend_page
from cogs.core import application_emojis
from cogs.core.application_emojis import EMOJIS, MOST_TEXT, ApplicationEmojis, emoji_name, learn_emojis
from cogs.core.persistent_ui import Panel
from cogs.core.services import BotClient

LONGEST_ID = 1_499_999_999_999_999_999


def known() -> ApplicationEmojis:
    emojis = ApplicationEmojis()
    emojis.know(
        {
            icon: discord.PartialEmoji(name=emoji_name(icon, image), id=LONGEST_ID + number)
            for number, (icon, image) in enumerate(emoji_images().items())
        }
    )
    return emojis


@pytest.fixture
def nothing_known() -> Iterator[None]:
    """The process's own emojis, unknown before and after."""
    EMOJIS.know({})
    yield
    EMOJIS.know({})


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


def in_words(emojis: ApplicationEmojis, sign: str) -> str:
    """An emoji as a text has it: without the hash in its name."""
    emoji = emojis.emoji(sign)
    assert emoji is not None
    return f"<:{emoji.name.rpartition('_')[0]}:{emoji.id}>"


def test_signs_of_a_text_become_emojis() -> None:
    emojis = known()
    gear, forest = (in_words(emojis, SYMBOLS[name]) for name in ("gear", "forest"))
    assert gear.startswith("<:gear:")
    assert emojis.in_text("Pay 2⚙️, or 1🌲.") == f"Pay 2{gear}, or 1{forest}."
    assert emojis.in_text("without the selector: ⚙") == f"without the selector: {gear}"
    assert emojis.in_text("1️⃣ and 1") == f"{in_words(emojis, '1️⃣')} and 1"
    assert emojis.in_text("`⚙️` and\n```\n⚙️ ⚙️\n```\n⚙️") == f"`⚙️` and\n```\n⚙️ ⚙️\n```\n{gear}"
    assert emojis.in_text("🙋 stays") == "🙋 stays"


def test_populating_and_a_figure_have_one_sign() -> None:
    emojis = known()
    assert emojis.emoji(SYMBOLS["populate"]) == emojis.emoji(SYMBOLS["figure"])


def test_nothing_changes_while_nothing_is_known() -> None:
    emojis = ApplicationEmojis()
    components = [text("2⚙️"), {"type": 2, "label": "🔨 Build"}]
    assert emojis.applied(components) == [text("2⚙️"), {"type": 2, "label": "🔨 Build"}]


def test_buttons_and_options_show_them_beside_their_label() -> None:
    emojis = known()
    build = emojis.emoji("🔨")
    assert build is not None
    options = [
        {"label": "🔨 Build on B7", "value": "1"},
        {"label": "Leave it", "value": "2"},
        {"label": "🔨", "value": "3"},
    ]
    buttons = [
        {"type": 2, "label": "Build", "emoji": {"id": None, "name": "🔨"}},
        {"type": 2, "label": "🔨 Build"},
        {"type": 2, "label": "Undo", "emoji": {"id": None, "name": "↩️"}},
        {"type": 2, "label": "🔨 Build", "emoji": {"id": None, "name": "↩️"}},
    ]
    rows = [{"type": 1, "components": buttons}, {"type": 1, "components": [{"type": 3, "options": options}]}]
    section = {"type": 9, "components": [text("🔨")], "accessory": {"type": 2, "label": "🔨 Take"}}
    emojis.applied([{"type": 17, "components": [section]}, *rows])
    own = build.to_dict()
    assert [(each["label"], each.get("emoji")) for each in buttons] == [
        ("Build", own),
        ("Build", own),
        ("Undo", {"id": None, "name": "↩️"}),
        ("🔨 Build", {"id": None, "name": "↩️"}),
    ]
    assert [(each["label"], each.get("emoji")) for each in options] == [
        ("Build on B7", own),
        ("Leave it", None),
        ("🔨", None),
    ]
    assert section["accessory"] == {"type": 2, "label": "Take", "emoji": own}
    assert section["components"] == [text(in_words(emojis, "🔨"))]


def test_a_closed_menu_says_it_in_words() -> None:
    menus: list[dict[str, Any]] = [
        {"type": 3, "placeholder": words, "options": []} for words in ("🔨 Build", "🔨", "🔍 Look", "Build")
    ]
    known().applied([{"type": 1, "components": menus}, {"type": 3, "options": []}])
    assert [menu["placeholder"] for menu in menus] == ["Build", "🔨", "🔍 Look", "Build"]


def test_what_would_be_too_long_stays_in_unicode() -> None:
    """All texts of a message or none, so that one message does not show two kinds of signs."""
    emojis = known()
    components = [text("⚙️"), text("📘" * 200)]
    assert emojis.applied(components) == [text("⚙️"), text("📘" * 200)]
    assert len(str(emojis.emoji("📘")) * 100) < MOST_TEXT
    assert "<:" in emojis.applied([text("📘" * 100)])[0]["content"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_of_the_legend_has_room_for_them(locale: Locale) -> None:
    emojis = known()
    for page in range(len(PAGES)):
        for aloud in (False, True):
            written = [emojis.in_text(part) for part in legend_page(locale, page, aloud=aloud)]
            assert sum(map(len, written)) <= MOST_TEXT - 100


@pytest.mark.usefixtures("nothing_known")
def test_a_panel_is_sent_with_them() -> None:
    panel = Panel()
    panel.add_item(ui.Container(ui.TextDisplay("2⚙️")))
    assert panel.to_components()[0]["components"][0]["content"] == "2⚙️"
    EMOJIS.know({"gear": discord.PartialEmoji(name="gear_0000", id=7)})
    assert panel.to_components()[0]["components"][0]["content"] == "2<:gear:7>"


# ---- giving them to the application ------------------------------------------------------------------------------


class Application:
    """What the client knows of the application's emojis."""

    def __init__(self, *names: str, fails: bool = False) -> None:
        self.emojis = {name: self._emoji(name, number) for number, name in enumerate(names, 1)}
        self.created: list[str] = []
        self.fails = fails

    def _emoji(self, name: str, number: int) -> Any:
        async def delete() -> None:
            del self.emojis[name]

        return SimpleNamespace(name=name, id=number, delete=delete)

    async def fetch_application_emojis(self) -> list[Any]:
        return list(self.emojis.values())

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        if self.fails and len(self.created) == 3:
            raise OSError("away")
        assert image.startswith(b"\x89PNG")
        self.created.append(name)
        self.emojis[name] = self._emoji(name, 100 + len(self.created))
        return self.emojis[name]


WANTED = {emoji_name(icon, image) for icon, image in emoji_images().items()}


async def learnt(application: Application) -> None:
    await learn_emojis(cast("BotClient", application))


@pytest.mark.usefixtures("nothing_known")
async def test_a_new_application_gets_all() -> None:
    application = Application()
    await learnt(application)
    assert set(application.created) == set(application.emojis) == WANTED
    assert EMOJIS.emoji("⚙️") is not None


@pytest.mark.usefixtures("nothing_known")
async def test_what_is_there_is_not_uploaded_again() -> None:
    application = Application(*WANTED)
    await learnt(application)
    assert application.created == []
    assert EMOJIS.emoji("⚙️") is not None


@pytest.mark.usefixtures("nothing_known")
async def test_a_changed_drawing_is_replaced_and_others_are_left_alone() -> None:
    """Emojis of the host's own, and what only looks like ours, stay."""
    gear = next(name for name in WANTED if name.startswith("gear_"))
    application = Application(*WANTED - {gear}, "gear_0000", "party", "gear_of_war", "other_0000", "gear")
    await learnt(application)
    assert application.created == [gear]
    assert set(application.emojis) == WANTED | {"party", "gear_of_war", "other_0000", "gear"}


@pytest.mark.usefixtures("nothing_known")
async def test_unicode_stays_where_it_fails(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of them would mix two kinds of signs. Said once; the next start goes on where this one stopped."""
    application = Application(fails=True)
    await learnt(application)
    assert EMOJIS.emoji("⚙️") is None
    assert [record.levelname for record in caplog.records if record.name == application_emojis.__name__] == ["WARNING"]
    application.fails = False
    await learnt(application)
    assert len(application.created) == len(set(application.created)) == len(WANTED)
    assert EMOJIS.emoji("⚙️") is not None


def refused(code: int, words: str) -> discord.HTTPException:
    answer = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    return discord.HTTPException(answer, {"code": code, "message": words})


def test_an_emoji_that_is_gone_is_used_no_more() -> None:
    emojis = known()
    assert not emojis.doubt(refused(50035, "Must be 2000 or fewer in length."))
    assert not emojis.doubt(refused(50001, "Missing Access: emoji"))
    assert emojis.emoji("⚙️") is not None
    assert emojis.doubt(refused(50035, "components.0.emoji.id: Invalid emoji"))
    assert emojis.emoji("⚙️") is None
    assert not emojis.doubt(refused(50035, "Invalid emoji"))
