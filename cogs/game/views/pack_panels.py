"""Component packs: which one a table has, which a server offers, and what came of a file."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import AddedPack, OfferedPack, PackFileRefused
from bot.engine.components import Pack
from bot.engine.packs import Mistake, Untranslated, field
from bot.text import Locale, t, tn
from bot.text.formatting import joined
from bot.text.game.names import in_language
from bot.text.mistake_words import mistake_words
from cogs.core.escaping import escaped
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import MOST_CHOICES, panel_of
from cogs.game.views.refusal_panel import REFUSING

LONGEST_LABEL: Final = 100
LONGEST_PACK: Final = 110
MOST_TOLD: Final = 2600
"""Characters of mistakes in one message."""
LONGEST_MISTAKE: Final = 300


def pack_label(locale: Locale, pack: Pack) -> str:
    """A pack's name and version, nothing escaped."""
    return f"{in_language(locale, pack.name)} {pack.version}"


def pack_words(locale: Locale, pack: Pack) -> str:
    """The same for a message."""
    return escaped(pack_label(locale, pack), LONGEST_PACK)


# ---- at a table --------------------------------------------------------------------------------------------------


def about_pack(found: TableSnapshot) -> str:
    """What a lobby will be played with."""
    if found.pack.id == field().id:
        return t(found.locale, "game.lobby.about")
    return t(found.locale, "game.lobby.pack", pack=pack_words(found.locale, found.pack))


def pack_lines(found: TableSnapshot) -> Iterator[str]:
    """Which pack a table is played with, unless it is the usual one."""
    if found.pack.id != field().id:
        yield f"-# {t(found.locale, 'game.pack.line', pack=pack_words(found.locale, found.pack))}"


def pack_menu(found: TableSnapshot, packs: Sequence[Pack]) -> ui.Select[Any]:
    """Every pack that the lobby can choose, the present one picked."""
    options = [
        discord.SelectOption(
            label=t(found.locale, "game.pack.line", pack=pack_label(found.locale, pack))[:LONGEST_LABEL],
            value=pack.id,
            default=pack.hash == found.pack.hash,
        )
        for pack in packs[:MOST_CHOICES]
    ]
    placeholder = t(found.locale, "game.pack.pick")
    return ui.Select(custom_id=ids.lobby("pack", found.game), placeholder=placeholder, options=options)


# ---- of a server -------------------------------------------------------------------------------------------------


def packs_panel(locale: Locale, offered: Sequence[OfferedPack], add: str) -> Panel:
    """What tables of a server can choose. ``add``: the command that adds a pack, as it is typed."""
    lines = [_offered(locale, each) for each in offered]
    texts = [f"### {t(locale, 'game.pack.title')}", "\n".join(lines), f"-# {t(locale, 'game.pack.how', add=add)}"]
    return panel_of(texts)


def _offered(locale: Locale, offered: OfferedPack) -> str:
    row = offered.row
    if row is None:
        whose = t(locale, "game.pack.for_all")
    else:
        when = f"<t:{int(row.added_at.timestamp())}:d>"
        whose = t(locale, "game.pack.from", person=f"<@{row.person}>", when=when)
    return f"- **{pack_words(locale, offered.pack)}** · `{offered.pack.id}` · {whose}"


def added_panel(locale: Locale, added: AddedPack) -> Panel:
    """That a pack is here now, and what was noticed in it."""
    name = pack_words(locale, added.pack)
    if added.again:
        first = t(locale, "game.pack.again", pack=name)
    elif added.before is not None:
        first = t(locale, "game.pack.replaced", pack=name, before=escaped(added.before, LONGEST_PACK))
    else:
        first = t(locale, "game.pack.added", pack=name)
    texts = [f"✅ {first}"]
    if added.warnings:
        remarks = [f"- {_untranslated(locale, each)}" for each in added.warnings]
        texts += [tn(locale, "game.pack.warnings", len(remarks)), "\n".join(remarks)]
    return panel_of(texts)


def _untranslated(locale: Locale, found: Untranslated) -> str:
    """Which names are not there in every language, and what stands in their place."""
    lacking = joined(locale, [t(locale, f"game.pack.in.{each}") for each in found.lacking])
    shown = t(locale, f"game.pack.in.{found.shown_in}")
    said = tn(locale, f"game.pack.untranslated.{found.what}", found.number, lacking=lacking, shown=shown)
    lines: dict[str, list[str]] = {}
    for file, line in found.places:
        lines.setdefault(file, []).append(str(line))
    told = [tn(locale, "game.pack.place", len(at), file=file, lines=joined(locale, at)) for file, at in lines.items()]
    return t(locale, "game.pack.at", said=said, places=escaped(" · ".join(told), MOST_TOLD // 4)) if told else said


def removed_panel(locale: Locale, pack: Pack) -> Panel:
    """That a pack is no longer offered."""
    return panel_of([f"✅ {t(locale, 'game.pack.removed', pack=pack_words(locale, pack))}"])


def mistakes_panel(locale: Locale, refused: PackFileRefused) -> Panel:
    """Why a file is no pack to play with: every mistake that fits, with its place."""
    number = len(refused.mistakes) + refused.more
    texts = [f"⚠️ {tn(locale, 'game.pack.mistakes', number)}", _told(locale, refused.mistakes, refused.more)]
    return panel_of(texts, colour=REFUSING)


def _told(locale: Locale, mistakes: Sequence[Mistake], more: int = 0) -> str:
    """Mistakes line by line, which a phone breaks; nothing in them formats."""
    lines = [_line(locale, mistake) for mistake in mistakes]
    told = 0
    while told < len(lines) and sum(len(line) + 1 for line in lines[: told + 1]) <= MOST_TOLD:
        told += 1
    block = "\n".join(lines[:told])
    left = len(lines) - told + more
    return block + (f"\n{tn(locale, 'game.pack.more', left)}" if left else "")


def _line(locale: Locale, mistake: Mistake) -> str:
    said = t(
        locale,
        "game.pack.mistake",
        file=mistake.file,
        line=mistake.line,
        found=mistake_words(locale, mistake.found),
        expected=mistake_words(locale, mistake.expected),
    )
    plain = "".join(sign if sign.isprintable() else "?" for sign in said)
    return f"- {escaped(plain, LONGEST_MISTAKE)}"
