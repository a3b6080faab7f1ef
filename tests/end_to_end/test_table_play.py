"""Playing with buttons and with commands, in three languages: three taps for an action, asking before acting, undoing,
looking; over a kill -9, and with interactions that arrive twice."""

import json
import re
from typing import Any

import pytest
import pytest_asyncio

from bot.practice.model import Channel, Message, User
from bot.text import Locale, t
from tests.end_to_end.clicking import Clicker, carry_out, ids, led_on, offered, speak
from tests.end_to_end.edit_pace import TOLD
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script, find

People = dict[str, User]
Places = dict[str, Channel]

FIXED = ("random_seats=off", "artifact_card=deal")
SAID: dict[str, dict[str, str]] = {
    "de": {"mine": "Dein Zug", "yes": "Ja.", "log": "Verlauf", "score": "Punkte, wenn", "back": "Zurückgenommen"},
    "fr": {"mine": "Ton tour", "yes": "Oui.", "log": "Journal", "score": "Score si", "back": "Annulé"},
    "en": {"mine": "Your turn", "yes": "Yes.", "log": "Log", "score": "Score if", "back": "Undone"},
}
LANGUAGES = pytest.mark.parametrize("language", ["de", "fr", "en"])


@pytest_asyncio.fixture(loop_scope="module")
async def place(script: Script, bot: BotProcess, places: Places) -> Channel:
    """A channel of its own."""
    guild = places["de"].guild
    assert guild is not None
    return script.directory.create_channel(guild, f"spiel-{len(guild.channels)}")


async def opened(script: Script, place: Channel, *people: User) -> Clicker:
    """A running game, the first of the people on turn."""
    await speak(script, place, "full")
    table = Clicker(script, place, people, seed=1)
    await table.open(options=FIXED)
    await table.begun()
    await script.settle()
    return table


def control(answer: Result, start: str, part: str = "") -> str:
    """The control whose custom id begins so and has this in it."""
    return next(found for found in ids(answer.message, start) if part in found)


async def my_turn(script: Script, table: Clicker, person: User) -> Result:
    """The person's own panel."""
    assert table.table is not None
    return await script.click(table.table, ids(table.table, "table:turn:")[0], user=person)


@LANGUAGES
async def test_three_taps_for_a_main_action(script: Script, place: Channel, people: People, language: Locale) -> None:
    """Table message, target, done: the resource is there, and the second action follows by itself."""
    table = await opened(script, place, people[language], people["de-mod"])
    assert table.table is not None
    pick = next(found for found in ids(table.table, "table:pick:") if ":switch:" in found)
    targets = await script.click(table.table, pick, user=people[language])
    assert targets.ephemeral
    done = await script.click(targets, control(targets, "table:do:", ":s:gear"))
    assert SAID[language]["mine"] in done.text
    assert not offered(done.message, "switch"), "it is used up"
    assert offered(done.message, "play")
    more = control(done, "table:look:")
    news = await script.select(done, more, ["all-news"])
    assert news.ephemeral
    assert news.message is not done.message
    assert t(language, "show.news.begin") in news.text
    board = await script.select(done, more, ["own-board"])
    assert ids(board.message, "table:seat:")


@LANGUAGES
async def test_exploring_asks_for_card_and_orientation(
    script: Script, place: Channel, people: People, language: str
) -> None:
    table = await opened(script, place, people[language], people["de-mod"])
    mine = await my_turn(script, table, people[language])
    panel, asked = await carry_out(script, mine, "explore"), 0
    while choices := answers_on(panel.message):
        asked += 1
        panel = await _choose(script, panel, choices[0])
    assert asked >= 1
    assert offered(panel.message, "play")


def answers_on(message: Message) -> list[str]:
    """The controls that answer a question."""
    buttons = [each for each in ids(message, "table:do:") if each.split(":", 4)[4].startswith("d:")]
    return [*buttons, *(each for each in ids(message, "table:menu:") if ":choose." in each)]


async def _choose(script: Script, panel: Result, custom_id: str) -> Result:
    part = find(panel.message, custom_id)
    if part["type"] == 2:
        return await script.click(panel, custom_id)
    return await script.select(panel, custom_id, [part["options"][0]["value"]])


@LANGUAGES
async def test_asking_before_acting_and_doing_it(script: Script, place: Channel, people: People, language: str) -> None:
    table = await opened(script, place, people[language], people["de-mod"])
    asked = await script.slash(people[language], place, "can switch", {"for": "=book"})
    assert SAID[language]["yes"] in asked.text
    done = await script.click(asked, control(asked, "table:do:"))
    assert SAID[language]["mine"] in done.text
    again = await script.slash(people[language], place, "can switch", {"for": "=book"})
    assert again.text.startswith("❌")
    assert ids(again.message, "cite:")
    assert table.failed == []


