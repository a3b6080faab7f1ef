"""What a table has of *Call of the Abyss*, in words: devotion and its next reward, what is still to come, journeys and
flasks, the separate large location. Games without the expansion have none of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.variants.abyss.journey_cards import counted, flasks, level_of
from bot.engine.variants.abyss.state_access import seat_of, shown
from bot.text.catalogue import t, tn
from bot.text.formatting import joined
from bot.text.game.component_text import component_words
from bot.text.game.effect_symbols import goal_symbol
from bot.text.game.effects import effect_words
from bot.text.game.emoji import counted as sign_counted
from bot.text.game.emoji import symbol
from bot.text.game.names import component_name, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Game
    from bot.engine.components import Journey, JourneyLevel
    from bot.engine.state import SeatNumber
    from bot.text.game.text_context import Table
    from bot.text.locale import Locale


def devotion_sign(table: Table, seat: SeatNumber) -> str:
    """``🔱12``; empty without the expansion."""
    game = _game(table)
    return f"{symbol('devotion')}{seat_of(game, seat).devotion}" if game is not None else ""


def devotion_lines(locale: Locale, table: Table, seat: SeatNumber) -> Iterator[str]:
    """How far a seat has come on the devotion track, and what it still gets at the end of the action."""
    game = _game(table)
    if game is None:
        return
    reached = seat_of(game, seat).devotion
    track = game.pack.abyss.devotion if game.pack.abyss else {}
    space = next((space for space in sorted(track) if space > reached), None)
    words = tn(locale, "thing.devotion", reached)
    if space is not None:
        reward = effect_words(locale, track[space])
        words = t(locale, "expansion.next_reward", devotion=words, space=space, reward=reward)
    yield f"{symbol('devotion')} {words}"
    if coming := coming_words(locale, table, seat):
        yield f"{symbol('devotion')} {t(locale, 'expansion.to_come', gains=coming)}"


def coming_words(locale: Locale, table: Table, seat: SeatNumber) -> str:
    """``2 points and 1 devotion``, which the action under way has brought and which are not settled yet; empty where
    there are none."""
    game = _game(table)
    if game is None:
        return ""
    mine = seat_of(game, seat)
    pairs = (("points", mine.points_to_come), ("devotion", mine.devotion_to_come))
    return joined(locale, [tn(locale, f"thing.{kind}", number) for kind, number in pairs if number])


def journey_lines(locale: Locale, table: Table, seat: SeatNumber) -> Iterator[str]:
    """The journeys that a seat has still to resolve, each with how far it is."""
    game = _game(table)
    for name in seat_of(game, seat).journeys if game is not None else ():
        yield f"{symbol('journey')} {journey_progress(locale, table, seat, name)}"


def journey_progress(locale: Locale, table: Table, seat: SeatNumber, name: str) -> str:
    """What a journey brings a seat now, and what its next level takes."""
    game, journey = _game(table), table.pack.journey[name]
    assert game is not None, "only a game with the expansion has journeys"
    level = level_of(game, seat, journey)
    values: dict[str, object] = {"journey": component_name(locale, table, name)}
    values["counted"] = _counted(locale, game, seat, journey)
    following = next((each for each in journey.levels if level is None or each.reach > level.reach), None)
    if following is not None:
        values |= {"reach": following.reach, "more": tn(locale, "thing.devotion", following.devotion)}
    if level is None:
        return t(locale, "expansion.journey.not_yet", **values)
    values["devotion"] = tn(locale, "thing.devotion", level.devotion)
    return t(locale, "expansion.journey.now" if following else "expansion.journey.highest", **values)


def _counted(locale: Locale, game: Game, seat: SeatNumber, journey: Journey) -> str:
    return tn(locale, f"thing.count.{journey.of}", counted(game, seat, journey))


def seat_lines(locale: Locale, table: Table, seat: SeatNumber) -> Iterator[str]:
    """Everything of the expansion on a player's board: devotion, open journeys, flasks with the journeys that are face
    down."""
    game = _game(table)
    if game is None:
        return
    yield from devotion_lines(locale, table, seat)
    yield from journey_lines(locale, table, seat)
    words = tn(locale, "thing.count.flasks", flasks(game, seat))
    if resolved := joined(locale, [component_name(locale, table, name) for name in seat_of(game, seat).resolved]):
        words = t(locale, "expansion.flasks", flasks=words, journeys=resolved)
    yield f"{symbol('flask')} {words}"


def spoken_lines(locale: Locale, table: Table, seat: SeatNumber) -> Iterator[str]:
    """The same without signs, for who has a picture read aloud."""
    return (line.partition(" ")[2] for line in seat_lines(locale, table, seat))


def spoken_market_lines(locale: Locale, table: Table) -> Iterator[str]:
    """The journeys on display by name, for who has a picture read aloud."""
    kept = shown(table.seen.state) if table.seen is not None else None
    if kept is not None:
        names = joined(locale, [component_name(locale, table, name) for name in kept.journey_display])
        heading = t(locale, "expansion.market.journeys", deck=len(kept.journey_deck))
        yield t(locale, "thing.pair", name=heading, about=names)


def market_lines(locale: Locale, table: Table) -> Iterator[str]:
    """The journeys on display, each with its price and levels, and how many scyphoz cards are left."""
    kept = shown(table.seen.state) if table.seen is not None else None
    if kept is None:
        return
    yield f"**{t(locale, 'expansion.market.journeys', deck=len(kept.journey_deck))}**"
    for name in kept.journey_display:
        words = component_words(locale, table, name)
        yield f"- {t(locale, 'thing.pair', name=f'**{component_name(locale, table, name)}**', about=words)}"
    yield f"**{tn(locale, 'expansion.market.scyphoz', len(kept.scyphoz_deck))}**"


def apart_line(locale: Locale, table: Table) -> str:
    """The separate large location, its points and who is there; empty without the expansion."""
    kept = shown(table.seen.state) if table.seen is not None else None
    if kept is None:
        return ""
    location = table.pack.large_location[kept.location]
    values = {
        "location": component_name(locale, table, kept.location),
        "points": tn(locale, "thing.points", location.points),
    }
    who = joined(locale, [seat_name(locale, table, seat) for seat in kept.figures])
    if not who:
        return t(locale, "expansion.apart.empty", **values)
    return t(locale, "expansion.apart", who=who, **values)


def lake_lines(locale: Locale, table: Table) -> Iterator[str]:
    """Each lake with its space and what it gives at every hibernation."""
    if _game(table) is None or table.seen is None:
        return
    for place, lying in enumerate(table.seen.state.places):
        if lying.tile in table.pack.lake:
            label = table.board.labels[min(table.board.spaces_of[place])]
            name = f"{symbol('lake')} **{label}** {component_name(locale, table, lying.tile)}"
            yield t(locale, "thing.pair", name=name, about=component_words(locale, table, lying.tile))


def levels_signs(journey: Journey) -> str:
    """``🛖 2→3🔱 4→6🔱``: what a journey counts, takes and gives, level by level."""
    return " ".join([goal_symbol(journey.of), *(level_signs(level) for level in journey.levels)])


def level_signs(level: JourneyLevel) -> str:
    """``2→3🔱``: what a level takes and gives."""
    return f"{level.reach}→{sign_counted(level.devotion, 'devotion')}"


def _game(table: Table) -> Game | None:
    return table.position if table.seen is not None and shown(table.seen.state) is not None else None
