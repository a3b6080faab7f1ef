"""What each table's public message shows. Messages of before are taken to be true: nobody has to look at them anew."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels = None
depends_on = None

COLUMNS = ("shown", "shown_turn", "shown_told")


def upgrade() -> None:
    with op.batch_alter_table("games") as games:
        for name in COLUMNS:
            games.add_column(sa.Column(name, sa.Integer(), nullable=True))
        games.add_column(sa.Column("shown_before", sa.BigInteger(), nullable=True))
    op.execute("UPDATE games SET shown = version, shown_turn = -1, shown_told = -1 WHERE message IS NOT NULL")


def downgrade() -> None:
    with op.batch_alter_table("games") as games:
        for name in (*COLUMNS, "shown_before"):
            games.drop_column(name)
