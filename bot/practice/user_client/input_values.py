"""Values of options, menus and form fields: checked as a client does, and resolved as Discord does.

People, roles and channels are given by their id as text, files as :class:`~bot.practice.attachment.File`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.practice.attachment import File
from bot.practice.message_service import Upload, store_file
from bot.practice.user_client.client_errors import ClientError
from bot.practice.validation.component_tree import SELECTS
from bot.practice.validation.validate_components import value_range

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.practice.discord_state import DiscordState
    from bot.practice.errors import Json
    from bot.practice.model import Channel, User

TEXT_MAX = 6000
FIELD_MAX = 4000
SAFE_INTEGER = 2**53


class Values:
    """Takes the values of one interaction and collects the objects behind them in ``resolved``."""

    def __init__(self, state: DiscordState, user: User, channel: Channel) -> None:
        self.state, self.user, self.channel = state, user, channel
        self.resolved: Json = {}

    # -------------------------------------------------------------------------------------------- things by id
    def _add(self, kind: str, key: int, data: Json) -> str:
        self.resolved.setdefault(kind, {})[str(key)] = data
        return str(key)

    def person(self, value: Any) -> str | None:
        """A user who is reachable here."""
        user = self.state.directory.users.get(_id(value))
        if user is None:
            return None
        guild = self.channel.guild
        member = guild.members.get(user.id) if guild else None
        if member:
            rights = member.permissions_in(self.channel)
            self._add("members", user.id, member.to_dict(with_user=False, partial=True, permissions=rights))
        return self._add("users", user.id, user.to_dict())

    def role(self, value: Any) -> str | None:
        """A role of this server."""
        role = self.channel.guild.roles.get(_id(value)) if self.channel.guild else None
        return self._add("roles", role.id, role.to_dict()) if role else None

    def anybody(self, value: Any) -> str | None:
        """A user or a role."""
        return self.role(value) or self.person(value)

    def place(self, value: Any, types: Any = None) -> str | None:
        """A channel of this server, of one of these types if there are any."""
        channel = self.state.directory.channels.get(_id(value))
        guild = self.channel.guild
        if channel is None or channel.guild is not guild or (types and channel.type not in types):
            return None
        data = channel.to_dict()
        data.pop("permission_overwrites", None)
        if guild:
            data["permissions"] = str(guild.members[self.user.id].permissions_in(channel))
        return self._add("channels", channel.id, data)

    def file(self, value: Any) -> str | None:
        """Upload a file."""
        if not isinstance(value, File):
            return None
        if len(value.data) > self.state.config.file_limit:
            raise ClientError("file-too-large", name=value.filename, limit=self.state.config.file_limit)
        upload = Upload(value.filename, value.data, value.content_type)
        stored = store_file(self.state, self.channel, upload, ephemeral=True)
        return self._add("attachments", stored.id, stored.to_dict())

    # -------------------------------------------------------------------------------------------- options
    def option(self, option: Json, value: Any) -> Any:
        """The value of a command's option."""
        name = option["name"]
        if option.get("choices"):
            values = [c["value"] for c in option["choices"]]
            if value not in values or isinstance(value, bool):
                raise ClientError("not-a-choice", option=name)
            return value
        taken = self._taker(option)(value)
        if taken is None:
            raise ClientError("wrong-kind", option=name)
        return taken

    def _taker(self, option: Json) -> Callable[[Any], Any]:
        takers: dict[int, Callable[[Any], Any]] = {
            3: lambda v: _text(option, v),
            4: lambda v: _number(option, v, whole=True),
            5: lambda v: v if isinstance(v, bool) else None,
            6: self.person,
            7: lambda v: self.place(v, option.get("channel_types")),
            8: self.role,
            9: self.anybody,
            10: lambda v: _number(option, v, whole=False),
            11: self.file,
        }
        return takers[option["type"]]

    # -------------------------------------------------------------------------------------------- menus
    def menu(self, menu: Json, values: Any) -> list[str]:
        """The values chosen in a select menu."""
        chosen = list(values) if isinstance(values, list | tuple) else [values]
        least, most = value_range(menu)
        if not least <= len(chosen) <= most:
            raise ClientError("menu-count", least=least, most=most)
        takers: dict[int, Callable[[Any], str | None]] = {
            3: lambda v: v if v in [o["value"] for o in menu["options"]] else None,
            5: self.person,
            6: self.role,
            7: self.anybody,
            8: lambda v: self.place(v, menu.get("channel_types")),
        }
        out = [takers[menu["type"]](value) for value in chosen]
        if None in out:
            raise ClientError("not-in-menu", value=str(chosen[out.index(None)]))
        return [value for value in out if value is not None]

    # -------------------------------------------------------------------------------------------- forms
    def field(self, field: Json, label: str, value: Any) -> Json:
        """The value of a form field; None: unchanged."""
        kind = field["type"]
        if kind == 4:
            filled: Json = {"value": _input(field, label, value)}
        elif kind in SELECTS:
            filled = {"values": self._field_menu(field, label, value)}
        elif kind == 19:
            filled = {"values": self._field_files(field, label, value)}
        elif kind == 21:
            filled = {"value": _radio(field, label, value)}
        elif kind == 22:
            filled = {"values": _boxes(field, label, value)}
        else:
            filled = {"value": bool(field.get("default")) if value is None else bool(value)}
        return {"type": kind, "id": field["id"], "custom_id": field["custom_id"], **filled}

    def _field_menu(self, field: Json, label: str, value: Any) -> list[str]:
        if value is None:
            value = _standing(field)
        if not value:
            _required(field, label)
            return []
        return self.menu(field, value)

    def _field_files(self, field: Json, label: str, value: Any) -> list[str]:
        files = [f for f in (self.file(item) for item in value or ()) if f]
        if not files:
            _required(field, label)
        elif not (field.get("min_values") or 0) <= len(files) <= (field.get("max_values") or 1):
            least, most = field.get("min_values") or 0, field.get("max_values") or 1
            raise ClientError("file-count", field=label, least=least, most=most)
        return files


