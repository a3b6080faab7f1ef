"""Looking for what is wrong with stored games, without changing them."""

from bot.engine import Game, SaveError
from bot.engine.actions import Record
from bot.engine.status import status
from bot.store.games import StoredGame
from bot.table.files import again
from bot.table.hall import Hall, decode_safely, read_records


async def problems(hall: Hall, stored: StoredGame) -> list[str]:
    """What is wrong with a game, each with a code and numbers; empty where all is well."""
    found = [f"aside: {stored.aside}"] if stored.aside else []
    try:
        decode_safely(stored.body)
        if stored.snapshot is None:
            return found
        game = await hall.unpack(stored.snapshot, stored.pack)
    except SaveError as error:
        return [*found, str(error)]
    found += [f"impossible: {problem}" for problem in status(game)]
    rows = await hall.store.records(stored.id)
    if [row.number for row in rows] != list(range(stored.records)) or game.count != stored.records:
        return [*found, f"records: {len(rows)} kept, {stored.records} noted, {game.count} in the snapshot"]
    return found + _played_again(game, read_records(rows))


def _played_again(game: Game, records: tuple[Record, ...]) -> list[str]:
    """Whether setup and actions still give the position that was stored."""
    try:
        same = again(game.setup, game.pack, records).snapshot() == game.snapshot()
    except Exception as error:  # a check reports whatever it meets
        return [f"cannot be played again: {type(error).__name__}: {error}"]
    return [] if same else ["played again it gives another position"]
