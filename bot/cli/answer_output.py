"""What ``python -m bot ask`` prints: JSON lines for programs, a page of text for people."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import msgspec

from bot.reference import Entry, Reference, SearchResult, Verdict
from bot.text import Locale, t

LONGEST_LINE = 100_000
"""Bytes of one line of ``--jsonl``."""


class Question(msgspec.Struct):
    """One line of ``--jsonl``; other fields are ignored. No ``lang``: the language the question is in."""

    q: str
    lang: Locale | None = None


class UnreadableLine(ValueError):
    """A line that cannot be read; the text says why."""


def answer_lines(reference: Reference, lines: Iterable[bytes], out: BinaryIO, default: Locale | None = None) -> None:
    """One JSON object for each line, in order; a line that cannot be read gives ``{"error": …}``.

    :param default: the language of the answer where a line names none; without it, the question's own.
    """
    for line in lines:
        try:
            asked = _read(line)
            found: dict[str, Any] = answered(reference, asked.q, asked.lang or default)
        except UnreadableLine as error:
            found = {"error": str(error)}
        out.write(msgspec.json.encode(found) + b"\n")
        out.flush()


def answered(reference: Reference, question: str, locale: Locale | None) -> dict[str, Any]:
    """What ``--jsonl`` prints for a question.

    ``score`` is the probability that ``id`` is right; where it is refused, the probability that the rules cover it.
    """
    finding = reference.find(question, locale)
    locale = locale or finding.locale
    covered = finding.verdict.covered
    first = finding.matches[0].entry if covered else None
    others = finding.matches[1:] if covered else finding.matches
    return {
        "q": question,
        "lang": locale,
        "covered": covered,
        **_first(first, locale),
        "score": round(finding.right if covered else finding.covered, 4),
        "alternatives": [_other(match.entry, locale) for match in others],
    }


def _first(entry: Entry | None, locale: Locale) -> dict[str, str | None]:
    if entry is None:
        return dict.fromkeys(("id", "title", "answer", "rule", "source", "certainty"))
    return {**_other(entry, locale), "source": _sources(entry), "certainty": entry.certainty}


def _other(entry: Entry, locale: Locale) -> dict[str, str | None]:
    words = entry.words(locale)
    return {"id": entry.id, "title": words.title, "answer": words.answer, "rule": words.rule}


def _sources(entry: Entry) -> str:
    return "; ".join(f"{source.document} {source.section}" for source in entry.sources)


def _read(line: bytes) -> Question:
    if len(line) > LONGEST_LINE:
        raise UnreadableLine(f"the line has {len(line)} bytes, expected at most {LONGEST_LINE}")
    try:
        asked = msgspec.json.decode(line.strip().removeprefix(b"\xef\xbb\xbf"), type=Question)
        asked.q.encode()
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableLine(f'expected {{"q": text, "lang": "de", "en" or "fr"}}: {error}') from error
    return asked


def result_lines(finding: SearchResult, locale: Locale) -> Iterator[str]:
    """The answer to a question as lines of text for people."""
    if finding.verdict is Verdict.LANGUAGE:
        yield t(locale, "rule.other_language", example=t(locale, "rule.example_question"))
        return
    if not finding.verdict.covered:
        yield t(locale, "rule.not_covered")
        yield t(locale, "rule.nearest")
        yield from (f"- {match.entry.words(locale).title} ({match.entry.id})" for match in finding.matches)
        return
    if finding.verdict is Verdict.OFFER:
        yield t(locale, "rule.perhaps")
    yield from _entry(finding.matches[0].entry, locale)
    if len(finding.matches) > 1:
        yield "\n" + t(locale, "rule.other_matches")
        yield from (f"- {match.entry.words(locale).title} ({match.entry.id})" for match in finding.matches[1:])


def _entry(entry: Entry, locale: Locale) -> Iterator[str]:
    words = entry.words(locale)
    yield words.title.upper()
    yield words.answer
    yield "\n" + re.sub(r"\*\*|__", "", words.rule)
    yield "\n" + t(locale, "rule.example", example=words.example)
    yield "\n" + t(
        locale, "rule.source", source=_sources(entry), certainty=t(locale, f"rule.certainty.{entry.certainty}")
    )
