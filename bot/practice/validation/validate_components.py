"""Buttons, menus, layouts and forms."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from bot.practice import limits
from bot.practice.validation.component_tree import SELECTS, display_text, walk
from bot.practice.validation.validate_lengths import COMPONENTS, MODAL, OPTION, check_lengths, check_numbers

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.practice.errors import Json, Path, Problems

SKIN_TONES = range(0x1F3FB, 0x1F400)
TAGS = range(0xE0020, 0xE0080)
FLAGS = range(0x1F1E6, 0x1F200)
MESSAGE_TYPES = frozenset({1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17})
TOP_LEVEL = frozenset({1, 9, 10, 12, 13, 14, 17})
MODAL_TOP = frozenset({1, 10, 18})
MODAL_FIELDS = frozenset({3, 4, 5, 6, 7, 8, 19, 21, 22, 23})


def is_emoji(text: str) -> bool:
    """Whether a text is an emoji. An approximation: at least one symbol, flag or keycap, and no plain letters."""
    if not text or len(text) > 16:
        return False
    if "\u20e3" in text:
        return True
    signs = [ch for ch in text if ch not in "\ufe0f\u200d" and ord(ch) not in SKIN_TONES and ord(ch) not in TAGS]
    return bool(signs) and all(_is_symbol(ch) for ch in signs)


def _is_symbol(ch: str) -> bool:
    if ord(ch) in FLAGS:
        return True
    return unicodedata.category(ch) in ("So", "Sk", "Sm", "Po", "Cn", "Mn") and ord(ch) > 0xA8


def _check_emoji(emoji: Any, path: Path, problems: Problems) -> None:
    if isinstance(emoji, dict) and not emoji.get("id") and not is_emoji(emoji.get("name") or ""):
        problems.add((*path, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_button(c: Json, path: Path, problems: Problems) -> None:
    style = c.get("style")
    if style not in range(1, 7):
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    elif style == 5:
        _exclusive(c, path, "url", ("custom_id",), problems)
    elif style == 6:
        _exclusive(c, path, "sku_id", ("custom_id", "url", "label", "emoji"), problems)
    else:
        _exclusive(c, path, "custom_id", ("url", "sku_id"), problems)
    if style != 6 and not c.get("label") and not c.get("emoji"):
        problems.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
    _check_emoji(c.get("emoji"), path, problems)


def _exclusive(c: Json, path: Path, needed: str, others: tuple[str, ...], problems: Problems) -> None:
    if not c.get(needed):
        problems.required((*path, needed))
    for other in others:
        if c.get(other):
            words = f"{needed} and {other} cannot both be specified"
            problems.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)


def value_range(c: Json) -> tuple[int, int]:
    """The least and the most values that a menu takes."""
    least, most = c.get("min_values"), c.get("max_values")
    return (1 if least is None else int(least)), (1 if most is None else int(most))


def _check_select(c: Json, path: Path, problems: Problems) -> None:
    least, most = value_range(c)
    if least > most:
        words = "min_values must be less than or equal to max_values"
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", words)
    if c.get("type") == 3:
        _check_options(c, path, least, most, problems)
    elif c.get("default_values") and not least <= len(c["default_values"]) <= most:
        words = "number of default values must be between min_values and max_values"
        problems.add((*path, "default_values"), "SELECT_COMPONENT_DEFAULT_VALUES_RANGE", words)


def _check_options(c: Json, path: Path, least: int, most: int, problems: Problems) -> None:
    options = [o for o in c.get("options") or () if isinstance(o, dict)]
    where = (*path, "options")
    _check_option_texts(options, where, problems)
    if least > len(options):
        words = "min_values is larger than the number of options"
        problems.add(where, "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", words)
    if options and most > len(options):
        words = "max_values must not exceed the number of options"
        problems.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", words)
    if sum(bool(o.get("default")) for o in options) > most:
        words = "too many default options for max_values"
        problems.add(where, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words)


def _check_option_texts(options: list[Json], where: Path, problems: Problems) -> None:
    values = set()
    for i, option in enumerate(options):
        check_lengths(option, OPTION, (*where, i), problems)
        _check_emoji(option.get("emoji"), (*where, i), problems)
        if option.get("value") in values:
            words = "The specified option value is already used"
            problems.add((*where, i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
        values.add(option.get("value"))


def _check_unique(flat: list[tuple[Json, Path]], problems: Problems) -> None:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen = set()
        for c, path in flat:
            value = c.get(key)
            if value and value in seen:
                problems.add((*path, key), code, f"Component {key.replace('_', ' ')} cannot be duplicated")
            seen.add(value)


def _check_media(media: Any, path: Path, files: set[str], problems: Problems, *, only_files: bool = False) -> None:
    url = media.get("url") if isinstance(media, dict) else None
    if not isinstance(url, str):
        problems.required((*path, "url"))
    elif url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            words = "The referenced attachment was not found. Ensure the attachment is included in the request."
            problems.add((*path, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words)
    elif only_files:
        words = "Only attachment:// references are allowed"
        problems.add((*path, "url"), "UNFURLED_MEDIA_ITEM_ATTACHMENT_REFERENCE_REQUIRED", words)
    elif not re.match(r"^https?://", url):
        problems.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https').")


def attachment_names(components: Any) -> set[str]:
    """The names of the uploaded files that these components show."""
    return {media["url"].removeprefix("attachment://") for media in media_items(components)}


def media_items(components: Any) -> list[Json]:
    """The media of thumbnails, galleries and files that refer to an upload."""
    out = []
    for c, _ in walk(components):
        out += [c.get("media"), c.get("file")]
        out += [item.get("media") for item in c.get("items") or () if isinstance(item, dict)]
    return [m for m in out if isinstance(m, dict) and str(m.get("url")).startswith("attachment://")]


def _check_row(c: Json, path: Path, problems: Problems) -> None:
    kinds = [k.get("type") for k in c.get("components") or () if isinstance(k, dict)]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        words = "The specified component exceeds the maximum width"
        problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
    if any(kind != 2 and kind not in SELECTS for kind in kinds):
        problems.add((*path, "components"), "UNION_TYPE_CHOICES", "A row holds buttons or one menu.")


def _check_one(c: Json, path: Path, files: set[str], problems: Problems) -> None:
    kind = c.get("type")
    if kind not in MESSAGE_TYPES:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", f"Component type {kind} is not allowed in messages.")
        return
    check_lengths(c, COMPONENTS.get(kind, {}), path, problems)
    check_numbers(c, path, problems)
    if kind == 1:
        _check_row(c, path, problems)
    elif kind == 2:
        _check_button(c, path, problems)
    elif kind in SELECTS:
        _check_select(c, path, problems)
    elif kind == 9 and not isinstance(c.get("accessory"), dict):
        problems.required((*path, "accessory"))
    elif kind == 11:
        _check_media(c.get("media"), (*path, "media"), files, problems)
    elif kind == 12:
        for i, item in enumerate(c.get("items") or ()):
            _check_media(item.get("media"), (*path, "items", i, "media"), files, problems)
    elif kind == 13:
        _check_media(c.get("file"), (*path, "file"), files, problems, only_files=True)


def check_components(components: Any, files: set[str], path: Path, problems: Problems, *, v2: bool) -> None:
    """Check the components of a message; ``files`` are the names that come with it."""
    flat = list(walk(components, path))
    if v2:
        _check_layout(flat, path, problems)
    else:
        _check_rows(components, path, problems)
    _check_unique(flat, problems)
    for c, where in flat:
        _check_one(c, where, files, problems)


def check_emojis(components: Any, known: Container[int], path: Path, problems: Problems) -> None:
    """Check that buttons and options show no emoji that the application does not have."""
    for c, where in walk(components, path):
        options = [(o, (*where, "options", i)) for i, o in enumerate(c.get("options") or ()) if isinstance(o, dict)]
        for holder, at in ((c, where), *options):
            emoji = holder.get("emoji")
            key = str(emoji.get("id") or "") if isinstance(emoji, dict) else ""
            if key and not (key.isdecimal() and int(key) in known):
                problems.add((*at, "emoji", "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_rows(components: Any, path: Path, problems: Problems) -> None:
    if len(components or ()) > limits.LEGACY_ROWS_MAX:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limits.LEGACY_ROWS_MAX} or fewer in length.")
    for i, c in enumerate(components or ()):
        if isinstance(c, dict) and c.get("type") != 1:
            problems.add((*path, i, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')


def _check_layout(flat: list[tuple[Json, Path]], path: Path, problems: Problems) -> None:
    if len(flat) > limits.V2_COMPONENTS_MAX:
        words = f"The total number of components ({len(flat)}) exceeds the maximum of {limits.V2_COMPONENTS_MAX}"
        problems.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    shown = sum(len(c.get("content") or "") for c, _ in flat if c.get("type") == 10)
    if shown > limits.V2_TEXT_MAX:
        words = f"The total displayable text size ({shown}) exceeds the maximum of {limits.V2_TEXT_MAX}"
        problems.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    for c, where in flat:
        if len(where) == len(path) + 1 and c.get("type") not in TOP_LEVEL:
            words = f"Component type {c.get('type')} cannot stand alone."
            problems.add((*where, "type"), "UNION_TYPE_CHOICES", words)


# ------------------------------------------------------------------------------------------------ forms
def check_modal(data: Json, problems: Problems) -> None:
    """Check the data of a modal response."""
    base: Path = ("data",)
    check_lengths(data, MODAL, base, problems)
    for key in MODAL:
        if not data.get(key):
            problems.required((*base, key))
    flat = list(walk(data.get("components"), (*base, "components")))
    _check_unique(flat, problems)
    for c, path in flat:
        check_lengths(c, COMPONENTS.get(c.get("type", 0), {}), path, problems)
        check_numbers(c, path, problems)
        _check_modal_part(c, path, problems, top=len(path) == 3)


def _check_modal_part(c: Json, path: Path, problems: Problems, *, top: bool) -> None:
    kind = c.get("type")
    if kind not in (MODAL_TOP if top else MODAL_FIELDS):
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", f"Component type {kind} is not allowed here.")
    elif kind == 1:
        _check_modal_row(c, path, problems)
    elif kind == 18 and not c.get("label"):
        problems.required((*path, "label"))
    elif kind == 4:
        _check_input(c, path, problems)
    elif kind in SELECTS:
        _check_modal_select(c, path, problems)
    elif kind in (21, 22):
        _check_boxes(c, path, problems)


def _check_modal_row(c: Json, path: Path, problems: Problems) -> None:
    inputs = [k for k in c.get("components") or () if isinstance(k, dict)]
    if len(inputs) > 1:
        words = "The specified component exceeds the maximum width"
        problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
    for i, field in enumerate(inputs):
        if not field.get("label"):
            problems.required((*path, "components", i, "label"))


def _check_input(c: Json, path: Path, problems: Problems) -> None:
    least, most = c.get("min_length") or 0, c.get("max_length") or 4000
    if least > most:
        words = "min_length must be less than or equal to max_length"
        problems.add((*path, "min_length"), "TEXT_INPUT_COMPONENT_INVALID_MIN_LENGTH", words)
    if c.get("value") and not least <= len(c["value"]) <= most:
        problems.add((*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def _check_modal_select(c: Json, path: Path, problems: Problems) -> None:
    _check_select(c, path, problems)
    if c.get("disabled"):
        problems.add((*path, "disabled"), "MODAL_COMPONENT_DISABLED", "Modals can not have disabled components")
    if c.get("required", True) is not False and c.get("min_values") == 0:
        words = "min_values must be at least 1 if required is omitted or true"
        problems.add((*path, "min_values"), "BASE_TYPE_MIN_LENGTH", words)


def _check_boxes(c: Json, path: Path, problems: Problems) -> None:
    options = [o for o in c.get("options") or () if isinstance(o, dict)]
    _check_option_texts(options, (*path, "options"), problems)
    if c["type"] == 21 and sum(bool(o.get("default")) for o in options) > 1:
        words = "only one default option is allowed"
        problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words)


__all__ = [
    "attachment_names",
    "check_components",
    "check_emojis",
    "check_modal",
    "display_text",
    "is_emoji",
    "media_items",
]
