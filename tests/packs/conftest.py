"""A copy of the shipped pack that tests may spoil."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

FIELD = Path(str(files("rules_data") / "packs" / "field"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The pack ``field`` in a directory of its own."""
    return Path(shutil.copytree(FIELD, tmp_path / "own"))
