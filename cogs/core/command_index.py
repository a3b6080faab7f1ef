"""The commands as each language names them, read off what is sent to Discord, so that help is never behind."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from discord import AppCommandOptionType, AppCommandType, app_commands

from bot.text import DEFAULT, LOCALES, Locale, as_locale, t

SUB: Final = {AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value}
IN_SERVERS: Final = [0]
"""``contexts`` of a command that is offered in servers alone."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text in every language."""

    by_locale: Mapping[Locale, str]

    @classmethod
    def of(cls, payload: Mapping[str, Any], field: str) -> Self:
        """The texts of a field in what Discord is sent."""
        others = payload.get(f"{field}_localizations") or {}
        found = {language: text for tag, text in others.items() if (language := as_locale(tag))}
        return cls({DEFAULT: payload[field], **found})

    def __getitem__(self, locale: Locale) -> str:
        return self.by_locale.get(locale, self.by_locale[DEFAULT])


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command."""

    name: Wording
    description: Wording
    required: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: typed with its full path, or picked from the menu of a message or person."""

    path: tuple[Wording, ...]
    description: Wording
    options: tuple[Option, ...]
    servers_only: bool
    family: str
    slash: bool = True

    def typed(self, locale: Locale) -> str:
        """As it is typed in that language, ``"/einstellungen sprache"``, or its name in the menu."""
        return "/" * self.slash + " ".join(name[locale] for name in self.path)

    def usage(self, locale: Locale) -> str:
        """With its options, the optional ones in brackets."""
        options = (f"{o.name[locale]}:" if o.required else f"[{o.name[locale]}:]" for o in self.options)
        return " ".join((self.typed(locale), *options))


class CommandIndex:
    """All commands, in the order of their families."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._by_path = {tuple(name[DEFAULT] for name in entry.path): entry for entry in self.entries}

    @classmethod
    def of(cls, payloads: Iterable[Mapping[str, Any]], families: Mapping[str, str]) -> Self:
        """From what Discord is sent; ``families`` gives the family of each top-level command's name.

        :raises KeyError: a command belongs to no family.
        """
        return cls(entry for payload in payloads for entry in _of_command(payload, families[payload["name"]]))

    def find(self, *path: str) -> Entry | None:
        """The command by its English names: ``find("settings", "language")``."""
        return self._by_path.get(path)

    def families(self) -> list[str]:
        """The families in the order of their first commands."""
        return list(dict.fromkeys(entry.family for entry in self.entries))

    def of_family(self, family: str) -> list[Entry]:
        """The commands of a family, in order."""
        return [entry for entry in self.entries if entry.family == family]


async def payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """What the tree's sync sends to Discord, translations included."""
    translator = tree.translator
    if translator is None:
        return [command.to_dict(tree) for command in tree.get_commands()]
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def _of_command(payload: Mapping[str, Any], family: str) -> Iterator[Entry]:
    kind = AppCommandType(payload["type"])
    if kind is AppCommandType.chat_input:
        yield from _entries(payload, family)
    else:
        where = Wording({locale: t(locale, f"help.menu.{kind.name}") for locale in LOCALES})
        alone = payload.get("contexts") == IN_SERVERS
        yield Entry((Wording.of(payload, "name"),), where, (), alone, family, slash=False)


def _entries(
    payload: Mapping[str, Any], family: str, above: tuple[Wording, ...] = (), servers_only: bool | None = None
) -> Iterator[Entry]:
    path = (*above, Wording.of(payload, "name"))
    options = payload.get("options", ())
    alone = payload.get("contexts") == IN_SERVERS if servers_only is None else servers_only
    if any(option["type"] in SUB for option in options):
        for option in options:
            yield from _entries(option, family, path, alone)
    else:
        yield Entry(path, Wording.of(payload, "description"), tuple(map(_option, options)), alone, family)


def _option(payload: Mapping[str, Any]) -> Option:
    return Option(Wording.of(payload, "name"), Wording.of(payload, "description"), payload.get("required", False))
