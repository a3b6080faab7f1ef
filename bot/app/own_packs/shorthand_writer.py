"""Effects in short-hand (``shorthand_parser``), from plain data as in a pack's YAML. What the short-hand cannot say (a
value with a mistake in it) is written as it stands in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bot.app.own_packs.pack_frame import flow
from bot.app.own_packs.shorthand_parser import (
    ALONE,
    COUNTED,
    GAINS,
    NARROWED,
    NotUnderstood,
    amounts_typed,
    effects_typed,
    lasting_typed,
)
from bot.app.own_packs.shorthand_words import said
from bot.engine.resources import RESOURCES

if TYPE_CHECKING:
    from bot.text import Locale

_WRONG: Final = (KeyError, TypeError, ValueError, AttributeError)


def effects_written(value: Any, locale: Locale) -> str:
    """A list of effects; nothing where there is none."""
    return _checked(value, locale, lambda: _whole(value, locale), effects_typed)


def lasting_written(value: Any, locale: Locale) -> str:
    """A list of lasting effects."""
    return _checked(value, locale, lambda: "; ".join(_lasting(each, locale) for each in value), lasting_typed)


def amounts_written(value: Any, locale: Locale) -> str:
    """A cost: ``0`` where it costs nothing."""
    if value is None:
        return ""
    try:
        written = _amounts(value, locale, RESOURCES) or "0"
        amounts_typed(written, locale)
    except _WRONG:
        return flow(value)
    return written


def _checked(value: Any, locale: Locale, write: Any, read: Any) -> str:
    """The short-hand where reading it gives the same effects."""
    if value is None:
        return ""
    try:
        written = str(write())
        same = _plain(read(written, locale)) == _plain(value)
    except (*_WRONG, NotUnderstood):
        same = False
    return written if same else flow(value)


def _plain(value: Any) -> Any:
    """Effects with what may be left out left out, so that two ways to write one are equal."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        ((word, given),) = value.items()
        given = given if isinstance(given, dict) and set(given) != {"n"} else _scalar(given)
        if (given == {"place_marker": 2}.get(word, 1) and word in COUNTED) or (word, given) in (
            ("take_machine", "any"),
            ("fill", "any"),
        ):
            return word
        return {word: _plain(given)}
    return {key: _plain(each) for key, each in value.items() if (key, each) not in (("n", 1), ("most", 6))}


def _scalar(given: Any) -> Any:
    return given["n"] if isinstance(given, dict) else given


# ---- effects ---------------------------------------------------------------------------------------------------------


def _whole(value: list[Any], locale: Locale) -> str:
    """A list of effects that stands alone: a choice or a payment needs no parentheses there."""
    word, given = _parts(value[0])
    if len(value) == 1 and word == "choose":
        return _choice(given, locale)
    return _option(value, locale)


def _option(value: list[Any], locale: Locale) -> str:
    word, given = _parts(value[0])
    if len(value) == 1 and word == "pay":
        return _pay(given, locale)
    return " + ".join(_item(each, locale) for each in value)


def _choice(given: Any, locale: Locale) -> str:
    options = given["of"] if isinstance(given, dict) else given
    return " / ".join(_option(each, locale) for each in options) + (" /" if len(options) == 1 else "")


def _pay(given: dict[str, Any], locale: Locale) -> str:
    cost = _amounts(given["cost"], locale, RESOURCES) or f"0 {said(locale, 'gear', 0)}"
    return f"{cost} -> {' + '.join(_item(each, locale) for each in given['get'])}"


def _parts(effect: Any) -> tuple[str, Any]:
    if isinstance(effect, str):
        return effect, None
    ((word, given),) = effect.items()
    return word, given


def _item(effect: Any, locale: Locale) -> str:
    word, given = _parts(effect)
    if word == "choose":
        return f"({_choice(given, locale)})"
    if word == "pay":
        return f"({_pay(given, locale)})"
    if word == "gain":
        return _amounts(given, locale, GAINS)
    if word == "advance":
        ((track, n),) = given.items()
        return _many(locale, track, n)
    if word == "discount":
        return _less(given, locale)
    if word == "each":
        most = f" {said(locale, 'most')} {given['most']}" if "most" in given else ""
        return f"{_amounts(given['get'], locale, GAINS)} {said(locale, 'per')} {said(locale, given['of'])}{most}"
    if word == "by_hand":
        return _by_hand(given, locale)
    return _single(word, given, locale)


def _by_hand(given: dict[str, Any], locale: Locale) -> str:
    """The sentence alone where it is in the reader's language only, else each after its language's letters."""
    text, worth = given["text"], given.get("worth")
    sentences = [f'"{text[locale]}"'] if set(text) == {locale} else [f'{key} "{each}"' for key, each in text.items()]
    lines = "; ".join(_bounded(each, locale) for each in given["brings"])
    valued = "" if worth is None else f" {said(locale, 'worth')} {int(worth)}"
    return f"{said(locale, 'by_hand')} {' '.join(sentences)} ({lines}){valued}"


def _bounded(given: dict[str, Any], locale: Locale) -> str:
    times = f"{int(given['most'])} x " if "most" in given else ""
    usual = f" {said(locale, 'usual')} {int(given['usual'])}" if "usual" in given else ""
    return f"{times}{_whole(given['get'], locale)}{usual}"


def _single(word: str, given: Any, locale: Locale) -> str:
    if word in NARROWED:
        narrower = next(iter(given.values())) if isinstance(given, dict) else given
        return said(locale, word) + (f" {said(locale, narrower)}" if narrower in NARROWED[word] else "")
    if word in COUNTED:
        field = COUNTED[word]
        n = given[field] if isinstance(given, dict) else given
        return said(locale, word) if n is None else _many(locale, word, n)
    if word not in ALONE or given is not None:
        raise ValueError(word)
    return said(locale, word)


def _amounts(given: dict[str, int], locale: Locale, known: tuple[str, ...]) -> str:
    if set(given) - set(known):
        raise ValueError(given)
    return ", ".join(_many(locale, key, n) for key, n in given.items())


def _many(locale: Locale, key: str, n: int) -> str:
    return f"{int(n)} {said(locale, key, n)}"


def _less(given: dict[str, Any], locale: Locale) -> str:
    n = given.get("n", 1)
    return f"{said(locale, given['action'])} -{_many(locale, given['resource'], n)}"


# ---- lasting effects -------------------------------------------------------------------------------------------------


def _lasting(effect: Any, locale: Locale) -> str:
    word, given = _parts(effect)
    if word == "range":
        return _range(given, locale)
    if word == "discount":
        return _less(given, locale)
    if word == "origin":
        terrain = given["terrain"] if isinstance(given, dict) else given
        return f"{said(locale, word)} {said(locale, terrain)}"
    if word == "when":
        narrow = "".join(f" {said(locale, given[key])}" for key in ("colour", "size") if key in given)
        return f"{said(locale, word)} {said(locale, given['moment'])}{narrow}: {_whole(given['get'], locale)}"
    if word != "fifth_slot":
        raise ValueError(word)
    return said(locale, word)


def _range(given: Any, locale: Locale) -> str:
    fields = given if isinstance(given, dict) else {} if given is None else {"n": given}
    text = _many(locale, "range", fields["n"]) if "n" in fields else said(locale, "range")
    return f"{text} {said(locale, fields['action'])}" if "action" in fields else text
