"""Preferences of people, channels and servers; the digest of the synced commands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(8), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", "owner", name="pk_preferences"),
    )
    op.create_table(
        "synced_commands",
        sa.Column("application", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("application", name="pk_synced_commands"),
    )


def downgrade() -> None:
    op.drop_table("synced_commands")
    op.drop_table("preferences")
