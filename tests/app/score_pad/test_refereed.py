"""The result of a game that the bot refereed is what was played: nobody changes it, whatever their role."""

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from bot.app.score_pad import (
    Closing,
    Leftover,
    OpenedPad,
    Options,
    PadRefusal,
    PadUser,
    Player,
    ScorePad,
    ScorePads,
    Sheet,
    encoded,
    may_fill,
)

PLACE, CHANNEL = 10, 20
OWNER, PLAYER, STRANGER = PadUser(1, "Kim"), PadUser(2, "Toni"), PadUser(3, "Stranger")
MODERATOR = PadUser(4, "Mod", moderator=True)
EVERYBODY = (OWNER, PLAYER, STRANGER, MODERATOR)
SHEET = Sheet(track=50, progress=10, cards=(4,), leftover=Leftover(7), small=1, artifacts=(), track_steps=9)

Call = Callable[[ScorePads, int, PadUser], Coroutine[Any, Any, object]]
CALLS: dict[str, Call] = {
    "points": lambda pads, number, who: pads.fill(
        number, PLACE, who, 0, "points", {"track": "99", "progress": "9"}, mending=True
    ),
    "cards": lambda pads, number, who: pads.fill(number, PLACE, who, 1, "cards", {"leftover": "9"}, mending=True),
    "artifacts": lambda pads, number, who: pads.fill(
        number, PLACE, who, 0, "artifacts", {"yellow": "9 9"}, mending=True
    ),
    "steps": lambda pads, number, who: pads.break_tie(number, PLACE, who, {"0": "18", "1": "20"}),
}


async def stored(pads: ScorePads, pad: ScorePad) -> OpenedPad:
    """A closed pad as a result, as the store gets it of a game that is over."""
    row = await pads._store.add(PLACE, CHANNEL, encoded(pad), closed=True)
    return OpenedPad(row, pad)


async def kept(pads: ScorePads) -> OpenedPad:
    players = (Player("Kim", 1), Player("Toni", 2))
    pad = ScorePad(1, "en", players, (SHEET, SHEET), Options(), Closing(1, "Referee"), game=True)
    return await stored(pads, pad)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("who", EVERYBODY, ids=lambda who: who.name)
async def test_nobody_changes_it(pads: ScorePads, who: PadUser, call: str) -> None:
    opened = await kept(pads)
    with pytest.raises(PadRefusal) as refusal:
        await CALLS[call](pads, opened.id, who)
    assert refusal.value.why == "refereed"
    assert (await pads.find(opened.id, PLACE)).pad == opened.pad
    assert not may_fill(opened.pad, 0, who)


async def test_only_moderators_take_it_off_the_list(pads: ScorePads) -> None:
    opened = await kept(pads)
    for who in (OWNER, PLAYER, STRANGER):
        with pytest.raises(PadRefusal) as refusal:
            await pads.delete(opened.id, PLACE, who)
        assert refusal.value.why == "refereed"
    await pads.delete(opened.id, PLACE, MODERATOR)
    assert await pads.results(PLACE) == []


async def test_the_same_numbers_typed_can_be_changed(pads: ScorePads) -> None:
    opened = await kept(pads)
    typed = await stored(pads, msgspec.structs.replace(opened.pad, game=False))
    for call in CALLS.values():
        await call(pads, typed.id, OWNER)
    changed = (await pads.find(typed.id, PLACE)).pad
    assert (changed.sheets[0].track, changed.sheets[0].track_steps) == (99, 18)
