"""Seasons: stretches of days whose results are looked at together."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision: str | None = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("place", "channel")),
        sa.Column("name", sa.String(64), nullable=False),
        *(sa.Column(name, sa.Date, nullable=False) for name in ("begin", "until")),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_place", "seasons", ["place"])


def downgrade() -> None:
    op.drop_table("seasons")
