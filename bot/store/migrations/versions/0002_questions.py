"""Questions without an answer, and whether answers helped."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "question_misses",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("question", sa.String(300), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_question_misses"),
    )
    op.create_table(
        "answer_votes",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("entry", sa.String(100), nullable=False),
        sa.Column("question", sa.String(300), nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("helpful", sa.Boolean, nullable=False),
        sa.Column("voted_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answer_votes"),
    )
    with op.batch_alter_table("answer_votes") as batch:
        batch.create_index("ix_answer_votes_entry", ["entry"])


def downgrade() -> None:
    op.drop_table("answer_votes")
    op.drop_table("question_misses")
