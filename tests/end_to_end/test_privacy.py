"""One's own data through Discord: a file that only the person sees, and a deletion that asks first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.end_to_end.clicking import ids
from tests.end_to_end.test_table_care import opened, place

if TYPE_CHECKING:
    from bot.practice.model import Channel, User
    from tests.end_to_end.script import Script

__all__ = ["place"]
People = dict[str, "User"]


@pytest.mark.parametrize("language", ["de", "fr", "en"])
async def test_show_and_delete(script: Script, place: Channel, people: People, language: str) -> None:
    person, other = people[language], people["de-mod"]
    await script.slash(person, place, "settings language", {"language": language})
    await opened(script, place, other, person)
    shown = await script.slash(person, place, "privacy show")
    assert shown.ephemeral
    (file,) = shown.message.files
    stored = msgspec.json.decode(file.data)["stored"]
    assert {"preferences", "games", "game_people"} <= set(stored)
    assert str(other.global_name) not in str(file.data, "utf-8")
    asked = await script.slash(person, place, "privacy delete")
    done = await script.click(asked, ids(asked.message, "privacy:delete:")[0])
    assert done.text.startswith("✅")
    nothing = await script.slash(person, place, "privacy delete")
    assert not ids(nothing.message, "privacy:delete:")
    status = await script.slash(other, place, "game status")
    assert "Person 2" in status.text
    script.assert_clean()


async def test_somebody_else_cannot_press_it(script: Script, place: Channel, people: People) -> None:
    """The button carries whose data it deletes; a forged one of somebody else's is refused."""
    await script.slash(people["fr"], place, "settings language", {"language": "fr"})
    asked = await script.slash(people["fr"], place, "privacy delete")
    kept = await script.click(asked, ids(asked.message, "privacy:keep:")[0])
    assert "effacé" in kept.text
    assert "preferences" in str((await script.slash(people["fr"], place, "privacy show")).message.files[0].data)
