"""People who follow games, and the role that may be told of tables that look for players."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision: str | None = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_followers",
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("moments", sa.String(length=8), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "person", name="pk_game_followers"),
    )
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("players_role", sa.BigInteger(), nullable=True))
        preferences.add_column(sa.Column("players_told_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("players_told_at")
        preferences.drop_column("players_role")
    op.drop_table("game_followers")
