"""Typed settings from the environment and ``.env``; everything that a host can set, and nothing else."""

import difflib
import io
import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit

from dotenv.parser import Binding, parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.exits import CannotRun, Exit

ENV_FILE = Path(".env")
HIDDEN: Final = "a text that is not shown here"
HARMLESS: Final = re.compile(r"[\w+,-]{0,12}")
ADDRESSES: Final = {
    "database_url": re.compile(r"[a-z]+(\+[a-z]+)?://.*", re.DOTALL),
    "sentry_dsn": re.compile(r"https?://[^@/\s]+@[^@/\s]+/\S+"),
}
"""How the addresses look that are settings."""
"""A value this short and plain is shown in a refusal; a longer one may be a token in the wrong line."""
NAME: Final = re.compile(r"[A-Z][A-Z0-9_]{0,39}|[a-z][a-z0-9_]{0,39}")
"""What is shown as the name of an unknown setting; tokens mix upper and lower case."""


class WrongSetting(CannotRun):
    """A setting that cannot be used. Its text is one line: the setting, what was found (never a secret), what is
    expected."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Exit.WRONG_SETTING, sentence)


class Settings(BaseSettings):
    """The settings of one process. Each description says what is expected, for ``.env.example`` and for refusals."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = Field(
        default=None, description="the bot's token from Discord's developer portal, or nothing for the practice channel"
    )
    database_url: SecretStr | None = Field(
        default=None,
        description="an address like sqlite+aiosqlite:///var/revive.sqlite3, one like "
        "postgresql://USER:PASSWORD@HOST/DATABASE, or nothing for a file in DATA_DIR",
    )
    data_dir: Path = Field(default=Path("var"), description="a folder that the bot may write to")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["console", "json"] = Field(default="console", description="console or json")
    backup_hours: int = Field(
        default=24, ge=0, le=8760, description="hours between two copies of the database, or 0 for none"
    )
    backup_keep: int = Field(default=7, ge=1, le=1000, description="how many of these copies are kept, at least 1")
    retention_games_days: int = Field(
        default=0, ge=0, le=36_500, description="days for which games that are over are kept, or 0 for good"
    )
    retention_results_days: int = Field(
        default=0, ge=0, le=36_500, description="days for which results are kept, or 0 for good"
    )
    retention_other_days: int = Field(
        default=365,
        ge=0,
        le=36_500,
        description="days for which open score pads, Mautoma desks, drafts and unanswered questions are kept after "
        "they were last touched, or 0 for good",
    )
    retention_left_servers_days: int = Field(
        default=30,
        ge=0,
        le=36_500,
        description="days for which the data of a server is kept after the bot was removed from it, or 0 for good",
    )
    metrics_port: int | None = Field(
        default=None, ge=1, le=65535, description="a port from 1 to 65535 for /metrics and /healthz, or nothing"
    )
    metrics_host: str = Field(
        default="127.0.0.1", description="the address on which METRICS_PORT is opened, such as 127.0.0.1"
    )
    sentry_dsn: SecretStr | None = Field(
        default=None,
        description="an address like https://KEY@HOST/NUMBER to which mistakes are reported, or nothing for none",
    )
    shard_count: int | None = Field(
        default=None, ge=1, le=1000, description="how many shards the bot's processes share, from 1 to 1000, or nothing"
    )
    shard_ids: str | None = Field(
        default=None,
        description="this process's shards, from 0 to below SHARD_COUNT, such as 0-3 or 0,2, or nothing for all",
    )
    thinkers: Annotated[int, Field(ge=1, le=64)] | Literal["remote"] | None = Field(
        default=None,
        description="how many processes think for computer players, from 1 to 64, remote for those of "
        "python -m bot think, or nothing for one less than there are processors",
    )
    map_process: bool = Field(
        default=False, description="true or false; true draws the maps of table messages in a process of their own"
    )
    practice_port: int = Field(
        default=8420, ge=0, le=65535, description="a port from 1 to 65535, or 0 for any free one"
    )
    strict_texts: bool = Field(
        default=False, description="true or false; true lets a text that is missing in one language fail"
    )

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _in_any_case(cls, found: Any, info: ValidationInfo) -> Any:
        allowed = get_args(cls.model_fields[info.field_name or ""].annotation)
        return next((each for each in allowed if each.lower() == str(found).lower()), found)

    @field_validator("shard_ids")
    @classmethod
    def _below_the_count(cls, found: str | None, info: ValidationInfo) -> str | None:
        if found is not None and not set(_numbers(found)) <= set(range(info.data.get("shard_count") or 0)):
            raise ValueError("no shards of that number")
        return found

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, found: SecretStr | None) -> SecretStr | None:
        if found and len(found.get_secret_value().split()) != 1:
            raise ValueError("more than one word")
        return found

    @field_validator("database_url", "sentry_dsn")
    @classmethod
    def _an_address(cls, found: SecretStr | None, about: ValidationInfo) -> SecretStr | None:
        if found and not ADDRESSES[about.field_name or ""].fullmatch(found.get_secret_value()):
            raise ValueError("no such address")
        return found

    @property
    def shards(self) -> tuple[int, ...] | None:
        """The shards of this process; None for all."""
        return _numbers(self.shard_ids) if self.shard_ids is not None else None

    @property
    def database(self) -> str:
        """The address of the database, the default one filled in."""
        if self.database_url:
            return self.database_url.get_secret_value()
        return f"sqlite+aiosqlite:///{self.data_dir / 'revive.sqlite3'}"

    @property
    def is_on_server(self) -> bool:
        """Whether the database is a PostgreSQL server, which processes can share."""
        return self.database.startswith("postgres")

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log and no message may show: the token, the addresses with a key or a password, and the password."""
        found = [each.get_secret_value() for each in (self.discord_token, self.database_url, self.sentry_dsn) if each]
        return tuple(dict.fromkeys([*found, *filter(None, map(_password, found))]))


def read_settings(env_file: Path = ENV_FILE) -> Settings:
    """The settings of this process: environment first, then ``env_file`` where there is one.

    :raises WrongSetting: a value of the wrong kind, an unknown name in the file, or a file that cannot be read.
    """
    _check_file(env_file)
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        raise WrongSetting(_first_mistake(error, env_file)) from None


def _check_file(path: Path) -> None:
    if not path.exists():
        return
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongSetting(f"{path}: cannot be read ({reason}); expected a text file as in .env.example") from None
    for binding in parse_stream(io.StringIO(text)):
        _check_line(path, binding)


def _check_line(path: Path, binding: Binding) -> None:
    if binding.error or (binding.key is not None and binding.value is None):
        raise WrongSetting(f"{_line(path, binding)}: found {HIDDEN}; expected {_meant(binding)}=value")
    if binding.key is not None and binding.key.lower() not in Settings.model_fields:
        if NAME.fullmatch(binding.key):
            raise WrongSetting(f"{binding.key.upper()}: found in {path}; expected {_nearest(binding.key)}")
        raise WrongSetting(f"{_line(path, binding)}: found a name that is not shown here; expected {_one_of_all()}")


def _line(path: Path, binding: Binding) -> str:
    text = binding.original.string
    blank = text[: len(text) - len(text.lstrip())].count("\n")
    return f"{path}, line {binding.original.line + blank}"


def _meant(binding: Binding) -> str:
    """The setting that a line begins with, for the host to find it; ``NAME`` where it is none of ours."""
    start = re.match(r"\s*(?:export\s+)?(\w+)", binding.original.string)
    name = start[1] if start else ""
    return name.upper() if name.lower() in Settings.model_fields else "NAME"


def _first_mistake(error: ValidationError, env_file: Path) -> str:
    mistake = error.errors()[0]
    name = str(mistake["loc"][0]) if mistake["loc"] else ""
    field = Settings.model_fields.get(name)
    if field is None:
        return f"{env_file}: found a name that is not shown here; expected {_one_of_all()}"
    return f"{name.upper()}: found {_shown(name, mistake['input'])}; expected {field.description}"


def _shown(name: str, found: object) -> str:
    harmless = name not in ("discord_token", "database_url", "sentry_dsn") and HARMLESS.fullmatch(str(found))
    return repr(str(found)) if harmless else HIDDEN


def _numbers(ranges: str) -> tuple[int, ...]:
    """The numbers in ``0-3,7``. :raises ValueError: it is not written so."""
    found: set[int] = set()
    for each in ranges.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s*", each)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise ValueError("no numbers")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(sorted(found))


def _password(address: str) -> str | None:
    try:
        return urlsplit(address).password
    except ValueError:
        return None


def _nearest(name: str) -> str:
    known = [field.upper() for field in Settings.model_fields]
    near = difflib.get_close_matches(name.upper(), known, 1)
    return near[0] if near else _one_of_all()


def _one_of_all() -> str:
    return "one of " + ", ".join(field.upper() for field in Settings.model_fields)
