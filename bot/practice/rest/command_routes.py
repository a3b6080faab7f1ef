"""Routes that register commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.practice.errors import ApiError, Json, Problems, check
from bot.practice.rest.routing import Answer, Call, route
from bot.practice.validation.validate_commands import check_commands

if TYPE_CHECKING:
    from bot.practice.discord_state import DiscordState

EVERYWHERE = "/applications/{application_id}/commands"
IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(call: Call) -> int | None:
    call.own_application()
    if "guild_id" not in call.params:
        return None
    if call.id("guild_id") not in call.state.directory.guilds:
        raise ApiError(403, 50001, "Missing Access", "missing-access")
    return call.id("guild_id")


@route("GET", EVERYWHERE)
@route("GET", IN_GUILD)
async def get_commands(call: Call) -> Answer:
    """Answer with the registered commands, global ones or those of one server."""
    commands = call.state.directory.commands.get(_scope(call), {}).values()
    return 200, [c if call.flag("with_localizations") else _untranslated(c) for c in commands]


@route("PUT", EVERYWHERE)
@route("PUT", IN_GUILD)
async def put_commands(call: Call) -> Answer:
    """Replace all registered commands, global ones or those of one server; unchanged ones keep their ids."""
    scope, directory = _scope(call), call.state.directory
    body: list[Json] = call.body or []
    problems = Problems()
    check_commands(body, problems)
    _check_installs(call.state, body, problems)
    check(problems, "invalid-command")
    old = {(c["type"], c["name"]): c for c in directory.commands.get(scope, {}).values()}
    made = [_stored(call.state, scope, c, old.get((c.get("type") or 1, c["name"]))) for c in body]
    directory.commands[scope] = {c["id"]: c for c in made}
    call.state.journal.event("commands", scope=scope, count=len(made))
    return 200, made


def _check_installs(state: DiscordState, body: list[Json], problems: Problems) -> None:
    for i, command in enumerate(body):
        for kind in command.get("integration_types") or ():
            if kind not in state.config.integration_types:
                words = f"integration type {kind} is not enabled for the application"
                problems.add((i, "integration_types"), "APPLICATION_COMMAND_INVALID_INTEGRATION_TYPES", words)


def _stored(state: DiscordState, scope: int | None, body: Json, old: Json | None) -> Json:
    """A command as Discord stores it; an unchanged one keeps its version."""
    rights = body.get("default_member_permissions")
    command: Json = {
        "application_id": str(state.app_id),
        "default_member_permissions": None if rights is None else str(rights),
        "type": body.get("type") or 1,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "nsfw": bool(body.get("nsfw")),
    }
    command |= {"guild_id": str(scope)} if scope else _reach(state, body)
    if command["type"] == 1:
        command["options"] = [_option(o) for o in body.get("options") or ()]
    if old and all(old.get(key) == value for key, value in command.items()):
        return old
    key = old["id"] if old else str(state.ids.next())
    return {"id": key, "version": str(state.ids.next()), **command}


def _reach(state: DiscordState, body: Json) -> Json:
    contexts = body.get("contexts")
    dm = body.get("dm_permission")
    allowed = 1 in contexts if contexts else dm is None or bool(dm)
    installs = body.get("integration_types") or list(state.config.integration_types)
    return {"integration_types": installs, "contexts": contexts, "dm_permission": allowed}


def _option(option: Json) -> Json:
    """An option without keys that carry no information."""
    keep_empty = option.get("type") in (1, 2)
    out: Json = {}
    for key, value in option.items():
        silent = value is None or (key == "required" and not value)
        empty = key in ("choices", "options", "channel_types") and not value and not keep_empty
        if not silent and not empty:
            out[key] = value
    if "options" in out:
        out["options"] = [_option(o) for o in out["options"]]
    return out


def _untranslated(thing: Json) -> Json:
    out: dict[str, Any] = {k: v for k, v in thing.items() if not k.endswith("_localizations")}
    for key in ("options", "choices"):
        if key in out:
            out[key] = [_untranslated(item) for item in out[key]]
    return out


LOCALE_FALLBACK = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


def translated(thing: Json, locale: str) -> Json:
    """A command with ``name_shown`` and ``description_shown``, as a client in this language displays it."""
    out = dict(thing)
    for key in ("name", "description"):
        texts = thing.get(f"{key}_localizations") or {}
        out[f"{key}_shown"] = texts.get(locale) or texts.get(LOCALE_FALLBACK.get(locale, "")) or thing.get(key)
    for key in ("options", "choices"):
        if thing.get(key):
            out[key] = [translated(item, locale) for item in thing[key]]
    return out
