"""Maps for phones: how large their texts are in effect, what they show of the map, and where costs stand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import View, view
from bot.engine.actions import Build, Explore, Populate
from bot.engine.state import Options
from bot.pictures import THEMES, ThemeName, offers_overlay, table_map, targets_map
from bot.pictures.layers.hexagons import ROOT3
from bot.pictures.layers.overlay_drawing import ROWS, cost_plates, draw_over
from bot.pictures.layers.scoreboard import STRIP, STRIP_TEXT, draw_strip
from bot.pictures.layers.terrain import LABEL, SMALLEST, Region, draw_ground, label_top
from bot.pictures.render.canvas import Canvas
from bot.pictures.render.drawable_names import names_of
from bot.pictures.table_map import GROUNDS, WIDTH, map_region, targets_region
from bot.pictures.themes import theme_of
from bot.text import LOCALES, Locale
from tests.pictures.conftest import NAMES, opened, played
from tests.pictures.test_pictures import good, targets

PHONE = 270
TURNS = {"early": 1, "middle": 14, "late": 60}


@pytest.fixture(scope="module", params=[(seats, when) for seats in (1, 2, 3, 4) for when in TURNS], ids=str)
def shown(request: pytest.FixtureRequest) -> View:
    seats, when = request.param
    alone = Options(artifact_card="deal", alone="mautoma")
    options = alone if seats == 1 else Options(artifact_card="deal", vast_crystals=True)
    return view(played(seats, 3, TURNS[when], options), None)


def test_texts_on_a_phone(shown: View) -> None:
    """Every label and number is 9 pixels high or more where the picture is 270 wide, and it is at most 240 high."""
    region = map_region(shown)
    scale = PHONE / WIDTH
    assert region.layout.text(LABEL) * scale >= 9
    assert region.layout.text(SMALLEST) * scale >= 9
    assert STRIP_TEXT * WIDTH / STRIP * scale >= 9
    assert region.height * scale <= 240


def test_the_whole_map_fits_too(whole: View) -> None:
    """Everything explored: the widest and tallest map there is."""
    region = map_region(whole)
    assert region.layout.text(LABEL) * PHONE / WIDTH >= 9
    assert region.height * PHONE / WIDTH <= 240
    assert all(region.shows(whole.board.hexes[space]) for space in range(len(whole.prints)))
    for name in whole.board.labels:
        wide = Canvas(10, 10, theme_of("dark")).text_width(name, region.layout.text(LABEL))
        assert wide <= ROOT3 * region.layout.radius


def test_labels_are_drawn_so_large(shown: View) -> None:
    """Measured on the ground: the letters of a desert's label are as high as their size says, and nothing cuts them."""
    region = map_region(shown)
    space = next(
        n
        for n, printed in enumerate(shown.prints)
        if printed and printed.terrain == "desert" and region.shows(shown.board.hexes[n])
    )
    x, y = region.layout.centre(shown.board.hexes[space])
    r, size = region.layout.radius, region.layout.text(LABEL)
    top = y + label_top(region.layout)
    box = (int(x - 0.3 * r), int(top - 0.1 * r), int(x + 0.3 * r), int(top + 0.72 * size + 0.1 * r))
    letters = draw_ground(shown, theme_of("dark"), region).image.crop(box).convert("L")
    rows = [y for y in range(letters.height) if min(letters.crop((0, y, letters.width, y + 1)).tobytes()) < 110]
    assert len(rows) >= 0.7 * size - 1.5
    assert rows[0] > 0
    assert rows[-1] < letters.height - 1


def test_what_is_known_and_what_comes_next_is_shown(shown: View) -> None:
    """Every space that can be walked to or explored from there, and every piece; early not the far corners."""
    region, board, state = map_region(shown), shown.board, shown.state
    explored = {place for place, lying in enumerate(state.places) if lying.revealed}
    walked = _walked(shown)
    wanted = {*walked, *(place for each in walked & explored for place in board.places_beside[each])}
    for place in wanted:
        assert all(region.shows(board.hexes[space]) for space in board.spaces_of[place]), place
    for space in (*state.buildings, *state.figures):
        assert region.shows(board.hexes[space])
    if state.turn.number == 1:
        assert len(region.spaces) < len(board.hexes)


