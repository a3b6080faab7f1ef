"""Every panel of the table within Discord's limits, at every point of random games, in three languages, with the
longest names; and what must be on it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest
from discord import ui

from bot.app.tables import Controls, Logged, Move, Seat, Status
from bot.app.tables.model import Proof
from bot.engine import Game, apply, decision, explain, legal, new_game, score, view
from bot.engine.actions import Action, Build, EndTurn, Explore, Hibernate, Offer, Record, Refusal
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field, field_with_expansion
from bot.engine.resources import Amounts
from bot.engine.state import Options, SeatSetup, Setup
from bot.pictures import Picture
from bot.players import RandomPlayer, Reason
from bot.players.reason_wording import reason_words
from bot.practice.errors import Problems
from bot.practice.validation.validate_components import check_components
from bot.text import LOCALES, Locale, t
from bot.text.game import line_words
from cogs.core.persistent_ui import Panel
from cogs.game.input.action_codec import written
from cogs.game.snapshot import TableSnapshot, describe_records
from cogs.game.views.hand_panel import card_panel
from cogs.game.views.inspect_panels import (
    board_panel,
    log_lines,
    log_panel,
    look_panel,
    market_panel,
    score_panel,
    seat_panel,
)
from cogs.game.views.offer_groups import GROUPS, MAP, distinct, groups_of, in_group
from cogs.game.views.player_sheet import TABS
from cogs.game.views.recent_events import told_records, turn_lines_since
from cogs.game.views.refusal_panel import refusal_panel
from cogs.game.views.table_message import brief_table_panel, final_panel, left_behind, table_panel, turn_lines_panel
from cogs.game.views.target_panel import pick_panel
from cogs.game.views.turn_panel import all_panel, closing_panel, turn_panel

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LONG = "𝕎_*ide*_﷽<@1100000000000001000>`" + "W" * 40
EVERY = 46
"""Of so many steps of a game one is looked at; for Discord's limits half as many, in the soak twice as many."""


def games(seats: int, seed: int, *, expansion: bool = False, every: int = EVERY) -> Iterator[Game]:
    """A random game, again and again on its way, and at its end."""
    pack = field_with_expansion() if expansion else field()
    options = Options(vast_crystals=True, campaign_citizens=True, abyss=expansion)
    game = new_game(Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=seed, options=options), pack)
    player, step = RandomPlayer(seed), 0
    while (seat := next_seat(game)) is not None:
        if step % every == 0:
            yield game
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
        step += 1
    yield game


def look_at(game: Game, locale: Locale, seat: int | None) -> TableSnapshot:
    """The game as a seat, or the public, sees it."""
    over = game.state.phase == "over"
    shown = game.active if seat is None else seat
    controls = Controls(
        game=2**31,
        seat=shown,
        token="zzzzzz.3zzzz",
        offers=tuple(legal(game, shown)),
        decision=decision(game, shown) if seat is not None else None,
        active=shown == game.active,
        may_undo=True,
    )
    status = Status(
        game=2**31,
        guild=1,
        channel=2,
        message=3,
        stage="over" if over else "running",
        owner=10,
        locale=locale,
        seats=tuple(
            Seat(user=10 + number, name=LONG, tribe=mine.tribe) for number, mine in enumerate(game.state.seats)
        ),
        options=game.setup.options,
        version=9,
        tokens=("p",),
        active=game.active,
        turn=game.state.turn.number,
        waiting={other: asked.kind for other in range(len(game.state.seats)) if (asked := decision(game, other))},
        opened=NOW,
        changed=NOW,
        sheets=tuple(score(view(game, None))) if over else (),
    )
    user = None if seat is None else 10 + seat
    return TableSnapshot(locale, status, user, seat, game.pack, view(game, seat), None if over else controls)


def components(panel: Panel) -> list[Any]:
    """What is sent."""
    return cast("list[Any]", panel.to_components())


def mistakes(panel: Panel) -> list[Any]:
    """What Discord would refuse."""
    problems = Problems()
    check_components(components(panel), set(), (), problems, v2=True)
    return list(problems.found)


