"""Handles HTTP requests: token, body, rate limits, handler, and errors in the form of Discord."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.practice import limits
from bot.practice.errors import ApiError, form_error
from bot.practice.message_service import Upload
from bot.practice.rest.routing import ROUTES, Call, Route

if TYPE_CHECKING:
    from bot.practice.discord_state import DiscordState
    from bot.practice.openapi import OpenApi

INVALID_JSON = "The request body contains invalid JSON."


class Bucket:
    """A rate limit: so many requests of one route in a window of seconds."""

    def __init__(self, limit: int, window: float) -> None:
        self.limit, self.window = limit, window
        self.hits: deque[float] = deque()

    def take(self) -> bool:
        """Count a request; False where the limit is reached."""
        now = time.monotonic()
        while self.hits and now - self.hits[0] >= self.window:
            self.hits.popleft()
        if len(self.hits) >= self.limit:
            return False
        self.hits.append(now)
        return True

    def reset_after(self) -> float:
        """Seconds until the next request is allowed."""
        return self.window - (time.monotonic() - self.hits[0]) if self.hits else self.window


class Rest:
    """The REST API of one loopback Discord."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self.openapi: OpenApi | None = None
        if state.config.openapi:
            from bot.practice.openapi import OpenApi  # its package comes with the tests only

            self.openapi = OpenApi(state.config.openapi)
        self._buckets: dict[tuple[Any, ...], Bucket] = {}
        self._everything = Bucket(*limits.GLOBAL_LIMIT)

    def add_routes(self, app: web.Application) -> None:
        """Add all routes, and a last one that records unknown paths."""
        for item in sorted(ROUTES, key=lambda r: r.template.count("{")):
            app.router.add_route(item.method, f"/api/v10{item.template}", self._answerer(item))
        app.router.add_route("*", "/api/{tail:.*}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.Response:
        words = f"{request.method} {request.path} is not covered by the practice channel"
        self.state.journal.violation("not-implemented", words)
        return _json(404, {"message": "404: Not Found", "code": 0})

    def _answerer(self, item: Route) -> Any:
        async def answer(request: web.Request) -> web.Response:
            async def call() -> web.Response:
                return await self._serve(request, item)

            self.state.journal.in_flight += 1
            status = 500
            try:
                around = self.state.around
                response = await (around(item.method, item.template, call) if around else call())
                status = response.status
            finally:
                self.state.journal.in_flight -= 1
                self.state.journal.request(item.method, item.template, status)
            return response

        return answer

    async def _serve(self, request: web.Request, item: Route) -> web.Response:
        headers: dict[str, str] = {}
        call = Call(self.state, item, request.match_info, request.query, request.headers)
        try:
            self._limit(call, headers)
            self._authorise(call)
            if item.method in ("POST", "PUT", "PATCH"):
                await _read_body(request, call)
                self._check_body(call)
            status, body = await item.handler(call)
        except ApiError as error:
            where = f"{item.method} {item.template}"
            self.state.journal.violation(
                error.kind, error.detail, severity=error.severity, route=where, status=error.status
            )
            status, body = error.status, error.body()
        else:
            self._check_answer(call, status, body)
        return _json(status, body, headers)

    def _authorise(self, call: Call) -> None:
        if not call.route.auth:
            return
        if call.headers.get("Authorization") != f"Bot {self.state.token}":
            raise ApiError(401, 0, "401: Unauthorized", "unauthorized")
        agent = call.headers.get("User-Agent", "")
        if not agent.startswith("DiscordBot ("):
            words = f"User-Agent {agent!r} is not of the form 'DiscordBot (url, version)'"
            self.state.journal.violation("user-agent", words, severity="warning")

    def _limit(self, call: Call, headers: dict[str, str]) -> None:
        template, strict = call.route.template, self.state.config.rate_limits == "enforce"
        if template.startswith("/interactions/"):
            return
        if strict and not template.startswith("/webhooks/") and not self._everything.take():
            raise _too_many(self._everything.reset_after(), headers, everything=True)
        generic = template.replace("@original", "{message_id}")
        limit, window = limits.RATE_LIMITS.get((call.route.method, generic), limits.RATE_LIMIT_DEFAULT)
        limit = limit if strict else limit * 200
        major = tuple(call.params.get(key) for key in ("channel_id", "guild_id", "webhook_id", "webhook_token"))
        bucket = self._buckets.setdefault((call.route.method, generic, major), Bucket(limit, window))
        free = bucket.take()
        name = f"{zlib.crc32(f'{call.route.method}{generic}'.encode()):08x}"
        headers.update(_limit_headers(bucket, name))
        if not free and strict:
            raise _too_many(bucket.reset_after(), headers, everything=False)

    def _check_body(self, call: Call) -> None:
        if self.openapi is None:
            return
        if call.body is None:
            if self.openapi.needs_body(call.route.template, call.route.method):
                raise ApiError(400, 50109, INVALID_JSON, "missing-body")
            return
        problems = self.openapi.check_body(call.route.template, call.route.method, call.body)
        if problems:
            raise form_error(problems)

    def _check_answer(self, call: Call, status: int, body: Any) -> None:
        """Check the responses of the practice channel, too."""
        if self.openapi and body is not None:
            problems = self.openapi.check_answer(call.route.template, call.route.method, status, body)
            if problems:
                self.state.journal.violation("own-answer", f"{call.route.method} {call.route.template}: {problems}")


def _limit_headers(bucket: Bucket, name: str) -> dict[str, str]:
    reset = bucket.reset_after()
    return {
        "X-RateLimit-Limit": str(bucket.limit),
        "X-RateLimit-Remaining": str(bucket.limit - len(bucket.hits)),
        "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
        "X-RateLimit-Reset-After": f"{reset:.3f}",
        "X-RateLimit-Bucket": name,
    }


def _too_many(seconds: float, headers: dict[str, str], *, everything: bool) -> ApiError:
    headers["Retry-After"] = str(int(seconds + 0.999))
    headers["X-RateLimit-Scope"] = "global" if everything else "user"
    if everything:
        headers["X-RateLimit-Global"] = "true"
    extra = {"retry_after": round(seconds, 3), "global": everything}
    return ApiError(429, 0, "You are being rate limited.", "rate-limited", severity="warning", extra=extra)


def _json(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    headers = {**(headers or {}), "Via": "1.1 google"}
    if body is None:
        return web.Response(status=status, headers=headers)
    headers["Content-Type"] = "application/json"  # exactly: clients compare it
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)


async def _read_body(request: web.Request, call: Call) -> None:
    if request.content_type == "multipart/form-data":
        await _read_multipart(request, call)
        return
    raw = await request.read()
    if not raw:
        return
    if request.content_type != "application/json":
        words = f"Expected the Content-Type application/json, got {request.content_type!r}"
        raise ApiError(400, 50035, f"Invalid Form Body: {words}", "content-type")
    call.body = _parse(raw)


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(400, 50109, INVALID_JSON, "invalid-json") from None


async def _read_multipart(request: web.Request, call: Call) -> None:
    call.body = {}
    total = 0
    form = await request.post()
    for name, part in form.items():
        if isinstance(part, web.FileField):
            data = part.file.read()
            total += len(data)
            index = re.fullmatch(r"files\[(\d+)\]", name)
            if index is None:
                call.state.journal.violation("multipart-name", f"a file is called {name!r}, not files[n]")
            call.uploads[int(index[1]) if index else len(call.uploads)] = Upload(part.filename, data, part.content_type)
        elif name == "payload_json":
            raw = part.encode() if isinstance(part, str) else bytes(part)
            call.body = _parse(raw)
    if total > limits.REQUEST_BYTES_MAX:
        raise ApiError(413, 40005, "Request entity too large", "file-too-large")
