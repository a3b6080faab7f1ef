"""``python -m bot ask``: the reference on the command line, for people and for programs."""

import asyncio
import sys
from typing import Annotated

import typer


def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question, in German, French or English.")] = None,
    lang: Annotated[
        str | None, typer.Option(help="Language of the answer: de, en or fr. Default: the language of the question.")
    ] = None,
    jsonl: Annotated[
        bool,
        typer.Option(
            "--jsonl", help='Read lines of {"q": …, "lang": …} from standard input, print one JSON object each.'
        ),
    ] = False,
    misses: Annotated[
        bool,
        typer.Option(
            "--misses", help="List the questions that found no answer, with the nearest entries, newest first."
        ),
    ] = False,
    votes: Annotated[
        bool, typer.Option("--votes", help="Count who found each entry helpful, the least helpful first.")
    ] = False,
    lexical: Annotated[
        bool, typer.Option("--lexical", help="Search by words only, without the language model.")
    ] = False,
) -> None:
    """Answer a question about the rules from the reference, or say that the reference does not cover it."""
    from bot.cli.answer_output import answer_lines, result_lines
    from bot.reference import Reference
    from bot.text import LOCALES, as_locale

    if lang is not None and lang not in LOCALES:
        raise typer.BadParameter(f"found {lang!r}, expected one of {', '.join(sorted(LOCALES))}", param_hint="--lang")
    locale = as_locale(lang) if lang else None
    if misses:
        asyncio.run(_print_misses(lexical=lexical))
    elif votes:
        asyncio.run(_print_votes())
    elif jsonl:
        answer_lines(Reference.open(lexical=lexical), sys.stdin.buffer, sys.stdout.buffer, locale)
    elif question and "".join(question).strip():
        finding = Reference.open(lexical=lexical, warm=False).find(" ".join(question), locale)
        typer.echo("\n".join(result_lines(finding, locale or finding.locale)))
    else:
        raise typer.BadParameter("a question is missing; try: ask may I do the same action twice")


async def _print_misses(*, lexical: bool) -> None:
    from bot.reference import Reference
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        misses = await store.search_feedback.misses()
    reference = Reference.open(lexical=lexical, warm=False)
    for miss in misses:
        nearest = ", ".join(match.entry.id for match in reference.find(miss.question, miss.language).matches)
        typer.echo(f"{miss.asked_at:%Y-%m-%d %H:%M}  {miss.language}  {miss.question}  → {nearest}")


async def _print_votes() -> None:
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        votes = await store.search_feedback.votes()
    for vote in sorted(votes, key=lambda vote: vote.helpful - vote.unhelpful):
        typer.echo(f"+{vote.helpful} −{vote.unhelpful}  {vote.entry}")
