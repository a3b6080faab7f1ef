"""Desks of people who play against the Mautoma with the real box."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "desks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_desks"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_desks_owner", "desks", ["owner"])


def downgrade() -> None:
    op.drop_table("desks")
