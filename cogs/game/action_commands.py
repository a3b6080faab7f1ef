"""The actions of a turn as slash commands, made once for ``/turn`` (does it) and ``/can`` (asks): the same options, the
same completions of legal targets with their costs."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, Literal, TypeAlias, cast

from discord import app_commands

from bot.app.tables import TableRefusal
from bot.engine.actions import (
    Action,
    Build,
    Convert,
    EndAction,
    EndTurn,
    Explore,
    Hibernate,
    Offer,
    OpenCrate,
    PlayCard,
    Populate,
    ResolveJourney,
    TakeGains,
    TradeAction,
    UseMachine,
    UseSwitch,
)
from bot.engine.effects import COLOURS
from bot.engine.resources import BASICS, Basic
from bot.engine.variants.abyss.state_access import shown
from bot.text.game import amounts_words, component_name, component_words, cost_words, offer_words
from cogs.core.localization import Localized
from cogs.core.services import Interaction
from cogs.game.input.parsing import PICKED, choices, component_typed, place_typed, space_typed
from cogs.game.input.payments import payment_code, payments
from cogs.game.snapshot import TableSnapshot, not_playing, snapshot_for
from cogs.game.table_access import game_here
from cogs.game.views.offer_groups import in_group

Reader: TypeAlias = Callable[[TableSnapshot], Action]
"""Makes the action of a look; what cannot be read is declined."""
Do: TypeAlias = Callable[[Interaction, str, Reader, str | None], Awaitable[None]]
"""Does something with an action: its group, how to read it, and how it is to be paid."""
Choices: TypeAlias = list[app_commands.Choice[str]]
Command: TypeAlias = app_commands.Command[Any, ..., Any]
Plain: TypeAlias = type[TakeGains | Hibernate | EndAction | EndTurn]
"""Actions without options."""

BASIC_CHOICES: Final = [app_commands.Choice(name=Localized(f"turn.basic.{kind}"), value=kind) for kind in BASICS]
SIZE_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"turn.size.{size}"), value=size) for size in ("small", "large")
]
HALF_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"turn.half.{half}"), value=half) for half in ("top", "bottom")
]
COLOUR_CHOICES: Final = [
    app_commands.Choice(name=Localized(f"thing.colour.{colour}"), value=colour) for colour in COLOURS
]
RIGHT_SLOT: Final = 5
Slot: TypeAlias = app_commands.Range[int, 1, RIGHT_SLOT]


def _seat(found: TableSnapshot) -> int:
    if found.seat is None:
        raise not_playing(found)
    return found.seat


def _option(name: str) -> Localized:
    return Localized(f"turn.option.{name}.name")


def _about(name: str) -> Localized:
    return Localized(f"turn.option.{name}.description")


def _made(callback: Any, family: str, name: str, **completions: Any) -> Command:
    options = [option for option in callback.__annotations__ if option not in ("interaction", "return")]
    app_commands.rename(**{option: _option(option) for option in options})(callback)
    app_commands.describe(**{option: _about(option) for option in options})(callback)
    command: Command = app_commands.Command(
        name=Localized(f"turn.command.{name}.name"),
        description=Localized(
            f"can.command.{name}.description" if family == "can" else f"turn.command.{name}.description"
        ),
        callback=callback,
    )
    for option, completion in completions.items():
        command.autocomplete(option)(completion)
    return command


def action_commands(family: Literal["turn", "can"], do: Do) -> Iterator[Command]:
    """A command for every action; ``do`` says what is done with it."""
    yield _play(family, do)
    yield _switch(family, do)
    yield _explore(family, do)
    yield _populate(family, do)
    yield _build(family, do)
    yield _machine(family, do)
    yield _crate(family, do)
    yield _convert(family, do)
    yield _trade(family, do)
    yield _journey(family, do)
    plain: tuple[tuple[str, Plain], ...] = (
        ("gains", TakeGains),
        ("hibernate", Hibernate),
        ("next", EndAction),
        ("end", EndTurn),
    )
    for name, kind in plain:
        yield _plain(family, name, kind, do)


# ---- one after the other -----------------------------------------------------------------------------------------


def _play(family: str, do: Do) -> Command:
    async def play(
        interaction: Interaction, card: str, slot: Slot, half: str | None = None, colour: str | None = None
    ) -> None:
        def read(found: TableSnapshot) -> Action:
            slots = found.pack.player_board.slots
            side = slots[slot - 1].side if slot <= len(slots) else "top"
            chosen = half or ("top" if side == "right" else side)
            name = component_typed(found.table, found.pack.citizen, card, "card")
            given = cast("Any", colour)
            return PlayCard(seat=_seat(found), card=name, slot=slot - 1, half=cast("Any", chosen), colour=given)

        await do(interaction, "play", read, None)

    app_commands.choices(half=HALF_CHOICES, colour=COLOUR_CHOICES)(play)
    return _made(play, family, "play", card=_active_cards)


def _switch(family: str, do: Do) -> Command:
    async def switch(interaction: Interaction, gain: str) -> None:
        def read(found: TableSnapshot) -> Action:
            wanted = gain.removeprefix(PICKED)
            if wanted in BASICS:
                return UseSwitch(seat=_seat(found), resource=wanted)
            known = [*found.pack.citizen, *(found.pack.journey if shown(found.seen.state) is not None else ())]
            meant = component_typed(found.table, known, gain, "card")
            if meant in found.pack.journey:
                return UseSwitch(seat=_seat(found), journey=meant)
            return UseSwitch(seat=_seat(found), copy=meant)

        await do(interaction, "switch", read, None)

    return _made(switch, family, "switch", gain=_switch_gains)


def _explore(family: str, do: Do) -> Command:
    async def explore(interaction: Interaction, tile: str, payment: str | None = None) -> None:
        def read(found: TableSnapshot) -> Action:
            return Explore(seat=_seat(found), place=place_typed(found.table.board, tile))

        await do(interaction, "explore", read, payment)

    return _made(explore, family, "explore", tile=_tiles, payment=_payments("explore", "tile"))


def _populate(family: str, do: Do) -> Command:
    async def populate(
        interaction: Interaction, location: str, technology: str | None = None, payment: str | None = None
    ) -> None:
        def read(found: TableSnapshot) -> Action:
            return Populate(
                seat=_seat(found),
                location=_location(found, location),
                technology=_figure(found, technology),
            )

        await do(interaction, "populate", read, payment)

    completions = {"location": _locations, "technology": _technologies, "payment": _payments("populate", "location")}
    return _made(populate, family, "populate", **completions)


def _build(family: str, do: Do) -> Command:
    async def build(interaction: Interaction, space: str, size: str, payment: str | None = None) -> None:
        def read(found: TableSnapshot) -> Action:
            return Build(seat=_seat(found), space=space_typed(found.table.board, space), size=cast("Any", size))

        await do(interaction, "build", read, payment)

    app_commands.choices(size=SIZE_CHOICES)(build)
    return _made(build, family, "build", space=_sites, payment=_payments("build", "space"))


def _machine(family: str, do: Do) -> Command:
    async def machine(interaction: Interaction, machine: str) -> None:
        def read(found: TableSnapshot) -> Action:
            known = [*found.pack.machine, *found.pack.technology]
            return UseMachine(seat=_seat(found), machine=component_typed(found.table, known, machine, "machine"))

        await do(interaction, "machine", read, None)

    return _made(machine, family, "machine", machine=_offered("machine", "machine"))


def _crate(family: str, do: Do) -> Command:
    async def crate(interaction: Interaction, crate: str | None = None) -> None:
        def read(found: TableSnapshot) -> Action:
            held = found.seen.state.seats[_seat(found)].crates
            wanted = (crate or "").removeprefix(PICKED)
            return OpenCrate(seat=_seat(found), crate=wanted if wanted in held or not held else held[0])

        await do(interaction, "crate", read, None)

    return _made(crate, family, "crate", crate=_crates)


def _convert(family: str, do: Do) -> Command:
    async def convert(interaction: Interaction, resource: str) -> None:
        await do(interaction, "convert", lambda found: Convert(seat=_seat(found), to=cast("Basic", resource)), None)

    app_commands.choices(resource=BASIC_CHOICES)(convert)
    return _made(convert, family, "convert")


def _trade(family: str, do: Do) -> Command:
    async def trade(interaction: Interaction, technology: str, payment: str | None = None) -> None:
        def read(found: TableSnapshot) -> Action:
            name = component_typed(found.table, found.pack.technology, technology, "technology")
            return TradeAction(seat=_seat(found), technology=name)

        await do(interaction, "trade", read, payment)

    return _made(trade, family, "trade", technology=_offered("trade", "technology"))


def _journey(family: str, do: Do) -> Command:
    async def journey(interaction: Interaction, journey: str | None = None) -> None:
        def read(found: TableSnapshot) -> Action:
            kept = shown(found.seen.state)
            held = kept.seats[_seat(found)].journeys if kept is not None else []
            if journey is None and held:
                return ResolveJourney(seat=_seat(found), journey=held[0])
            name = component_typed(found.table, found.pack.journey, journey or "", "journey")
            return ResolveJourney(seat=_seat(found), journey=name)

        await do(interaction, "journey", read, None)

    return _made(journey, family, "journey", journey=_offered("journey", "journey"))


def _plain(family: str, name: str, kind: Plain, do: Do) -> Command:
    group = {"gains": "take_gains", "next": "end_action", "end": "end_turn"}.get(name, name)

    async def plain(interaction: Interaction) -> None:
        await do(interaction, group, lambda found: kind(seat=_seat(found)), None)

    return _made(plain, family, name)


# ---- what is meant -----------------------------------------------------------------------------------------------


def _location(found: TableSnapshot, typed: str) -> int:
    """The location that a label lies on: any of a large location's spaces names it."""
    space = space_typed(found.table.board, typed)
    printed = found.seen.prints[space]
    if printed is not None and printed.terrain == "large":
        return found.table.board.spaces_of[found.table.board.place_of[space]][0]
    return space


