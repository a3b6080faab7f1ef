"""Looking messages up: plurals, gaps, values, and catalogues that cannot be read."""

from pathlib import Path

import pytest

from bot.text import (
    Catalogues,
    Locale,
    MissingText,
    as_locale,
    catalogues,
    either,
    endonym,
    joined,
    number,
    read_catalogues,
    t,
    tn,
)
from bot.text.catalogue_files import compiled_catalogue, keys_in, sources_of, write_compiled

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
ENTRY = 'msgid "{key}"\nmsgstr "{text}"\n\n'


def written(folder: Path, **languages: dict[str, str]) -> Path:
    for locale in ("de", "fr", "en"):
        (folder / locale).mkdir(parents=True, exist_ok=True)
        entries = "".join(ENTRY.format(key=key, text=text) for key, text in languages.get(locale, {}).items())
        (folder / locale / "core.po").write_text(HEAD + entries, "utf-8")
    return folder


def test_a_message_is_filled_in_each_language() -> None:
    texts = {locale: t(locale, "error.cannot_read", value="B7") for locale in ("de", "fr", "en")}
    assert all("B7" in text and "{" not in text for text in texts.values())
    assert len(set(texts.values())) == 3


@pytest.mark.parametrize(
    ("locale", "n", "expected"),
    [
        ("en", 0, "on 0 servers"),
        ("en", 1, "on 1 server"),
        ("de", 0, "auf 0 Servern"),
        ("de", 1, "auf 1 Server"),
        ("fr", 0, "sur 0 serveur"),
        ("fr", 1, "sur 1 serveur"),
        ("fr", 2, "sur 2 serveurs"),
        ("de", 12345, "auf 12.345 Servern"),
    ],
)
def test_plurals_follow_the_language(locale: Locale, n: int, expected: str) -> None:
    """French says "0 serveur", German and English do not."""
    assert tn(locale, "about.servers", n) == expected


def test_broken_numbers_get_the_language_s_comma() -> None:
    assert "0,5" in t("de", "error.cooldown", seconds=0.5)
    assert "0.5" in t("en", "error.cooldown", seconds=0.5)


def test_numbers_and_lists() -> None:
    assert [number(locale, 1234567) for locale in ("de", "en")] == ["1.234.567", "1,234,567"]
    assert number("fr", 1234.5).endswith(",5")
    assert joined("de", ["a", "b", "c"]) == "a, b und c"
    assert joined("fr", ["a", "b", "c"]) == "a, b et c"
    assert either("en", ["a", "b"]) == "a or b"


@pytest.mark.parametrize(
    ("tag", "locale"),
    [("en-GB", "en"), ("en_US", "en"), ("de", "de"), ("FR", "fr"), ("es-ES", None), ("", None), (None, None)],
)
def test_tags_of_languages(tag: object, locale: Locale | None) -> None:
    assert as_locale(tag) == locale


def test_languages_call_themselves() -> None:
    assert [endonym(locale) for locale in ("de", "fr", "en")] == ["Deutsch", "Français", "English"]


def test_a_gap_is_loud_where_texts_are_strict(tmp_path: Path) -> None:
    found = read_catalogues(written(tmp_path, en={"core.a": "A"}), strict=True)
    with pytest.raises(MissingText, match=r"core\.a.*'de'"):
        found.text("de", "core.a")


def test_a_gap_is_english_and_logged_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found = read_catalogues(written(tmp_path, en={"core.a": "A"}))
    assert found.text("fr", "core.a") == "A"
    assert [(record.levelname, vars(record)["key"]) for record in caplog.records] == [("ERROR", "core.a")]


def test_a_key_that_nobody_knows_always_raises(tmp_path: Path) -> None:
    with pytest.raises(MissingText):
        read_catalogues(written(tmp_path)).text("en", "core.nothing")


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match="value"):
        t("en", "error.cannot_read", other=1)


def test_a_fuzzy_message_counts_as_missing(tmp_path: Path) -> None:
    folder = written(tmp_path, en={"core.a": "A"})
    (folder / "de" / "core.po").write_text(HEAD + "#, fuzzy\n" + ENTRY.format(key="core.a", text="Ä"), "utf-8")
    assert "core.a" not in read_catalogues(folder)["de"]


def test_one_key_in_two_files_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path, en={"core.a": "A"})
    (folder / "en" / "more.po").write_text(HEAD + ENTRY.format(key="core.a", text="B"), "utf-8")
    with pytest.raises(ValueError, match=r"en/more\.po.*core\.a"):
        read_catalogues(folder)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "fr" / "core.po").write_text("Rules and so on\n", "utf-8")
    with pytest.raises(ValueError, match=r"fr/core\.po"):
        read_catalogues(folder)


def test_the_empty_key_is_no_message() -> None:
    """gettext answers the empty key with the catalogue's header."""
    assert "" not in catalogues()["en"]


def test_catalogues_of_all_languages_are_there() -> None:
    found: Catalogues = catalogues()
    assert set(found.by_locale) == {"de", "fr", "en"}


def test_compiled_files_say_what_their_sources_say(tmp_path: Path) -> None:
    folder = written(tmp_path, en={"core.a": "A"}, de={"core.a": "Ä", "core.b": "B"})
    write_compiled(folder)
    assert sorted(path.name for path in folder.glob("*.mo")) == ["de.mo", "en.mo", "fr.mo"]
    german = (folder / "de.mo").read_bytes()
    assert compiled_catalogue("de", sources_of(folder / "de"), german) is german
    assert sorted(keys_in(german)) == ["core.a", "core.b"] == sorted(read_catalogues(folder)["de"])


def test_a_compiled_file_of_other_sources_is_ignored(tmp_path: Path) -> None:
    write_compiled(written(tmp_path, en={"core.a": "before"}))
    assert read_catalogues(written(tmp_path, en={"core.a": "after"})).text("en", "core.a") == "after"


@pytest.mark.parametrize("size", [0, 3, 40, 200])
def test_a_compiled_file_that_was_cut_off_is_ignored(tmp_path: Path, size: int) -> None:
    folder = written(tmp_path, en={"core.a": "A"})
    write_compiled(folder)
    (folder / "en.mo").write_bytes((folder / "en.mo").read_bytes()[:size])
    assert read_catalogues(folder).text("en", "core.a") == "A"
