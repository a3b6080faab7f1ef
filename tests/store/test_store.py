"""What is stored is found again, by another opening of the same file."""

import asyncio
import traceback
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.store import Miss, Scope, Store, StoreProblem, Votes
from bot.store.score_pads import ResultPhoto
from bot.store.sql.preference_tables import MissRow

MEMORY = "sqlite+aiosqlite:///:memory:"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the database is: a file, or on a server."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return f"sqlite+aiosqlite:///{tmp_path / 'data' / 'revive.sqlite3'}"


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        yield opened


async def test_a_language_survives(address: str) -> None:
    async with await Store.open(address) as store:
        await store.preferences.set_language(Scope.PERSON, 2**62, "fr")
        await store.preferences.set_language(Scope.SERVER, 2**62, "de")
    async with await Store.open(address) as store:
        assert store.preferences.language(Scope.PERSON, 2**62) == "fr"
        assert store.preferences.language(Scope.SERVER, 2**62) == "de"
        assert store.preferences.language(Scope.CHANNEL, 2**62) is None


async def test_a_language_can_be_changed_and_taken_back(store: Store) -> None:
    await store.preferences.set_language(Scope.CHANNEL, 5, "fr")
    await store.preferences.set_language(Scope.CHANNEL, 5, "en")
    assert store.preferences.language(Scope.CHANNEL, 5) == "en"
    await store.preferences.set_language(Scope.CHANNEL, 5, None)
    assert store.preferences.language(Scope.CHANNEL, 5) is None
    await store.preferences.load()
    assert store.preferences.language(Scope.CHANNEL, 5) is None


async def test_what_is_explained_at_the_same_time_adds_up(store: Store) -> None:
    await store.preferences.set_explained(7, frozenset({"goal"}))
    await asyncio.gather(*(store.preferences.add_explained(7, [kind]) for kind in ("turn", "play", "no_advice")))
    assert store.preferences.explained(7) == {"goal", "turn", "play", "no_advice"}
    await store.preferences.load()
    assert store.preferences.explained(7) == {"goal", "turn", "play", "no_advice"}


async def test_a_theme_and_a_language_leave_each_other_alone(address: str) -> None:
    async with await Store.open(address) as store:
        await store.preferences.set_theme(Scope.PERSON, 7, "light")
        await store.preferences.set_language(Scope.PERSON, 7, "de")
        await store.preferences.set_theme(Scope.SERVER, 7, "dark")
        await store.preferences.set_theme(Scope.SERVER, 7, None)
    async with await Store.open(address) as store:
        assert store.preferences.theme(Scope.PERSON, 7) == "light"
        assert store.preferences.language(Scope.PERSON, 7) == "de"
        assert store.preferences.theme(Scope.SERVER, 7) is None
        assert store.preferences.theme(Scope.SERVER, None) is None
        await store.preferences.set_language(Scope.PERSON, 7, None)
        await store.preferences.load()
        assert store.preferences.theme(Scope.PERSON, 7) == "light"


async def test_a_theme_that_is_no_more_counts_as_unset(store: Store) -> None:
    await store.preferences.set_theme(Scope.PERSON, 1, "sepia")  # type: ignore[arg-type]
    await store.preferences.load()
    assert store.preferences.theme(Scope.PERSON, 1) is None


async def test_nobody_has_no_language(store: Store) -> None:
    assert store.preferences.language(Scope.SERVER, None) is None


async def test_what_another_process_set_is_read_on_demand(address: str) -> None:
    async with await Store.open(address) as here, await Store.open(address) as there:
        await there.preferences.set_language(Scope.PERSON, 1, "de")
        assert here.preferences.language(Scope.PERSON, 1) is None
        await here.preferences.load()
        assert here.preferences.language(Scope.PERSON, 1) == "de"


async def test_a_language_that_is_spoken_no_more_counts_as_unset(address: str) -> None:
    async with await Store.open(address) as store:
        await store.preferences.set_language(Scope.PERSON, 1, "es")  # type: ignore[arg-type]
    async with await Store.open(address) as store:
        assert store.preferences.language(Scope.PERSON, 1) is None


async def test_misses_newest_first_and_cut(store: Store) -> None:
    for question in ("erste", "zweite", "x" * 1000):
        await store.search_feedback.record_miss(question, "de")
    found = await store.search_feedback.misses(2)
    assert [miss.question for miss in found] == ["x" * 300, "zweite"]
    assert isinstance(found[0], Miss)
    assert found[0].language == "de"
    assert abs(datetime.now(UTC) - found[0].asked_at) < timedelta(minutes=1)


async def test_votes_are_counted_per_entry(store: Store) -> None:
    for helpful in (True, True, False):
        await store.search_feedback.record_vote("turn.actions", helpful, "en", "how many?")
    await store.search_feedback.record_vote("range.base", False, "fr")
    assert await store.search_feedback.votes() == [Votes("range.base", 0, 1), Votes("turn.actions", 2, 1)]


async def test_the_digest_of_the_commands_is_kept_per_application(store: Store) -> None:
    assert await store.synced_commands.digest(1) is None
    await store.synced_commands.record(1, "a")
    await store.synced_commands.record(1, "b")
    await store.synced_commands.record(2, "c")
    assert (await store.synced_commands.digest(1), await store.synced_commands.digest(2)) == ("b", "c")


