"""A table in memory at one version. Nothing here ever changes: what is done to a table makes a new one of these."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec

from bot.app.tables.decision_token import DecisionToken
from bot.app.tables.model import OPEN_STAGES, Ballot, Ending, Nudge, Proof, Seat, Stage, Status, TableRefusal, all_named
from bot.app.tables.pace import Pace
from bot.engine import Game, decision, score, view
from bot.engine.state import Options, SeatNumber
from bot.game_files.file_format import shuffle_hash
from bot.store.stored_games import Shown


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person whom the table waits for: in which turn of the table, for what, and since when (None: not noted).
    ``last``: it is their last turn."""

    user: int
    kind: Literal["turn", "decision"]
    turn: int
    since: datetime | None = None
    last: bool = False


class Shuffle(msgspec.Struct, frozen=True):
    """What chance is drawn from, hidden until the end: only its hash is shown."""

    seed: int
    salt: str

    @property
    def hash(self) -> str:
        """What is shown of it at the start."""
        return shuffle_hash(self.seed, self.salt)


class Trial(msgspec.Struct, frozen=True):
    """Where a trial table comes from: the position of a turn of a game. ``start``: that position as it was laid here
    (``bot.engine.dump`` without its history, compressed)."""

    game: int
    turn: int
    start: bytes


