"""The official solo game, as far as the documents tell it (000 Spielablauf, ÜBERWINTERN, Solo-Spiel): one action a
turn, an action marker on the progress track, an exchange of the displays with hibernation. Where the marker begins,
when the game ends and how many artifacts are laid out is the pack's assumption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.actions import Hibernate, Option, PlayCard, Refusal
from bot.engine.effects import TRACKS
from bot.engine.game import Variant
from bot.engine.resolution.open_decision import OpenDecision
from bot.engine.resolution.task_decisions import asks
from bot.engine.resolution.tasks import Exchange, Source
from bot.engine.rules import mutations
from bot.engine.rules.scoring import sheets
from bot.engine.solo_components import SoloParts, SoloState
from bot.engine.variants.display_refill import replace_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.actions import Action
    from bot.engine.components import Pack
    from bot.engine.game import Game
    from bot.engine.state import SeatNumber, Setup

CARD_STEPS: Final = 1
HIBERNATION_STEPS: Final = 2


class Solo(Variant):
    """One seat, one main action a turn, until the marker has come to its end or the last large artifact is gone."""

    alone = True
    actions_a_turn = 1

    def refuses(self, setup: Setup, pack: Pack) -> Refusal | None:
        """It is played by one seat, without the long game, with a pack that has the solo parts."""
        if len(setup.seats) != 1:
            values = {"seats": len(setup.seats)}
            return Refusal(reason="alone_seats", rule="solo.which", kind="cannot be read", values=dict(values))
        if setup.options.long_game:
            return Refusal(reason="alone_long_game", rule="solo.end", kind="cannot be read")
        if pack.solo is None:
            return Refusal(reason="no_solo_parts", rule="solo.end", kind="cannot be read")
        return None

    def artifacts_laid(self, pack: Pack) -> int | None:
        """As many as the pack's solo parts say."""
        return pack.solo.artifacts if pack.solo else None

    def set_up(self, game: Game) -> None:
        """The marker begins on its first space."""
        game.state.variant = SoloState(marker=_parts(game).start)

    def acted(self, game: Game, action: Action) -> None:
        """000 Spielablauf: playing a card moves the marker by 1, hibernating by 2; other actions do not."""
        steps = {PlayCard: CARD_STEPS, Hibernate: HIBERNATION_STEPS}.get(type(action))
        if steps is None:
            return
        kept, end = _kept(game), _parts(game).end
        kept.marker = min(kept.marker + steps, end)
        game.tell("solo_marker", action.seat, steps=steps, reached=kept.marker, end=end)
        if isinstance(action, Hibernate):
            game.seat(action.seat).stack.insert(0, Exchange())

    def turn_ended(self, game: Game, seat: SeatNumber) -> bool:
        """The marker at its end ends the game: the pack's assumption, and told so."""
        if not self.ends_after_turn(game):
            return False
        game.tell("solo_ended", seat, end=_parts(game).end)
        game.state.phase = "closing"
        return True

    def ends_after_turn(self, game: Game) -> bool:
        """Whether the marker has come to its end."""
        return _kept(game).marker >= _parts(game).end

    def ended(self, game: Game) -> None:
        """No target scores are documented."""
        game.tell("solo_result", 0, total=sheets(game)[0].total, artifacts=_parts(game).artifacts)

    def problems(self, game: Game) -> Iterator[tuple[str, str]]:
        """The marker lies between its first and its last space."""
        marker, parts = _kept(game).marker, _parts(game)
        if not parts.start <= marker <= parts.end:
            yield "solo_marker", f"space {marker}"


def _kept(game: Game) -> SoloState:
    kept = game.state.variant
    assert isinstance(kept, SoloState), "a solo game keeps its marker"
    return kept


def _parts(game: Game) -> SoloParts:
    parts = game.pack.solo
    assert parts is not None, "a solo game is laid with a pack that has its parts"
    return parts


@asks(Exchange)
def _exchange(game: Game, seat: SeatNumber, task: Exchange) -> OpenDecision:
    state, leaving = game.state, mutations.awaiting_discard(game)
    cards = [Option("card", card, 0, True) for card in state.display if state.deck and card not in leaving]
    modules = [Option("module", module, 0, True) for module in state.module_display if state.module_deck]
    machines = [
        Option("machine", machine, 0, True)
        for track in TRACKS
        for machine in state.market[track]
        if state.machine_decks[track]
    ]

    def answer(picked: list[Option]) -> None:
        for option in picked:
            replace_shown(game, str(option.id))

    options = (*cards, *modules, *machines)
    source = Source("rule", "solo.hibernate")
    return OpenDecision("exchange", "solo.hibernate", options, answer, source, 0, len(options), tells_nothing=False)
