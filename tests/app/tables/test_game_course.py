"""A game's course: its moments are those that playing every record gives, and so is every position, in any order."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from unittest.mock import patch

import pytest

from bot.app.tables.game_course import EVERY, Course, Moment
from bot.app.tables.model import Move
from bot.engine import Game, Replay, score, view
from bot.engine.actions import EndAction, EndTurn, Record
from bot.engine.api import effective
from tests.app.tables.table_fixture import KIM, World, caller
from tests.app.tables.test_game_history import TABLES, played
from tests.old_rulings.test_version_1 import kept, names


def moves(records: Sequence[Record]) -> list[Move]:
    return [Move(**{name: getattr(each, name) for name in Record.__struct_fields__}) for each in effective([*records])]


def started(game: Game) -> Replay:
    return Replay(game.setup, game.pack, game.state.began)


def played_through(done: Replay, records: Sequence[Record]) -> Iterator[tuple[Moment, bytes]]:
    """What every position says: the slow way."""
    game, since = done.game, 0
    yield Moment(0, 0, None, 0, ends=True), game.snapshot()
    begins, turn, seat = 0, game.state.turn.number, game.state.turn.seat
    for record in records:
        if not done.step(record):
            return
        since += 1
        over = isinstance(record.action, EndTurn) or (game.state.phase == "over")
        if over or isinstance(record.action, EndAction):
            yield Moment(record.number + 1, turn, seat, begins, ends=over), game.snapshot()
            since = 0
        if game.state.turn.number != turn:
            begins, turn, seat = record.number + 1, game.state.turn.number, game.state.turn.seat
    if since:
        yield Moment(records[-1].number + 1, turn, seat, begins, ends=False), game.snapshot()


def same(course: Course, game: Game) -> None:
    """Each moment and each position, asked for in any order."""
    wanted = list(played_through(started(game), course.records))
    assert list(course.moments) == [moment for moment, _ in wanted]
    order = [*range(len(wanted)), *reversed(range(len(wanted))), *Random(3).choices(range(len(wanted)), k=40)]
    for step in order:
        assert course.at(step).snapshot() == wanted[step][1]


@pytest.mark.parametrize("kind", TABLES)
async def test_every_position_of_a_game_in_any_order(w: World, kind: str) -> None:
    people, options = TABLES[kind]
    number = await played(w, people, options, 150)
    game = (await w.tables.repository.get(number)).started_game()
    course = await w.tables.histories.course(number)
    same(course, game)
    for step in range(0, len(course.moments), 5):
        for seat in (None, 0):
            found = course.totals(step, seat)
            assert found == tuple(sheet.total for sheet in score(view(course.at(step), seat)))
            assert course.totals(step, seat) == found


@pytest.mark.parametrize("kind", ["base", "expansion", "mautoma"])
async def test_a_course_grows_with_its_game(w: World, kind: str) -> None:
    """Also where its last actions were taken back, and other things done instead."""
    people, options = TABLES[kind]
    number = await played(w, people, options, 160)
    game = (await w.tables.repository.get(number)).started_game()
    records = (await w.tables.histories.course(number)).records
    course = Course(number, partial(started, game), records[:60])
    same(course, game)
    for until in (61, 75, 74, 90, len(records)):
        course = course.longer(records[:until])
        same(course, game)


async def test_what_two_courses_share_is_not_played_again(w: World) -> None:
    number = await played(w, *TABLES["base"], 150)
    course = await w.tables.histories.course(number)
    course.play_ahead()
    table = await w.tables.repository.get(number)
    with patch.object(Replay, "step", autospec=True, side_effect=Replay.step) as stepped:
        after = Course(number, partial(started, table.started_game()), course.records)
        after = course.longer(course.records[:-1])
        after.at(len(after.moments) - 1)
        most = max(b.records - a.records for a, b in zip(course.moments, course.moments[EVERY:], strict=False))
        assert stepped.call_count <= 3 * most


@pytest.mark.parametrize("name", names()[::7])
def test_a_game_of_older_rulings_goes_as_far_as_it_went(name: str) -> None:
    game = kept(name)
    course = Course(1, partial(started, game), moves(game.records))
    wanted = [moment for moment, _ in played_through(started(game), course.records)]
    assert list(course.moments) == wanted[: len(course.moments)]
    assert len(course.moments) >= len(wanted) - 1
    positions = [position for _, position in played_through(started(game), course.records)]
    for step in range(len(course.moments)):
        assert course.at(step).snapshot() == positions[step]


async def test_a_rollback_takes_the_course_back_with_it(w: World) -> None:
    number = await played(w, *TABLES["base"], 90)
    before = await w.tables.histories.course(number)
    before.play_ahead()
    ask = (await w.tables.rollbacks.starts(number))[0]
    for user in TABLES["base"][0]:
        voted = await w.tables.rollbacks.agree(caller(user), number, ask.records, before.records[-1].number + 1)
    assert voted.done
    table = await w.tables.repository.get(number)
    course = await w.tables.histories.course(number)
    assert course.whole
    assert course.moments[-1].records >= ask.records
    assert course.at(len(course.moments) - 1).snapshot() == table.started_game().snapshot()
    shown = await w.tables.histories.step(number, KIM)
    assert shown.seen.state.turn.number == ask.turn
