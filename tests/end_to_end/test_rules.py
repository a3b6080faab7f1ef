"""Looking rules up as people do: /rule, /ask, a mention, the menu on a message, and every control on the answers."""

import pytest

from bot.practice.model import Channel, Message, User
from bot.reference.load import book
from bot.text import Locale
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script

People = dict[str, User]
Places = dict[str, Channel]

ACTIONS: dict[Locale, str] = {
    "de": "wie viele Aktionen hab ich pro Zug",
    "fr": "combien d'actions par tour ?",
    "en": "how many actions per turn",
}
UNCOVERED: dict[Locale, tuple[str, str]] = {
    "de": ("wie wird das Wetter morgen in Hamburg", "sagen die Regeln, die ich kenne, nichts"),
    "fr": ("quel temps fait-il demain à Lyon", "n’en parlent pas"),
    "en": ("will it rain tomorrow in London", "do not cover this"),
}
LANGUAGES: list[Locale] = ["de", "fr", "en"]
HOSTILE = [
    "x" * 6000,
    "@everyone <@&1100000000000020010> wie viele Aktionen pro Zug",
    "**fett** ||geheim|| [x](https://example.org) `code` wie viele Aktionen pro Zug?",
    "SELECT * FROM rules; DROP TABLE rules;--",
    "今日の天気はどうですか",
]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_is_answered_privately_in_the_person_s_language(
    script: Script, bot: BotProcess, people: People, places: Places, language: Locale
) -> None:
    answer = await script.slash(people[language], places["de"], "ask", {"question": ACTIONS[language]})
    words = book().entries["turn.actions"].words(language)
    assert answer.ephemeral
    assert words.title in answer.text
    assert words.answer in answer.text
    assert words.rule in answer.text
    assert words.example in answer.text
    assert ACTIONS[language] in answer.text


