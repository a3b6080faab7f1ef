"""Statistics over results, and typed names that belong to an account."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision: str | None = "0013"
branch_labels = None
depends_on = None

LINES = (
    "track",
    "devotion",
    "progress",
    "technologies",
    "large_locations",
    "card_colour",
    "end_tile",
    "small_artifacts",
    "leftover",
    "artifact_card",
)


def upgrade() -> None:
    with op.batch_alter_table("tallies") as tallies:
        tallies.add_column(sa.Column("indexed", sa.Integer(), nullable=True))
    op.create_index("ix_tallies_closed", "tallies", ["place", "closed_at", "id"])
    op.create_index(
        "ix_tallies_unindexed",
        "tallies",
        ["place"],
        sqlite_where=sa.text("closed_at IS NOT NULL AND indexed IS NOT version"),
        postgresql_where=sa.text("closed_at IS NOT NULL AND indexed IS DISTINCT FROM version"),
    )
    _people()
    _seats()
    _claims()


def _people() -> None:
    op.create_table(
        "result_people",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.BigInteger, nullable=True),
        sa.Column("computer", sa.String(16), nullable=True),
        sa.Column("place", sa.BigInteger, nullable=True),
        sa.Column("name", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_result_people"),
        sa.UniqueConstraint("account", name="uq_result_people_account"),
        sa.UniqueConstraint("computer", name="uq_result_people_computer"),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_result_people_place", "result_people", ["place", "name"], unique=True)


def _seats() -> None:
    op.create_table(
        "result_seats",
        sa.Column("place", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("person", "played", "result", "seat", "total")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("rank", "firsts", "seats", "computers", "computer")),
        sa.Column("mode", sa.String(8), nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("expansion", "refereed")),
        sa.Column("name", sa.String(64), nullable=False),
        *(sa.Column(name, sa.String(64), nullable=True) for name in ("tribe", "card")),
        *(sa.Column(name, sa.Integer, nullable=True) for name in LINES),
        sa.PrimaryKeyConstraint("place", "person", "played", "result", "seat", name="pk_result_seats"),
        sa.ForeignKeyConstraint(["result"], ["tallies.id"], name="fk_result_seats_result_tallies", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_seats_person", "result_seats", ["person", "played"])
    op.create_index("ix_result_seats_result", "result_seats", ["result"])


def _claims() -> None:
    op.create_table(
        "name_claims",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.String(64), nullable=False) for name in ("name", "shown")),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("person_name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        *_by("settled"),
        *_by("ended"),
        sa.PrimaryKeyConstraint("id", name="pk_name_claims"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_name_claims_place", "name_claims", ["place"])
    op.create_index("ix_name_claims_person", "name_claims", ["person"])
    joined = sa.text("state = 'joined'")
    op.create_index(
        "uq_name_claims_joined",
        "name_claims",
        ["place", "name"],
        unique=True,
        sqlite_where=joined,
        postgresql_where=joined,
    )


def _by(what: str) -> tuple[sa.Column[object], ...]:
    return (
        sa.Column(f"{what}_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(f"{what}_by", sa.BigInteger, nullable=True),
        sa.Column(f"{what}_name", sa.String(64), nullable=True),
    )


def downgrade() -> None:
    op.drop_table("name_claims")
    op.drop_table("result_seats")
    op.drop_table("result_people")
    op.drop_index("ix_tallies_unindexed", "tallies")
    op.drop_index("ix_tallies_closed", "tallies")
    with op.batch_alter_table("tallies") as tallies:
        tallies.drop_column("indexed")
