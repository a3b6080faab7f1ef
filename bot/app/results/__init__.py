"""What results come to: who has won how often, with what, against whom; and whose a typed name is. No Discord in here.

await count_results(store, place)                                  # what has changed since
people, count = await store.result_statistics.players(place, EVERYTHING)
claim = await Claiming(store).claim(place, "Toni", who, server=True)
"""

from bot.app.results.claiming import SETTLINGS, Claiming, ClaimRefusal, NameClaim, Settling, may_settle
from bot.app.results.matched_strength import matched_strength
from bot.app.results.ratings import ENOUGH, Rating, RatingBook
from bot.app.results.result_counting import count_all, count_results
from bot.app.results.season_making import LONGEST_SEASON, SeasonRefusal, make_season
from bot.app.results.streaks import Balance, Streaks, balance_of, streaks_of
from bot.app.score_pad.model import UNKNOWN_COMPUTER

__all__ = [
    "ENOUGH",
    "LONGEST_SEASON",
    "SETTLINGS",
    "UNKNOWN_COMPUTER",
    "Balance",
    "ClaimRefusal",
    "Claiming",
    "NameClaim",
    "Rating",
    "RatingBook",
    "SeasonRefusal",
    "Settling",
    "Streaks",
    "balance_of",
    "count_all",
    "count_results",
    "make_season",
    "matched_strength",
    "may_settle",
    "streaks_of",
]
