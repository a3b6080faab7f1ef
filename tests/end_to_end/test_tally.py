"""The score pad as people meet it: three languages, several at once, bad input, a restart, messages outside servers."""

import asyncio
import csv
import io
import json
from typing import Any

import pytest

from bot.practice import seed_data
from bot.practice.model import Channel, Message, User
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import Result, Script

People = dict[str, User]
Places = dict[str, Channel]

POINTS = {"track": "61", "progress": "18", "technologies": "5", "locations": "7 5"}
CARDS = {"cards": "4 6", "leftover": "4 3 2 2", "small": "1", "end_tile": True}
ARTIFACTS = {"yellow": "3 6 1 energy", "white": "0 4 2", "violet": "1 5 1"}
LABELS = {
    "de": ("1 · Punkte", "2 · Karten und Rest", "3 · Artefaktkarte", "Abschließen", "Summe: 166"),
    "fr": ("1 · Points", "2 · Cartes et divers", "3 · Carte Artefact", "Terminer", "Total : 166"),
    "en": ("1 · Points", "2 · Cards and the rest", "3 · Artifact card", "Close", "Total: 166"),
}
RESULT = {"de": "Ergebnis #", "fr": "Résultat n°", "en": "Result #"}


async def new(script: Script, person: User, place: Channel, **options: Any) -> Message:
    """A new score pad; its board."""
    answer = await script.slash(person, place, "tally new", options)
    assert not answer.ephemeral, answer.text
    return answer.message


def seats(board: Message) -> list[str]:
    return [part["custom_id"] for part in board.walk() if str(part.get("custom_id")).startswith("tally:seat:")]


async def fill(script: Script, board: Message, person: User, seat: int, language: str, points: Any = None) -> Result:
    """All three forms of a seat, from the board's button on; the sheet at the end."""
    form = await script.click(board, seats(board)[seat], user=person)
    first = await script.submit(form, points or POINTS)
    mine = first.messages[-1]
    forms: tuple[dict[str, Any], ...] = (CARDS, ARTIFACTS)
    for label, typed in zip(LABELS[language][1:3], forms, strict=True):
        form = await script.click(mine, label, user=person)
        answer = await script.submit(form, typed)
    return answer


async def closed(script: Script, board: Message, person: User, language: str) -> Message:
    await script.click(board, LABELS[language][3], user=person)
    return board


@pytest.mark.parametrize(("language", "place"), [("de", "de"), ("fr", "fr"), ("en", "dm")])
async def test_a_whole_tally(
    script: Script, bot: BotProcess, people: People, places: Places, language: str, place: str
) -> None:
    person = people[language]
    channel = script.directory.dm(person) if place == "dm" else places[place]
    board = await new(script, person, channel, player1=person)
    sheet = await fill(script, board, person, 0, language)
    assert sheet.ephemeral or place == "dm"
    assert LABELS[language][4] in sheet.text
    await closed(script, board, person, language)
    assert RESULT[language] in board.text
    assert "166" in board.text


async def test_the_form_that_starts_one(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    form = await script.slash(people["de"], places["de"], "tally new")
    board = await script.submit(form, {"people": [people["de"]], "names": "Anna", "used": ["expansion", "long_game"]})
    assert "Call of the Abyss" in board.text
    assert "Kim" in board.text
    assert "Anna" in board.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"names": "A, B, C, D, E"}, "5 players"),
        ({"names": "Anna, anna"}, "twice"),
        ({"names": "Alex", "player1": "me"}, "twice"),
        ({"player1": "me", "player2": "me"}, "twice"),
        ({"names": "Anna, Ben", "kind": "mautoma"}, "1 player"),
    ],
)
async def test_tables_that_cannot_be(
    script: Script, bot: BotProcess, people: People, places: Places, given: dict[str, Any], said: str
) -> None:
    """Refused in private, and the form comes back as it was filled in."""
    alex = people["en"]
    options = {key: alex if value == "me" else value for key, value in given.items()}
    answer = await script.slash(alex, places["de"], "tally new", options)
    assert answer.ephemeral
    assert said in answer.text
    form = await script.click(answer, "Open the form again")
    fields = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
    assert fields["names"].get("value", "") == given.get("names", "")
    board = await script.submit(form, {"names": "Anna", "people": [], "mode": "table"})
    assert "Anna" in board.text
    assert not board.ephemeral


