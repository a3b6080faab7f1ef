"""Standing answers: what somebody always answers to a kind of question, set where it is asked, seen and taken back in a
panel of their own."""

from collections.abc import Iterator
from typing import Any, Final, Self

from discord import ui

from bot.app.tables import TableRefusal
from bot.app.tables.standing_answers import ANSWERS, wishes
from bot.engine.actions import Decision
from bot.text import Locale, t, tn
from bot.text.game import kind_words
from cogs.core.localization import UserError, private_locale
from cogs.core.persistent_ui import ACCENT, Panel, with_deferral
from cogs.core.services import Interaction
from cogs.game.handlers.action_buttons import PRIMARY, QUIET
from cogs.game.input.parsing import LONGEST, PICKED
from cogs.game.snapshot import TableSnapshot, not_playing, snapshot_for
from cogs.game.table_access import TableButton, answer, caller_of, tables_of
from cogs.game.views.emoji import sign
from cogs.game.views.message_layout import add_rows
from cogs.rules.views import escaped

ASK: Final = "ask"
"""In place of an answer: ask me again."""


class Settle(TableButton, template=r"table:settle:(?P<game>\d+):(?P<kind>[a-z_]+)"):
    """Leads from a question to what could be answered to it from now on."""

    @classmethod
    def of(cls, found: TableSnapshot, kind: str) -> Self:
        label = t(found.locale, "turn.always.button")
        custom_id = f"table:settle:{found.game}:{kind}"
        return cls(ui.Button(label=label, emoji=sign("standing"), custom_id=custom_id, style=QUIET))

    async def pressed(self, interaction: Interaction) -> None:
        found = await snapshot_for(interaction, self.game)
        if found.seat is None:
            raise not_playing(found)
        await answer(interaction, settling_panel(found, _known(self.state["kind"])))


class SetStanding(TableButton, template=r"table:always:(?P<game>\d+):(?P<kind>[a-z_]+):(?P<wish>[a-z]+)"):
    """Settles on an answer, or has the question asked again."""

    @classmethod
    def of(cls, found: TableSnapshot, kind: str, wish: str) -> Self:
        label = t(found.locale, "turn.always.stop" if wish == ASK else "turn.always.set")
        custom_id = f"table:always:{found.game}:{kind}:{wish}"
        return cls(ui.Button(label=label, custom_id=custom_id, style=QUIET if wish == ASK else PRIMARY))

    async def pressed(self, interaction: Interaction) -> None:
        await settle(interaction, self.game, self.state["kind"], self.state["wish"])


class OpenStanding(TableButton, template=r"table:standing:(?P<game>\d+)"):
    """The person's standing answers."""

    @classmethod
    def of(cls, found: TableSnapshot) -> Self:
        label = tn(found.locale, "turn.always.open", len(standing_of(found)))
        return cls(
            ui.Button(label=label, emoji=sign("standing"), custom_id=f"table:standing:{found.game}", style=QUIET)
        )

    async def pressed(self, interaction: Interaction) -> None:
        await answer(interaction, standing_panel(await snapshot_for(interaction, self.game)))


CONTROLS: Final = (Settle, SetStanding, OpenStanding)


async def settle(interaction: Interaction, game: int, kind: str, wish: str) -> None:
    """Settle on an answer and show what came of it: the turn where it answered something, else all standing answers.

    :raises TableRefusal: there is no such answer, or nothing can be done at the table.
    """
    from cogs.game.handlers.take_action import show_result  # its panel has the button that leads here

    tables = tables_of(interaction.client)
    settled = tables.play.standing(caller_of(interaction), game, _known(kind), None if wish == ASK else wish)
    acted = await with_deferral(interaction, settled)
    if acted.records:
        await show_result(interaction, game, list(acted.records), first=[_saved(interaction, kind, wish)])
        return
    await answer(interaction, standing_panel(await snapshot_for(interaction, game), _saved(interaction, kind, wish)))


def _known(kind: str) -> str:
    """:raises TableRefusal: ``stale``: to no such question an answer can stand."""
    if kind not in ANSWERS:
        raise TableRefusal("stale")
    return kind


def _saved(interaction: Interaction, kind: str, wish: str) -> str:
    locale = private_locale(interaction)
    return t(locale, "turn.always.saved", kind=kind_words(locale, kind), answer=wish_words(locale, kind, wish))


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


def wish_typed(locale: Locale, kind: str, typed: str) -> str:
    """The standing answer meant: as completed, or the beginning of its words.

    :raises Declined: none is meant, or several are.
    """
    wanted = typed.strip()
    known = (*ANSWERS.get(kind, ()), ASK)
    if wanted.startswith(PICKED) and wanted.removeprefix(PICKED) in known:
        return wanted.removeprefix(PICKED)
    near = [wish for wish in known if wanted.casefold() in wish_words(locale, kind, wish).casefold()]
    if len(near) != 1:
        raise UserError("turn.unknown.several" if near else "turn.unknown.answer", typed=escaped(typed, LONGEST))
    return near[0]


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
    return ui.Section(ui.TextDisplay(words), accessory=SetStanding.of(found, kind, wish))


def _panel(found: TableSnapshot, texts: list[str], sections: list[ui.Section[Any]]) -> Panel:
    from cogs.game.views.turn_panel import OpenTurn  # its panel has the button that leads here

    panel = Panel()
    shown = [ui.TextDisplay[Any](text) for text in texts if text]
    panel.add_item(ui.Container(*shown, *sections, accent_colour=ACCENT))
    add_rows(panel, [OpenTurn.of(found)])
    return panel


def standing_buttons(found: TableSnapshot) -> Iterator[ui.Item[Any]]:
    """On the own panel: settle on an answer to what is asked, and look at what one has settled on."""
    asked = found.controls.decision if found.controls is not None else None
    if asked is not None and can_settle(asked):
        yield Settle.of(found, asked.kind)
    if standing_of(found):
        yield OpenStanding.of(found)
