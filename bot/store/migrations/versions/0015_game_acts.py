"""What is done by or for absent people, for the log of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision: str | None = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("record", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_acts"),
    )
    op.create_index("ix_game_acts_game", "game_acts", ["game"])


def downgrade() -> None:
    op.drop_table("game_acts")
