"""A score pad in words: lines with their formulas, the table of all players, ranks, ties and doubts."""

from collections.abc import Mapping, Sequence

from bot.app.score_pad import (
    STEPS,
    Doubt,
    Edit,
    FieldConflict,
    OpenedPad,
    Options,
    PadLine,
    ScorePad,
    Sheet,
    Tie,
    doubts,
    edits_of_result,
    field_written,
    level,
    lines_of,
    name_of,
    next_level,
    ranked_seats,
    sheet_after,
    ties,
    total,
)
from bot.app.score_pad.model import WHOLE
from bot.engine.effects import ARTIFACT_COLOURS
from bot.text import Locale, joined, t, tn
from cogs.core.escaping import escaped

LABEL_WIDTH = 12
COLUMN_WIDTHS = {1: 12, 2: 9, 3: 5, 4: 4}
"""Characters of a name in the table, by players: a phone shows 32 characters in a line."""
MOST_DOUBTS = 6
MOST_EDITS_SHOWN = 3
MOST_EARLIER_SHOWN = 5
LONGEST_PACK = 100
LONGEST_EDITS = 700
"""Characters of the changes shown; the newest is always."""
NOTHING = "–"


def shown_name(pad: ScorePad, seat: int) -> str:
    """A player's name so that it neither formats nor pings."""
    return escaped(pad.players[seat].name, 40)


def used_text(locale: Locale, options: Options) -> str:
    """What was used in the game; empty for the plain base game."""
    used = [name for name in ("expansion", "common_card", "long_game") if getattr(options, name)]
    used += [options.mode] if options.mode != "table" else []
    packs = [escaped(options.pack, LONGEST_PACK)] if options.pack else []
    entries = [tn(locale, "tally.used.by_hand", options.by_hand)] if options.by_hand else []
    return " · ".join([*(t(locale, f"tally.used.{name}") for name in used), *packs, *entries])


def title(locale: Locale, opened: OpenedPad) -> str:
    """The heading of a score pad or result."""
    key = "tally.title.result" if opened.pad.closed else "tally.title.pad"
    used = used_text(locale, opened.pad.options)
    return f"### {t(locale, key, number=opened.id)}" + (f"\n-# {used}" if used else "")


def line_text(locale: Locale, line: PadLine) -> str:
    """``Left-over resources: (6 + 5) ÷ 5 = **2** · 1 without a point``."""
    formula = "" if line.formula == str(line.points) else whole(f"{line.formula} = ")
    rest = f" · {tn(locale, 'tally.rest', line.rest)}" if line.rest else ""
    return t(locale, "tally.line_of", name=line_name(locale, line), what=f"{formula}**{line.points}**{rest}")


def whole(formula: str) -> str:
    """The formula with spaces at which no line is broken."""
    return formula.replace(" ", "\u00a0")


def line_name(locale: Locale, line: PadLine) -> str:
    """The name of a line of the score."""
    if line.colour is None:
        return t(locale, f"tally.line.{line.key}")
    name = t(locale, f"tally.line.artifact.{line.colour}")
    counted = name_of(locale, line.of) if line.of else escaped(line.called, 40)
    return f"{name} ({counted})" if counted else name


def sheet_text(locale: Locale, sheet: Sheet, options: Options) -> str:
    """Every line entered, with its formula, and the sum."""
    lines = [line_text(locale, line) for line in lines_of(sheet, options)]
    if not lines:
        return t(locale, "tally.nothing_yet")
    together = t(locale, "tally.sum" if sheet.complete else "tally.sum_so_far", points=total(sheet, options))
    return "\n".join([*(f"- {line}" for line in lines), together])


def rank_lines(locale: Locale, pad: ScorePad) -> str:
    """Everybody by rank, with points."""
    return "\n".join(
        f"{standing.rank}\\. **{shown_name(pad, standing.seat)}** – {tn(locale, 'tally.points', standing.total)}"
        for standing in ranked_seats(pad)
    )


