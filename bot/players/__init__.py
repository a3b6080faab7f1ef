"""Computer players. They see what a seat sees: a view and its offers."""

from bot.players.base import CannotMove, Player, Reason, StandIn, Thought
from bot.players.planner import Planner
from bot.players.policies import POLICIES, UnknownPolicy, player_for
from bot.players.random_player import RandomPlayer
from bot.players.strengths import LEVELS, Level

__all__ = [
    "LEVELS",
    "POLICIES",
    "CannotMove",
    "Level",
    "Planner",
    "Player",
    "RandomPlayer",
    "Reason",
    "StandIn",
    "Thought",
    "UnknownPolicy",
    "player_for",
]
