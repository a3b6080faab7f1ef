"""Help, about and settings as people meet them: in three languages, over a restart, with a Discord in trouble."""

import asyncio
from typing import Any

import pytest

from bot.practice.model import Channel, User
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import PATIENCE, Script

People = dict[str, User]
Places = dict[str, Channel]

COMMANDS: dict[str, dict[str, str]] = {
    "de": {"help": "Erste Schritte", "about": "Inoffiziell", "settings show": "Einstellungen"},
    "fr": {"help": "Premiers pas", "about": "Non officiel", "settings show": "Réglages"},
    "en": {"help": "First steps", "about": "Unofficial", "settings show": "Settings"},
}
NAMES = {
    "de": {"hilfe", "über", "einstellungen sprache", "einstellungen zeigen"},
    "fr": {"aide", "à-propos", "réglages langue", "réglages afficher"},
    "en": {"help", "about", "settings language", "settings show"},
}


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize("command", ["help", "about", "settings show"])
async def test_every_command_answers_privately_in_the_person_s_language(
    stage: Script, bot: BotProcess, people: People, places: Places, language: str, command: str
) -> None:
    answer = await stage.slash(people[language], places["de"], command)
    assert answer.ephemeral
    assert COMMANDS[language][command] in answer.text


@pytest.mark.parametrize("place", ["fr", "thread", "dm"])
async def test_everywhere(stage: Script, bot: BotProcess, people: People, places: Places, place: str) -> None:
    kim = people["de"]
    channel = stage.world.dm(kim) if place == "dm" else places[place]
    for command, said in COMMANDS["de"].items():
        assert said in (await stage.slash(kim, channel, command)).text


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_help_leads_through_all_topics(
    stage: Script, bot: BotProcess, people: People, places: Places, language: str
) -> None:
    answer = await stage.slash(people[language], places["fr"], "help")
    for topic in ("rules", "bot", "start"):
        answer = await stage.select(answer, "help:pick", [topic])
        assert len(answer.text) > 100
    listed = (await stage.select(answer, "help:pick", ["bot"])).text
    assert all(f"`/{name}" in listed for name in NAMES[language])


async def test_help_completes_topics(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    found = await stage.complete(people["fr"], places["de"], "help", {"topic": "rég"})
    assert [choice["name"] for choice in found.choices] == ["Le bot et ses réglages"]
    answer = await stage.slash(people["fr"], places["de"], "help", {"topic": found.choices[0]["value"]})
    assert "/réglages langue" in answer.text


async def test_an_unknown_topic_is_declined(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await stage.slash(people["de"], places["de"], "help", {"topic": "*Kochen* @everyone"})
    assert answer.ephemeral
    assert "keine Hilfe" in answer.text


async def test_about_opens_help(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await stage.slash(people["en"], places["de"], "about")
    assert "First steps" in (await stage.click(answer, "Help")).text


async def test_a_person_s_language(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    alex, place = people["en"], places["de"]
    assert "Für dich gespeichert" in (await stage.slash(alex, place, "settings language", {"language": "de"})).text
    assert "Erste Schritte" in (await stage.slash(alex, stage.world.dm(alex), "help")).text
    shown = await stage.slash(alex, place, "settings show")
    shown = await stage.select(shown, "settings:language:person", ["auto"])
    assert "Saved for you" in shown.text
    assert "First steps" in (await stage.slash(alex, place, "help")).text


async def test_a_place_s_language_is_for_its_moderators(
    stage: Script, bot: BotProcess, people: People, places: Places
) -> None:
    for scope, right in (("server", "Server verwalten"), ("channel", "Kanäle verwalten")):
        options: dict[str, Any] = {"language": "en", "for": scope}
        refused = await stage.slash(people["de"], places["fr"], "settings language", options)
        assert right in refused.text
        assert "gespeichert" not in refused.text
        done = await stage.slash(people["fr-mod"], places["fr"], "settings language", options)
        assert "Enregistré" in done.text
        assert "English" in done.text


async def test_there_are_no_place_settings_in_direct_messages(
    stage: Script, bot: BotProcess, people: People, places: Places
) -> None:
    camille = people["fr"]
    options = {"language": "de", "for": "server"}
    answer = await stage.slash(camille, stage.world.dm(camille), "settings language", options)
    assert "que toi et moi" in answer.text


async def test_settings_and_old_buttons_outlive_kill_9(
    stage: Script, bot: BotProcess, people: People, places: Places
) -> None:
    toni, place = people["de-mod"], places["de"]
    await stage.slash(toni, place, "settings language", {"language": "fr"})
    help_before = await stage.slash(toni, place, "help")
    settings_before = await stage.slash(toni, place, "settings show")
    await bot.restart()
    assert "Premiers pas" in (await stage.slash(toni, place, "help")).text
    assert "/einstellungen sprache" in (await stage.select(help_before, "help:pick", ["bot"])).text
    changed = await stage.select(settings_before, "settings:language:person", ["auto"])
    assert "Für dich gespeichert" in changed.text


@pytest.mark.parametrize(
    ("status", "how"), [(500, {}), (502, {}), (503, {}), (429, {"retry_after": 0.5}), (429, {"retry_after": 1.0})]
)
async def test_discord_s_errors_lose_no_answer(
    stage: Script, bot: BotProcess, people: People, places: Places, status: int, how: dict[str, Any]
) -> None:
    stage.faults.rest("POST", "/callback", status=status, times=1, **how)
    answer = await stage.slash(people["en"], places["de"], "about")
    assert "Unofficial" in answer.text


@pytest.mark.parametrize("how", ["abort", "close", "reconnect", "invalid"])
async def test_a_dropped_gateway_loses_no_answer(
    stage: Script, bot: BotProcess, people: People, places: Places, how: str
) -> None:
    """Asked while the line is down: the session is resumed, and Discord hands over what came in between."""
    with stage.stage.journal.collecting("not-delivered"):
        await stage.faults.drop_gateway(how)
        assert "Unofficial" in (await stage.slash(people["en"], places["de"], "about")).text


async def test_a_second_delivery_changes_nothing(
    stage: Script, bot: BotProcess, people: People, places: Places
) -> None:
    stage.deliver_twice()
    answer = await stage.slash(people["en"], places["de"], "about")
    assert "Unofficial" in answer.text
    assert len(answer.messages) == 1


async def test_many_at_once(stage: Script, bot: BotProcess, people: People, places: Places) -> None:
    asked = [stage.slash(people[each], places["de"], "help") for each in ("de", "fr", "en") for _ in range(10)]
    answers = await asyncio.gather(*asked)
    assert [answer.text.split("\n")[0][3:] for answer in answers] == [
        COMMANDS[each]["help"] for each in ("de", "fr", "en") for _ in range(10)
    ]


async def test_a_restart_with_the_same_commands_does_not_send_them_again(stage: Script, bot: BotProcess) -> None:
    await stage.wait_for(lambda: "commands synced" in bot.log, PATIENCE, "the commands, sent and noted")
    await bot.restart()
    await stage.settle()
    assert "commands synced" not in bot.log[bot.log.rindex("logged in") :]


async def test_it_ends_cleanly(stage: Script, bot: BotProcess) -> None:
    assert await bot.stop() == 0
    assert bot.tracebacks() == []
    assert bot.outside() == []
    await bot.start()  # other tests may follow
