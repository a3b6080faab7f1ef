"""Ratings are those of the published method, worked out a second time here, and follow what changes."""

import math
import random
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.app.results import RatingBook, count_results, ratings
from bot.app.score_pad import Options, Player, ScorePad, ranked_seats
from bot.app.tables.model import STRENGTHS
from bot.store import Store
from bot.store.result_statistics import Finish
from tests.app.results.sample_results import PLACE, keep, random_pads

BETA, TAU, KAPPA, MU, SIGMA = 25 / 6, 25 / 300, 0.0001, 25.0, 25 / 3


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'revive.sqlite3'}") as store:
        yield store


def after_game(before: list[tuple[float, float]], ranks: list[int]) -> list[tuple[float, float]]:
    """Algorithm 4 of Weng and Lin, for players without teams."""
    widened = [(mu, math.sqrt(sigma**2 + TAU**2)) for mu, sigma in before]
    c = math.sqrt(sum(sigma**2 + BETA**2 for _, sigma in widened))
    strengths = [math.exp(mu / c) for mu, _ in widened]
    everybody = range(len(ranks))
    behind = [sum(strengths[s] for s in everybody if ranks[s] >= ranks[q]) for q in everybody]
    level = [ranks.count(rank) for rank in ranks]
    found = []
    for i, (mu, sigma) in enumerate(widened):
        omega = delta = 0.0
        for q in (q for q in everybody if ranks[q] <= ranks[i]):
            share = strengths[i] / behind[q]
            omega += ((1 if q == i else 0) - share) / level[q]
            delta += share * (1 - share) / level[q]
        gamma = sigma / c
        shrunk = max(1 - gamma * sigma**2 / c**2 * delta, KAPPA)
        found.append((mu + sigma**2 / c * omega, sigma * math.sqrt(shrunk)))
    return found


def worked_out(pads: list[ScorePad]) -> dict[str, tuple[float, float, int]]:
    """Strength, twice the standard deviation and games of each person."""
    known: dict[str, tuple[float, float]] = {}
    games: dict[str, int] = {}
    for pad in (pad for pad in pads if len(pad.players) > 1):
        ranks = {standing.seat: standing.rank for standing in ranked_seats(pad)}
        before = [
            (ratings.ANCHORS[each.computer], ratings.ANCHORED)
            if each.computer in ratings.ANCHORS
            else known.get(each.name, (MU, SIGMA))
            for each in pad.players
        ]
        after = after_game(before, [ranks[seat] for seat in range(len(pad.players))])
        for player, rating in zip(pad.players, after, strict=True):
            if not player.computer:
                known[player.name] = rating
                games[player.name] = games.get(player.name, 0) + 1
    return {name: (mu, 2 * sigma, games[name]) for name, (mu, sigma) in known.items()}


async def named(store: Store, book: RatingBook) -> dict[str, tuple[float, float, int]]:
    await count_results(store, PLACE)
    names = dict(await store.result_statistics.names(PLACE))
    found = await book.of(store, PLACE)
    assert found is not None
    return {names[person]: (each.strength, each.unsure, each.games) for person, each in found.items()}


def same(found: dict[str, tuple[float, float, int]], wanted: dict[str, tuple[float, float, int]]) -> None:
    assert found.keys() == wanted.keys()
    for name, figures in found.items():
        assert figures == pytest.approx(wanted[name])


async def test_ratings(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In goes of a few seats, so that games lie across their edges."""
    monkeypatch.setattr(ratings, "AT_ONCE", 7)
    pads = random_pads(11, 120)
    await keep(store, pads)
    same(await named(store, RatingBook()), worked_out(pads))


async def test_new_results_move_them_on(store: Store) -> None:
    pads, book = random_pads(12, 60), RatingBook()
    await keep(store, pads[:40])
    same(await named(store, book), worked_out(pads[:40]))
    before = book._places[PLACE]
    await store.score_pads.add(PLACE, PLACE, msgspec.json.encode(pads[40]), closed=True)
    same(await named(store, book), worked_out(pads[:41]))
    assert book._places[PLACE] is before


async def test_an_earlier_result_that_changes_or_goes(store: Store) -> None:
    pads, book = random_pads(13, 30), RatingBook()
    numbers = await keep(store, pads)
    await named(store, book)
    await store.score_pads.delete(numbers[3])
    same(await named(store, book), worked_out(pads[:3] + pads[4:]))
    async with store.score_pads.changing(numbers[10]) as change:
        assert change is not None
        turned = msgspec.structs.replace(pads[10], sheets=pads[10].sheets[::-1])
        change.body = msgspec.json.encode(turned)
    same(await named(store, book), worked_out([*pads[:3], *pads[4:10], turned, *pads[11:]]))


async def test_very_many_are_rated_in_the_background(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "AT_ONCE", 5)
    monkeypatch.setattr(ratings, "MOST_WAITED_FOR", 5)
    pads, book = random_pads(14, 30), RatingBook()
    await keep(store, pads)
    await count_results(store, PLACE)
    assert await book.of(store, PLACE) is None
    await book.finished(PLACE)
    await book.close()
    same(await named(store, book), worked_out(pads))


async def test_an_anchor_does_not_move(store: Store) -> None:
    """Who beats the normal computer player often is stronger than it; a computer of unknown strength is a newcomer."""
    players = (Player("Kim", 1), Player("", computer="normal"))
    pads = [
        ScorePad(1, "en", players, pad.sheets[:2], Options(), game=True)
        for pad in random_pads(15, 200)
        if len(pad.players) > 1
    ]
    await keep(store, pads)
    same(await named(store, RatingBook()), worked_out(pads))


@pytest.mark.parametrize("weaker", list(ratings.WON))
def test_who_wins_as_often_as_the_next_stronger_computer_comes_to_its_strength(weaker: str) -> None:
    """3,000 games against one anchor; the strength is that of the last 2,000, and what is left unsure is small."""
    chance, share, found = random.Random(4), ratings.WON[weaker], []
    stronger = list(ratings.ANCHORS)[list(ratings.ANCHORS).index(weaker) + 1]
    place = ratings._Place()
    for number in range(3000):
        won = chance.random() < share
        ranks = (1, 2) if won else (2, 1)
        place.play([Finish(number, number, 1, None, ranks[0]), Finish(number, number, 2, weaker, ranks[1])])
        if number >= 1000:
            found.append(place.found[1].strength)
    reached = sum(found) / len(found) - ratings.ANCHORS[weaker]
    assert reached == pytest.approx(ratings.ANCHORS[stronger] - ratings.ANCHORS[weaker], rel=0.25, abs=0.5)


def test_every_strength_is_an_anchor() -> None:
    assert set(ratings.ANCHORS) == set(STRENGTHS)
    assert list(ratings.ANCHORS.values()) == sorted(ratings.ANCHORS.values())
    assert ratings.ANCHORS["normal"] == 25
    assert ratings.ANCHORS["hard"] == pytest.approx(25 + BETA * math.sqrt(2) * math.log(0.683 / 0.317), abs=0.05)
    steps = BETA * math.sqrt(2) * (math.log(0.687 / 0.313) + math.log(0.793 / 0.207) + math.log(0.743 / 0.257))
    assert ratings.ANCHORS["easy"] == pytest.approx(25 - steps, abs=0.05)


async def test_nobody_without_results(store: Store) -> None:
    assert await RatingBook().of(store, PLACE) == {}
