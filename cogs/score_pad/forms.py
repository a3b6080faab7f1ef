"""The forms of a score pad, and reading them. The custom id of a form says what it is for, so a form that was open
while the bot restarted is handled like any other."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.app.score_pad import (
    EACH,
    LONGEST_NOTE,
    LONGEST_PLACE,
    MODES,
    MOST_PLAYERS,
    PARTS,
    THINGS,
    Form,
    OpenedPad,
    Options,
    Player,
    ScorePad,
    Setup,
    card_known,
    fields_of,
    name_of,
)
from bot.engine.effects import ARTIFACT_COLOURS
from bot.text import Locale, t
from cogs.core.persistent_ui import Form as FormView
from cogs.core.services import Interaction

LONGEST_TITLE: Final = 45
LONGEST_ENTRY: Final = 60
LONGEST_NAMES: Final = 150
LONGEST_DAY: Final = 20
LONGEST_PLAYER: Final = 80
MOST_SMALL: Final = 24
"""Small artifacts that the menu offers, as many as a menu holds."""
USED: Final = ("expansion", "common_card", "long_game")


def entry_form(
    locale: Locale, opened: OpenedPad, seat: int, form: Form, filled: Mapping[str, str], custom_id: str
) -> FormView:
    """One player's form, with what is known filled in; ``custom_id`` is what it comes back under."""
    name = opened.pad.players[seat].name
    known = _card_hints(locale, opened.pad, seat)
    title = t(locale, "tally.line_of", name=name, what=t(locale, f"tally.form.{form}"))
    view = FormView(title=title[:LONGEST_TITLE], custom_id=custom_id)
    for field in fields_of(form, opened.pad.options):
        hint = known.get(field) or t(locale, f"tally.field.{field}.hint")
        component = _field(locale, field, filled.get(field, ""), "card" if field in known else field)
        view.add_item(ui.Label(text=t(locale, f"tally.field.{field}"), description=hint, component=component))
    if form == "artifacts":
        view.add_item(ui.TextDisplay(t(locale, "tally.form.artifacts.note")))
    return view


def steps_form(locale: Locale, pad: ScorePad, seats: list[int], filled: Mapping[str, str], custom_id: str) -> FormView:
    """The steps on the machine tracks, for everybody whose tie they could break."""
    view = FormView(title=t(locale, "tally.form.steps")[:LONGEST_TITLE], custom_id=custom_id)
    for seat in seats:
        steps = pad.sheets[seat].track_steps
        known = filled.get(str(seat), "" if steps is None else str(steps))
        entry: ui.TextInput[Any] = ui.TextInput(
            custom_id=str(seat), default=known, required=False, max_length=LONGEST_ENTRY
        )
        hint = t(locale, "tally.field.steps.hint")
        view.add_item(ui.Label(text=pad.players[seat].name[:LONGEST_TITLE], description=hint, component=entry))
    return view


def setup_form(locale: Locale, setup: Setup, custom_id: str) -> FormView:
    """Who plays and what is used, with what is known filled in."""
    view = FormView(title=t(locale, "tally.form.setup")[:LONGEST_TITLE], custom_id=custom_id)
    for field, component in _setup_fields(locale, setup):
        hint = t(locale, f"tally.field.{field}.hint")
        view.add_item(ui.Label(text=t(locale, f"tally.field.{field}"), description=hint, component=component))
    return view


def details_form(locale: Locale, opened: OpenedPad, filled: Mapping[str, str], custom_id: str) -> FormView:
    """When and where a result was played, and what else is told of it, with what is known filled in."""
    view = FormView(title=t(locale, "tally.details")[:LONGEST_TITLE], custom_id=custom_id)
    for field, component in _details_fields(locale, opened.pad, filled):
        hint = t(locale, f"tally.field.{field}.hint")
        view.add_item(ui.Label(text=t(locale, f"tally.field.{field}"), description=hint, component=component))
    return view


def _details_fields(locale: Locale, pad: ScorePad, filled: Mapping[str, str]) -> Iterator[tuple[str, ui.Item[Any]]]:
    for field, most in (("played", LONGEST_DAY), ("place", LONGEST_PLACE), ("note", LONGEST_NOTE)):
        known = filled.get(field, "")[:most] or None
        style = discord.TextStyle.paragraph if field == "note" else discord.TextStyle.short
        yield field, ui.TextInput(custom_id=field, default=known, required=False, max_length=most, style=style)
    if pad.options.expansion:
        used = filled.get("parts", "").split()
        parts = [
            discord.CheckboxGroupOption(label=t(locale, f"tally.part.{part}"), value=part, default=part in used)
            for part in PARTS
        ]
        yield (
            "parts",
            ui.CheckboxGroup(custom_id="parts", required=False, min_values=0, max_values=len(PARTS), options=parts),
        )
    if len(pad.players) > 1:
        began = filled.get("starter", "")
        seats = [
            discord.RadioGroupOption(label=player.name[:LONGEST_PLAYER], value=str(seat), default=str(seat) == began)
            for seat, player in enumerate(pad.players)
        ]
        unknown = discord.RadioGroupOption(
            label=t(locale, "tally.starter.unknown"), value="-", default=not began.isdecimal()
        )
        yield "starter", ui.RadioGroup(custom_id="starter", options=[unknown, *seats], required=False)


def _card_hints(locale: Locale, pad: ScorePad, seat: int) -> dict[str, str]:
    """What the artifact card counts, as the player has said, or of the common card somebody else."""
    said = "card" if pad.sheets[seat].card else "common"
    hints: dict[str, str] = {}
    for colour, entry in zip(ARTIFACT_COLOURS, card_known(pad, seat), strict=False):
        thing = name_of(locale, entry.of) if entry.of else entry.called
        key = f"tally.field.{said}.hint" if thing else "tally.field.unsaid.hint"
        hints[colour] = t(locale, key, thing=thing, each=entry.each)
    return hints


