"""The table message, which everybody sees: the map, whose turn it is, what has happened, and buttons for what is legal
now; the short line it leaves behind; and the final score."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.pictures import Picture
from bot.text import t
from bot.text.game import fit, kind_words
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, active_user
from cogs.game.views.automa_panel import clock_words, result_lines, result_rules, standing_lines, why_row
from cogs.game.views.closer_panel import LAST, closer_button
from cogs.game.views.ending_notice import cause_text, end_stands, ending_texts, headline
from cogs.game.views.inspect_panels import ballot_words, chart_texts, players_text, score_texts
from cogs.game.views.late_panel import filled_in_lines, late_row
from cogs.game.views.message_layout import cut, panel_of
from cogs.game.views.offer_groups import GROUPS, groups_of
from cogs.game.views.pace_lines import late_lines
from cogs.game.views.pack_panels import pack_lines
from cogs.game.views.practice_table import FIRST_TURN, add_seal, practice_lines, shuffle_lines, sit_row
from cogs.game.views.recent_events import Told, first_turn, shortened
from cogs.game.views.rollback_panel import vote_row
from cogs.game.views.table_buttons import (
    PRIMARY,
    QUIET,
    all_offers_button,
    board_button,
    close_button,
    group_button,
    log_button,
    look_button,
    market_button,
    own_board_button,
    replay_button,
    review_button,
    score_button,
    turn_button,
    undo_button,
)
from cogs.game.views.table_links import table_link
from cogs.rules.rule_button import RuleButton

STILL_TO_CHOOSE: Final = {"between": "turn.between", "closing": "turn.closing"}
"""What is said in a phase in which nobody is on turn; else that the game is being set up."""
NEWS: Final = 1100
"""Characters of what has happened."""
LAST_NEWS: Final = 700
"""Characters of what the last press of a game has brought about."""
LEFT_BEHIND: Final = 1500
BRIEF_LINES: Final = 2
BRIEF_LINE: Final = 60
"""Characters of what happened last: two lines on a phone."""
SMALL_PRINT: Final = 84
"""Characters of what is written small: two lines on a phone."""


def table_panel(
    found: TableSnapshot,
    news: Sequence[Told],
    mention: str = "",
    picture: Picture | None = None,
    notes: Sequence[str] = (),
    calls: str = "",
) -> Panel:
    """The table as everybody sees it.

    :param news: what has happened since the last turn of whoever is on turn.
    :param notes: what is to be known of how computer players moved.
    :param mention: people to be told, as Discord writes mentions.
    :param picture: the board; without one the map is there in letters.
    :param calls: lines by which people are told in other languages than the table's.
    """
    texts = [_heading(found), f"{standing(found)} {mention}".strip(), calls, "\n".join(ending_texts(found))]
    texts += [cut(waiting, 400)] if (waiting := "\n".join([*_waiting(found), *notes])) else []
    texts += [shortened(news, NEWS)] if news else []
    texts += [*(chart_texts(found) if picture is None else ()), players_text(found), *standing_lines(found)]
    texts += [*practice_lines(found), *pack_lines(found)]
    panel = panel_of(texts, vote_row(found), *_rows(found), sit_row(found)).show(picture)
    add_seal(found, panel)
    return panel


def _title(found: TableSnapshot) -> str:
    return t(found.locale, "turn.title", game=found.game, turn=found.status.turn)


def _heading(found: TableSnapshot) -> str:
    """The title, below the news that somebody has their last turn."""
    last = headline(found)
    return f"## {last}\n-# {_title(found)}" if last else f"## {_title(found)}"


def standing(found: TableSnapshot, mention: str = "") -> str:
    """Whose turn it is, for everybody.

    :param mention: of that person, in place of their name.
    """
    status = found.status
    if status.stage != "running":
        return t(found.locale, f"turn.stage.{status.stage}", game=found.game)
    if status.active is None:
        return nobody_on_turn(found)
    actions = found.seen.state.turn.actions
    name = mention or found.table.names[status.active]
    if found.main_actions == 1:
        return t(found.locale, f"turn.on.only.{min(actions, 1)}", name=name)
    return t(found.locale, f"turn.on.{min(actions, 2)}", name=name)


def nobody_on_turn(found: TableSnapshot) -> str:
    """What is still to be chosen where a game runs and nobody is on turn: before the first turn, between two, or
    before the final score."""
    return t(found.locale, STILL_TO_CHOOSE.get(found.seen.state.phase, "turn.setting_up"))


def _waiting(found: TableSnapshot, *, brief: bool = False) -> Iterator[str]:
    """Whose decision is open, and open votes; ``brief``: without that of whoever's turn it is."""
    for seat, kind in found.status.waiting.items():
        if seat != found.status.active or (found.status.stage == "running" and not brief):
            decision = kind_words(found.locale, kind)
            yield f"⏳ {t(found.locale, 'turn.waiting', name=found.table.names[seat], decision=decision)}"
    yield from late_lines(found)
    yield from filled_in_lines(found)
    for ballot in found.status.ballots:
        yield ballot_words(found.locale, ballot, found.status)


