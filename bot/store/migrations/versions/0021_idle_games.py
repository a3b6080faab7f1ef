"""Games in which nobody moves any more are archived; what servers allow: channels, number of games, who opens none."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision: str | None = "0020"
branch_labels = None
depends_on = None

OF_TABLE = -2
LOOK_IDLE = "look_idle"
IDLE_FOR = timedelta(days=46)


def upgrade() -> None:
    op.create_table(
        "server_channels",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "channel", name="pk_server_channels"),
    )
    op.create_table(
        "server_limits",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_server_limits"),
    )
    op.create_table(
        "server_bars",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("target", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "target", name="pk_server_bars"),
    )
    _look_at_games()


def _look_at_games() -> None:
    """Games that go on are looked at as those that begin from now on."""
    at = sa.DateTime(timezone=True)
    games = sa.table("games", sa.column("id"), sa.column("stage"), sa.column("changed_at", at))
    dues = sa.table(
        "game_dues",
        *(sa.column(name) for name in ("game", "seat", "person", "kind", "after", "tries")),
        sa.column("due_at", at),
        sa.column("since", at),
    )
    going_on = sa.select(games.c.id, games.c.changed_at).where(games.c.stage.in_(("running", "paused")))
    rows = [
        {
            "game": game,
            "seat": OF_TABLE,
            "person": 0,
            "kind": LOOK_IDLE,
            "after": 0,
            "tries": 0,
            "due_at": changed + IDLE_FOR,
            "since": changed,
        }
        for game, changed in op.get_bind().execute(going_on)
    ]
    if rows:
        op.get_bind().execute(sa.insert(dues), rows)


def downgrade() -> None:
    op.execute(sa.text("DELETE FROM game_dues WHERE kind IN ('look_idle', 'idle')"))
    op.drop_table("server_bars")
    op.drop_table("server_limits")
    op.drop_table("server_channels")
