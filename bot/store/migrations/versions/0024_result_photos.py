"""Photos of tables: where each is shown on Discord, and the servers that allow them."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision: str | None = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "result_photos",
        sa.Column("result", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["result"], ["tallies.id"], name="fk_result_photos_result_tallies", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("result", name="pk_result_photos"),
    )
    op.create_index("ix_result_photos_person", "result_photos", ["person"])
    with op.batch_alter_table("preferences") as table:
        table.add_column(sa.Column("photos", sa.Boolean(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("preferences") as table:
        table.drop_column("photos")
    op.drop_index("ix_result_photos_person", "result_photos")
    op.drop_table("result_photos")
