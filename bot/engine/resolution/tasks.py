"""What a seat still has to do: the interpreter's stack is part of the state and consists of these.

A task either runs by itself or asks its seat; the decision is worked out from the task and the state each time
(``pending_decisions``), so that a free action in between never leaves stale options.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.engine.effects import ByHand, Effect


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where something comes from: the kind of component (or ``rule``) and its identifier."""

    kind: str
    id: str = ""


class _Task(msgspec.Struct, frozen=True, tag_field="task", omit_defaults=True):
    """Base of all tasks; ``source`` names the component."""


class Do(_Task, frozen=True, tag="do"):
    """Carry out one effect."""

    effect: Effect
    source: Source


class Sequence(_Task, frozen=True, tag="order"):
    """Groups of effects triggered together: left to right, or in the player's order where it matters."""

    groups: tuple[tuple[Do, ...], ...]


class PlaceModule(_Task, frozen=True, tag="place_module"):
    """Install a module that was just taken."""

    module: str
    source: Source


class Flip(_Task, frozen=True, tag="flip"):
    """Turn a tile face up (explore, step 5 of 000)."""

    place: int


class Orient(_Task, frozen=True, tag="orient"):
    """Choose how a tile just flipped lies."""

    place: int


class Bonuses(_Task, frozen=True, tag="bonuses"):
    """A building's bonuses from neighbours: the spaces of one tile, or all that are revealed where ``place`` is
    None."""

    space: int
    place: int | None = None


class HibernationReward(_Task, frozen=True, tag="hibernation_reward"):
    """Choose the reward of the row reached or of an earlier one."""

    row: int


class ClaimedArtifact(_Task, frozen=True, tag="claimed_artifact"):
    """An artifact that is the seat's: a large one whose colour it chooses, a token of a long game, or a small one."""

    source: Source
    what: Literal["large", "token", "small"] = "large"


class RemoveArtifact(_Task, frozen=True, tag="remove_artifact"):
    """The fourth hibernation: remove one large artifact from the game."""


class Announce(_Task, frozen=True, tag="announce"):
    """Effects of lasting technologies when a moment comes; they wait until what caused them is done."""

    effects: tuple[Do, ...]


class Surplus(_Task, frozen=True, tag="surplus"):
    """Gained beyond the limits in another seat's window: convert or lose it (ruling owed-choices)."""


class ChooseArtifactCard(_Task, frozen=True, tag="choose_artifact_card"):
    """Keep one of the artifact cards dealt."""

    cards: tuple[str, ...]


class Draft(_Task, frozen=True, tag="draft"):
    """Keep two of the starting cards drawn; the others are shuffled back."""

    cards: tuple[str, ...]


class ChooseActive(_Task, frozen=True, tag="choose_active"):
    """Choose the three starting cards of the active area."""

    cards: tuple[str, ...]


class PlaceEnergy(_Task, frozen=True, tag="place_energy"):
    """Choose the field of the Mautoma's energy circle on which its marker begins."""


class DiscardShown(_Task, frozen=True, tag="discard_shown"):
    """A displayed citizen whose effect was copied leaves the game and its place is filled up, after the effect. While
    it waits it can be neither taken, replaced nor copied (002 Sonstiges)."""

    card: str


class Exchange(_Task, frozen=True, tag="exchange"):
    """Choose what to remove from the displays and fill up again."""


class SettleGains(_Task, frozen=True, tag="settle_gains"):
    """Points and devotion that one action brought: exchange them in part, then both markers move (004 Important)."""

    points: int = 0
    devotion: int = 0


class ChooseScyphoz(_Task, frozen=True, tag="choose_scyphoz"):
    """Keep one of the scyphoz cards drawn (001 Devotion Points)."""

    cards: tuple[str, ...]
    source: Source


class PayJourney(_Task, frozen=True, tag="pay_journey"):
    """Choose the card that is destroyed for a journey card (001 Journey Cards)."""

    journey: str


class EnterByHand(_Task, frozen=True, tag="enter_by_hand"):
    """Enter what came of a sentence: ``times`` so far, one number for each of its bounded outcomes."""

    effect: ByHand
    source: Source
    times: tuple[int, ...] = ()


class ConfirmByHand(_Task, frozen=True, tag="confirm_by_hand"):
    """Confirm what another seat has entered, unless somebody else has done so before."""

    entry: int


Task = (
    Do
    | Sequence
    | PlaceModule
    | Flip
    | Orient
    | Bonuses
    | HibernationReward
    | ClaimedArtifact
    | RemoveArtifact
    | Announce
    | Surplus
    | ChooseArtifactCard
    | Draft
    | ChooseActive
    | PlaceEnergy
    | DiscardShown
    | Exchange
    | SettleGains
    | ChooseScyphoz
    | PayJourney
    | EnterByHand
    | ConfirmByHand
)
