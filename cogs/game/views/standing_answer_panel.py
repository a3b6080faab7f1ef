"""Standing answers: what somebody always answers to a kind of decision, seen and taken back in a panel of their own."""

from collections.abc import Iterator
from typing import Any, Final

from discord import ui

from bot.app.tables import TableRefusal
from bot.app.tables.standing_answers import ANSWERS, only_the_end, wishes
from bot.engine.actions import Decision
from bot.text import Locale, t, tn
from bot.text.game import kind_words
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, not_playing
from cogs.game.views.message_layout import add_rows
from cogs.game.views.table_buttons import PRIMARY, QUIET, turn_button

ASK: Final = "ask"
"""In place of an answer: ask me again."""


def standing_of(found: TableSnapshot) -> dict[str, str]:
    """The reader's standing answers by the kind of decision, in a fixed order."""
    held = found.status.seats[found.seat].standing if found.seat is not None else {}
    return {kind: held[kind] for kind in ANSWERS if kind in held}


def can_settle(decision: Decision) -> bool:
    """Whether a question is one that may be answered once and for all."""
    return bool(wishes(decision))


def wish_words(locale: Locale, kind: str, wish: str) -> str:
    """A standing answer: ``always a gear``; what is above the limit and payments have words of their own."""
    special = kind == "surplus" and wish != ASK
    return t(locale, f"turn.always.surplus.{wish}" if special else f"turn.always.answer.{wish}")


def standing_panel(found: TableSnapshot, first: str = "") -> Panel:
    """What the reader always answers, each with a button to be asked again.

    :raises TableRefusal: they do not play.
    """
    if found.seat is None:
        raise not_playing(found)
    held = standing_of(found)
    texts = [first, f"### {sign('standing')} {t(found.locale, 'turn.always.title', game=found.game)}"]
    texts.append(t(found.locale, "turn.always.about" if held else "turn.always.none"))
    sections = [_section(found, kind, wish, ASK) for kind, wish in held.items()]
    return _panel(found, texts, sections)


def settling_panel(found: TableSnapshot, kind: str) -> Panel:
    """What could be answered to a question from now on.

    :raises TableRefusal: no answer to such a question can be settled on.
    """
    asked = found.controls.decision if found.controls is not None else None
    now = wishes(asked) if asked is not None and asked.kind == kind else ANSWERS.get(kind, ())
    if not now:
        raise TableRefusal("unknown_standing", kind=kind_words(found.locale, kind), answer="")
    title = t(found.locale, "turn.always.which", kind=kind_words(found.locale, kind))
    texts = [f"### {sign('standing')} {title}", t(found.locale, "turn.always.about")]
    return _panel(found, texts, [_section(found, kind, wish, wish) for wish in now])


def _section(found: TableSnapshot, kind: str, shown: str, wish: str) -> ui.Section[Any]:
    words = wish_words(found.locale, kind, shown)
    if wish == ASK:
        words = f"{kind_words(found.locale, kind)}: **{words}**"
    return ui.Section(ui.TextDisplay(words), accessory=_answer_button(found, kind, wish))


def _answer_button(found: TableSnapshot, kind: str, wish: str) -> ui.Button[Any]:
    """Settles on an answer, or has the decision asked again."""
    label = t(found.locale, "turn.always.stop" if wish == ASK else "turn.always.set")
    style = QUIET if wish == ASK else PRIMARY
    return ui.Button(label=label, custom_id=ids.standing_answer(found.game, kind, wish), style=style)


def _panel(found: TableSnapshot, texts: list[str], sections: list[ui.Section[Any]]) -> Panel:
    panel = Panel()
    shown = [ui.TextDisplay[Any](text) for text in texts if text]
    panel.add_item(ui.Container(*shown, *sections, accent_colour=ACCENT))
    add_rows(panel, [turn_button(found)])
    return panel


def standing_buttons(found: TableSnapshot) -> Iterator[ui.Item[Any]]:
    """On the own panel: settle on an answer to what is asked, and look at what one has settled on."""
    asked = found.controls.decision if found.controls is not None else None
    if asked is not None and can_settle(asked):
        label, custom_id = t(found.locale, "turn.always.button"), ids.settle(found.game, asked.kind)
        yield ui.Button(label=label, emoji=sign("standing"), custom_id=custom_id, style=QUIET)
    if _could_end_alone(found):
        label, custom_id = t(found.locale, "turn.always.end"), ids.standing_answer(found.game, "end_turn", "alone")
        yield ui.Button(label=label, emoji=sign("standing"), custom_id=custom_id, style=QUIET)
    if standing_of(found):
        label = tn(found.locale, "turn.always.open", len(standing_of(found)))
        custom_id = ids.standing_answers(found.game)
        yield ui.Button(label=label, emoji=sign("standing"), custom_id=custom_id, style=QUIET)


def _could_end_alone(found: TableSnapshot) -> bool:
    """Whether the turn only has to be ended. Who learns the game ends it by hand, and is told what it has missed."""
    controls, learning = found.controls, found.status.first_game
    if controls is None or controls.decision is not None or learning or "end_turn" in standing_of(found):
        return False
    return controls.active and only_the_end(controls.offers) is not None
