"""Writes every picture in three languages and both themes into a folder: ``python -m tools.picture_gallery DIR``.

With ``--phone`` each is there as a phone shows it too: 390 pixels wide, and 270 as in a message. ``README.md`` in the
folder lists the words beside each. ``python -m tools.picture_gallery docs/pictures --front`` writes those of README.md.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from bot.app.tables.score_history import score_history
from bot.engine import Game, apply, legal, new_game, view
from bot.engine.api import decision
from bot.engine.debug.transcript import next_seat
from bot.engine.packs import field
from bot.engine.state import Options
from bot.pictures import (
    AREAS,
    THEMES,
    Agreed,
    Numbered,
    Picture,
    Row,
    Sitting,
    ThemeName,
    board,
    choice,
    component,
    lobby,
    market,
    orientation_choice,
    player_board,
    reach_overlay,
    score_pad_sheet,
    score_sheet,
    table_map,
)
from bot.players import RandomPlayer
from bot.simulation.simulated_games import setup_for
from bot.text import LOCALES, Locale, t
from bot.text.game import Table

NAMES = ("Kim", "Alexandra von Hohenstein", "Łukasz Žižek-Ölçer", "Noor")
HARD_NAMES = (
    "ＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷＷ",
    "محمد بن سلمان",
    "🦊🚀👨‍👩‍👧‍👦 Füchsin",
    "王小明・ヤマダ・김민수",
)
PHONE = 390
CONTAINER = 270
"""Pixels: a message's container on a phone."""
Draw = Callable[[Locale, ThemeName], Picture]


class Played:
    """A random game that can be stopped on its way."""

    def __init__(self, seats: int, seed: int, options: Options) -> None:
        self.game: Game = new_game(setup_for(field(), seats, seed, options), field())
        self.player = RandomPlayer(seed)

    def step(self) -> bool:
        """One action; False at the end of the game."""
        seat = next_seat(self.game)
        if seat is None:
            return False
        apply(self.game, self.player.pick(legal(self.game, seat), decision(self.game, seat)))
        return True

    def until(self, turn: int) -> Played:
        """Play on to a turn."""
        while self.game.state.turn.number < turn and self.step():
            pass
        return self


def _everything_explored(game: Game) -> None:
    for place in range(len(game.state.places)):
        game.lay(place, revealed=True)


def _at_orientation(played: Played) -> tuple[Game, int]:
    """Play on to the next choice of an orientation, and return its seat."""
    while True:
        seat = next_seat(played.game)
        asked = decision(played.game, seat) if seat is not None else None
        if seat is not None and asked is not None and asked.kind == "orientation":
            return played.game, seat
        if not played.step():
            raise RuntimeError("no tile was laid in this game")


def scenes() -> Iterator[tuple[str, Draw]]:
    """Every picture by name."""
    yield from _lobbies()
    yield from _boards()
    yield from _players()
    yield from _components()
    yield from _scores()


def _lobbies() -> Iterator[tuple[str, Draw]]:
    pack = field()
    some = (Sitting(NAMES[1], pack.tribes[1].id), Sitting(NAMES[0]))
    full = tuple(Sitting(name, tribe.id) for name, tribe in zip(HARD_NAMES, pack.tribes, strict=False))
    for name, sitting in (("lobby", some), ("lobby_full", full)):
        yield name, _lobby(sitting)


def _lobby(sitting: tuple[Sitting, ...]) -> Draw:
    return lambda locale, theme: lobby(field(), sitting, _agreed(locale), locale, theme)


def _agreed(locale: Locale) -> list[Agreed]:
    """The options as a lobby shows them."""
    settings = [
        ("random_seats", "on"),
        ("artifact_card", "artifact_card.choose"),
        ("starting_cards", "starting_cards.sets"),
        ("advanced_switch", "on"),
        ("vast_crystals", "off"),
        ("campaign_citizens", "off"),
        ("long_game", "off"),
    ]
    return [
        Agreed(t(locale, f"game.option.{name}"), t(locale, f"game.option.{value}"), value == "on")
        for name, value in settings
    ]


def _boards() -> Iterator[tuple[str, Draw]]:
    options = Options(artifact_card="deal", vast_crystals=True)
    first = view(Played(2, 5, options).until(1).game, None)
    yield "board_first", lambda locale, theme: board(first, locale, theme, names=NAMES)
    yield "map_first", lambda locale, theme: table_map(first, locale, theme, names=NAMES).picture()
    played = Played(4, 3, options).until(34)
    middle = view(played.game, None)
    yield "board_middle", lambda locale, theme: board(middle, locale, theme, names=NAMES)
    yield "map_middle", lambda locale, theme: table_map(middle, locale, theme, names=NAMES).picture()
    yield "board_zoom", lambda locale, theme: board(middle, locale, theme, names=NAMES, area="north_east")
    reach, other = reach_overlay(middle, 0), reach_overlay(middle, 2)
    target = max((cost.food, space) for space, cost in other.costs.items() if middle.prints[space])[1]
    way = reach_overlay(middle, 2, "build", target)
    yield "range", lambda locale, theme: board(middle, locale, theme, names=NAMES, overlay=reach)
    yield "range_way", lambda locale, theme: board(middle, locale, theme, names=NAMES, overlay=way)
    tile = middle.board.place_of[middle.board.space_named("A6") or 0]
    yield "tile", lambda locale, theme: board(middle, locale, theme, names=NAMES, area="A6", mark=tile)
    alone = view(Played(1, 3, Options(artifact_card="deal", alone="mautoma")).until(14).game, 0)
    yield "board_mautoma", lambda locale, theme: board(alone, locale, theme, names=NAMES)
    whole = Played(4, 8, options).until(60).game
    _everything_explored(whole)
    whole.state.seats[1].points = 300
    late = view(whole, None)
    yield "board_late", lambda locale, theme: board(late, locale, theme, names=HARD_NAMES)
    game, seat = _at_orientation(Played(3, 4, options).until(12))
    seen = view(game, seat)
    assert seen.decision is not None
    lies = tuple(option.number for option in seen.decision.options)
    place = int(str(seen.decision.options[0].id))
    yield "orientation", lambda locale, theme: orientation_choice(seen, place, lies, locale, theme)