def card_form(locale: Locale, pad: ScorePad, seat: int, filled: Mapping[str, str], custom_id: str) -> FormView:
    """What a player's artifact card counts, by menus, and the points for each."""
    title = t(locale, "tally.form.common" if pad.options.common_card else "tally.form.card")
    view = FormView(title=title[:LONGEST_TITLE], custom_id=custom_id)
    for colour in ARTIFACT_COLOURS:
        chosen = filled.get(colour, "")
        things = [("-", t(locale, "tally.card.unsaid")), *((thing, name_of(locale, thing)) for thing in THINGS)]
        options = [discord.SelectOption(label=name, value=thing, default=thing == chosen) for thing, name in things]
        menu: ui.Select[Any] = ui.Select(custom_id=colour, options=options, required=False, placeholder=things[0][1])
        hint = t(locale, "tally.card.what")
        view.add_item(ui.Label(text=t(locale, f"tally.field.{colour}"), description=hint, component=menu))
    each: ui.TextInput[Any] = ui.TextInput(
        custom_id=EACH,
        default=filled.get(EACH, "")[:LONGEST_DAY] or None,
        placeholder=t(locale, "tally.field.each.example"),
        required=False,
        max_length=LONGEST_DAY,
    )
    hint = t(locale, "tally.field.each.hint")
    view.add_item(ui.Label(text=t(locale, "tally.field.each"), description=hint, component=each))
    return view


def _setup_fields(locale: Locale, setup: Setup) -> Iterator[tuple[str, ui.Item[Any]]]:
    people = [
        discord.SelectDefaultValue(id=player.person, type=discord.SelectDefaultValueType.user)
        for player in setup.people[:MOST_PLAYERS]
        if player.person
    ]
    yield (
        "people",
        ui.UserSelect(custom_id="people", min_values=0, max_values=MOST_PLAYERS, required=False, default_values=people),
    )
    names: ui.TextInput[Any] = ui.TextInput(
        custom_id="names", default=setup.names[:LONGEST_NAMES], required=False, max_length=LONGEST_NAMES
    )
    names.placeholder = t(locale, "tally.field.names.example")
    yield "names", names
    used = [
        discord.CheckboxGroupOption(
            label=t(locale, f"tally.used.{name}"), value=name, default=getattr(setup.options, name)
        )
        for name in USED
    ]
    yield "used", ui.CheckboxGroup(custom_id="used", required=False, min_values=0, max_values=len(USED), options=used)
    modes = [
        discord.RadioGroupOption(label=t(locale, f"tally.used.{mode}"), value=mode, default=mode == setup.options.mode)
        for mode in MODES
    ]
    yield "mode", ui.RadioGroup(custom_id="mode", options=modes)


def _field(locale: Locale, field: str, filled: str, like: str) -> ui.Item[Any]:
    """``like``: the field whose example it shows."""
    if field == "end_tile":
        return ui.Checkbox(custom_id=field, default=bool(filled))
    if field == "small":
        chosen = filled if filled.isdecimal() and int(filled) <= MOST_SMALL else "0"
        options = [
            discord.SelectOption(label=str(n), value=str(n), default=str(n) == chosen) for n in range(MOST_SMALL + 1)
        ]
        return ui.Select(custom_id=field, options=options, required=False)
    return ui.TextInput(
        custom_id=field,
        default=filled[:LONGEST_ENTRY] or None,
        placeholder=t(locale, f"tally.field.{like}.example"),
        required=field in ("track", "progress", "whole"),
        max_length=LONGEST_ENTRY,
    )


# ---------------------------------------------------------------------------------------------------- what comes back
def typed_in(interaction: Interaction) -> dict[str, str]:
    """What was typed and ticked, by field; a tick is "1"."""
    return {field: _as_text(part) for field, part in _parts(interaction)}


def details_in(interaction: Interaction) -> dict[str, str]:
    """What the form for details says, by field; several ticks have spaces between."""
    return {
        field: " ".join(part["values"] or ()) if "values" in part else str(part.get("value") or "")
        for field, part in _parts(interaction)
    }


def setup_in(interaction: Interaction) -> Setup:
    """What the form that starts a score pad says."""
    parts = dict(_parts(interaction))
    people = [_player(interaction, int(value)) for value in parts["people"].get("values") or ()]
    used = set(parts["used"].get("values") or ())
    chosen: dict[str, Any] = {name: name in used for name in USED}
    options = Options(mode=parts["mode"].get("value") or "table", **chosen)
    return Setup(tuple(people), parts["names"].get("value") or "", options)


def _parts(interaction: Interaction) -> Iterator[tuple[str, Mapping[str, Any]]]:
    data: Any = interaction.data or {}
    for row in data.get("components", ()):
        part = row.get("component")
        if part:
            yield part["custom_id"], part


def _as_text(part: Mapping[str, Any]) -> str:
    if "values" in part:
        return str((part["values"] or [""])[0])
    value = part.get("value")
    return ("1" if value else "") if isinstance(value, bool) else str(value or "")


def _player(interaction: Interaction, person: int) -> Player:
    """Somebody who was chosen, under the name that they go by here."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved", {})
    member, user = (resolved.get(kind, {}).get(str(person), {}) for kind in ("members", "users"))
    return Player(member.get("nick") or user.get("global_name") or user.get("username") or str(person), person)
