"""Who may do what: the one table. ``docs/host/permissions.md`` is made from it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from bot.app.tables.model import Caller, TableRefusal
from bot.app.tables.table_state import TableState


class Role(StrEnum):
    """What somebody is at a table."""

    ANYONE = "anyone"
    SEAT = "seat"
    PLAYER = "player"
    MAJORITY = "majority"
    EVERYBODY = "everybody"
    OWNER = "owner"
    FIRST_OWNER = "first_owner"
    MODERATOR = "moderator"
    SERVER = "server"
    HOST = "host"


class Operation(StrEnum):
    """What can be done."""

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    TRIBE = "tribe"
    OPTION = "option"
    COMPUTER = "computer"
    REMOVE = "remove"
    START = "start"
    CANCEL = "cancel"
    ACT = "act"
    UNDO = "undo"
    ROLL_BACK = "roll_back"
    PLAN = "plan"
    TRY = "try"
    STANDING = "standing"
    LOOK = "look"
    LOG = "log"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    TAKE_BACK = "take_back"
    CONFIRM_END = "confirm_end"
    PACE = "pace"
    AGREE = "agree"
    NUDGE = "nudge"
    STAND_IN = "stand_in"
    TAKE_OVER = "take_over"
    BACK = "back"
    MOVE = "move"
    REPLACE = "replace"
    PASS_ON = "pass_on"
    REMATCH = "rematch"
    EXPORT = "export"
    EXPORT_ALL = "export_all"
    IMPORT = "import"
    REPAIR = "repair"
    PACKS = "packs"
    BRING_BACK = "bring_back"
    SERVER_GAMES = "server_games"


_A, _S, _P, _M = Role.ANYONE, Role.SEAT, Role.PLAYER, Role.MAJORITY
_O, _MOD, _SV, _H = Role.OWNER, Role.MODERATOR, Role.SERVER, Role.HOST
_E, _F = Role.EVERYBODY, Role.FIRST_OWNER

MAY: Final[dict[Operation, tuple[Role, ...]]] = {
    Operation.OPEN: (_A,),
    Operation.JOIN: (_A,),
    Operation.LEAVE: (_P,),
    Operation.TRIBE: (_P,),
    Operation.OPTION: (_O,),
    Operation.COMPUTER: (_O,),
    Operation.REMOVE: (_O, _MOD),
    Operation.START: (_O,),
    Operation.CANCEL: (_O, _MOD),
    Operation.ACT: (_S,),
    Operation.UNDO: (_P,),
    Operation.ROLL_BACK: (_E, _F),
    Operation.PLAN: (_P,),
    Operation.TRY: (_A,),
    Operation.STANDING: (_P,),
    Operation.LOOK: (_A,),
    Operation.LOG: (_A,),
    Operation.PAUSE: (_O, _M, _MOD),
    Operation.RESUME: (_O, _M, _MOD),
    Operation.END: (_O, _M, _MOD),
    Operation.TAKE_BACK: (_O, _M, _MOD),
    Operation.CONFIRM_END: (_P,),
    Operation.PACE: (_M,),
    Operation.AGREE: (_P,),
    Operation.NUDGE: (_P,),
    Operation.STAND_IN: (_M,),
    Operation.TAKE_OVER: (_M,),
    Operation.BACK: (_S,),
    Operation.MOVE: (_O, _M, _MOD),
    Operation.REPLACE: (_S, _O, _M, _MOD),
    Operation.PASS_ON: (_O, _MOD),
    Operation.REMATCH: (_P,),
    Operation.EXPORT: (_A,),
    Operation.EXPORT_ALL: (_H,),
    Operation.IMPORT: (_A,),
    Operation.REPAIR: (_O, _MOD, _H),
    Operation.PACKS: (_SV, _H),
    Operation.BRING_BACK: (_S, _P),
    Operation.SERVER_GAMES: (_SV,),
}
"""The roles of which any one is enough. ``EXPORT_ALL``: with everything hidden, while the game runs."""

IN_WORDS: Final[dict[Operation, str]] = {
    Operation.OPEN: "open a lobby (where the server allows it)",
    Operation.JOIN: "join a lobby, or sit down on a seat that is kept for oneself",
    Operation.LEAVE: "leave",
    Operation.TRIBE: "choose the own tribe",
    Operation.OPTION: "set options, and choose the pack",
    Operation.COMPUTER: "add computer players",
    Operation.REMOVE: "take somebody out of a lobby",
    Operation.START: "start the game",
    Operation.CANCEL: "call a lobby off",
    Operation.ACT: "act and answer for a seat",
    Operation.UNDO: "undo the own last action",
    Operation.ROLL_BACK: "go back to the start of one of the last turns",
    Operation.PLAN: "plan the own next turn, and play, change or discard that plan",
    Operation.TRY: "open a trial table from a position that they may see",
    Operation.STANDING: "set the own standing answers",
    Operation.LOOK: "look at the table and at every board",
    Operation.LOG: "read the log",
    Operation.PAUSE: "pause",
    Operation.RESUME: "resume",
    Operation.END: "end the game early",
    Operation.TAKE_BACK: "take up again, for 24 hours, a game that was ended early",
    Operation.CONFIRM_END: "confirm that it ends early (final once every person at the table has)",
    Operation.PACE: "change the pace of a running game",
    Operation.AGREE: "agree to the pace of a lobby (it starts only once everybody has; to join is to agree)",
    Operation.NUDGE: "nudge somebody who is late by the agreed pace, once a day",
    Operation.STAND_IN: "have a computer player play one turn for somebody who is late (silence agrees, see below)",
    Operation.TAKE_OVER: "have a computer player fill in for somebody who is late (silence agrees, see below)",
    Operation.BACK: "take the own seat back from a computer player that fills in",
    Operation.MOVE: "move to another channel",
    Operation.REPLACE: "replace the player of a seat",
    Operation.PASS_ON: "name another owner",
    Operation.REMATCH: "ask for a rematch",
    Operation.EXPORT: "export (the public part while the game runs or its end can be taken back, "
    "everything afterwards)",
    Operation.EXPORT_ALL: "export everything while the game runs",
    Operation.IMPORT: "import",
    Operation.REPAIR: "repair a game that was set aside",
    Operation.PACKS: "add and remove component packs of the server (`/game pack`)",
    Operation.BRING_BACK: "bring an archived game back",
    Operation.SERVER_GAMES: "say in which channels games may be opened, how many at once and who may not, and see the "
    "list of them (`/settings games`)",
}
MEANING: Final[dict[Role, str]] = {
    Role.ANYONE: "who sees the channel",
    Role.SEAT: "the person of that seat",
    Role.PLAYER: "a person at the table",
    Role.MAJORITY: "more than half of the persons at the table, by vote; votes count for 48 hours",
    Role.EVERYBODY: "all persons at the table, each by a vote of their own; silence is no vote, and votes hold only "
    "until somebody acts, 48 hours at most",
    Role.OWNER: "who opened the table, or was named since",
    Role.FIRST_OWNER: "the owner of a table that explains itself (first game)",
    Role.MODERATOR: "who may manage messages or channels here",
    Role.SERVER: "who may manage the server",
    Role.HOST: "who runs this bot, on the command line",
}


SILENCE: Final = (
    "",
    "## Who says nothing",
    "",
    "Silence agrees to two things alone, and only at a table whose people have all agreed to a pace: that a computer",
    "player plays one turn for somebody who is late, or fills in for them. Whoever has not answered such a vote within",
    "5 minutes (live), 8 hours (a day) or 24 hours (relaxed) outside their quiet hours counts as agreeing; anybody can",
    "object. Every other vote, such as on the end of a game, needs the votes that were given. Each such act is in the",
    "log with its reason.",
)


def roles_of(caller: Caller, table: TableState, seat: int | None = None) -> set[Role]:
    """What somebody is at a table; ``seat``: the one that the operation is about."""
    players = table.people
    held = {
        Role.PLAYER: caller.user in players,
        Role.SEAT: seat is not None and caller.user in (table.body.seats[seat].user, table.body.seats[seat].absent),
        Role.OWNER: caller.user == table.owner,
        Role.FIRST_OWNER: caller.user == table.owner and table.body.first_game,
        Role.MODERATOR: caller.moderator and caller.guild == table.guild,
        Role.SERVER: caller.manager and caller.guild == table.guild,
        Role.HOST: caller.host,
    }
    return {Role.ANYONE} | {role for role, is_held in held.items() if is_held}


def may(operation: Operation, roles: Iterable[Role]) -> bool:
    """Whether one of the roles is enough."""
    return not set(MAY[operation]).isdisjoint(roles)


def may_vote(operation: Operation, roles: Iterable[Role]) -> bool:
    """Whether they may do it together with others."""
    return Role.MAJORITY in MAY[operation] and Role.PLAYER in roles


def demand(operation: Operation, caller: Caller, table: TableState, seat: int | None = None) -> None:
    """:raises TableRefusal: ``not_in_game`` where only those at the table may, else ``not_allowed``."""
    if may(operation, roles_of(caller, table, seat)):
        return
    if {Role.PLAYER, Role.SEAT}.issuperset(MAY[operation]):
        table.seat_of(caller.user)
    raise not_allowed(operation, table)


def demand_in_server(operation: Operation, caller: Caller) -> None:
    """The same for what concerns no single table. :raises TableRefusal: ``not_allowed``."""
    held = {Role.SERVER: caller.manager, Role.HOST: caller.host}
    if not may(operation, (role for role, is_held in held.items() if is_held)):
        raise not_allowed(operation)


def not_allowed(operation: Operation, table: TableState | None = None) -> TableRefusal:
    """What to say to somebody who may not; ``owner`` is the owner's name where they play."""
    seats = table.body.seats if table is not None else ()
    owner = next((seat.name for seat in seats if table is not None and seat.user == table.owner), "")
    return TableRefusal("not_allowed", operation=operation.value, who=" ".join(MAY[operation]), owner=owner)


def as_markdown() -> str:
    """The table for people who host the bot."""
    roles = list(Role)
    head = [
        "# Who may do what",
        "",
        "Made from `bot/app/tables/table_permissions.py` by `python tools/permissions_page.py`.",
        "",
        "What the bot itself needs on a server is in the [README](../../README.md#put-it-on-your-server). Games in",
        "threads need *Create Public Threads* and *Send Messages in Threads*; without them the channel is used.",
        "",
    ]
    meanings = [f"- **{role}**: {MEANING[role]}" for role in roles]
    columns = ["| | " + " | ".join(roles) + " |", "|---|" + ":-:|" * len(roles)]
    lines = [
        f"| {IN_WORDS[operation]} | " + " | ".join("✓" if role in MAY[operation] else "" for role in roles) + " |"
        for operation in Operation
    ]
    return "\n".join([*head, *meanings, "", *columns, *lines, *SILENCE]) + "\n"
