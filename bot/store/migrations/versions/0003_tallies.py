"""Score pads and results, and what was typed into forms that could not be taken over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tallies",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tallies"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tallies_place", "tallies", ["place"])
    op.create_index("ix_tallies_channel", "tallies", ["channel"])
    op.create_table(
        "tally_drafts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("tally", sa.Integer, nullable=True),
        sa.Column("form", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("typed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tally_drafts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tally_drafts_person", "tally_drafts", ["person"])
    op.create_index("ix_tally_drafts_tally", "tally_drafts", ["tally"])


def downgrade() -> None:
    op.drop_table("tally_drafts")
    op.drop_table("tallies")
