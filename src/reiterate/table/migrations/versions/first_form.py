"""The first form: games, their seats, their entries, and snapshots."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "1"
down_revision: Final = None


def upgrade() -> None:
    """Make the tables."""
    text = sa.Text()
    op.create_table(
        "games",
        sa.Column("id", text, primary_key=True),
        sa.Column("title", text, nullable=False),
        sa.Column("begun", text, nullable=False),
        sa.Column("programs", text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("who", text, primary_key=True),
        sa.Column("secret", text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("game", text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("who", text, nullable=False),
        sa.Column("body", text, nullable=False),
        sa.Column("at", text, nullable=False),
        sa.Column("state", text, nullable=False),
        sa.Column("engine", text, nullable=False),
        sa.Column("terms", text, nullable=False),
        sa.Column("reveals", sa.Boolean(), nullable=False),
        sa.Column("covered", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("game", text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("engine", text, nullable=False),
        sa.Column("position", text, nullable=False),
        sa.Column("note", text, nullable=False),
    )


def downgrade() -> None:
    """Take the tables away."""
    for name in ("snapshots", "entries", "seats", "games"):
        op.drop_table(name)
