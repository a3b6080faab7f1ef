"""Kept games: readable logs (state, decisions, offers, events, what each seat sees), replayed line by line.

A log that changes means that a rule or a text of the log has changed: read the difference, then write it anew with
``python -m tests.games.keep``. The pack they were played with is kept beside them, so that tuning ``field`` leaves
them alone.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.engine import Game, apply, decision, load, new_game, undo
from bot.engine.actions import Choose, Refused, UseSwitch
from bot.engine.components import Pack
from bot.engine.debug.invariants import violations
from bot.engine.debug.transcript import replayed
from bot.engine.replay import replay
from bot.simulation.simulated_games import finish

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.log"))


def kept_pack(*, expansion: bool = False) -> Pack:
    """The pack of the kept games, or of those with the expansion."""
    name = "pack_abyss.json" if expansion else "pack.json"
    return msgspec.json.decode((HERE / name).read_bytes(), type=Pack)


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_a_kept_game_goes_as_it_went(path: Path) -> None:
    """Every line: offers, decisions, events, scores."""
    kept = path.read_text(encoding="utf-8").splitlines()
    pack = kept_pack(expansion=path.stem.endswith("abyss"))
    assert list(replayed(kept, lambda setup: new_game(setup, pack))) == kept


def test_there_are_kept_games_for_two_three_and_four() -> None:
    """Of every size, with and without options."""
    assert {path.stem.split("_")[0] for path in LOGS} == {"two", "three", "four"}


@pytest.mark.parametrize(
    "path", sorted((HERE.parent / "saves").glob("*/*.save")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_saves_of_every_release_load_undo_and_finish(path: Path) -> None:
    """Ruling old-games."""
    pack = msgspec.json.decode((path.parent / "pack.json").read_bytes(), type=Pack)
    game = load(path.read_bytes(), {pack.hash: pack})
    try:
        undo(game, game.active)
    except Refused as refused:
        assert refused.refusal.reason in ("undo_barrier", "nothing_to_undo", "undo_other_acted")  # noqa: PT017
    finish(game, seed=1)
    assert game.state.phase == "over"


def of_version_1(name: str) -> Game:
    """A game that was saved under rules version 1, stopped in the middle of what is ruled otherwise now."""
    folder = HERE.parent / "saves" / "rules_1"
    pack = msgspec.json.decode((folder / "pack.json").read_bytes(), type=Pack)
    return load((folder / f"{name}.save").read_bytes(), {pack.hash: pack})


def test_a_long_game_of_three_goes_on_and_can_be_played_again() -> None:
    """Nobody may begin one any more (``variant.long_game_fewer``); what has begun stays what it was."""
    game = of_version_1("long_game_of_three")
    assert (len(game.state.seats), game.setup.options.long_game, game.state.end_tokens) == (3, True, 2)
    again = replay(game.setup, game.pack, game.records, game.state.began)
    assert (again.older, again.differs) == (True, None)
    assert again.game.count >= game.count


def test_a_copied_citizen_of_an_older_game_is_not_discarded_twice() -> None:
    """It had left the display before its effect; the decision that was open is answered, and nothing goes again."""
    game = of_version_1("copied_citizen_asks")
    copied = next(
        event.values["card"] for record in game.records[::-1] for event in record.events if event.key == "copied_shown"
    )
    assert copied in game.state.removed
    assert decision(game, 0) is not None
    finish(game, seed=1)
    assert game.state.removed.count(str(copied)) == 1
    assert violations(game) == []


def test_an_older_game_differs_from_the_turn_in_which_the_order_matters() -> None:
    """Copies whose effect asks nothing go as they went; the one that asks comes to its discard later now."""
    game = of_version_1("copied_citizen_asks")
    again = replay(game.setup, game.pack, game.records, game.state.began)
    assert again.differs == game.state.turn.number


def test_a_citizen_that_stayed_in_the_display_of_an_older_game_leaves_with_its_next_copy() -> None:
    """With an empty deck it stayed then."""
    game = of_version_1("copied_citizen_without_deck")
    (card,) = game.state.display
    assert card not in game.state.removed
    while (asked := decision(game, 0)) is not None:
        apply(game, Choose(seat=0, answer=tuple(range(asked.least))))
    game.seat(0).switch_used = False
    game.state.turn.actions, game.state.turn.window.main_done = 1, False
    game.changed()
    apply(game, UseSwitch(seat=0, copy=card))
    while (asked := decision(game, 0)) is not None:
        apply(game, Choose(seat=0, answer=tuple(range(asked.least))))
    assert game.state.display == []
    assert card in game.state.removed