@LANGUAGES
async def test_commands_do_what_buttons_do(script: Script, place: Channel, people: People, language: str) -> None:
    person = people[language]
    await opened(script, place, person, people["de-mod"])
    targets = await script.complete(person, place, "turn explore", {"tile": ""})
    assert targets.choices
    label = targets.choices[0]["value"]
    assert " · " in targets.choices[0]["name"], "with its cost"
    explored = await script.slash(person, place, "turn explore", {"tile": label.lower()})
    assert explored.ephemeral
    while answers := (await script.complete(person, place, "turn choose", {"answer": ""})).choices:
        explored = await script.slash(person, place, "turn choose", {"answer": answers[-1]["value"]})
    cards = await script.complete(person, place, "turn play", {"card": ""})
    assert cards.choices
    ended = await script.slash(person, place, "turn end")
    closed = await script.click(ended, control(ended, "table:do:", ":e"))
    assert "Toni" in closed.text


@LANGUAGES
async def test_looking(script: Script, place: Channel, people: People, language: str) -> None:
    """Everything that can be looked at answers privately, in the person's language."""
    person = people[language]
    await opened(script, place, people["de-mod"], person)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("show me", {}),
        ("show player", {"player": "Toni"}),
        ("show market", {}),
        ("show log", {}),
        ("show board", {}),
        ("show board", {"as": "list"}),
        ("show board", {"as": "tiles"}),
        ("show tile", {"tile": "B3"}),
        ("range", {}),
        ("range", {"to": "C1"}),
        ("range", {"food": 3, "action": "populate"}),
        ("score", {}),
        ("game status", {}),
        ("game log", {}),
    ]
    for command, options in commands:
        answer = await script.slash(person, place, command, options)
        assert answer.ephemeral, command
        assert len(answer.text) > 40 or answer.message.files, f"{command}: {answer.text}"
    assert SAID[language]["score"] in (await script.slash(person, place, "score")).text


@LANGUAGES
async def test_components_can_be_looked_up_anywhere(
    script: Script, bot: BotProcess, people: People, language: str
) -> None:
    person = people[language]
    channel = script.directory.dm(person)
    for kind in ("card", "machine", "tribe", "technology", "artifact"):
        option = {"artifact": "card"}.get(kind, kind)
        found = (await script.complete(person, channel, f"show {kind}", {option: ""})).choices
        answer = await script.slash(person, channel, f"show {kind}", {option: found[3]["value"]})
        assert found[3]["name"] in answer.text
    calculator = await script.slash(person, channel, "range")
    worked_out = await script.select(calculator, "range:calc:spaces:1:0", ["3"])
    assert "3" in worked_out.text


async def test_undo_names_what_it_takes_back(script: Script, place: Channel, people: People) -> None:
    """The end of the first action, which followed by itself, goes with it."""
    table = await opened(script, place, people["de"], people["fr"])
    mine = await my_turn(script, table, people["de"])
    done = await carry_out(script, mine, "switch", "s:gear")
    back = await script.click(done, control(done, "table:undo:"))
    assert SAID["de"]["back"] in back.text
    assert "Schalter" in back.text
    assert offered(back.message, "switch")
    nothing = await script.slash(people["de"], place, "game undo")
    assert nothing.text.startswith("❌")


async def test_the_end_of_a_turn_asks_unless_switched_off(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["en"], people["fr"])
    await script.slash(people["en"], place, "turn switch", {"for": "=food"})
    asked = await script.slash(people["en"], place, "turn end")
    assert "End your turn?" in asked.text
    set_off = await script.slash(people["en"], place, "settings end-turn", {"ask": False})
    assert "only if something would be lost" in set_off.text
    ended = await script.slash(people["en"], place, "turn end")
    assert "It’s Camille’s turn" in ended.text
    await script.slash(people["en"], place, "settings end-turn", {"ask": True})
    await script.wait_for(lambda: table.table and "Camille" in table.table.text.split("\n")[1], 60, "the next turn")


async def end_turn(script: Script, place: Channel, person: User) -> None:
    """The switch and the end of the turn, a main action left over."""
    await script.slash(person, place, "turn switch", {"for": "=food"})
    asked = await script.slash(person, place, "turn end")
    await script.click(asked, control(asked, "table:do:", ":e"))


