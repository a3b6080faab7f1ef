"""What nobody has touched for long goes by itself, as the host has set it."""

import logging
from dataclasses import asdict, astuple, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

from bot.store import Store
from bot.store.old_data import NEVER, Limits

if TYPE_CHECKING:
    from bot.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days games that are over, results and everything else are kept; 0: for good."""

    games: int = 0
    results: int = 0
    other: int = 0

    @classmethod
    def of(cls, settings: "Settings") -> Self:
        """As the host has set it."""
        return cls(settings.retention_games_days, settings.retention_results_days, settings.retention_other_days)

    def limits(self, now: datetime) -> Limits:
        """The moments before which nothing may have been touched last."""
        games, results, other = (now - timedelta(days=days) if days else NEVER for days in astuple(self))
        return Limits(games=games, results=results, pads=other, desks=other, drafts=other, questions=other)


async def remove_old_data(store: Store, retention: Retention, now: datetime) -> None:
    """Remove what is too old, and say in the log how much it was. Of several processes on one database
    only the one that looks after direct messages does it.

    :raises NotStored: the database cannot be written; what was removed until then stays so.
    """
    if not store.shards.own(0):
        return
    removed = asdict(await store.old_data.purge_in_steps(retention.limits(now)))
    if any(removed.values()):
        log.info("old data removed", extra=removed)
