"""Every component of a pack as a player reads it: tables in English, the names in all three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.effects import COLOURS, TRACKS
from bot.engine.geometry import make_board
from bot.text.game import (
    Table,
    artifact_card_words,
    component_name,
    component_words,
    effect_words,
    machine_words,
    reward_space_words,
    technology_words,
)
from bot.text.game.component_text import half_words
from bot.text.game.effects import print_words
from bot.text.game.names import sum_words
from tools.balance import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.components import AbyssParts, Citizen, Pack, SpacePrint, Tribe
    from bot.engine.translated import Words
    from bot.text import Locale

LANGUAGE: Final[Locale] = "en"
NAMES = ("English", "Deutsch", "Français")


def pages(pack: Pack) -> str:
    """All components under headings."""
    seen = Table(pack, make_board(pack.board), ())
    parts = [*_tribes(pack), *_citizens(pack), *_machines(pack, seen), *_small(pack, seen), *_boards(pack, seen)]
    if pack.abyss:
        parts += _expansion(pack.abyss, seen)
    return "\n\n".join(f"### {title}\n\n{text}" for title, text in parts)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return tables.table(head, rows, words=True)


def _names(name: Words) -> tuple[str, str, str]:
    return name.en, name.de, name.fr


# ---- tribes and cards --------------------------------------------------------------------------------------------


def _tribes(pack: Pack) -> Iterator[tuple[str, str]]:
    for tribe in pack.tribes:
        yield f"Tribe: {' · '.join(_names(tribe.name))}", _tribe(tribe)


def _tribe(tribe: Tribe) -> str:
    words = [f"Ability: {effect_words(LANGUAGE, tribe.ability)}."]
    if tribe.lasting:
        words.append(f"Always: {effect_words(LANGUAGE, tribe.lasting)}.")
    if tribe.tokens is not None:
        words.append(f"Tokens: {tribe.tokens}.")
    rows = [
        (*_names(technology.name), f"{technology.row}", technology_words(LANGUAGE, technology))
        for technology in tribe.technologies
    ]
    return " ".join(words) + "\n\n" + _table((*NAMES, "row", "what it does"), rows)


def _citizens(pack: Pack) -> Iterator[tuple[str, str]]:
    for letter in "ABCD":
        yield f"Starting cards: set {letter}", _cards(card for card in pack.citizens if card.set == letter)
    for colour in COLOURS:
        own = [card for card in pack.citizens if card.set is None and not card.campaign and card.colour == colour]
        yield f"Citizens: {colour}", _cards(own)
    yield "Citizens of the campaign", _cards(card for card in pack.citizens if card.campaign)


def _cards(cards: Iterable[Citizen]) -> str:
    rows = [
        (
            *_names(card.name),
            f"{card.colour}{', active' if card.active else ''}",
            half_words(LANGUAGE, card.top),
            half_words(LANGUAGE, card.bottom),
        )
        for card in cards
    ]
    return _table((*NAMES, "colour", "top", "bottom"), rows)


# ---- machines, artifact cards, locations -------------------------------------------------------------------------


def _machines(pack: Pack, seen: Table) -> Iterator[tuple[str, str]]:
    for track in TRACKS:
        own = [machine for machine in (*pack.printed_machines, *pack.machines) if machine.track == track]
        rows = [(*_names(each.name), machine_words(LANGUAGE, seen, each.id)) for each in own]
        yield f"Machines: {track} (the first is printed)", _table((*NAMES, "what it does"), rows)
    cards = [(*_names(card.name), artifact_card_words(LANGUAGE, card)) for card in pack.artifact_cards]
    yield "Artifact cards", _table((*NAMES, "counts"), cards)
    places = [(*_names(place.name), f"{place.points}") for place in pack.large_locations]
    yield "Large locations", _table((*NAMES, "points at the end"), places)


# ---- what has no name: modules, crates, tiles --------------------------------------------------------------------


def _small(pack: Pack, seen: Table) -> Iterator[tuple[str, str]]:
    modules = [(component_name(LANGUAGE, seen, each.id), effect_words(LANGUAGE, each.get)) for each in pack.modules]
    yield "Slot modules", _table(("module", "what it does"), _together(modules))
    crates = [(effect_words(LANGUAGE, crate.get),) for crate in pack.crates]
    yield "Crates", _table(("what is inside",), _together(crates))
    tiles = [
        (
            sum_words(LANGUAGE, tile.back.cost),
            f"{tile.back.points}",
            _spaces(tile.spaces) if tile.spaces else "vast crystal; no card for the explorer",
        )
        for tile in pack.tiles
    ]
    yield "Area tiles", _table(("explore for", "points", "spaces"), tiles)
    starts = [(_spaces(tile.spaces),) for tile in pack.start_tiles]
    yield "Tiles round the abyss", _table(("spaces",), starts)


def _spaces(spaces: tuple[SpacePrint, ...]) -> str:
    return ", ".join(print_words(LANGUAGE, space) for space in spaces)


def _together(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The same rows once, with how many there are."""
    found: dict[tuple[str, ...], int] = {}
    for row in rows:
        found[row] = found.get(row, 0) + 1
    return [(*row[:-1], row[-1] + (f" (×{number})" if number > 1 else "")) for row, number in found.items()]


