"""What anybody may look at: the map, players' boards, the market, the log, the score; private, and each a button."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.app.tables import Ballot, Logged, Status
from bot.app.tables.absence import HELPS
from bot.engine import score
from bot.engine.effects import ARTIFACT_COLOURS, TRACKS
from bot.engine.resolution.by_hand_decisions import entered_by_hand
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.scoring import ScoreSheet
from bot.pictures import Picture
from bot.text import Locale, t, tn
from bot.text.board import chart, legend, listing, pieces_legend, tiles_listing
from bot.text.game import (
    card_words,
    component_name,
    component_words,
    line_words,
    machine_words,
    reserved_words,
    seat_name,
    tie_words,
    total_words,
)
from bot.text.game.emoji import sign
from bot.text.game.expansion_text import apart_line, lake_lines, market_lines
from bot.text.game.names import pair
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot, shut
from cogs.game.snapshot import seat_name as name_of_seat
from cogs.game.views.automa_panel import standing_lines
from cogs.game.views.closer_panel import LAST, MARKET, closer_button
from cogs.game.views.component_panel import in_market, look_menus, on_board
from cogs.game.views.ending_notice import ending_texts
from cogs.game.views.message_layout import pages, panel_of
from cogs.game.views.player_sheet import TABS, Tab, beside_picture, sheet_text, short_line
from cogs.game.views.practice_table import practice_lines, shuffle_lines
from cogs.game.views.recent_events import told_events
from cogs.game.views.table_buttons import (
    LONGEST_LABEL,
    QUIET,
    board_button,
    follow_button,
    log_button,
    market_button,
    news_button,
    replay_button,
    review_button,
    score_button,
    turn_button,
)
from cogs.rules.rule_button import RuleButton

PAGE: Final = 3000
"""Characters of a page of a long list."""


# ---- the map -----------------------------------------------------------------------------------------------------


def board_panel(found: TableSnapshot, form: str = "chart", page: int = 0, picture: Picture | None = None) -> Panel:
    """The map in one of its forms; the chart only where there is no picture of it.

    :raises TableRefusal: ``not_running``: there is no map yet.
    """
    if found.view is None:
        raise shut(found)
    others = [board_button(found, other) for other in ("chart", "list", "tiles") if other != form]
    last: list[ui.Item[Any]] = [*others, turn_button(found)]
    if form == "chart":
        texts = [f"### {t(found.locale, 'show.map.chart')}", *(chart_texts(found) if picture is None else ())]
        return panel_of(texts, last).show(picture)
    lines = listing(found.locale, found.table) if form == "list" else tiles_listing(found.locale, found.table)
    found_pages = pages(lines or [t(found.locale, "show.map.all_explored")], PAGE)
    page = min(page, len(found_pages) - 1)
    turning = [
        board_button(found, form, other, label=t(found.locale, f"turn.{word}"), to=word[:1])
        for other, word in ((page - 1, "before"), (page + 1, "further"))
        if 0 <= other < len(found_pages)
    ]
    return panel_of([f"### {t(found.locale, f'show.map.{form}')}", found_pages[page]], [*turning, *last])


def chart_texts(found: TableSnapshot) -> list[str]:
    """The chart and what its signs mean."""
    signs = f"-# {legend(found.locale, found.seen)}\n-# {pieces_legend(found.table)}"
    if apart := apart_line(found.locale, found.table):
        signs += f"\n-# {apart}"
    return [f"```\n{chart(found.seen)}\n```", signs]


# ---- everything --------------------------------------------------------------------------------------------------


def look_panel(found: TableSnapshot) -> Panel:
    """Where everything stands, and a button for each thing that can be looked at closer.

    :raises TableRefusal: ``not_running``: nothing has been laid yet.
    """
    if found.view is None:
        raise shut(found)
    title = t(found.locale, "turn.title", game=found.game, turn=found.status.turn)
    texts = [f"### {sign('map')} {t(found.locale, 'show.look')}\n-# {title}", "\n".join(ending_texts(found))]
    texts += [players_text(found), *standing_lines(found), *practice_lines(found), *shuffle_lines(found)]
    maps = [board_button(found, form) for form in ("chart", "list", "tiles")]
    seats = [_seat_button(found, seat, to="o") for seat in range(len(found.status.seats))]
    things: list[ui.Item[Any]] = [market_button(found), score_button(found), turn_button(found)]
    told = [news_button(found), log_button(found), replay_button(found)]
    told += [follow_button(found)] if found.seat is None and found.status.stage in ("running", "paused") else []
    return panel_of(texts, maps, seats, things, told)


# ---- players -----------------------------------------------------------------------------------------------------


def seat_panel(found: TableSnapshot, seat: int, tab: str = "overview", picture: Picture | None = None) -> Panel:
    """A player's board, page by page, with buttons to the other players'. The picture of the first page says nearly
    all of it; those of the others have symbols, and the text says what they do."""
    seat = seat if seat < len(found.status.seats) else 0
    locale, shown = found.locale, _tab(tab)
    tribe = component_name(locale, found.table, found.seen.state.seats[seat].tribe)
    heading = f"### {sign('seat')} {found.table.names[seat]} · {tribe}\n-# {t(locale, f'show.tab.{shown}')}"
    tabs = [
        _seat_button(found, seat, each, label=t(locale, f"show.tab.{each}"), to="t") for each in TABS if each != shown
    ]
    others = [_seat_button(found, other, to="o") for other in range(len(found.status.seats)) if other != seat]
    pictured = picture is not None and shown == "overview"
    text = beside_picture(locale, found.table, seat) if pictured else sheet_text(locale, found.table, seat, shown)
    looks = [[menu] for menu in look_menus(found, on_board(found, seat, shown))]
    closer = [closer_button(found, f"{seat}{shown}")] if looks else []
    return panel_of([heading, *filter(None, [text])], *looks, tabs, others, [*closer, turn_button(found)]).show(picture)


def _seat_button(
    found: TableSnapshot, seat: int, tab: str = "overview", *, label: str | None = None, to: str = ""
) -> ui.Button[Any]:
    """A player's board. The button of the own board is called so, unless it has another label."""
    own = found.seat == seat and label is None
    name = label or (t(found.locale, "show.own_board") if own else found.table.names[seat])
    custom_id = ids.seat(found.game, seat, tab, to)
    return ui.Button(label=name[:LONGEST_LABEL], emoji=sign("seat"), custom_id=custom_id, style=QUIET)