async def test_a_panel_that_waits_shows_the_turn_when_it_begins(script: Script, place: Channel, people: People) -> None:
    """Without a press, below the table's message; whatever its reader has looked at on it meanwhile."""
    table = await opened(script, place, people["de"], people["fr"])
    waiting = await my_turn(script, table, people["fr"])
    assert not led_on(waiting.message)
    await end_turn(script, place, people["de"])
    shown = await sent_below(script, table, people["fr"])
    assert "Ton tour" in shown.text
    opened_anew = await my_turn(script, table, people["fr"])
    assert opened_anew.text == shown.text
    gone_on = await my_turn(script, table, people["de"])
    board = await script.click(gone_on, control(gone_on, "table:own:", ""))
    assert board.message is gone_on.message
    private, replaced = private_messages(place, people["de"]), board.message.id
    await end_turn(script, place, people["fr"])
    shown = await sent_below(script, table, people["de"])
    await script.settle(TOLD)
    assert "Dein Zug" in shown.text
    assert private_messages(place, people["de"]) == private - {replaced} | {shown.id}


async def test_only_the_panel_used_last_follows(script: Script, place: Channel, people: People) -> None:
    """What was opened beside it to be read stays as it is, and so does an older panel."""
    table = await opened(script, place, people["de"], people["fr"])
    older = await my_turn(script, table, people["fr"])
    latest = await my_turn(script, table, people["fr"])
    beside = await script.slash(people["fr"], place, "show log")
    before = older.text, beside.text
    private = private_messages(place, people["fr"])
    replaced = latest.message.id
    await end_turn(script, place, people["de"])
    shown = await sent_below(script, table, people["fr"])
    await script.settle(TOLD)
    assert (older.text, beside.text) == before
    assert private_messages(place, people["fr"]) == private - {replaced} | {shown.id}


async def sent_below(script: Script, table: Clicker, person: User) -> Message:
    """The panel on which a turn has begun by itself, below the table's message of that turn."""

    def found() -> Message | None:
        own = (each for each in table.channel.messages.values() if each.ephemeral_to == person.id and led_on(each))
        return next((each for each in own if table.table and each.id > table.table.id and not each.deleted), None)

    await script.wait_for(found, 20, "the turn on the panel")
    message = found()
    assert message is not None
    return message


async def test_a_panel_that_cannot_be_edited_any_more(script: Script, place: Channel, people: People) -> None:
    """Too old, or dismissed: nothing happens, no fault is logged, and the button of the table message opens it."""
    table = await opened(script, place, people["de"], people["fr"])
    waiting = await my_turn(script, table, people["fr"])
    before = waiting.text
    script.expire(waiting)
    with script.expecting("expired-token"):
        await end_turn(script, place, people["de"])
        await script.settle(TOLD)
    assert waiting.text == before
    dismissed = await my_turn(script, table, people["de"])
    dismissed.message.deleted = True
    with script.expecting("unknown-message"):
        await end_turn(script, place, people["fr"])
        await script.settle(TOLD)
    assert led_on((await my_turn(script, table, people["de"])).message)


def private_messages(place: Channel, person: User) -> set[int]:
    """The messages of a channel that a person alone sees."""
    return {each.id for each in place.messages.values() if each.ephemeral_to == person.id and not each.deleted}


async def test_an_interaction_delivered_twice_counts_once(script: Script, place: Channel, people: People) -> None:
    table = await opened(script, place, people["de"], people["fr"])
    mine = await my_turn(script, table, people["de"])
    script.deliver_twice()
    await script.click(mine, control(mine, "table:do:", ":s:gear"))
    await script.settle(TOLD)
    board = await script.slash(people["de"], place, "show me")
    assert any("3 Zahnräder" in json.dumps(state, ensure_ascii=False, default=str) for state in board.message.history)


async def test_old_buttons_outlive_kill_9(script: Script, bot: BotProcess, place: Channel, people: People) -> None:
    """The game stands where it was, and the controls on messages of before go on."""
    table = await opened(script, place, people["de"], people["fr"])
    mine = await my_turn(script, table, people["de"])
    await bot.restart()
    done = await script.click(mine, control(mine, "table:do:", ":s:gear"))
    assert "Zahnrad" in done.text
    await bot.restart()
    assert table.table is not None
    again = await my_turn(script, table, people["de"])
    assert "zweite Aktion" in again.text
    assert offered(again.message, "play")