def _id(value: Any) -> int:
    return int(value) if str(value).isdigit() else 0


def _standing(field: Json) -> list[str]:
    """The preselected values of a field."""
    if "options" in field:
        return [o["value"] for o in field["options"] if o.get("default")]
    return [chosen["id"] for chosen in field.get("default_values") or ()]


def _required(field: Json, label: str) -> None:
    if field.get("required", True) is not False:
        raise ClientError("field-required", field=label)


def _text(option: Json, value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    if not value.strip():
        raise ClientError("missing-option", option=option["name"])
    least, most = option.get("min_length") or 0, option.get("max_length") or TEXT_MAX
    if not least <= len(value) <= most:
        raise ClientError("text-length", option=option["name"], least=least, most=most)
    return value


def _number(option: Json, value: Any, *, whole: bool) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return None
    least, most = option.get("min_value", -SAFE_INTEGER), option.get("max_value", SAFE_INTEGER)
    if not least <= value <= most:
        raise ClientError("number-range", option=option["name"], least=least, most=most)
    number: float = value
    return number


def _input(field: Json, label: str, value: Any) -> str:
    text = str(field.get("value") or "") if value is None else str(value)
    if not text:
        _required(field, label)
    least, most = field.get("min_length") or 0, field.get("max_length") or FIELD_MAX
    if text and not least <= len(text) <= most:
        raise ClientError("field-length", field=label, least=least, most=most)
    if field.get("style") == 1 and "\n" in text:
        raise ClientError("single-line", field=label)
    return text


def _radio(field: Json, label: str, value: Any) -> str | None:
    if value is None:
        value = next(iter(_standing(field)), None)
    if value is None:
        _required(field, label)
        return None
    return _offered(field, label, [value])[0]


def _boxes(field: Json, label: str, value: Any) -> list[str]:
    if value is None:
        value = _standing(field)
    if not value:
        _required(field, label)
        return []
    least, most = field.get("min_values") or 0, field.get("max_values") or len(field["options"])
    if not least <= len(value) <= most:
        raise ClientError("field-count", field=label, least=least, most=most)
    return _offered(field, label, value)


def _offered(field: Json, label: str, values: list[Any]) -> list[str]:
    offered = [o["value"] for o in field["options"]]
    if any(value not in offered for value in values):
        raise ClientError("not-offered-in-field", field=label)
    return [str(value) for value in values]
