"""The Mautoma's pieces in the text map: the chart's legend and the list name it."""

import pytest

from bot.engine import apply, decision, legal, new_game, view
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for
from bot.text import LOCALES, Locale
from bot.text.board import chart, listing, pieces_legend
from bot.text.game import Table, table_of


def table(turn: int) -> Table:
    options = Options(artifact_card="deal", alone="mautoma")
    game, player = new_game(setup_for(field(), 1, 3, options), field()), RandomPlayer(3)
    while game.state.turn.number < turn and (seat := next_seat(game)) is not None:
        apply(game, player.pick(legal(game, seat), decision(game, seat)))
    return table_of(view(game, None), ["Kim"])


@pytest.mark.parametrize("locale", LOCALES)
def test_its_pieces_are_named(locale: Locale) -> None:
    shown = table(8)
    assert shown.seen is not None
    built = [building for building in shown.seen.state.buildings.values() if building.seat == 1]
    assert built
    assert chart(shown.seen).count("b2") == sum(building.size == "small" for building in built)
    assert pieces_legend(shown) == "`1` Kim · `2` Mautoma"
    assert "\n".join(listing(locale, shown)).count("Mautoma") >= len(built)
