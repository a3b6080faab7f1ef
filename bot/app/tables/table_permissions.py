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
    OWNER = "owner"
    MODERATOR = "moderator"
    HOST = "host"


class Deed(StrEnum):
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
    STANDING = "standing"
    LOOK = "look"
    LOG = "log"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    TAKE_BACK = "take_back"
    CONFIRM_END = "confirm_end"
    MOVE = "move"
    REPLACE = "replace"
    PASS_ON = "pass_on"
    REMATCH = "rematch"
    EXPORT = "export"
    EXPORT_ALL = "export_all"
    IMPORT = "import"
    REPAIR = "repair"


_A, _S, _P, _M = Role.ANYONE, Role.SEAT, Role.PLAYER, Role.MAJORITY
_O, _MOD, _H = Role.OWNER, Role.MODERATOR, Role.HOST

MAY: Final[dict[Deed, tuple[Role, ...]]] = {
    Deed.OPEN: (_A,),
    Deed.JOIN: (_A,),
    Deed.LEAVE: (_P,),
    Deed.TRIBE: (_P,),
    Deed.OPTION: (_O,),
    Deed.COMPUTER: (_O,),
    Deed.REMOVE: (_O, _MOD),
    Deed.START: (_O,),
    Deed.CANCEL: (_O, _MOD),
    Deed.ACT: (_S,),
    Deed.UNDO: (_P,),
    Deed.STANDING: (_P,),
    Deed.LOOK: (_A,),
    Deed.LOG: (_A,),
    Deed.PAUSE: (_O, _M, _MOD),
    Deed.RESUME: (_O, _M, _MOD),
    Deed.END: (_O, _M, _MOD),
    Deed.TAKE_BACK: (_O, _M, _MOD),
    Deed.CONFIRM_END: (_P,),
    Deed.MOVE: (_O, _M, _MOD),
    Deed.REPLACE: (_S, _O, _M, _MOD),
    Deed.PASS_ON: (_O, _MOD),
    Deed.REMATCH: (_P,),
    Deed.EXPORT: (_A,),
    Deed.EXPORT_ALL: (_H,),
    Deed.IMPORT: (_A,),
    Deed.REPAIR: (_O, _MOD, _H),
}
"""The roles of which any one is enough. ``EXPORT_ALL``: with everything hidden, while the game runs."""

IN_WORDS: Final[dict[Deed, str]] = {
    Deed.OPEN: "open a lobby",
    Deed.JOIN: "join a lobby, or sit down on a seat that is kept for oneself",
    Deed.LEAVE: "leave",
    Deed.TRIBE: "choose the own tribe",
    Deed.OPTION: "set options",
    Deed.COMPUTER: "add computer players",
    Deed.REMOVE: "take somebody out of a lobby",
    Deed.START: "start the game",
    Deed.CANCEL: "call a lobby off",
    Deed.ACT: "act and answer for a seat",
    Deed.UNDO: "undo the own last action",
    Deed.STANDING: "set the own standing answers",
    Deed.LOOK: "look at the table and at every board",
    Deed.LOG: "read the log",
    Deed.PAUSE: "pause",
    Deed.RESUME: "resume",
    Deed.END: "break the game off",
    Deed.TAKE_BACK: "take up again, for 24 hours, what was broken off",
    Deed.CONFIRM_END: "confirm that it is broken off (final once every person at the table has)",
    Deed.MOVE: "move to another channel",
    Deed.REPLACE: "replace the player of a seat",
    Deed.PASS_ON: "name another owner",
    Deed.REMATCH: "ask for a rematch",
    Deed.EXPORT: "export (the public part while the game runs or its end can be taken back, everything afterwards)",
    Deed.EXPORT_ALL: "export everything while the game runs",
    Deed.IMPORT: "import",
    Deed.REPAIR: "repair a game that was set aside",
}
MEANING: Final[dict[Role, str]] = {
    Role.ANYONE: "who sees the channel",
    Role.SEAT: "the person of that seat",
    Role.PLAYER: "a person at the table",
    Role.MAJORITY: "more than half of the persons at the table, by vote; votes count for 48 hours",
    Role.OWNER: "who opened the table, or was named since",
    Role.MODERATOR: "who may manage messages or channels here",
    Role.HOST: "who runs this bot, on the command line",
}


def roles_of(caller: Caller, table: TableState, seat: int | None = None) -> set[Role]:
    """What somebody is at a table; ``seat``: the one that the deed is about."""
    players = table.people
    held = {
        Role.PLAYER: caller.user in players,
        Role.SEAT: seat is not None and table.body.seats[seat].user == caller.user,
        Role.OWNER: caller.user == table.owner,
        Role.MODERATOR: caller.moderator and caller.guild == table.guild,
        Role.HOST: caller.host,
    }
    return {Role.ANYONE} | {role for role, is_held in held.items() if is_held}


def may(deed: Deed, roles: Iterable[Role]) -> bool:
    """Whether one of the roles is enough."""
    return not set(MAY[deed]).isdisjoint(roles)


def may_vote(deed: Deed, roles: Iterable[Role]) -> bool:
    """Whether they may do it together with others."""
    return Role.MAJORITY in MAY[deed] and Role.PLAYER in roles


def demand(deed: Deed, caller: Caller, table: TableState, seat: int | None = None) -> None:
    """:raises TableRefusal: ``not_in_game`` where only those at the table may, else ``not_allowed``."""
    if {Role.PLAYER, Role.SEAT}.issuperset(MAY[deed]):
        table.seat_of(caller.user)
    if not may(deed, roles_of(caller, table, seat)):
        raise not_allowed(deed, table)


def not_allowed(deed: Deed, table: TableState) -> TableRefusal:
    """What to say to somebody who may not; ``owner`` is the owner's name where they play."""
    owner = next((seat.name for seat in table.body.seats if seat.user == table.owner), "")
    return TableRefusal("not_allowed", deed=deed.value, who=" ".join(MAY[deed]), owner=owner)


def as_markdown() -> str:
    """The table for people who host the bot."""
    roles = list(Role)
    head = [
        "# Who may do what",
        "",
        "Made from `bot/app/tables/table_permissions.py` by `python tools/permissions_page.py`.",
        "",
    ]
    meanings = [f"- **{role}**: {MEANING[role]}" for role in roles]
    columns = ["| | " + " | ".join(roles) + " |", "|---|" + ":-:|" * len(roles)]
    lines = [
        f"| {IN_WORDS[deed]} | " + " | ".join("✓" if role in MAY[deed] else "" for role in roles) + " |"
        for deed in Deed
    ]
    return "\n".join([*head, *meanings, "", *columns, *lines]) + "\n"
