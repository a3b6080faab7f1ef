"""``python -m bot data``: removing what has long been over, for whoever runs the bot."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.store.old_data import OldRows

app = typer.Typer(no_args_is_help=True, help="Remove old data. The bot may be running.")

LONGEST_AGE = 36_500
OlderThan = Annotated[
    int, typer.Option("--older-than", metavar="DAYS", min=1, max=LONGEST_AGE, help="Last touched so many days ago.")
]
Results = Annotated[bool, typer.Option("--results", help="Results as well. Otherwise all of them stay.")]
Yes = Annotated[bool, typer.Option("--yes", help="Remove it. Otherwise it is only counted.")]
KINDS = {
    "games": "games that are over, with their history",
    "pads": "score pads left open",
    "desks": "Mautoma desks",
    "drafts": "drafts of forms",
    "questions": "questions without an answer",
    "results": "results",
}


@app.callback()
def group() -> None:
    """Keeps ``purge`` a command of its own."""


@app.command()
def purge(older_than: OlderThan, results: Results = False, yes: Yes = False) -> None:
    """Count what nobody has touched for so many days; with --yes, remove it for good.

    Running games and lobbies stay, whatever their age. Backups keep what was in them.
    """
    before = datetime.now(UTC) - timedelta(days=older_than)
    found = asyncio.run(_purged(before, results, remove=yes))
    typer.echo(f"Last touched before {before:%Y-%m-%d}:")
    for kind, told in KINDS.items():
        if kind != "results" or results:
            typer.echo(f"{getattr(found, kind):8} {told}")
    typer.echo("Removed." if yes else "Nothing was removed. The same command with --yes removes it for good.")


async def _purged(before: datetime, results: bool, *, remove: bool) -> "OldRows":
    from bot.settings import read_settings
    from bot.store import Store

    async with await Store.open(read_settings().database) as store:
        work = store.old_data.purge if remove else store.old_data.count
        return await work(before, results=results)
