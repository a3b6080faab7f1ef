"""What a host types: ``doctor``, ``setup``, ``restore``; and what a monitor asks: ``/metrics`` and ``/healthz``."""

import asyncio
import os
import re
import socket
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.host_checks import check_clock
from bot.exits import Exit
from bot.metrics import REGISTRY
from bot.practice import Practice, seed_data
from bot.settings import read_settings
from bot.version import program_version
from tests.test_command_line import ROOT, SECONDS, bot, practising, wait_for_log

LAUNCH = ("bot.practice.launch", "--module", "bot", "--")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_version() -> None:
    found = CliRunner().invoke(app, ["--version"])
    assert (found.exit_code, found.output) == (0, f"revive-referee {program_version()}\n")


def test_a_doctor_on_a_new_machine_finds_nothing_wrong(here: Path) -> None:
    found = CliRunner().invoke(app, ["doctor"])
    assert found.exit_code == 0
    assert "the first start makes it" in found.output
    assert "practice channel" in found.output


@pytest.mark.parametrize(
    ("env", "told"),
    [
        ("DATA_DIRR=x", "expected DATA_DIR"),
        ("DATA_DIR=/proc/nothing", "set DATA_DIR to one the bot may write to"),
        ("DATABASE_URL=sqlite+aiosqlite:///broken", "cannot be read"),
        ("THINKERS=remote", "THINKERS: remote needs a database that processes share"),
        ("DATABASE_URL=postgresql://me:hunter22@127.0.0.1:1/db", "the PostgreSQL database: it cannot be reached"),
    ],
)
def test_what_a_doctor_finds_wrong(here: Path, env: str, told: str) -> None:
    (here / ".env").write_text(env)
    (here / "broken").write_text("no database" * 1000)
    found = CliRunner().invoke(app, ["doctor"])
    assert found.exit_code == Exit.FAILED
    assert "FAILED" in found.output
    assert told in " ".join(found.output.split())


def test_a_clock_before_the_program_was_made() -> None:
    assert check_clock(datetime(2000, 1, 1, tzinfo=UTC)).level == "failed"
    assert check_clock(datetime.now(UTC) + timedelta(days=400)).level == "ok"


def test_setup_writes_settings_that_can_be_read(here: Path) -> None:
    found = CliRunner().invoke(app, ["setup"], input="\nmy data\n")
    assert found.exit_code == 0
    assert read_settings(here / ".env").data_dir == Path("my data")
    assert os.stat(here / ".env").st_mode & 0o77 == 0
    again = CliRunner().invoke(app, ["setup"], input="n\n")
    assert again.exit_code == Exit.FAILED
    assert read_settings(here / ".env").data_dir == Path("my data")


async def test_smoke_finds_the_loopback_as_assumed(tmp_path: Path) -> None:
    """It says of the loopback what the page says of Discord, and leaves nothing behind."""
    discord = Practice(port=0)
    await discord.start()
    channel = discord.server.state.directory.channels[seed_data.SPIELEABEND]
    there = {"DISCORD_STAGE_URL": discord.url, "DISCORD_TOKEN": discord.token}
    found = await asyncio.to_thread(bot, tmp_path, "smoke", "--channel", str(channel.id), module=LAUNCH, **there)
    await discord.stop()
    assert "DIFFERS" not in found.stdout, found.stdout + found.stderr
    assert (found.returncode, found.stdout.count("as assumed")) == (0, 20)
    assert not channel.messages


async def test_a_doctor_asks_discord(tmp_path: Path) -> None:
    """Against the loopback Discord: a wrong token is refused and not shown, a right one gives name and invite link."""
    discord = Practice(port=0)
    await discord.start()
    asked = [
        asyncio.to_thread(bot, tmp_path, "doctor", module=LAUNCH, DISCORD_STAGE_URL=discord.url, DISCORD_TOKEN=token)
        for token in ("no.such.token", discord.token)
    ]
    wrong, right = await asyncio.gather(*asked)
    await discord.stop()
    assert wrong.returncode == Exit.FAILED
    assert "Discord refuses it" in wrong.stdout
    assert "no.such.token" not in wrong.stdout + wrong.stderr
    assert right.returncode == 0, right.stdout
    assert "scope=bot+applications.commands" in right.stdout
    assert "complete on all" in right.stdout


