"""What a page of statistics shows, as the text of a custom id: page, people, filter. So pages outlive a restart."""

import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, Self

import msgspec

from bot.app.score_pad import SEPARATOR
from bot.store.result_statistics import Order, ResultFilter
from cogs.core.services import Interaction

Page = Literal[
    "players", "person", "lines", "groups", "versus", "tribes", "cards", "alone", "ratings", "seasons", "filter"
]
PAGES: Final[tuple[Page, ...]] = (
    "players",
    "person",
    "lines",
    "groups",
    "versus",
    "tribes",
    "cards",
    "alone",
    "ratings",
    "seasons",
    "filter",
)
ORDERS: Final[tuple[Order, ...]] = ("wins", "share", "average", "games", "best", "last")
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
EPOCH: Final = date(1970, 1, 1)
DAY: Final = 86400
YES_NO: Final = {"y": True, "n": False}
FIELDS: Final = {"x": "expansion", "b": "refereed", "c": "computers"}
"""The letters of the fields that are yes or no."""
SHORTENED: Final = SEPARATOR
"""Begins what a custom id says of a long name; no name begins so."""
LONGEST: Final = 6
"""Digits of a number in a custom id: it then fits the database."""
STATE: Final = r"[a-z]+:[0-9a-z]*:[0-9a-z]*:[0-9a-z]*:[a-z0-9_.]*"


class StatisticsView(msgspec.Struct, frozen=True):
    """A page. ``person`` and ``other``: numbers of people; ``first``: how many entries come before it; ``since`` and
    ``until``: days, from – to, both inclusive; ``tribe``: as results call it, or what is left of that in a custom id
    (``is_shortened``); ``everywhere``: on all servers, for one's own page alone."""

    page: Page = "players"
    person: int = 0
    other: int = 0
    first: int = 0
    since: date | None = None
    until: date | None = None
    seats: int | None = None
    expansion: bool | None = None
    refereed: bool | None = None
    computers: bool | None = None
    tribe: str = ""
    beside: int = 0
    order: Order = "wins"
    everywhere: bool = False

    def to(self, page: Page, *, person: int | None = None, other: int = 0, first: int = 0) -> Self:
        """Another page with the same filter."""
        whose = self.person if person is None else person
        return msgspec.structs.replace(self, page=page, person=whose, other=other, first=first)

    @property
    def chosen(self) -> ResultFilter:
        """The filter, for the database."""
        return ResultFilter(
            since=seconds(self.since) if self.since else None,
            until=seconds(self.until) + DAY if self.until else None,
            seats=self.seats,
            expansion=self.expansion,
            refereed=self.refereed,
            computers=self.computers,
            tribe=self.tribe or None,
            beside=self.beside or None,
        )

    @property
    def filtered(self) -> bool:
        """Whether some results may be left out."""
        return self.chosen != ResultFilter()

    def unfiltered(self) -> Self:
        """The same page of all results."""
        plain = type(self)()
        fields = ("since", "until", "seats", "expansion", "refereed", "computers", "tribe", "beside")
        return msgspec.structs.replace(self, first=0, **{field: getattr(plain, field) for field in fields})

    def __str__(self) -> str:
        """As it stands in custom ids."""
        people = ":".join(short(number) for number in (self.person, self.other, self.first))
        return f"{self.page}:{people}:{'.'.join(self._parts())}"

    def _parts(self) -> list[str]:
        found = [f"s{short_day(self.since)}"] if self.since else []
        found += [f"u{short_day(self.until)}"] if self.until else []
        found += [f"n{self.seats}"] if self.seats else []
        for letter, field in FIELDS.items():
            if (wanted := getattr(self, field)) is not None:
                found.append(f"{letter}{'y' if wanted else 'n'}")
        found += [f"p{short(self.beside)}"] if self.beside else []
        found += [f"o{ORDERS.index(self.order)}"] if self.order != "wins" else []
        found += ["w1"] if self.everywhere else []
        return [*found, _tribe_part(self.tribe)] if self.tribe else found

    @classmethod
    def read(cls, text: str) -> Self:
        """The page in a custom id.

        :raises ValueError: no page of ours has this text.
        """
        try:
            return cls._read(text)
        except (KeyError, IndexError, OverflowError):
            raise ValueError(text) from None

    @classmethod
    def _read(cls, text: str) -> Self:
        page, person, other, first, filtered = text.split(":")
        if page not in PAGES:
            raise ValueError(text)
        fields: dict[str, object] = {}
        for part in filtered.split("."):
            if part:
                fields |= _field(part[0], part[1:])
        numbers = {"person": number(person), "other": number(other), "first": number(first)}
        return cls(page=page, **numbers, **fields)  # type: ignore[arg-type]


def _field(letter: str, text: str) -> dict[str, object]:
    if letter in FIELDS:
        return {FIELDS[letter]: YES_NO[text]}
    if letter == "s":
        return {"since": day_of(text)}
    if letter == "u":
        return {"until": day_of(text)}
    if letter == "o":
        return {"order": ORDERS[number(text)]}
    if letter == "w":
        return {"everywhere": True}
    if letter == "t":
        return {"tribe": text}
    if letter == "k":
        return {"tribe": f"{SHORTENED}{text}"}
    return {{"n": "seats", "p": "beside"}[letter]: number(text)}


def _tribe_part(tribe: str) -> str:
    """The name of one of another pack than the bot's own is too long for a custom id."""
    if is_shortened(tribe):
        return f"k{tribe.removeprefix(SHORTENED)}"
    return f"k{shortened(tribe).removeprefix(SHORTENED)}" if SEPARATOR in tribe else f"t{tribe}"


def is_shortened(tribe: str) -> bool:
    """Whether it is what a custom id says of a long name."""
    return tribe.startswith(SHORTENED)


def shortened(tribe: str) -> str:
    """What a custom id says of a long name."""
    digest = hashlib.blake2s(tribe.encode(), digest_size=5).digest()
    return f"{SHORTENED}{short(int.from_bytes(digest))}"


def short(value: int) -> str:
    """A number of at least 0 in base 36; empty for 0."""
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = DIGITS[digit] + digits
    return digits


def short_day(day: date) -> str:
    """A day in base 36."""
    return short((day - EPOCH).days)


def day_of(text: str) -> date:
    """The day in base 36.

    :raises ValueError: it is none, as is OverflowError.
    """
    return EPOCH + timedelta(days=number(text))


def number(text: str) -> int:
    """The number in base 36.

    :raises ValueError: it is none, or too long to be one of ours.
    """
    if len(text) > LONGEST:
        raise ValueError(text)
    return int(text, 36) if text else 0


def seconds(day: date) -> int:
    """When a day begins, in UTC, in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def today(interaction: Interaction) -> date:
    """The present day in UTC."""
    return interaction.client.services.store.now().date()
