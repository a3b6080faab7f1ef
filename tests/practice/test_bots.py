"""Two bots as child processes: one that does everything right, one that does everything wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.practice import limits, seed_data
from bot.practice.discord_state import Config
from bot.practice.server import LoopbackServer
from bot.practice.user_client import ClientError
from tests.end_to_end.conftest import openapi
from tests.end_to_end.process import BotProcess
from tests.end_to_end.script import PATIENCE, File, Script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.practice.model import Channel, User


async def _script() -> AsyncIterator[Script]:
    config = Config(app_id=seed_data.APP_ID, openapi=openapi(), response_deadline=PATIENCE)
    async with LoopbackServer(config) as made:
        seed_data.build(made.state.directory)
        script = Script(made)
        role = script.directory.bot_role(script.directory.guilds[seed_data.EISZEIT])
        script.directory.allow(table(script), role, allow=limits.permissions("create_public_threads"))
        yield script
        for bot in script.bots:
            await bot.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def good(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Script]:
    """A loopback Discord with the sample bot."""
    async for script in _script():
        await BotProcess(script, "tests.practice.samplebot", data_dir=tmp_path_factory.mktemp("good")).start()
        yield script


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bad(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Script]:
    """A loopback Discord with the bad bot."""
    async for script in _script():
        await BotProcess(script, "tests.practice.badbot", data_dir=tmp_path_factory.mktemp("bad")).start()
        yield script


def kim(script: Script) -> User:
    return script.directory.users[seed_data.KIM]


def table(script: Script) -> Channel:
    return script.directory.channels[seed_data.SPIELTISCH]


# ------------------------------------------------------------------------------------------------ the good bot
async def test_names_in_two_languages(good: Script) -> None:
    shown = {c["name"]: c for c in good.offered(kim(good), table(good))}
    assert shown["find"]["name_shown"] == "finde"
    assert shown["find"]["options"][0]["name_shown"] == "wort"
    assert shown["Shout"]["name_shown"] == "Laut rufen"
    assert "admin" not in shown
    assert "admin" in {c["name"] for c in good.offered(good.directory.users[seed_data.TONI], table(good))}


async def test_completion_and_private_answers(good: Script) -> None:
    answer = await good.complete(kim(good), table(good), "find", {"word": "be"})
    assert [c["value"] for c in answer.choices] == ["berry", "bench", "ember"]
    answer = await good.slash(kim(good), table(good), "find", {"word": "berry"})
    assert answer.ephemeral
    assert answer.message not in table(good).visible(good.directory.users[seed_data.TONI])
    good.assert_clean()


async def test_options(good: Script) -> None:
    options = {"colour": 1, "times": 3, "who": good.directory.users[seed_data.TONI], "loud": True}
    answer = await good.slash(kim(good), table(good), "paint", options)
    assert answer.content == "1x3 Toni in de True"
    for wrong in ({"colour": 9}, {"colour": 1, "times": 6}, {"colour": 1, "who": "toni"}, {"colour": 1, "nope": 1}, {}):
        with pytest.raises(ClientError):
            await good.slash(kim(good), table(good), "paint", wrong)
    good.assert_clean()


async def test_buttons_and_menus(good: Script) -> None:
    panel = await good.slash(kim(good), table(good), "panel")
    await good.click(panel, "Later")
    assert panel.content == "edited later"
    answer = await good.select(panel, "Pick colours", ["Red", "blue"])
    assert (answer.content, answer.ephemeral) == ("picked red, blue", True)
    with pytest.raises(ClientError, match="menu-count"):
        await good.select(panel, "Pick colours", ["red", "green", "blue"])
    answer = await good.select(panel, "Pick a user", good.directory.users[seed_data.TONI])
    assert answer.content == "user Toni"
    await good.click(panel, "Hello", user=good.directory.users[seed_data.TONI])
    assert panel.content == "hello Toni"
    with pytest.raises(ClientError, match="disabled"):
        await good.click(panel, "Hello")
    menus = await good.slash(kim(good), table(good), "menus")
    role = next(r for r in table(good).guild.roles.values() if r.name == "Spielleitung")  # type: ignore[union-attr]
    assert (await good.select(menus, "Pick a role", role)).content == "role Spielleitung"
    assert (await good.select(menus, "Pick anybody", [role, kim(good)])).content == "2 picked"
    assert (await good.select(menus, "Pick a channel", table(good))).content == "channel spieltisch"
    good.assert_clean()


async def test_forms(good: Script) -> None:
    form = await good.slash(kim(good), table(good), "form")
    for wrong in ({"Name": "x", "Colour": "Red"}, {"Name": "Ann"}, {"Name": "Ann", "Colour": ["Black"]}, {"Zip": "1"}):
        with pytest.raises(ClientError):
            await good.submit(form, wrong)
    answer = await good.submit(form, {"Name": "Ann", "Colour": ["Blue"], "Proof": [File("p.txt", b"proof")]})
    assert answer.content == "Ann likes Blue, file=proof"
    form = await good.slash(kim(good), table(good), "boxes")
    answer = await good.submit(form, {"Size": "L", "Extras": ["snow", "ice"], "Agree": True})
    assert answer.content == "L with ['ice', 'snow'], agree=True, ['Kim']"
    good.assert_clean()


async def test_files_and_layouts(good: Script) -> None:
    answer = await good.slash(kim(good), table(good), "file", {"text": "abc ", "source": File("in.txt", b"def")})
    assert [f.filename for f in answer.message.files] == ["note.txt", "a.png", "b.png"]
    assert answer.message.files[0].text() == "abc def"
    card = await good.slash(kim(good), table(good), "card")
    assert card.message.is_v2
    await good.click(card, "Press")
    assert card.text == "pressed"
    good.assert_clean()


async def test_slow_answers(good: Script) -> None:
    answer = await good.slash(kim(good), table(good), "slow", {"secret": True})
    await answer.until(lambda r: r.content == "really done")
    assert answer.deferred
    assert answer.ephemeral
    assert [state["content"] for state in answer.message.history] == ["done", "really done"]
    good.assert_clean()


async def test_messages_menus_and_threads(good: Script) -> None:
    replies = await good.write(kim(good), table(good), f"<@{seed_data.APP_ID}> hi")
    assert [m.content for m in replies] == ["hi there"]
    answer = await good.on_message(kim(good), table(good), "Shout", replies[0])
    assert answer.content == "HI THERE"
    answer = await good.on_user(kim(good), table(good), "Who is it", good.directory.users[seed_data.TONI])
    assert answer.content == "toni"
    toni = good.directory.users[seed_data.TONI]
    answer = await good.slash(toni, table(good), "admin work")
    await answer.until(lambda r: "history" in r.text)
    assert [m.content for m in good.directory.dm(toni).messages.values()] == ["direct"]
    assert good.state.journal.pings[-1].pings.users == [toni.id]
    good.assert_clean()


async def test_faults_are_survived(good: Script) -> None:
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    for fault in ({"status": 429, "retry_after": 0.1}, {"status": 502}, {"delay": 0.2}):
        made = good.faults.rest("POST", callback, **fault)
        assert (await good.slash(kim(good), table(good), "ping")).content == "pong"
        assert made.hits == 1
    await good.faults.drop_gateway()
    assert (await good.slash(kim(good), table(good), "ping")).content == "pong"
    good.deliver_twice()
    assert (await good.slash(kim(good), table(good), "ping")).content == "pong"
    await good.settle()
    assert "double-ack-injected" in {v.kind for v in good.state.journal.violations}
    assert "40060" in good.bots[0].log
    good.bots[0].lines.clear()  # its traceback is no fault of the other tests


async def test_old_buttons_after_a_kill(good: Script) -> None:
    old = await good.slash(kim(good), table(good), "persist")
    await good.click(old, "Count 0")
    await good.bots[0].restart()
    await good.click(old, "Count 1", user=good.directory.users[seed_data.TONI])
    assert old.content == "counted 2"


# ------------------------------------------------------------------------------------------------ the bad bot
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("silent", ["no-response"]),
        ("crash", ["no-response"]),
        ("late", ["no-response", "late-response"]),
        ("blocking", ["no-response", "late-response"]),
        ("twice", ["double-ack"]),
        ("early", ["followup-before-response"]),
        ("too_long", ["invalid-form-body", "no-response"]),
        ("empty", ["empty-message", "no-response"]),
        ("leak", ["ephemeral-lost"]),
        ("fetch_private", ["unknown-message"]),
        ("forgot_file", ["embed-attachment-missing"]),
    ],
)
async def test_what_is_wrong_is_caught(bad: Script, name: str, kinds: list[str]) -> None:
    """Time runs out when the bot has done all that it does; one that is to be late gets a second."""
    late = "late-response" in kinds
    bad.state.config.response_deadline = 1.0 if late else PATIENCE
    with bad.expecting(*kinds) as caught:
        sent = bad.client.slash(kim(bad), table(bad), f"bad {name}")
        before = set(kinds) - {"no-response"}
        await bad.wait_for(lambda: before <= {v.kind for v in caught}, PATIENCE, f"{before}")
        await bad.settle()
        if not late:
            bad.client.run_out(sent)
    assert sent.responded != ("no-response" in kinds)
    assert not bad.violations()


async def test_what_a_bot_must_not_do_besides(bad: Script) -> None:
    bad.state.config.response_deadline = PATIENCE
    await bad.slash(kim(bad), table(bad), "bad outside")
    with bad.expecting("no-response"):
        crashed = bad.client.slash(kim(bad), table(bad), "bad crash")
        process = bad.bots[0]
        await bad.wait_for(lambda: process.outside() and "boom" in process.log, PATIENCE, "what the bot prints")
        bad.client.run_out(crashed)
    assert "example.invalid" in process.outside()[0]
    with pytest.raises(AssertionError, match=r"boom|example\.invalid|Traceback"):
        bad.assert_clean()


async def test_an_intent_that_is_not_enabled(tmp_path: Path) -> None:
    async for script in _script():
        greedy = BotProcess(script, "tests.practice.badbot", data_dir=tmp_path, env={"BAD_INTENTS": "1"})
        with script.expecting("gateway-intents"), pytest.raises(RuntimeError, match="PrivilegedIntentsRequired"):
            await greedy.start()
