"""What people do with score pads: start, fill in, break a tie, close, mend, delete. Commands in, tallies out; every
refusal says why. Two who write at the same time never lose each other's entries: a form writes what was changed in it,
and where somebody else has changed the same field since it was opened, whoever comes second is asked."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from bot.app.score_pad.details import MOST_DETAILS_EDITS, merged_details, moment_played, read_details, with_details
from bot.app.score_pad.edit_history import (
    MOST_EDITS,
    STEPS,
    FieldConflict,
    changed_fields,
    edits_of_result,
    merged,
    merged_steps,
    remembered,
    with_fields,
)
from bot.app.score_pad.model import MOST_PLAYERS, Artifacts, Closing, Edit, Form, Options, Player, ScorePad, new_pad
from bot.app.score_pad.parsing import folded, read_card, read_steps, tidy
from bot.app.score_pad.ranking import ranked_seats
from bot.store import ScorePadRepository, StoredScorePad
from bot.text import Locale

MOST_EARLIER = 1000
"""Results of a place among which those of one person are looked for."""
RECENT = timedelta(hours=24)
"""Messages of this age are brought up to date at a start; older ones when somebody presses a button on them."""
LONGEST_PLAYER = 32
"""Characters of a player's name, as long as Discord's own."""

Why = Literal[
    "gone",
    "closed",
    "still_open",
    "incomplete",
    "not_at_table",
    "not_yours",
    "refereed",
    "changed_often",
    "no_such_form",
    "no_players",
    "too_many_players",
    "twice",
    "alone",
    "long_name",
    "open_already",
    "card_entered",
    "photo_not_yours",
    "photo_there",
]


class PadRefusal(Exception):
    """What was asked cannot be done; ``values`` are the names and numbers that tell why."""

    def __init__(self, why: Why, **values: object) -> None:
        super().__init__(why)
        self.why: Why = why
        self.values = values


class PadUser(msgspec.Struct, frozen=True):
    """Somebody who does something: Discord's id, their name, and whether they look after the place. ``names``: typed
    names that are theirs there (``bot.app.results.claiming``), as names are compared."""

    person: int
    name: str
    moderator: bool = False
    names: frozenset[str] = frozenset()


class Setup(msgspec.Struct, frozen=True):
    """What a score pad is started with; ``names`` are those without an account, as typed, with commas between."""

    people: tuple[Player, ...] = ()
    names: str = ""
    options: Options = Options()


class OpenedPad(msgspec.Struct, frozen=True):
    """A score pad as stored and as read. ``earlier``: for an official solo game, the person's earlier totals in this
    place, newest first."""

    stored: StoredScorePad
    pad: ScorePad
    earlier: tuple[int, ...] = ()

    @property
    def id(self) -> int:
        """The pad's number."""
        return self.stored.id

    @property
    def behind(self) -> bool:
        """Whether its message shows an older state, as far as is known."""
        return self.stored.message is not None and self.stored.shown < self.stored.version


class EditConflict(Exception):
    """Somebody else has changed the same fields since the form was opened; all others are written.

    ``opened``: the score pad as it is now. Sending the contested fields once more on its revision writes them.
    """

    def __init__(self, opened: OpenedPad, conflicts: tuple[FieldConflict, ...]) -> None:
        super().__init__(", ".join(contest.field for contest in conflicts))
        self.opened = opened
        self.conflicts = conflicts


