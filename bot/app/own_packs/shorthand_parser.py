"""Effects as people type them: ``2 gear + 1 point``, ``3 gear / card``, ``2 book -> 5 points``.

``+`` joins effects, ``,`` joins gains into one, ``/`` separates what one chooses from, ``->`` stands between a cost and
what it brings, parentheses group; ``by hand "…" (3 x gear; card) worth 2`` is a sentence that no word says. Words of
all three languages are understood, and those of packs. What comes out is plain data as in a pack's YAML;
``shorthand_writer`` writes it again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args

import yaml

from bot.app.own_packs.pack_data import plain_data
from bot.app.own_packs.shorthand_words import meanings
from bot.engine.effects import Colour, Countable, MapAction, Moment, Size, Track
from bot.engine.resources import BASICS, RESOURCES
from bot.text import LOCALES

if TYPE_CHECKING:
    from bot.text import Locale

LONGEST: Final = 900
"""Characters of one value."""
DEEPEST: Final = 6
GAINS: Final = (*RESOURCES, "points", "energy", "devotion")
TRACKS: Final = (*get_args(Track), "any")
COUNTED: Final = {
    "gain_any": "n", "take_card": "n", "take_module": "n", "take_crate": "n", "return_energy": "n", "range": "n",
    "wake": "n", "discard_cards": "n", "place_marker": "within",
}  # fmt: skip
"""Effects with a number, and the field it goes to."""
ALONE: Final = (
    "tribe_ability", "take_artifact", "any_colour", "reset_switch", "clear_slot", "water_again", "take_scyphoz",
    "populate_apart",
)  # fmt: skip
NARROWED: Final = {"take_machine": TRACKS, "fill": RESOURCES}
"""Effects that a second word narrows: the track of a machine, the resource that is filled up."""
ACTIONS: Final = get_args(MapAction)
ATOMS: Final = (*COUNTED, *ALONE, "take_machine", "fill", "by_hand", *ACTIONS, *TRACKS, *GAINS)
LASTING: Final = ("fifth_slot", "origin", "when", "range", *ACTIONS)
ORIGINS: Final = ("water", "crystal", "city", "abyss")
_QUOTED: Final = r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»'
_SIGNS: Final = re.compile(_QUOTED + r"|->|→|\d+|[^\W\d_][\w'’]*|[^\s]")
TIMES: Final = ("x", "×", "*")
_WORD: Final = re.compile(r"[^\W\d_]")
LONGEST_PHRASE: Final = 4


class NotUnderstood(ValueError):
    """A value says nothing that a pack can hold: what was found, and what would do."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"found {found}, expected {expected}")
        self.found, self.expected = found, expected


def effects_typed(typed: str, locale: Locale) -> list[Any] | None:
    """The effects that are typed; None where nothing is.

    :raises NotUnderstood: with what was found and expected.
    """
    if (written := _written_out(typed)) is not None:
        return written
    parser = _Parser(typed, locale)
    return parser.whole(parser.choice) if parser.signs else None


def lasting_typed(typed: str, locale: Locale) -> list[Any] | None:
    """The lasting effects that are typed, separated by semicolons; None where nothing is.

    :raises NotUnderstood: with what was found and expected.
    """
    if (written := _written_out(typed)) is not None:
        return written
    parser = _Parser(typed, locale)
    return parser.whole(parser.lasting) if parser.signs else None


def amounts_typed(typed: str, locale: Locale) -> dict[str, int] | None:
    """A cost that is typed, ``0`` for one of nothing; None where nothing is.

    :raises NotUnderstood: with what was found and expected.
    """
    parser = _Parser(typed, locale)
    if parser.signs == ["0"]:
        return {}
    return parser.whole(parser.amounts) if parser.signs else None


def _written_out(typed: str) -> list[Any] | None:
    """A value in the words of a pack's YAML, which begins with a bracket."""
    if not typed.lstrip().startswith("["):
        return None
    try:
        found = plain_data(typed)
    except yaml.YAMLError:
        found = None
    if not isinstance(found, list):
        raise NotUnderstood(repr(typed[:40]), "a list of effects as in a pack's file")
    return found


