"""Photos of tables: allowed by moderators, posted by the bot, opened from the result, deleted by whoever may."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot.practice import seed_data
from bot.practice.attachment import File
from tests.end_to_end.clicking import ids
from tests.end_to_end.test_table import denied
from tests.end_to_end.test_tally import new

if TYPE_CHECKING:
    from bot.practice.model import Channel, Message, User
    from tests.end_to_end.process import BotProcess
    from tests.end_to_end.script import Result, Script

People = dict[str, "User"]
Places = dict[str, "Channel"]

SAID = {
    "de": {
        "off": "ausgeschaltet",
        "done": "Das Foto steht",
        "table": "Der Tisch von",
        "there": "hat schon ein Foto",
        "gone": "hat kein Foto mehr",
        "deleted": "ist gelöscht",
    },
    "fr": {
        "off": "désactivées",
        "done": "La photo est",
        "table": "La table du résultat",
        "there": "a déjà une photo",
        "gone": "n’a plus de photo",
        "deleted": "est supprimée",
    },
}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr"])


def jpeg() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (300, 200), (40, 90, 70)).save(out, "JPEG")
    return out.getvalue()


PICTURE = File("IMG_0001.jpg", jpeg(), "image/jpeg")


@pytest.fixture
def moderators(people: People) -> People:
    return {"de": people["de-mod"], "fr": people["fr-mod"]}


async def result(script: Script, person: User, place: Channel, *others: User) -> Message:
    """A closed score pad with nothing filled in."""
    seats: dict[str, Any] = {f"player{number}": each for number, each in enumerate((person, *others), 1)}
    board = await new(script, person, place, **seats)
    asked = await script.click(board, ids(board, "tally:close:")[0], user=person)
    await script.click(asked, ids(asked.message, "tally:close:")[0])
    await script.settle(1.2)
    return board


def number_of(board: Message) -> int:
    return int(ids(board, "tally:seat:")[0].split(":")[2])


async def send(script: Script, person: User, board: Message, picture: File = PICTURE) -> Result:
    given = {"result": number_of(board), "picture": picture}
    return await script.slash(person, board.channel, "results photo", given)


async def allow(script: Script, moderator: User, place: Channel, allowed: bool = True) -> Result:
    return await script.slash(moderator, place, "settings photos", {"allow": allowed})


def photo_in(place: Channel) -> Message:
    """The newest message with a photo."""
    found = [m for m in place.messages.values() if not m.deleted and not m.ephemeral and ids(m, "tally:nophoto:")]
    return max(found, key=lambda message: message.id)


async def delete(script: Script, person: User, photo: Message) -> Result:
    """Press the button on the photo, and the one that asks."""
    asked = await script.click(photo, ids(photo, "tally:nophoto:")[0], user=person)
    sure = ids(asked.message, "tally:nophoto:")
    assert sure, asked.text
    return await script.click(asked, sure[0])


async def posted(
    script: Script, person: User, place: Channel, moderator: User, *others: User
) -> tuple[Message, Message]:
    """A result with a photo; its message and that of the photo."""
    await allow(script, moderator, place)
    board = await result(script, person, place, *others)
    await send(script, person, board)
    await script.settle(1.2)
    return board, photo_in(place)


@LANGUAGES
async def test_allowed_posted_opened_deleted(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People, language: str
) -> None:
    person, place, said = people[language], places[language], SAID[language]
    await allow(script, moderators[language], place, allowed=False)
    board = await result(script, person, place)
    assert said["off"] in (await send(script, person, board)).text
    refused = await allow(script, person, place)
    assert refused.ephemeral
    assert said["off"] in (await send(script, person, board)).text
    await allow(script, moderators[language], place)
    answer = await send(script, person, board)
    assert answer.ephemeral
    assert said["done"] in answer.text
    await script.settle(1.2)
    photo = photo_in(place)
    assert photo.reference is not None
    assert said["table"] in photo.text
    (file,) = photo.files
    assert file.filename == "table.jpg"
    assert said["there"] in (await send(script, person, board)).text

    shown = await script.click(board, ids(board, "tally:photo:")[0], user=people["en"])
    assert shown.ephemeral
    assert not ids(shown.message, "tally:nophoto:")
    gallery = next(part for part in shown.message.walk() if part["type"] == 12)
    assert gallery["items"][0]["media"]["url"] == file.url
    assert file.id not in {each.id for each in shown.message.files}

    stranger = await script.click(photo, ids(photo, "tally:nophoto:")[0], user=people["en"])
    assert stranger.ephemeral
    assert not photo.deleted
    assert said["deleted"] in (await delete(script, person, photo)).text
    assert photo.deleted
    await script.settle(1.2)
    assert not ids(board, "tally:photo:")
    await send(script, person, board)
    await delete(script, person, photo_in(place))


async def test_who_may_send_and_delete(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    person, place, said = people["de"], places["de"], SAID["de"]
    await allow(script, moderators["de"], place)
    board = await result(script, person, place)
    assert "players of" in (await send(script, people["en"], board)).text
    await send(script, moderators["de"], board)
    await script.settle(1.2)
    photo = photo_in(place)
    assert said["deleted"] in (await delete(script, person, photo)).text
    assert photo.deleted


@LANGUAGES
async def test_deleted_on_discord(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People, language: str
) -> None:
    """Whoever opens it is told; the result is shown without it then."""
    board, photo = await posted(script, people[language], places[language], moderators[language])
    script.state.remove(photo)
    with script.expecting("unknown-message"):
        gone = await script.click(board, ids(board, "tally:photo:")[0], user=people[language])
    assert SAID[language]["gone"] in gone.text
    await script.settle(1.2)
    assert not ids(board, "tally:photo:")


async def test_where_the_bot_may_not_look(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    """The photo is kept in mind: once the bot may look again, it is shown."""
    person, place = people["de"], places["de"]
    board, photo = await posted(script, person, place, moderators["de"])
    async with denied(script, place, "view_channel"):
        with script.expecting("missing-access"):
            refused = await script.click(board, ids(board, "tally:photo:")[0], user=person)
        assert "Kanal ansehen" in refused.text
        asked = await script.click(photo, ids(photo, "tally:nophoto:")[0], user=person)
        with script.expecting("missing-access"):
            kept = await script.click(asked, ids(asked.message, "tally:nophoto:")[0])
        assert "nicht löschen" in kept.text
    assert not photo.deleted
    shown = await script.click(board, ids(board, "tally:photo:")[0], user=person)
    assert ids(shown.message, "tally:nophoto:")


async def test_where_the_bot_may_not_post(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    await allow(script, moderators["de"], places["de"])
    board = await result(script, people["de"], places["de"])
    async with denied(script, places["de"], "attach_files"):
        with script.expecting("missing-permissions"):
            refused = await send(script, people["de"], board)
    assert "Dateien anhängen" in refused.text


@pytest.mark.parametrize(
    "picture",
    [
        File("notes.txt", b"no picture", "text/plain"),
        File("half.jpg", jpeg()[:400], "image/jpeg"),
        File("empty.png", b"", "image/png"),
    ],
    ids=["words", "half", "nothing"],
)
async def test_what_is_no_photo(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People, picture: File
) -> None:
    await allow(script, moderators["fr"], places["fr"])
    board = await result(script, people["fr"], places["fr"])
    refused = await send(script, people["fr"], board, picture)
    assert "pas une photo" in refused.text


async def test_a_file_that_is_too_large(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    await allow(script, moderators["fr"], places["fr"])
    board = await result(script, people["fr"], places["fr"])
    refused = await send(script, people["fr"], board, File("much.jpg", bytes(10_000_001), "image/jpeg"))
    assert "10 Mo" in refused.text


async def test_outside_servers(script: Script, bot: BotProcess, people: People) -> None:
    board = await result(script, people["en"], script.directory.dm(people["en"]))
    assert "servers that the bot was added to" in (await send(script, people["en"], board)).text


async def test_an_open_score_pad_has_none(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    await allow(script, moderators["fr"], places["fr"])
    board = await new(script, people["fr"], places["fr"], player1=people["fr"])
    assert "ouverte" in (await send(script, people["fr"], board)).text


async def test_a_deleted_result_takes_its_photo_along(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    board, photo = await posted(script, people["de"], places["de"], moderators["de"])
    number = number_of(board)
    asked = await script.slash(people["de"], places["de"], "results delete", {"result": number})
    await script.click(asked, ids(asked.message, "tally:delete:")[0])
    assert photo.deleted


async def test_a_photo_in_a_channel_that_somebody_cannot_see(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    """Results are the server's, but a photo is for those who can look into its channel."""
    board, _ = await posted(script, people["de"], places["de"], moderators["de"])
    other = next(
        each
        for each in script.directory.guilds[seed_data.EISZEIT].channels.values()
        if each.type == 0 and each is not places["de"]
    )
    shown = await script.slash(people["de"], other, "results show", {"result": number_of(board)})
    seen = await script.click(shown, ids(shown.message, "tally:photo:")[0])
    assert any(part["type"] == 12 and "table.jpg" in str(part) for part in seen.message.walk())
    place = places["de"]
    assert place.guild is not None
    script.directory.allow(place, place.guild.members[people["de"].id], deny=1 << 10)
    await script.settle()
    refused = await script.click(shown, ids(shown.message, "tally:photo:")[0])
    script.directory.allow(place, place.guild.members[people["de"].id])
    await script.settle()
    assert "nicht sehen" in refused.text


