"""``python -m bot ask``: the reference on the command line, for people and for programs."""

import asyncio
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from bot.reference import Entry, Finding, Reference, Verdict
from bot.text import LOCALES, Locale, as_locale, t

LONGEST_LINE = 100_000
"""Bytes of one line of ``--jsonl``."""


class Question(msgspec.Struct):
    """One line of ``--jsonl``; other fields are ignored. No ``lang``: the language the question is in."""

    q: str
    lang: Locale | None = None


class Refused(ValueError):
    """A line that cannot be read; the text says why."""


def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question, in German, French or English.")] = None,
    lang: Annotated[
        str | None, typer.Option(help="Language of the answer: de, en or fr. Else that of the question.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help='Read lines {"q": …, "lang": …}, print one JSON object a line.')
    ] = False,
    misses: Annotated[
        bool, typer.Option("--misses", help="List what was asked and not answered, newest first.")
    ] = False,
    lexical: Annotated[
        bool, typer.Option("--lexical", help="Search by words only, without the language model.")
    ] = False,
) -> None:
    """Look a rule up: the question in words, the answer from the reference or an honest no."""
    if lang is not None and lang not in LOCALES:
        raise typer.BadParameter(f"found {lang!r}, expected one of {', '.join(sorted(LOCALES))}", param_hint="--lang")
    locale = as_locale(lang) if lang else None
    if misses:
        asyncio.run(_print_misses())
    elif jsonl:
        answer_lines(Reference.open(lexical=lexical), sys.stdin.buffer, sys.stdout.buffer, locale)
    elif question:
        finding = Reference.open(lexical=lexical, warm=False).find(" ".join(question), locale)
        typer.echo("\n".join(_told(finding, locale or finding.locale)))
    else:
        raise typer.BadParameter("a question is missing; try: ask may I do the same action twice")


def answer_lines(reference: Reference, lines: Iterable[bytes], out: BinaryIO, default: Locale | None = None) -> None:
    """One JSON object for each line, in order; a line that cannot be read gives ``{"error": …}``.

    :param default: the language of the answer where a line names none; without it, the question's own.
    """
    for line in lines:
        try:
            asked = _read(line)
            found: dict[str, Any] = answered(reference, asked.q, asked.lang or default)
        except Refused as error:
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
        raise Refused(f"the line has {len(line)} bytes, expected at most {LONGEST_LINE}")
    try:
        asked = msgspec.json.decode(line.strip().removeprefix(b"\xef\xbb\xbf"), type=Question)
        asked.q.encode()
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(f'expected {{"q": text, "lang": "de", "en" or "fr"}}: {error}') from error
    return asked


def _told(finding: Finding, locale: Locale) -> Iterator[str]:
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


async def _print_misses() -> None:
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        for miss in await store.questions.misses():
            typer.echo(f"{miss.asked_at:%Y-%m-%d %H:%M}  {miss.language}  {miss.question}")
