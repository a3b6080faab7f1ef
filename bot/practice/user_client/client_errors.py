"""What a client does not let a person do."""

from __future__ import annotations

from typing import Any


class ClientError(Exception):
    """A person cannot do this in a client: ``code`` with its ``values``; the page has the words in its catalogue."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code, self.values = code, values
