"""What a desk says: the Mautoma's turn step by step, in what order, with which range and search, and what if it cannot
be done."""

from collections.abc import Iterator

from bot.app.automa_desk import OpenedDesk, Step
from bot.engine.rules.score_values import level
from bot.engine.variants.mautoma.cards import HIBERNATIONS, ROUNDS, Card, Deed
from bot.text import Locale, t, tn
from bot.text.game.automa_text import card_name, colour_words, range_words, search_words, segment_words


def desk_texts(locale: Locale, opened: OpenedDesk) -> Iterator[str]:
    """All paragraphs of a desk as it stands."""
    step = opened.step
    yield f"### {t(locale, 'mautoma.desk.title', desk=opened.id)}"
    if step.kind == "card" and step.card is not None:
        yield _numbered([_heading(locale, step, step.card), *_card_steps(locale, step, step.card)])
    elif step.kind == "hibernation":
        yield _numbered([t(locale, "mautoma.desk.hibernates", turn=step.turn), *_hibernation_steps(locale, step)])
    yield from _outlook(locale, opened)


def where_words(locale: Locale, step: Step) -> str:
    """``field 4 (yellow, bottom right segment)``."""
    colour, segment = colour_words(locale, step.field.colour), segment_words(locale, step.field.segment)
    return t(locale, "mautoma.desk.where", field=step.marker + 1, colour=colour, segment=segment)


def _heading(locale: Locale, step: Step, card: Card) -> str:
    return t(locale, "mautoma.desk.card", turn=step.turn, card=card_name(locale, card.id))


def _numbered(lines: list[str]) -> str:
    """The first line in bold, the others numbered."""
    first, *others = lines
    return "\n".join([f"**{first}**", *(f"{number}. {line}" for number, line in enumerate(others, 1))])


# ---- a card ------------------------------------------------------------------------------------------------------


def _card_steps(locale: Locale, step: Step, card: Card) -> Iterator[str]:
    yield tn(locale, "mautoma.desk.marker", card.steps, where=where_words(locale, step))
    for deed in card.does:
        yield _deed(locale, step, card, deed)
    if card.instead is not None:
        yield t(locale, "mautoma.desk.instead", deed=_deed(locale, step, card, card.instead))


def _deed(locale: Locale, step: Step, card: Card, deed: Deed) -> str:
    search, where = search_words(locale, step.tie), range_words(locale, card.range)
    return t(locale, f"mautoma.desk.{deed}", range=where, search=search)


# ---- hibernation -------------------------------------------------------------------------------------------------


def _hibernation_steps(locale: Locale, step: Step) -> Iterator[str]:
    first, *others = (colour_words(locale, colour) for colour in step.colours)
    yield t(locale, "mautoma.desk.artifact", where=where_words(locale, step), colour=first, others=" → ".join(others))
    area = step.area
    for what, positions in (("cards", area.cards), ("modules", area.modules), ("machines", area.machines)):
        if positions:
            yield t(locale, f"mautoma.desk.replace.{what}", positions=", ".join(map(str, positions)))
    yield tn(locale, "mautoma.desk.shuffled", step.deck, progress=step.progress)


# ---- what comes --------------------------------------------------------------------------------------------------


def _outlook(locale: Locale, opened: OpenedDesk) -> Iterator[str]:
    step, desk = opened.step, opened.desk
    if desk.closed or step.kind == "over":
        yield _end(locale, opened)
        return
    if step.kind == "start":
        yield t(locale, "mautoma.desk.begin", where=where_words(locale, step))
    last = "mautoma.desk.last_round" if step.round == ROUNDS else "mautoma.desk.round"
    yield t(locale, last, round=step.round, rounds=ROUNDS)
    hibernations = HIBERNATIONS - step.progress
    yield f"-# {tn(locale, 'mautoma.desk.piles', step.deck, progress=step.progress, hibernations=hibernations)}"


def _end(locale: Locale, opened: OpenedDesk) -> str:
    points = opened.desk.points
    if points is not None:
        result = t(locale, f"tally.level.{level(points)}")
        said = t(locale, "mautoma.desk.result", points=points, level=result)
        kept = opened.desk.result
        return said if kept is None else f"{said}\n-# {t(locale, 'mautoma.desk.kept', number=kept)}"
    return t(locale, "mautoma.desk.closed" if opened.desk.closed else "mautoma.desk.over", rounds=ROUNDS)
