"""What a file of results would bring, and the buttons that take it or leave it."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

import discord
from discord import ui

from bot.app.result_files import FileMistake, FileRefused, ImportPreview, keep_results, preview_of
from bot.app.result_files.result_file_process import LARGEST, TooManyFiles
from bot.app.results import count_results
from bot.text import Locale, t, tn
from cogs.core.escaping import escaped
from cogs.core.localization import UserError, private_locale, public_locale
from cogs.core.persistent_ui import ACCENT, Panel, PersistentButton, edit_in_place, text_panel, with_deferral
from cogs.core.services import Interaction
from cogs.results.season_access import may_manage
from cogs.score_pad.pad_access import place_of, who_is

MOST_PEOPLE: Final = 20
MOST_MISTAKES: Final = 15
LONGEST_NAME: Final = 32
LONGEST_CELL: Final = 40


async def import_panel(interaction: Interaction, file: discord.Attachment) -> Panel:
    """Read a file, and show what it would bring; nothing is kept.

    :raises UserError: they may not, or the file cannot be read at all.
    """
    _check_may(interaction)
    if file.size > LARGEST:
        raise UserError("results.import.refused.large", most=str(LARGEST // 1024 // 1024))
    waiting = interaction.client.services.imports
    try:
        read = await waiting.files.read(await file.read())
    except TooManyFiles:
        raise UserError("results.import.busy") from None
    if isinstance(read, FileRefused):
        values = {key: escaped(value, LONGEST_CELL) for key, value in read.values.items()}
        raise UserError(f"results.import.refused.{read.why}", **values)
    preview = await preview_of(interaction.client.services.store, place_of(interaction), read)
    key = waiting.add(preview, interaction.user.id, place_of(interaction)) if preview.new else ""
    return preview_panel(private_locale(interaction), preview, key)


def preview_panel(locale: Locale, preview: ImportPreview, key: str) -> Panel:
    """What a file would bring; ``key``: what the preview is found by, empty where there is nothing to take."""
    texts = [f"### {t(locale, 'results.import.title')}\n{' '.join(_numbers(locale, preview))}"]
    if preview.new:
        texts += [_people(locale, preview), f"-# {t(locale, 'results.import.typed')}"]
    if preview.file.unread:
        named = ", ".join(escaped(each, LONGEST_CELL) for each in preview.file.unread)
        texts.append(f"-# {t(locale, 'results.import.unread', all=named)}")
    panel = Panel()
    panel.add_item(ui.Container(*map(ui.TextDisplay, texts), accent_colour=ACCENT))
    if preview.file.mistakes:
        told = "\n".join(_mistakes(locale, preview))
        panel.add_item(ui.Container(ui.TextDisplay(f"**{t(locale, 'results.import.not_understood')}**\n{told}")))
    if key:
        panel.add_item(ui.ActionRow(TakeImport.of(locale, key, len(preview.new)), LeaveImport.of(locale, key)))
    return panel


def _numbers(locale: Locale, preview: ImportPreview) -> Iterator[str]:
    yield f"**{tn(locale, 'results.import.new', len(preview.new))}**"
    if preview.known:
        yield tn(locale, "results.import.known", preview.known)
    if preview.file.left_out:
        yield tn(locale, "results.import.left_out", preview.file.left_out)
    if preview.days:
        first, last = (f"<t:{int(day.timestamp())}:d>" for day in preview.days)
        yield t(locale, "results.import.from_to", first=first, last=last)


def _people(locale: Locale, preview: ImportPreview) -> str:
    shown = [f"{escaped(name, LONGEST_NAME)} ({games})" for name, games in preview.people[:MOST_PEOPLE]]
    more = len(preview.people) - len(shown)
    listed = ", ".join(shown) or "–"
    listed += f" {t(locale, 'results.import.more_people', n=more)}" if more else ""
    return t(locale, "results.import.people", all=listed)


def _mistakes(locale: Locale, preview: ImportPreview) -> Iterable[str]:
    listed = preview.file.mistakes[:MOST_MISTAKES]
    yield from (f"- {mistake_line(locale, mistake)}" for mistake in listed)
    if more := len(preview.file.mistakes) - len(listed) + preview.file.more:
        yield tn(locale, "results.import.more", more)


def mistake_line(locale: Locale, mistake: FileMistake) -> str:
    """What was not understood: where, what was found and what was expected."""
    wanted = escaped(mistake.wanted, LONGEST_CELL)
    expected = t(locale, f"results.import.expected.{mistake.expected}", wanted=wanted)
    plain = "".join(sign if sign.isprintable() else "?" for sign in mistake.found)
    found = escaped(plain, LONGEST_CELL) or t(locale, "results.import.found_nothing")
    column = escaped(mistake.column, LONGEST_CELL)
    return t(locale, "results.import.mistake", line=mistake.line, column=column, found=found, expected=expected)


def _check_may(interaction: Interaction) -> None:
    """:raises UserError: they may not."""
    if not may_manage(interaction):
        raise UserError("results.import.not_you")


class TakeImport(PersistentButton, template=r"results:import:(?P<key>[0-9a-f]{8})"):
    """Keeps the new results of a preview."""

    @classmethod
    def of(cls, locale: Locale, key: str, number: int) -> Self:
        """The button below a preview."""
        label = tn(locale, "results.import.button", number)
        return cls(ui.Button(label=label, style=discord.ButtonStyle.primary, custom_id=f"results:import:{key}"))

    async def used(self, interaction: Interaction) -> None:
        """Keep them, all or none, and say how many.

        :raises UserError: they may not any more, or the preview is over.
        """
        _check_may(interaction)
        services, place = interaction.client.services, place_of(interaction)
        preview = services.imports.take(self.state["key"], interaction.user.id, place)
        if preview is None:
            raise UserError("results.import.waited")
        who, locale = who_is(interaction), public_locale(interaction)
        kept = keep_results(services.store, place, interaction.channel_id or place, preview, who, locale)
        number = await with_deferral(interaction, kept)
        await edit_in_place(interaction, text_panel(tn(private_locale(interaction), "results.import.done", number)))
        await count_results(services.store, place)


class LeaveImport(PersistentButton, template=r"results:leave:(?P<key>[0-9a-f]{8})"):
    """Forgets a preview."""

    @classmethod
    def of(cls, locale: Locale, key: str) -> Self:
        """The button below a preview."""
        return cls(ui.Button[Any](label=t(locale, "results.import.keep"), custom_id=f"results:leave:{key}"))

    async def used(self, interaction: Interaction) -> None:
        """Forget it, and say that nothing was added."""
        place = place_of(interaction)
        interaction.client.services.imports.take(self.state["key"], interaction.user.id, place)
        await edit_in_place(interaction, text_panel(t(private_locale(interaction), "results.import.left")))
