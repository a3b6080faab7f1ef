"""Charts are drawn in both themes and say their numbers in words."""

import io

import pytest
from PIL import Image

from bot.pictures.chart_picture import (
    MOST_BARS,
    WIDTH,
    Bar,
    BarChart,
    Chart,
    CourseChart,
    VersusChart,
    averaged,
    chart,
)
from bot.pictures.picture import ALT_MOST
from bot.pictures.themes import THEMES, ThemeName
from bot.text import LOCALES, Locale

CHARTS: dict[str, Chart] = {
    "bars": BarChart("Won", "expected", (Bar("Kim", 14.5, 10.4), Bar("W" * 40, 0, 3.5), Bar("Alex", 3))),
    "nothing": BarChart("Won", "expected", (Bar("Kim", 0, 0),)),
    "many": BarChart("Won", "", tuple(Bar(f"{n}" + "W" * 32, n, n / 2) for n in range(40))),
    "lines": BarChart("Lines", "usual", (Bar("Track", 30.25, 28, "track"), Bar("Cards", 8, None, "card_colour"))),
    "course": CourseChart("Points", (80, 120, 95, 0, 130), (False, True, False, False, True)),
    "long": CourseChart("Points", tuple(range(500)), (True,) * 500),
    "negative": CourseChart("Points", (-5, 3), (False, True)),
    "versus": VersusChart("Ahead", ("Kim", "Alex"), (3, 1, 2), ((80, 70), (90, 95), (100, 90))),
    "once": VersusChart("Ahead", ("K" * 40, "A" * 40), (0, 0, 1), ((80, 90),)),
    "often": VersusChart("Ahead", ("Kim", "Alex"), (200, 0, 300), ((80, 70),) * 500),
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", CHARTS)
def test_a_chart(name: str, theme: ThemeName, locale: Locale) -> None:
    picture = chart(CHARTS[name], locale, theme)
    image = Image.open(io.BytesIO(picture.png))
    assert image.width == WIDTH
    assert 150 < image.height < 200 + 70 * (MOST_BARS + 1)
    assert 10 < len(picture.alt) <= ALT_MOST
    assert len(image.getcolors(256) or ()) > 5


def test_words_have_the_numbers() -> None:
    assert "Kim 14,5 (10,4)" in chart(CHARTS["bars"], "de").alt
    assert "2 won" in chart(CHARTS["course"], "en").alt
    assert "Games ahead: Kim 3" in chart(CHARTS["versus"], "en").alt


def test_of_many_games_each_point_is_an_average() -> None:
    assert averaged([1, 2, 3], 60) == [1, 2, 3]
    assert averaged([1, 3, 5, 7], 2) == [2, 6]
    found = averaged(list(range(100)), 60)
    assert len(found) == 60
    assert found == sorted(found)
