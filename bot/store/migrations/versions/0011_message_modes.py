"""How much tables say in a channel, and the message by which a table has told somebody last."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("messages", sa.String(8), nullable=True))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("shown_ping", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.drop_column("shown_ping")
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("messages")
