"""Application commands: names, descriptions, options, choices and their translations."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.validation.validate_lengths import CHOICE, COMMAND, COMMAND_OPTION, check_lengths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.practice.errors import Json, Path, Problems

SUB, GROUP = 1, 2
WITH_CHOICES = (3, 4, 10)
OPTION_TYPES = range(1, 12)
INVALID = ("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
TYPE_INVALID = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"


def _bad_name(name: Any) -> bool:
    if not isinstance(name, str) or not 1 <= len(name) <= 32 or name != name.lower():
        return True
    return not all(ch in "-_'" or unicodedata.category(ch)[0] in "LN" or _is_mark(ch) for ch in name)


def _is_mark(ch: str) -> bool:
    """Combining marks of Devanagari and Thai are allowed."""
    return bool(re.match("[\u0900-\u097f\u0e00-\u0e7f]", ch))


def _dicts(items: Any) -> list[Json]:
    return [item for item in items or () if isinstance(item, dict)]


def _check_translations(thing: Json, path: Path, problems: Problems, *, names: bool, longest: int = 100) -> None:
    for key in ("name_localizations", "description_localizations"):
        for locale, text in (thing.get(key) or {}).items():
            where = (*path, key, locale)
            if locale not in limits.LOCALES:
                problems.add((*path, key), "DICT_TYPE_KEY_INVALID", f"Locale {locale!r} is not a valid locale")
            elif key == "name_localizations" and names and _bad_name(text):
                problems.add(where, *INVALID)
            elif not 1 <= len(text) <= longest:
                problems.add(where, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {longest} in length.")


def _check_same_names(things: list[Json], path: Path, code: str, problems: Problems) -> None:
    """Siblings must have different names, by default and in every language."""
    taken: dict[tuple[Any, str], int] = {}
    for i, thing in enumerate(things):
        name = thing.get("name")
        if taken.setdefault((None, str(name)), i) != i:
            problems.add((*path, i, "name"), code, f"the name {name!r} is there already")
        for locale in sorted(limits.LOCALES):
            shown = (thing.get("name_localizations") or {}).get(locale) or name
            other = things[taken.setdefault((locale, str(shown)), i)].get("name")
            if other != name:
                words = f"{name!r} and {other!r} are both shown as {shown!r}"
                problems.add((*path, i, "name_localizations", locale), code, words)


# ------------------------------------------------------------------------------------------------ options
def _check_options(options: Any, path: Path, problems: Problems, level: str) -> None:
    options = _dicts(options)
    _check_same_names(options, path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", problems)
    subs = [o.get("type") in (SUB, GROUP) for o in options]
    if any(subs) and not all(subs):
        words = "Sub-commands and groups are mutually exclusive to all other option types"
        problems.add(path, TYPE_INVALID, words)
    _check_required_first(options, path, problems)
    for i, option in enumerate(options):
        where = (*path, i)
        check_lengths(option, COMMAND_OPTION, where, problems)
        if _bad_name(option.get("name")):
            problems.add((*where, "name"), *INVALID)
        if not option.get("description"):
            problems.required((*where, "description"))
        _check_translations(option, where, problems, names=True)
        _check_kind(option, where, problems, level)


def _check_required_first(options: list[Json], path: Path, problems: Problems) -> None:
    values = [bool(o.get("required")) for o in options if o.get("type") not in (SUB, GROUP)]
    if values != sorted(values, reverse=True):
        words = "Required options must be placed before non-required options"
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)


def _check_kind(option: Json, path: Path, problems: Problems, level: str) -> None:
    kind = option.get("type")
    if kind not in OPTION_TYPES:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", f"Option type {kind} does not exist.")
    elif kind in (SUB, GROUP):
        _check_nesting(option, path, problems, level)
    else:
        if level == "group":
            problems.add((*path, "type"), TYPE_INVALID, "Sub-command groups may only contain sub-commands")
        _check_choices(option, path, problems)
        _check_bounds(option, path, problems)


def _check_nesting(option: Json, path: Path, problems: Problems, level: str) -> None:
    if (option["type"] == GROUP and level != "command") or level == "sub":
        problems.add((*path, "type"), TYPE_INVALID, "Sub-commands cannot be nested this deep")
    if option["type"] == GROUP and not option.get("options"):
        problems.required((*path, "options"))
    _check_options(option.get("options"), (*path, "options"), problems, "sub" if option["type"] == SUB else "group")


def _check_choices(option: Json, path: Path, problems: Problems) -> None:
    choices = _dicts(option.get("choices"))
    if choices and option.get("autocomplete"):
        words = "choices and autocomplete are mutually exclusive"
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_EXCLUSIVE", words)
    if (choices or option.get("autocomplete")) and option["type"] not in WITH_CHOICES:
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID_OPTION_TYPE"
        if choices:
            code = "APPLICATION_COMMAND_CHOICES_INVALID_OPTION_TYPE"
        problems.add(path, code, "Not allowed for this option type")
    seen = set()
    for i, choice in enumerate(choices):
        where = (*path, "choices", i)
        check_lengths(choice, CHOICE, where, problems)
        _check_translations(choice, where, problems, names=False)
        if choice.get("name") in seen:
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
            problems.add(where, code, "Option choice name already exists")
        seen.add(choice.get("name"))
        if isinstance(choice.get("value"), str) and len(choice["value"]) > 100:
            problems.add((*where, "value"), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")


def _check_bounds(option: Json, path: Path, problems: Problems) -> None:
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            words = f"{low} must not be greater than {high}"
            problems.add((*path, low), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", words)


# ------------------------------------------------------------------------------------------------ commands
def command_size(command: Json) -> int:
    """The length of a command as Discord counts it: the longest of each text and its translations."""
    size = _longest(command, "name") + _longest(command, "description")
    for choice in _dicts(command.get("choices")):
        size += _longest(choice, "name") + (len(choice["value"]) if isinstance(choice.get("value"), str) else 0)
    return size + sum(command_size(o) for o in _dicts(command.get("options")))


def _longest(thing: Json, key: str) -> int:
    texts: Iterable[Any] = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
    return max(len(t) for t in texts if isinstance(t, str))


def _check_command(command: Json, path: Path, problems: Problems) -> None:
    chat = (command.get("type") or 1) == 1
    check_lengths(command, COMMAND, path, problems)
    if _bad_name(command.get("name")) if chat else not str(command.get("name") or "").strip():
        problems.add((*path, "name"), *INVALID)
    _check_translations(command, path, problems, names=chat)
    for context in command.get("contexts") or ():
        if context not in (0, 1, 2):
            problems.add((*path, "contexts"), "BASE_TYPE_CHOICES", "Value must be one of {0, 1, 2}.")
    if not chat:
        for key in ("description", "options"):
            if command.get(key):
                code = f"APPLICATION_COMMAND_{key.upper()}_CANNOT_BE_SET"
                problems.add((*path, key), code, f"Context menu commands cannot have {key}")
        return
    if not command.get("description"):
        problems.required((*path, "description"))
    _check_options(command.get("options"), (*path, "options"), problems, "command")
    if command_size(command) > limits.COMMAND_CHARS_MAX:
        words = f"Command exceeds maximum size ({limits.COMMAND_CHARS_MAX})"
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def check_commands(commands: Any, problems: Problems) -> None:
    """Check the whole set of commands of one scope."""
    commands = _dicts(commands)
    for kind in limits.COMMANDS_MAX:
        alike = [c for c in commands if (c.get("type") or 1) == kind]
        _check_same_names(alike, (), "APPLICATION_COMMANDS_DUPLICATE_NAME", problems)
    for i, command in enumerate(commands):
        _check_command(command, (i,), problems)
    for kind, most in limits.COMMANDS_MAX.items():
        if sum((c.get("type") or 1) == kind for c in commands) > most:
            words = f"Maximum number of application commands of type {kind} reached ({most})"
            problems.add((), "APPLICATION_COMMANDS_MAX_EXCEEDED", words)
