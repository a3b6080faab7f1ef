"""The engine's values in words, in three languages: refusals, events, decisions, offers and scores.

Everything takes a locale and a :class:`Table` (pack, board, names, and the reader's view if there is one).
"""

from bot.text.game.component_text import (
    artifact_card_words,
    card_words,
    component_words,
    machine_words,
    reward_space_words,
    technology_words,
    trade_words,
)
from bot.text.game.decisions import (
    ask_words,
    kind_words,
    option_about,
    option_label,
    option_name,
    option_note,
    option_words,
    order_words,
    sentence_of,
)
from bot.text.game.effect_symbols import amounts_symbols, effect_symbols
from bot.text.game.effects import effect_words
from bot.text.game.emoji import SYMBOLS, counted, symbol
from bot.text.game.ending_text import (
    cause_words,
    end_words,
    ending_headline,
    ending_words,
    own_headline,
    reserved_words,
)
from bot.text.game.events import tell, tell_all
from bot.text.game.gains import BRIEF, gain_words
from bot.text.game.names import amounts_words, component_name, place_label, seat_name, space_label, space_words
from bot.text.game.offers import action_words, cost_words, offer_button, offer_label, offer_note, offer_words
from bot.text.game.refusals import refuse
from bot.text.game.scores import line_words, score_words, tie_words, total_words
from bot.text.game.text_context import Table, table_of
from bot.text.truncate import CHOICE, LABEL, capital, fit

__all__ = [
    "BRIEF",
    "CHOICE",
    "LABEL",
    "SYMBOLS",
    "Table",
    "action_words",
    "amounts_symbols",
    "amounts_words",
    "artifact_card_words",
    "ask_words",
    "capital",
    "card_words",
    "cause_words",
    "component_name",
    "component_words",
    "cost_words",
    "counted",
    "effect_symbols",
    "effect_words",
    "end_words",
    "ending_headline",
    "ending_words",
    "fit",
    "gain_words",
    "kind_words",
    "line_words",
    "machine_words",
    "offer_button",
    "offer_label",
    "offer_note",
    "offer_words",
    "option_about",
    "option_label",
    "option_name",
    "option_note",
    "option_words",
    "order_words",
    "own_headline",
    "place_label",
    "refuse",
    "reserved_words",
    "reward_space_words",
    "score_words",
    "seat_name",
    "sentence_of",
    "space_label",
    "space_words",
    "symbol",
    "table_of",
    "technology_words",
    "tell",
    "tell_all",
    "tie_words",
    "total_words",
    "trade_words",
]