class ScorePads:
    """The score pads of all places. ``place`` is the server, outside servers the channel; a score pad can only be found
    from its own place."""

    def __init__(self, tallies: ScorePadRepository) -> None:
        self._store = tallies

    async def start(self, place: int, channel: int, who: PadUser, locale: Locale, setup: Setup) -> OpenedPad:
        """Start a score pad.

        :raises PadRefusal: nobody, more than four, somebody twice, or several in a game for one.
        """
        pad = new_pad(who.person, locale, players_of(setup), setup.options)
        return OpenedPad(await self._store.add(place, channel, encoded(pad)), pad)

    async def start_same(self, number: int, place: int, channel: int, who: PadUser, locale: Locale) -> OpenedPad:
        """Start a score pad with the people and the options of a typed result; of two who press at once, one does.

        :raises PadRefusal: it is gone, still open or a game's result, or these people have an open pad in the channel.
        """
        before = (await self.find(number, place)).pad
        check_typed(before, number)
        if before.closed is None:
            raise PadRefusal("still_open", number=number)
        players = players_of(Setup(tuple(player for player in before.players if player.name), options=before.options))
        pad = new_pad(who.person, locale, players, msgspec.structs.replace(before.options, pack="", by_hand=0))
        stored, new = await self._store.add_unless_open(
            place, channel, encoded(pad), lambda body: _same_people(decoded(body), pad)
        )
        if not new:
            raise PadRefusal("open_already", number=stored.id)
        return OpenedPad(stored, pad)

    async def find(self, number: int, place: int) -> OpenedPad:
        """:raises PadRefusal: there is none of that number here (any more)."""
        stored = await self._store.get(number)
        if stored is None or stored.place != place:
            raise PadRefusal("gone", number=number)
        opened = _opened(stored)
        if opened.pad.options.mode != "solo":
            return opened
        return msgspec.structs.replace(opened, earlier=await self._earlier(opened))

    async def _earlier(self, opened: OpenedPad) -> tuple[int, ...]:
        """The person's results of the official solo game that were played before this one."""
        me, played = opened.pad.players[0], _played(opened)
        found = [each for each in await self.results(opened.stored.place, MOST_EARLIER) if each.id != opened.id]
        before = (each for each in found if played is None or (_played(each) or played) <= played)
        return tuple(ranked_seats(each.pad)[0].total for each in before if _is_solo_of(each.pad, me))

    async def fill(
        self,
        number: int,
        place: int,
        who: PadUser,
        seat: int,
        form: Form,
        typed: Mapping[str, str],
        *,
        mending: bool,
        base: int | None = None,
    ) -> OpenedPad:
        """Write what was changed in a form. ``mending``: the form was opened to correct a result. ``base``: the
        revision of the score pad when the form was opened, by default the present one.

        :raises PadRefusal: it is gone, was closed meanwhile, is none of theirs, a game's result or changed too often.
        :raises UnreadableForm: some fields cannot be read; nothing is taken over.
        :raises EditConflict: somebody else has changed the same fields since then.
        """
        async with self._changing(number, place) as change:
            pad = change.pad
            check_typed(pad, number)
            if pad.closed and not mending:
                raise PadRefusal("closed", number=number, name=pad.closed.name)
            if seat >= len(pad.players) or not may_fill(pad, seat, who):
                raise PadRefusal("not_at_table")
            if form not in pad.forms:
                raise PadRefusal("no_such_form", number=number)
            base = pad.revision if base is None else base
            found = merged(pad, seat, form, typed, card_known(pad, seat), base)
            change.pad = edited(pad, seat, found.entries, who, number, self._store.now())
        return await self._settled(number, place, found.conflicts)

    async def set_card(self, number: int, place: int, who: PadUser, seat: int, typed: Mapping[str, str]) -> OpenedPad:
        """Say what a player's artifact card counts, so that the form needs only numbers; of two the last one counts.

        :raises PadRefusal: it is gone, closed, a game's result, none of theirs, or the numbers are entered already.
        :raises UnreadableForm: the points cannot be read; nothing is taken over.
        """
        async with self._changing(number, place) as change:
            pad = change.pad
            check_card(pad, number, seat, who)
            sheet = msgspec.structs.replace(pad.sheets[seat], card=read_card(typed))
            change.pad = msgspec.structs.replace(pad, sheets=(*pad.sheets[:seat], sheet, *pad.sheets[seat + 1 :]))
        return await self.find(number, place)

    async def break_tie(
        self, number: int, place: int, who: PadUser, typed: Mapping[str, str], base: int | None = None
    ) -> OpenedPad:
        """Take over the steps on the machine tracks, by seat; ``base`` as for :meth:`fill`.

        :raises PadRefusal: it is gone, none of theirs, a game's result or changed too often.
        :raises UnreadableForm: some fields cannot be read; nothing is taken over.
        :raises EditConflict: somebody else has changed the same steps since then.
        """
        async with self._changing(number, place) as change:
            check_typed(change.pad, number)
            if not is_at_table(change.pad, who):
                raise PadRefusal("not_at_table")
            steps = {seat: count for seat, count in read_steps(typed).items() if seat < len(change.pad.players)}
            base = change.pad.revision if base is None else base
            found, conflicts = merged_steps(change.pad, steps, base)
            for seat, count in found.items():
                change.pad = edited(change.pad, seat, {STEPS: count}, who, number, self._store.now())
        return await self._settled(number, place, conflicts)

    async def set_details(
        self, number: int, place: int, who: PadUser, typed: Mapping[str, str], base: int | None = None
    ) -> OpenedPad:
        """Write what was changed in the form for the details of a result, which was opened after ``base`` changes.

        :raises PadRefusal: it is gone, still open, none of theirs, a game's result or changed too often.
        :raises UnreadableForm: the day cannot be; nothing is taken over.
        """
        async with self._changing(number, place) as change:
            pad, now = change.pad, self._store.now()
            check_typed(pad, number)
            if pad.closed is None or change.closed_at is None:
                raise PadRefusal("still_open", number=number)
            if not is_at_table(pad, who):
                raise PadRefusal("not_at_table")
            mine = read_details(pad, typed, change.closed_at, now)
            details = merged_details(pad, mine, len(pad.details_edits) if base is None else base)
            if details != pad.details and len(pad.details_edits) >= MOST_DETAILS_EDITS:
                raise PadRefusal("changed_often", number=number, most=MOST_DETAILS_EDITS)
            change.pad = with_details(pad, details, who.person, who.name, now)
        return await self.find(number, place)

    async def _settled(self, number: int, place: int, conflicts: tuple[FieldConflict, ...]) -> OpenedPad:
        opened = await self.find(number, place)
        if conflicts:
            raise EditConflict(opened, conflicts)
        return opened

    async def close(self, number: int, place: int, who: PadUser, *, incomplete: bool = False) -> OpenedPad:
        """Make a score pad a result; what is not filled in counts nothing.

        :raises PadRefusal: it is gone, closed or none of theirs, or incomplete and ``incomplete`` is not said.
        """
        async with self._changing(number, place) as change:
            pad = change.pad
            if pad.closed:
                raise PadRefusal("closed", number=number, name=pad.closed.name)
            if not is_at_table(pad, who):
                raise PadRefusal("not_at_table")
            if pad.missing and not incomplete:
                raise PadRefusal("incomplete")
            change.pad = msgspec.structs.replace(pad, closed=Closing(who.person, who.name))
        return await self.find(number, place)

    async def delete(self, number: int, place: int, who: PadUser) -> None:
        """Forget a score pad or result for good.

        :raises PadRefusal: it is gone, none of theirs, or a game's result, which only moderators take off the list.
        """
        check_delete((await self.find(number, place)).pad, number, who)
        await self._store.delete(number)

    async def open_in(self, channel: int) -> list[OpenedPad]:
        """The open score pads of a channel, newest first, at most 25."""
        return [_opened(stored) for stored in await self._store.open_in(channel)]

    async def all_open(self) -> list[OpenedPad]:
        """The open score pads of all channels, oldest first."""
        return [_opened(stored) for stored in await self._store.all_open()]

    async def behind(self) -> list[OpenedPad]:
        """The score pads of the last 24 hours whose message shows an older state; the newest change first."""
        return [_opened(stored) for stored in await self._store.behind(self._store.now() - RECENT)]

    def note_shown(self, opened: OpenedPad) -> None:
        """Remember, with the next change of any, that a score pad's message shows it as ``opened``."""
        self._store.shown.note(opened.id, opened.stored.version)

    async def results(self, place: int, limit: int | None = None, offset: int = 0) -> list[OpenedPad]:
        """The results of a place, that which was played last first."""
        return [_opened(stored) for stored in await self._store.played_at(place, limit, offset)]

    @asynccontextmanager
    async def _changing(self, number: int, place: int) -> AsyncIterator["_Change"]:
        async with self._store.changing(number) as stored:
            if stored is None or stored.before.place != place:
                raise PadRefusal("gone", number=number)
            change = _Change(decoded(stored.body), stored.before.closed_at)
            yield change
            stored.body, stored.closed = encoded(change.pad), change.pad.closed is not None
            stored.played = moment_played(change.pad, change.closed_at) if change.closed_at else None


