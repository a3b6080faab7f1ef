"""Routes of the application's own emojis."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from bot.practice import limits
from bot.practice.errors import ApiError, Problems, check
from bot.practice.model import ApplicationEmoji
from bot.practice.rest.routing import Answer, Call, route

if TYPE_CHECKING:
    from collections.abc import Collection

ALL = "/applications/{application_id}/emojis"
ONE = "/applications/{application_id}/emojis/{emoji_id}"
NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,")


@route("GET", ALL)
async def get_emojis(call: Call) -> Answer:
    """Answer with the application's emojis."""
    call.own_application()
    return 200, {"items": [emoji.to_dict(call.state.bot_user) for emoji in call.state.directory.emojis.values()]}


@route("POST", ALL)
async def create_emoji(call: Call) -> Answer:
    """Keep a new emoji."""
    call.own_application()
    emojis, ids = call.state.directory.emojis, call.state.ids
    problems = Problems()
    _check_name(call, {emoji.name for emoji in emojis.values()}, problems)
    image = _image(call, problems)
    check(problems, "invalid-emoji")
    if len(emojis) >= limits.APPLICATION_EMOJIS_MAX:
        words = f"Maximum number of emojis reached ({limits.APPLICATION_EMOJIS_MAX})"
        raise ApiError(400, 30008, words, "too-many-emojis")
    emoji = ApplicationEmoji(ids.next(), call.payload["name"])
    emojis[emoji.id], call.state.directory.emoji_images[emoji.id] = emoji, image
    return 201, emoji.to_dict(call.state.bot_user)


@route("GET", ONE)
async def get_emoji(call: Call) -> Answer:
    """Answer with one emoji."""
    return 200, _found(call).to_dict(call.state.bot_user)


@route("PATCH", ONE)
async def rename_emoji(call: Call) -> Answer:
    """Give an emoji another name; its image stays."""
    emoji = _found(call)
    others = {each.name for each in call.state.directory.emojis.values() if each is not emoji}
    problems = Problems()
    _check_name(call, others, problems)
    check(problems, "invalid-emoji")
    emoji.name = call.payload["name"]
    return 200, emoji.to_dict(call.state.bot_user)


@route("DELETE", ONE)
async def delete_emoji(call: Call) -> Answer:
    """Forget an emoji."""
    del call.state.directory.emojis[_found(call).id]
    return 204, None


def _found(call: Call) -> ApplicationEmoji:
    call.own_application()
    emoji = call.state.directory.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise ApiError(404, 10014, "Unknown Emoji", "unknown-emoji", severity="warning")
    return emoji


def _check_name(call: Call, taken: Collection[str], problems: Problems) -> None:
    name = call.payload.get("name")
    if not isinstance(name, str):
        problems.required(("name",))
    elif not 2 <= len(name) <= 32:
        problems.add(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    elif not NAME.fullmatch(name):
        problems.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    elif name in taken:
        problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken")


def _image(call: Call, problems: Problems) -> bytes:
    given = call.payload.get("image")
    if not isinstance(given, str):
        problems.required(("image",))
        return b""
    if (head := IMAGE.match(given)) is None:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return b""
    try:
        image = base64.b64decode(given[head.end() :], validate=True)
    except ValueError:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return b""
    if len(image) > limits.EMOJI_BYTES_MAX:
        size = limits.EMOJI_BYTES_MAX / 1024
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {size:.1f} kb.")
    return image
