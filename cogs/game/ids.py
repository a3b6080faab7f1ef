"""The custom ids of a game's controls. Views write them; the handler whose template fits is called, whichever message
the control is on. Messages of years ago carry them, so they never change (``tests/cogs/game/test_frozen_ids.py``).

``token``: the seat's decision token, from which the table refuses an action that is out of date; ``to``: letters that
tell controls of one message apart that lead to one place.
"""

from typing import Final

NOTHING: Final = "x"
"""Nothing was named, or nobody is meant."""
LAST: Final = "last"
"""The Mautoma's last turn, instead of a record's number."""

# ---- actions -----------------------------------------------------------------------------------------------------


def move(game: int, token: str, written: str) -> str:
    """One action; ``written`` as :mod:`cogs.game.input.action_codec` has it."""
    return f"table:do:{game}:{token}:{written}"


def move_menu(game: int, token: str, part: str) -> str:
    """A menu of actions; ``part`` tells menus of one message apart."""
    return f"table:menu:{game}:{token}:{part}"


def several(game: int, token: str) -> str:
    """A menu of answers of which several are picked."""
    return f"table:many:{game}:{token}"


def undo(game: int, token: str) -> str:
    """Takes the last action back."""
    return f"table:undo:{game}:{token}"


def close(game: int, token: str, what: str) -> str:
    """Ends the ``action`` or the ``turn``."""
    return f"table:close:{game}:{token}:{what}"


# ---- one's own panel ---------------------------------------------------------------------------------------------


def turn(game: int, page: int | None = None) -> str:
    """The own panel, or a page of its menu of answers."""
    return f"table:turn:{game}" if page is None else f"table:turn:{game}:{page}"


def group(game: int, name: str, page: int, crystals: int, to: str = "") -> str:
    """The targets of one kind of action, paid with so many crystals where that can be."""
    return f"table:pick:{game}:{name}:{page}:{crystals}{to}"


def card(game: int, name: str) -> str:
    """The slots and halves that a card of the hand can be played into."""
    return f"table:card:{game}:{name}"


def cards(game: int, part: int) -> str:
    """The same as a menu of cards; ``part`` tells menus of one message apart."""
    return f"table:cards:{game}:{part}"


def all_offers(game: int, page: int) -> str:
    """Everything that the person may do."""
    return f"table:all:{game}:{page}"


def advice(game: int) -> str:
    """What the bot would do in the person's place."""
    return f"table:advice:{game}"


def no_more(game: int, sort: str) -> str:
    """In first games: no more explanations (``lesson``), ``advice``, or what turns have ``missed``."""
    return f"table:nomore:{game}:{sort}"


def settle(game: int, kind: str) -> str:
    """The standing answers that a kind of decision can have."""
    return f"table:settle:{game}:{kind}"


def standing_answer(game: int, kind: str, wish: str) -> str:
    """Sets a standing answer, or takes it back."""
    return f"table:always:{game}:{kind}:{wish}"


def standing_answers(game: int) -> str:
    """The person's standing answers."""
    return f"table:standing:{game}"


# ---- the plan ----------------------------------------------------------------------------------------------------


def plan(game: int) -> str:
    """The person's plan for their next turn."""
    return f"plan:turn:{game}"


def plan_without(game: int, step: int, steps: int) -> str:
    """Leaves a step out of a plan of so many steps."""
    return f"plan:without:{game}:{step}:{steps}"


def plan_drop(game: int) -> str:
    """Throws the plan away."""
    return f"plan:drop:{game}"


def plan_play(game: int, token: str, steps: int) -> str:
    """Plays so many steps of the plan at the table."""
    return f"table:planned:{game}:{token}:{steps}"


# ---- looking -----------------------------------------------------------------------------------------------------


def board(game: int, form: str, page: int, to: str = "") -> str:
    """The map as ``chart``, ``list`` or ``tiles``."""
    return f"table:map:{game}:{form}:{page}{to}"


def overview(game: int) -> str:
    """Where everything stands, and the ways to look at it closer."""
    return f"table:overview:{game}"


def review(game: int) -> str:
    """Where somebody lost points in a finished game."""
    return f"table:review:{game}"


def seat(game: int, number: int, tab: str, to: str = "") -> str:
    """A page of a player's board."""
    return f"table:seat:{game}:{number}:{tab}:{to}" if to else f"table:seat:{game}:{number}:{tab}"


def own_board(game: int) -> str:
    """The board of whoever presses it."""
    return f"table:own:{game}"


def market(game: int) -> str:
    """What lies on display."""
    return f"table:market:{game}"


def score(game: int) -> str:
    """The score as if the game ended now."""
    return f"table:score:{game}"


def log(game: int, page: int) -> str:
    """A page of the log, 0 the newest."""
    return f"table:log:{game}:{page}"


