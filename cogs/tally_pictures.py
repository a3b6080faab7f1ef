"""The picture of a score pad: its lines side by side, from the entries so far."""

from bot.pictures import Picture, Row
from bot.table.tally import Opened, Tally, lines_of, standings
from bot.text import Locale
from cogs.controls import Panel
from cogs.services import Interaction
from cogs.speech import private_locale
from cogs.table_pictures import for_person, studio_of
from cogs.tally_panels import result_panel
from cogs.themes import private_theme


async def pictured_result(interaction: Interaction, opened: Opened) -> Panel:
    """A result as one person sees it, with its picture."""
    picture = await tally_picture(interaction, opened.tally, private_locale(interaction))
    return result_panel(interaction, opened).show(picture)


async def tally_picture(interaction: Interaction, tally: Tally, locale: Locale) -> Picture | None:
    """Everybody's points by source; None where nothing has been entered."""
    rows = rows_of(tally)
    if not rows:
        return None
    ranks = {standing.seat: standing.rank for standing in standings(tally)}
    names = [player.name for player in tally.players]
    seats = range(len(names))
    studio = studio_of(interaction.client)
    theme = private_theme(interaction)
    work = studio.tally_sheet(rows, [ranks[seat] for seat in seats], locale, theme, names=names)
    return await for_person(interaction, work)


def rows_of(tally: Tally) -> list[Row]:
    """A row for each line that anybody has, in the order of the documents."""
    sheets = [{(line.key, line.colour): line for line in lines_of(sheet, tally.options)} for sheet in tally.sheets]
    keys = list(dict.fromkeys(key for sheet in sheets for key in sheet))
    return [
        Row(key, tuple(sheet[key, colour].points if (key, colour) in sheet else None for sheet in sheets), colour)
        for key, colour in keys
    ]
