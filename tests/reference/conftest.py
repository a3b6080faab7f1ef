"""The shipped reference, opened once; and a small one of two entries to break in tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.reference import Reference
from bot.reference.encoder import encoder
from tests.reference.samples import entry_yaml


@pytest.fixture(scope="session")
def lexical() -> Reference:
    return Reference.open(lexical=True)


@pytest.fixture(scope="session")
def full() -> Reference:
    if encoder() is None:
        pytest.skip("this machine cannot run the language model")
    return Reference.open()


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes ``first.yaml`` with two sound entries, changed by replacing texts; gives the folder."""

    def write(*changes: tuple[str, str], **files: str) -> Path:
        text = entry_yaml("a.one", see="b.two") + entry_yaml("b.two", see="a.one")
        for old, new in changes:
            assert old in text, f"{old!r} is not in the sample"
            text = text.replace(old, new, 1)
        (tmp_path / "first.yaml").write_text(text, "utf-8")
        for name, content in files.items():
            (tmp_path / f"{name}.yaml").write_text(content, "utf-8")
        return tmp_path

    return write
