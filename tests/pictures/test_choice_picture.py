"""Components to choose from: every kind with its numbers, readable on a phone."""

from __future__ import annotations

import itertools

import pytest

from bot.engine.geometry import make_board
from bot.engine.packs import field
from bot.pictures import THEMES, Numbered, ThemeName, choice
from bot.pictures.choice_picture import DISC, MOST, UNITS, WIDTH
from bot.pictures.render.canvas import Canvas
from bot.text import LOCALES, Locale
from bot.text.game import Table, component_name
from tests.pictures.conftest import opened
from tests.pictures.test_pictures import good

PACK = field()
TABLE = Table(PACK, make_board(PACK.board), ())
KINDS = {
    "cards": [card.id for card in PACK.citizens[20:24]],
    "many cards": [card.id for card in PACK.citizens[40:52]],
    "modules": [module.id for module in PACK.modules[:5]],
    "machines": [machine.id for machine in (*PACK.machines[:3], *PACK.printed_machines)],
    "technologies": [technology.id for technology in PACK.tribes[1].technologies],
    "artifact cards": [card.id for card in PACK.artifact_cards[:2]],
    "crates and unknown ones": [PACK.crates[0].id, "?"],
    "all of a display": [PACK.citizens[3].id, PACK.modules[4].id, PACK.machines[5].id],
}


def numbered(names: list[str]) -> list[Numbered]:
    return [Numbered(number, name) for number, name in enumerate(names, 1)]


@pytest.mark.parametrize(("locale", "theme"), list(itertools.product(LOCALES, THEMES)))
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(kind: str, locale: Locale, theme: ThemeName) -> None:
    picture = good(choice(TABLE, numbered(KINDS[kind]), locale, theme).picture())
    assert opened(picture.png).width == WIDTH
    at = 0
    for number, name in enumerate(KINDS[kind][:4], 1):
        at = picture.alt.index(f" {number}", at)
        at = picture.alt.index(component_name(locale, TABLE, name), at)


def test_numbers_and_names_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """All text that is drawn is asked for at 9 pixels or more where the picture is 270 wide."""
    sizes: list[float] = []
    plain = Canvas.text

    def noting(canvas: Canvas, x: float, y: float, text: str, size: float, *args: object, **more: object) -> float:
        sizes.append(size * WIDTH / UNITS * 270 / WIDTH)
        return plain(canvas, x, y, text, size, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", noting)
    for names in KINDS.values():
        choice(TABLE, numbered(names), "de").draw()
    assert min(sizes) >= 9
    assert 2 * DISC * 270 / UNITS >= 12


def test_the_order_and_the_numbers_count() -> None:
    names = KINDS["cards"]
    first = choice(TABLE, numbered(names), "en")
    other = choice(TABLE, [Numbered(each.number + 1, each.component) for each in numbered(names)], "en")
    assert first.shows != other.shows
    assert first.draw() != other.draw()
    assert first.shows == choice(TABLE, numbered(names), "en").shows


def test_too_many_are_cut_and_none_is_refused() -> None:
    many = numbered([card.id for card in PACK.citizens])
    assert len(many) > MOST
    good(choice(TABLE, many, "en").picture())
    with pytest.raises(ValueError, match="at least one"):
        choice(TABLE, [], "en")
