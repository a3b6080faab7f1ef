"""Reasons are told in every language, and give nothing hidden away."""

from __future__ import annotations

import re

import pytest

from bot.engine import apply, legal, view
from bot.engine.actions import TURN_ACTIONS
from bot.engine.debug.transcript import next_seat
from bot.engine.state import Options
from bot.players import POLICIES, Planner, Reason
from bot.players.reason_wording import policy_about, reason_words, short_reason
from bot.text import LOCALES, Locale, catalogues
from bot.text.game import table_of
from tests.players.table import laid

VALUES: dict[str, dict[str, int | str | None]] = {
    "reach": {"space": "r_forest_1"},
    "for_next": {"action": "build"},
    "technology": {"technology": "root_1"},
    "hibernate": {"cards": 3, "energy": 1},
    "least_wanted": {"colour": "white"},
    "artifact_colour": {"colour": "yellow"},
    "artifact_counts": {"colour": "violet", "of": "crates", "n": 2},
}
KEYS = [key.split(".", 2)[2] for key in catalogues()["en"] if key.startswith("players.reason.")]
COUNTED = ["explore", "last_turn", "large_location", "points", "steps"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", KEYS)
def test_every_reason_can_be_told(locale: Locale, key: str) -> None:
    table = table_of(view(laid(1, 2), 0), ["Ada", "Ben"])
    told = reason_words(locale, table, Reason(key, VALUES.get(key, {})))
    assert re.fullmatch(r"[A-ZÀ-Ý].*\.", told)
    assert "{" not in told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", COUNTED)
@pytest.mark.parametrize("number", [1, 2])
def test_reasons_with_numbers(locale: Locale, key: str, number: int) -> None:
    table = table_of(view(laid(1, 2), 0), ["Ada", "Ben"])
    assert str(number) in reason_words(locale, table, Reason(key, {"n": number}))


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_of_what_hibernation_brings_back_is_not_told(locale: Locale) -> None:
    table = table_of(view(laid(1, 2), 0), ["Ada", "Ben"])
    told = [
        reason_words(locale, table, Reason("hibernate", {"cards": cards, "energy": energy}))
        for cards, energy in ((3, 0), (0, 2), (3, 2), (0, 0))
    ]
    assert [re.findall(r"\d", words) for words in told] == [["3"], ["2"], ["3", "2"], ["0"]]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_for_a_main_action_is_a_phrase_too(locale: Locale) -> None:
    """As the planners give them in whole games; it stands in the middle of a line."""
    keys = set()
    for seed in range(3):
        game, planner = laid(seed, 2), Planner("easy")
        while (seat := next_seat(game)) is not None:
            thought = planner.think(view(game, seat), legal(game, seat))
            if isinstance(thought.action, TURN_ACTIONS):
                assert thought.reason is not None
                phrase = short_reason(locale, table_of(view(game, None), ["Ada", "Ben"]), thought.reason)
                assert re.fullmatch(r"([a-z(].{3,58}[^.])?", phrase), phrase
                assert (phrase == "") == (thought.reason.key == "technology")
                keys.add(thought.reason.key)
            apply(game, thought.action)
    assert {"hibernate", "explore", "technology", "reach", "points"} <= keys


def test_games_are_told_from_start_to_end_without_secrets() -> None:
    """Everybody reads the reasons: neither a hidden artifact card nor a crate's content may be in them."""
    game, planner, keys = laid(2, 2, Options(artifact_card="choose")), Planner("easy"), set()
    while (seat := next_seat(game)) is not None:
        seen = view(game, seat)
        thought = planner.think(seen, legal(game, seat))
        assert thought.reason is not None
        secrets = {*seen.state.seats[seat].artifact_cards, *seen.state.seats[seat].crates}
        assert not secrets & {str(value) for value in thought.reason.values.values()}
        assert thought.reason.key != "artifact_counts"
        for locale in LOCALES:
            assert reason_words(locale, table_of(view(game, None), ["Ada", "Ben"]), thought.reason)
        keys.add(thought.reason.key)
        apply(game, thought.action)
    assert {"hibernate", "nothing_better", "technology", "explore", "new_card"} <= keys


def test_one_artifact_card_for_all_may_be_named() -> None:
    keys = set()
    for seed in range(4):
        game, planner = laid(seed, 2, Options(artifact_card="common")), Planner("easy")
        while (seat := next_seat(game)) is not None:
            thought = planner.think(view(game, seat), legal(game, seat))
            keys.add(thought.reason.key if thought.reason else "")
            apply(game, thought.action)
    assert "artifact_counts" in keys
    assert "artifact_colour" not in keys


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("policy", POLICIES)
def test_policies_are_described(locale: Locale, policy: str) -> None:
    assert policy_about(locale, policy).endswith(".")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_tile_without_points_is_not_explored_for_0_points(locale: Locale) -> None:
    table, reason = table_of(view(laid(1, 2), 0), ["Ada", "Ben"]), Reason("explore", {"n": 0})
    for words in (reason_words(locale, table, reason), short_reason(locale, table, reason)):
        assert words
        assert "0" not in words
