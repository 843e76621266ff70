"""The tables of a database of games, as the last migration leaves them. Everything but numbers of entries is text."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, Table, Text

METADATA: Final = MetaData()

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("programs", Text, nullable=False),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("who", Text, primary_key=True),
    Column("secret", Text, nullable=False),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("covered", Boolean, nullable=False),
)

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("engine", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("note", Text, nullable=False),
)
