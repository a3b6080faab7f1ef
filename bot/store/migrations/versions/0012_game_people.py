"""Who plays at which table, so that a person's tables are found. It is filled from the tables that there are."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    people = op.create_table(
        "game_people",
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("game", "person", name="pk_game_people"),
    )
    op.create_index("ix_game_people_person", "game_people", ["person"])
    rows = op.get_bind().execute(sa.text("SELECT id, body FROM games")).all()
    found = [{"game": game, "person": person} for game, body in rows for person in _people(body)]
    if found:
        op.bulk_insert(people, found)


def _people(body: bytes) -> Iterator[int]:
    """Whoever sits at a table or has a seat kept there; nobody where what was stored cannot be read."""
    try:
        seats = json.loads(body).get("seats", [])
        yield from sorted({seat.get("user") or seat.get("kept_for") for seat in seats} - {None})
    except (ValueError, AttributeError, TypeError):
        return


def downgrade() -> None:
    op.drop_index("ix_game_people_person", table_name="game_people")
    op.drop_table("game_people")
