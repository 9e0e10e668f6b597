"""The tables of the store, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    inspect,
    select,
)

SCHEMA_VERSION: Final = 1
"""Schema version; a database with a higher one was created by a newer unolab."""

metadata: Final = MetaData()

meta: Final = Table("unolab", metadata, Column("version", Integer, primary_key=True))

# All times are UTC: SQLite stores no time zone, and compares them as text.
rooms: Final = Table(
    "rooms",
    metadata,
    Column("code", Text, primary_key=True),
    Column("length", Integer, nullable=False),  # number of entries, and the number of the next one
    Column("created", DateTime(timezone=True), nullable=False),
    Column("touched", DateTime(timezone=True), nullable=False, index=True),
    sqlite_with_rowid=False,
)

# WITHOUT ROWID, so that SQLite stores the entries of a room together and loads them at once.
entries: Final = Table(
    "entries",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    sqlite_with_rowid=False,
)


class Unsuitable(Exception):
    """A database that is not ours; the message says what it is and what to use instead."""


def prepare(connection: Connection) -> None:
    """Create missing tables; refuse those of another program or a newer unolab."""
    if connection.dialect.name == "postgresql":  # two servers may start at once on a new database
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('unolab'))")
    there = {table.name for table in metadata.sorted_tables} & {
        *inspect(connection).get_table_names()
    }
    if not there:
        metadata.create_all(connection)
        connection.execute(meta.insert(), {"version": SCHEMA_VERSION})
    elif meta.name not in there:
        raise Unsuitable(
            f"it has a table {min(there)!r} that is not unolab's; use a separate database"
        )
    elif (version := connection.scalar(select(meta.c.version))) != SCHEMA_VERSION:
        raise Unsuitable(
            f"its tables have version {version}, but this unolab only knows version "
            f"{SCHEMA_VERSION}; use the unolab that created them"
        )
