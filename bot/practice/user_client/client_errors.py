"""Errors of a Discord client."""

from __future__ import annotations

from typing import Any


class ClientError(Exception):
    """An action that a client does not allow: ``code`` with its ``values``. The page has the texts in its catalogue."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code, self.values = code, values
