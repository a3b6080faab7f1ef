"""Results that were imported from a file, and indexes for the pages of tribes and artifact cards."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision: str | None = "0019"
branch_labels = None
depends_on = None

GROUPED = (
    "mode",
    "seats",
    "firsts",
    "total",
    "played",
    "artifact_card",
    "expansion",
    "refereed",
    "computers",
    "person",
    "result",
)


def upgrade() -> None:
    op.add_column("tallies", sa.Column("source", sa.String(length=40), nullable=True))
    op.create_index("uq_tallies_source", "tallies", ["place", "source"], unique=True)
    for column in ("tribe", "card"):
        op.create_index(f"ix_result_seats_{column}", "result_seats", ["place", column, *GROUPED])


def downgrade() -> None:
    for column in ("tribe", "card"):
        op.drop_index(f"ix_result_seats_{column}", "result_seats")
    op.drop_index("uq_tallies_source", "tallies")
    op.drop_column("tallies", "source")
