"""Games in the store: one transaction for everything, versions, uniqueness."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store import GameRepository, Store
from bot.store.due_notices import Due
from bot.store.games import TURNS_KEPT
from bot.store.stored_games import (
    Change,
    ChannelTaken,
    GameColumns,
    KnownInteraction,
    NewResult,
    OldVersion,
    Shown,
    StoredRecord,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LOBBY = GameColumns(guild=1, channel=2, held=True, stage="lobby", owner=3, body=b"{}")
RUNNING = replace(LOBBY, stage="running", pack="abc", snapshot=b"game")


@pytest.fixture(params=["file", "memory", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the database is."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    place = "/:memory:" if request.param == "memory" else f"/{tmp_path / 'games.sqlite3'}"
    return f"sqlite+aiosqlite://{place}"


@pytest.fixture
async def games(address: str) -> AsyncIterator[GameRepository]:
    async with await Store.open(address) as store:
        yield store.games


def record(number: int) -> StoredRecord:
    return StoredRecord(number, b"record %d" % number, 7, NOON)


async def test_a_table_is_found_again(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON, 900)
    found = await games.get(game)
    assert found is not None
    assert (found.guild, found.channel, found.stage, found.version, found.opened_at) == (1, 2, "lobby", 1, NOON)
    assert [each.id for each in await games.open_tables()] == [game]
    assert await games.last_in(2) == game
    assert await games.last_in(3) is None
    assert await games.get(game + 1) is None
    assert await games.game_of(900) == game
    assert [(each.id, each.body) for each in await games.listed("lobby")] == [(game, b"")]


async def test_a_channel_holds_one_open_table(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    with pytest.raises(ChannelTaken):
        await games.add(LOBBY, NOON)
    other = await games.add(replace(LOBBY, channel=3), NOON)
    with pytest.raises(ChannelTaken):
        await games.commit(Change(other, 1, LOBBY, NOON))
    await games.commit(Change(game, 1, replace(LOBBY, held=False, stage="ended"), NOON))
    assert await games.add(LOBBY, NOON) > other


async def test_everything_of_a_change_is_written(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    draft = replace(RUNNING, records=2, computing=True)
    due = Due(game, 0, 7, "turn", NOON)
    change = Change(game, 1, draft, NOON, records=(record(0), record(1)), turn=(2, b"turn"), interaction=55, due=(due,))
    assert await games.commit(change) == 2
    found = await games.get(game)
    assert found is not None
    assert (found.version, found.snapshot, found.records, found.computing) == (2, b"game", 2, True)
    assert await games.records(game) == [record(0), record(1)]
    assert await games.records(game, 1) == [record(1)]
    assert await games.records(game, 0, 1) == [record(0)]
    assert await games.last_record_by(game, 7) == 1
    assert await games.turns(game) == [(2, b"turn")]
    assert await games.interactions(game) == {55: (0, 2)}
    assert [replace(each, id=0) for each in (await games.dues.due(NOON))[0]] == [due]


@pytest.mark.parametrize("wrong", ["version", "interaction", "record", "channel"])
async def test_a_change_that_fails_writes_nothing(games: GameRepository, wrong: str) -> None:
    game = await games.add(LOBBY, NOON)
    await games.add(replace(LOBBY, channel=3), NOON)
    draft = replace(RUNNING, records=1)
    await games.commit(Change(game, 1, draft, NOON, records=(record(0),), interaction=55))
    bad = {
        "version": (OldVersion, Change(game, 1, replace(draft, records=2), NOON, records=(record(1),))),
        "interaction": (
            KnownInteraction,
            Change(game, 2, replace(draft, records=2), NOON, records=(record(1),), interaction=55),
        ),
        "record": (OldVersion, Change(game, 2, replace(draft, records=3), NOON, records=(record(1), record(0)))),
        "channel": (ChannelTaken, Change(game, 2, replace(draft, channel=3), NOON, records=(record(1),))),
    }
    before = await games.get(game)
    reason, change = bad[wrong]
    with pytest.raises(reason):
        await games.commit(change)
    assert await games.get(game) == before
    assert await games.records(game) == [record(0)]


async def test_starts_of_turns_are_few(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    for turn in range(TURNS_KEPT + 4):
        await games.commit(Change(game, turn + 1, replace(RUNNING, records=turn), NOON, turn=(turn, b"t%d" % turn)))
    kept = await games.turns(game)
    assert [records for records, _ in kept] == list(range(TURNS_KEPT + 3, 3, -1))
    await games.commit(Change(game, TURNS_KEPT + 5, replace(RUNNING, held=False, stage="over"), NOON))
    assert await games.turns(game) == []


async def test_rolling_back_forgets_what_came_after(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    draft = replace(RUNNING, records=3)
    await games.commit(Change(game, 1, draft, NOON, records=(record(0), record(1), record(2)), turn=(1, b"one")))
    await games.commit(Change(game, 2, draft, NOON, turn=(3, b"three")))
    await games.set_aside(game, "broken")
    await games.commit(Change(game, 3, replace(draft, records=1), NOON, drop_from=1, clear_aside=True))
    found = await games.get(game)
    assert found is not None
    assert found.aside is None
    assert await games.records(game) == [record(0)]
    assert await games.turns(game) == [(1, b"one")]


async def test_results_are_listed_twice(games: GameRepository) -> None:
    """For themselves, and as a closed tally in the list of results."""
    game = await games.add(LOBBY, NOON)
    over = replace(RUNNING, held=False, stage="over")
    await games.commit(Change(game, 1, over, NOON, result=NewResult(b"result", b"tally")))
    result = await games.result(game)
    assert result is not None
    assert (result.body, result.ended_at, result.tally) == (b"result", NOON, 1)
    assert await games.results(1) == [result]
    assert await games.results(2) == []


async def test_a_notice_is_done_once_it_is_sent(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    dues = (Due(game, 0, 7, "turn", NOON), Due(game, 1, 8, "decision", NOON + timedelta(hours=1)))
    await games.commit(Change(game, 1, RUNNING, NOON, due=dues))
    assert await games.dues.due(NOON - timedelta(seconds=1)) == ([], NOON)
    first = (await games.dues.due(NOON))[0][0]
    assert [each.batch for each in await games.dues.begin([first], "due.1")] == ["due.1"]
    assert [each.batch for each in (await games.dues.due(NOON))[0]] == ["due.1"], "not done before it is sent"
    await games.dues.finish([first], [(first.id, replace(first, due_at=NOON + timedelta(hours=8), after=480))])
    assert await games.dues.begin([first], "due.1") == []
    assert (await games.dues.due(NOON))[0] == []
    assert [(each.person, each.after) for each in (await games.dues.due(NOON + timedelta(days=1)))[0]] == [
        (8, 0),
        (7, 480),
    ]
    await games.commit(Change(game, 2, RUNNING, NOON, not_due=((0, None),)))
    assert [each.person for each in (await games.dues.due(NOON + timedelta(days=1)))[0]] == [8]


async def test_idle_lobbies(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON)
    assert await games.idle_lobbies(NOON + timedelta(seconds=1)) == [game]
    assert await games.idle_lobbies(NOON) == []


async def test_a_deleted_game_leaves_its_result(games: GameRepository) -> None:
    game = await games.add(LOBBY, NOON, 5)
    over = replace(RUNNING, held=False, stage="over", records=1)
    await games.commit(Change(game, 1, over, NOON, records=(record(0),), result=NewResult(b"result", b"tally")))
    await games.delete(game)
    assert await games.get(game) is None
    assert await games.records(game) == []
    assert await games.result(game) is not None
    assert await games.add(LOBBY, NOON, 5) > game


async def test_packs_are_kept_once(games: GameRepository) -> None:
    await games.keep_pack("abc", b"first")
    await games.keep_pack("abc", b"second")
    assert await games.pack("abc") == b"first"
    assert await games.pack("def") is None


async def test_what_is_shown_is_written_with_the_next_change_of_any_table(games: GameRepository) -> None:
    first, second = await games.add(LOBBY, NOON), await games.add(replace(LOBBY, channel=5), NOON)
    change = Change(second, 1, replace(RUNNING, channel=5), NOON, shown=[(first, Shown(1, 4, 9)), (second, Shown(1))])
    await games.commit(change)
    kept = [await games.get(game) for game in (first, second)]
    assert [(each.shown, each.shown_turn, each.shown_told) for each in kept if each] == [(1, 4, 9), (1, -1, -1)]


async def test_messages_that_are_behind_are_found(games: GameRepository) -> None:
    """Those that are played at first, the newest before the others; not those of more than a day ago."""

    async def table(stage: str, at: datetime, message: int | None, shown: int | None) -> int:
        game = await games.add(replace(LOBBY, channel=at.minute, stage=stage, held=False), at)
        await games.show_on(game, message, Shown(shown) if shown is not None else None)
        return game

    minutes = iter(NOON + timedelta(minutes=n) for n in range(1, 50))
    lobby = await table("lobby", next(minutes), None, None)
    old_start = await table("running", next(minutes), None, None)
    await table("running", next(minutes), 5, 1)  # shows what is
    behind = await table("running", next(minutes), 6, 0)
    over = await table("over", next(minutes), 7, 0)
    await table("ended", next(minutes), None, None)  # nobody has ever seen it
    await table("running", NOON - timedelta(minutes=3), 8, 0)  # before
    aside = await table("running", next(minutes), 9, 0)
    await games.set_aside(aside, "broken")
    assert await games.behind(NOON) == [behind, old_start, over, lobby]
