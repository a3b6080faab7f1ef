"""Computer players. They see what a seat sees: a view and its offers."""

from bot.players.base import Player
from bot.players.random_player import RandomPlayer

__all__ = ["Player", "RandomPlayer"]
