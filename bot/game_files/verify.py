"""Whether an export is the game that was shown: its records come out of seed and actions again, event by event, and
seed and salt give the hash that was shown before the first turn."""

from dataclasses import dataclass, field

from bot.engine import RULES_VERSION, Replay
from bot.engine.actions import Event, Record
from bot.engine.components import Pack
from bot.engine.packs import field as field_pack
from bot.game_files.file_format import SHORT_HASH, FileRefusal, GameFile, read_file, shuffle_hash

WHY = {
    "import_broken": "the file is damaged, or holds what no export holds",
    "import_foreign": "this is no export of a game",
    "import_large": "the file is larger than {most} MB",
    "import_newer": "the file is of a newer version (format {format}, rules {rules}); take a newer version of the bot",
    "import_public": "this is the public part of a game that was running; export it again when it is over",
}
OLDER = (
    "Began under rules version {began}: up to turn {turn} it goes by version {now} as it went then; what came after "
    "cannot be compared."
)


@dataclass
class Verdict:
    """``right``: nothing speaks against it. ``lines``: what was found, a sentence each."""

    right: bool = True
    lines: list[str] = field(default_factory=list)

    def says(self, line: str) -> None:
        """Whatever a file holds, the terminal gets what can be printed."""
        self.lines.append("".join(sign if sign.isprintable() else "?" for sign in line))

    def objects(self, line: str) -> None:
        """Note something that is wrong with the file."""
        self.right = False
        self.says(f"WRONG: {line}")


def verified(data: bytes, shown: str | None = None, packs: tuple[Pack, ...] = ()) -> Verdict:
    """What is to be said of an export. ``shown``: the hash as the channel has it; ``packs``: besides the bot's own."""
    verdict = Verdict()
    try:
        file = read_file(data)
    except FileRefusal as refusal:
        verdict.objects(WHY[refusal.reason].format(**refusal.values))
        return verdict
    pack = {each.hash: each for each in (field_pack(), *packs)}.get(file.pack.hash)
    if pack is None:
        verdict.objects(f"the pack {file.pack.id} {file.pack.version} ({file.pack.hash}) is not known here")
        return verdict
    _replay(verdict, file, pack)
    _shuffle(verdict, file, shown)
    if verdict.right:
        verdict.says("It is the game that was shown.")
    return verdict


def _replay(verdict: Verdict, file: GameFile, pack: Pack) -> None:
    """Every record anew, compared event by event: every card drawn, every tile turned."""
    began = file.rules if file.began is None else file.began
    number, turn = 0, 0
    try:
        done = Replay(file.setup.setup(), pack, began)
        for number, kept in enumerate(file.records):
            record, turn = kept.record(), done.game.state.turn.number
            if not done.step(record):
                verdict.says(OLDER.format(began=began, turn=done.differs, now=RULES_VERSION))
                return
            if not done.older and not _alike(record, done.game.records[-1]):
                verdict.objects(f"record {number} (turn {turn}) says something else than what comes of it")
                return
    except Exception as error:  # Refused where the rules forbid it; a forged file may break anything else
        verdict.objects(f"record {number} (turn {turn}) is not possible: {error}")
        return
    turns = done.game.state.turn.number
    verdict.says(f"{len(file.records)} records, {turns} turns: replayed, and each came out the same.")


def _alike(told: Record, found: Record) -> bool:
    return _said(told.events) == _said(found.events) and told.undid == found.undid


def _said(events: tuple[Event, ...]) -> list[tuple[object, ...]]:
    return [(each.key, each.seat, each.values, each.secret) for each in events]


def _is_beginning(shown: str, found: str) -> bool:
    """Whether a hash, or as much of it as the first table message shows, is this one."""
    given = shown.strip().strip("`").removesuffix("…").lower()
    return len(given) >= SHORT_HASH and found.startswith(given)


def _shuffle(verdict: Verdict, file: GameFile, shown: str | None) -> None:
    """Whether seed and salt are those whose hash was shown."""
    if not file.salt:
        verdict.says("It has no salt: it began before hashes were shown, so nothing says which shuffle was meant.")
        if shown is not None:
            verdict.objects("there is nothing to compare the hash with")
        return
    seed = next((each.reseed for each in reversed(file.records) if each.reseed is not None), file.setup.seed)
    found = shuffle_hash(seed, file.salt)
    verdict.says(f"Seed {seed}, salt {file.salt}: SHA-256 {found}")
    if shown is None:
        verdict.says("Compare it with the hash that was shown at the start (or give it with --shown).")
    elif _is_beginning(shown, found):
        verdict.says("That is the hash that was shown at the start.")
    else:
        verdict.objects(f"another hash was shown at the start: {shown.strip()[:80]}")
