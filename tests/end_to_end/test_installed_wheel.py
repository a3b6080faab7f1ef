"""The wheel, installed outside the checkout, runs: questions, a migration from the first revision, the practice page.

``make soak``. pip builds the wheel and gets setuptools for it; other packages are those of this environment.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.text.catalogue_files import compiled_catalogue

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[2]
PACKED = ("bot", "cogs", "rules_data")
MINUTES = 5
OLD_DATABASE = """
import asyncio, sqlite3, sys
from alembic import command
from bot.store import Scope, Store
from bot.store.database import connect
from bot.store.migrate import alembic_config

async def main(path):
    database = connect(f"sqlite+aiosqlite:///{path}")
    def work(connection):
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    async with database.engine.connect() as connection:
        await connection.run_sync(work)
        await connection.commit()
    await database.close()
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO preferences (scope, owner, language, changed_at) "
                    "VALUES ('person', 7, 'fr', '2026-01-01 00:00:00')")
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        print(store.preferences.language(Scope.PERSON, 7))

asyncio.run(main(sys.argv[1]))
"""


def _environment(folder: Path) -> dict[str, str]:
    dropped = ("DISCORD_TOKEN", "DATABASE_URL", "PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "DATA_DIR": str(folder / "var"), "PYTHONUNBUFFERED": "1", "PYTHONSAFEPATH": "1"}


def _run(python: Path, folder: Path, *words: str) -> str:
    done = subprocess.run(
        [str(python), *words],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=60 * MINUTES,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the checkout, so that nothing is left in it."""
    folder = tmp_path_factory.mktemp("build")
    source = folder / "source"
    for name in PACKED:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-input", "--wheel-dir", str(folder), str(source)]
    _run(Path(sys.executable), folder, *pip)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel installed; a .pth file lends it the packages of this one."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    found = folder / "bin" / "python"
    pip = ["-m", "pip", "--python", str(found), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    _run(Path(sys.executable), folder, *pip)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return found


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    here = {
        str(path.relative_to(ROOT))
        for name in PACKED
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert here - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_s_catalogues_are_compiled(wheel: Path) -> None:
    held = zipfile.ZipFile(wheel)
    for locale in ("de", "en", "fr"):
        sources = {path.name: path.read_bytes() for path in (ROOT / "rules_data" / "text" / locale).glob("*.po")}
        kept = held.read(f"rules_data/text/{locale}.mo")
        assert compiled_catalogue(locale, sources, kept) is kept


def test_what_runs_is_the_installed_program(python: Path, tmp_path: Path) -> None:
    where = _run(python, tmp_path, "-c", "import bot, cogs, rules_data; print(bot.__file__)")
    assert Path(where.strip()).is_relative_to(python.parents[1])
    version = _run(python, tmp_path, "-c", "from bot.version import program_version; print(program_version())")
    assert re.search(rf'^version = "{re.escape(version.strip())}"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)


def test_the_console_script_is_there(python: Path, tmp_path: Path) -> None:
    assert "practice" in _run(python.with_name("revive-referee"), tmp_path, "--help")


def test_it_answers_questions(python: Path, tmp_path: Path) -> None:
    assert "range" in _run(python, tmp_path, "-m", "bot", "ask", "how", "far", "can", "I", "explore").lower()


def test_it_migrates_from_the_first_revision(python: Path, tmp_path: Path) -> None:
    assert _run(python, tmp_path, "-c", OLD_DATABASE, str(tmp_path / "old.sqlite3")).strip() == "fr"


def test_it_shows_the_practice_page(python: Path, tmp_path: Path) -> None:
    with _practising(python, tmp_path) as address:
        page = _fetched(address)
        assert "<!doctype html>" in page.lower()
        names = re.findall(r'(?:src|href)="([^":]+\.(?:js|css))"', page)
        assert names
        for name in names:
            assert _fetched(f"{address.rstrip('/')}/{name.lstrip('/')}")


@contextlib.contextmanager
def _practising(python: Path, folder: Path) -> Iterator[str]:
    """A running practice channel; its address."""
    command = [str(python), "-m", "bot", "practice", "--port", "0"]
    with subprocess.Popen(
        command, cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.kill()


def _fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode("utf-8"))
