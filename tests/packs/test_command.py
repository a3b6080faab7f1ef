"""``python -m bot pack check``: one line a mistake and exit status 1, or a table and exit status 0."""

from pathlib import Path

from typer.testing import CliRunner

from bot.cli.pack_command import commands


def test_a_good_pack(copy: Path) -> None:
    result = CliRunner().invoke(commands, ["check", str(copy)])
    assert result.exit_code == 0
    assert "Das große Tauen" in result.stdout
    assert "No mistakes." in result.stdout


def test_a_pack_with_mistakes(copy: Path) -> None:
    (copy / "crates.yaml").unlink()
    (copy / "pack.yaml").write_text("id: own\nname: {xx: Own}\nversion: '1'\n")
    result = CliRunner().invoke(commands, ["check", str(copy)])
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "crates.yaml:1: found nothing, expected this file",
        "pack.yaml:2: found nothing, expected the field 'de'",
        "pack.yaml:2: found nothing, expected the field 'en'",
        "pack.yaml:2: found nothing, expected the field 'fr'",
        "pack.yaml:2: found the unknown field 'xx', expected one of en, de, fr",
    ]
    assert "5 mistakes; the pack was not loaded." in result.stderr


def test_help_names_the_page() -> None:
    result = CliRunner().invoke(commands, ["--help"])
    assert "docs/develop/packs.md" in result.stdout
