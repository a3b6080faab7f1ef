"""Refusals in the form that Discord uses: an HTTP status, a numeric code and, for an invalid body, a tree of errors."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]


class Problems:
    """Collects the errors of one request body: the path to the field, the code of Discord and its message."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, str, str]] = []

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, path: Path, code: str, words: str) -> None:
        """Add a problem at ``path``."""
        self.found.append((path, code, words))

    def required(self, path: Path) -> None:
        """Add a missing required field."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def tree(self) -> Json:
        """The nested ``errors`` object of a 50035 answer."""
        out: Json = {}
        for path, code, words in self.found:
            node = out
            for part in path:
                node = node.setdefault(str(part), {})
            node.setdefault("_errors", []).append({"code": code, "message": words})
        return out

    def __str__(self) -> str:
        return "; ".join(f"{'.'.join(map(str, path))}: {code}: {words}" for path, code, words in self.found[:8])


class ApiError(Exception):
    """A request that the service refuses.

    ``kind`` names the violation in the journal; ``severity`` is error, warning or note.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        kind: str,
        *,
        severity: str = "error",
        detail: str | None = None,
        problems: Problems | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.kind, self.severity = status, code, message, kind, severity
        self.problems = problems
        self.detail = detail or (str(problems) if problems else message)
        self.extra = extra or {}

    def body(self) -> Json:
        """The JSON answer."""
        out = {"message": self.message, "code": self.code, **self.extra}
        if self.problems:
            out["errors"] = self.problems.tree()
        return out


def form_error(problems: Problems, kind: str = "invalid-form-body") -> ApiError:
    """An error of code 50035 with all problems."""
    return ApiError(400, 50035, "Invalid Form Body", kind, problems=problems)


def check(problems: Problems, kind: str = "invalid-form-body") -> None:
    """Raise an error of code 50035 if there are problems."""
    if problems:
        raise form_error(problems, kind)
