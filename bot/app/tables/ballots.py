"""Votes under way at a table."""

from dataclasses import replace

import msgspec

from bot.app.tables.model import Ballot
from bot.app.tables.table_state import TableState


def ballot_on(table: TableState, on: str) -> Ballot | None:
    """The vote on something, where there is one."""
    return next((ballot for ballot in table.body.ballots if ballot.on == on), None)


def with_ballot(table: TableState, on: str, ballot: Ballot | None) -> TableState:
    """The table with another state of the vote on something; None: there is none any more."""
    others = tuple(each for each in table.body.ballots if each.on != on)
    ballots = (*others, ballot) if ballot else others
    return replace(table, body=msgspec.structs.replace(table.body, ballots=ballots))
