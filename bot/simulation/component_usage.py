"""What of a pack a game used, for balance: read off its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from bot.engine import Game
from bot.engine.actions import Event, Record
from bot.engine.effects import TRACKS
from bot.engine.rules.scoring import card_of


class Used(msgspec.Struct, kw_only=True):
    """What one seat used; identifiers of the pack, in the order they came. ``played`` and ``machines_used`` count how
    often; ``started`` are its starting cards, ``rows`` the rows of hibernation rewards taken, ``events`` how often
    each kind of event was about the seat (``score_bonus``, ``small_artifact``, ``track_end``, ``lost`` …), ``idle`` the
    hibernations without a card played since the one before (None: games of an older version did not count them). Of the
    expansion: ``scyphoz`` the cards kept of those ``scyphoz_offered``, ``devotion_spaces`` the rewards reached,
    ``lakes`` those that brought devotion, once each time."""

    artifact_card: str | None = None
    artifacts: list[str] = []
    started: list[str] = []
    cards: list[str] = []
    played: dict[str, int] = {}
    copied: list[str] = []
    machines: list[str] = []
    machines_used: dict[str, int] = {}
    modules: list[str] = []
    technologies: list[str] = []
    tiles: list[str] = []
    crates: list[str] = []
    trades: dict[str, int] = {}
    rewards: list[str] = []
    rows: list[int] = []
    buildings: list[str] = []
    events: dict[str, int] = {}
    idle: int | None = None
    scyphoz: list[str] = []
    scyphoz_offered: list[str] = []
    journeys: list[str] = []
    journeys_resolved: list[str] = []
    devotion_spaces: list[int] = []
    lakes: list[str] = []
    locations_apart: list[str] = []


_LISTS = {  # event: the list it goes to, and the value that names the component
    "artifact": ("artifacts", "colour"),
    "card_taken": ("cards", "card"),
    "card_drawn": ("cards", "card"),
    "copied": ("copied", "card"),
    "copied_shown": ("copied", "card"),
    "machine": ("machines", "machine"),
    "module_placed": ("modules", "module"),
    "populated": ("technologies", "technology"),
    "flipped": ("tiles", "tile"),
    "crate_opened": ("crates", "crate"),
    "unlocked": ("rewards", "space"),
    "hibernation_reward": ("rows", "row"),
    "built": ("buildings", "size"),
    "scyphoz_kept": ("scyphoz", "card"),
    "journey_taken": ("journeys", "journey"),
    "journey_resolved": ("journeys_resolved", "journey"),
    "devotion_reward": ("devotion_spaces", "space"),
    "populated_apart": ("locations_apart", "location"),
}
_COUNTS = {
    "played": ("played", "card"),
    "machine_used": ("machines_used", "machine"),
    "traded": ("trades", "technology"),
}


def used(game: Game, started: list[list[str]]) -> list[Used]:
    """What every seat of a game used; ``started``: the starting cards of each."""
    found = []
    for seat, cards in enumerate(started):
        mine = Used(started=cards, artifact_card=_card(game, seat))
        events = [event for event in _events(game.records) if event.seat == seat]
        _read(mine, events)
        mine.idle = idle_hibernations(event.key for event in events)
        found.append(mine)
    return found


def _card(game: Game, seat: int) -> str | None:
    card = card_of(game, seat)
    return card.id if card else None


def _events(records: Iterable[Record]) -> Iterable[Event]:
    return (event for record in records for event in record.events)


def _read(mine: Used, events: Iterable[Event]) -> None:
    kinds: Counter[str] = Counter()
    for event in events:
        kinds[event.key] += 1
        if event.key in _LISTS:
            name, value = _LISTS[event.key]
            getattr(mine, name).append(event.values[value])
        elif event.key in _COUNTS:
            name, value = _COUNTS[event.key]
            counted = getattr(mine, name)
            counted[event.values[value]] = counted.get(event.values[value], 0) + 1
        elif event.key == "scyphoz_drawn":
            mine.scyphoz_offered += [str(card) for card in event.secret.values()]
        elif event.key == "devotion_to_come" and event.values["kind"] == "lake":
            mine.lakes.append(str(event.values["source"]))
    mine.events = dict(kinds)


def idle_hibernations(keys: Iterable[str]) -> int:
    """How many hibernations come without a card played since the one before, or since the beginning; of the kinds of
    one seat's events, in order."""
    idle, played = 0, False
    for key in keys:
        if key == "hibernated":
            idle, played = idle + (not played), False
        played = played or key == "played"
    return idle


def shown(game: Game) -> list[str]:
    """The cards, modules, machines and journeys that left their decks: what somebody could have taken."""
    state, pack = game.state, game.pack
    hidden = {*state.deck, *state.module_deck, *(name for track in TRACKS for name in state.machine_decks[track])}
    campaign = game.setup.options.campaign_citizens
    cards = [card.id for card in pack.citizens if card.set is None and (campaign or not card.campaign)]
    everything = [*cards, *(module.id for module in pack.modules), *(machine.id for machine in pack.machines)]
    if state.kept is not msgspec.UNSET:
        for kept in state.kept.values():
            everything += pack.journey
            hidden.update(kept.journey_deck)
    return [name for name in everything if name not in hidden]
