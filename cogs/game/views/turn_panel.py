"""A person's own panel: what has just happened, the question that is open, else what they hold and how far they have
come, and from there the fewest taps to everything that they may do; the end of the turn."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.app.tables import Controls
from bot.engine.actions import EndTurn, Offer
from bot.engine.resources import RESOURCES, Amounts
from bot.text import t
from bot.text.game import amounts_words
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import ACCENT, Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.action_controls import MOST_COMPONENTS, SHOWN, Layout, Row, arranged, layouts
from cogs.game.views.advice_lines import coaching_lines, decided_lines, explaining_row, guiding_row
from cogs.game.views.advice_panel import advice_buttons
from cogs.game.views.all_offers import Reasons, all_lines
from cogs.game.views.automa_panel import why_row
from cogs.game.views.closer_panel import OWN, closer_button
from cogs.game.views.component_panel import at_hand, more_menu, named_by_decision
from cogs.game.views.decision_panel import (
    answer_rows,
    answers_in_full,
    answers_listed,
    asked_text,
    pages_of,
    told_in_full,
)
from cogs.game.views.ending_notice import ending_texts, headline
from cogs.game.views.hand_panel import play_layouts, short_hand_text, slots_text
from cogs.game.views.message_layout import IN_ROW, MOST_TEXT, add_rows, cut, fitted, pages, panel_of
from cogs.game.views.offer_groups import MAIN, MAP, ON_MAP, groups_of
from cogs.game.views.own_games_panel import next_button
from cogs.game.views.plan_panel import plan_button, plan_row, plan_texts, standing_plan_text
from cogs.game.views.player_sheet import short_line
from cogs.game.views.progress_text import progress_lines
from cogs.game.views.rollback_panel import vote_row
from cogs.game.views.standing_answer_panel import can_settle, standing_buttons
from cogs.game.views.table_buttons import (
    all_offers_button,
    board_button,
    close_button,
    group_button,
    move_button,
    news_button,
    own_board_button,
    turn_button,
    turn_page_button,
    undo_button,
)
from cogs.game.views.table_message import final_panel, nobody_on_turn

ALL_ON_PAGE: Final = 3000
NEWS: Final = 420
"""Characters of what has just happened."""
IN_SECTION: Final = 3
"""Components of an answer beside its button."""
PICTURE: Final = 1
"""Components that a picture below the texts takes."""


# ---- the own panel -----------------------------------------------------------------------------------------------


def turn_panel(found: TableSnapshot, news: Sequence[str] = (), *, taken_back: bool = False, page: int = 0) -> Panel:
    """What a person sees of their own turn: what just happened, where they stand, what they may do; after the end the
    final score."""
    if found.status.stage == "over" and found.view is not None:
        return final_panel(found, news=[*news, *decided_lines(found)], own=True)
    for sparing in range(5):
        parts = _parts(found, news, taken_back=taken_back, page=page, sparing=sparing)
        if parts.components <= MOST_COMPONENTS:
            break
    panel = Panel()
    container: ui.Container[Any] = ui.Container(accent_colour=ACCENT)
    for item in (*(ui.TextDisplay[Any](text) for text in parts.texts), *parts.answers):
        container.add_item(item)
    panel.add_item(container)
    add_rows(panel, *parts.rows)
    return panel


class _Parts(NamedTuple):
    """What the own panel consists of: texts and answers beside their buttons, and below them rows of controls."""

    texts: list[str]
    answers: list[ui.Section[Any]]
    rows: list[Row]

    @property
    def components(self) -> int:
        """Of the whole panel, with a picture."""
        rows = sum(len(row) + -(-len(row) // IN_ROW) for row in self.rows)
        return 1 + len(self.texts) + IN_SECTION * len(self.answers) + PICTURE + rows


def _parts(found: TableSnapshot, news: Sequence[str], *, taken_back: bool, page: int, sparing: int) -> _Parts:
    """The parts of the own panel.

    :param sparing: 0: everything; 1: of a question no answers beside their buttons, but a list; 2: looks are in the
        menu; 3: without buttons of lessons, standing answers and plans; 4: what else can be done beside a question is
        behind the menu.
    """
    controls = found.controls
    decision = controls.decision if controls else None
    in_full = decision is not None and sparing == 0 and told_in_full(found, decision)
    board = [*_board_texts(found, in_full=in_full)]
    answers, rows = list[ui.Section[Any]](), list[Row]()
    if controls and decision and in_full:
        answers = [*answers_in_full(found, controls, decision)]
    elif controls and decision:
        rows += [*answer_rows(found, controls, decision, page), _decision_pages(found, pages_of(found, decision), page)]
    said = sum(len(text.content) for each in answers for text in each.children if isinstance(text, ui.TextDisplay))
    texts = fitted(_close_up([*_turn_texts(found, news, taken_back=taken_back)], board), MOST_TEXT - said)
    guiding = guiding_row(found)
    rows.append(guiding)
    looks = _has_acted(found) or sparing > 1
    asking = [
        *(() if found.status.first_game else advice_buttons(found)),
        *(standing_buttons(found) if sparing < 3 else ()),
    ]
    plan = list(_plan_row(found)) if sparing < 3 else []
    ways = [*_closing_row(found), *asking, *_looking_row(found, in_menu=looks)]
    explaining = explaining_row(found) if sparing < 3 else []
    around = [vote_row(found), ways, explaining, list(_more_row(found, looks=looks))]
    taken = _Parts(texts, answers, [*rows, plan, *around]).components
    actions = [] if decision and sparing > 3 else _action_rows(found, MOST_COMPONENTS - taken)
    rows += [plan, *_without(actions, guiding), *around]
    return _Parts(texts, answers, rows)


def _close_up(turn: list[str], board: list[str]) -> list[str]:
    """The texts of turn and board; the last of the turn and the first of the board stand without a gap."""
    if not turn or not board:
        return [*turn, *board]
    return [*turn[:-1], f"{turn[-1]}\n{board[0]}", *board[1:]]


def _plan_row(found: TableSnapshot) -> Iterator[ui.Item[Any]]:
    """What can be done with the reader's plan; before their turn the way to it."""
    if found.plan is not None and (found.planning or found.plan.ready):
        yield from plan_row(found, found.plan)
    waits = found.seat is not None and found.seat != found.status.active
    playing = found.status.stage == "running" and found.status.active is not None
    if not found.planning and playing and (waits or found.plan is not None):
        yield plan_button(found)


