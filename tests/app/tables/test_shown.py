"""What a table's public message shows is kept without writing for it alone."""

import pytest

from bot.store.games import GameRepository
from bot.store.stored_games import Change, Shown
from tests.app.tables.table_fixture import KIM, ROBIN, World, caller
from tests.app.tables.test_play import playing


async def test_it_goes_along_with_the_next_change_of_any_table(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await playing(w, KIM, ROBIN)
    second = (await w.tables.lobby.open(caller(ROBIN, channel=77))).game
    changes: list[Change] = []
    commit = GameRepository.commit

    async def noted(games: GameRepository, change: Change) -> int:
        changes.append(change)
        return await commit(games, change)

    monkeypatch.setattr(GameRepository, "commit", noted)
    w.tables.note_shown(first, Shown(3, 1, 2))
    assert changes == []
    await w.tables.lobby.join(caller(KIM, channel=77), second)
    await w.tables.lobby.leave(caller(KIM, channel=77), second)
    assert [change.shown for change in changes] == [((first, Shown(3, 1, 2)),), ()]
    stored = await w.store.games.get(first)
    assert stored is not None
    assert stored.shown == 3


async def test_a_change_that_fails_leaves_it_for_the_next(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    w.tables.note_shown(game, Shown(1))
    commit = GameRepository.commit

    async def failing(games: GameRepository, change: Change) -> int:
        raise OSError("full")

    monkeypatch.setattr(GameRepository, "commit", failing)
    with pytest.raises(OSError, match="full"):
        await w.tables.lobby.join(caller(ROBIN), game)
    monkeypatch.setattr(GameRepository, "commit", commit)
    await w.tables.lobby.join(caller(ROBIN), game)
    stored = await w.store.games.get(game)
    assert stored is not None
    assert stored.shown == 1


async def test_what_is_left_is_written_at_the_end(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    w.tables.note_shown(game, Shown(1))
    await w.tables.__aexit__(None, None, None)
    assert await w.store.games.behind(w.clock.moment) == [game]  # it has no message yet
    await w.tables.show_on(game, 5)
    assert await w.store.games.behind(w.clock.moment) == []


async def test_only_tables_of_the_last_day_are_behind_at_a_start(w: World) -> None:
    game = (await w.tables.lobby.open(caller(KIM))).game
    w.clock.turn(hours=23)
    assert await w.tables.behind() == [game]
    w.clock.turn(hours=2)
    assert await w.tables.behind() == []