# ---- the expansion -----------------------------------------------------------------------------------------------


def _expansion(parts: AbyssParts, seen: Table) -> Iterator[tuple[str, str]]:
    spaces = [(f"{space}", effect_words(LANGUAGE, get)) for space, get in sorted(parts.devotion.items())]
    yield "Call of the Abyss: devotion track", _table(("space", "reward"), spaces)
    cards = [
        (
            *_names(card.name),
            "yes" if card.flask else "–",
            half_words(LANGUAGE, card.top),
            half_words(LANGUAGE, card.bottom),
        )
        for card in parts.scyphoz
    ]
    yield "Call of the Abyss: scyphoz cards", _table((*NAMES, "flask", "top", "bottom"), cards)
    for title, own in (("journeys", parts.journeys), ("lakes", parts.lakes)):
        rows = [(*_names(each.name), component_words(LANGUAGE, seen, each.id)) for each in own]
        yield f"Call of the Abyss: {title}", _table((*NAMES, "what it says"), rows)


# ---- boards ------------------------------------------------------------------------------------------------------


def _boards(pack: Pack, seen: Table) -> Iterator[tuple[str, str]]:
    rows = [(f"{row}", effect_words(LANGUAGE, get)) for row, get in enumerate(pack.board.hibernation, 1)]
    yield "Hibernation track", _table(("row", "reward"), rows)
    score = [(f"{space}", effect_words(LANGUAGE, get)) for space, get in sorted(pack.board.score_bonuses.items())]
    yield "Score track", _table(("space", "bonus"), score)
    rewards = [
        (
            " + ".join(f"{link.track} {link.space}" for link in reward.links),
            reward_space_words(LANGUAGE, seen, reward.id),
        )
        for reward in pack.player_board.rewards
    ]
    yield "Reward spaces of the machine tracks", _table(("reached with", "gives"), rewards)
    progress = [
        (f"{number}", f"{space.points}", effect_words(LANGUAGE, space.get) if space.get else "–")
        for number, space in enumerate(pack.player_board.progress)
    ]
    yield "Progress track", _table(("markers", "points at the end", "covering the next space gives"), progress)
    yield "Begin", _begin(pack)


def _begin(pack: Pack) -> str:
    rows = [(f"{seat}", sum_words(LANGUAGE, amounts)) for seat, amounts in enumerate(pack.start.seats, 1)]
    laid = ", ".join(f"{number} with {seats}" for seats, number in sorted(pack.supply.artifacts_by_seats.items()))
    return _table(("seat", "begins with"), rows) + f"\n\nLarge artifacts by seats: {laid}."
