"""Lobbies and games, their records, snapshots, interactions, results and notices; the packs they are played with."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
INDEXES = (
    ("games", "guild"),
    ("games", "channel"),
    ("games", "stage"),
    ("game_interactions", "game"),
    ("game_results", "guild"),
    ("game_dues", "game"),
    ("game_dues", "due_at"),
)


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("kept_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_packs"),
    )
    _games()
    _history()
    _notices()
    for table, column in INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column])


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("holds", sa.BigInteger, nullable=True),
        sa.Column("message", sa.BigInteger, nullable=True),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("pack", sa.String(64), nullable=True),
        sa.Column("snapshot", sa.LargeBinary, nullable=True),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("computing", sa.Boolean, nullable=False),
        sa.Column("aside", sa.String(200), nullable=True),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("holds", name="uq_games_holds"),
        sqlite_autoincrement=True,
    )


def _history() -> None:
    op.create_table(
        "game_records",
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("happened_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_game_records"),
    )
    op.create_table(
        "game_turns",
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "records", name="pk_game_turns"),
    )
    op.create_table(
        "game_interactions",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_interactions"),
    )
    op.create_table(
        "game_results",
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("tally", sa.Integer, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_game_results"),
    )


def _notices() -> None:
    op.create_table(
        "game_dues",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("hours", sa.Integer, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_dues"),
    )
    op.create_table(
        "player_settings",
        sa.Column("person", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("notices", sa.String(8), nullable=False),
        sa.Column("place", sa.String(8), nullable=False),
        sa.Column("confirm_end", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_player_settings"),
    )


def downgrade() -> None:
    for table in (
        "player_settings",
        "game_dues",
        "game_results",
        "game_interactions",
        "game_turns",
        "game_records",
        "games",
        "packs",
    ):
        op.drop_table(table)
