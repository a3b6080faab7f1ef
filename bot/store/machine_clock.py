"""The clock by which what is stored is dated, unless another one is given."""

from datetime import UTC, datetime


def machine_clock() -> datetime:
    """The present time of this machine, aware, in UTC."""
    return datetime.now(UTC)