def _figure(found: TableSnapshot, typed: str | None) -> str:
    """The technology named, else the first whose figure may be used, else the tribe's first."""
    tribe = found.pack.tribe[found.seen.state.seats[_seat(found)].tribe]
    if typed:
        return component_typed(found.table, found.pack.technology, typed, "technology")
    offers = in_group(found.controls.offers if found.controls else (), "populate")
    usable = [offer.action.technology for offer in offers if isinstance(offer.action, Populate)]
    return usable[0] if usable else tribe.technologies[0].id


# ---- completions -------------------------------------------------------------------------------------------------


async def _looked(interaction: Interaction) -> TableSnapshot | None:
    """The person's look at the table here; None where there is none or it has not begun."""
    try:
        found = await snapshot_for(interaction, game_here(interaction))
    except TableRefusal:
        return None
    return found if found.view is not None and found.seat is not None else None


async def _offers(interaction: Interaction, group: str) -> tuple[TableSnapshot, list[Offer]] | None:
    found = await _looked(interaction)
    if found is None:
        return None
    return found, in_group(found.controls.offers if found.controls else (), group)


async def _active_cards(interaction: Interaction, typed: str) -> Choices:
    found = await _looked(interaction)
    if found is None:
        return []
    cards = found.seen.state.seats[_seat(found)].active
    named = [(component_name(found.locale, found.table, card), card) for card in cards if card in found.pack.citizen]
    return choices(
        [(f"{name} · {component_words(found.locale, found.table, card)}", PICKED + card) for name, card in named], typed
    )


