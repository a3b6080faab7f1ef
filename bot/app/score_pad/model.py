"""What a score pad holds: who plays with what, and each player's entries. Plain frozen data."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, Literal, Self

import msgspec

from bot.engine.effects import ARTIFACT_COLOURS, ArtifactColour, Countable
from bot.text import Locale

Mode = Literal["table", "solo", "mautoma"]
MODES: Final[tuple[Mode, ...]] = ("table", "solo", "mautoma")
Form = Literal["points", "cards", "artifacts", "whole"]
FORMS: Final[tuple[Form, ...]] = ("points", "cards", "artifacts")
"""The forms of a pad; a result of which only the points are known has ``WHOLE`` instead."""
WHOLE: Final[tuple[Form, ...]] = ("whole",)
MOST_PLAYERS: Final = 4
UNKNOWN_COMPUTER: Final = "unknown"
"""A computer player whose strength was not kept."""
Part = Literal["devotion", "scyphoz", "journeys", "lakes", "tribes"]
PARTS: Final[tuple[Part, ...]] = ("devotion", "scyphoz", "journeys", "lakes", "tribes")
"""What the expansion adds (facts 7)."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was used in the game. ``pack``: name and version of the component pack of a refereed game, empty for the
    usual one; ``by_hand``: how often something was entered by hand in it."""

    expansion: bool = False
    common_card: bool = False
    long_game: bool = False
    mode: Mode = "table"
    pack: str = ""
    by_hand: int = 0


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table: a name, and Discord's id where they have one there. In a game that the bot refereed also
    the tribe, the artifact card and, for a computer player, its strength."""

    name: str
    person: int | None = None
    tribe: str = ""
    card: str = ""
    computer: str = ""


class Leftover(msgspec.Struct, frozen=True, omit_defaults=True):
    """Resources left at the end: by kind, or only how many in all (``kinds`` is then None)."""

    total: int
    kinds: tuple[int, int, int, int] | None = None
    """Gears, books, food, crystals."""

    @classmethod
    def counted(cls, numbers: Sequence[int]) -> Self | None:
        """What one number for all kinds together says, or four (gears, books, food, crystals), or none at all; None
        for any other count of numbers."""
        match numbers:
            case ():
                return cls(0)
            case (everything,):
                return cls(everything)
            case (gears, books, food, crystals):
                return cls(sum(numbers), (gears, books, food, crystals))
        return None


class Artifacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """One colour of the artifact card: the player's large artifacts of it, what the card counts and how many, and the
    points printed for each. ``of`` is a thing that the bot knows, else ``called`` is what the person called it."""

    artifacts: int = 0
    counted: int = 0
    each: int = 1
    of: Countable | None = None
    called: str = ""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's entries; None: not entered yet."""

    track: int | None = None
    progress: int | None = None
    technologies: int | None = None
    locations: tuple[int, ...] | None = None
    devotion: int | None = None
    cards: tuple[int, ...] | None = None
    """Gained cards of each colour whose bonus is unlocked."""
    scyphoz: int | None = None
    leftover: Leftover | None = None
    small: int | None = None
    end_tile: bool | None = None
    artifacts: tuple[Artifacts, ...] | None = None
    """In the order of the engine's artifact colours."""
    track_steps: int | None = None
    """Steps on all machine tracks together; asked for only where a tie needs them."""
    whole: int | None = None
    """The points of the whole game, where only these are known."""
    card: tuple[Artifacts, ...] = ()
    """What the artifact card counts and the points for each, by colour, where that was said before the numbers were:
    what is left out in the form is taken from here. Nothing of it scores by itself."""

    def done(self, form: Form) -> bool:
        """Whether the form has been filled in."""
        entered = {"points": self.track, "cards": self.cards, "artifacts": self.artifacts}
        entered["whole"] = self.whole
        return entered[form] is not None

    @property
    def forms_done(self) -> int:
        """How many of the forms are filled in."""
        return sum(self.done(form) for form in FORMS)

    @property
    def complete(self) -> bool:
        """Whether every form is filled in."""
        return self.whole is not None or self.forms_done == len(FORMS)

    def of_colour(self, colour: ArtifactColour) -> Artifacts:
        """The artifact card's entry of a colour; an empty one before the form is filled in."""
        return self.artifacts[ARTIFACT_COLOURS.index(colour)] if self.artifacts else Artifacts()


class Closing(msgspec.Struct, frozen=True):
    """By whom a score pad was closed."""

    person: int
    name: str


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of one seat: which fields, what all of them were before, by whom and when. ``number``: from 1 in each
    tally; ``result``: it was a result already."""

    number: int
    seat: int
    fields: tuple[str, ...]
    was: Sheet
    person: int
    name: str
    at: datetime
    result: bool = False


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a typed result tells besides points. ``played``: the day, None for that on which the pad was closed;
    ``parts``: of the expansion; ``starter``: the seat that began."""

    played: date | None = None
    place: str = ""
    note: str = ""
    parts: tuple[Part, ...] = ()
    starter: int | None = None


class DetailsEdit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the details: what they were before, by whom and when."""

    was: Details
    person: int
    name: str
    at: datetime


class ScorePad(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score pad; ``closed`` once it is a result. Seats are places in ``players``, from 0."""

    owner: int
    locale: Locale
    players: tuple[Player, ...]
    sheets: tuple[Sheet, ...]
    options: Options = Options()
    closed: Closing | None = None
    game: bool = False
    """Taken from a game played with the bot: nobody can change it."""
    edits: tuple[Edit, ...] = ()
    """Oldest first, numbered without gaps (``bot.app.score_pad.edit_history``)."""
    details: Details = Details()
    details_edits: tuple[DetailsEdit, ...] = ()
    """Oldest first (``bot.app.score_pad.details``)."""

    @property
    def revision(self) -> int:
        """The number of the last change; forms are opened on it."""
        return self.edits[-1].number if self.edits else 0

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that its entries are typed into."""
        return WHOLE if any(sheet.whole is not None for sheet in self.sheets) else FORMS

    @property
    def missing(self) -> list[tuple[int, Form]]:
        """The forms not filled in yet."""
        return [(seat, form) for seat, sheet in enumerate(self.sheets) for form in self.forms if not sheet.done(form)]


def computer_of(pad: ScorePad, player: Player) -> str:
    """The strength of a computer player; empty for a person. In a refereed game who has a name but no id is one whose
    strength was not kept; who has neither is a person that the bot has forgotten."""
    if player.computer or not pad.game or player.person is not None or not player.name:
        return player.computer
    return UNKNOWN_COMPUTER


def new_pad(owner: int, locale: Locale, players: tuple[Player, ...], options: Options) -> ScorePad:
    """An empty score pad."""
    return ScorePad(owner, locale, players, tuple(Sheet() for _ in players), options)
