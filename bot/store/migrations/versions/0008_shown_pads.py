"""Which version of a score pad and of a Mautoma desk its message shows, and where the desk's message is.

Messages of before are taken to be true: nobody has to look at them anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"
branch_labels = None
depends_on = None

TABLES = ("tallies", "desks")


def upgrade() -> None:
    for name in TABLES:
        with op.batch_alter_table(name) as table:
            for column in ("version", "shown"):
                table.add_column(sa.Column(column, sa.Integer(), nullable=False, server_default="0"))
            table.add_column(sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True))
            if name == "desks":
                table.add_column(sa.Column("channel", sa.BigInteger(), nullable=True))
                table.add_column(sa.Column("message", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    for name in TABLES:
        with op.batch_alter_table(name) as table:
            for column in ("version", "shown", "changed_at"):
                table.drop_column(column)
            if name == "desks":
                table.drop_column("channel")
                table.drop_column("message")
