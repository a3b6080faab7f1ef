"""Nothing is said in one language only, and nothing is asked for that no catalogue has."""

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from babel.messages.catalog import Message

from bot.text import LOCALES, Locale, catalogues, endonym
from bot.text.catalogue_files import merged_catalogue, sources_of
from cogs.core.command_texts import CommandTexts
from tests.text.sources import ROOT, called, modules, strings, tree_of

LOOK_UPS = {"t": 1, "tn": 1, "Localized": 0, "UserError": 0}
"""Functions that take a key, and which argument it is."""
SOURCES = {locale: merged_catalogue(locale, sources_of(ROOT / "rules_data" / "text" / locale)) for locale in LOCALES}
MESSAGES = {locale: {key: SOURCES[locale][key] for key in catalogues()[locale]} for locale in LOCALES}
KEYS = sorted(MESSAGES["en"])


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def keys_asked_for() -> Iterator[tuple[str, str]]:
    for path in modules("bot", "cogs"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and (at := LOOK_UPS.get(called(node))) is not None and len(node.args) > at:
                for key, _ in strings(node.args[at]):
                    if "." in key:
                        yield f"{path.name}:{node.lineno}", key


def keys_of_commands() -> Iterator[tuple[str, str]]:
    """The keys that ``CommandTexts`` derives for its commands and their options."""
    for path in modules("cogs"):
        texts: dict[str, CommandTexts] = {}
        for node in ast.walk(tree_of(path)):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="CommandTexts"), args=args))
                    | ast.AnnAssign(
                        target=ast.Name(id=name), value=ast.Call(func=ast.Name(id="CommandTexts"), args=args)
                    )
                ):
                    texts[name] = CommandTexts(*map(ast.literal_eval, args))
                case ast.Call(ast.Attribute(ast.Name(id=name), "command")) if name in texts:
                    command, *same = map(ast.literal_eval, node.args)
                    others = {each.arg: ast.literal_eval(each.value) for each in node.keywords if each.arg}
                    options = texts[name].option_keys(*same, **others).values()
                    for key in (*texts[name].command_keys(command), *(key for keys in options for key in keys)):
                        yield f"{path.name}:{node.lineno}", key


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_all_languages_have_the_same_keys(locale: Locale) -> None:
    assert set(MESSAGES[locale]) == set(MESSAGES["en"])


@pytest.mark.parametrize("locale", LOCALES)
def test_all_languages_fill_the_same_values(locale: Locale) -> None:
    """A plural form may leave the number out: "one server"."""
    for key in KEYS:
        wanted = {frozenset(placeholders(form)) for form in forms(MESSAGES["en"][key])}
        for form in forms(MESSAGES[locale][key]):
            names = frozenset(placeholders(form))
            assert any(names <= each and each - names <= {"n"} for each in wanted), f"{key}: {form}"


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_are_plain_names(locale: Locale) -> None:
    """``{a.b}`` or ``{0}`` would reach into what is handed over."""
    for message in MESSAGES[locale].values():
        for form in forms(message):
            assert all(name.isidentifier() for name in placeholders(form)), form


@pytest.mark.parametrize("locale", LOCALES)
def test_plurals_have_every_form(locale: Locale) -> None:
    for key, message in MESSAGES[locale].items():
        plural = isinstance(MESSAGES["en"][key].id, tuple)
        assert isinstance(message.id, tuple) == plural, key
        assert not plural or (len(forms(message)) == 2 and all(forms(message))), key


def test_every_key_in_code_is_in_the_catalogues() -> None:
    asked = sorted({*keys_asked_for(), *keys_of_commands()})
    assert len(asked) > 50
    assert [f"{where}: {key}" for where, key in asked if not any(fnmatchcase(known, key) for known in KEYS)] == []


def test_every_message_is_asked_for_somewhere() -> None:
    """By a string equal to its key, by an f-string that can become it, or by a command that derives it."""
    found_strings = [found for path in modules("bot", "cogs") for found in strings(tree_of(path)) if "." in found[0]]
    plain = {text for text, pattern in found_strings if not pattern} | {key for _, key in keys_of_commands()}
    patterns = [text for text, pattern in found_strings if pattern and re.match(r"[a-z_]+\.", text)]
    unused = [key for key in KEYS if key not in plain and not any(fnmatchcase(key, each) for each in patterns)]
    assert not unused


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_translations_differ(locale: Locale) -> None:
    """A text that reads the same in two languages was most likely not translated. Short words and names may agree."""
    for key in KEYS:
        english, text = forms(MESSAGES["en"][key])[0], forms(MESSAGES[locale][key])[0]
        own = re.sub(r"\{\w+\}", "", english)
        may_agree = english.istitle() or len(re.findall(r"[^\W\d_]{3,}", own)) <= 2
        assert english != text or may_agree, key


@pytest.mark.parametrize("locale", LOCALES)
def test_typography(locale: Locale) -> None:
    """No doubled or outer spaces, no straight quotes in sentences, no three dots for an ellipsis."""
    for key, message in MESSAGES[locale].items():
        for form in forms(message):
            assert form == form.strip(), key
            assert "  " not in form.replace("\n  ", "\n"), key
            assert "..." not in form, key
            assert '"' not in form, key


@pytest.mark.parametrize(
    ("locale", "wrong"),
    [
        ("de", r"\b(Sie|Ihnen|Ihre?)\b(?<!^Sie)"),
        ("fr", r"\b([Vv]ous|[Vv]otre|[Vv]os)\b"),
    ],
)
def test_people_are_addressed_as_friends(locale: Locale, wrong: str) -> None:
    """German says du, French says tu."""
    found = [key for key, message in MESSAGES[locale].items() for form in forms(message) if re.search(wrong, form)]
    assert not found


def test_endonyms_are_no_messages() -> None:
    """What a language calls itself is the same everywhere and needs no translation."""
    names = {endonym(locale) for locale in LOCALES}
    assert not [key for key in KEYS if forms(MESSAGES["en"][key])[0] in names]