def _rows(found: TableSnapshot) -> Iterator[list[ui.Item[Any]]]:
    controls = found.controls
    offers = controls.offers if controls else ()
    groups = groups_of(offers)
    yield [group_button(found, group, PRIMARY) for group in GROUPS if group in groups]
    if controls is not None:
        closing: list[ui.Item[Any]] = [
            close_button(found, controls, what) for what in ("action", "turn") if f"end_{what}" in groups
        ]
        yield [*closing, *([undo_button(found, controls)] if controls.may_undo else [])]
    yield [
        turn_button(found, PRIMARY if found.status.waiting else QUIET),
        all_offers_button(found),
        own_board_button(found),
    ]
    looks = [market_button(found), score_button(found), log_button(found), board_button(found, "list")]
    yield [*why_row(found), *looks]
    yield late_row(found)


def brief_table_panel(
    found: TableSnapshot,
    lines: Sequence[str],
    mention: str = "",
    picture: Picture | None = None,
    notes: Sequence[str] = (),
    calls: str = "",
) -> Panel:
    """The table within one screen of a phone: whose turn, how the end stands, what happened last, the map; the rest is
    behind the buttons.

    :param lines: turns told in lines, the last one last.
    :param notes: what is to be known of how computer players moved.
    :param calls: lines by which people are told in other languages than the table's.
    """
    small = [f"-# {fit(note, SMALL_PRINT)}" for note in notes]
    told = [calls] if calls else []
    texts = ["\n".join([_brief_title(found), _brief_standing(found, mention), *told, *_brief_notes(found), *small])]
    texts += ["\n".join(f"- {fit(line, BRIEF_LINE)}" for line in lines[-BRIEF_LINES:])] if lines else []
    texts += chart_texts(found) if picture is None else []
    why = list(why_row(found))
    ways = [turn_button(found, PRIMARY), look_button(found), log_button(found)]
    ways += [] if why else [closer_button(found, LAST)]  # with both the message would be too tall for a phone
    for button in ways:
        button.emoji = None  # so that two of them fit into one row of a phone
    panel = panel_of(texts, vote_row(found), [*ways, *why], late_row(found), sit_row(found)).show(picture)
    if not lines:
        add_seal(found, panel)
    return panel


def _brief_title(found: TableSnapshot) -> str:
    """Game, turn and how the end stands."""
    title = t(found.locale, "turn.title.brief", game=found.game, turn=found.status.turn)
    return f"-# {' · '.join([title, *clock_words(found), *(fit(text, SMALL_PRINT) for text in end_stands(found))])}"


def _brief_standing(found: TableSnapshot, mention: str) -> str:
    """Whose turn it is, by mention where there is one; others who are mentioned behind it."""
    active = active_user(found.status)
    mine, others = f"<@{active}>", [each for each in mention.split() if each != f"<@{active}>"]
    whose = _whose_turn(found, mine if mine in mention.split() else "")
    return " ".join([whose, *others])


def _whose_turn(found: TableSnapshot, mention: str) -> str:
    if last := headline(found, mention):
        return f"**{last}**"
    if found.status.active is not None and found.status.stage == "running":
        return t(found.locale, "turn.on.brief", name=mention or found.table.names[found.status.active])
    return standing(found, mention)