def _without(rows: Sequence[Row], other: Row) -> Iterator[Row]:
    """The rows without what stands in another already: Discord refuses a custom id that a message has twice."""
    shown = {getattr(item, "custom_id", None) for item in other}
    for row in rows:
        yield [item for item in row if getattr(item, "custom_id", None) not in shown]


def _more_row(found: TableSnapshot, *, looks: bool) -> Iterator[ui.Item[Any]]:
    """The menu of everything that can be done, of the signs, and of what the panel names."""
    decision = found.controls.decision if found.controls else None
    named = named_by_decision(decision) if decision is not None else at_hand(found)
    yield more_menu(found, named, offers=bool(groups_of(_offers(found))), looks=looks)


def _decision_pages(found: TableSnapshot, of: int, page: int) -> Row:
    buttons: Row = []
    if page > 0:
        buttons.append(turn_page_button(found, t(found.locale, "turn.before"), page - 1))
    if page + 1 < of:
        buttons.append(turn_page_button(found, t(found.locale, "turn.further"), page + 1))
    return buttons


def _turn_texts(found: TableSnapshot, news: Sequence[str], *, taken_back: bool) -> Iterator[str]:
    """What has just happened, and the heading; what else is to be said of the whole turn belongs right below it."""
    heading = [t(found.locale, "turn.taken_back")] if taken_back else []
    if news or heading:
        yield cut("\n".join([*heading, *news]), NEWS)
    if found.planning and found.plan is not None:
        yield f"### {sign('plan')} {t(found.locale, 'plan.heading')}"
        yield from plan_texts(found, found.plan)
        return
    last = headline(found)
    yield f"### {last}\n{standing_text(found)}" if last else f"**{standing_text(found)}**"
    if found.plan is not None and found.plan.ready:
        yield standing_plan_text(found, found.plan)
    yield from coaching_lines(found)
    if ending := "\n".join(ending_texts(found)):
        yield ending


def _board_texts(found: TableSnapshot, *, in_full: bool) -> Iterator[str]:
    """Resources; then the open question, else how far everything is, the slots and the hand."""
    if found.seat is None or found.view is None:
        return
    resources = f"-# {short_line(found.table, found.seat)}"
    decision = found.controls.decision if found.controls else None
    if decision is not None:
        yield resources
        listed = None if in_full else answers_listed(found, decision)
        yield "\n".join(filter(None, (asked_text(found, decision), listed)))
        return
    lines = [resources, *(f"-# {line}" for line in progress_lines(found))]
    if found.status.stage == "running" and not _no_card_can_follow(found):
        lines += [slots_text(found, found.seat), short_hand_text(found, found.seat)]
    yield "\n".join(filter(None, lines))


def _no_card_can_follow(found: TableSnapshot) -> bool:
    """Whether the reader is on turn and plays no card now: their main actions are done, or one is not ended yet."""
    turn = found.seen.state.turn
    done = turn.hibernated or turn.window.main_done or turn.actions >= found.main_actions
    return found.status.active == found.seat and done


