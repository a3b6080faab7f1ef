"""Whether pictures are dark or light, for people, channels and servers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("theme", sa.String(8), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("theme")
