"""What goes into the table's calls and what comes out of them. Plain frozen data; ids are Discord's."""

from datetime import datetime
from typing import Final, Literal, get_args

import msgspec

from bot.app.tables.pace import Pace
from bot.app.tables.quiet_hours import Hours
from bot.engine.actions import Decision, Offer, Record
from bot.engine.rules.scoring import ScoreSheet
from bot.engine.state import Options, SeatNumber
from bot.players import Reason as Motive
from bot.players import StandIn

FEWEST: Final = 2
MOST: Final = 4
"""Seats of a table."""

Stage = Literal["lobby", "running", "paused", "over", "ending", "ended", "expired", "archived"]
"""``over``: played to the final score; ``ending``: ended early, which can still be taken back, so nothing hidden is
shown; ``ended``: ended early for good; ``expired``: a lobby that nobody started; ``archived``: nobody has
moved for so long that the game holds its channel no more, until somebody brings it back."""
OPEN_STAGES: Final[tuple[Stage, ...]] = ("lobby", "running", "paused")
"""The stages in which a table holds its channel."""

Strength = Literal["random", "easy", "casual", "steady", "normal", "hard"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
"""The computer players that there are, weakest first."""
USUAL: Final[Strength] = "normal"
"""The strength of a computer player where nobody has chosen one."""


class Named(msgspec.Struct, frozen=True):
    """A seat in a sentence: a person by their name (as given), a computer player by its number in the reader's
    language. ``number`` counts from 0. ``absent``: a computer player fills in for the person."""

    number: SeatNumber
    name: str
    computer: bool = False
    absent: bool = False


class Channels(msgspec.Struct, frozen=True):
    """Channels in a sentence, by their ids."""

    ids: tuple[int, ...]


Text = str | int | None | Named | Channels | tuple[Named, ...]
"""What may fill a placeholder of a sentence."""


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    """Who wants something, and where.

    ``interaction``: Discord's id of the interaction; a second call with the same one changes nothing and gives the
    same answer. None where there is none (command line, tests). ``moderator``: may manage the channel or the server's
    messages; ``manager``: may manage the server; ``host``: runs this bot. ``parent``: the channel of the thread in
    which they are; ``roles``: theirs on the server.
    """

    user: int
    name: str
    channel: int
    guild: int
    interaction: int | None = None
    moderator: bool = False
    manager: bool = False
    host: bool = False
    parent: int | None = None
    roles: tuple[int, ...] = ()


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat of a lobby or game: a person (``user``) or a computer player (``computer``); ``name`` as last seen, not
    escaped. ``tribe``: chosen in the lobby (None: by lot), in a game the tribe it has. ``standing``: standing answers
    by the kind of decision. ``kept_for``: the person for whom an empty seat is kept until they sit down.
    ``absent``: the person for whom a computer player fills in until they are back."""

    user: int | None = None
    name: str = ""
    computer: Strength | None = None
    tribe: str | None = None
    standing: dict[str, str] = {}
    kept_for: int | None = None
    absent: int | None = None


class Proof(msgspec.Struct, frozen=True):
    """That a game was shuffled before its first turn and not again: ``hash`` is shown from the start, seed and salt are
    None until the game is over or ended early (``bot.game_files.file_format.shuffle_hash``)."""

    hash: str
    seed: int | None = None
    salt: str | None = None


def named(seats: tuple[Seat, ...], number: SeatNumber) -> Named:
    """A seat of a table, to be named in a sentence."""
    seat = seats[number]
    return Named(number, seat.name, seat.computer is not None, seat.absent is not None)


def all_named(seats: tuple[Seat, ...]) -> tuple[Named, ...]:
    """Everybody at a table."""
    return tuple(named(seats, number) for number in range(len(seats)))


class Ballot(msgspec.Struct, frozen=True):
    """A vote under way: on what (``pause`` · ``resume`` · ``end`` · ``take_back`` · ``move:<channel>`` ·
    ``replace:<seat>:<who>`` · ``pace:<pace>`` · ``turn:<seat>`` · ``takeover:<seat>`` ·
    ``rollback:<records>:<records now>``), by whom so far, how many are needed, and when it began. ``against``: who has
    said no, where that can be said."""

    on: str
    users: tuple[int, ...]
    need: int
    since: datetime
    against: tuple[int, ...] = ()


NudgeText = Literal["move", "well", "help"]
NUDGE_TEXTS: Final[tuple[NudgeText, ...]] = ("move", "well", "help")
"""The sentences with which somebody can be nudged."""


class Nudge(msgspec.Struct, frozen=True):
    """When a seat was nudged last, by whom (their name), and with which sentence."""

    at: datetime
    by: str
    text: NudgeText


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something done by or for a person who was absent: ``nudge`` · ``turn`` (a computer player played one for them) ·
    ``takeover`` · ``declined`` (the table did not want it) · ``back``. ``name``: theirs; ``by``: who began it; how many
    have agreed, and how many by being silent."""

    kind: str
    name: str
    by: str
    agreed: int = 0
    silent: int = 0


class LoggedAct(msgspec.Struct, frozen=True):
    """Such an act in the log: when, and after how many records."""

    act: Act
    at: datetime
    record: int


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game was ended early: by whom (``by`` is their name), when, in which stage it was, and who at the table has
    confirmed that it is final. ``until``: when it becomes final by itself."""

    user: int
    by: str
    at: datetime
    until: datetime
    stage: Stage
    confirmed: tuple[int, ...] = ()


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment. Everything here is public.

    ``seats`` are in order of play once the game runs. ``version`` grows with every change. ``tokens``: each seat's
    present decision token (empty in a lobby), to be put into the custom ids of its buttons. ``active``: whose turn it
    is (None unless play is under way). ``waiting``: the seats that have a decision open, with its kind. ``aside``: why
    it was set aside (a code), else None. ``hints``: people may ask what to do; ``first_game``: it explains itself.
    ``message``: the table message as last noted by :meth:`Tables.show_on`. ``practice``: it came from a file, and its
    result does not count. ``in_thread``: it is to be played in a thread of its own; ``home``: the channel in which that
    thread was started, once it was (``channel`` is the thread then). ``trial_of``: it is a trial table of that game
    and turn. ``looking``: the lobby looks for players; ``newcomers``: who may be new to the game. ``sheets``: the
    final score once ``stage`` is ``over``. ``ending``: how it was ended early, while that can be taken back.
    ``pace``: how quickly people play; ``agreed``: who in a lobby has agreed to it. ``since``: the seats that the
    table waits for, and since when; ``late``: those that are late by the pace. ``moved``: when somebody has moved last.
    """

    game: int
    guild: int
    channel: int
    message: int | None
    stage: Stage
    owner: int
    locale: str
    seats: tuple[Seat, ...]
    options: Options
    version: int
    tokens: tuple[str, ...] = ()
    active: SeatNumber | None = None
    turn: int = 0
    waiting: dict[SeatNumber, str] = {}
    ballots: tuple[Ballot, ...] = ()
    ending: Ending | None = None
    aside: str | None = None
    opened: datetime
    changed: datetime
    rematch_of: int | None = None
    practice: bool = False
    hints: bool = False
    first_game: bool = False
    in_thread: bool = False
    home: int | None = None
    trial_of: tuple[int, int] | None = None
    looking: bool = False
    newcomers: bool = False
    proof: Proof | None = None
    sheets: tuple[ScoreSheet, ...] = ()
    pace: Pace = "none"
    agreed: tuple[int, ...] = ()
    since: dict[SeatNumber, datetime] = {}
    late: dict[SeatNumber, datetime] = {}
    moved: datetime | None = None

    @property
    def undecided(self) -> tuple[SeatNumber, ...]:
        """The seats of a lobby whose people have not agreed to its pace yet."""
        people = ((number, seat.user) for number, seat in enumerate(self.seats) if seat.user is not None)
        return tuple(number for number, user in people if self.pace != "none" and user not in self.agreed)

    @property
    def only_person(self) -> int | None:
        """Who alone plays here, with computers or nobody; None where others play, or have seats that wait for them."""
        people = {user for seat in self.seats for user in (seat.user, seat.kept_for, seat.absent) if user is not None}
        return people.pop() if len(people) == 1 else None

    def seat_of(self, user: int) -> SeatNumber | None:
        """The seat of a person; None where they have none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)


class Acted(msgspec.Struct, frozen=True, kw_only=True):
    """An action was carried out, undone, or had been (``again``: this very interaction came a second time).

    ``records``: what came of it, that of the action first, then those of standing answers and of orders that do not
    matter; for an undo the records whose ``undid`` says what was taken back. ``undone``: those records. Computer
    players' moves are not among them: they follow as :class:`Changed`. ``standing``: a standing answer was used.
    """

    status: Status
    records: tuple[Record, ...]
    undone: tuple[Record, ...] = ()
    again: bool = False
    standing: bool = False


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may do now. ``token`` goes into custom ids and comes back to :meth:`act`; ``may_undo``: an undo would
    be carried out, and ``undoes`` is the record it would take back; ``barrier``: the reason code why not.

    ``following``: for each option of ``decision`` what is asked right after it, where that is known without revealing
    anything; empty where it was not looked for."""

    game: int
    seat: SeatNumber
    token: str
    offers: tuple[Offer, ...]
    decision: Decision | None = None
    following: tuple[Decision | None, ...] = ()
    active: bool = False
    may_undo: bool = False
    undoes: Record | None = None
    barrier: str | None = None


class Voted(msgspec.Struct, frozen=True, kw_only=True):
    """What owner and moderators may decide alone, and players together: ``done`` whether it was carried out; if not,
    ``ballot`` tells how many have voted and how many are needed."""

    status: Status
    done: bool
    ballot: Ballot | None = None


What = Literal[
    "opened",
    "lobby",
    "started",
    "acted",
    "undone",
    "voted",
    "paused",
    "resumed",
    "ending",
    "taken_back",
    "ended",
    "over",
    "late",
    "pace",
    "seats",
    "moved",
    "expired",
    "idle",
    "archived",
    "brought_back",
    "set_aside",
    "repaired",
    "imported",
]


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """Told to listeners after every commit. ``records``: what came of it in a game; ``undone``: what an undo took back;
    ``by``: the person who caused it (None: a computer player or the passing of time). ``new_turn``: the turn has
    changed hands with it. ``elsewhere``: another process has done it, so that what came of it is to be read anew."""

    game: int
    version: int
    what: What
    records: tuple[Record, ...] = ()
    undone: tuple[Record, ...] = ()
    by: int | None = None
    new_turn: bool = False
    elsewhere: bool = False


class Move(Record, frozen=True, omit_defaults=True, kw_only=True):
    """A record as it is kept, with the reason that a computer player gave (None: a person's, or it gave none).

    ``stand_in``: why the easy player moved in its place. ``waited``: seconds that the table waited for it, where that
    was long.
    """

    why: Motive | None = None
    stand_in: StandIn | None = None
    waited: int = 0


class Logged(msgspec.Struct, frozen=True):
    """A line of the log: the record, when, and who did it (None: a computer player or an answer not asked for).

    ``record`` is a :class:`Move` where a computer player has said why.
    """

    record: Record
    at: datetime
    user: int | None


class Chosen(msgspec.Struct, frozen=True):
    """An option of a lobby: its name as in ``Options``, its values, the present one; ``changed``: it is not what a new
    table begins with."""

    name: str
    values: tuple[str | bool, ...]
    value: str | bool
    changed: bool = False


class Exported(msgspec.Struct, frozen=True):
    """A game as a file. ``full``: with seed and everything hidden; it can be imported again."""

    name: str
    data: bytes
    full: bool


Reason = Literal[
    "already_in",
    "archive_taken",
    "archived",
    "aside",
    "away_long",
    "away_past",
    "busy",
    "channel_taken",
    "ending",
    "followers_full",
    "full_lobby",
    "hints_busy",
    "hours_days",
    "hours_long",
    "hours_same",
    "hours_zone",
    "import_again",
    "import_broken",
    "import_busy",
    "import_foreign",
    "import_heavy",
    "import_large",
    "import_newer",
    "import_pack",
    "import_public",
    "no_advice",
    "no_game_here",
    "no_hints",
    "no_history",
    "no_lobby_here",
    "no_moves",
    "no_plan",
    "no_seat_kept",
    "no_vote",
    "nobody_late",
    "nudged",
    "not_filled_in",
    "not_late",
    "not_over",
    "several_late",
    "filled_in",
    "no_such_game",
    "no_turn_mark",
    "no_turn_start",
    "not_allowed",
    "not_ending",
    "not_archived",
    "not_aside",
    "not_in_game",
    "not_paused",
    "not_running",
    "not_your_turn",
    "opening_barred",
    "opening_channel",
    "opening_full",
    "over",
    "pace_open",
    "pack_busy",
    "pack_full",
    "pack_id",
    "pack_large",
    "pack_needed",
    "pack_stays",
    "paused",
    "place_taken",
    "plan_changed",
    "plan_whole",
    "running",
    "second_lobby",
    "stale",
    "started",
    "still_broken",
    "too_few",
    "trial_no_file",
    "trial_over",
    "trial_setup",
    "tribe_taken",
    "unknown_computer",
    "unknown_option",
    "unknown_pack",
    "unknown_point",
    "unknown_seat",
    "unknown_standing",
    "unknown_tribe",
    "unknown_value",
]


class TableRefusal(Exception):
    """Why the table cannot do what was asked; nothing has changed.

    ``bot.app.tables.wording.refused`` makes the sentence.

    The engine's own refusals (``bot.engine.actions.Refused``) come through as they are.
    """

    def __init__(self, reason: Reason, rule: str | None = None, /, **values: Text) -> None:
        super().__init__(f"{reason} {values}" if values else reason)
        self.reason: Reason = reason
        self.rule = rule
        self.values = values


Notices = Literal["off", "turn", "8", "24", "48"]
"""Nothing · when it is my turn · and once again after so many hours."""
Where = Literal["channel", "dm", "home"]
"""Where the game is · by direct message · in the channel in which the game's thread was started."""


class PlayerSettings(msgspec.Struct, frozen=True):
    """A person's settings for notices and for the end of a turn."""

    notices: Notices = "turn"
    where: Where = "channel"
    confirm_end: bool = True
    """Whether the end of a turn wants a second tap."""
    hours: Hours = Hours()


NoticeKind = Literal["turn", "decision", "late", "nudge", "stood_in", "filled_in", "idle"]
"""It is theirs · another's action asks them something · they are late by the pace of the table · somebody nudges them ·
a computer player plays one turn for them · it fills in until they are back · nobody has moved for long, and the game
is about to be archived."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something a person is to be told. ``minutes``: since they were told first, in a reminder (0: the first notice).
    ``since``: when the table began to wait for them; of ``idle``, when the game is to be archived.
    ``last``: it is the seat's last turn. ``channel``: where the game
    is, ``home``: where its thread was started."""

    game: int
    guild: int
    channel: int
    user: int
    seat: SeatNumber
    kind: NoticeKind
    where: Where
    locale: str
    since: datetime
    minutes: int = 0
    last: bool = False
    message: int | None = None
    home: int | None = None
    nudge: Nudge | None = None