async def test_two_people_at_once_lose_nothing(script: Script, place: Channel, people: People) -> None:
    """Both look and act in the same moment; each gets an answer, and only whose turn it is acts."""
    table = await opened(script, place, people["de"], people["fr"])
    assert table.table is not None
    pick = next(found for found in ids(table.table, "table:pick:") if ":switch:" in found)
    both = [script.client.click(people[who], table.table, pick) for who in ("de", "fr")]
    answers = [await script._finish(each) for each in both]
    assert all(answer.ephemeral for answer in answers)
    assert ids(answers[0].message, "table:do:")
    assert not ids(answers[1].message, "table:do:")


NOTED = {
    "de": ("Gemerkt", "immer antwortest", "noch keine feste Antwort"),
    "fr": ("Noté", "habituelles", "Aucune"),
    "en": ("Noted", "standing answers", "none so far"),
}


@LANGUAGES
async def test_standing_answers(script: Script, bot: BotProcess, place: Channel, people: People, language: str) -> None:
    """Settled on where it is asked, kept over a kill -9, seen and taken back; by command too."""
    person, (noted, title, none) = people[language], NOTED[language]
    table = await opened(script, place, person, people["de-mod"])
    panel = await asked_for_good(table, person)
    settling = await script.click(panel, ids(panel, "table:settle:")[0], user=person)
    wish = ids(settling.message, "table:always:")[0]
    done = await script.click(settling, wish)
    assert noted in done.text
    kind, answer = wish.split(":")[3:]
    if language == "de":
        await bot.restart()
    listed = await script.slash(person, place, "turn always")
    assert title in listed.text
    [ask] = ids(listed.message, "table:always:")
    assert ask.split(":")[3:] == [kind, "ask"]
    stopped = await script.click(listed, ask)
    assert none in stopped.text
    typed = await script.slash(person, place, "turn always", {"question": kind, "answer": f"={answer}"})
    assert noted in typed.text
    again = await script.slash(person, place, "turn always", {"question": kind, "answer": "=ask"})
    assert none in again.text
    wrong = await script.slash(person, place, "turn always", {"question": kind, "answer": "xyzzy"})
    assert wrong.ephemeral
    assert "xyzzy" in wrong.text


async def asked_for_good(table: Clicker, person: User) -> Message:
    """The person's panel once it asks something that can be answered once and for all."""
    for _ in range(600):
        panel = table.panels.get(person.id)
        if panel is not None and not panel.deleted and ids(panel, "table:settle:"):
            return panel
        if not any([await table.step(each) for each in table.people]):
            await table.script.settle()
    raise AssertionError("never asked")


@LANGUAGES
async def test_what_cannot_be_done_says_what_comes_nearest(
    script: Script, place: Channel, people: People, language: str
) -> None:
    """With the deal of these tests some action cannot be paid for at the start; the nearest one is named with what it
    costs and what is there."""
    person = people[language]
    table = await opened(script, place, person, people["de-mod"])
    assert table.table is not None
    everything = await script.click(table.table, ids(table.table, "table:all:")[0], user=person)
    while not re.search(NEAREST[language], everything.text):
        [further] = [each for each in ids(everything.message, "table:all:") if each.endswith((":1", ":2", ":3"))][-1:]
        everything = await script.click(everything, further)


NEAREST = {
    "de": r"Am ehesten möglich: \*\*.+\*\*\. .+ zu wenig, .+ Das kostet .+ Du hast \d",
    "fr": r"possibilité la plus proche\s: \*\*.+\*\*\. Il (te )?manque .+ Tu as \d",
    "en": r"Nearest: \*\*.+\*\*\. .+ short, .+ this costs .+ You have \d",
}


@LANGUAGES
async def test_the_expansion_by_commands(script: Script, place: Channel, people: People, language: str) -> None:
    """A journey with the switch, its price, and what can be asked and refused of the expansion's free actions."""
    person = people[language]
    table = Clicker(script, place, [person, people["de-mod"]], seed=1)
    await table.open(options=(*FIXED, "abyss=on"))
    await table.begun()
    await script.settle()
    for command in ("turn gains", "can gains", "turn journey", "can journey"):
        refused = await script.slash(person, place, command, {} if "gains" in command else {"journey": "j_salt_road"})
        assert refused.ephemeral
        assert "❌" in refused.text, command
    gains = (await script.complete(person, place, "turn switch", {"for": ""})).choices
    journey = next(choice["value"] for choice in gains if choice["value"].startswith("=j_"))
    assert "✅" in (await script.slash(person, place, "can switch", {"for": journey})).text
    done = await script.slash(person, place, "turn switch", {"for": journey})
    while answers := (await script.complete(person, place, "turn choose", {"answer": ""})).choices:
        done = await script.slash(person, place, "turn choose", {"answer": answers[0]["value"]})
    assert SAID[language]["mine"] in done.text
    assert table.failed == []
