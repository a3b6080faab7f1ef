"""A player's own board in words: four pages that together show everything of a seat that the reader may see."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal, get_args

from bot.engine.effects import ARTIFACT_COLOURS, COLOURS, TRACKS
from bot.engine.state import SeatState
from bot.text import Locale, t, tn
from bot.text.game import (
    SYMBOLS,
    Table,
    amounts_symbols,
    artifact_card_words,
    card_words,
    component_name,
    component_words,
    effect_words,
    machine_words,
    technology_words,
)
from bot.text.game.expansion_text import devotion_sign, seat_lines
from bot.text.game.names import HIDDEN, link_words, slot_label

_UNBROKEN = re.compile(r"(\d)(?=[^\d\s])")
"""Between a number and its sign no line may end."""
Tab = Literal["overview", "cards", "tracks", "tribe"]
TABS: Final[tuple[Tab, ...]] = get_args(Tab)
LONGEST: Final = 3400
"""Characters of a page, so that heading and controls fit too."""


def sheet_text(locale: Locale, table: Table, seat: int, tab: Tab) -> str:
    """One page of a seat's board. The table needs a view."""
    assert table.seen is not None, "a board is shown as somebody sees it"
    lines = list(_TABS[tab](locale, table, table.seen.state.seats[seat]))
    if tab == "overview":
        lines += seat_lines(locale, table, seat)
    text = "\n".join(line for line in lines if line)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def beside_picture(locale: Locale, table: Table, seat: int) -> str:
    """What the picture of the overview does not show: what lies in crates, which artifacts are reserved, and how far
    journeys and devotion are."""
    assert table.seen is not None, "a board is shown as somebody sees it"
    mine = table.seen.state.seats[seat]
    crates = _crates(locale, table, mine)
    lines = [tn(locale, "show.sheet.crates", len(mine.crates), effects=crates)] if crates else []
    lines += [tn(locale, "show.sheet.reserved", len(mine.reserved))] if mine.reserved else []
    return "\n".join([*lines, *seat_lines(locale, table, seat)])


def short_line(table: Table, seat: int) -> str:
    """What matters of a seat in one line: points, devotion, resources, energy, crates, cards. The table needs a
    view."""
    assert table.seen is not None, "a seat is shown as somebody sees it"
    mine = table.seen.state.seats[seat]
    parts = [f"{SYMBOLS['points']}{mine.points}", devotion_sign(table, seat), amounts_symbols(mine.owned)]
    parts += [f"{SYMBOLS['energy']}{mine.energy}" if mine.energy else ""]
    parts += [f"{SYMBOLS['crate']}{len(mine.crates)}" if mine.crates else ""]
    parts += [f"{SYMBOLS['card']}{len(mine.active)}", f"{SYMBOLS['hibernate']}{mine.hibernations}"]
    return " · ".join(_UNBROKEN.sub("\\1\u2060", part) for part in parts if part)


# ---- overview ----------------------------------------------------------------------------------------------------


def _named(locale: Locale, name: str, words: str) -> str:
    """A name and what is said of it, with the language's colon."""
    return t(locale, "show.named", name=name, words=words)


def _overview(locale: Locale, table: Table, mine: SeatState) -> Iterator[str]:
    yield t(
        locale,
        "show.sheet.owned",
        points=tn(locale, "thing.points", mine.points),
        owned=", ".join(
            tn(locale, f"thing.{kind}", mine.owned.get(kind)) for kind in ("gear", "book", "food", "crystal")
        ),
    )
    yield t(locale, "show.sheet.switch.used" if mine.switch_used else "show.sheet.switch.free")
    yield tn(locale, "show.sheet.energy", mine.energy)
    yield tn(locale, "show.sheet.crates", len(mine.crates), effects=_crates(locale, table, mine))
    left = mine.buildings_left
    yield t(locale, "show.sheet.buildings", small=left.get("small", 0), large=left.get("large", 0))
    yield tn(locale, "show.sheet.figures", len(mine.technologies))
    yield tn(locale, "show.sheet.hibernations", mine.hibernations)
    yield _artifacts(locale, mine)
    yield from _artifact_cards(locale, table, mine)
    if mine.end_tile:
        yield t(locale, "show.sheet.end_tile")


def _crates(locale: Locale, table: Table, mine: SeatState) -> str:
    known = [component_words(locale, table, crate) for crate in mine.crates if crate != HIDDEN]
    return f" ({'; '.join(known)})" if known else ""


def _artifacts(locale: Locale, mine: SeatState) -> str:
    held = [f"{mine.artifacts.get(colour, 0)} {SYMBOLS[colour]}" for colour in ARTIFACT_COLOURS]
    small = tn(locale, "show.sheet.small_artifacts", mine.small_artifacts) if mine.small_artifacts else ""
    reserved = tn(locale, "show.sheet.reserved", len(mine.reserved)) if mine.reserved else ""
    return " · ".join(filter(None, (t(locale, "show.sheet.artifacts", large=" ".join(held)), reserved, small)))


def _artifact_cards(locale: Locale, table: Table, mine: SeatState) -> Iterator[str]:
    assert table.seen is not None
    common = table.seen.state.common_card
    for name in [common] if common else mine.artifact_cards:
        if name == HIDDEN:
            yield t(locale, "show.sheet.artifact_card.hidden")
            continue
        card = table.pack.artifact_card[name]
        words = artifact_card_words(locale, card)
        yield t(locale, "show.sheet.artifact_card", card=component_name(locale, table, name), lines=words)


