"""The value of artifacts, of what the artifact card counts, and of ending the game."""

from __future__ import annotations

from bot.engine.effects import ARTIFACT_COLOURS, ArtifactColour
from bot.engine.rules.artifacts import artifacts_left
from bot.engine.rules.score_values import END_TILE_POINTS, SMALL_POINTS
from bot.players.valuation.valuation_state import ValuationState, kept_by, once


@once
def _collected(state: ValuationState) -> object:
    """All that the values of artifacts depend on: the card, what it counts, the artifacts that the seat has and those
    that are left."""
    card, left = state.card, state.game.state.artifacts
    counted, owned = tuple(_lines(state).values()), tuple(state.mine.artifacts.values())
    return card.id if card else None, counted, owned, tuple(left.values()), _in_sight(state) > 0


@once
@kept_by(_collected)
def count_values(state: ValuationState) -> dict[str, float]:
    """What one more of each thing adds to the artifact card at the end."""
    found: dict[str, float] = {}
    for colour, line in (state.card.lines if state.card else {}).items():
        times = 1 + state.mine.artifacts[colour] + expected_artifacts(state, colour)
        found[line.of] = found.get(line.of, 0.0) + times * line.points
    return found


def expected_artifacts(state: ValuationState, colour: ArtifactColour) -> float:
    """How many more large artifacts of a colour the seat expects."""
    left = state.game.state.artifacts[colour]
    weights = state.weights
    return state.left * weights.artifact_rate * _share(state)[colour] * left / (left + weights.artifacts.scarce)


@once
@kept_by(_collected)
def _share(state: ValuationState) -> dict[ArtifactColour, float]:
    """How the seat's next artifacts fall on the colours: most of them on the one that pays best of those left."""
    left = state.game.state.artifacts
    values = {colour: line_value(state, colour) * (left[colour] > 0) for colour in ARTIFACT_COLOURS}
    best = max(values, key=lambda colour: values[colour])
    shares = state.weights.artifacts
    return {colour: shares.best if colour == best else shares.other for colour in ARTIFACT_COLOURS}


def line_value(state: ValuationState, colour: ArtifactColour) -> float:
    """What an artifact of a colour multiplies once more: what is counted now and will be by the end."""
    return _lines(state)[colour]


@once
def _lines(state: ValuationState) -> dict[ArtifactColour, float]:
    found = dict.fromkeys(ARTIFACT_COLOURS, 0.0)
    for colour, line in (state.card.lines if state.card else {}).items():
        found[colour] = line.points * state.expected_count(line.of)
    return found


def _artifacts_to_come(state: ValuationState) -> object:
    """The same and what the next artifacts depend on besides: the rewards that are still locked, and the end."""
    return _collected(state), tuple(state.mine.unlocked), ending(state)


@once
@kept_by(_collected)
def artifact_colours(state: ValuationState) -> dict[str, float]:
    """An artifact of each colour that is left, in points."""
    more = count_values(state).get("artifacts", 0.0)
    left = state.game.state.artifacts if _in_sight(state) else {}
    return {colour: more + line_value(state, colour) for colour in ARTIFACT_COLOURS if left.get(colour)}


def _in_sight(state: ValuationState) -> int:
    """Large artifacts that the seat can still get, its own reserved ones among them."""
    return artifacts_left(state.game.state) + len(state.mine.reserved)


@once
def artifact(state: ValuationState) -> float:
    """The best artifact to be had; a small one's points where none is left."""
    values = artifact_colours(state)
    return max(values.values()) + ending(state) if values else float(SMALL_POINTS)


@once
@kept_by(_artifacts_to_come)
def artifact_later(state: ValuationState) -> float:
    """One of those in sight, on average: they get the best there are one after the other. Of the end only what is good
    about it counts, since the seat decides about that again when it comes."""
    values = artifact_colours(state)
    left, owned = state.game.state.artifacts if values else {}, state.mine.unlocked
    each = (values.get(colour, 0.0) for colour in ARTIFACT_COLOURS for _ in range(left.get(colour, 0)))
    ordered = sorted(each, reverse=True)
    locked = [reward for reward in state.pack.player_board.rewards if reward.artifact and reward.id not in owned]
    first = ordered[: max(1, len(locked))]
    return sum(first) / len(first) + max(0.0, ending(state)) if first else float(SMALL_POINTS)


@once
def ending(state: ValuationState) -> float:
    """What it adds to take the last large artifact: the tile, and the end itself."""
    table = state.game.state
    if table.end_by is not None or _in_sight(state) != 1 or table.end_tokens:
        return 0.0
    if any(variant.keeps_going(state.game) for variant in state.game.variants):
        return 0.0
    return END_TILE_POINTS + closing(state)


@once
def closing(state: ValuationState) -> float:
    """The end itself, by how far the seat is ahead on the score track. That does not say much about a seat that is far
    behind."""
    others = [mine.points for number, mine in enumerate(state.game.state.seats) if number != state.seat]
    return closing_by(state, max(state.weights.artifacts.behind, state.mine.points - max(others, default=0)))


def closing_by(state: ValuationState, ahead: float) -> float:
    """The end itself for a seat so many points ahead (or behind), and in a game that lasts long already."""
    table, weights = state.game.state, state.weights
    late = table.turn.number / len(table.seats) - weights.length
    return max(-weights.most_lead, min(weights.most_lead, weights.lead * ahead)) + weights.drag * max(0.0, late)