def _tab(name: str) -> Tab:
    return next((tab for tab in TABS if tab == name), "overview")


def players_text(found: TableSnapshot) -> str:
    """A line for each player."""
    lines = []
    for seat, name in enumerate(found.table.names):
        mark = "▶" if seat == found.status.active else "▫️"
        lines.append(f"{mark} `{seat + 1}` **{name}** {short_line(found.table, seat)}")
    return "\n".join(lines)


def ballot_words(locale: Locale, ballot: Ballot, status: Status) -> str:
    """A vote under way."""
    what, _, more = ballot.on.partition(":")
    values: dict[str, object] = {"pace": t(locale, f"pace.name.{more}")} if what == "pace" else {}
    if what in HELPS:
        values = {"name": name_of_seat(locale, status.seats[int(more)], int(more))}
    return f"🗳️ {t(locale, f'game.ballot.{what}', votes=len(ballot.users), need=ballot.need, **values)}"


# ---- the market --------------------------------------------------------------------------------------------------


def market_panel(found: TableSnapshot) -> Panel:
    """What lies on display."""
    buttons: list[ui.Item[Any]] = [closer_button(found, MARKET), board_button(found), turn_button(found)]
    return panel_of(
        [f"### {sign('market')} {t(found.locale, 'show.market')}", "\n".join(_market_lines(found))],
        *([menu] for menu in look_menus(found, in_market(found))),
        buttons,
    )


def _market_lines(found: TableSnapshot) -> Iterator[str]:
    locale, table, state = found.locale, found.table, found.seen.state
    yield t(locale, "show.market.cards", deck=len(state.deck))
    for card in state.display:
        name = f"**{component_name(locale, table, card)}**"
        yield f"- {t(locale, 'show.named', name=name, words=card_words(locale, found.pack.citizen[card]))}"
    yield t(locale, "show.market.modules", deck=len(state.module_deck))
    yield from (f"- {component_words(locale, table, module)}" for module in state.module_display)
    yield t(locale, "show.market.machines")
    for track in TRACKS:
        for machine in state.market[track]:
            words = machine_words(locale, table, machine)
            name = f"{sign(track)} **{component_name(locale, table, machine)}**"
            yield f"- {t(locale, 'show.named', name=name, words=words)}"
    yield t(locale, "show.market.crates", crates=len(state.crates))
    left = " ".join(f"{state.artifacts.get(colour, 0)} {sign(colour)}" for colour in ARTIFACT_COLOURS)
    yield tn(locale, "show.market.artifacts", artifacts_left(state), colours=left)
    reserved = reserved_words(locale, state, table.names)
    if reserved is not None:
        yield reserved
    yield from market_lines(locale, table)
    if apart := apart_line(locale, table):
        yield f"{sign('large')} {apart}"
    yield from lake_lines(locale, table)