async def _switch_gains(interaction: Interaction, typed: str) -> Choices:
    offered = await _offers(interaction, "switch")
    if offered is None:
        return []
    found, offers = offered
    pairs = [
        (
            offer_words(found.locale, offer, found.table),
            PICKED + str(offer.action.journey or offer.action.copy or offer.action.resource),
        )
        for offer in offers
        if isinstance(offer.action, UseSwitch)
    ]
    return choices(pairs, typed)


def _targets(group: str) -> Callable[[Interaction, str], Awaitable[Choices]]:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        offered = await _offers(interaction, group)
        if offered is None:
            return []
        found, offers = offered
        pairs: dict[str, str] = {}
        for offer in offers:
            label = _label(found, offer)
            pairs.setdefault(label, f"{label} · {cost_words(found.locale, offer, found.table)}")
        return choices([(name, label) for label, name in pairs.items()], typed)

    return complete


def _label(found: TableSnapshot, offer: Offer) -> str:
    board, action = found.table.board, offer.action
    if isinstance(action, Explore):
        return board.labels[min(board.spaces_of[action.place])]
    return board.labels[action.location if isinstance(action, Populate) else cast("Build", action).space]


_tiles, _locations, _sites = _targets("explore"), _targets("populate"), _targets("build")


async def _technologies(interaction: Interaction, typed: str) -> Choices:
    offered = await _offers(interaction, "populate")
    if offered is None:
        return []
    found, offers = offered
    usable = dict.fromkeys(offer.action.technology for offer in offers if isinstance(offer.action, Populate))
    return choices([(_named(found, name), PICKED + name) for name in usable], typed)


def _named(found: TableSnapshot, name: str) -> str:
    return f"{component_name(found.locale, found.table, name)} · {component_words(found.locale, found.table, name)}"


def _offered(group: str, field: str) -> Callable[[Interaction, str], Awaitable[Choices]]:
    async def complete(interaction: Interaction, typed: str) -> Choices:
        offered = await _offers(interaction, group)
        if offered is None:
            return []
        found, offers = offered
        pairs = [
            (offer_words(found.locale, offer, found.table), PICKED + str(getattr(offer.action, field)))
            for offer in offers
        ]
        return choices(pairs, typed)

    return complete


async def _crates(interaction: Interaction, typed: str) -> Choices:
    found = await _looked(interaction)
    if found is None:
        return []
    held = found.seen.state.seats[_seat(found)].crates
    return choices([(component_words(found.locale, found.table, crate), PICKED + crate) for crate in held], typed)


def _payments(group: str, target: str) -> Callable[[Interaction, str], Awaitable[Choices]]:
    """Every way to pay for the cheapest offer at the target that has been chosen."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        offered = await _offers(interaction, group)
        chosen = str(getattr(interaction.namespace, target, "") or "").strip().upper()
        if offered is None:
            return []
        found, offers = offered
        fitting = [offer for offer in offers if _label(found, offer) == chosen] or offers
        if not fitting:
            return []
        ways = payments(fitting[0], found.seen.state.seats[_seat(found)].owned)
        pairs = [(amounts_words(found.locale, way), PICKED + payment_code(way)) for way in ways]
        return choices(pairs, typed)

    return complete