def _brief_notes(found: TableSnapshot) -> Iterator[str]:
    """Decisions and votes that are open, and what is special about the table, in small print."""
    if waiting := list(_waiting(found, brief=True)):
        yield f"-# {fit(' · '.join(waiting), SMALL_PRINT)}"
    yield from (f"-# {fit(text, SMALL_PRINT)}" for text in practice_lines(found))


def left_behind(found: TableSnapshot, news: Sequence[Told]) -> Panel:
    """What stays of a table message when the next one is posted: what happened from its turn on, and the hash of the
    shuffle where it was the game's first."""
    turn = first_turn(news, LEFT_BEHIND)
    told = shortened(news, LEFT_BEHIND) or t(found.locale, "turn.further_down")
    shuffle = shuffle_lines(found) if turn <= FIRST_TURN else ()
    return panel_of([f"-# {t(found.locale, 'turn.title', game=found.game, turn=turn)}", told, *shuffle])


def turn_lines_panel(found: TableSnapshot, lines: Sequence[str], first: bool = False) -> Panel:
    """The same in brief and without a frame: at most three lines for each turn.

    :param first: it was the game's first message: the hash of the shuffle stays with it.
    """
    panel = Panel()
    for text in ["\n".join(lines), *(shuffle_lines(found) if first else ())]:
        if text:
            panel.add_item(ui.TextDisplay[Any](cut(text, LEFT_BEHIND)))
    return panel if panel.children else panel_of([t(found.locale, "turn.further_down")])


def leftover_panel(found: TableSnapshot) -> Panel:
    """In place of a message that is the table's no more: where the table stands, and the way to its message."""
    status = found.status
    panel = panel_of([f"-# {_title(found)}", standing(found) if found.view is not None else ""])
    panel.add_item(ui.ActionRow(table_link(status, t(found.locale, "game.notice.open"))))
    return panel


def final_panel(
    found: TableSnapshot,
    picture: Picture | None = None,
    news: Sequence[str] = (),
    earlier: Sequence[int] | None = None,
    *,
    own: bool = False,
) -> Panel:
    """The end: every line of everybody's score, in the picture or else in words, ties explained, and a rematch.

    :param news: what somebody has just done, if the panel is theirs.
    :param earlier: of the official solo game, what the person came to before; None: not told.
    :param own: the panel is somebody's own, with the lines of their score alone; the others' are behind the button of
        the score, and what proves the shuffle stands on everybody's message.
    """
    texts = [cut("\n".join(news), LAST_NEWS)] if news else []
    texts += [f"## {sign('score')} {t(found.locale, 'score_now.over', game=found.game)}"]
    texts += [*practice_lines(found), *result_lines(found, earlier), *cause_text(found)]
    only = found.seat if own else None
    texts += [*score_texts(found, found.status.sheets, pictured=picture is not None, only=only), *pack_lines(found)]
    texts += () if own else shuffle_lines(found, short=True)
    rules = [RuleButton.of(found.locale, "score.list", t(found.locale, "score_now.rule"))]
    if len({sheet.total for sheet in found.status.sheets}) < len(found.status.sheets):
        rules.append(RuleButton.of(found.locale, "score.tie", t(found.locale, "score_now.rule_tie")))
    label, custom_id = t(found.locale, "game.rematch"), ids.rematch(found.game)
    rematch: ui.Button[Any] = ui.Button(label=label, emoji=sign("again"), custom_id=custom_id, style=PRIMARY)
    looks = [rematch, review_button(found), score_button(found), board_button(found), log_button(found)]
    looks.append(replay_button(found))
    row: list[ui.Item[Any]] = [*looks, *rules, *why_row(found), *result_rules(found)]
    return panel_of(texts, row).show(picture)


def closed_panel(found: TableSnapshot) -> Panel:
    """A table that was ended early, expired or set aside."""
    key = "set_aside" if found.status.aside else found.status.stage
    stage = t(found.locale, f"turn.stage.{key}", game=found.game)
    return panel_of([f"## {_title(found)}", stage, *shuffle_lines(found, short=True)])
