"""Where a table stands, and what has become of something that was asked of it."""

from collections.abc import Iterator, Sequence

from bot.app.tables import Voted
from bot.app.tables.transitions import ROLLBACK
from bot.text import Locale, t
from bot.text.game import component_name, kind_words
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.computer_strength import strength_words
from cogs.game.views.ending_notice import ending_lines, ending_texts, headline
from cogs.game.views.inspect_panels import ballot_words
from cogs.game.views.late_panel import filled_in_lines, late_row
from cogs.game.views.lobby_panel import OFFERED, value_words
from cogs.game.views.message_layout import panel_of
from cogs.game.views.pace_lines import late_lines, pace_line
from cogs.game.views.pack_panels import pack_lines
from cogs.game.views.practice_table import practice_lines, shuffle_lines, sit_row
from cogs.game.views.rollback_panel import vote_row
from cogs.game.views.table_buttons import turn_button
from cogs.game.views.turn_panel import standing_text


def status_panel(found: TableSnapshot, first: Sequence[str] = ()) -> Panel:
    """A table: its stage, players, options and votes; ``first``: what else is to be said, such as what is wrong."""
    texts = [*first, "\n".join(_lines(found))]
    ways = [turn_button(found), *vote_row(found), *sit_row(found), *late_row(found)]
    return panel_of(texts, ways if found.view is not None else [])


def _lines(found: TableSnapshot) -> Iterator[str]:
    locale, status = found.locale, found.status
    yield f"### {t(locale, 'turn.title', game=status.game, turn=status.turn)} · <#{status.channel}>"
    key = "set_aside" if status.aside else status.stage
    yield from (f"**{last}**" for last in [headline(found)] if last)
    yield standing_text(found) if found.view is not None else t(locale, f"turn.stage.{key}", game=status.game)
    yield from ending_texts(found)
    yield from ending_lines(found)
    for number, seat in enumerate(status.seats):
        tribe = component_name(locale, found.table, seat.tribe) if seat.tribe else t(locale, "game.tribe.by_lot")
        owner = f" 👑 {t(locale, 'game.owner')}" if seat.user == status.owner else ""
        strength = f" · 🤖 {strength_words(locale, seat.computer)}" if seat.computer is not None else ""
        yield f"{number + 1}. **{found.table.names[number]}** · {tribe}{strength}{owner}"
    yield from practice_lines(found)
    for seat_number, kind in status.waiting.items():
        name = found.table.names[seat_number]
        yield f"⏳ {t(locale, 'turn.waiting', name=name, decision=kind_words(locale, kind))}"
    yield from late_lines(found)
    yield from filled_in_lines(found)
    for ballot in status.ballots:
        yield ballot_words(locale, ballot, status)
    yield pace_line(found)
    yield from pack_lines(found)
    yield from shuffle_lines(found)
    yield f"-# {t(locale, 'game.status.opened')} <t:{int(status.opened.timestamp())}:R>"
    for name in (name for name in OFFERED if hasattr(status.options, name)):
        value = value_words(locale, name, getattr(status.options, name))
        yield f"-# {t(locale, 'show.named', name=t(locale, f'game.option.{name}'), words=value)}"


def voted_panel(locale: Locale, voted: Voted, what: str) -> Panel:
    """That something was done, or how the vote on it stands."""
    if voted.done or voted.ballot is None:
        return panel_of([f"✅ {t(locale, f'game.done.{what}')}"])
    ballot = voted.ballot
    how = t(locale, "rollback.voted" if what == ROLLBACK else "game.ballot.how")
    return panel_of([ballot_words(locale, ballot, voted.status), how])
