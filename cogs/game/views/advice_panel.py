"""What the bot would do in the reader's place: the best move and others, what each is worth, and a button for each."""

from collections.abc import Iterator
from typing import Any, Final

from discord import ui

from bot.players.advice import Advice
from bot.players.advice_wording import advised_words, behind_words, worth_words
from bot.text import t
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.closer_panel import ADVICE, closer_button
from cogs.game.views.message_layout import panel_of
from cogs.game.views.table_buttons import PRIMARY, QUIET, move_button, turn_button

BUTTONS: Final = ("first", "second", "third")


def advice_panel(found: TableSnapshot, advice: Advice) -> Panel:
    """The best move and up to two others, each with its worth in whole points and a button that does it."""
    locale = found.locale
    texts = [
        f"### {sign('advice')} {t(locale, 'advice.title')}",
        "\n".join(f"{number}. {line}" for number, line in enumerate(_lines(found, advice), 1)),
        f"-# {t(locale, 'advice.about')}",
    ]
    return panel_of(texts, [*_buttons(found, advice), closer_button(found, ADVICE), turn_button(found)])


def _lines(found: TableSnapshot, advice: Advice) -> Iterator[str]:
    locale, table = found.locale, found.table
    yield _line(advised_words(locale, table, advice.best), worth_words(locale, advice.worth))
    for move in advice.others:
        yield _line(advised_words(locale, table, move, best=False), behind_words(locale, move.behind))


def _line(words: str, worth: str) -> str:
    return f"{words} ({worth})" if worth else words


def _buttons(found: TableSnapshot, advice: Advice) -> Iterator[ui.Item[Any]]:
    if found.controls is None:
        return
    for name, move in zip(BUTTONS, (advice.best, *advice.others), strict=False):
        style = PRIMARY if move is advice.best else QUIET
        yield move_button(found.controls, move.action, t(found.locale, f"advice.{name}"), style)


def advice_buttons(found: TableSnapshot) -> Iterator[ui.Item[Any]]:
    """On the own panel, where the table allows hints and there is more than one thing to do: what the bot would do."""
    controls = found.controls
    if not found.status.hints or controls is None or not controls.offers:
        return
    if controls.decision is not None or len(controls.offers) > 1:
        label = t(found.locale, "advice.button")
        yield ui.Button(label=label, emoji=sign("advice"), custom_id=ids.advice(found.game), style=QUIET)
