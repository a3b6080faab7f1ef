"""The last turns at the table: headline of table message and panel, status, alternative text, in three languages."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from bot.engine import Game
from bot.engine.actions import EndTurn, Offer
from bot.pictures import board
from bot.text import LOCALES, Locale
from cogs.core.persistent_ui import Panel
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.status_panel import _lines as status_lines
from cogs.game.views.table_message import final_panel, table_panel
from cogs.game.views.turn_panel import closing_panel, turn_panel
from tests.cogs.game.test_inspect_panels import look_at, mistakes
from tests.rules.position_lab import answer, do, position
from tests.rules.test_end import last_one, take, turn
from tests.rules.test_ending import triggered

NAMES = ("Ada", "Ben", "Cleo")
HEADLINE = {"en": "🏁 Last turn: Ben", "de": "🏁 Letzter Zug: Ben", "fr": "🏁 Dernier tour\N{NO-BREAK SPACE}: Ben"}
YOURS = {"en": "🏁 Your last turn", "de": "🏁 Dein letzter Zug", "fr": "🏁 Ton dernier tour"}
CAUSE = {
    "en": "Ada took the last large artifact",
    "de": "Ada hat das letzte große Artefakt genommen",
    "fr": "Ada a pris le dernier grand artefact",
}
NEAR = {"en": "Only 1 large artifact", "de": "Nur noch 1 großes Artefakt", "fr": "plus qu’un grand artefact"}
LAST_IN_ALT = {"en": "Ben’s last turn", "de": "Ben ist zum letzten Mal", "fr": "le dernier pour Ben"}


def seen(game: Game, locale: Locale, seat: int | None) -> TableSnapshot:
    """The game as a seat, or the public, sees it, with short names."""
    found = look_at(game, locale, seat)
    named = zip(NAMES, found.status.seats, strict=False)
    seats = tuple(msgspec.structs.replace(each, name=name) for name, each in named)
    status = msgspec.structs.replace(found.status, seats=seats)
    return TableSnapshot(locale, status, found.user, found.seat, found.pack, found.view, found.controls)


def words(panel: Panel) -> str:
    assert mistakes(panel) == []
    return "\n".join(content for child in panel.walk_children() if (content := str(getattr(child, "content", ""))))


def public(game: Game, locale: Locale) -> tuple[str, str, str]:
    """Table message, status and alternative text."""
    found = seen(game, locale, None)
    message = words(table_panel(found, [], "<@11>"))
    return message, "\n".join(status_lines(found)), board(found.seen, locale, names=NAMES).alt


def last_turn_of_ben() -> Game:
    game = triggered()
    do(game, EndTurn(seat=0))
    return game


@pytest.mark.parametrize("locale", LOCALES)
def test_the_last_turn_is_the_headline_for_everybody(locale: Locale) -> None:
    message, status, alt = public(last_turn_of_ben(), locale)
    assert message.startswith(f"## {HEADLINE[locale]}\n")
    assert "<@11>" in message
    assert HEADLINE[locale] in status
    assert LAST_IN_ALT[locale] in alt
    for text in (message, status, alt):
        assert CAUSE[locale] in text
        assert "Cleo" in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_last_turn_is_the_headline_for_whoever_has_it(locale: Locale) -> None:
    game = last_turn_of_ben()
    panel = words(turn_panel(seen(game, locale, 1)))
    assert panel.startswith(f"### {YOURS[locale]}\n")
    assert CAUSE[locale] in panel
    for other in (0, 2):
        assert YOURS[locale] not in words(turn_panel(seen(game, locale, other)))
    found = seen(game, locale, 1)
    assert found.controls is not None
    assert YOURS[locale] in words(closing_panel(found, found.controls, Offer(EndTurn(seat=1))))


def test_the_others_know_whether_they_have_a_turn() -> None:
    game = last_turn_of_ben()
    texts = [words(turn_panel(seen(game, "en", seat))) for seat in range(3)]
    assert ["You have 1 more turn." in text for text in texts] == [False, False, True]
    assert ["You have no more turns." in text for text in texts] == [True, False, False]


@pytest.mark.parametrize("locale", LOCALES)
def test_while_the_causing_turn_runs_only_its_seat_is_told(locale: Locale) -> None:
    game = triggered()
    for text in public(game, locale):
        assert "🏁" not in text
        assert CAUSE[locale] not in text
    panel = words(turn_panel(seen(game, locale, 0)))
    assert YOURS[locale] in panel
    assert CAUSE[locale] in panel


@pytest.mark.parametrize("locale", LOCALES)
def test_one_artifact_left_is_said_before(locale: Locale) -> None:
    game = last_one()
    for text in (*public(game, locale), words(turn_panel(seen(game, locale, 0)))):
        assert NEAR[locale] in text
    take(game)
    answer(game, 0, "yellow")
    more = position(3).artifacts_left(yellow=2, white=0, violet=0).build()
    for text in (*public(game, locale), *public(more, locale)):
        assert NEAR[locale] not in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_final_score_says_who_ended_it(locale: Locale) -> None:
    game = last_turn_of_ben()
    for seat in (1, 2):
        turn(game, seat)
    assert game.state.phase == "over"
    assert CAUSE[locale] in words(final_panel(seen(game, locale, None)))


def every_cause() -> Iterator[Game]:
    for how in ("artifact", "removal", "token", None):
        game = last_turn_of_ben()
        game.state.end_how = how
        yield game


@pytest.mark.parametrize("locale", LOCALES)
def test_each_cause_has_a_sentence(locale: Locale) -> None:
    assert len({public(game, locale)[0] for game in every_cause()}) == 4


PHASES = {
    "en": {"setup": "before the first turn", "between": "before the next turn", "closing": "before the final scoring"},
    "de": {"setup": "Vor dem ersten Zug", "between": "Vor dem nächsten Zug", "closing": "Vor der Wertung"},
    "fr": {"setup": "avant le premier tour", "between": "avant le prochain tour", "closing": "avant le décompte final"},
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("phase", ["setup", "between", "closing"])
def test_what_nobody_on_turn_waits_for(locale: Locale, phase: str) -> None:
    """In public and on the own panel, where nothing can be planned then."""
    found = seen(last_turn_of_ben(), locale, 0)
    assert found.view is not None
    state = msgspec.structs.replace(found.view.state, phase=phase)
    status = msgspec.structs.replace(found.status, active=None)
    found = replace(found, status=status, view=replace(found.view, state=state), controls=None)
    own = turn_panel(found)
    assert PHASES[locale][phase] in words(own)
    assert PHASES[locale][phase] in words(table_panel(found, []))
    assert not [item for item in own.walk_children() if str(getattr(item, "custom_id", "")).startswith("table:plan")]