def _has_acted(found: TableSnapshot) -> bool:
    """Whether the reader has begun their turn: what happened before it is no longer the first thing to look at."""
    turn = found.seen.state.turn
    return found.status.active == found.seat and (turn.hibernated or turn.actions > 0)


def standing_text(found: TableSnapshot) -> str:
    """Whose turn it is and how far it has come, for the reader."""
    locale, status = found.locale, found.status
    if status.stage != "running" or found.view is None:
        return t(locale, f"turn.stage.{status.stage}", game=found.game)
    if status.active is None:
        return nobody_on_turn(found)
    if status.active != found.seat:
        asked = found.seat in status.waiting
        return t(locale, "turn.asked" if asked else "turn.others", name=found.table.names[status.active])
    return t(locale, f"turn.mine.{_progress(found)}")


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


def _action_rows(found: TableSnapshot, room: int) -> list[Row]:
    """What the reader may do, in so many components, what helps most first."""
    controls = found.controls
    if controls is None:
        return []
    groups = groups_of(controls.offers)
    ways: dict[str, list[Layout]] = {
        group: play_layouts(found, controls) if group == "play" else layouts(found, controls, group)
        for group in SHOWN
        if group in groups
    }
    return arranged(ways, room)


def _closing_row(found: TableSnapshot) -> Iterator[ui.Item[Any]]:
    controls, groups = found.controls, groups_of(_offers(found))
    if controls is None:
        return
    for what in ("action", "turn"):
        if f"end_{what}" in groups:
            yield close_button(found, controls, what)
    if controls.may_undo:
        yield undo_button(found, controls)


def _looking_row(found: TableSnapshot, *, in_menu: bool) -> Iterator[ui.Item[Any]]:
    """The ways to look at something; the map shows the targets where there are any.

    :param in_menu: own board and news are in the menu.
    """
    groups = groups_of(_offers(found))
    chart = board_button(found)
    if not _asked_of_no_place(found):
        yield group_button(found, MAP, label=chart.label) if set(groups) & set(ON_MAP) else chart
    if not in_menu:
        yield own_board_button(found)
    if not groups and (found.controls is None or found.controls.decision is None):
        yield turn_button(found)
    if not in_menu:
        yield news_button(found)
    yield from why_row(found)
    if found.seat is not None and found.view is not None:
        yield closer_button(found, OWN)
    if found.next_game is not None:
        yield next_button(found.locale, found.next_game)


def _asked_of_no_place(found: TableSnapshot) -> bool:
    """Whether a question is open that has always the same answers: none of them is a place on the map."""
    asked = found.controls.decision if found.controls is not None else None
    return asked is not None and can_settle(asked)


def _offers(found: TableSnapshot) -> Sequence[Offer]:
    return found.controls.offers if found.controls else ()


# ---- the end of an action or turn --------------------------------------------------------------------------------


def main_action_left(found: TableSnapshot) -> bool:
    """Whether the active seat could still do a main action in its turn."""
    turn = found.seen.state.turn
    if turn.hibernated or turn.actions >= found.main_actions:
        return False
    return turn.window.main_done or any(group in MAIN for group in groups_of(_offers(found)))


def asks_before(found: TableSnapshot, offer: Offer, *, confirm: bool) -> bool:
    """Whether it is asked before an action or turn ends: where a turn has a main action left (``confirm``: unless that
    is switched off), and where what would be lost could still be used. The button says what is lost; the end of an
    action can be taken back, if nothing is revealed by it."""
    if not isinstance(offer.action, EndTurn):
        return bool(offer.loses) and offer.barrier
    left = main_action_left(found)
    return (left and confirm) or (bool(offer.loses) and (left or _could_be_used(found, offer.loses)))


def _could_be_used(found: TableSnapshot, amounts: Amounts) -> bool:
    """Whether any offer takes of these resources."""
    return any(
        min(getattr(amounts, kind), getattr(offer.payment, kind)) > 0 for offer in _offers(found) for kind in RESOURCES
    )


def closing_panel(found: TableSnapshot, controls: Controls, offer: Offer) -> Panel:
    """Asks whether to end, and says what would be lost and what is left to do."""
    locale = found.locale
    what = "turn" if isinstance(offer.action, EndTurn) else "action"
    texts = [f"### {t(locale, f'turn.close.{what}')}", (headline(found) or "") if what == "turn" else ""]
    if offer.loses:
        texts.append(f"⚠️ {t(locale, 'turn.close.loses', amounts=amounts_words(locale, offer.loses))}")
    if what == "turn" and main_action_left(found):
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
