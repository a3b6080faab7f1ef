"""The result of a game: every line of the final score, kept for itself and in the list of results."""

import logging

import msgspec

from bot.app.score_pad import Mode, Options, Player, component_key, pad_of_game
from bot.app.score_pad.service import encoded
from bot.app.tables.model import Seat
from bot.engine import Game, score, view
from bot.engine.packs import field
from bot.engine.resolution.by_hand_decisions import entered_by_hand
from bot.engine.rules.scoring import ScoreSheet
from bot.engine.state import Setup
from bot.game_files.file_format import PackName
from bot.store.stored_games import NewResult
from bot.text import DEFAULT, Locale, as_locale
from bot.text.game.names import in_language

log = logging.getLogger(__name__)

CLOSER = "Revive Referee"
MODES_OF: dict[str, Mode] = {"solo": "solo", "mautoma": "mautoma"}
"""What the list of results calls a game for one."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a finished game beside its records. ``pack`` was not kept at first."""

    seats: tuple[Seat, ...]
    sheets: tuple[ScoreSheet, ...]
    setup: Setup
    turns: int
    pack: PackName | None = None


def result_of(game: Game, seats: tuple[Seat, ...], owner: int, locale: str) -> NewResult:
    """The result of a game that is over."""
    sheets = tuple(score(view(game, None)))
    pack = PackName(game.pack.id, game.pack.version, game.pack.hash)
    result = Result(seats=seats, sheets=sheets, setup=game.setup, turns=game.state.turn.number, pack=pack)
    return NewResult(msgspec.json.encode(result), _tally_or_none(game, sheets, seats, owner, locale))


def _tally_or_none(
    game: Game, sheets: tuple[ScoreSheet, ...], seats: tuple[Seat, ...], owner: int, locale: str
) -> bytes | None:
    """The entry for the list of results; whatever is wrong with it, the game still ends."""
    try:
        return _tally(game, sheets, seats, owner, locale)
    except Exception:
        log.exception("a finished game got no score pad")
        return None


def _tally(game: Game, sheets: tuple[ScoreSheet, ...], seats: tuple[Seat, ...], owner: int, locale: str) -> bytes:
    chosen = game.setup.options
    common, mode = chosen.artifact_card == "common", MODES_OF.get(getattr(chosen, "alone", "no"), "table")
    language = as_locale(locale) or DEFAULT
    named = _pack_named(game, language)
    options = Options(
        chosen.abyss,
        common_card=common,
        long_game=chosen.long_game,
        mode=mode,
        pack=named,
        by_hand=sum(entered_by_hand(game.state)),
    )
    players = [_player(game, number, seat) for number, seat in enumerate(seats)]
    return encoded(pad_of_game(sheets, players, options, owner, language, CLOSER))


def _player(game: Game, number: int, seat: Seat) -> Player:
    card = next(iter(game.seat(number).artifact_cards), game.state.common_card)
    tribe, card = (component_key(game.pack.id, each or "") for each in (seat.tribe, card))
    return Player(seat.name, seat.user, tribe, card, seat.computer or "")


def _pack_named(game: Game, locale: Locale) -> str:
    """The pack of a game as the list of results names it: not at all where it is the usual one."""
    return "" if game.pack.id == field().id else f"{in_language(locale, game.pack.name)} {game.pack.version}"
