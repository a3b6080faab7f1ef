"""The page: its files, what it asks for, and the pictures. It answers this machine alone, and phones that have opened a
link with a key where that is wanted (``phone_access``)."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from aiohttp import web

from bot.app.own_packs.field_labels import field_label
from bot.app.own_packs.pack_cells import choices, written
from bot.app.own_packs.pack_tables import OWNER, REST, SHEETS, SPACE, TECHNOLOGIES, at
from bot.app.own_packs.shorthand_words import said
from bot.engine.components import Terrain
from bot.engine.packs import PackMistakes, field
from bot.engine.packs.checks.component_counts import COUNTS
from bot.pack_editor.component_preview import is_effects, picture_of, words_of
from bot.pack_editor.pack_document import NoSuchPlace, PackDocument
from bot.pack_editor.phone_access import COOKIE, KEY
from bot.text import LOCALES, endonym, t, tn
from bot.text.mistake_words import mistake_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.app.own_packs.pack_tables import Column
    from bot.pack_editor.phone_access import PhoneAccess
    from bot.text import Locale

HOST: Final = "127.0.0.1"
FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
LARGEST: Final = 64 * 1024
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
UI: Final = (
    "title", "like", "undo", "add", "remove", "next", "before", "saved", "failed", "keys", "effects",
    "choose_effect", "picture", "board", "board_keys", "hexes", "hexes_keys", "language", "none",
)  # fmt: skip
EFFECTS: Final = (
    "gear", "book", "food", "crystal", "points", "energy", "gain_any", "forest", "mountain", "field", "any",
    "tribe_ability", "take_card", "take_module", "take_machine", "take_crate", "take_artifact", "return_energy",
    "range", "any_colour", "reset_switch", "wake", "clear_slot", "fill", "discard_cards", "water_again", "place_marker",
)  # fmt: skip
"""What the menu of effects offers; the rest is typed."""
BY_SPACE: Final = ("score_bonuses", "devotion")
"""Sheets whose rows have no name but the space of a track."""
BY_HAND: Final = '{} "…" (3 x 1 gear; card)'
"""The last of them, to be filled in."""
REFUSED: Final = "This link was used already, or is not whole. The newest one stands where the page was started.\n"
TILE_TERRAINS: Final = ("desert", "forest", "mountain", "field", "city", "water", "crystal")


class PackPage:
    """Serves the page of one pack."""

    def __init__(self, directory: Path, phones: PhoneAccess | None = None) -> None:
        self.document = PackDocument(directory)
        self.port = 0
        self.phone_opened: Callable[[], None] = lambda: None
        self._phones = phones
        self._turn = asyncio.Lock()
        self._runner: web.AppRunner | None = None

    async def start(self, port: int) -> str:
        """Listen on this machine, and on its address in the network where phones may come; the address on this machine.

        :raises OSError: the port cannot be used.
        """
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/picture/{sheet}/{row}", self._picture)
        app.router.add_post("/ask", self._ask)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        self.port = self._runner.addresses[0][1]
        if self._phones:
            await web.TCPSite(self._runner, self._phones.address, self.port).start()
        return f"http://{HOST}:{self.port}"

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
        """Only requests to this machine under its own name, over its network only from phones with a key; changes only
        from the page itself."""
        phones = self._phones if _over_network(request) else None
        names = (phones.address,) if phones else (HOST, "localhost")
        hosts = {f"{name}:{self.port}" for name in names}
        origin = request.headers.get("Origin")
        foreign = origin is not None and origin.removeprefix("http://") not in hosts
        if request.headers.get("Host") not in hosts or foreign or (request.method != "GET" and origin is None):
            return web.Response(status=403, text="This address is for the page on this machine only.\n")
        if phones and not phones.knows(request.cookies.get(COOKIE)):
            return self._met(request, phones)
        response: web.StreamResponse = await handler(request)
        response.headers.update(HEADERS)
        return response

    def _met(self, request: web.Request, phones: PhoneAccess) -> web.Response:
        """The answer to a device that is not known: with the key, from now on it is; the key leaves its address."""
        token = phones.opened(request.query.get(KEY, "")) if request.method == "GET" else None
        if token is None:
            return web.Response(status=403, text=REFUSED, headers=HEADERS)
        answer = web.Response(status=303, headers={"Location": "/", **HEADERS})
        answer.set_cookie(COOKIE, token, httponly=True, samesite="Lax", path="/")
        self.phone_opened()
        return answer

    async def _index(self, request: web.Request) -> web.Response:
        return self._send(FOLDER / "index.html")

    async def _file(self, request: web.Request) -> web.Response:
        path = FOLDER / request.match_info["name"]
        if path.parent != FOLDER or path.suffix not in TYPES or not path.is_file():
            return web.Response(status=404, text="no such file\n")
        return self._send(path)

    def _send(self, path: Path) -> web.Response:
        return web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8")

    async def _picture(self, request: web.Request) -> web.Response:
        sheet, row = request.match_info["sheet"], request.match_info["row"]
        locale = _locale(request.query.get("language"))
        async with self._turn:
            png = await asyncio.to_thread(self._drawn, sheet, int(row) if row.isdecimal() else -1, locale)
        if png is None:
            return web.Response(status=204)
        return web.Response(body=png, content_type="image/png")

    def _drawn(self, sheet: str, row: int, locale: Locale) -> bytes | None:
        if sheet not in SHEETS or sheet == REST:
            return None
        rows = self.document.rows(sheet)
        return picture_of(self.document.draft(), rows[row][0], locale) if 0 <= row < len(rows) else None

    # ---- what the page asks for --------------------------------------------------------------------------------------

    async def _ask(self, request: web.Request) -> web.Response:
        try:
            asked = json.loads(await request.read())
            async with self._turn:
                answer = await asyncio.to_thread(self._answer, asked)
        except (NoSuchPlace, PackMistakes, OSError) as error:
            return web.json_response({"error": str(error)[:300]}, status=409)
        except (ValueError, KeyError, TypeError, AttributeError):
            return web.json_response({"error": "?"}, status=400)
        return web.json_response(answer)

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        start = time.perf_counter()
        document, locale = self.document, _locale(asked.get("language"))
        document.refresh()
        sheet, row = str(asked.get("sheet") or REST), int(asked.get("row") or 0)
        answer: dict[str, Any] = {}
        if asked["do"] == "open":
            answer |= _words(locale)
        elif asked["do"] == "set":
            heading, text = str(asked["heading"]), str(asked["text"])
            refused = document.put(sheet, row, heading, text, locale)
            if refused is not None:
                answer["refused"] = _mistake(locale, refused.found, refused.expected)
        elif asked["do"] == "like":
            document.like(sheet, row, int(asked["other"]))
        elif asked["do"] == "add":
            answer["row"] = document.add(sheet)
        elif asked["do"] == "remove":
            document.remove(sheet, row)
        elif asked["do"] == "undo":
            answer["undone"] = document.undo()
        answer |= self._state(locale) | {"sheet": self._sheet(sheet, locale)}
        return answer | {"ms": round(1000 * (time.perf_counter() - start))}

    def _state(self, locale: Locale) -> dict[str, Any]:
        troubles = self.document.troubles()
        wrong = {name: {each.row for each in troubles if each.sheet == name} for name in SHEETS}
        sheets = []
        for name in SHEETS:
            number = len(self.document.rows(name))
            sheets.append(
                {
                    "name": name,
                    "label": t(locale, f"editor.sheet.{name}"),
                    "number": number,
                    "box": COUNTS[name][0] if name in COUNTS else number,
                    "done": number - len(wrong[name] - {-1}),
                    "wrong": bool(wrong[name]),
                }
            )
        left = tn(locale, "editor.left", len(troubles)) if troubles else t(locale, "editor.whole")
        return {"sheets": sheets, "left": left, "mistakes": len(troubles)}

    def _sheet(self, name: str, locale: Locale) -> dict[str, Any]:
        document = self.document
        rows, columns = document.rows(name), document.columns(name)
        fields = [_field(column, name, locale) for column in columns]
        troubles: dict[int, list[list[str]]] = {}
        for each in document.troubles():
            if each.sheet == name:
                told = [each.heading, _mistake(locale, each.found, each.expected)]
                troubles.setdefault(each.row, []).append(told)
        lines = []
        for _, value, lead in rows:
            cells = [_cell(column, value, lead, locale) for column in columns]
            read = [words_of(text, column.kind, locale) for text, column in zip(cells, columns, strict=True)]
            lines.append({"cells": cells, "words": read, "title": _title(name, value, lead, locale)})
        return {
            "name": name,
            "label": t(locale, f"editor.sheet.{name}"),
            "fields": fields,
            "rows": lines,
            "troubles": troubles,
            "fixed": name in (REST, TECHNOLOGIES),
        }


def _over_network(request: web.Request) -> bool:
    """Whether a request has come to another address than this machine's own loopback one, whatever it calls itself."""
    at = request.transport.get_extra_info("sockname") if request.transport else None
    return at is None or at[0] != HOST


