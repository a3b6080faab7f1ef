"""The picture of a score pad: its lines side by side, from the entries so far."""

from bot.app.score_pad import OpenedPad, ScorePad, lines_of, ranked_seats
from bot.app.score_pad.model import WHOLE
from bot.pictures import Picture, Row, ThemeName
from bot.text import Locale
from cogs.core.localization import private_locale
from cogs.core.picture_delivery import for_channel, for_person, renderer_of
from cogs.core.services import BotClient, Interaction
from cogs.core.theme_choice import private_theme, public_theme


async def private_tally(interaction: Interaction, opened: OpenedPad) -> Picture | None:
    """Everybody's points by source for one person; None where nothing has been entered."""
    work = _drawn(interaction.client, opened.pad, private_locale(interaction), private_theme(interaction))
    return await for_person(interaction, work)


async def public_tally(bot: BotClient, opened: OpenedPad, interaction: Interaction | None = None) -> Picture | None:
    """The same for the message that everybody sees; ``interaction``: what it answers, if anything."""
    channel = interaction.channel_id or 0 if interaction is not None else opened.stored.channel
    work = _drawn(bot, opened.pad, opened.pad.locale, public_theme(bot, channel, opened.stored.place))
    return await (for_person(interaction, work) if interaction is not None else for_channel(bot, channel, work))


async def _drawn(bot: BotClient, pad: ScorePad, locale: Locale, theme: ThemeName) -> Picture | None:
    rows = rows_of(pad)
    if not rows:
        return None
    ranks = {standing.seat: standing.rank for standing in ranked_seats(pad)}
    names = [player.name for player in pad.players]
    in_order = [ranks[seat] for seat in range(len(names))]
    return await renderer_of(bot).score_pad_sheet(rows, in_order, locale, theme, names=names)


def rows_of(pad: ScorePad) -> list[Row]:
    """A row for each line that anybody has, in the order of the documents; none where only the points are known."""
    if pad.forms == WHOLE:
        return []
    sheets = [{(line.key, line.colour): line for line in lines_of(sheet, pad.options)} for sheet in pad.sheets]
    keys = list(dict.fromkeys(key for sheet in sheets for key in sheet))
    return [
        Row(key, tuple(sheet[key, colour].points if (key, colour) in sheet else None for sheet in sheets), colour)
        for key, colour in keys
    ]
