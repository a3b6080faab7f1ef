"""Kept games: readable logs (state, questions, offers, events, what each seat sees), replayed line by line.

A log that changes means that a rule or a text of the log has changed: read the difference, then write it anew with
``python -m tests.games.keep``. The pack they were played with is kept beside them, so that tuning ``field`` leaves
them alone.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.engine import load, new_game, undo
from bot.engine.actions import Refused
from bot.engine.chronicle import replayed
from bot.engine.components import Pack

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*.log"))


def kept_pack() -> Pack:
    """The pack of the kept games."""
    return msgspec.json.decode((HERE / "pack.json").read_bytes(), type=Pack)


@pytest.mark.parametrize("path", LOGS, ids=[path.stem for path in LOGS])
def test_a_kept_game_goes_as_it_went(path: Path) -> None:
    """Every line: offers, questions, events, scores."""
    kept = path.read_text(encoding="utf-8").splitlines()
    pack = kept_pack()
    assert list(replayed(kept, lambda setup: new_game(setup, pack))) == kept


def test_there_are_kept_games_for_two_three_and_four() -> None:
    """Of every size, with and without options."""
    assert {path.stem.split("_")[0] for path in LOGS} == {"two", "three", "four"}


@pytest.mark.parametrize(
    "path", sorted((HERE.parent / "saves").glob("*/*.save")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_saves_of_every_release_load_undo_and_finish(path: Path) -> None:
    """Design 2, Old games."""
    from bot.players.arena import finish

    pack = msgspec.json.decode((path.parent / "pack.json").read_bytes(), type=Pack)
    game = load(path.read_bytes(), {pack.hash: pack})
    try:
        undo(game, game.active)
    except Refused as refused:
        assert refused.refusal.reason in ("undo_barrier", "nothing_to_undo", "undo_other_acted")  # noqa: PT017
    finish(game, seed=1)
    assert game.state.phase == "over"