def news(game: int, page: int) -> str:
    """What has happened since the person's last turn, 0 the newest page."""
    return f"table:news:{game}:{page}"


def replay(game: int, step: int, to: str = "") -> str:
    """A step of the game."""
    return f"table:replay:{game}:{step}:{to}" if to else f"table:replay:{game}:{step}"


def replay_after(game: int, records: int) -> str:
    """The first step after so many records."""
    return f"table:since:{game}:{records}"


def replay_film(game: int, step: int) -> str:
    """Goes on from a step by itself."""
    return f"table:film:{game}:{step}"


def replay_turns(game: int) -> str:
    """The menu of the turns of a game."""
    return f"table:turns:{game}"


def look(game: int, part: int) -> str:
    """A menu of components to look at; ``part`` tells menus of one message apart."""
    return f"table:look:{game}:{part}"


def closer(game: int, of: str, page: int | None = None) -> str:
    """All that a panel names; ``of``: which panel; ``page``: within its own panel."""
    return f"table:closer:{game}:{of}" if page is None else f"table:closer:{game}:{of}:{page}"


def why(game: int, record: int | None, step: int, to: str = "") -> str:
    """Why the Mautoma chose so; ``record``: the one that tells of its turn, None: its last turn."""
    return f"table:why:{game}:{LAST if record is None else record}:{step}{to}"


def range_seat(game: int, space: int | None, action: str | None, food: int | None) -> str:
    """The menu for whose range is shown."""
    parts = (NOTHING if part is None else str(part) for part in (space, action, food))
    return f"range:of:{game}:{':'.join(parts)}"


def range_calculator(what: str, spaces: int, bonus: int) -> str:
    """A menu of the range calculator: of the ``spaces`` between, or of the ``bonus``."""
    return f"range:calc:{what}:{spaces}:{bonus}"


def own_games(page: int, to: str) -> str:
    """A page of the person's tables on all servers."""
    return f"games:page:{page}:{to}"


def own_games_archived() -> str:
    """The menu of the person's archived games, to bring one back."""
    return "games:bringback"


def own_games_look() -> str:
    """The menu of the person's tables, to read what has happened there."""
    return "games:look"


def rollback(game: int, records: int) -> str:
    """What going back to so many records would mean."""
    return f"table:back:{game}:{records}"


def go_back(game: int, records: int, count: int) -> str:
    """Agrees to go back to so many records of ``count``."""
    return f"table:goback:{game}:{records}:{count}"


def try_from(game: int, step: int) -> str:
    """Opens a trial table from a step of the game."""
    return f"table:try:{game}:{step}"


def follow(game: int) -> str:
    """The moments at which somebody who does not play can be told."""
    return f"table:follow:{game}"


def follow_moments(game: int) -> str:
    """The menu of those moments."""
    return f"table:moments:{game}"


def unfollow(game: int) -> str:
    """Follows a game no more."""
    return f"table:unfollow:{game}"


# ---- the table ---------------------------------------------------------------------------------------------------


def rematch(game: int) -> str:
    """A new lobby with the same people."""
    return f"table:rematch:{game}"


def sit_down(game: int) -> str:
    """Takes the seat that is kept for whoever presses it."""
    return f"table:sit:{game}"


def break_off(game: int) -> str:
    """Breaks the game off, or votes for it."""
    return f"table:breakoff:{game}"


def play_on(game: int) -> str:
    """Leaves the game as it is."""
    return f"table:keep:{game}"


def resume(game: int) -> str:
    """Takes up again a game that was ended early."""
    return f"table:takeback:{game}"


def confirm_end(game: int) -> str:
    """Agrees that the end is final."""
    return f"table:final:{game}"


def bring_back(game: int) -> str:
    """Goes on with a game that is archived."""
    return f"table:unarchive:{game}"


def late(game: int) -> str:
    """Who is late, and what can be done about it."""
    return f"table:late:{game}"


def nudge(game: int, seat: int) -> str:
    """A menu of sentences with which somebody is nudged."""
    return f"table:nudge:{game}:{seat}"


def help_out(game: int, seat: int, what: str, *, agrees: bool) -> str:
    """A vote on a computer player for somebody who is late: for one ``turn``, or to fill in (``takeover``)."""
    return f"table:help:{game}:{seat}:{what}:{'y' if agrees else 'n'}"


def back(game: int) -> str:
    """Gives a person back the seat that a computer player fills in."""
    return f"table:back:{game}"


def lobby(what: str, game: int) -> str:
    """A control of a lobby: ``join``, ``leave``, ``computer``, ``start``, ``cancel``, ``first``, ``options``,
    ``tribe``, ``option``, ``pack``, ``pace``, ``agree``, ``strength`` or ``remove``."""
    return f"lobby:{what}:{game}"
