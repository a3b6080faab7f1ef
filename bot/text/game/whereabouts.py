"""Where a component is now, as far as the reader's view shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.variants.abyss.state_access import shown
from bot.text.catalogue import t
from bot.text.game.names import link_words, place_label, seat_name, slot_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.state import SeatState
    from bot.engine.views import View
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale


def whereabouts(locale: Locale, table: Table, component: str) -> list[str]:
    """Each place where it lies, in words; nothing without a view. Of what is hidden, only that it is not in sight."""
    if table.seen is None:
        return []
    found = [*_places(locale, table, table.seen, component)] or [*_on_reward_spaces(locale, table, component)]
    return found or [t(locale, "look.where.unseen")]


def _on_reward_spaces(locale: Locale, table: Table, component: str) -> Iterator[str]:
    """A machine that nobody has unlocked yet."""
    for reward in table.pack.player_board.rewards:
        if reward.machine == component:
            yield t(locale, "look.where.reward", space=link_words(locale, reward.links))


def _places(locale: Locale, table: Table, seen: View, component: str) -> Iterator[str]:
    state = seen.state
    for seat, mine in enumerate(state.seats):
        yield from _on_board(locale, table, mine, seat_name(locale, table, seat), component)
    if component in state.display or component in state.module_display:
        yield t(locale, "look.where.display")
    if any(component in machines for machines in state.market.values()):
        yield t(locale, "look.where.market")
    if component == state.common_card:
        yield t(locale, "look.where.common")
    if component in state.removed:
        yield t(locale, "look.where.removed")
    for place, lying in enumerate(state.places):
        if lying.tile == component:
            yield t(locale, "look.where.map", label=place_label(table, place))
    yield from _of_expansion(locale, table, seen, component)


def _of_expansion(locale: Locale, table: Table, seen: View, component: str) -> Iterator[str]:
    """A journey, or the separate large location."""
    kept = shown(seen.state)
    if kept is None:
        return
    if component in kept.journey_display:
        yield t(locale, "look.where.display")
    if component == kept.location:
        yield t(locale, "look.where.apart")
    for seat, mine in enumerate(kept.seats):
        if component in mine.journeys:
            yield t(locale, "look.where.kept", name=seat_name(locale, table, seat))
        if component in mine.resolved:
            yield t(locale, "look.where.resolved", name=seat_name(locale, table, seat))


def _on_board(locale: Locale, table: Table, mine: SeatState, name: str, component: str) -> Iterator[str]:
    """On a player's board."""
    if component in mine.active:
        yield t(locale, "look.where.active", name=name)
    if component in mine.rest:
        yield t(locale, "look.where.rest", name=name)
    for number, slot in enumerate(mine.slots):
        if component in slot.modules or any(played.card == component for played in slot.cards):
            yield t(locale, "look.where.slot", name=name, slot=slot_label(locale, table, number))
    for machine in mine.machines:
        if machine.machine == component:
            yield t(locale, "look.where.powered" if machine.powered else "look.where.installed", name=name)
    if component in (*mine.crates, *mine.artifact_cards):
        yield t(locale, "look.where.kept", name=name)
    yield from _of_tribe(locale, table, mine, name, component)


def _of_tribe(locale: Locale, table: Table, mine: SeatState, name: str, component: str) -> Iterator[str]:
    tribe = table.pack.tribe.get(mine.tribe)
    if component == mine.tribe:
        yield t(locale, "look.where.tribe", name=name)
    elif tribe is not None and any(each.id == component for each in tribe.technologies):
        taken = component in mine.technologies
        yield t(locale, "look.where.taken" if taken else "look.where.open", name=name)
