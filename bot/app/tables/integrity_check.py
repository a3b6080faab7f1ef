"""Looking for what is wrong with stored games, without changing them."""

from dataclasses import dataclass, field

from bot.app.tables.table_repository import TableRepository, decode_safely, read_records
from bot.engine import RULES_VERSION, Game, SaveError, replay
from bot.engine.actions import Record
from bot.engine.debug.invariants import violations
from bot.store.stored_games import StoredGame


@dataclass
class Findings:
    """What a look at a game has found: what is wrong with it, each with a code and numbers, and what is right but worth
    knowing."""

    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def inspect_game(repository: TableRepository, stored: StoredGame) -> Findings:
    """What is to be said of a game; nothing where all is well."""
    found = Findings([f"aside: {stored.aside}"] if stored.aside else [])
    try:
        decode_safely(stored.body)
        if stored.snapshot is None:
            return found
        game = await repository.unpack(stored.snapshot, stored.pack)
    except SaveError as error:
        found.problems.append(str(error))
        return found
    found.problems += [f"impossible: {problem}" for problem in violations(game)]
    rows = await repository.store.records(stored.id)
    if [row.number for row in rows] != list(range(stored.records)) or game.count != stored.records:
        found.problems.append(f"records: {len(rows)} kept, {stored.records} noted, {game.count} in the snapshot")
        return found
    play_again(found, game, read_records(rows))
    return found


async def problems(repository: TableRepository, stored: StoredGame) -> list[str]:
    """What is wrong with a game; empty where all is well."""
    return (await inspect_game(repository, stored)).problems


def play_again(found: Findings, game: Game, records: tuple[Record, ...]) -> None:
    """Whether setup and actions still give the position that was stored: all of a game of the present rulings, of an
    older one what the present rulings can."""
    began = game.state.began
    try:
        done = replay(game.setup, game.pack, records, began)
    except Exception as error:  # a check reports whatever it meets
        found.problems.append(f"cannot be played again: {type(error).__name__}: {error}")
        return
    if done.older:
        how = "goes alike to its last turn" if done.differs is None else f"differs from turn {done.differs} on"
        found.notes.append(f"began under rules version {began}: by version {RULES_VERSION} it {how}")
    elif done.game.snapshot() != game.snapshot():
        found.problems.append("played again it gives another position")