# ---- the log -----------------------------------------------------------------------------------------------------


def log_panel(
    found: TableSnapshot, logged: Sequence[Logged], page: int = 0, acts: Sequence[tuple[int, str]] = ()
) -> Panel:
    """A page of the log; page 0 is the newest."""
    found_pages = pages(list(log_lines(found, logged, acts)) or [t(found.locale, "show.log.empty")], PAGE)
    page = min(page, len(found_pages) - 1)
    buttons: list[ui.Item[Any]] = []
    if page + 1 < len(found_pages):
        buttons.append(log_button(found, page + 1, t(found.locale, "show.log.older")))
    if page > 0:
        buttons.append(log_button(found, page - 1, t(found.locale, "show.log.newer")))
    heading = f"### {sign('log')} {t(found.locale, 'show.log')} · {len(found_pages) - page}/{len(found_pages)}"
    told = [news_button(found), replay_button(found), *([] if page else [closer_button(found, LAST)])]
    return panel_of([heading, found_pages[-1 - page]], [*buttons, *told, turn_button(found)])


def log_lines(found: TableSnapshot, logged: Sequence[Logged], acts: Sequence[tuple[int, str]] = ()) -> Iterator[str]:
    """The sentences of records, with computer players' reasons; what an undo took back is named as taken back.

    :param acts: sentences about absent people, each with the number of the record that it stands before.
    """
    undone = {number for line in logged for number in line.record.undid}
    for line in logged:
        record = line.record
        while acts and acts[0][0] <= record.number:
            yield f"- {acts[0][1]}"
            acts = acts[1:]
        if record.undid and record.back is None:
            yield f"- {t(found.locale, 'show.log.undone', name=seat_name(found.locale, found.table, record.seat))}"
        for told in told_events(found, record, record.events):
            yield f"- ~~{told.text}~~" if record.number in undone else f"- {told.text}"
    yield from (f"- {text}" for _, text in acts)


# ---- the score ---------------------------------------------------------------------------------------------------


def score_panel(found: TableSnapshot, picture: Picture | None = None) -> Panel:
    """Everybody's score as if the game ended now, with every line that the reader may see: in the picture, else in
    words."""
    sheets = list(found.status.sheets) or score(found.seen)
    heading = t(found.locale, "score_now.final" if found.status.stage == "over" else "score_now.heading")
    rules = [RuleButton.of(found.locale, "score.list", t(found.locale, "score_now.rule"))]
    looks = [review_button(found)] if found.status.stage == "over" else []
    texts = [f"### {sign('score')} {heading}", *score_texts(found, sheets, pictured=picture is not None)]
    return panel_of(texts, [*looks, *rules, turn_button(found)]).show(picture)


def score_texts(
    found: TableSnapshot, sheets: Sequence[ScoreSheet], *, pictured: bool = False, only: int | None = None
) -> Iterator[str]:
    """Ranks, ties, and every line of every player, the winner first.

    :param pictured: a picture shows the lines.
    :param only: the seat whose lines are told; None: all.
    """
    ordered = sorted(sheets, key=lambda sheet: (sheet.rank, sheet.seat))
    yield "\n".join(_rank(found, sheet) for sheet in ordered)
    if ties := tie_words(found.locale, sheets, found.table):
        yield "\n".join(ties)
    yield from by_hand_lines(found)
    for sheet in () if pictured else (each for each in ordered if only in (None, each.seat)):
        name = seat_name(found.locale, found.table, sheet.seat)
        lines = [line_words(found.locale, line) for line in sheet.lines]
        yield "\n".join([f"**{name}**", *(f"- {line}" for line in lines), total_words(found.locale, sheet)])


def by_hand_lines(found: TableSnapshot) -> Iterator[str]:
    """How often players have entered something by hand; nothing where nobody has."""
    entered = entered_by_hand(found.view.state) if found.view else []
    by_seat = [
        pair(found.locale, seat_name(found.locale, found.table, seat), str(n)) for seat, n in enumerate(entered) if n
    ]
    if by_seat:
        yield t(found.locale, "score_now.by_hand", players=", ".join(by_seat))


def _rank(found: TableSnapshot, sheet: ScoreSheet) -> str:
    name = seat_name(found.locale, found.table, sheet.seat)
    return t(
        found.locale, "score_now.rank", rank=sheet.rank, name=name, points=tn(found.locale, "thing.points", sheet.total)
    )
