"""What has been explained to people in their first games, and what they want to hear no more of."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("explained", sa.String(length=800), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("explained")
