"""Writes the data that is read at start: all icons as masks in one image, each as an image for Discord, and the
characters of each font.

Needed only after an icon or font has changed: ``pip install resvg-py fonttools``, then ``python
tools/picture_assets.py``.
"""

from __future__ import annotations

import io
import json
from itertools import groupby
from pathlib import Path

from PIL import Image

from bot.pictures.emoji_images import emoji_names, png

ROOT = Path(__file__).parents[1] / "rules_data" / "pictures"
SIDE = 192
"""The side of an icon in the atlas, in pixels."""
COLUMNS = 10


def atlas() -> None:
    """``icons.png``: the icons as alpha masks side by side; ``icons.json``: their names in that order."""
    from resvg_py import svg_to_bytes

    sources = sorted((ROOT / "icons").glob("*.svg"))
    sheet = Image.new("L", (SIDE * COLUMNS, SIDE * -(-len(sources) // COLUMNS)))
    for number, source in enumerate(sources):
        drawn = svg_to_bytes(svg_string=source.read_text("utf-8"), width=SIDE, height=SIDE)
        mask = Image.open(io.BytesIO(bytes(drawn))).convert("RGBA").getchannel("A")
        sheet.paste(mask, (SIDE * (number % COLUMNS), SIDE * (number // COLUMNS)))
    sheet.save(ROOT / "icons.png", optimize=True)
    (ROOT / "icons.json").write_text(json.dumps([source.stem for source in sources]) + "\n", "utf-8")


def emoji() -> None:
    """``emoji/``: the icons that signs stand for, with colour and rim, each as a file. Reads ``icons.png``."""
    folder = ROOT / "emoji"
    folder.mkdir(exist_ok=True)
    for name in emoji_names():
        (folder / f"{name}.png").write_bytes(png(name))


def coverage() -> None:
    """``fonts/coverage.json``: the code points of each font, as the first and last of each range."""
    from fontTools.ttLib import TTFont

    found = {path.stem: _runs(TTFont(path).getBestCmap()) for path in sorted((ROOT / "fonts").glob("*.ttf"))}
    (ROOT / "fonts" / "coverage.json").write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")


def _runs(points: dict[int, str]) -> list[list[int]]:
    runs = []
    for _, group in groupby(enumerate(sorted(points)), lambda pair: pair[1] - pair[0]):
        members = [point for _, point in group]
        runs.append([members[0], members[-1]])
    return runs


if __name__ == "__main__":
    atlas()
    coverage()
    emoji()