class _Parser:
    def __init__(self, typed: str, locale: Locale) -> None:
        if len(typed) > LONGEST:
            raise NotUnderstood(f"{len(typed)} characters", f"at most {LONGEST}")
        self.signs: list[str] = _SIGNS.findall(typed)
        self.locale = locale
        self.at = 0
        self.depth = 0

    def whole(self, part: Any) -> Any:
        """What a part of the grammar reads, and nothing after it."""
        found = part()
        if self.at < len(self.signs):
            self._refuse("+, /, -> or the end")
        return found

    # ---- signs -------------------------------------------------------------------------------------------------------

    def _next(self) -> str:
        return self.signs[self.at] if self.at < len(self.signs) else ""

    def _refuse(self, expected: str) -> NoReturn:
        found = " ".join(self.signs[self.at : self.at + 3])
        raise NotUnderstood(repr(found[:40]) if found else "nothing more", expected)

    def _took(self, *signs: str) -> bool:
        if self._next() in signs:
            self.at += 1
            return True
        return False

    def _number(self, otherwise: int | None) -> int | None:
        if not self._next().isdecimal():
            return otherwise
        if len(self._next()) > 3:
            self._refuse("a number of at most three digits")
        self.at += 1
        return int(self.signs[self.at - 1])

    def _word(self, keys: tuple[str, ...], expected: str | None = None) -> str | None:
        """The longest phrase here that means one of ``keys``; refused where it has to be one."""
        known = meanings(self.locale, keys)
        for length in range(LONGEST_PHRASE, 0, -1):
            signs = self.signs[self.at : self.at + length]
            phrase = " ".join(signs).replace(" _ ", "_").casefold()
            if len(signs) == length and phrase in known:
                self.at += length
                return known[phrase]
        if expected:
            self._refuse(expected)
        return None

    # ---- effects -----------------------------------------------------------------------------------------------------

    def choice(self) -> list[Any]:
        """What one chooses from, or one list of effects."""
        self.depth += 1
        if self.depth > DEEPEST:
            self._refuse(f"at most {DEEPEST} levels of parentheses")
        found, many = [self._pay()], False
        while self._took("/"):
            many = True
            if self._next() in ("", ")"):
                break
            found.append(self._pay())
        self.depth -= 1
        return [{"choose": found}] if many else found[0]

    def _pay(self) -> list[Any]:
        start = self.at
        found = self._sum()
        if not self._took("->", "→"):
            return found
        cost: dict[str, int] = {}
        for each in found:
            gained: dict[str, int] | None = each.get("gain") if isinstance(each, dict) else None
            if gained is None or not set(gained) <= set(RESOURCES):
                self.at = start
                self._refuse("resources in front of ->")
            cost |= {key: cost.get(key, 0) + n for key, n in gained.items() if n}
        return [{"pay": {"cost": cost, "get": self._sum()}}]

    def _sum(self) -> list[Any]:
        found = list(self._item())
        while self._took("+"):
            found += self._item()
        return found

    def _item(self) -> list[Any]:
        if not self._took("("):
            return [self._atom()]
        found = self.choice()
        if not self._took(")"):
            self._refuse("the closing )")
        return found

    def _atom(self) -> Any:
        n = self._number(None)
        word = self._word(ATOMS, "an effect, such as 2 gear, card, forest or star")
        if word in GAINS:
            return self._gained({word: 1 if n is None else n})
        if word in TRACKS:
            return {"advance": {word: 1 if n is None else n}}
        if word in COUNTED:
            return word if n is None else {word: n}
        if n not in (None, 1):
            self.at -= 1
            self._refuse("no number in front of it")
        if word in ACTIONS:
            return {"discount": self._less(word)}
        if word == "by_hand":
            return {word: self._by_hand()}
        if word in NARROWED:
            narrower = self._word(NARROWED[word])
            return {word: narrower} if narrower else word
        return word

    def _gained(self, gain: dict[str, int]) -> Any:
        """Gains joined by commas, perhaps one of them for each of what is counted."""
        while self._took(","):
            n = self._number(1)
            word = self._word(GAINS, "one of gear, book, food, crystal, point, energy")
            if word in gain:
                self._refuse(f"{word} once in a list with commas")
            gain[str(word)] = n or 0
        if not self._word(("per",)):
            return {"gain": gain}
        of = self._word(get_args(Countable), "what is counted, such as machines or crates")
        found: dict[str, Any] = {"of": of, "get": gain}
        if self._word(("most",)):
            found["most"] = self._number(None)
            if found["most"] is None:
                self._refuse("a number")
        return {"each": found}

    # ---- by hand -----------------------------------------------------------------------------------------------------

    def _by_hand(self) -> dict[str, Any]:
        """A sentence, what may come of it in parentheses, and what it is worth to computer players."""
        found: dict[str, Any] = {"text": self._sentence()}
        if not self._took("("):
            self._refuse("what may come of it in parentheses, as in (3 x gear; card)")
        found["brings"] = [self._bounded()]
        while self._took(";"):
            found["brings"].append(self._bounded())
        if not self._took(")"):
            self._refuse("the closing )")
        return found | self._named_number("worth")

    def _sentence(self) -> dict[str, str]:
        """A text in quotation marks in the reader's language, or several, each after its language's letters."""
        found: dict[str, str] = {}
        while self._is_text(self.at) or (self._next() in LOCALES and self._is_text(self.at + 1)):
            language = self.locale if self._is_text(self.at) else self._next()
            self.at += 1 if self._is_text(self.at) else 2
            found[language] = self.signs[self.at - 1][1:-1].strip()
        if not found:
            self._refuse("what the component says, in quotation marks: by hand “…”")
        return found

    def _is_text(self, at: int) -> bool:
        return at < len(self.signs) and len(self.signs[at]) > 1 and self.signs[at][0] in '"“„«'

    def _bounded(self) -> dict[str, Any]:
        """Effects with how often they may come at most, and how often computer players take them."""
        times: dict[str, Any] = {}
        if self._next().isdecimal() and self.signs[self.at + 1 : self.at + 2] and self.signs[self.at + 1] in TIMES:
            times["most"] = self._number(1)
            self.at += 1
        return {"get": self.choice()} | times | self._named_number("usual")

    def _named_number(self, key: str) -> dict[str, int]:
        if not self._word((key,)):
            return {}
        n = self._number(None)
        if n is None:
            self._refuse("a number")
        return {key: n}

    def _less(self, action: str | None) -> dict[str, Any]:
        if not self._took("-", "−"):
            self._refuse("- and a number, as in build -2 gear")
        n = self._number(1)
        return {"action": action, "resource": self._word(BASICS, "gear, book or food"), "n": n}

    def amounts(self) -> dict[str, int]:
        """Resources joined by commas or plus signs."""
        found: dict[str, int] = {}
        while True:
            n = self._number(1) or 0
            word = str(self._word(RESOURCES, "a resource, such as 2 gear"))
            found[word] = found.get(word, 0) + n
            if not self._took(",", "+"):
                return found

    # ---- lasting effects ---------------------------------------------------------------------------------------------

    def lasting(self) -> list[Any]:
        """Lasting effects, separated by semicolons."""
        found = [self._lasting()]
        while self._took(";"):
            found.append(self._lasting())
        return found

    def _lasting(self) -> Any:
        n = self._number(None)
        word = self._word(LASTING, "range, build -1 gear, fifth slot, from water, or when …: …")
        if word == "range":
            action = self._word(ACTIONS)
            fields = ({} if n is None else {"n": n}) | ({"action": action} if action else {})
            return {"range": fields} if fields else word
        if word in ACTIONS:
            return {"discount": self._less(word)}
        if word == "origin":
            return {word: self._word(ORIGINS, "water, crystal, city or abyss")}
        return word if word == "fifth_slot" else {"when": self._when()}

    def _when(self) -> dict[str, Any]:
        found: dict[str, Any] = {"moment": self._word(get_args(Moment), "a moment, such as played or built")}
        if colour := self._word(get_args(Colour)):
            found["colour"] = colour
        if size := self._word(get_args(Size)):
            found["size"] = size
        if not self._took(":"):
            self._refuse("a colon and effects")
        return found | {"get": self.choice()}
