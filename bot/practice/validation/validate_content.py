"""Text, embeds and mentions of a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.validation.validate_components import check_components
from bot.practice.validation.validate_lengths import EMBED, EMBED_AUTHOR, EMBED_FIELD, EMBED_FOOTER, check_lengths

if TYPE_CHECKING:
    from bot.practice.errors import Json, Path, Problems

NOT_WITH_V2 = ("content", "embeds", "sticker_ids", "poll")


def check_message(payload: Json, files: set[str], base: Path, problems: Problems, *, v2: bool) -> None:
    """Check the body of a message; ``files`` are the names that come with it."""
    content = payload.get("content")
    if isinstance(content, str) and len(content) > limits.CONTENT_MAX:
        words = f"Must be {limits.CONTENT_MAX} or fewer in length."
        problems.add((*base, "content"), "BASE_TYPE_MAX_LENGTH", words)
    for key in NOT_WITH_V2 if v2 else ():
        if payload.get(key):
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            problems.add((*base, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)
    _check_embeds(payload.get("embeds"), (*base, "embeds"), problems)
    check_components(payload.get("components"), files, (*base, "components"), problems, v2=v2)
    _check_mentions(payload.get("allowed_mentions"), (*base, "allowed_mentions"), problems)


def _check_mentions(allowed: Any, path: Path, problems: Problems) -> None:
    if not isinstance(allowed, dict):
        return
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
        if len(allowed.get(kind) or ()) > 100:
            problems.add((*path, kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")


# ------------------------------------------------------------------------------------------------ embeds
def _check_embeds(embeds: Any, path: Path, problems: Problems) -> None:
    items = [e for e in embeds or () if isinstance(e, dict)]
    if len(items) > limits.EMBEDS_MAX:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limits.EMBEDS_MAX} or fewer in length.")
    if sum(_embed_size(e) for e in items) > limits.EMBED_TOTAL_MAX:
        words = f"Embed size exceeds maximum size of {limits.EMBED_TOTAL_MAX}"
        problems.add(path, "MAX_EMBED_SIZE_EXCEEDED", words)
    for i, embed in enumerate(items):
        _check_embed(embed, (*path, i), problems)


def _check_embed(embed: Json, path: Path, problems: Problems) -> None:
    check_lengths(embed, EMBED, path, problems)
    for i, field in enumerate(embed.get("fields") or ()):
        _check_parts(field, ("name", "value"), EMBED_FIELD, (*path, "fields", i), problems)
    if isinstance(embed.get("footer"), dict):
        _check_parts(embed["footer"], ("text",), EMBED_FOOTER, (*path, "footer"), problems)
    if isinstance(embed.get("author"), dict):
        _check_parts(embed["author"], ("name",), EMBED_AUTHOR, (*path, "author"), problems)
    for url, where in _links(embed, path):
        if url and not re.match(r"^(https?|attachment)://", url):
            problems.add(where, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")


def _check_parts(
    thing: Any, needed: tuple[str, ...], bounds: dict[str, tuple[int, int]], path: Path, problems: Problems
) -> None:
    check_lengths(thing, bounds, path, problems)
    for key in needed:
        value = thing.get(key) if isinstance(thing, dict) else None
        if not isinstance(value, str) or not value.strip():
            problems.required((*path, key))


def _links(embed: Json, path: Path) -> list[tuple[str | None, Path]]:
    out: list[tuple[str | None, Path]] = [(embed.get("url"), (*path, "url"))]
    out += [((embed.get(k) or {}).get("url"), (*path, k, "url")) for k in ("image", "thumbnail", "author")]
    out += [((embed.get(k) or {}).get("icon_url"), (*path, k, "icon_url")) for k in ("author", "footer")]
    return out


def embed_files(embeds: Any) -> set[str]:
    """The names of the uploaded files that these embeds show."""
    links = [url for e in embeds or () if isinstance(e, dict) for url, _ in _links(e, ())]
    return {url.removeprefix("attachment://") for url in links if url and url.startswith("attachment://")}


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    texts += [f.get(key) for f in embed.get("fields") or () if isinstance(f, dict) for key in ("name", "value")]
    return sum(len(t) for t in texts if isinstance(t, str))


def embed_is_empty(embed: Json) -> bool:
    """Whether the embed would be invisible."""
    shown = ("title", "description", "fields", "image", "thumbnail", "author", "footer", "url")
    return not any(embed.get(key) for key in shown)
