"""Turns a question that is answered by yes or no round: "can I build twice?" becomes "can't I build twice?" and "is it
forbidden to build twice?"."""

import re
from collections.abc import Iterator
from typing import Final

from bot.reference import Book
from bot.text import Locale

_ENGLISH: Final = {
    "can": "can't",
    "do": "don't",
    "does": "doesn't",
    "is": "isn't",
    "are": "aren't",
    "will": "won't",
    "has": "hasn't",
    "have": "haven't",
    "am": "aren't",
    "did": "didn't",
}
_ENGLISH_ASKING: Final = re.compile(r"^(\w+) (.+)$")
_ENGLISH_ALLOWED: Final = re.compile(r"^(?:can|may) (?:i|we|you) (.+)$", re.IGNORECASE)
_ENGLISH_OBLIGED: Final = re.compile(r"^(?:must|do|have) (?:i|we|you) (?:(?:have|need) to )?(.+)$", re.IGNORECASE)
_GERMAN_ASKING: Final = re.compile(
    r"^(?:darf|dürfen|kann|können|muss|müssen|ist|sind|zähl(?:t|en|e)|gibt|bekomm(?:t|en|e)|krieg(?:t|en|e)|hat|habe?|haben|"
    r"gilt|gelten|kostet|kosten|geht|wird|werden|bleib(?:t|en|e)|darfst|kannst|behalt(?:e|en)|verfällt|verfallen|"
    r"verliert?e?|brauch(?:t|en|e)|macht|soll|endet|nimmt|spiel(?:t|en))\b",
    re.IGNORECASE,
)
_GERMAN_SUBJECT: Final = re.compile(r"^(\w+ (?:ich|man|wir|es|er|sie|mir|du|jeder|jemand)) (.+)$", re.IGNORECASE)
_GERMAN_END: Final = re.compile(
    r"(?<!\bdem)(?<!\bdas)(?<!\bden)(?<!\bder)(?<!\bdie)(?<!\bzwei)(?<!\bim)(?<!\bam)(?<!\bzum)"
    r"( (?:\w+(?:en|ern|t)|mit|ab|frei|fest|zurück|offen|ein|an|weg))$"
)
_GERMAN_ARTICLE: Final = re.compile(r"\bein(e|en|em|er|es)?\b", re.IGNORECASE)
_FRENCH_ASKING: Final = re.compile(
    r"^(?P<before>(?:(?!y a|combien|comment|quand|où|que |qu|pourquoi|à quo|c'est)[^?]*? )?)"
    r"(?P<pronoun>(?:y |en |se |l'|me |le |la |les )?)"
    r"(?P<verb>[\wàâçéèêëîïôûùüœ]+)-(?P<subject>t-il|t-elle|t-on|je|on|ils|elles|il|elle|tu|nous)\b(?P<after>.*)$",
    re.IGNORECASE,
)
_FRENCH_EST_CE: Final = re.compile(
    r"^est-ce qu(?:e |')(?P<subject>je |j'|on |il |elle |ils |elles |ça |tu )"
    r"(?P<verb>[\wàâçéèêëîïôûùüœ]+)(?P<after>.*)$",
    re.IGNORECASE,
)
_FRENCH_OPEN: Final = re.compile(r"\b(?:combien|quoi|quel(?:le)?s?|quand)\b", re.IGNORECASE)
_VOWEL: Final = re.compile(r"[aàâeéèêiîoôuyœh]", re.IGNORECASE)


def asked_with_yes_or_no(book: Book, locale: Locale) -> Iterator[tuple[str, str, str]]:
    """The id of an entry, a question of its own that is answered by yes or no, and the opposite question: one of each
    for every entry that has such a question in this language."""
    for entry in book.entries.values():
        for alias in entry.words(locale).aliases:
            if turned := opposite(alias, locale):
                yield entry.id, alias, turned
                break


def opposite(question: str, locale: Locale) -> str | None:
    """The question put the other way round; None for a question that is not answered by yes or no."""
    return {"en": _english, "de": _german, "fr": _french}[locale](question)


def _english(question: str) -> str | None:
    if allowed := _ENGLISH_ALLOWED.match(question):
        return f"is it forbidden to {allowed[1]}"
    if question.lower().startswith(("must ", "do i have to", "do i need to")) and (
        obliged := _ENGLISH_OBLIGED.match(question)
    ):
        return f"am I free not to {obliged[1]}"
    asking = _ENGLISH_ASKING.match(question)
    if asking is None or (negated := _ENGLISH.get(asking[1].lower())) is None:
        return None
    return f"{negated} {asking[2]}"


def _german(question: str) -> str | None:
    if not _GERMAN_ASKING.match(question) or len(question.split()) < 3:
        return None
    if (article := _GERMAN_ARTICLE.search(question)) is not None:
        return f"{question[: article.start()]}k{article[0].lower()}{question[article.end() :]}"
    if question.lower().startswith("gibt es "):
        return f"gibt es keine {question[8:]}"
    if (subject := _GERMAN_SUBJECT.match(question)) is not None:
        return f"{subject[1]} nicht {subject[2]}"
    turned = _GERMAN_END.sub(r" nicht\1", question)
    return turned if turned != question and " nicht " not in question else None


def _french(question: str) -> str | None:
    if (asking := _FRENCH_EST_CE.match(question)) is not None:
        subject = "je " if asking["subject"] == "j'" else asking["subject"]
        particle = "n'" if _VOWEL.match(asking["verb"]) else "ne "
        joined = "qu'" if _VOWEL.match(subject) else "que "
        return f"est-ce {joined}{subject}{particle}{asking['verb']} pas{asking['after']}"
    asking = _FRENCH_ASKING.match(question)
    if (
        asking is None
        or _FRENCH_OPEN.search(question)
        or (asking["verb"].lower() in ("est", "qu") and asking["subject"] == "ce")
    ):
        return None
    following = asking["pronoun"] + asking["verb"]
    particle = "n'" if _VOWEL.match(following) else "ne "
    return f"{asking['before']}{particle}{following}-{asking['subject']} pas{asking['after']}"