def tie_text(locale: Locale, pad: ScorePad, tie: Tie) -> str:
    """How a tie was broken, or why it was not."""
    names = [shown_name(pad, seat) for seat, _ in tie.seats]
    counts = ", ".join(f"{name} {count}" for name, (_, count) in zip(names, tie.seats, strict=True))
    return t(locale, f"tally.tie.{tie.by}", total=tie.total, counts=counts, names=joined(locale, names))


def ties_text(locale: Locale, pad: ScorePad) -> list[str]:
    """A sentence for each tie."""
    return [tie_text(locale, pad, tie) for tie in ties(pad)]


def measure_text(locale: Locale, opened: OpenedPad) -> str:
    """What the points of a game for one are worth: against the Mautoma on its scale; of the official solo game, for
    which no document has a scale, beside the person's own earlier results. Nothing for a game of several."""
    pad = opened.pad
    points = total(pad.sheets[0], pad.options)
    if pad.options.mode == "solo":
        return earlier_text(locale, shown_name(pad, 0), points, opened.earlier)
    return level_text(locale, points) if pad.options.mode == "mautoma" else ""


def earlier_text(locale: Locale, name: str, points: int, earlier: Sequence[int]) -> str:
    """A result of the official solo game beside the same person's earlier ones, newest first."""
    if not earlier:
        return t(locale, "tally.solo.first", name=name)
    shown = ", ".join(map(str, earlier[:MOST_EARLIER_SHOWN])) + (" …" if len(earlier) > MOST_EARLIER_SHOWN else "")
    place, count = 1 + sum(each > points for each in earlier), len(earlier) + 1
    values = {"results": shown, "best": max(earlier), "place": place, "count": count}
    return t(locale, "tally.solo.earlier", name=name, **values)


def level_text(locale: Locale, points: int) -> str:
    """The result on the Mautoma's scale, and how far it is to the next."""
    name = t(locale, f"tally.level.{level(points)}")
    text = t(locale, "tally.scale", points=points, level=name)
    if following := next_level(points):
        least, better = following
        text += " " + t(locale, "tally.scale.next", least=least, level=t(locale, f"tally.level.{better}"))
    return text


def edits_texts(locale: Locale, pad: ScorePad, seat: int | None = None) -> list[str]:
    """The last changes of a result, as one text: by whom, when, what it was; ``seat``: those of one player."""
    found = edits_of_result(pad, seat)
    if not found:
        return []
    lines = [edit_text(locale, pad, edit) for edit in found[: -MOST_EDITS_SHOWN - 1 : -1]]
    while len(lines) > 1 and sum(map(len, lines)) > LONGEST_EDITS:
        lines.pop()
    earlier = len(found) - len(lines)
    return ["\n".join([*lines, tn(locale, "tally.edit.earlier", earlier)] if earlier else lines)]


def edit_text(locale: Locale, pad: ScorePad, edit: Edit) -> str:
    """``✏️ Kim changed Toni on <when>: Score track 50 → 52``."""
    after, when = sheet_after(pad, edit), f"<t:{int(edit.at.timestamp())}:f>"
    what = ", ".join(
        f"{field_name(locale, field)} {entry_text(locale, edit.was, field)} → {entry_text(locale, after, field)}"
        for field in edit.fields
    )
    values = {"who": escaped(edit.name, 40), "name": shown_name(pad, edit.seat), "when": when, "what": what}
    return t(locale, "tally.edit", **values)


