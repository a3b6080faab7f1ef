"""Whole games told in three languages: every event, question, option and offer, all within Discord's lengths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine import Game, events_for, score, view
from bot.engine.actions import Decision, Event, Offer, Option
from bot.engine.packs import field, field_with_expansion
from bot.engine.resolution.tasks import Source
from bot.engine.state import Options, SeatNumber
from bot.text import LOCALES, Locale
from bot.text.game import (
    CHOICE,
    LABEL,
    Table,
    ask_words,
    component_name,
    kind_words,
    offer_label,
    offer_note,
    offer_words,
    option_label,
    option_note,
    option_words,
    score_words,
    sentence_of,
    tell,
    tell_all,
)
from bot.text.game.events import SILENT
from tests.text.game import collect, sample

GAMES = (
    (sample.pack, 2, 1, Options(vast_crystals=True)),
    (sample.pack, 4, 2, Options(long_game=True, artifact_card="deal")),
    (sample.pack, 3, 3, Options(starting_cards="draft", campaign_citizens=True)),
    (field, 3, 4, Options(starting_cards="draft", vast_crystals=True, campaign_citizens=True)),
    (field, 4, 5, Options(artifact_card="common", long_game=True)),
    (field, 1, 7, Options(alone="mautoma", vast_crystals=True)),
    (field, 1, 7, Options(alone="solo")),
    (field_with_expansion, 4, 8, Options(abyss=True)),
    (sample.by_hand_pack, 3, 9, Options()),
)
SELDOM = {"nothing_counted", "track_end", "energy_back", "converted", "card_bonus", "switch_reset", "declined"} | {
    "mautoma_removed_none",
    "mautoma_skipped",
    "solo_ended",
    "artifact_reserved",
    "reordered",
    "reordered_undrawn",
    "populated_apart",
}
"""Events that a few games may not bring; they have tests of their own."""


def whole(text: str) -> bool:
    return bool(text.strip()) and "{" not in text and "None" not in text and "  " not in text


def told_game(number: int) -> Iterator[sample.Step]:
    pack, seats, seed, options = GAMES[number]
    yield from sample.played(sample.game(seats, seed, options, pack()), seed + 7)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_whole_game_is_told(number: int) -> None:
    """To each seat with its own view, to the public with its, and to a log without any."""
    keys: set[str] = set()
    for step, (game, seat, offers, asked, record) in enumerate(told_game(number)):
        tables = (sample.table(game, seat), sample.bare(game))
        for locale in LOCALES:
            _look(locale, tables[step % 2], offers if step % 5 == 0 else offers[:4], asked)
            for event in record.events:
                keys.add(event.key)
                _told(locale, event, tables[step % 2])
    assert keys >= {"turn", "played", "explored", "populated", "hibernated", "over"}


def _look(locale: Locale, table: Table, offers: list[Offer], asked: Decision | None) -> None:
    for offer in offers:
        assert whole(offer_words(locale, offer, table))
        for most in (LABEL, CHOICE):
            assert 0 < len(offer_label(locale, offer, table, most)) <= most
        assert len(offer_note(locale, offer, table)) <= CHOICE
    if asked is not None:
        assert whole(ask_words(locale, asked, table))
        assert len(ask_words(locale, asked, table)) <= 200
        for option in asked.options:
            _look_at_option(locale, table, asked, option)


def _look_at_option(locale: Locale, table: Table, asked: Decision, option: Option) -> None:
    assert whole(option_words(locale, asked, option, table))
    for most in (LABEL, CHOICE):
        assert 0 < len(option_label(locale, asked, option, table, most)) <= most
    assert len(option_note(locale, asked, option, table)) <= CHOICE


def _told(locale: Locale, event: Event, table: Table) -> None:
    words = tell(locale, event, table)
    if words is None:
        assert event.key in SILENT
    else:
        assert whole(words)
        assert words[-1] in ".!"
        assert len(words) <= 500, words


def test_every_event_of_the_engine_occurs_or_is_tested_apart() -> None:
    """So that no key of the source stays without a sentence: in strict catalogues telling would raise."""
    keys = {event.key for number in (0, 1, 2, 3, 5, 6, 7, 8) for step in told_game(number) for event in step[4].events}
    assert collect.events() - keys - SELDOM == set()
    assert keys - collect.events() == set()


def test_silent_events_are_events() -> None:
    assert collect.events() >= SILENT


@pytest.mark.parametrize("locale", LOCALES)
def test_options_of_one_question_can_be_told_apart(locale: Locale) -> None:
    """Alike but for their numbers are only several pieces of the same resource, and modules with the same face."""
    for game, seat, _, asked, _ in told_game(3):
        if asked is not None and asked.kind != "resource":
            table = sample.table(game, seat)
            lines = [
                (
                    re.sub(r"^\d+\. ", "", option_label(locale, asked, option, table)),
                    option_note(locale, asked, option, table),
                )
                for option in asked.options
            ]
            assert len(set(lines)) == len({_face(game, option) for option in asked.options}), lines


def _face(game: Game, option: Option) -> tuple[object, ...]:
    if option.kind == "module":
        module = game.pack.module[str(option.id)]
        return module.colours, module.get
    return option.kind, option.id, option.number


def test_everybody_hears_only_what_they_may() -> None:
    """Crates and kept cards are named to their owner and to nobody else."""
    found = 0
    for game, seat, _, _, record in told_game(0):
        for event in record.events:
            if not event.secret:
                continue
            found += 1
            for locale in LOCALES:
                public = _heard(locale, record, event, sample.table(game), None)
                own = _heard(locale, record, event, sample.table(game, seat), event.seat)
                assert own != public
                assert len(own) > len(public)
    assert found > 2


def _heard(locale: Locale, record: object, event: Event, table: Table, seat: SeatNumber | None) -> str:
    index = record.events.index(event)  # type: ignore[attr-defined]
    return tell(locale, events_for(record, seat)[index], table) or ""  # type: ignore[arg-type]


def test_what_is_hidden_stays_so(table: Table) -> None:
    assert component_name("en", table, "?") == "hidden"
    assert tell("de", Event("drafted", 0), table) == "Ada behält 2 von 5 Startkarten."
    assert tell("fr", Event("artifact_card_kept", 7), table) == "Place 8 a choisi une carte Artefact."


def test_surplus_is_converted_or_let_go(table: Table) -> None:
    options = (Option("convert", "book"), Option("lose", None, 2))
    asked = Decision(seat=0, kind="surplus", options=options, source=Source("rule", "x"), rule="resource.surplus")
    assert [option_label("en", asked, option, table) for option in options] == ["🔄 1 crystal → 1 book", "🗑️ Let 2 go"]


@pytest.mark.parametrize("locale", LOCALES)
def test_final_scores_are_told(locale: Locale) -> None:
    games = list(sample.played(sample.game(3, 9), 4))
    game = games[-1][0]
    table = replace(sample.table(game), seen=None)
    for sheet in score(view(game, None)):
        words = score_words(locale, sheet, table)
        assert str(sheet.total) in words
        assert len(words.splitlines()) == len(sheet.lines) + 2


@pytest.mark.parametrize("kind", sorted(collect.questions()))
def test_every_question_has_words_in_every_language(kind: str, table: Table) -> None:
    for locale in LOCALES:
        asked = Decision(seat=0, kind=kind, options=(), source=Source("rule", "turn.order"), rule="turn.order")
        assert ask_words(locale, asked, table)[-1] in "?.)"
        assert kind_words(locale, kind)


@pytest.mark.parametrize("what", sorted(collect.questions() | collect.run_out()))
def test_whatever_runs_out_is_told(what: str, table: Table) -> None:
    for locale in LOCALES:
        assert whole(tell(locale, Event("nothing_left", 0, {"what": what}), table) or "")


@pytest.mark.parametrize("what", sorted(collect.questions()))
@pytest.mark.parametrize("key", ["forced", "declined"])
def test_whatever_is_forced_or_declined_is_told(key: str, what: str, table: Table) -> None:
    for locale in LOCALES:
        assert whole(tell(locale, Event(key, 1, {"what": what}), table) or "")


SENTENCES = [
    (
        Event("gained", 0, {"kind": "citizen", "source": "c5", "gear": 2, "crystal": 1}),
        "Ada gains 2 gears and 1 crystal (Keeper 5 of the East).",
        "Ada bekommt 2 Zahnräder und 1 Kristall (Keeper 5 aus dem Osten).",
        "Ada gagne 2 engrenages et 1 cristal (Keeper 5 de l’Est).",
    ),
    (
        Event("points", 1, {"points": 1, "total": 7, "kind": "rule", "source": "nothing"}),
        "Ben scores 1 point and is at 7.",
        "Ben bekommt 1 Punkt und steht bei 7.",
        "Ben marque 1 point et en est à 7.",
    ),
    (
        Event("converted", 0, {"to": "food"}),
        "Ada converts 1 crystal into 1 food.",
        "Ada tauscht 1 Kristall gegen 1 Nahrung.",
        "Ada convertit 1 cristal en 1 nourriture.",
    ),
    (
        Event("track_end", 0, {"track": "forest", "steps": 2}),
        "Ada goes 2 steps beyond the end of the forest track.",
        "2 Schritte von Ada gehen über das Ende der Waldleiste hinaus.",
        "Ada dépasse de 2 cases la fin de la piste de la forêt.",
    ),
    (
        Event("nothing_counted", 0, {"of": "machines"}),
        "Ada gains nothing: there is nothing to count (0 machines).",
        "Ada bekommt nichts: Es gibt nichts zu zählen (0 Maschinen).",
        "Ada ne gagne rien : il n’y a rien à compter (0 machine).",
    ),
    (
        Event("energy_back", 0, {"machine": "printed_field"}),
        "Ada takes 1 energy back from Mill field of the East.",
        "Ada nimmt 1 Energie von Mill field aus dem Osten zurück.",
        "Ada reprend 1 énergie sur Mill field de l’Est.",
    ),
    (
        Event("card_bonus", 0, {"colour": "blue"}),
        "At the end, Ada scores 2 points for each blue card gained.",
        "Am Ende bekommt Ada 2 Punkte für jede erhaltene blaue Karte.",
        "À la fin, Ada marquera 2 points par carte bleue gagnée.",
    ),
    (
        Event("module_placed", 0, {"module": "m1", "slot": 2, "place": 0, "replaced": "m0"}),
        "Ada installs a module in slot 3 (bottom), place 1; it replaces the green module, which leaves the game.",
        "Ada legt ein Modul an Slot 3 (unten) auf Platz 1. Das alte kommt aus dem Spiel: Modul grün.",
        "Ada installe un module dans l’emplacement 3 (bas), place 1 ; il remplace le module vert, "
        "qui quitte la partie.",
    ),
    (
        Event("mautoma_removed_none"),
        "No large artifact is left, so it removes none.",
        "Es ist kein großes Artefakt übrig, also nimmt er keins aus dem Spiel.",
        "Il ne reste aucun grand artefact, il n’en retire donc aucun.",
    ),
    (
        Event("mautoma_removed", None, {"colour": "violet", "wanted": "white", "left": 2}),
        "No large artifact in the colour of its marker’s space (white) is left, so it removes one in the next colour "
        "on the circle (violet); 2 large artifacts are left.",
        "In der Farbe seines Felds (Weiß) ist kein großes Artefakt übrig, also nimmt er eins in der nächsten Farbe "
        "des Kreises (Violett) aus dem Spiel; 2 große Artefakte bleiben.",
        "Il ne reste pas de grand artefact de la couleur de sa case (blanc), il en retire donc un de la couleur "
        "suivante du cercle (violet) ; il reste 2 grands artefacts.",
    ),
    (
        Event("mautoma_skipped", None, {"what": "explore", "why": "none", "range": 0}),
        "The Mautoma cannot explore: there is no face-down tile at any range.",
        "Der Mautoma erkundet nichts: Es gibt in beliebiger Reichweite kein verdecktes Plättchen.",
        "Le Mautoma n’explore rien : aucune tuile face cachée n’est accessible sans limite de portée.",
    ),
    (
        Event("solo_ended", 0, {"end": 24}),
        "The action marker is on space 24: the game is over. That the game ends there is this pack’s assumption; the "
        "public documents do not say.",
        "Der Aktionsmarker steht auf Feld 24: Die Partie ist vorbei. Dass sie dort endet, ist eine Annahme des Pakets; "
        "die öffentlichen Dokumente sagen es nicht.",
        "Le marqueur d’action est sur la case 24 : la partie est finie. Cette fin est une hypothèse du paquet ; "
        "les documents publics n’en disent rien.",
    ),
    (
        Event("switch_reset", 0),
        "Ada can use the switch again.",
        "Ada kann den Schalter wieder nutzen.",
        "Ada peut de nouveau utiliser l’interrupteur.",
    ),
]


@pytest.mark.parametrize(("event", "en", "de", "fr"), SENTENCES, ids=lambda value: getattr(value, "key", None))
def test_sentences(event: Event, en: str, de: str, fr: str, table: Table) -> None:
    assert [tell(locale, event, table) for locale in ("en", "de", "fr")] == [en, de, fr]


def test_telling_several_leaves_the_silent_ones_out(table: Table) -> None:
    events = [Event("turn_ended", 0), Event("turn", 1, {"number": 2})]
    assert tell_all("de", events, table) == ["Zug 2: Ben."]


def test_an_entry_by_hand_says_how_often_in_words() -> None:
    """The sentence beside the question; the answers name what they bring."""
    steps = (step for step in sample.played(sample.game(3, 9, None, sample.by_hand_pack()), 16))
    game, seat, _, asked, _ = next(step for step in steps if step[3] is not None and step[3].kind == "by_hand")
    assert asked is not None
    table = sample.table(game, seat)
    assert sentence_of("en", asked, table) == "Swap a card."
    labels = [option_label("en", asked, option, table) for option in asked.options]
    assert labels == ["Not at all", "1 gear", "2 gears", "3 gears"]
    assert sentence_of("en", asked, sample.bare(game)) == ""
