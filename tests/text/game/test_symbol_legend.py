"""The legend explains every sign that a message, a button or a picture shows, in three languages and in words."""

import json
import re

import pytest

from bot.pictures.icons import _EXTRA, parts_of
from bot.text import LOCALES, Locale
from bot.text.catalogue import t
from bot.text.catalogue_files import merged_catalogue, sources_of
from bot.text.game.emoji import GAME_SIGNS, OTHER_SIGNS, SYMBOLS, WAYS
from bot.text.game.symbol_legend import PAGES, legend_page
from tests.text.sources import ROOT, modules, strings, tree_of

SIGN = re.compile(r"[\u2190-\u21ff\u2300-\u27ff\u2b00-\u2bff\U0001f000-\U0001faff\u20e3]")
SELECTOR = "\ufe0f"
NO_SIGNS = {"☼": "a sign of the map in letters, which has a legend of its own"}
DRAWN_WITHOUT_SIGN = {"arrow", "arrow_back", "mark", "lock"}
"""Icons that stand for a character of the text, for a character that no font has, and one that nothing draws."""


def explained(locale: Locale) -> str:
    return "\n".join(paragraph for page in range(len(PAGES)) for paragraph in legend_page(locale, page))


def unexplained(text: str, legend: str) -> list[str]:
    return [sign for sign in SIGN.findall(text.replace(SELECTOR, "")) if sign not in legend and sign not in NO_SIGNS]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sign_of_a_message_is_explained(locale: Locale) -> None:
    legend = explained(locale).replace(SELECTOR, "")
    found = {
        str(message.id): missing
        for message in merged_catalogue(locale, sources_of(ROOT / "rules_data" / "text" / locale))
        if (missing := unexplained(str(message.string), legend))
    }
    assert found == {}


def test_every_sign_in_code_is_explained() -> None:
    """What texts, buttons and menus are given besides the catalogues."""
    legend = explained("en").replace(SELECTOR, "")
    found = {
        f"{path.relative_to(ROOT)}: {text}": missing
        for path in modules("bot/text", "bot/pictures", "cogs")
        if path.name != "chart.py"
        for text, _ in strings(tree_of(path))
        if len(text) < 60 and (missing := unexplained(text, legend))
    }
    assert found == {}


def test_every_icon_of_a_picture_is_explained() -> None:
    drawn = set(json.loads((ROOT / "rules_data/pictures/icons.json").read_text("utf-8")))
    assert drawn - DRAWN_WITHOUT_SIGN <= set(SYMBOLS)
    legend = explained("en")
    assert [name for name in drawn - DRAWN_WITHOUT_SIGN if SYMBOLS[name] not in legend] == []
    assert set(_EXTRA.values()) <= DRAWN_WITHOUT_SIGN | {"any_basic"}
    assert (True, "any_basic") in parts_of(legend)


def test_the_groups_are_all_shown() -> None:
    assert [group for page in PAGES for group in page if group not in ("read", "search")] == [
        *GAME_SIGNS,
        *OTHER_SIGNS,
    ]
    assert not set(WAYS) & set(SYMBOLS)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_sign_has_its_meaning_and_what_it_shows(locale: Locale) -> None:
    seen, heard = (
        "\n".join(text for page in range(len(PAGES)) for text in legend_page(locale, page, aloud=aloud))
        for aloud in (False, True)
    )
    for name, sign in {**SYMBOLS, **WAYS}.items():
        meaning = t(locale, f"symbol.meaning.{name}")
        assert f"{sign} – {meaning}" in seen
        assert f"{t(locale, f'symbol.looks.{name}')} – {meaning}" in heard
    assert not SIGN.search(heard.replace(t(locale, "symbol.search"), ""))
