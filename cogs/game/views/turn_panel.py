"""A person's own panel: what they may do now, the targets of an action with their costs, the end of the turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import EndTurn, Offer
from bot.text import t, tn
from bot.text.game import amounts_words, offer_label, offer_note
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.core.symbols_button import symbols_button
from cogs.game.input.action_codec import paying, written
from cogs.game.input.payments import payments, with_crystals
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.advice_panel import advice_buttons
from cogs.game.views.all_offers import Reasons, all_lines, why_nothing
from cogs.game.views.automa_panel import why_row
from cogs.game.views.decision_panel import answer_menus, answers_in_full, asked_text, told_in_full
from cogs.game.views.emoji import sign
from cogs.game.views.ending_notice import ending_texts, headline
from cogs.game.views.message_layout import MOST_CHOICES, add_rows, cut, page_of, pages, panel_of
from cogs.game.views.offer_groups import GROUPS, RULES, groups_of, in_group, type_of
from cogs.game.views.player_sheet import short_line
from cogs.game.views.standing_answer_panel import standing_buttons
from cogs.game.views.table_buttons import (
    PRIMARY,
    all_offers_button,
    board_button,
    close_button,
    group_button,
    group_page_button,
    move_button,
    move_menu,
    own_board_button,
    turn_button,
    turn_page_button,
    undo_button,
)
from cogs.game.views.table_message import final_panel
from cogs.rules.rule_button import RuleButton

FEW: Final = 5
"""So many targets are told in full, each with a button."""
LONGEST_NOTE: Final = 400
ALL_ON_PAGE: Final = 3000


# ---- the own panel -----------------------------------------------------------------------------------------------


def turn_panel(found: TableSnapshot, news: Sequence[str] = (), *, taken_back: bool = False, page: int = 0) -> Panel:
    """What a person sees of their own turn: what just happened, where they stand, what they may do; after the end the
    final score."""
    if found.status.stage == "over" and found.view is not None:
        return final_panel(found, news=news)
    panel = Panel()
    container: ui.Container[Any] = ui.Container(accent_colour=ACCENT)
    for text in _turn_texts(found, news, taken_back):
        container.add_item(ui.TextDisplay(text))
    controls = found.controls
    decision = controls.decision if controls else None
    in_full = decision is not None and told_in_full(decision)
    if controls and decision and in_full:
        for section in answers_in_full(found, controls, decision):
            container.add_item(section)
    panel.add_item(container)
    if controls and decision and not in_full:
        add_rows(
            panel, *answer_menus(found, controls, decision, page), _decision_pages(found, len(decision.options), page)
        )
    add_rows(panel, *_own_rows(found))
    return panel


def _decision_pages(found: TableSnapshot, options: int, page: int) -> list[ui.Item[Any]]:
    last = (options - 1) // MOST_CHOICES
    buttons: list[ui.Item[Any]] = []
    if page > 0:
        buttons.append(turn_page_button(found, t(found.locale, "turn.before"), page - 1))
    if page < last:
        buttons.append(turn_page_button(found, t(found.locale, "turn.further"), page + 1))
    return buttons


def _turn_texts(found: TableSnapshot, news: Sequence[str], taken_back: bool) -> Iterator[str]:
    heading = [t(found.locale, "turn.taken_back")] if taken_back else []
    if news or heading:
        yield cut("\n".join([*heading, *news]), 1800)
    last = headline(found)
    yield f"### {last}\n{standing_text(found)}" if last else f"### {standing_text(found)}"
    if ending := "\n".join(ending_texts(found)):
        yield ending
    if found.seat is not None and found.view is not None:
        yield f"-# {short_line(found.locale, found.view.state.seats[found.seat])}"
    if found.controls is not None and found.controls.decision is not None:
        yield asked_text(found, found.controls.decision)


def standing_text(found: TableSnapshot) -> str:
    """Whose turn it is and how far it has come, for the reader."""
    locale, status = found.locale, found.status
    if status.stage != "running" or status.active is None or found.view is None:
        return t(locale, f"turn.stage.{status.stage}", game=found.game)
    if status.active != found.seat:
        asked = found.seat in status.waiting
        return t(locale, "turn.asked" if asked else "turn.others", name=found.table.names[status.active])
    return t(locale, f"turn.mine.{_progress(found)}", turn=status.turn)


def _progress(found: TableSnapshot) -> str:
    turn = found.seen.state.turn
    if turn.hibernated:
        return "hibernated"
    if found.main_actions == 1:
        return "only_done" if turn.actions else "only"
    if turn.actions >= 2:
        return "done"
    if turn.actions:
        return "first_done" if turn.window.main_done else "second"
    return "fresh"


def _own_rows(found: TableSnapshot) -> Iterable[list[ui.Item[Any]]]:
    groups = groups_of(_offers(found))
    yield [group_button(found, group, PRIMARY) for group in groups if group in GROUPS]
    yield list(_closing_row(found, groups))
    last = all_offers_button(found) if groups else turn_button(found)
    yield [own_board_button(found), board_button(found), last, symbols_button(found.locale), *why_row(found)]
    yield [*advice_buttons(found), *standing_buttons(found)]


def _closing_row(found: TableSnapshot, groups: list[str]) -> Iterator[ui.Item[Any]]:
    controls = found.controls
    if controls is None:
        return
    for what in ("action", "turn"):
        if f"end_{what}" in groups:
            yield close_button(found, controls, what)
    if controls.active or controls.may_undo:
        yield undo_button(found, controls)


def _offers(found: TableSnapshot) -> Sequence[Offer]:
    return found.controls.offers if found.controls else ()


# ---- targets -----------------------------------------------------------------------------------------------------


def pick_panel(
    found: TableSnapshot, group: str, page: int = 0, crystals: int = 0, reasons: Reasons | None = None
) -> Panel:
    """The targets of one kind of action, cheapest first, each with its cost."""
    offers = in_group(_offers(found), group)
    if found.controls is None or not offers:
        return turn_panel(found, [nothing_text(found, group, reasons or {})])
    locale, controls = found.locale, found.controls
    shown, page, of = page_of(offers, page, MOST_CHOICES)
    heading = f"### {sign(group)} {t(locale, f'turn.group.{group}')}\n{tn(locale, 'turn.targets', len(offers))}"
    if of > 1:
        heading += f" · {t(locale, 'turn.page', page=page + 1, pages=of)}"
    panel = Panel()
    container: ui.Container[Any] = ui.Container(ui.TextDisplay(heading), accent_colour=ACCENT)
    moves = [(offer, _move(found, offer, crystals)) for offer in shown]
    few = len(offers) <= FEW
    for offer, move in moves if few else ():
        container.add_item(_target(found, controls, offer, move))
    panel.add_item(container)
    if not few:
        options = [_choice(found, offer, move) for offer, move in moves]
        add_rows(panel, [move_menu(controls, f"{group}.{page}", t(locale, f"turn.pick.{group}"), options)])
    add_rows(panel, list(_around(found, group, page, of, crystals)))
    return panel


def _move(found: TableSnapshot, offer: Offer, crystals: int) -> Offer:
    """The offer, paid with so many crystals where that can be."""
    if found.seat is None or not crystals:
        return offer
    payment = with_crystals(offer, found.seen.state.seats[found.seat].owned, crystals)
    return Offer(
        paying(offer.action, payment),
        offer.cost,
        offer.payment if payment is None else payment,
        offer.range,
        offer.extra_books,
        offer.discount,
        offer.barrier,
        offer.loses,
        offer.books_to,
    )


def _target(found: TableSnapshot, controls: Controls, offer: Offer, paid: Offer) -> ui.Section[Any]:
    label, note = (
        offer_label(found.locale, paid, found.table),
        offer_note(found.locale, paid, found.table, LONGEST_NOTE),
    )
    button = move_button(controls, paid.action, t(found.locale, "turn.take"))
    return ui.Section(ui.TextDisplay(f"**{label}**" + (f"\n{note}" if note else "")), accessory=button)


def _choice(found: TableSnapshot, offer: Offer, paid: Offer) -> discord.SelectOption:
    return discord.SelectOption(
        label=offer_label(found.locale, paid, found.table),
        description=offer_note(found.locale, paid, found.table) or None,
        value=written(paid.action),
    )


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
    yield RuleButton.of(locale, RULES[group])
    yield turn_button(found)


def most_crystals(found: TableSnapshot, group: str) -> int:
    """The most crystals that any target of a group could be paid with, above what has to be; 0 where there is no
    choice."""
    if found.seat is None:
        return 0
    owned = found.seen.state.seats[found.seat].owned
    choices = [payments(offer, owned) for offer in in_group(_offers(found), group) if offer.cost and group != "convert"]
    return max((ways[-1].crystal for ways in choices if len(ways) > 1), default=0)


def nothing_text(found: TableSnapshot, group: str, reasons: Reasons) -> str:
    """That nothing of a kind is possible now, and what comes nearest."""
    if group not in GROUPS:
        return f"❌ {t(found.locale, 'turn.nothing_now')}"
    return f"❌ {why_nothing(found, group, reasons.get(type_of(group)))}"


# ---- the end of an action or turn --------------------------------------------------------------------------------


def closing_panel(found: TableSnapshot, controls: Controls, offer: Offer) -> Panel:
    """Asks whether to end, and says what would be lost and what is left to do."""
    locale = found.locale
    what = "turn" if isinstance(offer.action, EndTurn) else "action"
    texts = [f"### {t(locale, f'turn.close.{what}')}", (headline(found) or "") if what == "turn" else ""]
    if offer.loses:
        texts.append(f"⚠️ {t(locale, 'turn.close.loses', amounts=amounts_words(locale, offer.loses))}")
    if what == "turn" and found.seen.state.turn.actions == 1 < found.main_actions:
        texts.append(t(locale, "turn.close.second_left"))
    sure = move_button(controls, offer.action, t(locale, f"turn.close.{what}.sure"), discord.ButtonStyle.danger)
    return panel_of(texts, [sure, turn_button(found)])


# ---- everything --------------------------------------------------------------------------------------------------


def all_panel(found: TableSnapshot, page: int = 0, reasons: Reasons | None = None) -> Panel:
    """Everything that the person may do now, in groups, with costs and reasons."""
    locale = found.locale
    lines = list(all_lines(found, reasons or {})) if _offers(found) else [standing_text(found)]
    all_pages = pages(lines, ALL_ON_PAGE)
    page = min(page, len(all_pages) - 1)
    buttons: list[ui.Item[Any]] = []
    if page > 0:
        buttons.append(all_offers_button(found, page - 1, t(locale, "turn.before")))
    if page + 1 < len(all_pages):
        buttons.append(all_offers_button(found, page + 1, t(locale, "turn.further")))
    return panel_of([f"### {t(locale, 'turn.all')}", all_pages[page]], [*buttons, turn_button(found)])