async def test_it_goes_with_the_person_who_posted_it(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    """The file of one's data tells of it; after deletion neither the photo nor a note of it is left."""
    person, other = people["fr"], moderators["fr"]
    board, photo = await posted(script, person, places["fr"], other, other)
    told = await script.slash(person, places["fr"], "privacy show")
    assert str(photo.id) in told.message.files[0].text()
    assert str(photo.id) not in (await script.slash(other, places["fr"], "privacy show")).message.files[0].text()
    asked = await script.slash(person, places["fr"], "privacy delete")
    done = await script.click(asked, ids(asked.message, "privacy:delete:")[0])
    assert done.text.startswith("✅")
    assert "photo" not in done.text
    assert photo.deleted
    gone = await script.click(board, ids(board, "tally:photo:")[0], user=other)
    assert SAID["fr"]["gone"] in gone.text


async def test_a_photo_that_cannot_go_is_named_to_the_person(
    script: Script, bot: BotProcess, people: People, places: Places, moderators: People
) -> None:
    person, place = people["de"], places["de"]
    _, photo = await posted(script, person, place, moderators["de"])
    asked = await script.slash(person, place, "privacy delete")
    async with denied(script, place, "view_channel"):
        with script.expecting("missing-access"):
            done = await script.click(asked, ids(asked.message, "privacy:delete:")[0])
    assert str(photo.id) in done.text
    assert not photo.deleted
