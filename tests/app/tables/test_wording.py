"""Every refusal is a sentence in three languages that says what to do."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from bot.app.tables import Named, Reason, TableRefusal
from bot.app.tables.quiet_hours import Wrong
from bot.app.tables.table_permissions import MAY, Role
from bot.app.tables.wording import refused
from bot.text import LOCALES, Locale

BOT = Path(__file__).parents[3] / "bot"
ROOTS = (BOT / "app" / "tables", BOT / "game_files")
RAISERS = ("TableRefusal", "FileRefusal", "Declined")


def values_in_code() -> dict[str, set[frozenset[str]]]:
    """The names of the values that each refusal is raised with, wherever it is."""
    found: dict[str, set[frozenset[str]]] = {}
    for path in (path for root in ROOTS for path in root.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISERS:
                given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                for part in ast.walk(given.get("reason") or (node.args[0] if node.args else node)):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.setdefault(part.value, set()).add(names_of(given))
    return found


def names_of(given: dict[str, ast.expr]) -> frozenset[str]:
    """The names of the values: the keywords, or for ``Declined`` the keys of its ``values``."""
    if "reason" not in given:
        return frozenset(given)
    values = given.get("values")
    keys = values.keys if isinstance(values, ast.Dict) else ()
    return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


OF_HOURS = {reason: {frozenset[str]()} for reason in get_args(Wrong)}
"""What is wrong with somebody's hours is found in one place and raised in another."""
RAISED = {reason: names for reason, names in values_in_code().items() if reason in get_args(Reason)} | OF_HOURS


def test_every_reason_is_raised_somewhere() -> None:
    assert set(RAISED) == set(get_args(Reason))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_refusal_has_a_sentence(locale: Locale, reason: Reason) -> None:
    for names in RAISED[reason]:
        values = {name: f"<{name}>" for name in names}
        if reason == "not_allowed":
            values["who"] = "owner moderator"
        text = refused(locale, TableRefusal(reason, **values))
        assert len(text) > 30, text
        assert len(re.findall(r"[.:;?]", text)) >= 2, f"says why, but not what to do: {text}"


@pytest.mark.parametrize("locale", LOCALES)
def test_who_may_is_named(locale: Locale) -> None:
    for roles in MAY.values():
        assert refused(locale, TableRefusal("not_allowed", who=" ".join(roles), owner="Kim"))
    with_owner = refused(locale, TableRefusal("not_allowed", who=f"{Role.OWNER}", owner="Kim"))
    without = refused(locale, TableRefusal("not_allowed", who=f"{Role.MODERATOR}", owner="Kim"))
    assert "Kim" in with_owner
    assert "Kim" not in without


NAMED: dict[Locale, str] = {"en": "Computer 2", "de": "Computer 2", "fr": "Ordinateur 2"}
WITH_NAMES: tuple[tuple[Reason, str], ...] = (
    ("not_your_turn", "player"),
    ("tribe_taken", "player"),
    ("not_in_game", "players"),
)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("reason", "name"), WITH_NAMES)
def test_computer_players_are_named_in_the_readers_language(locale: Locale, reason: Reason, name: str) -> None:
    robot = Named(1, "Robo 1", computer=True)
    value = (Named(0, "Kim"), robot) if name == "players" else robot
    text = refused(locale, TableRefusal(reason, **{name: value}))
    assert NAMED[locale] in text
    assert "Robo" not in text
    assert name != "players" or "Kim" in text


def test_no_refusal_names_a_seat_by_what_is_kept() -> None:
    """The name kept of a computer player is of no language: a refusal takes the seat (``named``), not its name."""
    for folder in (*ROOTS, BOT.parent / "cogs"):
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "TableRefusal":
                    kept = [part for part in ast.walk(node) if isinstance(part, ast.Attribute) and part.attr == "name"]
                    assert [ast.unparse(each) for each in kept if ast.unparse(each) != "caller.name"] == [], path