@pytest.mark.parametrize("typed", ["-5", "abc", "10^9", "1000000000", "3.5"])
async def test_bad_numbers_lose_nothing(
    script: Script, bot: BotProcess, people: People, places: Places, typed: str
) -> None:
    alex = people["en"]
    board = await new(script, alex, places["de"], player1=alex)
    form = await script.click(board, seats(board)[0], user=alex)
    answer = await script.submit(form, {**POINTS, "progress": typed})
    told = answer.messages[-1]
    assert told.ephemeral_to == alex.id
    assert "Progress track" in told.text
    assert "Score track" not in told.text
    assert "0/3" in " ".join(part.get("label") or "" for part in board.walk())
    form = await script.click(told, "Open the form again", user=alex)
    values = [part["component"].get("value") for part in form.modal["components"]]
    assert values == ["61", typed, "5", "7 5"]
    answer = await script.submit(form, {"progress": "18"})
    assert "So far: 96" in answer.text
    assert answer.ephemeral


async def test_players_fill_in_at_the_same_time(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    four = [people["en"], people["de"], people["fr"], people["de-mod"]]
    board = await new(script, four[0], places["de"], **{f"player{n}": who for n, who in enumerate(four, 1)})
    languages = ("en", "de", "fr", "de")
    forms = [await script.click(board, seats(board)[seat], user=who) for seat, who in enumerate(four)]
    first = await asyncio.gather(*(script.submit(form, POINTS) for form in forms))
    for label, typed in ((1, CARDS), (2, ARTIFACTS)):
        forms = await asyncio.gather(
            *(
                script.click(answer.messages[-1], LABELS[language][label], user=who)
                for answer, who, language in zip(first, four, languages, strict=True)
            )
        )
        await asyncio.gather(*(script.submit(form, typed) for form in forms))
    await script.wait_for(lambda: board.text.count("166") >= 4, 60, "the board")
    assert "4 Personen haben das Spielendeplättchen" in board.text
    assert "Gleichstand" in board.text
    form = await script.click(board, "Gleichstand auflösen", user=people["fr"])
    await script.submit(form, {"0": "18", "1": "21", "2": "18", "3": "9"})
    ranked = [line for line in board.text.splitlines() if line.startswith(("1\\", "2\\", "3\\", "4\\"))]
    assert [line.split(".")[0].strip("\\") for line in ranked] == ["1", "2", "2", "4"]
    assert "Kim" in ranked[0]
    form = await script.click(board, seats(board)[1], user=people["fr"])
    assert "Kim" in form.text, "anybody at the table sees and mends any line"


async def test_two_people_edit_one_seat(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """Both have the form open. What only one has changed stands; where both have, the second is asked, also after a
    restart, and decides."""
    alex, kim, place = people["en"], people["de"], places["de"]
    board = await new(script, alex, place, player1=alex, player2=kim)
    await fill(script, board, alex, 0, "en")
    number = int(seats(board)[0].split(":")[2])
    fill_in = {"pad": number, "player": "Alex", "form": "points"}
    mine, theirs = [await script.slash(who, place, "tally fill", fill_in) for who in (alex, kim)]
    await script.submit(mine, {"track": "70", "progress": "20"})
    asked = (await script.submit(theirs, {"track": "80", "technologies": "6"})).messages[-1]
    assert asked.ephemeral_to == kim.id
    assert "Alex hat 70 eingetragen, du 80" in asked.text
    assert "18" not in asked.text, "only what both have changed is asked"
    form = await script.slash(alex, place, "tally fill", fill_in)
    values = {part["component"]["custom_id"]: part["component"].get("value") for part in form.modal["components"]}
    assert (values["track"], values["progress"], values["technologies"]) == ("70", "20", "6")
    await bot.restart()
    sheet = await script.click(asked, "Meins nehmen", user=kim)
    assert "**80**" in sheet.text
    assert "**20**" in sheet.text
    form = await script.slash(alex, place, "tally fill", fill_in)
    late = await script.slash(kim, place, "tally fill", fill_in)
    await script.submit(form, {"track": "81"})
    asked = (await script.submit(late, {"track": "82"})).messages[-1]
    sheet = await script.click(asked, "Das andere behalten", user=kim)
    assert "**81**" in sheet.text


async def test_a_changed_result_says_so(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    alex, kim, place = people["en"], people["de"], places["de"]
    board = await new(script, alex, place, player1=alex, player2=kim)
    for seat, (who, language) in enumerate(((alex, "en"), (kim, "de"))):
        await fill(script, board, who, seat, language)
    await closed(script, board, alex, "de")
    number = int(seats(board)[0].split(":")[2])
    form = await script.slash(kim, place, "results mend", {"result": number, "player": "Alex", "form": "points"})
    await script.submit(form, {"track": "60"})
    await script.wait_for(lambda: "Kim hat für Alex" in board.text, 5, "the board")
    assert "61 → 60" in board.text
    shown = await script.slash(alex, place, "results show", {"result": number})
    assert "Changed by Kim for Alex" in shown.text


async def test_a_restart_in_the_middle(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """The buttons, and even a form that is open meanwhile, work after kill -9."""
    alex, place = people["en"], places["de"]
    board, other = await new(script, alex, place, player1=alex), await new(script, alex, place, names="Anna")
    form = await script.click(board, seats(board)[0], user=alex)
    await bot.restart()
    answer = await script.submit(form, POINTS)
    mine = answer.messages[-1]
    assert "So far: 96" in mine.text
    form = await script.click(mine, LABELS["en"][1], user=alex)
    answer = await script.submit(form, CARDS | {"small": "2", "cards": "4 6 1"})
    assert "So far: 128" in answer.text  # 96 + 2 × 11 + 4 + 2 × 2 + 11 ÷ 5
    assert (await script.click(other, seats(other)[0], user=people["fr"])).modal["title"].startswith("Anna")


async def test_a_form_sent_after_the_tally_was_closed(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    alex, kim = people["en"], people["de"]
    board = await new(script, alex, places["de"], player1=alex, player2=kim)
    form = await script.click(board, seats(board)[0], user=alex)
    asked = await script.click(board, "Abschließen", user=kim)
    assert "Noch nicht ausgefüllt" in asked.text
    await script.click(asked.messages[-1], "Trotzdem abschließen", user=kim)
    answer = await script.submit(form, POINTS)
    told = answer.messages[-1]
    assert told.ephemeral_to == alex.id
    assert "Kim has closed" in told.text
    assert "61" in told.text
    assert "7 5" in told.text
    form = await script.click(told, "Correct the result with this", user=alex)
    assert form.modal["components"][0]["component"]["value"] == "61"
    mended = await script.submit(form, {})
    assert "So far: 96" in mended.text
    await script.wait_for(lambda: "96" in board.text, 60, "the board")


async def test_a_deleted_result(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    alex, kim, toni = people["en"], people["de"], people["de-mod"]
    board = await new(script, alex, places["de"], player1=alex)
    await fill(script, board, alex, 0, "en")
    await closed(script, board, alex, "de")
    number = int(seats(board)[0].split(":")[2])
    form = await script.slash(alex, places["de"], "results mend", {"result": number, "form": "points"})
    assert form.modal["components"][0]["component"]["value"] == "61"
    declined = await script.slash(kim, places["de"], "results delete", {"result": number})
    assert "Löschen dürfen das nur" in declined.text
    asked = await script.slash(toni, places["de"], "results delete", {"result": number})
    assert "gelöscht" in (await script.click(asked, "Endgültig löschen")).text
    assert f"#{number} ist gelöscht." in board.text
    answer = await script.submit(form, {"track": "62"})
    assert answer.ephemeral
    assert f"#{number} is not here" in answer.text
    assert "62" in answer.text
    assert "is not here" in (await script.slash(alex, places["de"], "results show", {"result": number})).text


async def test_results(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """Kept per server; listed, shown, mended, exported."""
    camille, place = people["fr"], places["fr"]
    for track in ("61", "71"):
        board = await new(script, camille, place, player1=camille)
        await fill(script, board, camille, 0, "fr", POINTS | {"track": track})
        await closed(script, board, camille, "fr")
    number = int(seats(board)[0].split(":")[2])
    listed = await script.slash(camille, place, "results list")
    assert listed.ephemeral
    assert listed.text.index("Camille\u00a0176") < listed.text.index("Camille\u00a0166")
    shown = await script.select(listed, "results:pick", [str(number)])
    assert "176" in shown.text
    assert "Montrer à tout le monde" in [part.get("label") for part in shown.message.walk()]
    found = await script.complete(camille, place, "results show", {"result": "Cam"})
    assert found.choices[0]["value"] == number
    form = await script.slash(camille, place, "results mend", {"result": number, "form": "points"})
    mended = await script.submit(form, {"track": "81"})
    assert "186" in mended.text
    files = {}
    for kind in ("csv", "json"):
        answer = await script.slash(camille, place, "results export", {"file": kind})
        files[kind] = answer.message.files[0].data.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(files["csv"]), delimiter=";"))  # as Excel separates columns in French
    assert rows[-1]["total"] == "186"
    assert rows[-1]["player"] == "Camille"
    assert json.loads(files["json"])[-1]["players"][0]["total"] == 186
    elsewhere = await script.slash(camille, places["de"], "results show", {"result": number})
    assert "n’est pas ici" in elsewhere.text


async def test_solo_is_measured_on_the_mautoma_s_scale(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    alex = people["en"]
    board = await new(script, alex, places["de"], player1=alex, kind="mautoma")
    form = await script.click(board, seats(board)[0], user=alex)
    assert len(form.modal["components"]) == 4
    mine = (await script.submit(form, POINTS)).messages[-1]
    form = await script.click(mine, LABELS["en"][1], user=alex)
    assert "end_tile" not in [part["component"]["custom_id"] for part in form.modal["components"]]
    await script.submit(form, {"cards": "4 6", "leftover": "11", "small": "1"})
    form = await script.click(mine, LABELS["en"][2], user=alex)
    answer = await script.submit(form, ARTIFACTS)
    assert "**outstanding victory**" in answer.text  # 166 − 4 = 162
    assert "From 170 points: utopia." in answer.text
    await script.wait_for(lambda: "überragender Sieg" in board.text, 60, "the board")


async def test_a_second_delivery_starts_no_second_tally(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    camille = people["fr"]
    script.deliver_twice()
    board = await new(script, camille, places["thread"], names="Anna")
    found = await script.complete(camille, places["thread"], "tally show", {"pad": ""})
    assert [choice["value"] for choice in found.choices] == [int(seats(board)[0].split(":")[2])]


async def test_everything_a_button_does_a_command_does(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    kim, place = people["de"], places["thread"]
    board = await new(script, kim, place, names="Anna, Ben")
    number = int(seats(board)[0].split(":")[2])
    assert "Noch nicht ausgefüllt" in (await script.slash(kim, place, "tally close")).text
    for name in ("Anna", "Ben"):
        for form, typed in (("points", POINTS), ("cards", CARDS), ("artifacts", ARTIFACTS)):
            opened = await script.slash(kim, place, "tally fill", {"pad": number, "player": name, "form": form})
            answer = await script.submit(opened, typed)
            assert answer.ephemeral
    tie = await script.submit(await script.slash(kim, place, "tally tie"), {"0": "5", "1": "6"})
    assert "Gespeichert" in tie.text
    assert not (await script.slash(kim, place, "tally show", {"pad": number})).ephemeral
    assert "Ergebnis" in (await script.slash(kim, place, "tally close", {"pad": number})).text
    asked = await script.slash(kim, place, "tally delete", {"pad": number})
    await script.click(asked, "Endgültig löschen")
    assert "gibt es hier nicht" in (await script.slash(kim, place, "tally show", {"pad": number})).text


async def test_where_the_bot_is_only_somebody_s_app(
    script: Script, bot: BotProcess, people: People, places: Places
) -> None:
    """It may not edit messages by itself there; the buttons on the pad bring it up to date."""
    robin = script.directory.users[seed_data.ROBIN]
    place = script.directory.create_channel(script.directory.create_guild("Elsewhere", robin, bot=False), "table")
    board = await new(script, robin, place, player1=robin, names="Anna")
    sheet = await fill(script, board, robin, 0, "en")
    assert "Total: 166" in sheet.text
    assert "Press any name on the pad" in sheet.text
    assert "166" not in board.text
    await script.click(board, "Robin 1/3", user=robin)
    assert "166" in board.text
    asked = await script.click(board, "Close", user=robin)
    assert "Anna: 1 · Points" in asked.text
    await script.click(asked.messages[-1], "Close anyway", user=robin)
    assert "166" in (await script.slash(robin, place, "results list")).text
    await fill(script, await new(script, robin, place, player1=robin, names="Anna"), robin, 0, "en")
    await bot.restart()
    script.assert_clean()


async def test_direct_messages_with_the_bot(script: Script, bot: BotProcess, people: People, places: Places) -> None:
    """There the bot is at home: the board follows by itself."""
    robin = script.directory.users[seed_data.ROBIN]
    board = await new(script, robin, script.directory.dm(robin), player1=robin, names="Anna")
    sheet = await fill(script, board, robin, 0, "en")
    assert "Total: 166" in sheet.text
    await script.wait_for(lambda: "166" in board.text, 60, "the board")


CALC = [
    ("artifact", {"artifacts": 3, "count": 6}, "**24**", "score.artifact_card"),
    ("leftover", {"gears": 6, "books": 5, "crystals": 1}, "**2**", "score.leftover"),
    ("build", {"building": "large", "spaces": 3, "free-spaces": 1}, "**5**", "build.cost"),
    ("populate", {"row": 2, "others": 1}, "**4**", "populate.cost"),
    ("bonus", {"building": "large", "forests": 2}, "**4**", "build.bonus_large_doubling"),
    ("devotion", {"points": 7}, "**3**", "devotion.convert"),
    ("range", {"spaces": 4, "free-spaces": 1}, "**3**", "range.cost"),
]


@pytest.mark.parametrize("language", ["de", "fr", "en"])
@pytest.mark.parametrize(("question", "given", "said", "entry"), CALC, ids=[case[0] for case in CALC])
async def test_calculators_show_formula_and_rule(
    script: Script,
    bot: BotProcess,
    people: People,
    places: Places,
    language: str,
    question: str,
    given: dict[str, Any],
    said: str,
    entry: str,
) -> None:
    answer = await script.slash(people[language], places["de"], f"calc {question}", given)
    assert answer.ephemeral
    assert said in answer.text
    rule = await script.click(answer, f"cite:{entry}")
    assert rule.ephemeral
    assert rule.interaction.original is not answer.interaction.original, "the answer stays"
    assert "📖" not in rule.text
    assert len(rule.text) > 100
