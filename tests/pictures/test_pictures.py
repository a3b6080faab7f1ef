"""Every picture in every language and theme: a PNG of a sensible size, and words beside it that fit and matter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from bot.engine import Game, View, legal, view
from bot.engine.actions import Build, Explore, Offer, Populate
from bot.engine.effects import TRACKS
from bot.engine.resources import Amounts
from bot.engine.state import Installed, Options, PlayedCard
from bot.engine.views import score
from bot.pictures import (
    ALT_MOST,
    AREAS,
    SECTORS,
    THEMES,
    Agreed,
    Overlay,
    Picture,
    Row,
    Sitting,
    ThemeName,
    board,
    component,
    lobby,
    market,
    offers_overlay,
    orientation_choice,
    player_board,
    reach_overlay,
    score_pad_sheet,
    score_sheet,
    way_overlay,
)
from bot.pictures.board_picture import WIDTH, region_of
from bot.pictures.player_board_picture import ROOM, UNITS, player_board_drawing
from bot.pictures.render.canvas import Canvas
from bot.pictures.themes import theme_of
from bot.text import LOCALES, Locale, joined
from bot.text.game.names import amount
from tests.pictures.conftest import HARD_NAMES, NAMES, opened, played

MOST_BYTES = 200_000


def good(picture: Picture) -> Picture:
    """What holds of every picture."""
    image = opened(picture.png)
    assert image.mode == "P"
    assert 600 <= image.width <= 1400
    assert len(picture.png) <= MOST_BYTES
    assert 10 <= len(picture.alt) <= ALT_MOST
    assert picture.name.endswith(".png")
    return picture


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_picture_in_every_language_and_theme(middle: View, locale: Locale, theme: ThemeName) -> None:
    pictures: list[Callable[[], Picture]] = [
        lambda: board(middle, locale, theme, names=NAMES),
        lambda: player_board(middle, 1, locale, theme, names=NAMES),
        lambda: player_board(middle, 0, locale, theme),
        lambda: market(middle, locale, theme),
        lambda: score_sheet(middle, locale, theme, names=NAMES),
        lambda: component(middle.pack, middle.state.display[0], locale, theme),
    ]
    for draw in pictures:
        good(draw())


def test_the_board_in_words(middle: View) -> None:
    alt = board(middle, "en", names=NAMES).alt
    assert "of 25 tiles explored" in alt
    for name in NAMES:
        assert name in alt
    space = next(iter(middle.state.buildings))
    assert middle.board.labels[space] in alt


def test_an_empty_and_a_full_map(first: View, whole: View) -> None:
    nothing = msgspec.structs.replace(
        first.state, places=[msgspec.structs.replace(lying, revealed=False) for lying in first.state.places]
    )
    backs = dict.fromkeys(range(len(first.board.places)), next(iter(first.backs.values())))
    none = replace(first, state=nothing, prints=(None,) * len(first.prints), backs=backs)
    good(board(none, "de"))
    good(board(first, "de"))
    picture = good(board(whole, "fr", "light", names=HARD_NAMES))
    assert "300" in picture.alt


def test_names_that_are_hard_to_draw(middle: View) -> None:
    for names in (HARD_NAMES, ("",) * 4, (), NAMES * 3):
        good(board(middle, "de", names=names))
        good(player_board(middle, 3, "de", names=names))
        good(score_sheet(middle, "de", names=names, history=[(0, 0, 0, 0), (300, -5, 3, 0)]))


@pytest.mark.parametrize("area", [*SECTORS, "F7", "a1", " k10 ", "nowhere", ""])
def test_parts_of_the_map(middle: View, area: str) -> None:
    picture = good(board(middle, "en", names=NAMES, area=area))
    assert opened(picture.png).width == WIDTH


def test_a_part_is_larger(middle: View) -> None:
    whole, part = region_of(middle, None), region_of(middle, "F7")
    assert part.layout.radius > 1.6 * whole.layout.radius
    assert middle.board.space_named("F7") in part.spaces
    assert len(part.spaces) < len(whole.spaces)


@pytest.mark.parametrize("area", AREAS)
def test_parts_of_a_player_board(middle: View, area: str) -> None:
    good(player_board(middle, 1, "fr", "light", names=NAMES, area=area))


@pytest.mark.parametrize("area", AREAS)
def test_parts_of_a_player_board_on_a_phone(middle: View, area: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All text is asked for at 9 pixels or more where the part is 270 wide; long effects and names may shrink."""
    sizes: list[float] = []
    plain = Canvas.symbols

    def noting(canvas: Canvas, x: float, y: float, text: str, size: float, *args: object, **more: object) -> float:
        sizes.append(size)
        return plain(canvas, x, y, text, size, *args, **more)  # type: ignore[arg-type]

    def words(canvas: Canvas, x: float, y: float, text: str, size: float, *args: object, **more: object) -> float:
        sizes.append(size)
        return 0.0

    monkeypatch.setattr(Canvas, "symbol_block", lambda canvas, box, text, size, *_, **__: sizes.append(size))
    monkeypatch.setattr(Canvas, "symbols", noting)
    monkeypatch.setattr(Canvas, "text", words)
    picture = player_board(middle, 1, "de", names=NAMES, area=area)
    assert opened(picture.png).width == 810
    assert min(sizes) * 270 / 648 >= 9


