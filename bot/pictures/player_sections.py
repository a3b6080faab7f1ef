"""The parts of a player's board. Each one draws itself at x, y in a given width and returns its height, in units."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from bot.engine.effects import ARTIFACT_COLOURS, TRACKS, TakeMachine
from bot.engine.game import Game
from bot.engine.resources import LIMITS, RESOURCES
from bot.engine.variants.abyss.journey_cards import counted, flasks
from bot.engine.variants.abyss.state_access import shown
from bot.pictures import widgets
from bot.pictures.themes import ink_on, mix, seat_colour
from bot.pictures.widgets import HIDDEN, ROUND
from bot.text.catalogue import t
from bot.text.game.effect_symbols import effect_symbols
from bot.text.game.emoji import SYMBOLS
from bot.text.game.names import in_language

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.engine.components import RewardSpace, Technology, Tribe
    from bot.engine.effects import Track
    from bot.engine.state import SeatNumber, SeatState, Slot
    from bot.engine.views import View
    from bot.pictures.render.canvas import Box, Canvas
    from bot.pictures.themes import RGB
    from bot.text.locale import Locale

HEAD: Final = 40
"""Height of a section's heading."""
GAP: Final = 10
WIDE: Final = 1100
"""A section that is wider lies side by side; a narrower one is broken for a phone."""


@dataclass(frozen=True)
class SectionContext:
    """The canvas and the data of all parts."""

    canvas: Canvas
    seen: View
    seat: SeatNumber
    locale: Locale
    name: str

    @property
    def mine(self) -> SeatState:
        """The state of the board's seat."""
        return self.seen.state.seats[self.seat]

    @property
    def game(self) -> Game:
        """The position as the view shows it."""
        return Game(self.seen.setup, self.seen.pack, self.seen.state, self.seen.variants)