def new_salt() -> str:
    """128 bits that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(16)


class Body(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is kept of a table beside the game itself.

    ``steps``: each seat's step (see ``bot.app.tables.decision_token``). ``practice``: its result does not count.
    ``hints``: whether people may ask what to do; None: in first games and where one person plays. ``first_game``:
    everything is explained when it comes up first.
    ``pack``: the identifier of the pack that a lobby chose; a running game has its own.
    ``in_thread``: it is to be played in a thread of its own; ``home``: the channel in which that was started.
    ``pace``: how quickly people want to play; ``agreed``: who in the lobby has agreed to it; ``late``: the seats that
    are late by it, and since when. ``nudges``: the last of each seat. ``stand_ins``: the seats for which a computer
    player plays what the table waits for. ``sealed``: records before this number cannot be undone, for such a player
    has made them.
    ``trial``: it is a trial table, and where it comes from. ``looking``: the lobby looks for players; ``newcomers``:
    and they are welcome; ``called``: a role was told of it.
    ``moved``: when somebody has moved last (None: not noted); ``idle_told``: when people were told since that the game
    is about to be archived; ``archived_from``: the stage to which it comes back.
    """

    seats: tuple[Seat, ...] = ()
    options: Options = Options()
    locale: str = "en"
    random_seats: bool = True
    hints: bool | None = None
    first_game: bool = False
    steps: tuple[int, ...] = ()
    calls: dict[SeatNumber, Call] = {}
    ballots: tuple[Ballot, ...] = ()
    ending: Ending | None = None
    rematch_of: int | None = None
    practice: bool = False
    shuffle: Shuffle | None = None
    pack: str | None = None
    in_thread: bool = False
    home: int | None = None
    pace: Pace = "none"
    agreed: tuple[int, ...] = ()
    late: dict[SeatNumber, datetime] = {}
    nudges: dict[SeatNumber, Nudge] = {}
    stand_ins: dict[SeatNumber, Call] = {}
    sealed: int = 0
    trial: Trial | None = None
    looking: bool = False
    newcomers: bool = False
    called: bool = False
    moved: datetime | None = None
    idle_told: tuple[datetime, ...] = ()
    archived_from: Stage | None = None

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask what to do."""
        people = sum(seat.computer is None for seat in self.seats)
        return self.hints if self.hints is not None else self.first_game or people <= 1


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """The body as JSON, for the store."""
    return _encoder.encode(body)


def decode_body(data: bytes) -> Body:
    """:raises msgspec.MsgspecError: it is none."""
    return _decoder.decode(data)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table as it is on the disk. ``game`` is None in a lobby and where it was set aside; ``saved`` is the game as
    stored; ``done``: the interactions that it knows, with the records that came of each; ``shown``: what its message
    showed when the table was read."""

    id: int
    guild: int
    channel: int
    message: int | None
    stage: Stage
    version: int
    owner: int
    body: Body
    game: Game | None
    saved: bytes | None
    pack: str | None
    records: int
    aside: str | None
    opened_at: datetime
    changed_at: datetime
    done: dict[int, tuple[int, int]]
    shown: Shown | None = None

    @property
    def open(self) -> bool:
        """Whether it holds its channel."""
        return self.stage in OPEN_STAGES

    @property
    def people(self) -> list[int]:
        """The persons who play, by seat."""
        return [seat.user for seat in self.body.seats if seat.user is not None]

    @property
    def concerned(self) -> list[int]:
        """The persons who play or for whom a seat is kept or filled in, each once."""
        return list(dict.fromkeys([*self.people, *self.kept, *self.absent]))

    @property
    def kept(self) -> dict[int, SeatNumber]:
        """The seats that are kept for somebody, by person."""
        return {seat.kept_for: number for number, seat in enumerate(self.body.seats) if seat.kept_for is not None}

    @property
    def absent(self) -> dict[int, SeatNumber]:
        """The seats for which a computer player fills in until their person is back, by person."""
        return {seat.absent: number for number, seat in enumerate(self.body.seats) if seat.absent is not None}

    def seat_of(self, user: int) -> SeatNumber:
        """:raises TableRefusal: ``not_in_game``; ``filled_in``: a computer player plays there for them."""
        if user in self.absent:
            raise TableRefusal("filled_in", game=self.id)
        for number, seat in enumerate(self.body.seats):
            if seat.user == user:
                return number
        raise TableRefusal("not_in_game", players=all_named(self.body.seats))

    def find_seat(self, user: int | None) -> SeatNumber | None:
        """The seat of a person; None for those who do not play."""
        return next((number for number, seat in enumerate(self.body.seats) if user and seat.user == user), None)

    def token_of(self, user: int) -> DecisionToken:
        """The present decision token of a person's seat.

        :raises TableRefusal: ``not_in_game``, and those of :meth:`playable`.
        """
        seat = self.seat_of(user)
        self.playable()
        return self.token(seat)

    def token(self, seat: SeatNumber) -> DecisionToken:
        """The seat's present decision token."""
        return DecisionToken(self.id, seat, self.body.steps[seat])

    def playable(self) -> Game:
        """The game, if it can be played now.

        :raises TableRefusal: ``not_running``, ``paused``, ``ending``, ``over``, ``archived``, ``aside``.
        """
        if self.stage == "paused":
            raise TableRefusal("paused", game=self.id)
        return self._while("running")

    def started_game(self) -> Game:
        """The game, running or not.

        :raises TableRefusal: ``not_running`` (a lobby), ``aside``.
        """
        return self._while("running", "paused", "over", "ending", "ended", "archived")

    def _while(self, *stages: Stage) -> Game:
        if self.aside:
            raise TableRefusal("aside", game=self.id, why=self.aside)
        if self.stage not in stages and self.stage == "ending":
            raise self.being_ended()
        if self.stage not in stages and self.stage == "archived":
            raise TableRefusal("archived", game=self.id)
        if self.stage not in stages:
            raise TableRefusal("over" if self.stage in ("over", "ended") else "not_running", game=self.id)
        if self.game is None:
            raise TableRefusal("not_running", game=self.id)
        return self.game

    def being_ended(self) -> TableRefusal:
        """That it was ended early: by whom, and until when that can be taken back (in seconds since 1970)."""
        ending = self.body.ending
        until = int(ending.until.timestamp()) if ending else 0
        return TableRefusal("ending", game=self.id, player=ending.by if ending else "", until=until)

    def status(self) -> Status:
        """What is public of it."""
        game, body = self.game, self.body
        playing = game is not None and self.stage in ("running", "paused")
        return Status(
            game=self.id,
            guild=self.guild,
            channel=self.channel,
            message=self.message,
            stage=self.stage,
            owner=self.owner,
            locale=body.locale,
            seats=body.seats,
            options=body.options,
            version=self.version,
            tokens=tuple(self.token(seat).text for seat in range(len(body.steps))),
            active=game.active if game and playing and game.state.phase == "play" else None,
            turn=game.state.turn.number if game else 0,
            waiting=waiting(game) if game and playing else {},
            ballots=body.ballots,
            ending=body.ending if self.stage == "ending" else None,
            aside=self.aside,
            opened=self.opened_at,
            changed=self.changed_at,
            rematch_of=body.rematch_of,
            practice=body.practice,
            hints=body.gives_hints,
            first_game=body.first_game,
            in_thread=body.in_thread,
            home=body.home,
            trial_of=(body.trial.game, body.trial.turn) if body.trial else None,
            looking=body.looking,
            newcomers=body.newcomers,
            proof=_proof(body.shuffle, self.stage) if body.shuffle else None,
            sheets=tuple(score(view(game, None))) if game and self.stage == "over" else (),
            pace=body.pace,
            agreed=body.agreed,
            since={seat: call.since for seat, call in body.calls.items() if call.since is not None},
            late=body.late,
            moved=body.moved,
        )


def _proof(shuffle: Shuffle, stage: Stage) -> Proof:
    return Proof(shuffle.hash, shuffle.seed, shuffle.salt) if stage in ("over", "ended") else Proof(shuffle.hash)


def waiting(game: Game) -> dict[SeatNumber, str]:
    """The seats that have a decision open, with its kind."""
    asked = {seat: decision(game, seat) for seat in range(len(game.state.seats))}
    return {seat: found.kind for seat, found in asked.items() if found is not None}
