"""The tables of the store, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.schema import CreateColumn, CreateIndex

SCHEMA_VERSION: Final = 2
"""Schema version; a database with a higher one was upgraded by a newer unolab."""

OLDEST_VERSION: Final = 1
"""The oldest version whose programs can still work with these tables, beside new ones."""

metadata: Final = MetaData()

meta: Final = Table(
    "unolab",
    metadata,
    Column("version", Integer, primary_key=True),
    Column("oldest", Integer, nullable=False, server_default=text("1")),
    Column("secret", Text),  # by which the servers that share this database know each other
)

# All times are UTC: SQLite stores no time zone, and compares them as text.
rooms: Final = Table(
    "rooms",
    metadata,
    Column("code", Text, primary_key=True),
    Column("length", Integer, nullable=False),  # number of entries, and the number of the next one
    Column("created", DateTime(timezone=True), nullable=False),
    Column("touched", DateTime(timezone=True), nullable=False, index=True),
    # New columns need a default: a program of the version before may run beside this one.
    Column("owner", Text),  # the server whose task has the room, if any
    Column("epoch", Integer, nullable=False, server_default=text("0")),  # of how many owners
    sqlite_with_rowid=False,
)

rooms_by_owner: Final = Index("rooms_by_owner", rooms.c.owner)

# The servers that share this database; one that was not heard of until then has lost its rooms.
servers: Final = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("place", Text, nullable=False),  # where it runs: two can't run there at once
    Column("until", DateTime(timezone=True), nullable=False),
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


# Codes for which there is no room yet, where several servers have to know them.
reservations: Final = Table(
    "reservations",
    metadata,
    Column("code", Text, primary_key=True),
    Column("created", Text, nullable=False),  # the first entry of the room
    Column("address", Text, nullable=False, index=True),
    Column("until", DateTime(timezone=True), nullable=False, index=True),
)


# What addresses have used of their limits, by server.
spending: Final = Table(
    "spending",
    metadata,
    Column("server", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("total", Float, nullable=False),
    Column("touched", DateTime(timezone=True), nullable=False, index=True),
)


class Unsuitable(Exception):
    """A database that is not ours; the message says what it is and what to use instead."""


def prepare(connection: Connection) -> None:
    """Create missing tables and upgrade old ones; refuse those that we can't use.

    An upgrade only adds, so that servers of the version before can go on meanwhile.
    """
    if connection.dialect.name == "postgresql":  # two servers may start at once on a new database
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('unolab'))")
    there = {table.name for table in metadata.sorted_tables} & {
        *inspect(connection).get_table_names()
    }
    if not there:
        metadata.create_all(connection)
        connection.execute(meta.insert(), _versions())
        return
    if meta.name not in there:
        raise Unsuitable(
            f"it has a table {min(there)!r} that is not unolab's; use a separate database"
        )
    version = connection.scalar(select(meta.c.version)) or 0
    if version < SCHEMA_VERSION:
        _upgrade(connection)
    elif (oldest := connection.scalar(select(meta.c.oldest)) or 0) > SCHEMA_VERSION:
        raise Unsuitable(
            f"its tables have version {version} and need a unolab that knows version {oldest}, "
            f"but this one only knows version {SCHEMA_VERSION}: use a newer unolab"
        )


def _upgrade(connection: Connection) -> None:
    """Add the tables, columns and indexes that an older version did not have."""
    metadata.create_all(connection)
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                added = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {added}")
        indexes = {index["name"] for index in inspector.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                connection.execute(CreateIndex(index))
    secret = connection.scalar(select(meta.c.secret))  # which running servers know by heart
    connection.execute(meta.update().values(_versions(secret)))


def _versions(secret: str | None = None) -> dict[str, int | str]:
    secret = secret or token_urlsafe(32)
    return {"version": SCHEMA_VERSION, "oldest": OLDEST_VERSION, "secret": secret}