class _Change:
    """A score pad while it is being changed; ``closed_at``: since when it has been a result."""

    def __init__(self, pad: ScorePad, closed_at: datetime | None) -> None:
        self.pad = pad
        self.closed_at = closed_at


def _played(opened: OpenedPad) -> datetime | None:
    """When a result was played; None while the pad is open."""
    return moment_played(opened.pad, opened.stored.closed_at) if opened.stored.closed_at else None


def _same_people(one: ScorePad, other: ScorePad) -> bool:
    def people(pad: ScorePad) -> set[int | str]:
        return {player.person or player.name.casefold() for player in pad.players}

    return people(one) == people(other)


def _is_solo_of(pad: ScorePad, player: Player) -> bool:
    """Whether it is the same person's: by their account, else by their name."""
    if pad.options.mode != "solo":
        return False
    mine = pad.players[0]
    if mine.person is None and player.person is None:
        return mine.name.casefold() == player.name.casefold()
    return mine.person == player.person


def players_of(setup: Setup) -> tuple[Player, ...]:
    """The players, those with an account first.

    :raises PadRefusal: nobody, more than four, somebody twice, a name too long, or several in a game for one.
    """
    names = [tidy(name) for name in re.split(r"[,;\n]", setup.names)]
    players = (*setup.people, *(Player(name) for name in names if name))
    if not players:
        raise PadRefusal("no_players")
    if len(players) > MOST_PLAYERS:
        raise PadRefusal("too_many_players", count=len(players))
    if long := next((player.name for player in players if len(player.name) > LONGEST_PLAYER), None):
        raise PadRefusal("long_name", name=long[:LONGEST_PLAYER], most=LONGEST_PLAYER)
    if twice := _twice(players):
        raise PadRefusal("twice", name=twice.name)
    if setup.options.mode != "table" and len(players) > 1:
        raise PadRefusal("alone", count=len(players))
    return players