def test_restore_lists_and_puts_back(here: Path) -> None:
    run = CliRunner()
    assert run.invoke(app, ["backup"]).exit_code == 0
    (copy,) = (here / "var" / "backups").iterdir()
    assert f"{copy.name}  " in run.invoke(app, ["restore"]).output, "the whole name, to be copied"
    (here / "var" / "revive.sqlite3").write_bytes(b"damaged" * 1000)
    assert run.invoke(app, ["restore", "newest"], input="n\n").exit_code == Exit.FAILED
    found = run.invoke(app, ["restore", copy.name, "--yes"])
    assert (found.exit_code, "is now this copy" in found.output) == (0, True)
    assert "undamaged, 0 games" in run.invoke(app, ["doctor"]).output
    unknown = run.invoke(app, ["restore", "nothing", "--yes"])
    assert (unknown.exit_code, "there is no such file" in unknown.output) == (Exit.DATABASE, True)


def test_metrics_and_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("METRICS_PORT", str(port))
    with practising(tmp_path) as channel:
        wait_for_log(channel, tmp_path, "commands synced")
        assert answered_well(f"http://127.0.0.1:{port}/healthz") == "ok\n"
        page = answered_well(f"http://127.0.0.1:{port}/metrics")
    assert re.search(r"^revive_gateway_connected 1\.0$", page, re.M)
    assert re.search(r"^revive_servers [1-9]", page, re.M)
    assert re.search(r"^process_resident_memory_bytes ", page, re.M)


def answered_well(address: str) -> str:
    """What a page says once it is well: a bot that is still connecting says 503."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            return str(urllib.request.urlopen(address, timeout=SECONDS).read(), "utf-8")
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def test_a_metrics_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = bot(tmp_path, "practice", "--port", "0", METRICS_PORT=str(taken.getsockname()[1]))
    assert found.returncode == Exit.PORT_IN_USE
    assert "METRICS_PORT: 127.0.0.1" in found.stderr
    assert "Traceback" not in found.stderr


def unit_lines(name: str) -> list[str]:
    """What a systemd unit says, without its first lines and remarks."""
    lines = (ROOT / "docs" / "host" / "systemd" / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_the_units_restart_the_bot_after_the_same_failures() -> None:
    """They differ in what belongs to shards alone. What passes by itself is tried again."""
    one, template = unit_lines("revive-referee.service"), unit_lines("revive-referee@.service")
    assert {line.partition("=")[0] for line in set(one) ^ set(template)} == {
        *("Description", "Documentation", "Environment"),
    }
    [never] = [line.partition("=")[2].split() for line in one if line.startswith("RestartPreventExitStatus=")]
    assert {Exit(int(each)) for each in never} == {
        *(Exit.WRONG_SETTING, Exit.TOKEN_REFUSED, Exit.NOT_PERMITTED, Exit.DATABASE),
    }
    thinks = unit_lines("revive-referee-think.service")
    assert {line.partition("=")[0] for line in set(one) ^ set(thinks)} == {
        *("Description", "Documentation", "Environment", "ExecStart", "RestartSec"),
        *("StateDirectory", "StateDirectoryMode"),  # it stores nothing
    }
    told = (ROOT / "docs" / "host" / "hosting.md").read_text("utf-8")
    assert all(f"\n| {each.value} | " in told for each in Exit)


NOT_MEASURED = {"revive_referee", "revive_data", "revive_backup"}
"""Names on the hosting page that begin like a metric."""


def test_the_dashboard_shows_what_there_is() -> None:
    """Every name that it asks for is one of the metrics, and every metric of the hosting page is there."""
    known = {family.name for family in REGISTRY.collect()}
    for page in ("grafana-dashboard.json", "hosting.md"):
        text = (ROOT / "docs" / "host" / page).read_text("utf-8")
        asked = set(re.findall(r"\b(?:revive|process)_[a-z_]+[a-z]\b", text)) - {"process_", "revive_referee"}
        assert {
            re.sub(r"_(total|bucket)$", "", name) for name in asked if name.startswith("revive_")
        } - NOT_MEASURED <= known
