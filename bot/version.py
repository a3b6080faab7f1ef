"""The program's version, from the installed package or the project file beside it."""

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DISTRIBUTION = "revive-referee"


@cache
def program_version() -> str:
    """As in pyproject.toml; from there in a checkout, since nothing is installed then."""
    project = Path(__file__).parents[1] / "pyproject.toml"
    if project.is_file():
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0"
