"""Why the Mautoma did what it did, in words: its range, what it could choose from, what decided."""

from collections.abc import Iterator
from typing import Final

from bot.app.tables.automa_history import PastTurn, board_of
from bot.engine import View
from bot.engine.solo_components import TieBreaker
from bot.engine.state import Space
from bot.engine.variants.mautoma.candidate_search import Candidate
from bot.engine.variants.mautoma.event_log import Choice, met, pieces_of, rewards_there
from bot.text import Locale, t, tn
from bot.text.formatting import joined
from bot.text.game import space_words, tell, tell_all
from bot.text.game.automa_text import CARD_RULES, colour_words, range_words, search_words, segment_words
from cogs.game.snapshot import TableSnapshot

MOST_LISTED: Final = 12
"""Candidates that are told one by one."""
DEED_RULES: Final = {"explore": "mautoma.explore", "populate": "mautoma.populate", "build": "mautoma.valuation"}


def reasons(found: TableSnapshot, told: PastTurn, step: int) -> Iterator[str]:
    """All paragraphs about a turn; of a card with two deeds those about one of them."""
    locale = found.locale
    yield f"### 🤖 {t(locale, 'mautoma.why.title', turn=told.turn.number)}"
    if told.turn.card is None:
        yield from _hibernation(found, told)
        return
    card = next(event for event in told.turn.events if event.key == "mautoma_card")
    yield tell(locale, card, found.table) or ""
    choice = told.turn.choices[step]
    yield f"**{tell(locale, told.turn.events[choice.at], found.table)}**"
    yield "\n".join(f"- {line}" for line in _choice(found, told, choice))


def _choice(found: TableSnapshot, told: PastTurn, choice: Choice) -> Iterator[str]:
    locale, seen = found.locale, told.map_at(found.seen, choice)
    if choice.skipped in ("no_figures", "no_buildings"):
        return
    yield _range(locale, seen, choice)
    tie = tie_of(found.seen, told)
    if choice.candidates:
        yield _candidates(found, seen, choice, tie)
        yield _decision(found, told, choice, tie)


def tie_of(seen: View, told: PastTurn) -> TieBreaker:
    """The tie-breaker of the segment on which its marker stood."""
    return board_of(seen).ties[told.field(seen).segment]


def _range(locale: Locale, seen: View, choice: Choice) -> str:
    """From where its range was counted."""
    where = range_words(locale, choice.limit)
    pieces = pieces_of(seen)
    if not pieces:
        return t(locale, "mautoma.why.range.abyss", range=where)
    labels = ", ".join(seen.board.labels[space] for space in pieces)
    return t(locale, "mautoma.why.range.pieces", range=where, labels=labels)


def _candidates(found: TableSnapshot, seen: View, choice: Choice, tie: TieBreaker) -> str:
    """Every candidate, the best ones first, each group in the order of the search."""
    locale = found.locale
    ordered = sorted(met(seen.board, tie, choice.candidates), key=lambda candidate: -candidate.value)
    lines = [tn(locale, f"mautoma.why.candidates.{choice.what}", len(ordered))]
    for candidate in ordered[:MOST_LISTED]:
        mark = "▶ " if candidate == choice.chosen else ""
        lines.append(f"  - {mark}{_candidate(found, seen, choice, candidate)}")
    if len(ordered) > MOST_LISTED:
        lines.append(f"  - {tn(locale, 'mautoma.why.more', len(ordered) - MOST_LISTED)}")
    return "\n".join(lines)


def _candidate(found: TableSnapshot, seen: View, choice: Choice, candidate: Candidate) -> str:
    locale = found.locale
    if choice.what == "explore":
        label = seen.board.labels[min(candidate.spaces)]
        return t(locale, "mautoma.why.tile", label=f"**{label}**", far=candidate.range)
    if choice.what == "populate":
        key = "mautoma.why.free" if candidate.value else "mautoma.why.taken"
        return t(locale, key, label=f"**{space_words(locale, found.table, candidate.target)}**", far=candidate.range)
    label = f"**{seen.board.labels[candidate.target]}**"
    parts = parts_words(locale, seen, candidate.target)
    return tn(locale, "mautoma.why.desert", candidate.value, label=label, parts=parts, far=candidate.range)


def parts_words(locale: Locale, seen: View, space: Space) -> str:
    """What a desert's rewards are made of: ``D7 forest 1 + C6 water 2``."""
    parts = [
        t(locale, "mautoma.why.part", label=seen.board.labels[part.space], what=_what(locale, part.what), n=part.value)
        for part in rewards_there(seen, space)
    ]
    return " + ".join(parts) or t(locale, "mautoma.why.nothing")


def _what(locale: Locale, what: str) -> str:
    return t(locale, f"thing.terrain.{what}")


def _decision(found: TableSnapshot, told: PastTurn, choice: Choice, tie: TieBreaker) -> str:
    """What decided between them."""
    locale = found.locale
    if not choice.tied:
        return t(locale, "mautoma.why.no_tie")
    segment = segment_words(locale, told.field(found.seen).segment)
    return t(locale, "mautoma.why.tie", n=choice.equal, segment=segment, search=search_words(locale, tie))


# ---- hibernation -------------------------------------------------------------------------------------------------


def _hibernation(found: TableSnapshot, told: PastTurn) -> Iterator[str]:
    """Its deck was empty; which artifact went, which places its area replaces."""
    locale, field, area = found.locale, told.field(found.seen), told.area(found.seen)
    yield t(
        locale,
        "mautoma.why.hibernates",
        field=told.marker(found.seen) + 1,
        colour=colour_words(locale, field.colour),
        segment=segment_words(locale, field.segment),
    )
    positions = {
        "cards": joined(locale, list(map(str, area.cards))),
        "modules": joined(locale, list(map(str, area.modules))),
        "machines": joined(locale, list(map(str, area.machines))),
    }
    shown = {name: text or "–" for name, text in positions.items()}
    yield t(locale, "mautoma.why.area", **shown)
    its = [event for event in told.turn.events if event.key not in ("mautoma_turn", "mautoma_hibernated", "turn")]
    yield "\n".join(f"- {line}" for line in tell_all(locale, its, found.table))


# ---- rules -------------------------------------------------------------------------------------------------------


def rules_of(told: PastTurn, step: int) -> list[tuple[str, str]]:
    """The entries behind a choice, with the buttons' labels; at most five."""
    if told.turn.card is None:
        return [
            ("mautoma.its_hibernation", "mautoma.rule.hibernation"),
            ("mautoma.artifact_removed", "mautoma.rule.artifact"),
            ("mautoma.display_replaced", "mautoma.rule.replaced"),
        ]
    choice = told.turn.choices[step]
    entries = [(CARD_RULES[told.turn.card], "mautoma.rule.card")]
    if choice.skipped in ("no_figures", "no_buildings"):
        return [*entries, ("mautoma.out_of_pieces", "mautoma.rule.out_of_pieces")]
    entries.append(("mautoma.range", "mautoma.rule.range"))
    if choice.skipped:
        return [*entries, ("mautoma.cannot", "mautoma.rule.cannot")]
    entries.append((DEED_RULES[choice.what], f"mautoma.rule.{choice.what}"))
    return [*entries, ("mautoma.ties", "mautoma.rule.ties")] if choice.tied else entries