def _cell(column: Column, value: Any, lead: str, locale: Locale) -> str:
    if column.keys in ((OWNER,), (SPACE,)):
        return lead
    return written(value if isinstance(value, list) else at(value, *column.keys), column.kind, locale)


def _title(sheet: str, value: Any, lead: str, locale: Locale) -> str:
    if sheet == REST:
        return t(locale, "editor.sheet.pack")
    names = at(value, "name")
    name = (names.get(locale) or next(iter(names.values()), "")) if isinstance(names, dict) else ""
    if lead and sheet in BY_SPACE:
        return t(locale, "editor.space", n=lead)
    return str(name or at(value, "id") or lead)


def _field(column: Column, sheet: str, locale: Locale) -> dict[str, Any]:
    parts = [str(each) for each in column.heading.split(".")]
    label = column.heading if sheet == REST else " · ".join(field_label(locale, part) for part in parts)
    return {
        "heading": column.heading,
        "label": label,
        "choices": choices(column.kind, locale),
        "effects": is_effects(column.kind),
        "fixed": column.keys == (OWNER,),
    }


def _words(locale: Locale) -> dict[str, Any]:
    """The page's own words, the menu of effects, terrains, and the shape of a tile."""
    shape = next(place.spaces for place in field().board.places if place.kind == "area")
    return {
        "words": {key: t(locale, f"editor.{key}") for key in UI},
        "languages": [[each, endonym(each)] for each in LOCALES],
        "effects": [*(said(locale, each) for each in EFFECTS), BY_HAND.format(said(locale, "by_hand"))],
        "terrains": [[each, said(locale, each)] for each in TILE_TERRAINS if each in get_args(Terrain)],
        "shape": [[q, r] for q, r in shape],
    }


def _mistake(locale: Locale, found: str, expected: str) -> str:
    if found == "nothing" and expected.startswith("the field "):
        return t(locale, "editor.empty")
    found, expected = mistake_words(locale, found), mistake_words(locale, expected)
    return t(locale, "editor.mistake", found=found, expected=expected)


def _locale(language: object) -> Locale:
    return next((each for each in LOCALES if each == language), LOCALES[0])