async def test_a_question_in_another_of_the_three_languages_is_answered_in_it(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    answer = await script.slash(people["de"], places["de"], "ask", {"question": ACTIONS["fr"]})
    assert book().entries["turn.actions"].fr.answer in answer.text


async def test_the_language_of_the_answer_can_be_chosen(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    options = {"question": ACTIONS["de"], "language": "fr"}
    answer = await script.slash(people["de"], places["de"], "ask", options)
    assert book().entries["turn.actions"].fr.answer in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_completion_leads_to_the_entry(
    script: Script, bot: BotProcess, people: People, places: Places, language: Locale
) -> None:
    words = book().entries["hibernate.steps"].words(language)
    typed = await script.complete(people[language], places["fr"], "rule", {"topic": words.title[:-2]})
    assert typed.choices[0]["name"] == words.title
    answer = await script.slash(people[language], places["fr"], "rule", {"topic": typed.choices[0]["value"]})
    assert answer.ephemeral
    assert words.rule in answer.text


async def test_free_text_works_for_a_topic_too(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    by_title = await script.slash(people["fr"], places["fr"], "rule", {"topic": book().entries["range.cost"].fr.title})
    assert book().entries["range.cost"].fr.answer in by_title.text
    by_question = await script.slash(people["fr"], places["fr"], "rule", {"topic": ACTIONS["fr"]})
    assert book().entries["turn.actions"].fr.answer in by_question.text


async def test_a_word_of_the_glossary_shows_its_meaning_and_its_rule(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    term = next(iter(book().terms.values()))
    answer = await script.slash(people["de"], places["de"], "rule", {"topic": term.de.term})
    assert term.de.definition in answer.text
    assert term.fr.term in answer.text
    answer = await script.click(answer, "Die Regel")
    assert book().entries[term.entry].de.answer in answer.text


async def test_see_also_and_the_way_back(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    entries = book().entries
    answer = await script.slash(people["en"], places["de"], "ask", {"question": ACTIONS["en"]})
    first = entries["turn.actions"]
    second = entries[first.see[0]]
    third = entries[second.see[-1]]
    answer = await script.click(answer, second.en.title)
    assert second.en.answer in answer.text
    answer = await script.click(answer, third.en.title)
    assert third.en.answer in answer.text
    for entry in (second, first):
        answer = await script.click(answer, "‹ Back")
        assert entry.en.answer in answer.text
    assert answer.ephemeral
    assert "‹ Back" not in labels(answer)


async def test_other_languages_are_a_click_away(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    words = book().entries["turn.actions"]
    answer = await script.slash(people["en"], places["de"], "ask", {"question": ACTIONS["en"]})
    answer = await script.click(answer, "Deutsch")
    assert words.de.answer in answer.text
    answer = await script.click(answer, "Français")
    assert words.fr.answer in answer.text


async def test_show_to_all_posts_in_the_channel_s_language_and_answers_others_in_private(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    words = book().entries["turn.actions"]
    private = await script.slash(people["en"], places["de"], "ask", {"question": ACTIONS["en"]})
    public = await script.click(private, "Show to all")
    posted = public.messages[-1]
    assert not posted.ephemeral
    assert words.de.answer in posted.text
    assert "Alex" in posted.text
    clicked = await script.click(posted, "Français", user=people["fr"])
    own = clicked.messages[-1]
    assert own.ephemeral
    assert words.fr.answer in own.text
    assert words.de.answer in posted.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_not_covered_is_said_and_the_two_nearest_offered(
    script: Script, bot: BotProcess, people: People, places: Places, language: Locale
) -> None:
    question, said = UNCOVERED[language]
    answer = await script.slash(people[language], places["de"], "ask", {"question": question})
    assert answer.ephemeral
    assert said in answer.text
    offered = labels(answer)
    assert len(offered) == 2
    [nearest] = [entry for entry in book().entries.values() if entry.words(language).title == offered[0]]
    answer = await script.click(answer, offered[0])
    assert nearest.words(language).answer in answer.text


async def test_votes_are_thanked_for(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await script.slash(people["de"], places["de"], "ask", {"question": ACTIONS["de"]})
    answer = await script.click(answer, "👎")
    assert "Danke" in " ".join(labels(answer))
    assert book().entries["turn.actions"].de.answer in answer.text


async def test_a_mention_is_answered_for_all_without_a_ping(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    assert script.state.bot_user is not None
    asked = f"<@{script.state.bot_user.id}> {ACTIONS['en']}"
    [reply] = await script.write(people["en"], places["fr"], asked)
    assert not reply.ephemeral
    assert book().entries["turn.actions"].fr.answer in reply.text
    assert not await script.write(people["en"], places["fr"], ACTIONS["en"])


async def test_a_private_message_is_answered_in_its_language(script: Script, bot: BotProcess, people: People) -> None:
    [reply] = await script.write(people["fr"], script.directory.dm(people["fr"]), ACTIONS["fr"])
    assert book().entries["turn.actions"].fr.answer in reply.text


async def test_the_menu_on_a_message_looks_its_question_up(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    await script.write(people["de"], places["de"], ACTIONS["de"])
    asked = last_message(script, places["de"])
    answer = await script.on_message(people["fr"], places["de"], "Look up the rule", asked)
    assert answer.ephemeral
    assert book().entries["turn.actions"].fr.answer in answer.text


@pytest.mark.parametrize("question", HOSTILE)
async def test_hostile_questions_get_a_calm_answer(
    script: Script, bot: BotProcess, people: People, places: Places, question: str
) -> None:
    for command, option in (("ask", "question"), ("rule", "topic")):
        answer = await script.slash(people["de"], places["de"], command, {option: question})
        assert answer.ephemeral
        assert not answer.failed
    await script.complete(people["de"], places["de"], "rule", {"topic": question})
    assert not answer.message.pings


async def test_a_text_without_words_is_told_so(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    answer = await script.slash(people["fr"], places["de"], "ask", {"question": "🎲🎲🎲"})
    assert "Je n’y trouve pas de question" in answer.text


async def test_old_buttons_work_after_a_restart_and_gone_entries_are_told(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    answer = await script.slash(people["de"], places["de"], "ask", {"question": ACTIONS["de"]})
    await bot.restart()
    answer = await script.click(answer, "English")
    assert book().entries["turn.actions"].en.answer in answer.text
    gone = await script.slash(people["de"], places["de"], "rule", {"topic": "rule=turn.gone"})
    assert "gibt es nicht mehr" in gone.text


def labels(answer: Result) -> list[str]:
    """What is on the buttons of the answer."""
    return [str(part.get("label")) for part in answer.message.walk() if part["type"] == 2]


def last_message(script: Script, place: Channel) -> Message:
    return [message for message in script.directory.messages.values() if message.channel is place][-1]