def _walked(seen: View) -> set[int]:
    """The explored places that lie together with the starting space."""
    found, edge = set(), [0]
    while edge:
        place = edge.pop()
        vast = seen.prints[seen.board.spaces_of[place][0]]
        if place not in found and seen.state.places[place].revealed and vast and vast.terrain != "vast":
            found.add(place)
            edge.extend(seen.board.places_beside[place])
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("locale", LOCALES)
def test_in_every_language_and_theme(middle: View, locale: Locale, theme: ThemeName) -> None:
    picture = good(table_map(middle, locale, theme, names=NAMES).picture())
    assert all(name in picture.alt for name in NAMES)
    assert opened(picture.png).size == (WIDTH, map_region(middle).height)


# ---- targets -----------------------------------------------------------------------------------------------------

GAMES = [(2, 3, 3), (3, 4, 25), (4, 3, 34), (4, 8, 50)]


def offered(kind: type) -> Iterator[tuple[View, Region, list[tuple[float, float, float, float]]]]:
    """Views, the part of the map round the targets, and the boxes of their costs."""
    for seats, seed, turn in GAMES:
        game = played(seats, seed, turn, Options(artifact_card="deal", vast_crystals=True))
        overlay = offers_overlay(targets(game, kind))
        seen = view(game, game.active)
        region = targets_region(seen, overlay)
        canvas = Canvas(WIDTH, region.height, theme_of("dark"))
        good(targets_map(seen, "de", overlay, names=NAMES).picture())
        yield seen, region, [each.box(canvas, region.layout.radius) for each in cost_plates(seen, region, overlay)]


@pytest.mark.parametrize("kind", [Build, Explore, Populate])
def test_costs_can_be_read_and_stay_in_the_picture(kind: type) -> None:
    for _seen, region, boxes in offered(kind):
        assert boxes
        assert region.layout.text(ROWS) * PHONE / WIDTH >= 9
        assert region.height * PHONE / WIDTH <= 300
        for x, y, w, h in boxes:
            assert 0 <= x <= x + w <= WIDTH
            assert 0 <= y <= y + h <= region.height


@pytest.mark.parametrize("kind", [Build, Populate])
def test_costs_leave_the_labels_of_all_spaces_free(kind: type) -> None:
    """None covers the label of its own space or of a neighbour, but for a corner."""
    for seen, region, boxes in offered(kind):
        layout, canvas = region.layout, Canvas(10, 10, theme_of("dark"))
        for space in region.spaces:
            printed, at = seen.prints[space], seen.board.hexes[space]
            if printed is None or printed.terrain in ("large", "vast") or not region.shows(at):
                continue
            x, y = layout.centre(at)
            half = canvas.text_width(seen.board.labels[space], layout.text(LABEL)) / 2
            top, corner = y + label_top(layout), 0.09 * layout.radius
            for left, above, w, h in boxes:
                beside = left + w <= x - half or left >= x + half
                over = above + h <= top + 1 or above >= top + 0.72 * layout.text(LABEL) - corner
                assert beside or over, seen.board.labels[space]


def test_few_targets_are_shown_large() -> None:
    game = played(2, 3, 3)
    found = targets(game, Populate)
    seen = view(game, game.active)
    overlay = offers_overlay(found)
    assert targets_region(seen, overlay).layout.radius > 1.3 * map_region(seen).layout.radius


def test_a_kept_map_under_another_strip(shown: View) -> None:
    """Where only points have changed, the picture is made of the map that is kept: dot by dot as if drawn at once."""
    for points in (0, 47, shown.state.seats[0].points):
        shown.state.seats[0].points = points
        region, theme = map_region(shown), theme_of("dark")
        canvas = Canvas.over(GROUNDS.get(shown, theme, region), theme)
        draw_over(canvas, shown, region, None)
        draw_strip(Canvas.over(canvas.image, theme, WIDTH / STRIP), shown, names_of(shown, NAMES, "en"))
        made = opened(table_map(shown, "en", names=NAMES).picture().png)
        assert made.convert("RGB").tobytes() == canvas.quantised().convert("RGB").tobytes()