def contest_text(locale: Locale, pad: ScorePad, contest: FieldConflict, typed: Mapping[str, str]) -> str:
    """What the other person has entered and what this one has typed."""
    field = shown_name(pad, contest.seat) if contest.field == STEPS else field_name(locale, contest.field)
    mine = typed.get(str(contest.seat) if contest.field == STEPS else contest.field, "")
    mine = t(locale, "tally.yes") if contest.field == "end_tile" and mine else escaped(mine, 60)
    theirs = entry_text(locale, pad.sheets[contest.seat], contest.field)
    name = escaped(contest.name, 40) or t(locale, "tally.somebody")
    values = {"field": field, "name": name, "theirs": theirs, "mine": mine or NOTHING}
    return "- " + t(locale, "tally.contest.field", **values)


def field_name(locale: Locale, field: str) -> str:
    """The name of a field of a form."""
    return t(locale, f"tally.field.{field}")


def entry_text(locale: Locale, sheet: Sheet, field: str) -> str:
    """An entry as one would type it; a tick in words."""
    if field == "end_tile":
        return NOTHING if sheet.end_tile is None else t(locale, "tally.yes" if sheet.end_tile else "tally.no")
    return escaped(field_written(sheet, field, locale), 60) or NOTHING


def doubts_text(locale: Locale, pad: ScorePad) -> list[str]:
    """What looks wrong, a line each; only the first ones are spelled out."""
    found = doubts(pad)
    texts = [f"⚠️ {doubt_text(locale, pad, doubt)}" for doubt in found[:MOST_DOUBTS]]
    more = len(found) - MOST_DOUBTS
    return [*texts, t(locale, "tally.doubt.more", count=more)] if more > 0 else texts


def doubt_text(locale: Locale, pad: ScorePad, doubt: Doubt) -> str:
    """What looks wrong with one entry."""
    values: dict[str, object] = {"found": doubt.found, "most": doubt.most}
    if doubt.seat is not None:
        values["name"] = shown_name(pad, doubt.seat)
    if doubt.resource:
        values["resource"] = t(locale, f"tally.resource.{doubt.resource}")
    if doubt.colour:
        values["colour"] = t(locale, f"tally.line.artifact.{doubt.colour}")
    if doubt.thing:
        values["thing"] = name_of(locale, doubt.thing)
    return t(locale, f"tally.doubt.{doubt.reason}", **values)


def table_text(locale: Locale, pad: ScorePad) -> str:
    """All lines of all players, best first, in columns that fit a phone."""
    order = [standing.seat for standing in ranked_seats(pad)]
    points = {seat: _points(pad, seat) for seat in order}
    rows = [(t(locale, f"tally.short.{key}"), [points[seat].get(key) for seat in order]) for key in _keys(pad)]
    rows.append((t(locale, "tally.short.total"), [total(pad.sheets[seat], pad.options) for seat in order]))
    longest = max(len(str(number)) for _, numbers in rows for number in numbers)
    width = max(COLUMN_WIDTHS[len(order)], longest)
    heads = [_plain(pad.players[seat].name)[:width] for seat in order]
    lines = [" " * LABEL_WIDTH + "".join(f" {head:>{width}}" for head in heads)]
    for label, numbers in rows:
        cells = "".join(f" {'–' if number is None else number:>{width}}" for number in numbers)
        lines.append(f"{label[:LABEL_WIDTH]:<{LABEL_WIDTH}}{cells}")
    return "```\n" + "\n".join(lines) + "\n```"


def _keys(pad: ScorePad) -> list[str]:
    if pad.forms == WHOLE:
        return ["whole"]
    keys = ["track", "devotion", "progress", "technologies", "large_locations", "card_colour", "end_tile"]
    keys += ["small_artifacts", "leftover", *ARTIFACT_COLOURS]
    left_out = set() if pad.options.expansion else {"devotion"}
    left_out |= {"end_tile"} if pad.options.mode == "mautoma" else set()
    return [key for key in keys if key not in left_out]


def _points(pad: ScorePad, seat: int) -> dict[str, int]:
    return {line.colour or line.key: line.points for line in lines_of(pad.sheets[seat], pad.options)}


def _plain(name: str) -> str:
    return name.replace("`", "'")
