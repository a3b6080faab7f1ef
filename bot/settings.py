"""Typed settings from the environment and ``.env``; everything that a host can set, and nothing else."""

import difflib
import io
from pathlib import Path
from typing import Any, Literal, get_args

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE = Path(".env")


class WrongSetting(ValueError):
    """A setting that cannot be used. Its text is one line: the setting, what was found, what is expected."""


class Settings(BaseSettings):
    """The settings of one process. Each description says what is expected, for ``.env.example`` and for refusals."""

    model_config = SettingsConfigDict(env_file_encoding="utf-8", env_ignore_empty=True, extra="forbid", frozen=True)

    discord_token: SecretStr | None = Field(
        default=None, description="the bot's token from Discord's developer portal, or nothing for the practice channel"
    )
    database_url: str | None = Field(
        default=None,
        pattern=r"^[a-z]+(\+[a-z]+)?://",
        description="an address like sqlite+aiosqlite:///var/revive.sqlite3, or nothing for a file in DATA_DIR",
    )
    data_dir: Path = Field(default=Path("var"), description="a folder that the bot may write to")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["console", "json"] = Field(default="console", description="console or json")
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

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, found: SecretStr | None) -> SecretStr | None:
        if found and len(found.get_secret_value().split()) != 1:
            raise ValueError("more than one word")
        return found

    @property
    def database(self) -> str:
        """The address of the database, the default one filled in."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'revive.sqlite3'}"


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
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongSetting(f"{path}: cannot be read ({reason}); expected a text file as in .env.example") from None
    for binding in parse_stream(io.StringIO(text)):
        if binding.error:
            found = binding.original.string.strip().splitlines()[0].partition("=")[0]
            raise WrongSetting(f"{path}, line {binding.original.line}: found {found!r}; expected NAME=value")


def _first_mistake(error: ValidationError, env_file: Path) -> str:
    mistake = error.errors()[0]
    name = str(mistake["loc"][0])
    if mistake["type"] == "extra_forbidden":
        return f"{name.upper()}: found in {env_file}; expected {_nearest(name)}"
    field = Settings.model_fields[name]
    found = "a text that is not shown here" if "token" in name else repr(str(mistake["input"]))
    return f"{name.upper()}: found {found}; expected {field.description}"


def _nearest(name: str) -> str:
    known = [field.upper() for field in Settings.model_fields]
    near = difflib.get_close_matches(name.upper(), known, 1)
    return near[0] if near else "one of " + ", ".join(known)
