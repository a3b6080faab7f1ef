"""A typed name becomes somebody's: an account claims it, somebody who sat at a table with that name confirms it. What
was joined can be separated again, and all of it is remembered."""

from typing import Final, Literal

import msgspec

from bot.app.score_pad import PadUser
from bot.app.score_pad.parsing import folded
from bot.app.score_pad.service import decoded
from bot.store import Store
from bot.store.name_claims import OPEN, REFUSED, SEPARATED, WITHDRAWN, StoredClaim
from bot.store.result_index import JOINED

MOST_READ: Final = 200
"""Newest results of a name that are asked who started and closed them."""
Settling = Literal["confirm", "refuse", "withdraw", "separate"]
SETTLINGS: Final[tuple[Settling, ...]] = ("confirm", "refuse", "withdraw", "separate")
_AFTER: Final[dict[Settling, str]] = {
    "confirm": JOINED,
    "refuse": REFUSED,
    "withdraw": WITHDRAWN,
    "separate": SEPARATED,
}
Why = Literal[
    "no_name",
    "yours_already",
    "taken",
    "asked_already",
    "same_table",
    "gone",
    "settled",
    "not_joined",
    "own",
    "not_you",
]


class ClaimRefusal(Exception):
    """A claim cannot be made or changed; ``values`` are the names and numbers that tell why."""

    def __init__(self, why: Why, **values: object) -> None:
        super().__init__(why)
        self.why: Why = why
        self.values = values


class NameClaim(msgspec.Struct, frozen=True):
    """A claim with how many results it is about. ``witnesses``: accounts that may confirm or refuse it; where there are
    none, moderators do."""

    stored: StoredClaim
    results: int
    witnesses: frozenset[int]

    @property
    def id(self) -> int:
        """The claim's number."""
        return self.stored.id


class Claiming:
    """The claims of typed names, and who may do what with them."""

    def __init__(self, store: Store) -> None:
        self._claims, self._statistics = store.name_claims, store.result_statistics

    async def claim(self, place: int, typed: str, who: PadUser, *, server: bool) -> NameClaim:
        """Say that a typed name is one's own. ``server``: the place has moderators; where it has none and nobody else
        with an account was there, nobody can be asked, and the name is joined at once.

        :raises ClaimRefusal: nobody of that name has results here, it is theirs or another's already, they have asked
            before, or they sat at one table with that name.
        """
        name = folded(typed)
        for earlier in await self._claims.of_name(place, name):
            _check_free(earlier, who)
        person = await self._statistics.find(place, name=name)
        shown = await self._statistics.named(place, person.id) if person else None
        if person is None or shown is None:
            raise ClaimRefusal("no_name", name=typed)
        await self._check_apart(place, person.id, who, shown)
        number = await self._claims.add(place, name, shown, who.person, who.name)
        found = await self.find(number, place)
        if not server and not found.witnesses:
            return await self._settled(found, JOINED, who)
        return found

    async def find(self, number: int, place: int) -> NameClaim:
        """:raises ClaimRefusal: there is none of that number here."""
        stored = await self._claims.get(number)
        if stored is None or stored.place != place:
            raise ClaimRefusal("gone")
        return await self._found(stored)

    async def settle(self, number: int, place: int, how: Settling, who: PadUser) -> NameClaim:
        """Confirm, refuse or withdraw a claim, or separate what was joined.

        :raises ClaimRefusal: it is gone or settled already, or they may not: who claims cannot confirm.
        """
        claim = await self.find(number, place)
        _check_may(claim, how, who)
        return await self._settled(claim, _AFTER[how], who)

    async def history(self, place: int, *, account: int | None = None, name: str = "") -> list[StoredClaim]:
        """The claims of an account, or of a name, newest first."""
        if account is not None:
            return await self._claims.of_person(place, account)
        return await self._claims.of_name(place, name)

    async def _settled(self, claim: NameClaim, state: str, who: PadUser) -> NameClaim:
        wanted = JOINED if state == SEPARATED else OPEN

        def after(before: StoredClaim | None) -> str:
            if before is None:
                raise ClaimRefusal("gone")
            if before.state != wanted:
                raise ClaimRefusal("not_joined" if state == SEPARATED else "settled", name=before.shown)
            return state

        stored = await self._claims.change(claim.id, after, who.person, who.name)
        return msgspec.structs.replace(claim, stored=stored)

    async def _found(self, stored: StoredClaim) -> NameClaim:
        person = await self._statistics.find(stored.place, name=stored.name)
        if person is None:
            return NameClaim(stored, 0, frozenset())
        seated = await self._statistics.seated(stored.place, [person.id])
        accounts = {account for _, account in seated if account is not None}
        for body in await self._statistics.bodies(stored.place, person.id, MOST_READ):
            pad = decoded(body)
            accounts |= {pad.owner} | ({pad.closed.person} if pad.closed else set())
        results = len({result for result, _ in seated})
        return NameClaim(stored, results, frozenset(accounts - {stored.person}))

    async def _check_apart(self, place: int, person: int, who: PadUser, shown: str) -> None:
        """:raises ClaimRefusal: the account, or another of its names, sat at one table with the name."""
        seated = await self._statistics.seated(place, [person])
        both = next((result for result, account in seated if account == who.person), None)
        if both is not None:
            raise ClaimRefusal("same_table", name=shown, result=both)


def may_settle(claim: NameClaim, how: Settling, who: PadUser) -> bool:
    """Who claims may withdraw; witnesses and moderators confirm and refuse, never for themselves unless there are no
    witnesses; whose name it is, or a moderator, separates."""
    mine = claim.stored.person == who.person
    if how == "withdraw":
        return mine
    if how == "separate":
        return mine or who.moderator
    if mine:
        return who.moderator and not claim.witnesses
    return who.moderator or who.person in claim.witnesses


def _check_may(claim: NameClaim, how: Settling, who: PadUser) -> None:
    if not may_settle(claim, how, who):
        own = claim.stored.person == who.person
        raise ClaimRefusal("own" if own else "not_you", name=claim.stored.shown)


def _check_free(earlier: StoredClaim, who: PadUser) -> None:
    mine = earlier.person == who.person
    if earlier.state == JOINED:
        raise ClaimRefusal("yours_already" if mine else "taken", name=earlier.shown, who=earlier.person_name)
    if earlier.state == OPEN and mine:
        raise ClaimRefusal("asked_already", name=earlier.shown)
