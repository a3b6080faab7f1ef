"""What the papers of the house say is so."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import discord
import pytest

from cogs.core.discord_permissions import ASKED
from tools.licences import packages

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]


@pytest.mark.parametrize(
    "lock",
    [*LOCKS, *(ROOT / f"requirements-{name}.lock" for name in ("postgresql", "all", "bench", "site"))],
    ids=lambda path: path.name,
)
def test_locks_have_hashes_and_no_addresses(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    entries = re.split(r"\n(?=[A-Za-z0-9])", text)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_lock_holds_what_the_project_asks_for() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {re.split(r"[\[<>=;~! ]", each)[0].lower().replace(".", "-").replace("_", "-") for each in asked}
    assert names <= set(packages(LOCKS[0]))


def test_the_locks_with_extras_add_what_those_need_alone() -> None:
    usual, more = set(packages(LOCKS[0])), set(packages(ROOT / "requirements-postgresql.lock"))
    everything = set(packages(ROOT / "requirements-all.lock"))
    queue = {"procrastinate", "asgiref", "croniter", "packaging", "psycopg-pool", "python-dateutil"}
    assert more - usual == {"psycopg", "psycopg-binary", *queue}
    assert everything - more == {"sentry-sdk", "certifi", "urllib3"}
    assert usual <= more <= everything


def test_the_readme_s_permissions_are_those_the_bot_asks_for() -> None:
    assert f"permissions={ASKED.value}" in README
    values = [int(value) for value in re.findall(r"^\| [A-Z][A-Za-z ]+ \| (\d+) \|", README, re.M)]
    assert sum(values) == ASKED.value
    assert all(discord.Permissions(value) <= ASKED for value in values)


def test_every_package_is_in_the_licences() -> None:
    text = (ROOT / "docs" / "licences.md").read_text("utf-8")
    for lock in LOCKS:
        for name in packages(lock):
            assert re.search(rf"^\| {re.escape(name)} \| (?!not named).+ \|$", text, re.M), name


def test_what_runs_is_what_is_locked() -> None:
    """A package that is installed in another version than the lock's would be tested in vain."""
    locked = dict(re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", LOCKS[1].read_text("utf-8"), re.M))
    installed = {
        (found.name or "").lower().replace(".", "-").replace("_", "-"): found.version for found in distributions()
    }
    assert {n: v for n, v in installed.items() if n in locked and v != locked[n] and n != "numpy"} == {}


def test_files_that_the_papers_name_are_there() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            if not target.endswith(".png"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