# ---- cards -------------------------------------------------------------------------------------------------------


def _cards(locale: Locale, table: Table, mine: SeatState) -> Iterator[str]:
    yield t(locale, "show.sheet.active", cards=len(mine.active))
    yield from _card_lines(locale, table, mine.active)
    for number, slot in enumerate(mine.slots):
        contents = [played_words(locale, table, played.card, played.half) for played in slot.cards]
        contents += [module_line(locale, table, module) for module in slot.modules if module]
        free = sum(module is None for module in slot.modules)
        contents += [tn(locale, "show.sheet.free_places", free)] if free else []
        label = slot_label(locale, table, number)
        yield t(locale, "show.sheet.slot", slot=label[:1].upper() + label[1:], contents="; ".join(contents))
    yield t(locale, "show.sheet.rest", cards=len(mine.rest))
    yield from _card_lines(locale, table, mine.rest)
    gained = Counter(table.pack.citizen[card].colour for card in mine.gained_cards if card in table.pack.citizen)
    counts = " ".join(f"{gained[colour]} {SYMBOLS[colour]}" for colour in COLOURS)
    counts += f" {gained[None]} {SYMBOLS['scyphoz']}" if gained[None] else ""
    yield t(locale, "show.sheet.gained", counts=counts)


def _card_lines(locale: Locale, table: Table, cards: Iterable[str]) -> Iterator[str]:
    for card in cards:
        known = card in table.pack.citizen
        words = card_words(locale, table.pack.citizen[card]) if known else t(locale, "thing.hidden")
        yield f"- {_named(locale, _coloured(locale, table, card), words)}" if known else f"- {words}"


def _coloured(locale: Locale, table: Table, card: str) -> str:
    return f"{SYMBOLS[table.pack.citizen[card].colour or 'scyphoz']} {component_name(locale, table, card)}"


def played_words(locale: Locale, table: Table, card: str, half: str) -> str:
    """A card in a slot, with the half that is visible there."""
    return f"{_coloured(locale, table, card)} ({t(locale, f'thing.half.{half}')})"


def module_line(locale: Locale, table: Table, module: str) -> str:
    """A slot module with its colours and what it does."""
    colours = "".join(SYMBOLS[colour] for colour in table.pack.module[module].colours)
    return f"{SYMBOLS['module']}{colours} {effect_words(locale, table.pack.module[module].get)}"


# ---- tracks and machines -----------------------------------------------------------------------------------------


def _tracks(locale: Locale, table: Table, mine: SeatState) -> Iterator[str]:
    board = table.pack.player_board
    for track in TRACKS:
        name = t(locale, f"thing.track.{track}")
        yield f"{SYMBOLS[track]} {_named(locale, name, f'{mine.track.get(track, 0)}/{board.tracks[track].spaces}')}"
    yield t(locale, "show.sheet.rewards")
    for reward in board.rewards:
        mark = "✅" if reward.id in mine.unlocked else "▫️"
        yield f"{mark} {_named(locale, link_words(locale, reward.links), _reward(locale, table, reward.id))}"
    yield t(locale, "show.sheet.machines", machines=len(mine.machines))
    for machine in mine.machines:
        mark = SYMBOLS["energy"] if machine.powered else "▫️"
        words = machine_words(locale, table, machine.machine)
        yield f"{mark} {_named(locale, component_name(locale, table, machine.machine), words)}"
    at = board.progress[mine.progress]
    yield tn(locale, "show.sheet.progress", mine.progress, points=tn(locale, "thing.points", at.points))


def _reward(locale: Locale, table: Table, name: str) -> str:
    reward = table.pack.reward[name]
    if reward.machine:
        words = machine_words(locale, table, reward.machine)
        return f"{component_name(locale, table, reward.machine)} ({words})"
    if reward.market:
        return t(locale, "show.sheet.reward.market", symbol=SYMBOLS[reward.market])
    if reward.cards:
        return t(locale, "show.sheet.reward.cards", symbol=SYMBOLS[reward.cards])
    return t(locale, "show.sheet.reward.artifact")


# ---- the tribe ---------------------------------------------------------------------------------------------------


def _tribe(locale: Locale, table: Table, mine: SeatState) -> Iterator[str]:
    tribe = table.pack.tribe[mine.tribe]
    yield t(
        locale,
        "show.sheet.ability",
        tribe=component_name(locale, table, tribe.id),
        ability=effect_words(locale, tribe.ability),
    )
    if tribe.lasting:
        yield t(locale, "show.sheet.always", effects=effect_words(locale, tribe.lasting))
    if mine.tokens is not None:
        yield tn(locale, "show.sheet.tokens", mine.tokens)
    for technology in tribe.technologies:
        mark = "✅" if technology.id in mine.technologies else "▫️"
        yield t(
            locale,
            "show.sheet.technology",
            mark=mark,
            technology=component_name(locale, table, technology.id),
            row=technology.row,
            books=tn(locale, "thing.book", technology.books),
            words=technology_words(locale, technology),
        )


_TABS: Final = {"overview": _overview, "cards": _cards, "tracks": _tracks, "tribe": _tribe}
