"""The language of a person's client, in which they are told what nobody has asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision: str | None = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.add_column(sa.Column("client", sa.String(8), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("preferences") as preferences:
        preferences.drop_column("client")
