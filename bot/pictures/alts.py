"""Pictures in words, for everybody who has them read aloud: what matters first, at most 1,024 characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.pictures.picture import ALT_MOST
from bot.text.catalogue import t, tn
from bot.text.shape import joined
from bot.text.telling.shorten import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.engine.views import View
    from bot.pictures.overlay import Overlay
    from bot.text.locale import Locale


def said(sentences: Iterable[str]) -> str:
    """The sentences that there are, in one text that fits."""
    return fit(" ".join(sentence for sentence in sentences if sentence), ALT_MOST)


def board_alt(seen: View, locale: Locale, names: Sequence[str], overlay: Overlay | None) -> str:
    """How much is explored, a way or reach shown, each player's points and pieces, what is left."""
    tiles = [place for place, found in enumerate(seen.board.places) if found.kind == "area"]
    known = sum(seen.state.places[place].revealed for place in tiles)
    parts = [t(locale, "picture.board", known=known, all=len(tiles))]
    if overlay is not None:
        parts.append(_overlay(seen, locale, overlay))
    parts += [_seat(seen, locale, seat, name) for seat, name in enumerate(names)]
    parts.append(tn(locale, "picture.artifacts_left", sum(seen.state.artifacts.values())))
    return said(parts)


def _overlay(seen: View, locale: Locale, overlay: Overlay) -> str:
    labels = seen.board.labels
    if overlay.target is not None and overlay.origin is not None:
        way = ", ".join(labels[space] for space in overlay.path) or "–"
        food = tn(locale, "thing.food", overlay.costs.get(overlay.target, 0))
        return t(locale, "picture.way", start=labels[overlay.origin], target=labels[overlay.target], way=way, food=food)
    by_cost: dict[int, list[str]] = {}
    for space, cost in sorted(overlay.costs.items()):
        by_cost.setdefault(cost, []).append(labels[space])
    reached = "; ".join(f"{cost}: {', '.join(found)}" for cost, found in sorted(by_cost.items())[:3])
    return t(locale, "picture.reach", costs=reached)


def _seat(seen: View, locale: Locale, seat: int, name: str) -> str:
    mine, labels = seen.state.seats[seat], seen.board.labels
    small, large = (
        [labels[space] for space, found in seen.state.buildings.items() if found.seat == seat and found.size == size]
        for size in ("small", "large")
    )
    figures = [labels[space] for space, seats in seen.state.figures.items() if seat in seats]
    marker = [labels[seen.state.markers[seat]]] if seat in seen.state.markers else []
    kinds = (("small", small), ("large", large), ("figures", figures), ("marker", marker))
    there = [t(locale, f"picture.{kind}", labels=", ".join(found)) for kind, found in kinds if found]
    points = tn(locale, "thing.points", mine.points)
    slept = tn(locale, "thing.count.hibernations", mine.hibernations)
    pieces = joined(locale, there) if there else t(locale, "picture.no_pieces")
    return t(locale, "picture.seat", n=seat + 1, name=name, points=points, slept=slept, pieces=pieces)
