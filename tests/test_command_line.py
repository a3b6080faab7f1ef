"""The program as it is started: what it says, and with which exit status it ends."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.exits import Exit

ROOT = Path(__file__).parents[1]
PACK = str(ROOT / "rules_data" / "packs" / "field")
SECONDS = 60
"""How long a process may take on a busy machine before a test gives up."""


def environment(folder: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "DATABASE_URL")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "DATA_DIR": str(folder / "var"), **settings}


def bot(
    folder: Path, *words: str, module: tuple[str, ...] = ("bot",), **settings: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *module, *words]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, **settings),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )


@contextlib.contextmanager
def practising(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A running practice channel; it has printed its address and the bot has logged in."""
    command = [sys.executable, "-m", "bot", *(words or ("run", "--port", "0"))]
    with (
        (folder / "err").open("w") as errors,
        subprocess.Popen(
            command, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def wait_for_log(process: subprocess.Popen[str], folder: Path, words: str) -> None:
    deadline = time.monotonic() + SECONDS
    while words not in (folder / "err").read_text():
        assert process.poll() is None, (folder / "err").read_text()
        assert time.monotonic() < deadline, (folder / "err").read_text()
        time.sleep(0.05)


def only_line(text: str) -> str:
    [line] = text.strip().splitlines()
    return line


def test_help_teaches(tmp_path: Path) -> None:
    found = bot(tmp_path, "--help")
    assert found.returncode == 0
    for word in ("run", "practice", "bench", "ask", "practice channel", "DISCORD_TOKEN", ".env.example"):
        assert word in found.stdout


def test_help_and_ask_load_no_discord(tmp_path: Path) -> None:
    """So that they are quick."""
    code = "import sys, bot.__main__; print([m for m in ('discord', 'sqlmodel', 'alembic') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert found.stdout.strip() == "[]", found.stderr


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PRACTICE_PORT=high\n")
    found = bot(tmp_path, "run")
    assert found.returncode == Exit.WRONG_SETTING
    assert only_line(found.stderr).startswith("PRACTICE_PORT: found 'high'; expected a port")
    assert found.stdout == ""


SECRETS = (
    "DISCORD_TOKEN hunter22",
    "DISCORD_TOKEN: hunter22",
    "hunter22.hunter22",
    "DISCORD_TOKEN=x hunter22",
    "DATABASE_URL=hunter22",
    "DATABASE_URL=postgresql://me:hunter22@host:port/db",
    "DATABASE_URL=sqlite+aiosqlite://me:hunter22@host/db",
    "DATABASE_URL=sqlite+aiosqlite:///x.sqlite3?key=hunter22",
)


@pytest.mark.parametrize("line", SECRETS)
def test_no_secret_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / ".env").write_text(f"{line}\n")
    for words in (("games", "list"), ("backup",)):
        found = CliRunner().invoke(app, words)
        assert found.exit_code in (Exit.WRONG_SETTING, Exit.DATABASE)
        assert "expected" in only_line(found.output)
        assert "hunter22" not in found.output


@pytest.mark.parametrize(
    ("where", "told", "status"),
    [
        ("host:port", "DATABASE_URL: found a text that is not shown here", Exit.DATABASE),
        ("127.0.0.1:1", "the PostgreSQL database: it cannot be reached", Exit.DATABASE_AWAY),
    ],
)
def test_a_start_shows_no_secret(tmp_path: Path, where: str, told: str, status: Exit) -> None:
    (tmp_path / ".env").write_text(f"LOG_LEVEL=DEBUG\nDATABASE_URL=postgresql://me:hunter22@{where}/db\n")
    found = bot(tmp_path, "run", "--port", "0")
    assert found.returncode == status
    assert "hunter22" not in found.stderr + found.stdout
    assert found.stderr.strip().splitlines()[-1].startswith(told)


def test_a_mistake_in_the_program_shows_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "hunter22.hunter22")

    def broken(*_: object) -> None:
        raise RuntimeError("it holds hunter22.hunter22")

    monkeypatch.setattr("bot.cli.games_command._with_tables", broken)
    found = CliRunner().invoke(app, ["games", "list"])
    assert found.exit_code == Exit.FAILED
    assert "it holds [hidden]" in found.output
    assert found.output.strip().splitlines()[-1].startswith("This is a mistake in the program.")
    assert "hunter22" not in found.output