def test_mistakes_are_found() -> None:
    """The check below can fail."""
    panel = Panel()
    panel.add_item(ui.TextDisplay("x" * 3999))
    assert mistakes(panel) == []
    panel.add_item(ui.TextDisplay("xx"))
    assert mistakes(panel) != []


def panels(found: TableSnapshot, news: list[str]) -> Iterator[tuple[str, Panel]]:
    """Every panel of a running game for one person."""
    yield "turn", turn_panel(found, news, taken_back=True)
    yield "all", all_panel(found)
    for group in (*GROUPS, MAP):
        for crystals in (0, 3):
            yield f"pick {group}", pick_panel(found, group, 0, crystals)
    yield "last page", pick_panel(found, "populate", 9)
    for seat in range(len(found.status.seats)):
        for tab in TABS:
            yield f"seat {tab}", seat_panel(found, seat, tab)
    for form in ("chart", "list", "tiles"):
        yield form, board_panel(found, form)
    yield "market", market_panel(found)
    yield "score", score_panel(found)
    yield "log", log_panel(found, [])
    yield "look", look_panel(found)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("seats", "expansion"), [(2, False), (4, False), (3, True)])
@pytest.mark.parametrize("every", [2 * EVERY, pytest.param(EVERY // 2, marks=pytest.mark.soak)])
def test_every_panel_is_within_discord_s_limits(locale: Locale, seats: int, expansion: bool, every: int) -> None:
    for game in games(seats, seed=seats, expansion=expansion, every=every):
        news = [f"- {line}" for line in describe_records(look_at(game, locale, 0), game.records[-80:])]
        for seat in (game.active, (game.active + 1) % seats):
            for name, panel in panels(look_at(game, locale, seat), news):
                assert mistakes(panel) == [], f"{name}: {mistakes(panel)}"
        public = look_at(game, locale, None)
        lines = list(told_records(public, game.records[-80:]))
        last = final_panel(public) if game.state.phase == "over" else table_panel(public, lines, "<@1>" * 4)
        told = turn_lines_since(public, game.records)
        for panel in (last, left_behind(public, lines), turn_lines_panel(public, told)):
            assert mistakes(panel) == []
        if game.state.phase != "over":
            brief = brief_table_panel(public, told, "<@1>" * 4)
            assert mistakes(brief) == []
            assert sum(custom_id.startswith("table:") for custom_id in custom_ids(brief)) <= 6
            assert len([line for line in words(brief).split("\n") if line.startswith("- ")]) <= 2


@pytest.mark.parametrize("locale", LOCALES)
def test_after_the_end_the_own_panel_is_the_final_score(locale: Locale) -> None:
    """What the last press brought about stands above it; nothing leads on in a turn."""
    *_, game = games(2, 5)
    found = look_at(game, locale, 0)
    shown = str(components(turn_panel(found, ["- the last press"])))
    assert "- the last press" in shown
    assert all(str(sheet.total) in shown for sheet in found.status.sheets)
    assert "table:rematch:" in shown
    assert "table:undo:" not in shown


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_is_within_discord_s_limits(locale: Locale) -> None:
    game = next(iter(games(3, 8)))
    while game.state.phase == "setup":
        seat = next_seat(game)
        assert seat is not None
        apply(game, legal(game, seat)[0].action)
    found = look_at(game, locale, game.active)
    actions: list[Action] = [Build(seat=game.active, space=space, size="large") for space in range(0, 140, 5)]
    actions += [Explore(seat=game.active, place=place) for place in range(35)]
    tried = [explain(game, action) for action in actions]
    refusals = [refusal for refusal in tried if isinstance(refusal, Refusal)]
    assert len({refusal.reason for refusal in refusals}) >= 4
    for refusal in refusals:
        panel = refusal_panel(found, refusal, "build")
        assert mistakes(panel) == []
        assert any("cite:" in str(part) for part in components(panel))
    assert explain(game, Hibernate(seat=game.active)) is None


def custom_ids(panel: Panel) -> list[str]:
    return [str(getattr(child, "custom_id", "")) for child in panel.walk_children()]


@pytest.mark.parametrize("expansion", [False, True])
def test_everything_legal_can_be_reached_by_click(expansion: bool) -> None:
    """Each offer of a turn is a button or a menu's value on one of the pages of its group, for a card after the card;
    of plays that are the same choice one is."""
    for game in games(3, seed=11, expansion=expansion):
        if game.state.phase != "play" or decision(game, game.active):
            continue
        found = look_at(game, "de", game.active)
        for group in groups_of(legal(game, game.active)):
            offers = distinct(in_group(legal(game, game.active), group), found.table)
            if group in GROUPS:
                shown = {choice for page in range(9) for choice in followed(found, pick_panel(found, group, page))}
                assert shown >= {written(offer.action) for offer in offers}, group


def followed(found: TableSnapshot, panel: Panel) -> Iterator[str]:
    """The moves on a panel, and those behind its cards."""
    yield from moves_on(panel)
    assert found.controls is not None
    for card in cards_on(panel):
        behind = card_panel(found, found.controls, card)
        assert behind is not None
        yield from moves_on(behind)


def cards_on(panel: Panel) -> Iterator[str]:
    """The cards that a panel leads to."""
    for child in panel.walk_children():
        custom_id = str(getattr(child, "custom_id", ""))
        if custom_id.startswith("table:card:"):
            yield custom_id.rpartition(":")[2]
        if custom_id.startswith("table:cards:"):
            assert isinstance(child, ui.Select)
            yield from (option.value for option in child.options)


def moves_on(panel: Panel) -> Iterator[str]:
    for child in panel.walk_children():
        custom_id = str(getattr(child, "custom_id", ""))
        if custom_id.startswith("table:do:"):
            yield custom_id.split(":", 4)[4]
        if custom_id.startswith("table:menu:"):
            assert isinstance(child, ui.Select)
            yield from (option.value for option in child.options)


def test_targets_come_cheapest_first() -> None:
    for game in games(2, seed=21):
        for group in GROUPS:
            costs = [offer.cost.total for offer in in_group(legal(game, game.active), group)]
            assert costs == sorted(costs)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_end_of_a_turn_says_what_is_lost(locale: Locale) -> None:
    game = next(iter(games(2, 5)))
    found = look_at(game, locale, 0)
    assert found.controls is not None
    offer = Offer(EndTurn(seat=0), loses=Amounts(food=2, crystal=1))
    panel = closing_panel(found, found.controls, offer)
    text = " ".join(str(getattr(child, "content", "")) for child in panel.walk_children())
    assert "⚠️" in text
    assert "2 " in text
    assert "1 " in text


def test_names_neither_format_nor_ping() -> None:
    game = next(iter(games(2, 5)))
    found = look_at(game, "en", None)
    text = " ".join(str(getattr(child, "content", "")) for child in table_panel(found, []).walk_children())
    assert "<@1100000000000001000>" not in text
    assert "*ide*" not in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_log_says_why_a_computer_player_moved(locale: Locale) -> None:
    """Behind what it did, whatever it paid before; a reason that has no sentence any more is left out."""
    *_, game = games(2, seed=1)
    explored = next(record for record in game.records if isinstance(record.action, Explore))
    ended = next(record for record in game.records if isinstance(record.action, EndTurn))
    found = look_at(game, locale, None)

    def lines(record: Record, key: str | None) -> list[str]:
        why = Reason(key, {"n": 2}) if key else None
        move = Move(**msgspec.structs.asdict(record), why=why)
        return list(log_lines(found, [Logged(move, NOW, None)]))

    plain = lines(explored, None)
    at = next(index for index, event in enumerate(explored.events) if event.key == "explored")
    reason = reason_words(locale, found.table, Reason("points", {"n": 2}))
    assert at == 1, "it was paid for before"
    assert lines(explored, "points") == [plain[0], f"{plain[1]} – {reason}", *plain[2:]]
    assert lines(explored, "of an older version") == plain
    assert lines(ended, "points") == lines(ended, None)


# ---- from a file -------------------------------------------------------------------------------------------------


def words(panel: Panel) -> str:
    """All that is written on a panel."""
    return "\n".join(str(getattr(child, "content", "")) for child in panel.walk_children())


def from_file(game: Game, locale: Locale, **values: Any) -> TableSnapshot:
    """The game as the public sees it at a practice table."""
    found = look_at(game, locale, None)
    return replace(found, status=msgspec.structs.replace(found.status, practice=True, **values))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_from_a_file_says_so_and_keeps_seats(locale: Locale) -> None:
    for number, game in enumerate(games(4, 3)):
        if number % 4 or game.state.phase == "over":
            continue
        seats = look_at(game, locale, None).status.seats
        kept = tuple(msgspec.structs.replace(seat, user=None, kept_for=7 + seat.user) for seat in seats if seat.user)
        found = from_file(game, locale, seats=kept, proof=Proof("ab" * 32))
        panel = table_panel(found, [], picture=Picture(b"", "map", "map.png"))
        assert [each for each in custom_ids(panel) if each.startswith("table:sit:")] == [f"table:sit:{found.game}"]
        for part in (t(locale, "turn.practice"), "ab" * 6, found.table.names[3]):
            assert part in words(panel)
        assert mistakes(table_panel(found, [])) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_message_begins_with_what_to_do(locale: Locale) -> None:
    """The seal of the shuffle is its last line; the whole hash is behind Look, and stays in the channel afterwards."""
    found = look_at(next(games(2, 3)), locale, None)
    found = replace(found, status=msgspec.structs.replace(found.status, turn=1, proof=Proof("ab" * 32)))
    for panel in (table_panel(found, []), brief_table_panel(found, [])):
        assert "ab" * 32 not in words(panel)
        last = list(panel.walk_children())[-1]
        assert "ab" * 6 in str(getattr(last, "content", ""))
    assert "ab" * 6 not in words(brief_table_panel(found, ["a turn"]))
    for panel in (look_panel(found), left_behind(found, []), turn_lines_panel(found, ["a turn"], first=True)):
        assert "ab" * 32 in words(panel)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_mark_of_a_trial_table_is_not_cut(locale: Locale) -> None:
    """That it does not count is its end."""
    found = look_at(next(games(2, 3)), locale, None)
    found = replace(found, status=msgspec.structs.replace(found.status, trial_of=(99999, 200)))
    for panel in (table_panel(found, []), brief_table_panel(found, [])):
        assert t(locale, "trial.mark", of=99999, turn=200) in words(panel)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_message_in_whose_time_nothing_happened_says_what_stays_true(locale: Locale) -> None:
    """An archived game that had not begun to move leaves such a message when it is brought back."""
    found = look_at(next(games(2, 3)), locale, None)
    for panel in (left_behind(found, []), turn_lines_panel(found, [])):
        assert t(locale, "turn.further_down") in words(panel)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_score_is_told_once(locale: Locale) -> None:
    """Every line is in the picture or else in words; who is ahead is told beside the picture too."""
    found = look_at(list(games(2, 3))[-1], locale, 0)
    plain, pictured = score_panel(found), score_panel(found, Picture(b"", "score", "score.png"))
    sheet = found.status.sheets[0] if found.status.sheets else score(found.seen)[0]
    line = line_words(locale, sheet.lines[0])
    assert line in words(plain)
    assert line not in words(pictured)
    rank = words(plain).split("\n")[2]
    assert rank
    assert rank in words(pictured)


@pytest.mark.parametrize("locale", LOCALES)
def test_seed_and_salt_are_shown_at_the_end(locale: Locale) -> None:
    game = list(games(2, 3))[-1]
    found = from_file(game, locale, proof=Proof("ab" * 32, (1 << 62) - 1, "0f" * 16))
    panel = final_panel(found)
    assert f"{(1 << 62) - 1}:{'0f' * 16}" in words(panel)
    assert not [each for each in custom_ids(panel) if each.startswith("table:sit:")]
    assert mistakes(panel) == []
