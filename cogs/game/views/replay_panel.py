"""A game step by step: what was done, the map, and how the points went; back, forward, and by itself."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord
import msgspec
from discord import ui

from bot.app.tables.game_history import Step
from bot.pictures import Picture
from bot.text import t
from bot.text.game.emoji import sign
from cogs.core.persistent_ui import Panel
from cogs.game import ids
from cogs.game.snapshot import TableSnapshot
from cogs.game.views.message_layout import MOST_CHOICES, panel_of
from cogs.game.views.recent_events import turn_lines_since
from cogs.game.views.table_buttons import PRIMARY, QUIET

LONGEST_NAME: Final = 40


def at_step(found: TableSnapshot, step: Step) -> TableSnapshot:
    """The table as it was at a moment, for the same reader. Nothing can be done there."""
    state = step.seen.state
    playing = state.phase == "play"
    status = msgspec.structs.replace(
        found.status,
        stage="running",
        turn=state.turn.number,
        active=state.turn.seat if playing else None,
        waiting={},
        ballots=(),
        sheets=(),
        ending=None,
    )
    return replace(found, status=status, view=step.seen, controls=None, next_game=None)


def replay_panel(then: TableSnapshot, step: Step, picture: Picture | None = None, *, running: bool = False) -> Panel:
    """A moment of a game.

    :param then: the table as it was then (:func:`at_step`).
    :param running: it goes on by itself.
    """
    texts = [_heading(then, step), "\n".join(f"- {line}" for line in _lines(then, step)), _points(then, step)]
    if not step.whole and step.step == step.of:
        texts.append(f"-# {t(then.locale, 'show.replay.differs')}")
    rows: list[list[ui.Item[Any]]] = [_moves(then, step, running=running), [_turns(then, step)], _trial(then, step)]
    return panel_of(texts, *rows).show(picture)


def _heading(then: TableSnapshot, step: Step) -> str:
    words = t(then.locale, "show.replay.setup")
    if step.moment.seat is not None:
        name = then.table.names[step.moment.seat]
        words = t(then.locale, "show.replay.of_turn", turn=step.moment.turn, name=name)
    title = f"{t(then.locale, 'show.replay')} · {t(then.locale, 'games.named', game=then.game)}"
    return f"### {sign('replay')} {words}\n-# {title} · {step.step}/{step.of}"


def _lines(then: TableSnapshot, step: Step) -> list[str]:
    return turn_lines_since(then, step.records, step.moment.begins - 1)


def _points(then: TableSnapshot, step: Step) -> str:
    """Each player's points at the ends of the last turns, those of this moment in bold."""
    lines = [f"-# {t(then.locale, 'show.replay.points')}"]
    for seat, name in enumerate(then.table.names):
        *before, now = (totals[seat] for totals in step.course)
        lines.append(f"{name} {' → '.join([*map(str, before), f'**{now}**'])}")
    return "\n".join(lines)


def _moves(then: TableSnapshot, step: Step, *, running: bool) -> list[ui.Item[Any]]:
    at = step.step
    moves = (("start", 0, at > 0), ("back", max(0, at - 1), at > 0), ("on", at + 1, at < step.of))
    buttons = [_button(then, word, ids.replay(then.game, to, word), may) for word, to, may in moves]
    film = "stop" if running else "film"
    there = ids.replay(then.game, at, film) if running else ids.replay_film(then.game, at)
    buttons.append(_button(then, film, there, running or at < step.of, PRIMARY))
    buttons.append(_button(then, "end", ids.replay(then.game, step.of, "end"), at < step.of))
    return buttons


def _trial(then: TableSnapshot, step: Step) -> list[ui.Item[Any]]:
    """A trial table from here, where a turn has begun and the game is not over."""
    if step.seen.state.phase != "play":
        return []
    custom_id = ids.try_from(then.game, step.step)
    return [ui.Button(label=t(then.locale, "trial.open"), emoji="🎓", custom_id=custom_id, style=QUIET)]


def _button(
    then: TableSnapshot, word: str, custom_id: str, may: bool, style: discord.ButtonStyle = QUIET
) -> ui.Item[Any]:
    label = t(then.locale, f"show.replay.{word}")
    return ui.Button(label=label, custom_id=custom_id, style=style, disabled=not may)


def _turns(then: TableSnapshot, step: Step) -> ui.Select[Any]:
    """The turns of the game, all or evenly chosen; the value is the moment before the turn's first step is over."""
    options = [discord.SelectOption(label=t(then.locale, "show.replay.setup"), value="0")]
    for turn, before in _chosen(step.turns):
        options.append(discord.SelectOption(label=t(then.locale, "games.at", turn=turn), value=str(before + 1)))
    placeholder = t(then.locale, "show.replay.turn")
    return ui.Select(custom_id=ids.replay_turns(then.game), placeholder=placeholder, options=options)


def _chosen(turns: dict[int, int]) -> Iterator[tuple[int, int]]:
    known = list(turns.items())
    room = MOST_CHOICES - 1
    every = -(-len(known) // room)
    yield from known[::every] if every else ()
