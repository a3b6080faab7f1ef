"""Whatever fails, the person is told privately, in their language, and the log has it."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands, ui
from structlog.testing import capture_logs

from bot.client import Client
from bot.store import NotStored, StoreProblem
from cogs.core.localization import UserError
from cogs.core.persistent_ui import Form, Panel, PersistentButton
from cogs.core.services import Interaction
from cogs.general.help_cog import OpenHelp
from tests.cogs.people import asking, given

GERMAN = discord.Locale.german


def http(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": "no"})


def broken(error: Exception) -> app_commands.CommandInvokeError:
    return app_commands.CommandInvokeError(cast("Any", SimpleNamespace(name="x")), error)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UserError("settings.not_here"), "auf einem Server"),
        (app_commands.MissingPermissions(["manage_guild"]), "Server verwalten"),
        (app_commands.BotMissingPermissions(["embed_links", "attach_files"]), "Links einbetten und Dateien anhängen"),
        (app_commands.MissingPermissions(["kick_members"]), "kick_members"),
        (app_commands.NoPrivateMessage(), "nur auf einem Server"),
        (app_commands.CommandOnCooldown(app_commands.Cooldown(1, 5), 1.53), "1,5 s"),
        (app_commands.CheckFailure(), "nicht benutzen"),
        (app_commands.CommandNotFound("x", []), "gerade geändert"),
        (broken(http(discord.Forbidden, 403, 50013)), "Kanal"),
    ],
)
async def test_expected_failures_are_explained(client: Client, error: Exception, told: str) -> None:
    interaction = asking(client, locale=GERMAN)
    with capture_logs() as logs:
        await client.failed(interaction, error)
    [(how, answer)] = given(interaction)
    assert (how, answer["ephemeral"]) == ("send", True)
    assert told in answer["content"]
    assert [line["event"] for line in logs] == ["declined"]


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (NotStored("x.sqlite3: its disk is full"), "Nicht gespeichert"),
        (StoreProblem("x.sqlite3: damaged"), "nicht lesen"),
    ],
)
async def test_trouble_with_the_database_is_told_without_a_traceback(
    client: Client, problem: StoreProblem, told: str
) -> None:
    interaction = asking(client, locale=GERMAN)
    with capture_logs() as logs:
        await client.failed(interaction, broken(problem))
    [(_, answer)] = given(interaction)
    assert told in answer["content"]
    assert "noch einmal" in answer["content"]
    [line] = logs
    assert (line["event"], line["log_level"], line["problem"]) == ("the database failed", "error", str(problem))
    assert "exc_info" not in line


async def test_what_the_bot_lacks_here_is_named(client: Client) -> None:
    interaction = asking(client, locale=GERMAN, app_permissions=discord.Permissions(view_channel=True))
    await client.failed(interaction, http(discord.Forbidden, 403, 50001))
    told = given(interaction)[0][1]["content"]
    assert "Nachrichten senden" in told
    assert "Kanal ansehen" not in told


async def test_an_unexpected_failure_has_a_reference_that_the_log_has_too(client: Client) -> None:
    interaction = asking(client)
    with capture_logs() as logs:
        await client.failed(interaction, broken(ZeroDivisionError()))
    [line] = logs
    assert line["log_level"] == "error"
    assert isinstance(line["exc_info"], ZeroDivisionError)
    assert {"command", "guild", "channel", "user", "milliseconds", "version"} <= set(line)
    assert f"`{line['reference']}`" in given(interaction)[0][1]["content"]


@pytest.mark.parametrize("code", [10062, 40060, 50027, 10015])
async def test_nobody_is_told_when_it_is_too_late(client: Client, code: int) -> None:
    interaction = asking(client)
    with capture_logs() as logs:
        await client.failed(interaction, broken(http(discord.NotFound, 404, code)))
    assert given(interaction) == []
    assert [line["event"] for line in logs] == ["too late to answer"]


async def test_after_an_answer_it_is_told_in_a_follow_up(client: Client) -> None:
    interaction = asking(client)
    await interaction.response.defer()
    await client.failed(interaction, ValueError())
    assert [how for how, _ in given(interaction)] == ["defer", "followup"]


async def test_a_person_who_cannot_be_told_is_only_logged(client: Client) -> None:
    interaction = asking(client)
    cast("Any", interaction).response.fails_with = http(discord.NotFound, 404, 10062)
    with capture_logs() as logs:
        await client.failed(interaction, ValueError())
    assert [line["event"] for line in logs] == ["failed", "could not tell the person"]


class Breaking(PersistentButton, template=r"test:breaking:(?P<n>\d+)"):
    async def used(self, interaction: Interaction) -> None:
        raise ZeroDivisionError


async def test_buttons_forms_and_panels_fail_the_same_way(client: Client) -> None:
    button = Breaking(ui.Button(custom_id="test:breaking:5"))
    by_button = asking(client, data={"custom_id": "test:breaking:5"})
    by_form, by_panel = asking(client), asking(client)
    with capture_logs() as logs:
        await button.callback(by_button)
        await Form(title="x").on_error(by_form, ValueError())
        await Panel().on_error(by_panel, ValueError(), button)
    assert all("Something went wrong" in given(each)[0][1]["content"] for each in (by_button, by_form, by_panel))
    assert logs[0]["command"] == "test:breaking"
    assert isinstance(logs[0]["milliseconds"], float)


async def test_a_button_s_use_is_logged_without_what_was_typed(client: Client) -> None:
    with capture_logs() as logs:
        await OpenHelp.button("en").callback(asking(client, data={"custom_id": "help:open:start:0:new"}))
    assert [(line["event"], line["command"]) for line in logs] == [("answered", "help:open")]


async def test_a_control_that_nobody_knows_is_answered(client: Client) -> None:
    """For instance one that an older version of the bot has made."""
    kind = discord.InteractionType.component
    old, known = (asking(client, type=kind, data={"custom_id": each}) for each in ("game:old:1", "help:pick"))
    await client.on_interaction(old)
    await client.on_interaction(known)
    assert "fresh one" in given(old)[0][1]["content"]
    assert given(known) == []


KIM = SimpleNamespace(id=44, display_name="Kim")


def shown(*custom_ids: str) -> Any:
    """A private message with these controls."""
    row = SimpleNamespace(children=[SimpleNamespace(custom_id=each) for each in custom_ids])
    return SimpleNamespace(id=99, components=[row], flags=SimpleNamespace(ephemeral=True))


async def test_a_control_that_its_message_has_no_more_is_answered(client: Client) -> None:
    """The library drops them, of whatever family they are."""
    kind = discord.InteractionType.component
    for custom_id in ("help:pick", "results:page:1", "tally:all:3", "table:own:" + "9" * 30, "table:turn:7"):
        gone = asking(client, type=kind, data={"custom_id": custom_id}, message=shown("help:open:start:0"), user=KIM)
        there = asking(client, type=kind, data={"custom_id": custom_id}, message=shown(custom_id))
        with capture_logs() as logs:
            await client.on_interaction(gone)
            await client.on_interaction(there)
        assert len(given(gone)) == 1, custom_id
        assert given(there) == []
        assert [line["exc_info"] for line in logs if line["event"] == "failed"] == []


@pytest.mark.parametrize("custom_id", ["old:1", "table:turn:7", "help:pick"])
async def test_an_old_control_that_arrives_twice_is_logged_only(client: Client, custom_id: str) -> None:
    """The second delivery is refused by Discord with 40060."""
    gone = asking(
        client, type=discord.InteractionType.component, data={"custom_id": custom_id}, message=shown(), user=KIM
    )
    cast("Any", gone).response.fails_with = http(discord.HTTPException, 400, 40060)
    with capture_logs() as logs:
        await client.on_interaction(gone)
    assert {line["event"] for line in logs} <= {"declined", "could not tell the person", "too late to answer"}
    assert logs


async def test_what_fails_in_a_listener_reaches_the_handler(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interaction = asking(client)
    real = object.__new__(discord.Interaction)
    told: list[Exception] = []

    async def failed(_: Interaction, error: Exception) -> None:
        told.append(error)

    monkeypatch.setattr(client, "failed", failed)
    with capture_logs() as logs:
        for argument in (real, interaction):
            try:
                raise ZeroDivisionError
            except ZeroDivisionError:
                await client.on_error("on_interaction", argument)
    assert [type(error) for error in told] == [ZeroDivisionError]
    assert [(line["event"], line["event_name"]) for line in logs] == [("an event failed", "on_interaction")]
    assert caplog.records == []


@pytest.mark.parametrize("code", [10062, 40060])
async def test_completions_that_come_too_late_are_logged_only(
    client: Client, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """What is typed while an answer is on its way is over before it arrives."""

    async def complete(choices: list[Any]) -> None:
        raise http(discord.NotFound, 404, code)

    interaction = asking(client, type=discord.InteractionType.autocomplete, data=typing("a"))
    cast("Any", interaction).namespace = SimpleNamespace(topic="a")
    cast("Any", interaction).response.autocomplete = complete
    with capture_logs() as logs:
        assert await client.tree.interaction_check(cast("Any", interaction)) is False
    assert [line["event"] for line in logs] == ["too late to answer"]
    assert caplog.records == []


def typing(text: str) -> dict[str, Any]:
    """What arrives while somebody types into an option of /help."""
    return {"name": "help", "options": [{"name": "topic", "type": 3, "value": text, "focused": True}]}


async def test_a_form_of_before_a_restart_is_answered(client: Client) -> None:
    kind = discord.InteractionType.modal_submit
    form = Form(title="Points", custom_id="opened:now")
    forgotten, known = (asking(client, type=kind, data={"custom_id": each}) for each in ("opened:then", form.custom_id))
    await client.on_interaction(forgotten)
    await client.on_interaction(known)
    assert "restarted" in given(forgotten)[0][1]["content"]
    assert given(known) == []


async def test_a_form_that_outlives_a_restart_is_handled_once(client: Client) -> None:
    taken: list[str] = []

    async def take_in(interaction: Interaction, custom_id: str) -> bool:
        taken.append(custom_id)
        return custom_id == "lasting:1"

    client.add_form_handler(take_in)
    mine, other = (
        asking(client, type=discord.InteractionType.modal_submit, data={"custom_id": each})
        for each in ("lasting:1", "lasting:2")
    )
    await client.on_interaction(mine)
    await client.on_interaction(other)
    assert taken == ["lasting:1", "lasting:2"]
    assert given(mine) == []
    assert "restarted" in given(other)[0][1]["content"]