def edited(
    pad: ScorePad, seat: int, entries: Mapping[str, object], who: PadUser, number: int, at: datetime
) -> ScorePad:
    """The score pad with entries of a seat changed ``at`` a moment, and what they were remembered; the same one
    where nothing changes.

    :raises PadRefusal: ``changed_often``.
    """
    before = pad.sheets[seat]
    after = with_fields(before, entries)
    fields = changed_fields(before, after, entries)
    if not fields:
        return pad
    if pad.closed and len(edits_of_result(pad)) >= MOST_EDITS:
        raise PadRefusal("changed_often", number=number, most=MOST_EDITS)
    result = pad.closed is not None
    edit = Edit(pad.revision + 1, seat, fields, before, who.person, who.name, at, result)
    sheets = (*pad.sheets[:seat], after, *pad.sheets[seat + 1 :])
    return msgspec.structs.replace(pad, sheets=sheets, edits=remembered(pad, edit))


def is_at_table(pad: ScorePad, who: PadUser) -> bool:
    """Players, whoever started the score pad, and who looks after the place."""
    people = {player.person for player in pad.players}
    return who.moderator or who.person == pad.owner or who.person in people


def may_fill(pad: ScorePad, seat: int, who: PadUser) -> bool:
    """Everybody at the table may, and whose the player's typed name is. While the score pad is open, anybody may for a
    player without an account. Nobody may in the result of a game that the bot refereed."""
    if pad.game:
        return False
    if is_at_table(pad, who) or seat_of(pad, who) == seat:
        return True
    return pad.closed is None and pad.players[seat].person is None


def may_delete(pad: ScorePad, who: PadUser) -> bool:
    """Everybody at the table; the result of a game only moderators, so that no loser makes it unhappen."""
    return who.moderator or (not pad.game and is_at_table(pad, who))


def check_typed(pad: ScorePad, number: int) -> None:
    """:raises PadRefusal: the bot refereed this game: its result is what was played."""
    if pad.game:
        raise PadRefusal("refereed", number=number)


def check_delete(pad: ScorePad, number: int, who: PadUser) -> None:
    """:raises PadRefusal: they may not delete it."""
    if not may_delete(pad, who):
        raise PadRefusal("refereed" if pad.game else "not_yours", number=number)


def seat_of(pad: ScorePad, who: PadUser) -> int | None:
    """The person's own seat: by their account, else by a typed name that is theirs."""
    mine = (seat for seat, player in enumerate(pad.players) if player.person == who.person)
    named = (
        seat for seat, player in enumerate(pad.players) if _is_typed(pad, player) and folded(player.name) in who.names
    )
    return next(mine, next(named, None))


def _is_typed(pad: ScorePad, player: Player) -> bool:
    return not pad.game and player.person is None and not player.computer


def card_known(pad: ScorePad, seat: int) -> tuple[Artifacts, ...]:
    """What a player's artifact card counts and its points, where they have said so, or of the common card anybody has;
    else empty."""
    if pad.sheets[seat].card or not pad.options.common_card:
        return pad.sheets[seat].card
    others = [sheet for at, sheet in enumerate(pad.sheets) if at != seat]
    return next((known for sheet in others if (known := sheet.card or sheet.artifacts)), ())


def check_card(pad: ScorePad, number: int, seat: int, who: PadUser) -> None:
    """:raises PadRefusal: they may not say what the player's card counts, or its numbers are entered already."""
    check_typed(pad, number)
    if pad.closed:
        raise PadRefusal("closed", number=number, name=pad.closed.name)
    if seat >= len(pad.players) or not may_fill(pad, seat, who):
        raise PadRefusal("not_at_table")
    if pad.sheets[seat].done("artifacts"):
        raise PadRefusal("card_entered")


def encoded(pad: ScorePad) -> bytes:
    """The pad as JSON, for the store."""
    return msgspec.json.encode(pad)


def decoded(body: bytes) -> ScorePad:
    """The pad in what the store has. :raises msgspec.MsgspecError: it is none."""
    return msgspec.json.decode(body, type=ScorePad)


def _opened(stored: StoredScorePad) -> OpenedPad:
    return OpenedPad(stored, decoded(stored.body))


def _twice(players: tuple[Player, ...]) -> Player | None:
    """Somebody who is there twice: the same person, or a name that could not be told from another's."""
    names: set[str] = set()
    people: set[int] = set()
    for player in players:
        if player.person in people or player.name.casefold() in names:
            return player
        names.add(player.name.casefold())
        if player.person is not None:
            people.add(player.person)
    return None