async def test_many_writers_at_once_lose_nothing(address: str) -> None:
    """Two openings stand for two processes: each has its own lock, the database's lock decides."""
    async with await Store.open(address) as one, await Store.open(address) as other:
        await asyncio.gather(
            *(store.search_feedback.record_vote("e", True, "de") for store in (one, other) for _ in range(40)),
            *(one.preferences.set_language(Scope.PERSON, person, "fr") for person in range(40)),
        )
        assert await other.search_feedback.votes() == [Votes("e", 80, 0)]
        await other.preferences.load()
        assert all(other.preferences.language(Scope.PERSON, person) == "fr" for person in range(40))


async def test_a_failed_change_leaves_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError):
        await _fail_half_way(store)
    assert await store.search_feedback.misses() == []
    await store.search_feedback.record_miss("the next one works", "en")


async def _fail_half_way(store: Store) -> None:
    async with store._database.writing() as session:
        session.add(MissRow(question="half", language="de"))
        await session.flush()
        raise RuntimeError


async def test_a_store_in_memory() -> None:
    async with await Store.open(MEMORY) as store:
        await store.preferences.set_language(Scope.PERSON, 1, "de")
        assert await store.back_up() is None


async def test_a_backup_is_a_database_of_its_own(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}")
    await store.preferences.set_language(Scope.PERSON, 1, "de")
    copy = await store.back_up()
    assert copy is not None
    await store.preferences.set_language(Scope.PERSON, 1, "fr")
    async with await Store.open(f"sqlite+aiosqlite:///{copy}") as old:
        assert old.preferences.language(Scope.PERSON, 1) == "de"
    await store.close()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("postgresql+asyncpg://host/db", "found postgresql.asyncpg; expected sqlite.*or postgresql://"),
        ("sqlite:///x.sqlite3", "expected sqlite\\+aiosqlite"),
        ("nonsense", "DATABASE_URL: found a text that is not shown here; expected sqlite"),
        ("hunter22://x", "DATABASE_URL: found another kind of database; expected sqlite"),
        ("postgresql+asyncpg://me:hunter22@host:port/db", "DATABASE_URL: found a text that is not shown here"),
        ("sqlite+aiosqlite://me:hunter22@host/db", "found two slashes; expected three"),
        ("sqlite+aiosqlite:///x.sqlite3?hunter22=hunter22", "found a word after . that is not shown here"),
    ],
)
async def test_an_address_that_cannot_be_used(wrong: str, told: str) -> None:
    with pytest.raises(StoreProblem, match=told) as problem:
        await Store.open(wrong)
    assert "hunter22" not in "".join(traceback.format_exception(problem.value))


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list " * 100)
    with pytest.raises(StoreProblem, match=r"notes\.txt.*not a database"):
        await Store.open(f"sqlite+aiosqlite:///{path}")
    assert path.read_text() == "shopping list " * 100


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreProblem, match="DATA_DIR"):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'file' / 'x.sqlite3'}")


async def test_a_person_is_told_in_the_language_they_use(tmp_path: Path) -> None:
    """What they have set goes before their client's language; both outlive a restart."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}"
    async with await Store.open(url) as store:
        assert store.preferences.told_in(7) is None
        await store.preferences.note_client(7, "fr")
        assert store.preferences.language(Scope.PERSON, 7) is None, "nobody has set anything"
        assert store.preferences.told_in(7) == "fr"
    async with await Store.open(url) as store:
        assert store.preferences.told_in(7) == "fr"
        await store.preferences.set_language(Scope.PERSON, 7, "de")
        assert store.preferences.told_in(7) == "de"


async def test_a_photo_of_a_result(store: Store) -> None:
    pads = store.score_pads
    pad = await pads.add(1, 2, b"x", closed=True)
    photo = ResultPhoto(channel=2, message=30, person=40)
    assert await pads.add_photo(pad.id, photo)
    assert not await pads.add_photo(pad.id, ResultPhoto(2, 31, 41)), "it has one"
    found = await pads.get(pad.id)
    assert found is not None
    assert (found.photo, found.version) == (photo, pad.version + 1)
    assert await pads.photos_of(40) == [(1, photo)]
    assert await pads.photos_of(41) == []
    await pads.remove_photo(pad.id, 31)
    assert await pads.photos_of(40) == [(1, photo)], "that was another message"
    await pads.remove_photo(pad.id, 30)
    found = await pads.get(pad.id)
    assert found is not None
    assert (found.photo, found.version) == (None, pad.version + 2)
    assert await pads.add_photo(pad.id, photo)
    await pads.delete(pad.id)
    assert await pads.photos_of(40) == []
    assert not await pads.add_photo(pad.id, photo), "the result is gone"


async def test_whether_photos_are_allowed(store: Store) -> None:
    preferences = store.preferences
    assert not preferences.photos(5)
    await preferences.set_photos(5, True)
    assert preferences.photos(5)
    await preferences.load()
    assert preferences.photos(5)
    assert not preferences.photos(6)
    await preferences.set_photos(5, False)
    await preferences.load()
    assert not preferences.photos(5)
