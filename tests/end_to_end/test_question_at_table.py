"""Rules questions in a channel with a game: answered for the asker's seat by the engine, with the rule below."""

import pytest

from bot.engine.packs import field
from bot.practice.model import Channel, User
from tests.end_to_end.clicking import ids
from tests.end_to_end.script import Script
from tests.end_to_end.test_table_care import opened, place

__all__ = ["place"]
People = dict[str, User]

QUESTIONS = {
    "de": ("Kann ich {space} erkunden?", "Darf ich auf {space} ein großes Gebäude bauen?"),
    "fr": ("Puis-je explorer {space} ?", "Est-ce que je peux construire un grand bâtiment en {space} ?"),
    "en": ("can I explore {space}?", "may I build a large building on {space}"),
}
NO_DESERT = {"de": "Gebäude", "fr": "bâtiments", "en": "buildings"}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_space_is_answered_for_the_own_seat(
    script: Script, place: Channel, people: People, language: str
) -> None:
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    targets = await script.slash(person, place, "can explore", {"tile": "A1"})
    question, building = QUESTIONS[language]
    corner = await script.slash(person, place, "ask", {"question": question.format(space="A1")})
    assert corner.ephemeral
    assert "❌" in corner.text
    assert targets.text.split("❌ ")[1].split("\n")[0] in corner.text, "the same reason as /can"
    assert ids(corner.message, "rule:open:"), "the rule is below"
    for space in ("E5", "E6", "D5", "F5", "E7", "D6"):
        answer = await script.slash(person, place, "ask", {"question": question.format(space=space)})
        asked = await script.slash(person, place, "can explore", {"tile": space})
        assert ("✅" in answer.text) == ("✅" in asked.text), (space, answer.text, asked.text)
        assert bool(ids(answer.message, "table:do:")) == bool(ids(asked.message, "table:do:"))
    large = await script.slash(person, place, "ask", {"question": building.format(space="A1")})
    assert NO_DESERT[language] in large.text
    watching = await script.slash(people["fr-mod"], place, "ask", {"question": question.format(space="A1")})
    assert "❌" not in watching.text, "who does not play is told the rule alone"
    assert table is not None


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_a_component_is_told_by_its_name(script: Script, place: Channel, people: People, language: str) -> None:
    """With or without a game in the channel."""
    card = next(iter(field().citizen.values()))
    for locale in ("de", "fr", "en"):
        name = getattr(card.name, locale)
        answer = await script.slash(people[language], place, "ask", {"question": f"{name}?"})
        assert f"**{getattr(card.name, language)}**" in answer.text
        assert answer.ephemeral
