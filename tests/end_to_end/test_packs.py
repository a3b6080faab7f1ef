"""A pack of one's own, from the file to the final score, in three languages and through the loopback Discord; and files
that are none."""

from collections.abc import Sequence

from bot.engine.packs import field, pack_of_files
from bot.practice import seed_data
from bot.practice.attachment import File
from bot.practice.model import Channel, Message, User
from bot.text import DEFAULT, as_locale, t
from tests.end_to_end.clicking import Clicker, ids, lobby_options, values_of
from tests.end_to_end.languages import mostly
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Script
from tests.packs.own_pack import SENTENCE, changed_files, own_files, zipped

People = dict[str, User]

CHANGED = 20
NAMES = {"en": "My Box 1", "de": "Meine Schachtel 1", "fr": "Ma boîte 1"}
SAID = {
    "en": {
        "added": "only this server sees it",
        "again": "already here",
        "refused": "people who may manage this server",
    },
    "de": {"added": "nur dieser Server sieht es", "again": "es hier schon", "refused": "wer den Server verwalten darf"},
    "fr": {"added": "seul ce serveur le voit", "again": "déjà là", "refused": "qui peut gérer le serveur"},
}
SERVERS = {
    "de": (seed_data.EISZEIT, seed_data.TONI),
    "fr": (seed_data.GRAND_FROID, seed_data.DOMINIQUE),
    "en": (seed_data.DEEP_FREEZE, seed_data.ROBIN),
}
"""A server in each language, and who may manage it."""


def place_of(script: Script, language: str) -> tuple[Channel, User]:
    """A new channel of the server in that language, and who may manage it."""
    guild, manager = SERVERS[language]
    channel = script.directory.create_channel(script.directory.guilds[guild], f"packs-{language}")
    return channel, script.directory.users[manager]


BY_HAND = {"en": "Entered by hand", "de": "Von Hand eingegeben", "fr": "Saisi à la main"}


@mostly("fr")
async def test_what_no_word_says_is_entered_by_one_person_and_confirmed_by_the_other(
    script: Script, bot: BotProcess, people: People, language: str
) -> None:
    channel, manager = place_of(script, language)
    files = changed_files(f"hand_{language}", 76, by_hand=76)
    await script.slash(manager, channel, "game pack add", {"file": File("box.zip", zipped(files))})
    table = Sentences(script, channel, [people[language], manager], 5)
    await table.open(pack=f"hand_{language}")
    final = await table.play()
    assert table.failed == []
    assert BY_HAND[language] in final.text
    assert table.seen == {"by_hand", "confirm_by_hand"}


class Sentences(Clicker):
    """Two people; which panels have shown the sentence, by what they ask."""

    def __init__(self, script: Script, channel: Channel, people: Sequence[User], seed: int) -> None:
        super().__init__(script, channel, people, seed)
        self.seen: set[str] = set()

    async def before_click(self, person: User, panel: Message) -> None:
        language = as_locale(person_language(self.script, person)) or DEFAULT
        if f"> {SENTENCE[language]}" in panel.text:
            confirms = t(language, "decision.option.agree") in str(panel.components)
            self.seen.add("confirm_by_hand" if confirms else "by_hand")


@mostly("de")
async def test_a_pack_is_added_and_played_to_the_end(
    script: Script, bot: BotProcess, people: People, language: str
) -> None:
    files = changed_files(f"box_{language}", CHANGED)
    _count_changes(files)
    channel, manager = place_of(script, language)
    person = people[language]
    denied = await script.slash(person, channel, "game pack add", {"file": File("box.zip", zipped(files))})
    assert SAID[language]["refused"] in denied.text
    said = await script.slash(manager, channel, "game pack add", {"file": File("box.zip", zipped(files))})
    assert said.ephemeral
    again = await script.slash(manager, channel, "game pack add", {"file": File("box.zip", zipped(files))})
    listed = await script.slash(person, channel, "game pack list")
    assert f"`box_{language}`" in listed.text
    table = Clicker(script, channel, [person], 5)
    await table.open(computers=1, pack=f"box_{language}")
    final = await table.play()
    assert table.failed == []
    assert NAMES[language] in final.text
    results = await script.slash(person, channel, "results list")
    assert NAMES[language] in results.text
    own = person_language(script, manager)
    assert SAID[own]["added"] in said.text
    assert SAID[own]["again"] in again.text


def person_language(script: Script, person: User) -> str:
    """The language of somebody's client."""
    return str(person.locale)[:2]


def _count_changes(files: dict[str, bytes]) -> None:
    made, shipped = pack_of_files(files).pack, field()
    kinds = ("modules", "crates")
    differ = sum(a != b for kind in kinds for a, b in zip(getattr(made, kind), getattr(shipped, kind), strict=True))
    assert differ >= CHANGED - 3, "some give by chance what they gave before"


async def test_another_server_sees_nothing_of_it(script: Script, bot: BotProcess, people: People) -> None:
    channel, manager = place_of(script, "de")
    await script.slash(manager, channel, "game pack add", {"file": File("box.zip", zipped(own_files("hidden_box")))})
    there, _ = place_of(script, "fr")
    assert "hidden_box" not in (await script.slash(people["fr"], there, "game pack list")).text
    assert not [
        c
        for c in (await script.complete(people["fr"], there, "game new", {"pack": ""})).choices
        if "hidden" in c["value"]
    ]
    opened = await script.slash(people["fr"], there, "game new")
    choosing = (await lobby_options(script, opened.message, people["fr"])).message
    menus = ids(choosing, "lobby:pack:")
    assert not [value for menu in menus for value in values_of(choosing, menu) if value == "hidden_box"]


async def test_a_file_that_is_no_pack(script: Script, bot: BotProcess, people: People) -> None:
    channel, manager = place_of(script, "fr")
    files = own_files("half_box")
    del files["crates.yaml"]
    half = await script.slash(manager, channel, "game pack add", {"file": File("box.zip", zipped(files))})
    assert "crates.yaml" in half.text
    bomb = File("box.zip", zipped({"pack.yaml": b"a" * 200_000_000}))
    assert "pack.yaml" in (await script.slash(manager, channel, "game pack add", {"file": bomb})).text
    assert "half_box" not in (await script.slash(manager, channel, "game pack list")).text