def test_a_settings_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    found = bot(tmp_path, "run")
    assert found.returncode == 2
    assert ".env: cannot be read" in only_line(found.stderr)


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        raw.execute("INSERT INTO alembic_version VALUES ('2999')")
    raw.close()
    before = path.read_bytes()
    found = bot(tmp_path, "run", "--port", "0", DATABASE_URL=f"sqlite+aiosqlite:///{path}")
    assert found.returncode == Exit.DATABASE
    assert "written by a newer version" in only_line(found.stderr)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("token", "told"),
    [("", "leave it out on the practice channel"), ("a.b.c", "set DATABASE_URL to a PostgreSQL server first")],
)
def test_several_processes_without_a_database_they_share(tmp_path: Path, token: str, told: str) -> None:
    found = bot(tmp_path, "run", "--port", "0", SHARD_COUNT="2", SHARD_IDS="0", DISCORD_TOKEN=token)
    assert found.returncode == Exit.WRONG_SETTING
    line = only_line(found.stderr)
    assert "SHARD_COUNT: leave it out" in line
    assert told in line
    assert not (tmp_path / "var" / "revive.sqlite3").exists()


@pytest.mark.parametrize(
    ("command", "name"), [("run", "THINKERS: remote"), ("think", "DATABASE_URL: python -m bot think")]
)
def test_thinkers_elsewhere_without_a_database_they_share(tmp_path: Path, command: str, name: str) -> None:
    found = bot(tmp_path, command, THINKERS="remote", DISCORD_TOKEN="a.b.c")
    assert found.returncode == Exit.WRONG_SETTING
    line = only_line(found.stderr)
    assert line.startswith(name)
    assert "set DATABASE_URL to a PostgreSQL server first" in line
    assert not (tmp_path / "var" / "revive.sqlite3").exists()


def test_no_network(tmp_path: Path) -> None:
    """Nobody listens where Discord should be."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    launch = ("bot.practice.launch", "--module", "bot", "--")
    found = bot(tmp_path, "run", module=launch, DISCORD_STAGE_URL=url, DISCORD_TOKEN="a.b.c")
    assert found.returncode == Exit.NO_NETWORK
    assert found.stderr.strip().splitlines()[-1].startswith("Discord cannot be reached (")
    assert "Traceback" not in found.stderr


def test_a_token_that_is_refused(tmp_path: Path) -> None:
    with practising(tmp_path) as channel:
        assert channel.stdout is not None
        url = channel.stdout.readline().split("at ")[1].split()[0]
        launch = ("bot.practice.launch", "--module", "bot", "--")
        found = bot(tmp_path, "run", module=launch, DISCORD_STAGE_URL=url, DISCORD_TOKEN="no.such.token")
    assert found.returncode == Exit.TOKEN_REFUSED
    assert found.stderr.strip().splitlines()[-1].startswith("Discord refuses DISCORD_TOKEN.")
    assert "no.such.token" not in found.stderr


def test_a_port_in_use_offers_another(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = bot(tmp_path, "practice", "--port", str(port))
    assert found.returncode == Exit.PORT_IN_USE
    assert f"Port {port} is in use" in only_line(found.stderr)
    offered = int(found.stderr.split("--port ")[1].split(",")[0])
    with socket.socket() as other:
        other.bind(("127.0.0.1", offered))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with practising(tmp_path) as channel:
        assert channel.stdout is not None
        assert "http://127.0.0.1:" in channel.stdout.readline()
        wait_for_log(channel, tmp_path, "commands synced")
        channel.send_signal(number)
        assert channel.wait(SECONDS) == 0
    said = (tmp_path / "err").read_text()
    assert "Traceback" not in said
    assert "Unclosed" not in said


def test_an_unknown_table(tmp_path: Path) -> None:
    found = bot(tmp_path, "bench", "nothing")
    assert found.returncode == 2
    assert "expected one of" in found.stderr


@pytest.mark.parametrize(
    "words",
    [("games", "list"), ("ask", "--lexical", "how far"), ("pack", "check", PACK), ("--help",), ("pack", "--help")],
)
def test_a_closed_pipe_is_no_mistake(tmp_path: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "bot", *words]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=writing,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (Exit.READER_GONE, "")


def test_a_question_of_nothing_is_missing(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["ask", " ", ""])
    assert found.exit_code == 2
    assert "a question is missing" in found.output


def test_a_port_that_may_not_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def forbidden(_: object) -> None:
        raise PermissionError(13, "error while attempting to bind on address ('127.0.0.1', 80): permission denied")

    monkeypatch.setattr("bot.practice.Practice.start", forbidden)
    found = CliRunner().invoke(app, ["practice", "--port", "80"])
    assert found.exit_code == Exit.PORT_IN_USE
    assert only_line(found.output).startswith("Port 80 may not be used by your user.")
