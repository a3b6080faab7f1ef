"""The end of seasons: told in their channels in the language of each, once, with a picture where somebody played."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bot.practice.attachment import File
from bot.practice.seed_data import GAME_TABLE, ROBIN
from tests.end_to_end.clicking import ids
from tests.new_database import NAME

if TYPE_CHECKING:
    from bot.practice.model import Channel, Message, User
    from tests.end_to_end.process import BotProcess
    from tests.end_to_end.script import Script

NOBODY = {
    "de": "In dieser Saison hat niemand gespielt.",
    "fr": "Personne n’y a joué.",
    "en": "Nobody played in this season.",
}
OVER = {
    "de": "Die Saison „{}“ ist zu Ende",
    "fr": "La saison «\u00a0{}\u00a0» est terminée",
    "en": "Season “{}” is over",
}
EMPTY, PLAYED = "Frost", "Thaw"


def results(day: object) -> bytes:
    """Six games of three people."""
    rows = [
        f"{game};{day};{name};{80 + game * 7 % 11 + at}" for game in range(6) for at, name in enumerate(("Ada", "Bo"))
    ]
    return "\n".join(["result;closed_at;player;total", *rows]).encode()


def said(place: Channel, words: str) -> list[Message]:
    """What everybody can read there with these words."""
    return [each for each in place.messages.values() if words in each.text and not each.ephemeral and not each.deleted]


async def test_each_channel_is_told_once(
    script: Script, bot: BotProcess, people: dict[str, User], places: dict[str, Channel]
) -> None:
    english, robin = script.directory.channels[GAME_TABLE], script.directory.users[ROBIN]
    here = {"de": (places["de"], people["de-mod"]), "fr": (places["fr"], people["fr-mod"]), "en": (english, robin)}
    today = datetime.now(UTC).date()
    for place, moderator in here.values():
        sent = File("results.csv", results(today - timedelta(days=3)), "text/csv")
        preview = await script.slash(moderator, place, "results import", {"file": sent})
        await script.click(preview, ids(preview.message, "results:import:")[0])
        for name, days in ((EMPTY, 1), (PLAYED, 9)):
            begin = f"{today - timedelta(days=days)}"
            await script.slash(moderator, place, "results season", {"name": name, "from": begin, "until": f"{today}"})
    await bot.stop()
    with sqlite3.connect(Path(bot.env["DATA_DIR"]) / NAME) as database:
        database.execute("UPDATE seasons SET until = ?", (f"{today - timedelta(days=1)}",))
    database.close()
    for _ in range(2):
        await bot.start()
        await script.wait_for(
            lambda: all(said(place, OVER[each].format(PLAYED)) for each, (place, _) in here.items()), 90, "ends"
        )
        await script.settle(1.2)
        for language, (place, _) in here.items():
            (empty,) = said(place, OVER[language].format(EMPTY))
            assert NOBODY[language] in empty.text
            assert not empty.files
            (played,) = said(place, OVER[language].format(PLAYED))
            assert [file.filename.rpartition(".")[2] for file in played.files] == ["png"]
            assert played.text.index("Bo") < played.text.index("Ada")
        await bot.stop()
    await bot.start()
