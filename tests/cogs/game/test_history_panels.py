"""The digest and the replay as panels: in three languages within Discord's limits at every step of whole games, with
lines that tell each main action."""

from dataclasses import replace

import msgspec
import pytest

from bot.app.tables import Seat
from bot.app.tables.game_course import Moment
from bot.app.tables.game_history import Step
from bot.engine import Game, apply, legal, new_game, record_for, score, view
from bot.engine.actions import TURN_ACTIONS, EndTurn, Record
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options, SeatSetup, Setup
from bot.players import RandomPlayer
from bot.text import LOCALES, Locale, t
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.news_panel import last_own_turn, news_lines, news_panel
from cogs.game.views.replay_panel import at_step, replay_panel
from tests.cogs.game.test_inspect_panels import look_at, mistakes
from tests.cogs.game.test_own_panel import said

SEATS = 4


def game_of(actions: int, options: Options | None = None, seats: int = SEATS) -> Game:
    pack = field()
    game = new_game(Setup(seats=(SeatSetup(),) * seats, pack=pack.hash, seed=5, options=options or Options()), pack)
    player = RandomPlayer(4)
    for _ in range(actions):
        seat = next_seat(game)
        if seat is None or game.state.phase == "over":
            break
        apply(game, player.pick(legal(game, seat), None))
    return game


def told(game: Game, seat: int | None) -> list[Record]:
    return [record_for(record, seat) for record in game.records]


def named(found: TableSnapshot, *names: str) -> TableSnapshot:
    seats = tuple(Seat(user=10 + number, name=name) for number, name in enumerate(names))
    return replace(found, status=msgspec.structs.replace(found.status, seats=seats))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_digest_has_a_line_for_each_main_action_since_the_own_turn(locale: Locale) -> None:
    game = game_of(160)
    for seat in range(SEATS):
        found = named(look_at(game, locale, seat), "Kim", "Alex", "Robin", "Sascha")
        records = told(game, seat)
        since = last_own_turn(found, records)
        assert since >= 0
        done = [r for r in records if r.number > since and isinstance(r.action, TURN_ACTIONS)]
        lines = news_lines(found, records, since)
        for number, name in enumerate(("Kim", "Alex", "Robin", "Sascha")):
            mine = [line for line in lines if line.split("` ", 1)[1].startswith(name)]
            wanted = sum(record.seat == number for record in done) if number != seat else 0
            assert len(mine) >= wanted
            assert number != seat or not mine
        panel = news_panel(found, records)
        assert mistakes(panel) == []
        assert t(locale, "show.news.own") in said(panel)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_digest_of_a_whole_game_has_pages_that_fit(locale: Locale) -> None:
    game = game_of(4000)
    found = look_at(game, locale, 0)
    records = [record for record in told(game, 0) if not isinstance(record.action, EndTurn) or record.seat]
    for page in (0, 1, 99):
        assert mistakes(news_panel(found, records, page)) == []
    outside = news_panel(found, records, here=False)
    assert "table:turn:" not in str(outside.to_components())


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_new_is_said(locale: Locale) -> None:
    game = game_of(2, Options(artifact_card="deal"))
    assert t(locale, "show.news.none") in said(news_panel(look_at(game, locale, 3), []))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("options", [Options(), Options(alone="mautoma")], ids=["four", "mautoma"])
def test_every_step_of_a_game_fits(locale: Locale, options: Options) -> None:
    game = game_of(4000, options, SEATS if options.alone == "no" else 1)
    found = look_at(game, locale, 0)
    records = tuple(told(game, 0))
    turns = {number: number - 1 for number in range(1, 90)}
    for number in range(0, len(records), max(1, len(records) // 40)):
        begins = max((r.number + 1 for r in records[:number] if isinstance(r.action, EndTurn)), default=0)
        moment = Moment(number, 3, 0, begins, ends=True)
        seen = view(game, 0)
        course = (tuple(sheet.total for sheet in score(seen)),) * 6
        step = Step(number, len(records), moment, seen, records[max(0, begins - 1) : number], course, turns)
        panel = replay_panel(at_step(found, step), step, running=number % 2 == 0)
        assert mistakes(panel) == []
