"""The table messages of whole games, made as the bot makes them, without a table and without a click: what is to be
measured in the page, at every main action of games between computer players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import discord
import msgspec

from bot.app.tables import Controls, Move, Seat, Status
from bot.engine import Game, apply, decision, legal, new_game, view
from bot.engine.actions import TURN_ACTIONS, EndTurn
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field as shipped
from bot.engine.state import Alone, Options, SeatSetup, Setup
from bot.pictures import Picture
from bot.pictures.emoji_images import emoji_images
from bot.pictures.table_map import WIDTH, map_region
from bot.players import Planner
from bot.practice import seed_data
from cogs.core.application_emojis import ApplicationEmojis
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.recent_events import turn_lines_since
from cogs.game.views.table_message import brief_table_panel, turn_lines_panel
from cogs.game.views.turn_panel import turn_panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.practice.errors import Json
    from bot.text import Locale
    from cogs.core.persistent_ui import Panel

NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE: Final = (seed_data.KIM, seed_data.CAMILLE, seed_data.DOMINIQUE, seed_data.ALEX)
NAMES: Final = ("Kim", "Camille", "Dominique", "Alex")
LONG_NAMES: Final = ("Maximilian Hohenstein", "Marie-Charlotte de B.", "xX_DragonSlayer_Xx", "Wolfgang-Amadeus")
MAP: Final = Picture(b"", "…", "board.png")
URL: Final = f"https://cdn.discordapp.com/attachments/0/0/{MAP.name}"
GALLERY: Final = 12
"""The type of a component that holds pictures."""
EMOJIS: Final = ApplicationEmojis()
EMOJIS.know({icon: discord.PartialEmoji(name=icon, id=n) for n, icon in enumerate(emoji_images(), 1)})


class Played(NamedTuple):
    """A game between computer players, played the same each time."""

    seats: int
    seed: int
    alone: Alone = "no"


class Taken(NamedTuple):
    """A game after a main action or the end of a turn (``ended``)."""

    game: Game
    records: tuple[Move, ...]
    ended: bool


@dataclass
class Sent:
    """What is sent in a game: the live message at each main action, and what each turn leaves behind."""

    live: list[Json] = field(default_factory=list)
    left: list[Json] = field(default_factory=list)


@cache
def steps(played: Played) -> tuple[Taken, ...]:
    """A whole game at each main action and each end of a turn. Each seat but the first says why it does what it does,
    as computer players at tables do."""
    pack, options = shipped(), Options(alone=played.alone, artifact_card="deal")
    setup = Setup(seats=(SeatSetup(),) * played.seats, pack=pack.hash, seed=played.seed, options=options)
    game = new_game(setup, pack)
    player, records, taken = Planner("easy", played.seed), list[Move](), list[Taken]()
    while (seat := next_seat(game)) is not None:
        thought = player.think(view(game, seat), legal(game, seat))
        record = apply(game, thought.action)
        records.append(Move(**msgspec.structs.asdict(record), why=thought.reason if seat else None))
        if isinstance(record.action, (*TURN_ACTIONS, EndTurn)) and game.state.phase != "over":
            taken.append(Taken(game.copy(), tuple(records), isinstance(record.action, EndTurn)))
    return tuple(taken)


def sent(locale: Locale, played: Played, names: Sequence[str]) -> Sent:
    """What a table says in brief over a whole game, its maps as large as they would be drawn."""
    out, begun = Sent(), 0
    for taken in steps(played):
        found = looked_at(taken, locale, names)
        told = turn_lines_since(found, taken.records, reasons=False)
        mention = f"<@{found.status.seats[taken.game.active].user}>" if taken.ended else ""
        out.live.append(_written(brief_table_panel(found, told, mention, MAP), _size(taken.game)))
        if taken.ended:
            behind = turn_lines_panel(found, turn_lines_since(found, taken.records, begun - 1), first=not begun)
            out.left.append(_written(behind, None))
            begun = len(taken.records)
    return out


def own_panels(locale: Locale, played: Played, names: Sequence[str]) -> list[Json]:
    """The private panel of whoever is on turn, at each main action and each end of a turn of a game."""
    return [_written(turn_panel(_own(taken, locale, names)), None) for taken in steps(played)]


def _own(taken: Taken, locale: Locale, names: Sequence[str]) -> TableSnapshot:
    """The game as the player on turn sees it, with what they may do."""
    game, seat = taken.game, taken.game.active
    controls = Controls(
        game=2147,
        seat=seat,
        token="p",
        offers=tuple(legal(game, seat)),
        decision=decision(game, seat),
        active=True,
        may_undo=True,
    )
    found = looked_at(taken, locale, names)
    user = found.status.seats[seat].user
    return replace(found, user=user, seat=seat, view=view(game, seat), controls=controls)


def looked_at(taken: Taken, locale: Locale, names: Sequence[str]) -> TableSnapshot:
    """The game as everybody sees it; all seats are people's."""
    game = taken.game
    seats = tuple(
        Seat(user=PEOPLE[number], name=names[number], tribe=mine.tribe) for number, mine in enumerate(game.state.seats)
    )
    waiting = {seat: asked.kind for seat in range(len(seats)) if (asked := decision(game, seat))}
    status = Status(
        game=2147,
        guild=1,
        channel=2,
        message=3,
        stage="running",
        owner=10,
        locale=locale,
        seats=seats,
        options=game.setup.options,
        version=9,
        tokens=("p",),
        active=game.active,
        turn=game.state.turn.number,
        waiting=waiting,
        opened=NOW,
        changed=NOW,
    )
    return TableSnapshot(locale, status, None, None, game.pack, view(game, None), None)


def _size(game: Game) -> tuple[int, int]:
    seen = view(game, None)
    return WIDTH, map_region(seen).height


def _written(panel: Panel, size: tuple[int, int] | None) -> Json:
    """A message as the page gets it.

    :param size: of its picture, in pixels.
    """
    components = cast("list[Any]", panel.to_components())
    if size is not None:
        [gallery] = [each for each in components[0]["components"] if each["type"] == GALLERY]
        gallery["items"][0]["media"] = {"url": URL, "width": size[0], "height": size[1]}
    return {
        "id": "1",
        "type": 0,
        "flags": 1 << 15,
        "content": "",
        "embeds": [],
        "attachments": [],
        "author": {"id": str(seed_data.BASE), "username": "Revive Referee", "bot": True},
        "timestamp": NOW.isoformat(),
        "edited_timestamp": None,
        "components": EMOJIS.applied(components),
    }