def test_a_part_is_drawn_again_only_if_it_looks_other(middle: View) -> None:
    """Another seat's things do not change a board, and its own do."""
    seats = list(middle.state.seats)
    seats[0] = msgspec.structs.replace(seats[0], rest=[])
    other = replace(middle, state=msgspec.structs.replace(middle.state, seats=seats))
    shown = [player_board_drawing(seen, 1, "de", area="cards").shows for seen in (middle, other)]
    assert shown[0] == shown[1]
    shown = [player_board_drawing(seen, 0, "de", area="cards").shows for seen in (middle, other)]
    assert shown[0] != shown[1]


def test_the_score_of_a_seat(over: View) -> None:
    """Its total, with every line that has points, in the picture's words."""
    for sheet in score(over):
        alt = good(player_board(over, sheet.seat, "en", names=NAMES, area="overview")).alt
        assert f": {sheet.total} points (" in alt


def test_a_seat_that_is_not_there(middle: View) -> None:
    with pytest.raises(IndexError):
        player_board(middle, 4, "en")


def test_reach_and_a_way(middle: View) -> None:
    reach = reach_overlay(middle, 0)
    plain, shown = board(middle, "en"), board(middle, "en", overlay=reach)
    assert plain.png != shown.png
    target = max(reach.costs, key=lambda space: (reach.costs[space].food, space))
    way = reach_overlay(middle, 0, "build", target)
    assert way.target == target
    assert way.origin in way.origins
    assert way.origin is not None
    steps = (way.origin, *way.path, target)
    assert all(second in middle.board.adjacent[first] for first, second in pairwise(steps))
    picture = good(board(middle, "en", overlay=way))
    assert middle.board.labels[target] in picture.alt
    good(board(middle, "en", overlay=Overlay(), area="A1"))


def test_offers_as_an_overlay() -> None:
    game = played(2, 5, 3)
    seat = game.state.turn.seat
    builds = {
        offer.action.space: offer
        for offer in legal(game, seat)
        if isinstance(offer.action, Build) and offer.action.size == "small"
    }
    seen = view(game, seat)
    overlay = offers_overlay(builds.items())
    assert set(overlay.costs) == set(builds)
    for space, offer in builds.items():
        assert overlay.costs[space] == offer.cost
        assert offer.range is not None
        good(board(seen, "de", overlay=way_overlay(offer.range, space)))
        break
    good(board(seen, "de", overlay=overlay))


