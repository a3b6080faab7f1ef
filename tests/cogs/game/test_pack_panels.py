"""What is said of a pack after it was sent: remarks in the reader's language, names as all texts are set."""

import re

import pytest

from bot.app.tables import AddedPack
from bot.engine.packs import field, pack_of_files
from bot.engine.translated import Words
from bot.text import LOCALES, Locale
from bot.text.game.names import in_language
from cogs.game.views.pack_panels import added_panel
from tests.cogs.game.test_inspect_panels import words
from tests.packs.own_pack import own_files

IN_ONE_LANGUAGE = {
    "en": "75 names are missing in German and in French; the ones in English are shown.",
    "de": "75 Namen fehlen auf Deutsch und auf Französisch; gezeigt werden sie auf Englisch.",
    "fr": "75 noms manquent en allemand et en français ; ils s’affichent en anglais.",
}
ONE_LACKING = {
    "en": "One name is missing in French; the one in English is shown. (citizens.yaml, line 5)",
    "de": "Ein Name fehlt auf Französisch; gezeigt wird er auf Englisch. (citizens.yaml, Zeile 5)",
    "fr": "Un nom manque en français ; il s’affiche en anglais. (citizens.yaml, ligne 5)",
}


def _said(files: dict[str, bytes], locale: Locale) -> str:
    read = pack_of_files(files)
    return words(added_panel(locale, AddedPack(read.pack, read.warnings))).replace("\u202f", " ").replace("\\", "")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_pack_in_one_language_has_one_remark_in_the_reader_s(locale: Locale) -> None:
    files = own_files()
    text = files["citizens.yaml"].decode()
    files["citizens.yaml"] = re.sub(r"(name: \{en: [^,}]*), de: [^}]*\}", r"\1}", text).encode()
    said = _said(files, locale)
    assert IN_ONE_LANGUAGE[locale] in said
    assert "citizens.yaml" not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_a_single_name_that_is_missing_is_told_with_its_place(locale: Locale) -> None:
    files = own_files()
    text = files["citizens.yaml"].decode()
    files["citizens.yaml"] = re.sub(r"(name: \{en: [^}]*), fr: [^}]*\}", r"\1}", text, count=1).encode()
    assert ONE_LACKING[locale] in _said(files, locale)


def test_apostrophes_of_names_are_set_as_in_all_texts() -> None:
    """Four names of the shipped pack have the one of keyboards; they are part of its hash, and so they stay."""
    typed = [each.name for each in field().machines if "'" in each.name.fr]
    assert [in_language("fr", name) for name in typed] == ["Cloche d’école", "Cor d’écho"]
    assert in_language("en", Words("'Tis 7 o'clock'", "", "")) == "'Tis 7 o’clock'"
