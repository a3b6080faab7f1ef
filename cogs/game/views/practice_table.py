"""What is said of a table beside the game: that it came from a file, whose seats are kept, and by what its shuffle can
be checked."""

from collections.abc import Iterator
from typing import Any, Final

from discord import ui

from bot.game_files.file_format import SHORT_HASH
from bot.text import t
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.table_buttons import PRIMARY

FIRST_TURN: Final = 1


def kept_seats(found: TableSnapshot) -> list[str]:
    """The names of those for whom seats are kept."""
    seats = enumerate(found.status.seats)
    return [found.table.names[number] for number, seat in seats if seat.kept_for is not None]


def practice_lines(found: TableSnapshot) -> Iterator[str]:
    """That the table came from a file or another game, and who may still sit down."""
    if found.status.trial_of is not None:
        of, turn = found.status.trial_of
        yield f"🎓 {t(found.locale, 'trial.mark', of=of, turn=turn)}"
    elif found.status.practice:
        yield t(found.locale, "turn.practice")
    if found.status.stage in ("running", "paused") and (names := kept_seats(found)):
        yield t(found.locale, "turn.kept", names=", ".join(names))


def sit_row(found: TableSnapshot) -> list[ui.Item[Any]]:
    """The button for those whose seats are kept."""
    if found.status.stage not in ("running", "paused") or not kept_seats(found):
        return []
    label, custom_id = t(found.locale, "turn.sit"), ids.sit_down(found.game)
    return [ui.Button(label=label, emoji="🪑", custom_id=custom_id, style=PRIMARY)]


def shuffle_lines(found: TableSnapshot, *, short: bool = False) -> Iterator[str]:
    """The hash of the shuffle; with seed and salt when the game is over. ``short``: of the hash then the beginning."""
    proof = found.status.proof
    if proof is not None and proof.seed is None:
        yield f"-# {t(found.locale, 'turn.shuffle.hash', hash=proof.hash)}"
    elif proof is not None:
        told = f"{proof.hash[:SHORT_HASH]}…" if short else proof.hash
        yield f"-# {t(found.locale, 'turn.shuffle.open', hash=told, seed=str(proof.seed), salt=proof.salt)}"


def add_seal(found: TableSnapshot, panel: Panel) -> None:
    """The beginning of the hash below all else, where everybody looks first: in the first turn, and at a table that
    began in its middle."""
    proof = found.status.proof
    if proof is not None and (found.status.turn <= FIRST_TURN or found.status.practice):
        words = t(found.locale, "turn.shuffle.short", hash=proof.hash[:SHORT_HASH])
        panel.add_item(ui.TextDisplay[Any](f"-# {words}"))
