"""A message that asks people is kept as long as the table waits for one of them."""

from datetime import UTC, datetime

from msgspec.structs import replace

from bot.app.tables import Notice, Status
from bot.app.tables.model import NoticeKind
from cogs.game.publishing.shown_message import ShownMessage
from tests.cogs.game.test_inspect_panels import games, look_at


def told(status: Status, seat: int, kind: NoticeKind) -> Notice:
    return Notice(
        game=1,
        guild=1,
        channel=1,
        user=status.seats[seat].user or 0,
        seat=seat,
        kind=kind,
        where="channel",
        locale="en",
        since=datetime(2026, 1, 1, tzinfo=UTC),
    )


def people_on() -> Status:
    """A running table of people, the first of them on turn."""
    status = look_at(next(games(2, 1)), "en", None).status
    seats = tuple(replace(seat, user=100 + number) for number, seat in enumerate(status.seats))
    return replace(status, stage="running", seats=seats, active=0, waiting={})


def test_a_question_is_answered_when_nobody_who_was_asked_is_waited_for() -> None:
    status = people_on()
    both = ShownMessage(asked={7: (told(status, 0, "decision"), told(status, 1, "decision"))})
    assert both.kept.ping == 7
    assert both.answered(replace(status, waiting={1: "machine"})) == []
    assert both.answered(status) == [7], "whoever is on turn was asked before it"
    assert both.answered(status) == [], "it is deleted once"
    assert both.kept.ping is None


def test_a_reminder_of_a_turn_is_kept_until_the_turn_ends() -> None:
    status = people_on()
    late = ShownMessage(asked={7: (told(status, 0, "late"),)})
    assert late.answered(status) == []
    assert late.answered(replace(status, active=1)) == [7]


def test_nothing_is_waited_for_after_the_end() -> None:
    status = people_on()
    late = ShownMessage(asked={7: (told(status, 0, "late"),)})
    assert late.answered(replace(status, stage="over")) == [7]
