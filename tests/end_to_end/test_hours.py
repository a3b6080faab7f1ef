"""``/settings hours`` and ``/settings away`` as people mistype them: a private word on what would work, in their
language, and what was set before stays."""

import re

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.script import Script
from tests.end_to_end.test_table_care import place

__all__ = ["place"]
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])
BERLIN = {"city": "Europe/Berlin"}
WRONG: tuple[tuple[str, dict[str, str], str], ...] = (
    ("hours", {"city": "Atlantis"}, "New York|Zürich|Montréal"),
    ("hours", {"city": "+2"}, "New York|Zürich|Montréal"),
    ("hours", {"city": "x" * 200}, "New York|Zürich|Montréal"),
    ("hours", {"city": "USA"}, "New York|Zürich|Montréal"),
    ("hours", {"city": "america"}, "time zones:|Zeitzonen stehen:|fuseaux horaires.:"),
    ("hours", {**BERLIN, "from": "99", "to": "8:00"}, "“99”|„99“|«.99.»"),
    ("hours", {**BERLIN, "from": "24:30", "to": "8:00"}, "24:30"),
    ("hours", {**BERLIN, "from": "22:00"}, "22:00"),
    ("hours", {**BERLIN, "from": "8:00", "to": "8:00"}, "same time|zur selben Zeit|même heure"),
    ("hours", {**BERLIN, "from": "8:00", "to": "7:00"}, "18"),
    ("hours", {**BERLIN, "days": "whenever"}, "Mon|Mo–|lun"),
    ("away", {"until": "0001-01-01"}, "2026-12-27|27.12.2026|27/12/2026"),
    ("away", {"until": "9999-12-31"}, "120"),
    ("away", {"until": "2020-01-01"}, "2026-12-27|27.12.2026|27/12/2026"),
    ("away", {"until": "1.1.20"}, "2026-12-27|27.12.2026|27/12/2026"),
    ("away", {"until": "30.2."}, "30.2."),
    ("away", {"until": "@everyone **soon**"}, "27"),
    ("away", {"until": "+999"}, "120"),
)


@LANGUAGES
async def test_what_cannot_be_is_refused_and_nothing_changes(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    person = people[language]
    await script.slash(person, place, "settings hours", {"city": "Europe/Berlin", "from": "22:00", "to": "8:00"})
    for name, options, wanted in WRONG:
        answer = await script.slash(person, place, f"settings {name}", options)
        assert answer.ephemeral
        assert re.search(wanted, answer.text), (options, answer.text)
        assert "@everyone" not in answer.text or "@\u200b" in answer.text
    kept = await script.slash(person, place, "settings away")
    assert "22:00" in kept.text
    assert "8:00" in kept.text
    assert "Berlin" in kept.text


@LANGUAGES
async def test_a_city_that_was_typed_and_not_picked(
    script: Script, place: Channel, people: dict[str, User], language: str
) -> None:
    typed = {"de": "wien", "fr": "bruxelles", "en": "new york"}[language]
    answer = await script.slash(people[language], place, "settings hours", {"city": typed})
    assert re.search("Wien|Bruxelles|New York", answer.text), answer.text