def targets(game: Game, kind: type) -> list[tuple[int, Offer]]:
    """Where the active seat, well supplied, can act, with the offers."""
    seat = game.active
    game.seat(seat).owned = Amounts(gear=6, book=6, food=6, crystal=3)
    game.changed()
    board_of = game.board.spaces_of
    return [
        (space, offer)
        for offer in legal(game, seat)
        if isinstance(offer.action, kind)
        for space in (
            board_of[offer.action.place]
            if isinstance(offer.action, Explore)
            else [getattr(offer.action, "space", getattr(offer.action, "location", 0))]
        )
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", [Build, Explore, Populate])
def test_every_cost_has_its_unit(kind: type, locale: Locale) -> None:
    """Each amount with its own kind, in words and, where the numbers alone are the same, in the picture."""
    game = played(4, 3, 34, Options(artifact_card="deal", vast_crystals=True))
    found = targets(game, kind)
    overlay, seen = offers_overlay(found), view(game, game.active)
    picture = good(board(seen, locale, overlay=overlay))
    for space, offer in found:
        assert overlay.costs[space].total <= offer.cost.total, "the cheapest offer of a space is shown"
    for space, cost in overlay.costs.items():
        words = joined(locale, [amount(locale, unit, number) for unit, number in cost.items()])
        listed = picture.alt.partition(words)[2].partition(";")[0]
        assert seen.board.labels[space] in listed, (words, picture.alt)
    swapped = {space: Amounts(gear=cost.food, food=cost.gear + cost.book) for space, cost in overlay.costs.items()}
    other = replace(overlay, costs=swapped)
    assert board(seen, locale, overlay=other).png != picture.png


def test_a_cost_of_nothing_is_0_of_something(middle: View) -> None:
    free = Overlay({5: Amounts()}, what="action", unit="gear")
    assert free.parts(5) == (("gear", 0),)
    assert "0 gears: " in board(middle, "en", overlay=free).alt
    reach = reach_overlay(middle, 0)
    assert "0 food: " in board(middle, "en", overlay=reach).alt
    assert board(middle, "en", overlay=free).png != board(middle, "en", overlay=replace(free, unit="book")).png


@pytest.mark.parametrize("locale", LOCALES)
def test_no_number_of_a_reach_is_bare(middle: View, locale: Locale) -> None:
    alt = board(middle, locale, overlay=reach_overlay(middle, 0)).alt
    assert not re.search(r"(?:^|[:;,] )\d+\s?:", alt), alt


def test_every_component_of_the_pack(middle: View) -> None:
    pack = middle.pack
    kinds = (pack.citizens, pack.modules, pack.machines, pack.printed_machines, pack.crates, pack.artifact_cards)
    more = (pack.tribes, pack.tribes[0].technologies, pack.tiles, pack.start_tiles, pack.large_locations)
    for kind in (*kinds, *more):
        for found in kind:
            good(component(pack, found.id, "de"))
    for unknown in ("?", "", "no such thing"):
        assert component(pack, unknown, "fr").alt.startswith("Face cachée")


def test_ways_to_lay_a_tile(middle: View) -> None:
    place = next(
        n
        for n, lying in enumerate(middle.state.places)
        if lying.revealed and lying.tile in middle.pack.tile and not middle.pack.tile[lying.tile].vast
    )
    picture = good(orientation_choice(middle, place, (0, 1), "en"))
    assert "1:" in picture.alt
    assert "2:" in picture.alt
    unexplored = next(iter(middle.backs))
    with pytest.raises(ValueError, match="explored"):
        orientation_choice(middle, unexplored, (0, 1), "en")
    with pytest.raises(ValueError, match="at least one"):
        orientation_choice(middle, place, (), "en")


def test_hidden_things_stay_hidden(middle: View) -> None:
    others = [seat for seat in range(4) if seat != middle.seat]
    for seat in others:
        assert set(middle.state.seats[seat].artifact_cards) == {"?"}
        good(player_board(middle, seat, "en", names=NAMES))
    sheet = score_sheet(middle, "en", names=NAMES)
    assert "Hidden artifact cards" in sheet.alt


def test_a_score_tells_its_totals(over: View) -> None:
    picture = good(score_sheet(over, "en", names=NAMES))
    for sheet in score(over):
        assert f"{sheet.rank}. {NAMES[sheet.seat]}: {sheet.total}" in picture.alt


def test_a_tally_from_plain_rows() -> None:
    rows = [
        Row("track", (52, 300)),
        Row("devotion", (-3, 6)),
        Row("artifact_card", (24, None), "yellow"),
        Row("odd", (1, 2), None, "House rule"),
    ]
    picture = good(score_pad_sheet(rows, (2, 1), "de", names=("Kim", "Ｗ" * 32)))
    assert "1. " in picture.alt
    assert "308" in picture.alt
    assert "House rule 2" in picture.alt
    with pytest.raises(ValueError, match="expected 3"):
        score_pad_sheet(rows, (1, 2, 3), "de")


def test_long_displays_and_full_boards(middle: View) -> None:
    """More of everything than a game has, so that nothing is drawn outside its picture."""
    pack = middle.pack
    cards = [card.id for card in pack.citizens[:14]]
    own = middle.state.seats[1]
    mine = msgspec.structs.replace(
        own,
        active=cards,
        rest=cards,
        machines=[Installed(each.id, powered=True) for each in pack.machines[:12]],
        track=dict.fromkeys(TRACKS, 13),
        progress=20,
        points=300,
        slots=[
            msgspec.structs.replace(slot, cards=tuple(PlayedCard(card, "top") for card in cards[:4]))
            for slot in own.slots
        ],
        unlocked=[reward.id for reward in pack.player_board.rewards],
        technologies=[each.id for each in pack.tribe[middle.state.seats[1].tribe].technologies],
    )
    seats = [*middle.state.seats]
    seats[1] = mine
    full = replace(middle, state=msgspec.structs.replace(middle.state, seats=seats, display=cards))
    tall = opened(player_board(full, 1, "de", names=HARD_NAMES).png)
    assert tall.height > ROOM * tall.width / UNITS
    foot = tall.convert("RGB").crop((0, tall.height - 12, tall.width, tall.height))
    assert foot.getcolors() == [(foot.width * foot.height, theme_of("dark").ground)]
    for area in (None, *AREAS):
        good(player_board(full, 1, "de", names=HARD_NAMES, area=area))
    good(market(full, "de"))
    empty = replace(
        full, state=msgspec.structs.replace(full.state, display=[], module_display=[], market={t: [] for t in TRACKS})
    )
    good(market(empty, "fr"))


def test_whose_turn_it_is_comes_first_in_words(middle: View, over: View) -> None:
    turn = middle.state.turn
    alt = board(middle, "fr", names=NAMES).alt
    assert f"Tour {turn.number}\N{NO-BREAK SPACE}: c’est à {NAMES[turn.seat]}." in alt
    assert alt.index("grand") < alt.index(f"1 {NAMES[0]}")
    assert "Turn" not in board(over, "en", names=NAMES).alt


def test_the_mautoma_beside_a_player() -> None:
    """Its pieces, its hibernations and what it has left, in the picture and in words."""
    game = played(1, 3, 12, Options(artifact_card="deal", alone="mautoma"))
    for locale in LOCALES:
        picture = good(board(view(game, 0), locale, names=("Kim",)))
        assert "2 Mautoma" in picture.alt
    good(board(view(game, 0), "en", names=("Kim",), area="F7"))
    good(score_sheet(view(game, 0), "en", names=("Kim",)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_lobby(middle: View, locale: Locale, theme: ThemeName) -> None:
    pack = middle.pack
    agreed = [Agreed("Ｏ" * 60, "Ｘ" * 60, on=True), Agreed("plain", "no")]
    for sitting in ((), (Sitting("Kim"),), tuple(Sitting(name, pack.tribes[0].id) for name in HARD_NAMES)):
        good(lobby(pack, sitting, agreed, locale, theme))
    assert "Kim" in lobby(pack, (Sitting("Kim", "no such tribe"),), (), locale, theme).alt


def test_a_tile_is_marked(middle: View) -> None:
    plain = board(middle, "en", area="F7")
    marked = good(board(middle, "en", area="F7", mark=middle.board.place_of[middle.board.space_named("F7") or 0]))
    assert marked.png != plain.png


def test_a_pack_that_prints_nothing(middle: View) -> None:
    """No effects, no icons, names of one letter or a hundred: drawn all the same."""
    pack = middle.pack
    half = msgspec.structs.replace(pack.citizens[0].top, get=())
    long = msgspec.structs.replace(pack.citizens[0].name, de="Ｗ" * 100, en="x", fr="🦊" * 40)
    citizens = tuple(msgspec.structs.replace(card, top=half, bottom=half, name=long) for card in pack.citizens)
    machines = tuple(msgspec.structs.replace(each, get=(), name=long) for each in pack.machines)
    modules = tuple(msgspec.structs.replace(each, get=()) for each in pack.modules)
    tribes = tuple(msgspec.structs.replace(each, ability=(), lasting=(), name=long) for each in pack.tribes)
    rows = tuple(() for _ in pack.board.hibernation)
    bare = msgspec.structs.replace(
        pack,
        citizens=citizens,
        machines=machines,
        modules=modules,
        tribes=tribes,
        board=msgspec.structs.replace(pack.board, hibernation=rows, score_bonuses={}),
    )
    seen = replace(middle, pack=bare)
    for locale in LOCALES:
        good(board(seen, locale, names=NAMES))
        good(player_board(seen, 1, locale, names=NAMES))
        good(market(seen, locale))
        good(component(bare, bare.citizens[0].id, locale))
        good(lobby(bare, (Sitting("Kim", bare.tribes[0].id),), (), locale))
