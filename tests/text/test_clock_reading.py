"""Times, days and dates as people type them."""

from datetime import date

import pytest

from bot.text import LOCALES
from bot.text.clock_reading import clock_typed, clock_words, date_typed, days_typed, days_words
from bot.text.time_zones import zone_words, zones_found, zones_meant

TODAY = date(2026, 3, 1)
ZONES = ("America/New_York", "Asia/Kolkata", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "UTC")


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        *(("22", 1320), ("22:30", 1350), ("10 pm", 1320), ("12 am", 0), ("12 pm", 720), ("22 Uhr", 1320)),
        *(("7 Uhr 30", 450), ("22h30", 1350), ("22 h", 1320), ("9.15", 555), ("24:00", 0), ("0:00", 0)),
        *(("99", None), ("99:30", None), ("24:30", None)),
        *(("25", None), ("22:60", None), ("13 pm", None), ("noon", None), ("-1", None), ("", None), ("1" * 50, None)),
    ],
)
def test_times(typed: str, minute: int | None) -> None:
    assert clock_typed(typed) == minute


def test_times_are_read_as_they_are_written() -> None:
    assert all(clock_typed(clock_words(minute)) == minute for minute in range(1440))


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        *(("Mon-Fri", (0, 1, 2, 3, 4)), ("Sa, So", (5, 6)), ("lundi mercredi", (0, 2)), ("Fr bis Mo", (0, 4, 5, 6))),
        *(("lun.–ven.", (0, 1, 2, 3, 4)), ("Mon, Wed and Fri", (0, 2, 4)), ("dimanche", (6,))),
        *(("weekdays", None), ("", None), ("Mon-", None), ("Mon-Wed-Fri", None), ("1", None)),
    ],
)
def test_days(typed: str, days: tuple[int, ...] | None) -> None:
    assert days_typed(typed) == days


def test_days_are_read_as_they_are_written() -> None:
    sets = [(0, 1, 2, 3, 4), (5, 6), (0, 2, 4), (3,), (0, 1, 2, 3, 4, 5, 6)]
    assert all(days_typed(days_words(locale, days)) == days for locale in LOCALES for days in sets)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *(("2026-12-27", date(2026, 12, 27)), ("27.12.", date(2026, 12, 27)), ("27/12/2026", date(2026, 12, 27))),
        *(("+3", date(2026, 3, 4)), ("1.1.", date(2027, 1, 1)), ("1.3.", date(2027, 3, 1))),
        *(("27.12.26", date(2026, 12, 27)), ("1/2/27", date(2027, 2, 1)), ("31.2.26", None)),
        *(("31.2.", None), ("2026-13-01", None), ("soon", None), ("", None), ("29.2.", None)),
    ],
)
def test_dates(typed: str, day: date | None) -> None:
    assert date_typed(typed, TODAY) == day


def test_zones_are_found_by_city_and_country_in_any_language() -> None:
    for typed in ("Wien", "vienne", "Vienna", "Österreich", "autriche"):
        assert "Europe/Vienna" in [zones_found(locale, ZONES, typed, 3)[0] for locale in LOCALES]
    assert zones_found("en", ZONES, "New Y", 5) == ["America/New_York"]
    assert zones_found("en", ZONES, "Atlantis", 5) == zones_found("en", ZONES, "", 5) == []
    assert {zone_words(locale, "Europe/Vienna") for locale in LOCALES} == {
        *("Wien, Österreich", "Vienne, Autriche", "Vienna, Austria")
    }


@pytest.mark.parametrize(
    ("typed", "zones"),
    [
        *(("berlin", ["Europe/Berlin"]), ("New York", ["America/New_York"]), ("europe/vienna", ["Europe/Vienna"])),
        *(("Wien", ["Europe/Vienna"]), ("Österreich", ["Europe/Vienna"]), ("utc", ["UTC"])),
        *(("Europe", ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich"]), ("+2", []), ("Atlantis", []), ("", [])),
        *(("rich", []), ("urope", []), ("x" * 500, [])),
    ],
)
def test_what_zone_is_meant_without_a_pick(typed: str, zones: list[str]) -> None:
    assert zones_meant(ZONES, typed) == zones
