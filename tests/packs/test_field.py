"""The pack that comes with the bot: complete, in three languages, every word of the vocabulary in use."""

from itertools import chain
from typing import get_args

import msgspec
import pytest

from bot.engine import effects
from bot.engine.components import Citizen, Half
from bot.engine.geometry import make_board
from bot.engine.packs import field, field_with_expansion, load_pack
from bot.engine.resources import Amounts
from tests.packs.conftest import FIELD


def test_it_is_read_once_and_the_same_everywhere() -> None:
    assert field() is field()
    assert load_pack(FIELD).hash == field_with_expansion().hash != field().hash
    assert len(field().hash) == 16


def test_the_expansion_leaves_the_hash_of_the_rest_as_it_was() -> None:
    """Games that began before there was an expansion still find their pack."""
    assert field().hash == "162e255df52df64e"
    assert field().abyss is None
    assert field_with_expansion().base.hash == field().hash


def test_what_is_read_is_what_is_written() -> None:
    pack = field()
    assert pack.tile["t03"].back.cost == Amounts(gear=2, food=1)
    assert pack.citizen["c_hammer_hand"].top.get == (
        effects.Choice(of=((effects.Gain(gear=3),), (effects.Advance(track="mountain", steps=2),))),
    )
    assert pack.citizen["c_hammer_hand"].bottom.slot
    assert pack.technology["root_4"].lasting == (
        effects.When(moment="played", get=(effects.Gain(food=1), effects.Gain(points=1)), colour="green"),
    )
    assert pack.technology["cache_4"].lasting[0] == effects.LastingRange(n=2, action="explore")
    assert pack.tribe["signal"].ability[0] == effects.PlaceMarker(within=2)


OF_OTHER_BOXES = (effects.ByHand,)
"""What a printed card may say and no card of this pack does; tests/rules has the cases."""


def test_every_word_is_used() -> None:
    text = msgspec.json.encode(msgspec.to_builtins(field_with_expansion(), str_keys=True)).decode()
    vocabulary = [kind for kind in _vocabulary() if kind not in OF_OTHER_BOXES]
    words = [(kind.__struct_config__.tag_field, kind.__struct_config__.tag) for kind in vocabulary]
    assert [word for word in words if f'"{word[0]}":"{word[1]}"' not in text] == []
    assert [moment for moment in get_args(effects.Moment) if f'"moment":"{moment}"' not in text] == []


def _vocabulary() -> list[type[msgspec.Struct]]:
    return [*get_args(effects.Effect), *get_args(effects.Lasting)]


def test_the_board_is_in_one_piece_and_fits_a_picture() -> None:
    board = make_board(field().board)
    assert len(board.hexes) == 30 * 4 + 4 * 5 + 1
    assert len(set(board.labels)) == len(board.labels)
    kinds = [board.places[place].kind for place in board.places_beside[board.place_of[board.abyss[0]]]]
    assert sorted(kinds) == ["area", "start", "start", "start", "start", "start"]
    assert all(
        len(ways) == 2 for place, ways in zip(board.places, board.orientations, strict=True) if place.kind == "area"
    )
    across, down = (max(along) - min(along) for along in zip(*((q + r / 2, r) for q, r in board.hexes), strict=True))
    assert 1.2 < (across + 1) * 3**0.5 / ((down + 1) * 1.5) < 1.6, "a landscape board"


def test_terrain_is_spread_as_in_the_design() -> None:
    spaces = [printed.terrain for tile in field().tiles for printed in tile.spaces]
    found = {terrain: spaces.count(terrain) for terrain in spaces}
    assert found == {"desert": 26, "city": 14, "water": 14, "forest": 12, "mountain": 12, "field": 12, "crystal": 10}


def test_dearer_tiles_give_more_points() -> None:
    by_cost = {total: [t.back.points for t in field().tiles if t.back.cost.total == total] for total in (1, 2, 3)}
    assert max(by_cost[1]) < min(by_cost[3])
    assert max(by_cost[1]) <= min(
        tile.back.points for tile in field().tiles if tile.back.cost.total == 2 and not tile.vast
    )


@pytest.mark.parametrize("letter", ["B", "C", "D"])
def test_starting_sets_are_equal(letter: str) -> None:
    assert _worths("A") == _worths(letter)


def _worths(letter: str) -> list[tuple[str, bool, int]]:
    cards = [card for card in field().citizens if card.set == letter]
    return sorted((_kind(card), card.active, _worth(card.top) + _worth(card.bottom)) for card in cards)


def _kind(card: Citizen) -> str:
    return str(card.colour) if card.active else "any"


def _worth(half: Half) -> int:
    """Half steps: a resource or a point is 2, a step or a resource of choice 3, a module 5, the ability 6."""
    worth = {"gain_any": 3, "advance": 3, "take_module": 5, "tribe_ability": 6}
    found = 0
    for effect in half.get:
        if isinstance(effect, effects.Gain):
            found += 2 * (effect.amounts.total + effect.points)
        else:
            found += worth[str(type(effect).__struct_config__.tag)]
    return found


def test_names_are_three_languages_of_one_thing() -> None:
    pack = field()
    named = chain(
        pack.citizens, pack.machines, pack.printed_machines, pack.artifact_cards, pack.large_locations, pack.tribes
    )
    for component in chain(named, *(tribe.technologies for tribe in pack.tribes)):
        assert len({component.name.en, component.name.de, component.name.fr}) == 3, component.id
