"""Settings: where they come from, and one line for each that cannot be used."""

import re
import traceback
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from bot.settings import Settings, WrongSetting, read_settings

ROOT = Path(__file__).parents[1]
NAMES = [name.upper() for name in Settings.model_fields]


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def test_everything_has_a_default(env_file: Path) -> None:
    settings = read_settings(env_file)
    assert settings.discord_token is None
    assert settings.database == "sqlite+aiosqlite:///var/revive.sqlite3"


def test_the_environment_goes_before_the_file(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env_file.write_text("PRACTICE_PORT=1\nLOG_FORMAT=JSON\n")
    monkeypatch.setenv("PRACTICE_PORT", "2")
    settings = read_settings(env_file)
    assert (settings.practice_port, settings.log_format) == (2, "json")


@pytest.mark.parametrize(
    ("lines", "shards"),
    [
        ("", None),
        ("SHARD_COUNT=4", None),
        ("SHARD_COUNT=4\nSHARD_IDS=0", (0,)),
        ("SHARD_COUNT=8\nSHARD_IDS=0-2, 5,2", (0, 1, 2, 5)),
    ],
)
def test_the_shards_of_a_process(env_file: Path, lines: str, shards: tuple[int, ...] | None) -> None:
    env_file.write_text(lines)
    assert read_settings(env_file).shards == shards


@pytest.mark.parametrize(("line", "found"), [("", None), ("THINKERS=3", 3), ("THINKERS=remote", "remote")])
def test_who_thinks(env_file: Path, line: str, found: object) -> None:
    env_file.write_text(line)
    assert read_settings(env_file).thinkers == found


def test_the_containers_divide_all_shards_among_them(env_file: Path) -> None:
    """Each of compose.postgresql.yaml has settings that can be read, and each shard has one process."""
    services = yaml.safe_load((ROOT / "compose.postgresql.yaml").read_text("utf-8"))["services"]
    settings = []
    for bot in (each for name, each in services.items() if name.startswith("bot")):
        lines = "\n".join(f"{key}={value}" for key, value in bot["environment"].items())
        lines = lines.replace("${THINKERS:-}", "remote").replace("${MAP_PROCESS:-false}", "true")
        env_file.write_text(re.sub(r"\$\{.*?\}", "filled", lines))
        settings.append(read_settings(env_file))
    [count] = {each.shard_count for each in settings}
    assert count is not None
    assert sorted(shard for each in settings for shard in each.shards or ()) == list(range(count))
    assert {each.database for each in settings} == {"postgresql://revive:filled@database/revive"}
    assert {each.thinkers for each in settings} == {"remote"}
    assert {each.map_process for each in settings} == {True}
    assert services["think"]["command"] == ["think"]
    thinks, bots = services["think"]["environment"], services["bot-0-3"]["environment"]
    assert thinks == {name: bots[name] for name in ("DATABASE_URL", "THINKERS")}


def test_an_empty_value_counts_as_none(env_file: Path) -> None:
    env_file.write_text("DISCORD_TOKEN=\nLOG_LEVEL=\n")
    assert read_settings(env_file).discord_token is None


def test_the_token_is_not_shown_by_accident(env_file: Path) -> None:
    env_file.write_text("DISCORD_TOKEN=abc.def.ghi\n")
    assert "abc" not in repr(read_settings(env_file))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("PRACTICE_PORT=high", "PRACTICE_PORT: found 'high'; expected a port from 1 to 65535"),
        ("PRACTICE_PORT=70000", "PRACTICE_PORT: found '70000'; expected a port"),
        (
            "THINKERS=65",
            "THINKERS: found '65'; expected how many processes think for computer players, from 1 to 64, remote",
        ),
        ("THINKERS=far", "THINKERS: found 'far'; expected how many processes think for computer players"),
        ("SHARD_COUNT=0", "SHARD_COUNT: found '0'; expected how many shards"),
        ("SHARD_IDS=0", "SHARD_IDS: found '0'; expected this process's shards, from 0 to below SHARD_COUNT"),
        ("SHARD_COUNT=2\nSHARD_IDS=1-2", "SHARD_IDS: found '1-2'; expected this process's shards"),
        ("SHARD_COUNT=9\nSHARD_IDS=5-3", "SHARD_IDS: found '5-3'; expected this process's shards"),
        ("SHARD_COUNT=9\nSHARD_IDS=1,,2", "SHARD_IDS: found '1,,2'; expected this process's shards"),
        ("LOG_LEVEL=loud", "LOG_LEVEL: found 'loud'; expected DEBUG, INFO"),
        ("LOG_FORMAT=xml", "LOG_FORMAT: found 'xml'; expected console or json"),
        ("DATABASE_URL=var/abc", "DATABASE_URL: found a text that is not shown here; expected an address like sqlite"),
        ("DATABASE_URL=1://abc", "DATABASE_URL: found a text that is not shown here; expected an address like sqlite"),
        ("STRICT_TEXTS=perhaps", "STRICT_TEXTS: found 'perhaps'; expected true or false"),
        ("DISCORD_TOKEN=Bot abc", "DISCORD_TOKEN: found a text that is not shown here; expected the bot's token"),
        ("DISCORD_TOKN=abc", "DISCORD_TOKN: found in {env}; expected DISCORD_TOKEN"),
        ("COLOUR=red", "COLOUR: found in {env}; expected one of DISCORD_TOKEN"),
        ("LOG_LEVEL=INFO\nDISCORD TOKEN=abc", "line 2: found a text that is not shown here; expected NAME=value"),
        ("DISCORD_TOKEN abc", ".env, line 1: found a text that is not shown here; expected DISCORD_TOKEN=value"),
        ("\n\nDISCORD_TOKEN: abc", ".env, line 3: found a text that is not shown here; expected DISCORD_TOKEN=value"),
        ("export DATABASE_URL 'abc'", "line 1: found a text that is not shown here; expected DATABASE_URL=value"),
        ("DISCORD_TOKEN='abc' def", "line 1: found a text that is not shown here; expected DISCORD_TOKEN=value"),
        ('DISCORD_TOKEN="abc', "line 1: found a text that is not shown here; expected DISCORD_TOKEN=value"),
        ("DISCORD_TOKEN", "line 1: found a text that is not shown here; expected DISCORD_TOKEN=value"),
        ("abc.def.ghi", "line 1: found a text that is not shown here; expected NAME=value"),
        ("=abc", "line 1: found a text that is not shown here; expected NAME=value"),
        ("MTabc.Gx-1.zz=abc", "line 1: found a name that is not shown here; expected one of DISCORD_TOKEN"),
        ("LOG_LEVEL=MTabcdefghijklmnop.Gx", "LOG_LEVEL: found a text that is not shown here; expected DEBUG, INFO"),
        ("PRACTICE_PORT=MTabc.Gx-1.zz", "PRACTICE_PORT: found a text that is not shown here; expected a port"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(env_file: Path, line: str, told: str) -> None:
    env_file.write_text(line + "\n")
    with pytest.raises(WrongSetting) as wrong:
        read_settings(env_file)
    assert told.format(env=env_file) in str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert "abc" not in str(wrong.value).lower()
    assert "abc" not in "".join(traceback.format_exception(wrong.value)).lower()


@pytest.mark.parametrize("line", ["DATABASE_URL=abcdef", "DISCORD_TOKEN=abc def", "PRACTICE_PORT=abcdef"])
def test_what_pydantic_says_shows_no_value(env_file: Path, line: str) -> None:
    env_file.write_text(line + "\n")
    with pytest.raises(ValidationError) as wrong:
        Settings(_env_file=env_file)
    assert "abc" not in str(wrong.value)


def test_a_byte_order_mark_is_no_part_of_a_name(env_file: Path) -> None:
    env_file.write_bytes(b"\xef\xbb\xbfLOG_LEVEL=ERROR\n")
    assert read_settings(env_file).log_level == "ERROR"


def test_the_secrets_are_the_token_the_address_and_its_password(env_file: Path) -> None:
    env_file.write_text("DISCORD_TOKEN=abc.def.ghi\nDATABASE_URL=postgresql://host:hunter22@there:port/db\n")
    settings = read_settings(env_file)
    assert settings.secrets == ("abc.def.ghi", "postgresql://host:hunter22@there:port/db", "hunter22")
    assert not [secret for secret in settings.secrets if secret in repr(settings)]


def test_a_wrong_variable_of_the_environment_too(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(WrongSetting, match="LOG_LEVEL"):
        read_settings(env_file)


def test_a_folder_instead_of_a_file(env_file: Path) -> None:
    env_file.mkdir()
    with pytest.raises(WrongSetting, match=r"\.env: cannot be read \(Is a directory\)"):
        read_settings(env_file)


def test_a_file_that_is_no_text(env_file: Path) -> None:
    env_file.write_bytes(b"LOG_LEVEL=\xff\xfe")
    with pytest.raises(WrongSetting, match=r"cannot be read \(it is not UTF-8 text\)"):
        read_settings(env_file)


def test_the_example_explains_every_setting_and_is_valid(env_file: Path) -> None:
    example = (Path(__file__).parents[1] / ".env.example").read_text("utf-8")
    for name in NAMES:
        line = next(
            (i for i, text in enumerate(example.splitlines()) if text.lstrip("# ").startswith(f"{name}=")), None
        )
        assert line is not None, f"{name} is missing"
        assert example.splitlines()[line - 1].startswith("# "), f"{name} is not explained"
    env_file.write_text(example)
    assert read_settings(env_file) == Settings()
