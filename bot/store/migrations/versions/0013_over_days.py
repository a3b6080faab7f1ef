"""Games over days: notices that are marked done once they are sent, quiet hours of people, what was done for absent
people, and what a server allows."""

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision: str | None = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    anew: Literal["always", "auto"] = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
    with op.batch_alter_table("game_dues", recreate=anew, table_kwargs={"sqlite_autoincrement": True}) as dues:
        dues.add_column(sa.Column("after", sa.Integer(), nullable=False, server_default="0"))
        dues.add_column(sa.Column("since", sa.DateTime(timezone=True), nullable=True))
        dues.add_column(sa.Column("batch", sa.String(25), nullable=True))
        dues.add_column(sa.Column("tries", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE game_dues SET after = hours * 60")
    with op.batch_alter_table("game_dues", table_kwargs={"sqlite_autoincrement": True}) as dues:
        dues.drop_column("hours")
        dues.alter_column("after", server_default=None)
        dues.alter_column("tries", server_default=None)
        dues.create_index("ix_game_dues_person", ["person"])
    with op.batch_alter_table("player_settings") as settings:
        settings.add_column(sa.Column("zone", sa.String(64), nullable=True))
        settings.add_column(sa.Column("quiet_from", sa.Integer(), nullable=True))
        settings.add_column(sa.Column("quiet_to", sa.Integer(), nullable=True))
        settings.add_column(sa.Column("days", sa.String(7), nullable=True))
        settings.add_column(sa.Column("away_until", sa.DateTime(timezone=True), nullable=True))
        settings.add_column(sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("player_settings") as settings:
        for column in ("zone", "quiet_from", "quiet_to", "days", "away_until", "shown"):
            settings.drop_column(column)
    op.execute("DELETE FROM game_dues WHERE kind NOT IN ('turn', 'decision')")
    with op.batch_alter_table("game_dues") as dues:
        dues.add_column(sa.Column("hours", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE game_dues SET hours = after / 60")
    with op.batch_alter_table("game_dues") as dues:
        dues.drop_index("ix_game_dues_person")
        for column in ("after", "since", "batch", "tries"):
            dues.drop_column(column)
