"""When a result was played, so that lists are ordered by it: when it was closed, or noon of the day that is told."""

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision: str | None = "0021"
branch_labels = None
depends_on = None

AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("tallies", sa.Column("played_at", AT, nullable=True))
    times = (sa.column("closed_at", AT), sa.column("played_at", AT))
    tallies = sa.table("tallies", sa.column("id", sa.Integer()), sa.column("body", sa.LargeBinary()), *times)
    connection = op.get_bind()
    connection.execute(sa.update(tallies).values(played_at=tallies.c.closed_at))
    closed = sa.select(tallies.c.id, tallies.c.body, tallies.c.closed_at).where(tallies.c.closed_at.is_not(None))
    told = [(number, _played(body, at)) for number, body, at in connection.execute(closed) if b'"played"' in body]
    for number, played in told:
        connection.execute(sa.update(tallies).where(tallies.c.id == number).values(played_at=played))
    op.create_index("ix_tallies_played", "tallies", ["place", "played_at", "id"])


def _played(body: bytes, closed_at: datetime) -> datetime:
    closed_at = closed_at if closed_at.tzinfo else closed_at.replace(tzinfo=UTC)
    day = json.loads(body).get("details", {}).get("played")
    return min(datetime.fromisoformat(f"{day}T12:00:00+00:00"), closed_at) if day else closed_at


def downgrade() -> None:
    op.drop_index("ix_tallies_played", "tallies")
    op.drop_column("tallies", "played_at")
