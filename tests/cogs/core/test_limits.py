"""The whole command tree, in every language, within Discord's limits; without Discord.

Figures: Discord's documentation, Application Commands (naming, limits, localization).
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.client import Client
from bot.text import LOCALES, Locale, as_locale
from cogs.core.command_index import payloads

NAME = re.compile(r"[-_'\w]{1,32}")
CHAT_INPUT, CONTEXT = 1, (2, 3)
SUBCOMMANDS = (1, 2)
MOST_OPTIONS = MOST_CHOICES = 25
MOST_CHARACTERS = 8000
MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
LONGEST_DESCRIPTION = LONGEST_CHOICE = 100
LONGEST_CONTEXT_NAME = 32

Payload = dict[str, Any]
Path = tuple[str, ...]


@pytest.fixture
async def tree(client: Client) -> list[Payload]:
    return await payloads(client.tree)


def said(part: Payload, field: str, locale: Locale) -> str:
    """The text as somebody with that language sees it."""
    others = part.get(f"{field}_localizations") or {}
    return str(next((text for tag, text in others.items() if as_locale(tag) == locale), part[field]))


def parts(part: Payload, above: Path = ()) -> Iterator[tuple[Path, Payload]]:
    """The command and everything below it."""
    here = (*above, part["name"])
    yield here, part
    for option in part.get("options") or ():
        yield from parts(option, here)


def everything(tree: list[Payload]) -> list[tuple[Path, Payload]]:
    return [found for command in tree for found in parts(command)]


def mistakes_of_names(tree: list[Payload], locale: Locale) -> Iterator[str]:
    for path, part in everything(tree):
        name = said(part, "name", locale)
        if len(path) == 1 and part["type"] in CONTEXT:
            if not 1 <= len(name) <= LONGEST_CONTEXT_NAME:
                yield f"{path}: {name!r} has {len(name)} characters"
        elif not NAME.fullmatch(name) or name != name.lower():
            yield f"{path}: {name!r} is no name of a command or option"


def mistakes_of_descriptions(tree: list[Payload], locale: Locale) -> Iterator[str]:
    for path, part in everything(tree):
        description = said(part, "description", locale) if part.get("description") else ""
        wanted = len(path) > 1 or part["type"] == CHAT_INPUT
        if len(description) > LONGEST_DESCRIPTION or (wanted and not description):
            yield f"{path}: {len(description)} characters: {description!r}"


def mistakes_of_choices(tree: list[Payload], locale: Locale) -> Iterator[str]:
    for path, part in everything(tree):
        names = [said(choice, "name", locale) for choice in part.get("choices") or ()]
        if len(names) > MOST_CHOICES or not all(1 <= len(name) <= LONGEST_CHOICE for name in names):
            yield f"{path}: choices {names}"
        if len(set(names)) < len(names):
            yield f"{path}: two choices of one name in {names}"


def mistakes_of_clashes(tree: list[Payload], locale: Locale) -> Iterator[str]:
    """Within a language no two commands, subcommands or options side by side have one name."""
    sides: list[tuple[Path, list[Payload]]] = [
        ((), [command for command in tree if command["type"] == kind]) for kind in (1, 2, 3)
    ]
    sides += [(path, part["options"]) for path, part in everything(tree) if part.get("options")]
    for path, side in sides:
        names = Counter(said(part, "name", locale) for part in side)
        yield from (f"{path}: {name!r} twice" for name, times in names.items() if times > 1)


def characters(command: Payload, locale: Locale) -> int:
    """Names, descriptions and values of a command and all below it, the longest language of each counted."""
    total = 0
    for _, part in parts(command):
        total += len(said(part, "name", locale)) + len(
            said(part, "description", locale) if "description" in part else ""
        )
        total += sum(len(said(c, "name", locale)) + len(str(c["value"])) for c in part.get("choices") or ())
    return total


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "mistakes", [mistakes_of_names, mistakes_of_descriptions, mistakes_of_choices, mistakes_of_clashes]
)
def test_what_each_language_says(tree: list[Payload], mistakes: Any, locale: Locale) -> None:
    assert list(mistakes(tree, locale)) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_command_is_too_long(tree: list[Payload], locale: Locale) -> None:
    assert {
        command["name"]: characters(command, locale)
        for command in tree
        if characters(command, locale) > MOST_CHARACTERS
    } == {}


def test_numbers_of_commands_and_options(tree: list[Payload]) -> None:
    kinds = Counter(command["type"] for command in tree)
    assert all(kinds[kind] <= most for kind, most in MOST_COMMANDS.items())
    assert all(len(part.get("options") or ()) <= MOST_OPTIONS for _, part in everything(tree))


def test_required_options_come_first(tree: list[Payload]) -> None:
    for path, part in everything(tree):
        required = [option.get("required", False) for option in part.get("options") or () if option["type"] > 2]
        assert required == sorted(required, reverse=True), path


def test_subcommands_are_nested_twice_at_most(tree: list[Payload]) -> None:
    for command in tree:
        for option in command.get("options") or ():
            for inner in option.get("options") or ():
                assert option["type"] == 2 or inner["type"] not in SUBCOMMANDS
                assert all(each["type"] not in SUBCOMMANDS for each in inner.get("options") or ())


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_every_name_and_description_is_localised(tree: list[Payload], locale: Locale) -> None:
    """A text that Discord is not given in a language is shown in English there."""
    for path, part in everything(tree):
        for field in ("name", "description"):
            if part.get(field):
                tags = {as_locale(tag) for tag in part.get(f"{field}_localizations") or {}}
                assert locale in tags, f"{path}: {field}"


def test_commands_work_everywhere_unless_they_say_otherwise(tree: list[Payload]) -> None:
    for name in ("help", "about", "settings", "rule", "ask"):
        [command] = [each for each in tree if each["name"] == name]
        assert sorted(command["contexts"]) == [0, 1, 2]
        assert sorted(command["integration_types"]) == [0, 1]


@pytest.mark.parametrize(
    ("broken", "mistakes"),
    [
        ({"name": "Ask"}, mistakes_of_names),
        ({"name_localizations": {"de": "frag mal"}}, mistakes_of_names),
        ({"name_localizations": {"de": "hilfe"}}, mistakes_of_clashes),
        ({"description_localizations": {"de": "x" * 101}}, mistakes_of_descriptions),
        (
            {"options": [{"type": 3, "name": "o", "description": "o", "choices": [{"name": "a", "value": "1"}] * 26}]},
            mistakes_of_choices,
        ),
    ],
)
def test_mistakes_are_found(tree: list[Payload], broken: Payload, mistakes: Any) -> None:
    """The checks above can fail."""
    other = {"type": 1, "name": "other", "description": "other", **broken}
    assert list(mistakes([*tree, other], "de"))