def _players() -> Iterator[tuple[str, Draw]]:
    early = view(Played(2, 5, Options(artifact_card="deal")).until(2).game, 0)
    yield "player_first", lambda locale, theme: player_board(early, 0, locale, theme, names=HARD_NAMES)
    middle = view(Played(4, 3, Options(artifact_card="deal")).until(40).game, 2)
    yield "player_middle", lambda locale, theme: player_board(middle, 2, locale, theme, names=NAMES)
    for area in AREAS:
        yield f"player_{area}", _part(middle, area)
    yield "market", lambda locale, theme: market(middle, locale, theme)
    table = Table(middle.pack, middle.board, (), middle)
    display = [*middle.state.display, *middle.state.module_display[:3], *middle.state.market["forest"][:3]]
    shown = [Numbered(number, name) for number, name in enumerate(display, 1)]
    yield "choice", lambda locale, theme: choice(table, shown, locale, theme).picture()


def _part(seen: object, area: str) -> Draw:
    return lambda locale, theme: player_board(seen, 2, locale, theme, names=NAMES, area=area)  # type: ignore[arg-type]


def _components() -> Iterator[tuple[str, Draw]]:
    pack = field()
    shown = {
        "citizen": pack.citizens[30].id,
        "module": pack.modules[30].id,
        "machine": pack.machines[25].id,
        "crate": pack.crates[26].id,
        "technology": pack.tribes[1].technologies[4].id,
        "tribe": pack.tribes[0].id,
        "artifact_card": pack.artifact_cards[0].id,
        "tile": pack.tiles[6].id,
        "vast": pack.tiles[-1].id,
        "large_location": pack.large_locations[0].id,
        "hidden": "?",
    }
    for kind, identifier in shown.items():
        yield f"component_{kind}", _component(identifier)


def _component(identifier: str) -> Draw:
    return lambda locale, theme: component(field(), identifier, locale, theme)


def _scores() -> Iterator[tuple[str, Draw]]:
    played = Played(4, 3, Options(artifact_card="deal")).until(40)
    now = view(played.game, 1)
    yield "score_so_far", lambda locale, theme: score_sheet(now, locale, theme, names=HARD_NAMES)
    game = played.until(10_000).game
    over, went = view(game, None), tuple(score_history(game.setup, field(), game.records))
    yield "score_final", lambda locale, theme: score_sheet(over, locale, theme, names=NAMES, history=went)
    rows = [
        Row("track", (52, 47, 300)),
        Row("devotion", (6, 0, -3)),
        Row("progress", (18, 23, 9)),
        Row("card_colour", (8, 6, None)),
        Row("artifact_card", (24, 12, None), "yellow"),
        Row("leftover", (2, 1, 0)),
    ]
    yield "tally", lambda locale, theme: score_pad_sheet(rows, (2, 3, 1), locale, theme, names=NAMES)


def main() -> None:
    """Write the gallery."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--phone", action="store_true", help="write them 390 pixels wide too")
    parser.add_argument(
        "--front", action="store_true", help="write the pictures of README.md instead (DIR: docs/pictures)"
    )
    parser.add_argument("--only", default="", help="pictures whose names begin so")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if wanted.front:
        _front(wanted.folder)
        return
    words = ["# Gallery", ""]
    for name, draw in scenes():
        for locale in LOCALES if name.startswith(wanted.only) else ():
            for theme in THEMES:
                picture = draw(locale, theme)
                _write(wanted.folder, f"{name}_{locale}_{theme}", picture, phone=wanted.phone)
                words += [f"**{name}, {locale}, {theme}** ({len(picture.png) // 1000} KB): {picture.alt}", ""]
    (wanted.folder / "README.md").write_text("\n".join(words), "utf-8")


def _front(folder: Path) -> None:
    """The three pictures of README.md."""
    names = ("Kim", "Alexandra", "Łukasz", "Noor")
    played = Played(4, 3, Options(artifact_card="deal", vast_crystals=True)).until(72)
    seen = view(played.game, None)
    pictures = {
        "board": board(seen, "en", names=names),
        "player": player_board(view(played.game, 2), 2, "en", names=names),
    }
    game = played.until(10_000).game
    went = tuple(score_history(game.setup, field(), game.records))
    pictures["score"] = score_sheet(view(game, None), "en", names=names, history=went)
    for name, picture in pictures.items():
        (folder / f"{name}.png").write_bytes(picture.png)


def _write(folder: Path, name: str, picture: Picture, *, phone: bool) -> None:
    (folder / f"{name}.png").write_bytes(picture.png)
    if phone:
        image = Image.open(io.BytesIO(picture.png)).convert("RGB")
        for wide, called in ((PHONE, "phone"), (CONTAINER, "message")):
            size = (wide, round(wide * image.height / image.width))
            image.resize(size, Image.Resampling.LANCZOS).save(folder / f"{name}_{called}.png")


if __name__ == "__main__":
    main()
