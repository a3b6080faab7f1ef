"""Questions in other languages, several at once, and whole paragraphs."""

import pytest
from discord import ui

from bot.cli.answer_output import result_lines
from bot.reference import Reference, Verdict
from bot.reference.question_parts import MOST, asked_in, questions_in
from bot.text import LOCALES, Locale, t
from cogs.rules.views import finding_panel
from tools.reference_training import question_sets

OTHERS = [
    "¿Cuántas acciones puedo hacer por turno?",
    "quante azioni posso fare in un turno",
    "hoeveel acties mag ik doen per beurt",
    "quantas ações posso fazer por turno",
    "ile akcji mogę zrobić w turze",
    "hur många handlingar får jag göra",
    "Сколько действий в ход?",
    "今日の天気はどうですか",
    "كم عدد الإجراءات",
]

TWO = {
    "en": "How many main actions do I have in a turn? And what does a large building cost?",
    "de": "Wie viele Hauptaktionen habe ich in einem Zug? Und was kostet ein großes Gebäude?",
    "fr": "Combien d'actions principales par tour ? Et combien coûte un grand bâtiment ?",
}

STORY = {
    "en": "We sat down on Sunday with the whole family, it was a long evening and everybody was tired by then. ",
    "de": "Wir saßen am Sonntag mit der ganzen Familie zusammen, es wurde spät und alle waren schon müde. ",
    "fr": "Dimanche, toute la famille jouait ensemble, la soirée était longue et tout le monde fatigué. ",
}

ASKED = {
    "en": "How many main actions do I have in a turn?",
    "de": "Wie viele Hauptaktionen habe ich in einem Zug?",
    "fr": "Combien d'actions principales ai-je par tour ?",
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("question", OTHERS)
def test_who_asks_in_another_language_is_told_which_are_spoken(
    lexical: Reference, question: str, locale: Locale
) -> None:
    found = lexical.find(question, locale)
    assert (found.verdict, found.locale) == (Verdict.LANGUAGE, locale)
    example = t(locale, "rule.example_question")
    assert shown(finding_panel(lexical, found, locale)) == t(locale, "rule.other_language", example=f"*{example}*")
    assert list(result_lines(found, locale)) == [t(locale, "rule.other_language", example=example)]


def test_no_question_in_the_three_languages_is_taken_for_another(lexical: Reference) -> None:
    asked = question_sets.read("calibration", "report", "second")
    assert [one.text for one in asked if lexical._search._languages.unknown(one.text)] == []


@pytest.mark.parametrize("expected", LOCALES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_question_shows_its_language_whoever_asks(lexical: Reference, locale: Locale, expected: Locale) -> None:
    assert lexical.find(ASKED[locale], expected).locale == locale


@pytest.mark.parametrize("locale", LOCALES)
def test_two_questions_get_an_answer_each(full: Reference, locale: Locale) -> None:
    found = full.find(TWO[locale], locale)
    assert found.verdict is Verdict.SEVERAL
    first, second = (match.entry.id for match in found.matches)
    assert first in ("turn.actions", "turn.main_actions")
    assert second in ("build.cost", "build.small_large")
    panel = finding_panel(full, found, locale)
    assert t(locale, "rule.several") in shown(panel)
    labels = [item.item.label for item in panel.walk_children() if isinstance(item, ui.DynamicItem)]
    assert labels == [match.entry.words(locale).title for match in found.matches]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_question_with_a_rider_is_one_question(lexical: Reference, locale: Locale) -> None:
    rider = {"en": "Really?", "de": "Echt jetzt?", "fr": "Vraiment ?"}[locale]
    found = lexical.find(f"{ASKED[locale]} {rider}", locale)
    assert found.verdict is not Verdict.SEVERAL
    assert found.matches[0].entry.id in ("turn.actions", "turn.main_actions")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_question_at_the_end_of_a_paragraph_is_answered(lexical: Reference, locale: Locale) -> None:
    found = lexical.find(STORY[locale] * 8 + ASKED[locale], locale)
    assert found.verdict.covered
    assert found.matches[0].entry.id in ("turn.actions", "turn.main_actions")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_paragraph_without_a_question_gets_no_answer_as_if_it_were_one(full: Reference, locale: Locale) -> None:
    assert full.find(STORY[locale] * 8, locale).verdict in (Verdict.REFUSE, Verdict.OFFER)


PLAIN = {
    "en": "does a big crystal block the range or not",
    "de": "blockiert der große Kristall die Reichweite oder nicht",
    "fr": "le grand cristal bloque la portée ou pas",
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("after", ["", " Thanks, merci, danke"])
def test_the_question_behind_the_first_hundred_characters_is_understood(
    full: Reference, locale: Locale, after: str
) -> None:
    for question in (ASKED[locale], PLAIN[locale] + "."):
        text = f"{STORY[locale]}{question}{after}"
        found = full.find(text, locale)
        assert (found.verdict, found.question) == (Verdict.ANSWER, text)
        assert found.matches[0].entry.id in ("turn.actions", "turn.main_actions", "range.blocked", "terrain.crystal")


JOINED = {
    "en": "how many main actions do I have in a turn and what does a large building cost",
    "de": "wie viele hauptaktionen habe ich in einem zug und was kostet ein großes gebäude",
    "fr": "combien d'actions principales par tour et combien coûte un grand bâtiment",
}


@pytest.mark.parametrize("locale", LOCALES)
def test_two_questions_in_one_sentence_get_an_answer_each(full: Reference, locale: Locale) -> None:
    found = full.find(JOINED[locale], locale)
    assert found.verdict is Verdict.SEVERAL
    first, second = (match.entry.id for match in found.matches)
    assert first in ("turn.actions", "turn.main_actions")
    assert second in ("build.cost", "build.small_large")


def test_where_one_of_two_questions_has_no_certain_answer_the_choice_holds_both(full: Reference) -> None:
    found = full.find("Wie viele Hauptaktionen habe ich in einem Zug? Und kann ich damit überwintern kosten?", "de")
    shown_ids = {match.entry.id for match in found.matches}
    assert found.verdict in (Verdict.OFFER, Verdict.SEVERAL)
    assert shown_ids & {"turn.actions", "turn.main_actions"}
    assert any(name.startswith(("hibernate.", "turn.hibernate")) for name in shown_ids)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("We played. Is that legal? Bye.", "Is that legal?"),
        ("Wir spielen gerade. darf ich da bauen. Danke", "darf ich da bauen."),
        ("On hésite. ça bloque ou pas", "ça bloque ou pas"),
        ("Nobody asks anything. It was nice.", ""),
        ("", ""),
    ],
)
def test_a_paragraph_is_asked_for_its_questions(text: str, asked: str) -> None:
    assert asked_in(text) == asked


def test_a_sentence_is_taken_apart_only_between_two_questions() -> None:
    assert questions_in("what does it cost and how far may I go") == ["what does it cost", "how far may I go"]
    assert questions_in("how and when do I hibernate") == []
    assert questions_in("how many small and how many large buildings do I have") == []
    assert questions_in("buildings and how they score") == []
    assert questions_in("was kostet das") == []


def test_a_text_is_taken_apart_at_its_question_marks() -> None:
    assert questions_in("One. Two three four five? Six? What is it good for?") == [
        "Two three four five?",
        "What is it good for?",
    ]
    assert questions_in("") == questions_in("???") == []
    assert len(questions_in("Is this a question? " * 9)) == MOST


def shown(panel: ui.LayoutView) -> str:
    return "\n".join(item.content for item in panel.walk_children() if isinstance(item, ui.TextDisplay))