def grid(x: float, y: float, width: float, count: int, across: int, height: float) -> list[Box]:
    """``count`` boxes in rows of ``across``."""
    each = (width - GAP * (across - 1)) / across
    return [(x + (n % across) * (each + GAP), y + (n // across) * (height + GAP), each, height) for n in range(count)]


def grid_height(count: int, across: int, height: float) -> float:
    """The height of such a grid, in units."""
    rows = -(-count // across)
    return rows * height + max(0, rows - 1) * GAP


# ---- who and what they have --------------------------------------------------------------------------------------


def header(context: SectionContext, x: float, y: float, width: float) -> float:
    """Name, tribe, points, resources and the other things beside the board."""
    canvas, mine = context.canvas, context.mine
    tribe = in_language(context.locale, context.seen.pack.tribe[mine.tribe].name)
    canvas.token(x + 36, y + 38, context.seat, 68)
    canvas.text(x + 84, y + 24, context.name, 42, most=width - 300)
    canvas.text(x + 84, y + 64, tribe, 28, canvas.theme.soft, weight="medium", most=width - 300)
    canvas.text(x + width - 74, y + 38, str(mine.points), 58, align="right")
    canvas.icon(x + width - 34, y + 36, "points", 62)
    chips = [*_chips(mine), *_expansion_chips(context)]
    across = len(chips) if width > WIDE else -(-len(chips) // 2)
    for box, (icon, text, faded) in zip(grid(x, y + 88, width, len(chips), across, 70), chips, strict=True):
        widgets.chip(canvas, box, icon, text, faded=faded)
    return 88 + grid_height(len(chips), across, 70)


def _chips(mine: SeatState) -> list[tuple[str, str, bool]]:
    """Icon, number and whether the number is 0, of all things beside a board."""
    owned = [(kind, f"{mine.owned.get(kind)}/{LIMITS[kind]}", not mine.owned.get(kind)) for kind in RESOURCES]
    counts = [("energy", mine.energy), ("crate", len(mine.crates)), ("hibernate", mine.hibernations)]
    small, large = mine.buildings_left.get("small", 0), mine.buildings_left.get("large", 0)
    counts += [("small", small), ("large_building", large)]
    plain = [(icon, str(number), not number) for icon, number in counts]
    return [*owned, *plain, ("switch", "–" if mine.switch_used else "✓", mine.switch_used)]


def _expansion_chips(context: SectionContext) -> list[tuple[str, str, bool]]:
    """Devotion and flasks, in a game with the expansion."""
    kept = shown(context.seen.state)
    if kept is None:
        return []
    devotion, number = kept.seats[context.seat].devotion, flasks(context.game, context.seat)
    return [("devotion", str(devotion), not devotion), ("flask", str(number), not number)]


def journeys(context: SectionContext, x: float, y: float, width: float) -> float:
    """The journeys that are still to be resolved, with how far each is; nothing where there is none."""
    kept = shown(context.seen.state)
    held = kept.seats[context.seat].journeys if kept is not None else []
    if not held:
        return 0.0
    widgets.heading(context.canvas, x, y + 16, t(context.locale, "picture.head.journeys"), f"{len(held)}")
    across = 4 if width > WIDE else 2
    for box, name in zip(grid(x, y + HEAD, width, len(held), across, 136), held, strict=True):
        journey = context.seen.pack.journey[name]
        number = counted(context.game, context.seat, journey)
        widgets.journey(context.canvas, box, context.locale, journey, number=number)
    return HEAD + grid_height(len(held), across, 136)


# ---- cards -------------------------------------------------------------------------------------------------------


def cards(context: SectionContext, x: float, y: float, width: float) -> float:
    """The active cards, and the resting ones by name."""
    canvas, mine = context.canvas, context.mine
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.head.active"), f"{len(mine.active)}")
    across = max(6, min(len(mine.active), 8)) if width > WIDE else 3
    for box, card in zip(grid(x, y + HEAD, width, len(mine.active), across, 206), mine.active, strict=True):
        _card(context, box, card)
    below = y + HEAD + grid_height(len(mine.active), across, 206) + (GAP if mine.active else 0)
    return below - y + _resting(context, x, below, width)


def _card(context: SectionContext, box: Box, card: str) -> None:
    found = context.seen.pack.citizen.get(card)
    if found is None:
        widgets.hidden_card(context.canvas, box)
    else:
        widgets.citizen(context.canvas, box, context.locale, found)


def _resting(context: SectionContext, x: float, y: float, width: float) -> float:
    """The resting cards in one or more lines: colour and name."""
    canvas, mine = context.canvas, context.mine
    canvas.icon(x + 16, y + 20, "rest", 32, canvas.theme.soft)
    at, line = x + 46, y + 20
    for card in mine.rest:
        found = context.seen.pack.citizen.get(card)
        name = in_language(context.locale, found.name) if found else HIDDEN
        wide = canvas.text_width(name, 24, "medium") + 58
        if at + wide > x + width and at > x + 46:
            at, line = x + 46, line + 44
        canvas.rounded((at, line - 19, wide - 10, 38), 19, canvas.theme.panel)
        canvas.icon(at + 20, line, (found.colour or "scyphoz") if found else "hidden", 20)
        canvas.text(at + 36, line, name, 24, canvas.theme.soft, weight="medium", most=width - 100)
        at += wide
    if not mine.rest:
        canvas.text(at, line, "–", 26, canvas.theme.soft)
    return line + 22 - y


NARROW_SLOTS: Final = 3
"""Slots in a row on a phone."""


def slots(context: SectionContext, x: float, y: float, width: float) -> float:
    """The card slots: modules above, the cards in them below."""
    canvas, mine = context.canvas, context.mine
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.head.slots"))
    depth = [len(slot.modules) * 52 + max(1, len(slot.cards)) * 62 for slot in mine.slots]
    across, at = max(1, len(mine.slots)) if width > WIDE else NARROW_SLOTS, y + HEAD
    for first in range(0, len(mine.slots), across):
        height = 54 + max(depth[first : first + across])
        for number, box in enumerate(grid(x, at, width, across, across, height), first):
            if number < len(mine.slots):
                _slot(context, box, number, mine.slots[number])
        at += height + GAP
    return at - GAP - y


def _slot(context: SectionContext, box: Box, number: int, slot: Slot) -> None:
    canvas, (x, y, w, _) = context.canvas, box
    canvas.rounded(box, ROUND, canvas.theme.ground, canvas.theme.line, 2)
    printed = context.seen.pack.player_board.slots[number]
    canvas.text(x + 16, y + 26, str(number + 1), 30)
    canvas.text(
        x + 42,
        y + 26,
        t(context.locale, f"picture.side.{printed.side}"),
        24,
        canvas.theme.soft,
        weight="medium",
        most=w - 52,
    )
    at = y + 46
    for place, installed in enumerate(slot.modules):
        inner = (x + 8, at, w - 16, 46)
        found = context.seen.pack.module.get(installed or "")
        if found is None:
            widgets.empty_place(canvas, inner, slot=place < len(printed.modules) and printed.modules[place])
        else:
            widgets.module(canvas, inner, found)
        at += 52
    for played in slot.cards:
        card = context.seen.pack.citizen.get(played.card)
        if card is not None:
            widgets.played(canvas, (x + 8, at, w - 16, 56), card, played.half)
        at += 62


# ---- tracks ------------------------------------------------------------------------------------------------------


def tracks(context: SectionContext, x: float, y: float, width: float) -> float:
    """The machine tracks, each space with the letters of the reward spaces that it opens; the reward spaces below."""
    board = context.seen.pack.player_board
    widgets.heading(context.canvas, x, y + 16, t(context.locale, "picture.head.tracks"))
    letters = {reward.id: letter for reward, letter in zip(board.rewards, _letters(len(board.rewards)), strict=True)}
    at = y + HEAD
    for track in TRACKS:
        _track(context, x, at, width, track, letters)
        at += 64
    across = 5 if width > WIDE else 2
    for box, reward in zip(grid(x, at + 6, width, len(board.rewards), across, 58), board.rewards, strict=True):
        _reward(context, box, reward, letters[reward.id])
    return at + 6 - y + grid_height(len(board.rewards), across, 58)


def _letters(count: int) -> list[str]:
    """a, b, … z, aa, ab, …"""
    return [(ascii_lowercase[n // 26 - 1] if n >= 26 else "") + ascii_lowercase[n % 26] for n in range(count)]


def _track(context: SectionContext, x: float, y: float, width: float, track: Track, letters: dict[str, str]) -> None:
    canvas, theme, board = context.canvas, context.canvas.theme, context.seen.pack.player_board
    reached, spaces = context.mine.track.get(track, 0), board.tracks[track].spaces
    canvas.icon(x + 24, y + 28, track, 46)
    opened: dict[int, list[RewardSpace]] = {}
    for reward in board.rewards:
        for link in reward.links:
            if link.track == track:
                opened.setdefault(link.space, []).append(reward)
    left, each = x + 60, (width - 60 - 58) / max(1, spaces + 1)
    for space in range(spaces + 1):
        box = (left + space * each + 2, y, each - 4, 56)
        colour = mix(theme.panel, theme.icon_colour(track), 0.5) if space <= reached else theme.panel
        canvas.rounded(box, 10, colour)
        rewards = opened.get(space, [])
        if space != reached:
            _letters_in(canvas, box, [letters[reward.id] for reward in rewards], known=space < reached)
    canvas.icon(x + width - 26, y + 28, board.tracks[track].resource, 38)
    middle = left + (reached + 0.5) * each
    canvas.token(middle, y + 28, context.seat, 46)


def _letters_in(canvas: Canvas, box: Box, letters: Sequence[str], *, known: bool) -> None:
    x, y, w, h = box
    if letters:
        text, size = " ".join(letters) if w > 50 else "".join(letters), 32 if len(letters) < 2 else 26
        colour = canvas.theme.soft if known else canvas.theme.ink
        canvas.text(x + w / 2, y + h / 2, text, size, colour, "centre", most=w)
    else:
        canvas.disc(x + w / 2, y + h / 2, 4, canvas.theme.line)


def _reward(context: SectionContext, box: Box, reward: RewardSpace, letter: str) -> None:
    canvas, theme, (x, y, w, h) = context.canvas, context.canvas.theme, box
    done = reward.id in context.mine.unlocked
    canvas.rounded(box, ROUND, theme.panel if done else theme.ground, theme.accent if done else theme.line, 2)
    canvas.text(x + 24, y + h / 2, letter, 30, theme.ink if done else theme.soft, "centre")
    links = " ".join(f"{link.space}{SYMBOLS[link.track]}" for link in reward.links)
    links_width = canvas.symbols_width(links, 23)
    canvas.symbols(x + w - 12, y + h / 2, links, 23, theme.soft, "right")
    canvas.symbol_block(
        (x + 44, y + 4, w - 62 - links_width, h - 8), _reward_symbols(context, reward), 28, theme.ink, least=0.42
    )


def _reward_symbols(context: SectionContext, reward: RewardSpace) -> str:
    if reward.machine:
        return effect_symbols(context.seen.pack.machine[reward.machine].get)
    if reward.cards:
        return f"2{SYMBOLS['points']}×{SYMBOLS[reward.cards]}"
    return effect_symbols([TakeMachine(reward.market)]) if reward.market else SYMBOLS["artifact"]


PROGRESS: Final = 86
"""Height of a row of the progress track."""


def progress(context: SectionContext, x: float, y: float, width: float) -> float:
    """The progress track: the points of each space, its bonus above, and the markers on it."""
    canvas, theme, mine = context.canvas, context.canvas.theme, context.mine
    spaces = context.seen.pack.player_board.progress
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.head.progress"), f"{SYMBOLS['disc']} {mine.discs}")
    across = len(spaces) if width > WIDE else -(-len(spaces) // 2)
    each = width / max(1, across)
    for number, space in enumerate(spaces):
        at, top = x + (number % across + 0.5) * each, y + HEAD + number // across * PROGRESS
        covered = number < mine.progress
        box = (at - each / 2 + 2, top + 30, each - 4, 50)
        canvas.rounded(box, 10, mix(theme.panel, theme.accent, 0.5) if covered else theme.panel)
        if space.get:
            canvas.symbols(at, top + 12, effect_symbols(space.get), 25, theme.soft, "centre")
        size = 28 if each > 50 else 24
        if number == mine.progress:
            canvas.rounded(box, 10, seat_colour(context.seat), theme.ink, 3)
            canvas.text(at, top + 55, str(space.points), size, ink_on(seat_colour(context.seat)), "centre")
        else:
            canvas.text(at, top + 55, str(space.points), size, theme.soft if covered else theme.ink, "centre")
    return HEAD + -(-len(spaces) // max(1, across)) * PROGRESS - 6


# ---- machines, technologies, goal --------------------------------------------------------------------------------


def machines(context: SectionContext, x: float, y: float, width: float) -> float:
    """The machines, powered or not."""
    canvas, mine = context.canvas, context.mine
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.head.machines"), f"{len(mine.machines)}")
    if not mine.machines:
        canvas.text(x, y + HEAD + 18, t(context.locale, "picture.no_machines"), 26, canvas.theme.soft, weight="medium")
        return HEAD + 36
    across = 2
    for box, installed in zip(grid(x, y + HEAD, width, len(mine.machines), across, 84), mine.machines, strict=True):
        name, symbols, _ = widgets.machine_of(context.seen.pack, context.locale, installed.machine)
        widgets.machine(canvas, box, name, symbols, powered=installed.powered)
    return HEAD + grid_height(len(mine.machines), across, 84)


TECHNOLOGY: Final = 122
NARROW_TECHNOLOGY: Final = 176
"""Heights of a technology, with its name in one line or in two."""


def technologies(context: SectionContext, x: float, y: float, width: float) -> float:
    """The tribe's technologies; its ability above."""
    tribe = context.seen.pack.tribe[context.mine.tribe]
    ability = f"{SYMBOLS['tribe_ability']} {effect_symbols((*tribe.ability, *tribe.lasting))}"
    widgets.heading(context.canvas, x, y + 16, t(context.locale, "picture.head.tribe"), ability)
    unlocked, colour = context.mine.technologies, seat_colour(context.seat)
    return HEAD + tree(context.canvas, (x, y + HEAD, width), context.locale, tribe, unlocked, colour)


NARROW_TREE: Final = 700


def tree(
    canvas: Canvas,
    at: tuple[float, float, float],
    locale: Locale,
    tribe: Tribe,
    unlocked: Collection[str],
    colour: RGB,
) -> float:
    """A tribe's technologies: the bottom row below, lines between connected ones, the unlocked ones in colour."""
    x, y, width = at
    tall = TECHNOLOGY if width > NARROW_TREE else NARROW_TECHNOLOGY
    rows = sorted({technology.row for technology in tribe.technologies}, reverse=True)
    boxes = {
        technology.id: box
        for number, row in enumerate(rows)
        for technology, box in _row(tribe.technologies, row, (x, y + number * (tall + 24), width, tall))
    }
    for technology in tribe.technologies:
        for link in technology.links:
            _link(canvas, boxes[technology.id], boxes.get(link), open_now=link in unlocked)
    for technology in tribe.technologies:
        known = technology.id in unlocked
        widgets.technology(canvas, boxes[technology.id], locale, technology, unlocked=known, colour=colour)
    return len(rows) * (tall + 24) - 24


def _row(found: Sequence[Technology], row: int, box: Box) -> list[tuple[Technology, Box]]:
    """The technologies of a row and their boxes; a row of one is no wider than the others."""
    x, y, width, tall = box
    there = [technology for technology in found if technology.row == row]
    widest = max(sum(other.row == number for other in found) for number in {other.row for other in found})
    each = (width - GAP * (widest - 1)) / widest
    left = x + (width - len(there) * each - (len(there) - 1) * GAP) / 2
    return [(technology, (left + n * (each + GAP), y, each, tall)) for n, technology in enumerate(there)]


def _link(canvas: Canvas, upper: Box, lower: Box | None, *, open_now: bool) -> None:
    if lower is not None:
        start, end = (upper[0] + upper[2] / 2, upper[1] + upper[3]), (lower[0] + lower[2] / 2, lower[1])
        canvas.line(start, end, 5, canvas.theme.accent if open_now else canvas.theme.line)


def goal(context: SectionContext, x: float, y: float, width: float) -> float:
    """The artifacts a seat has, and its artifact card where the reader may see it."""
    canvas, mine = context.canvas, context.mine
    widgets.heading(canvas, x, y + 16, t(context.locale, "picture.head.goal"))
    counts = [(colour, mine.artifacts.get(colour, 0)) for colour in ARTIFACT_COLOURS]
    shown = [*counts, ("small_artifact", mine.small_artifacts), ("flag", int(mine.end_tile))]
    for box, (icon, number) in zip(grid(x, y + HEAD, width, len(shown), len(shown), 62), shown, strict=True):
        widgets.chip(canvas, box, icon, str(number), size=30, faded=not number)
    common = context.seen.state.common_card
    held = [common] if common else mine.artifact_cards
    boxes = grid(x, y + HEAD + 72, width, len(held), max(1, min(2, len(held))), 176)
    for box, name in zip(boxes, held, strict=True):
        card = context.seen.pack.artifact_card.get(name)
        if card is None:
            widgets.hidden_card(canvas, box)
        else:
            widgets.artifact_card(canvas, box, context.locale, card)
    return HEAD + 72 + grid_height(len(held), max(1, min(2, len(held))), 176)
