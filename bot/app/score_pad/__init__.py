"""The score pad: tallies of games played anywhere, from the first entry to the kept result. No Discord in here.

pads = ScorePads(store.score_pads)
opened = await pads.start(place, channel, who, "en", Setup(names="Kim, Alex"))
opened = await pads.fill(opened.id, place, who, 0, "points", {"track": "52", "progress": "18"}, mending=False)
ranked_seats(opened.pad), ties(opened.pad), doubts(opened.pad)
"""

from bot.app.score_pad.countables import name_of
from bot.app.score_pad.edit_history import STEPS, FieldConflict, edits_of_result, field_written, sheet_after
from bot.app.score_pad.from_game import pad_of_game, pad_of_points
from bot.app.score_pad.model import (
    FORMS,
    MODES,
    MOST_PLAYERS,
    Artifacts,
    Closing,
    Edit,
    Form,
    Leftover,
    Mode,
    Options,
    Player,
    ScorePad,
    Sheet,
)
from bot.app.score_pad.pad_scoring import PadLine, artifact_line, leftover_line, lines_of, total, unscored
from bot.app.score_pad.parsing import Field, Mistake, UnreadableForm, fields_of, read_form, read_steps, written
from bot.app.score_pad.plausibility import Doubt, doubts
from bot.app.score_pad.ranking import RankedSeat, Tie, next_level, ranked_seats, seats_to_ask, ties
from bot.app.score_pad.results_export import as_csv, as_json
from bot.app.score_pad.service import (
    EditConflict,
    OpenedPad,
    PadRefusal,
    PadUser,
    ScorePads,
    Setup,
    check_delete,
    check_typed,
    common_card,
    encoded,
    is_at_table,
    may_delete,
    may_fill,
    seat_of,
)
from bot.engine.rules.score_values import SCALE, level

__all__ = [
    "FORMS",
    "MODES",
    "MOST_PLAYERS",
    "SCALE",
    "STEPS",
    "Artifacts",
    "Closing",
    "Doubt",
    "Edit",
    "EditConflict",
    "Field",
    "FieldConflict",
    "Form",
    "Leftover",
    "Mistake",
    "Mode",
    "OpenedPad",
    "Options",
    "PadLine",
    "PadRefusal",
    "PadUser",
    "Player",
    "RankedSeat",
    "ScorePad",
    "ScorePads",
    "Setup",
    "Sheet",
    "Tie",
    "UnreadableForm",
    "artifact_line",
    "as_csv",
    "as_json",
    "check_delete",
    "check_typed",
    "common_card",
    "doubts",
    "edits_of_result",
    "encoded",
    "field_written",
    "fields_of",
    "is_at_table",
    "leftover_line",
    "level",
    "lines_of",
    "may_delete",
    "may_fill",
    "name_of",
    "next_level",
    "pad_of_game",
    "pad_of_points",
    "ranked_seats",
    "read_form",
    "read_steps",
    "seat_of",
    "seats_to_ask",
    "sheet_after",
    "ties",
    "total",
    "unscored",
    "written",
]
