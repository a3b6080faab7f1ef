"""Packs that belong to one server. Those that are kept already belong to nobody."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "server_packs",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("pack", sa.String(length=32), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("offered", sa.Boolean(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild", "hash", name="pk_server_packs"),
    )
    op.create_index("ix_server_packs_hash", "server_packs", ["hash"])


def downgrade() -> None:
    op.drop_index("ix_server_packs_hash", table_name="server_packs")
    op.drop_table("server_packs")
