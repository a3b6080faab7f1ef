"""Replacing what lies in the displays, as playing alone does (000 ÜBERWINTERN, Solo-Spiel; 002 ÜBERWINTERN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rules import mutations

if TYPE_CHECKING:
    from bot.engine.game import Game


def replace_shown(game: Game, thing: str) -> None:
    """A card, module or machine leaves its display and the game, and the next of its pile takes its place; without one
    it stays (an empty supply gives nothing: ruling declining). A card that is about to be discarded is left alone."""
    if thing in mutations.awaiting_discard(game):
        return
    display, deck = _piles(game, thing)
    if not deck:
        game.tell("replaced", None, thing=thing, by=None)
        return
    display[display.index(thing)] = by = deck.pop()
    game.revealed = True
    mutations.remove(game, thing)
    game.tell("replaced", None, thing=thing, by=by)


def _piles(game: Game, thing: str) -> tuple[list[str], list[str]]:
    state = game.state
    if thing in state.display:
        return state.display, state.deck
    if thing in state.module_display:
        return state.module_display, state.module_deck
    track = game.pack.machine[thing].track
    return state.market[track], state.machine_decks[track]
