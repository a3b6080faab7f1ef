"""Photos of tables where a PostgreSQL server keeps the results: posted, opened, deleted by whoever may, part of one's
own data; and nothing of a person is left in any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
import pytest_asyncio

from tests.end_to_end.clicking import ids
from tests.end_to_end.process import BotProcess
from tests.end_to_end.test_result_photos import (
    delete,
    moderators,
    number_of,
    photo_in,
    posted,
    send,
)

if TYPE_CHECKING:
    from bot.practice.model import Channel, User
    from tests.end_to_end.script import Script
    from tests.postgresql_server import PostgresqlServer

    People = dict[str, User]
    Places = dict[str, Channel]

__all__ = ["moderators"]


@pytest.fixture(scope="module")
def address(postgresql_server: PostgresqlServer) -> str:
    return postgresql_server.new_database()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(script: Script, address: str, tmp_path_factory: pytest.TempPathFactory) -> BotProcess:
    """The bot with a database on the server."""
    data = tmp_path_factory.mktemp("data")
    made = BotProcess(script, "tests.end_to_end.seeded_bot", "run", data_dir=data, env={"DATABASE_URL": address})
    return await made.start()


def photos(address: str) -> list[tuple[int, ...]]:
    """Result, message and person of each photo in the database."""
    with psycopg.connect(address) as connection:
        return connection.execute("SELECT result, message, person FROM result_photos ORDER BY result").fetchall()


def tables_with(address: str, number: int) -> list[str]:
    """The tables with a row that has this number anywhere, also inside of bytes."""
    sought, found = str(number).encode(), []
    with psycopg.connect(address) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in names:
            rows = connection.execute(f'SELECT * FROM "{name}"'.encode()).fetchall()
            cells = [cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row]
            if any(sought in cell for cell in cells):
                found.append(str(name))
    return found


async def test_posted_opened_and_deleted_by_each_who_may(
    script: Script, bot: BotProcess, address: str, people: People, places: Places, moderators: People
) -> None:
    """Whoever sent it, somebody else at the table, and a moderator who did not play."""
    sender, other, place = people["de"], people["fr"], places["de"]
    board, photo = await posted(script, sender, place, moderators["de"], other)
    for who in (sender, other, moderators["de"]):
        assert photos(address) == [(number_of(board), photo.id, sender.id)]
        shown = await script.click(board, ids(board, "tally:photo:")[0], user=people["en"])
        assert any(part["type"] == 12 and "table.jpg" in str(part) for part in shown.message.walk())
        stranger = await script.click(photo, ids(photo, "tally:nophoto:")[0], user=people["en"])
        assert stranger.ephemeral
        assert photos(address)
        await delete(script, who, photo)
        assert photo.deleted
        assert photos(address) == []
        await script.settle(1.2)
        await send(script, sender, board)
        await script.settle(1.2)
        photo = photo_in(place)


async def test_own_data_has_it_and_nothing_is_left_of_a_person(
    script: Script, bot: BotProcess, address: str, people: People, places: Places, moderators: People
) -> None:
    person, other = people["fr"], moderators["fr"]
    board, photo = await posted(script, person, places["fr"], other, other)
    told = await script.slash(person, places["fr"], "privacy show")
    assert str(photo.id) in told.message.files[0].text()
    asked = await script.slash(person, places["fr"], "privacy delete")
    done = await script.click(asked, ids(asked.message, "privacy:delete:")[0])
    assert done.text.startswith("✅")
    assert photo.deleted
    assert number_of(board) not in [row[0] for row in photos(address)]
    assert tables_with(address, photo.id) == []
    assert tables_with(address, person.id) == []
    assert tables_with(address, other.id)
