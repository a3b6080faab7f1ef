"""Who may do what: the one table, its page, and that every operation keeps to it."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.app.tables import Caller, TableRefusal
from bot.app.tables.table_permissions import IN_WORDS, MAY, Operation, Role, as_markdown
from bot.engine.actions import Hibernate, Refused
from tests.app.tables.table_fixture import ALEX, CHANNEL, EVE, KIM, ROBIN, World, caller, world
from tests.app.tables.test_play import playing, token_of

PAGE = Path(__file__).parents[3] / "docs" / "host" / "permissions.md"
Do = Callable[[World, Caller, int], Awaitable[Any]]


async def act(w: World, who: Caller, game: int) -> object:
    return await w.tables.play.act(who, await token_of(w, game, KIM), Hibernate(seat=0))


async def undo(w: World, who: Caller, game: int) -> object:
    try:
        return await w.tables.play.undo(who, game)
    except Refused:
        return None  # the rules have nothing to undo; the table would have let them


IN_A_LOBBY: dict[Operation, Do] = {
    Operation.JOIN: lambda w, who, game: w.tables.lobby.join(who, game),
    Operation.LEAVE: lambda w, who, game: w.tables.lobby.leave(who, game),
    Operation.TRIBE: lambda w, who, game: w.tables.lobby.tribe(who, game, None),
    Operation.OPTION: lambda w, who, game: w.tables.lobby.option(who, game, "long_game", True),
    Operation.AGREE: lambda w, who, game: w.tables.lobby.agree(who, game),
    Operation.COMPUTER: lambda w, who, game: w.tables.lobby.computer(who, game),
    Operation.REMOVE: lambda w, who, game: w.tables.lobby.remove(who, game, 1),
    Operation.START: lambda w, who, game: w.tables.lobby.start(who, game),
    Operation.CANCEL: lambda w, who, game: w.tables.lobby.cancel(who, game),
    Operation.PACKS: lambda w, who, game: w.tables.server_packs.remove(who, "none"),
    Operation.SERVER_GAMES: lambda w, who, game: w.tables.server_games.set_most(who, 5),
}
IN_A_GAME: dict[Operation, Do] = {
    Operation.OPEN: lambda w, who, game: w.tables.lobby.open(elsewhere(who)),
    Operation.ACT: act,
    Operation.UNDO: undo,
    Operation.STANDING: lambda w, who, game: w.tables.play.standing(who, game, "card", "skip"),
    Operation.LOOK: lambda w, who, game: w.tables.play.view(game, who.user),
    Operation.LOG: lambda w, who, game: w.tables.play.log(game, who.user),
    Operation.PAUSE: lambda w, who, game: w.tables.administration.pause(who, game),
    Operation.RESUME: lambda w, who, game: w.tables.administration.resume(who, game),
    Operation.END: lambda w, who, game: w.tables.administration.end(who, game),
    Operation.TAKE_BACK: lambda w, who, game: w.tables.administration.take_back(who, game),
    Operation.CONFIRM_END: lambda w, who, game: w.tables.administration.confirm_end(who, game),
    Operation.PACE: lambda w, who, game: w.tables.administration.pace(who, game, "live"),
    Operation.MOVE: lambda w, who, game: w.tables.administration.move(who, game, CHANNEL + 3, 9001),
    Operation.REPLACE: lambda w, who, game: w.tables.administration.replace_by_computer(who, game, 0),
    Operation.PASS_ON: lambda w, who, game: w.tables.administration.pass_on(who, game, ROBIN),
    Operation.REMATCH: lambda w, who, game: w.tables.administration.rematch(elsewhere(who), game),
    Operation.EXPORT: lambda w, who, game: w.tables.files.export(who, game),
    Operation.REPAIR: lambda w, who, game: w.tables.administration.repair(who, game),
}
ELSEWHERE = {Operation.IMPORT, Operation.EXPORT_ALL} | {
    *(Operation.NUDGE, Operation.STAND_IN, Operation.TAKE_OVER, Operation.BACK),
    *(Operation.ROLL_BACK, Operation.PLAN, Operation.TRY, Operation.BRING_BACK),
}
"""Deeds that have tests of their own: files, absence, rollbacks, planned turns, trial tables and the archive."""
PEOPLE: dict[Role, dict[str, Any]] = {
    Role.ANYONE: {"user": EVE},
    Role.SEAT: {"user": KIM},
    Role.PLAYER: {"user": ROBIN},
    Role.OWNER: {"user": ALEX},
    Role.MODERATOR: {"user": EVE, "moderator": True},
    Role.SERVER: {"user": EVE, "manager": True},
    Role.HOST: {"user": EVE, "host": True},
}
"""Somebody who is this: Kim has the seat in question, Alex is the owner, Robin only plays."""
OUTCOMES = {
    "not_allowed": "refused",
    "not_in_game": "refused",
    "not_your_turn": "refused",
    "already_in": "done",
    "not_aside": "done",
    "unknown_pack": "done",
}
"""What a refusal says about authority: who is in already, would repair what is not broken, or remove what is not there,
might have."""
AT_THE_TABLE = {Role.SEAT, Role.OWNER, Role.PLAYER}


def elsewhere(who: Caller) -> Caller:
    return msgspec.structs.replace(who, channel=CHANNEL + 9)


def expected(operation: Operation, role: Role) -> bool:
    roles = {Role.ANYONE, role} | ({Role.PLAYER} if role in AT_THE_TABLE else set())
    return not roles.isdisjoint(MAY[operation])


async def outcome(w: World, do: Do, role: Role, game: int) -> str:
    """done, vote or refused"""
    try:
        found = await do(w, caller(**PEOPLE[role]), game)
    except TableRefusal as refusal:
        return OUTCOMES[refusal.reason]
    return "vote" if getattr(found, "done", True) is False else "done"


def test_every_deed_is_in_the_table_and_tried() -> None:
    assert set(MAY) == set(IN_WORDS) == set(Operation) == set(IN_A_LOBBY) | set(IN_A_GAME) | ELSEWHERE


def test_the_page_says_the_same() -> None:
    assert PAGE.read_text("utf-8") == as_markdown(), "python tools/permissions_page.py writes it anew"


@pytest.mark.parametrize("operation", IN_A_LOBBY)
async def test_in_a_lobby(tmp_path: Path, operation: Operation) -> None:
    for role in PEOPLE:
        async with world(tmp_path / f"{role}.sqlite3") as w:
            game = (await w.tables.lobby.open(caller(ALEX))).game
            for person in (KIM, ROBIN):
                await w.tables.lobby.join(caller(person), game)
            assert (await outcome(w, IN_A_LOBBY[operation], role, game) == "done") == expected(operation, role), role


@pytest.mark.parametrize("operation", IN_A_GAME)
async def test_in_a_game(tmp_path: Path, operation: Operation) -> None:
    for role in PEOPLE:
        async with world(tmp_path / f"{role}.sqlite3") as w:
            game = await playing(w, KIM, ALEX, ROBIN)
            await w.tables.administration.pass_on(caller(KIM), game, ALEX)
            if operation is Operation.RESUME:
                await w.tables.administration.pause(caller(ALEX), game)
            if operation in (Operation.TAKE_BACK, Operation.CONFIRM_END):
                await w.tables.administration.end(caller(ALEX), game)
            found = await outcome(w, IN_A_GAME[operation], role, game)
            assert (found == "done") == expected(operation, role), role
            assert (found == "vote") == (
                role in AT_THE_TABLE and Role.MAJORITY in MAY[operation] and not expected(operation, role)
            ), role
