"""The targets of one kind of action, or of all that are on the map, with their costs: a panel beside the picture on
which they are lit."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import Offer
from bot.reference.rule_entries import ACTION_ENTRIES
from bot.text import t, tn
from bot.text.game import offer_label, offer_note
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.game.input.payments import payments
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.action_controls import Row, in_rows, paid_with, target_button, target_menus
from cogs.game.views.all_offers import Reasons, why_nothing
from cogs.game.views.closer_panel import closer_button
from cogs.game.views.component_panel import look_menus, named_by_offers
from cogs.game.views.hand_panel import hand_panel
from cogs.game.views.message_layout import MOST_CHOICES, add_rows, page_of
from cogs.game.views.offer_groups import GROUPS, distinct, in_group, kinds_of, type_of
from cogs.game.views.table_buttons import group_page_button, move_button, turn_button
from cogs.game.views.turn_panel import turn_panel
from cogs.rules.rule_button import RuleButton

FEW: Final = 5
"""So many targets are told in full, each beside its button."""
MOST_BUTTONS: Final = 10
"""So many targets are buttons, more are menus."""
MOST_MENUS: Final = 4
LONGEST_NOTE: Final = 400


def pick_panel(
    found: TableSnapshot, group: str, page: int = 0, crystals: int = 0, reasons: Reasons | None = None
) -> Panel:
    """The targets of one kind of action, cheapest first where they cost anything, each with its cost; of playing cards
    the hand."""
    controls = found.controls
    offers = distinct(in_group(controls.offers, group), found.table) if controls is not None else []
    if controls is None or not offers:
        return turn_panel(found, [nothing_text(found, group, reasons or {})])
    if group == "play":
        return hand_panel(found, controls)
    shown, page, of = page_of(offers, page, MOST_MENUS * MOST_CHOICES)
    moves = [paid_with(found, offer, crystals) for offer in shown]
    panel = Panel()
    heading: ui.TextDisplay[Any] = ui.TextDisplay(_heading(found, group, offers, page, of))
    container: ui.Container[Any] = ui.Container(heading, accent_colour=ACCENT)
    for move in moves if len(offers) <= FEW else ():
        container.add_item(_target(found, controls, move))
    panel.add_item(container)
    add_rows(panel, *(_rows(found, controls, group, moves) if len(offers) > FEW else ()))
    add_rows(panel, *([menu] for menu in look_menus(found, named_by_offers(shown))))
    add_rows(panel, list(_around(found, group, page, of, crystals)))
    return panel


def _heading(found: TableSnapshot, group: str, offers: Sequence[Offer], page: int, of: int) -> str:
    locale = found.locale
    key = "turn.targets" if any(offer.cost for offer in offers) else "turn.targets.unpaid"
    title = t(locale, f"turn.group.{group}")
    heading = f"### {sign(group)} {title}\n{tn(locale, key, len(offers))}"
    return heading + (f" · {t(locale, 'turn.page', page=page + 1, pages=of)}" if of > 1 else "")


def _target(found: TableSnapshot, controls: Controls, offer: Offer) -> ui.Section[Any]:
    label = offer_label(found.locale, offer, found.table)
    note = offer_note(found.locale, offer, found.table, LONGEST_NOTE)
    button = move_button(controls, offer.action, t(found.locale, "turn.take"))
    return ui.Section(ui.TextDisplay(f"**{label}**" + (f"\n{note}" if note else "")), accessory=button)


def _rows(found: TableSnapshot, controls: Controls, group: str, moves: Sequence[Offer]) -> list[Row]:
    if len(moves) <= MOST_BUTTONS:
        return in_rows([target_button(found, controls, move) for move in moves])
    kinds = kinds_of(group)
    return [row for kind in kinds for row in target_menus(found, controls, kind, in_group(moves, kind))]


def _around(found: TableSnapshot, group: str, page: int, of: int, crystals: int) -> Iterator[ui.Item[Any]]:
    """Pages, the way of paying, the rule, and back."""
    locale = found.locale
    if page > 0:
        yield group_page_button(found, group, page - 1, crystals, t(locale, "turn.before"), "b")
    if page + 1 < of:
        yield group_page_button(found, group, page + 1, crystals, t(locale, "turn.further"), "f")
    most = most_crystals(found, group)
    if most:
        following = (crystals + 1) % (most + 1)
        label = tn(locale, "turn.pay.crystals", crystals) if crystals else t(locale, "turn.pay.usual")
        yield group_page_button(found, group, page, following, label, "p")
    if group in ACTION_ENTRIES:
        yield RuleButton.of(locale, ACTION_ENTRIES[group])
    if any(named_by_offers(in_group(found.controls.offers if found.controls else (), group))):
        yield closer_button(found, group)
    yield turn_button(found)


def most_crystals(found: TableSnapshot, group: str) -> int:
    """The most crystals that any target of a group could be paid with, above what has to be; 0 where there is no
    choice."""
    if found.seat is None or found.controls is None:
        return 0
    owned = found.seen.state.seats[found.seat].owned
    offers = in_group(found.controls.offers, group)
    choices = [payments(offer, owned) for offer in offers if offer.cost and group != "convert"]
    return max((ways[-1].crystal for ways in choices if len(ways) > 1), default=0)


def nothing_text(found: TableSnapshot, group: str, reasons: Reasons) -> str:
    """That nothing of a kind is possible now, and what comes nearest."""
    if group not in GROUPS:
        return f"❌ {t(found.locale, 'turn.nothing_now')}"
    return f"❌ {why_nothing(found, group, reasons.get(type_of(group)))}"
