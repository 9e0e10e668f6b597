"""The next release of unolab, as far as its tables go: run as the command, it has newer ones."""

from sqlalchemy import Column, Integer, Table, Text, text

from unolab.__main__ import main
from unolab.server.store import schema

NEWER = schema.SCHEMA_VERSION + 1


def change_tables() -> None:
    """Add a column, a table and an index, as an upgrade may."""
    schema.SCHEMA_VERSION = NEWER  # type: ignore[misc]
    schema.rooms.append_column(Column("mood", Text, server_default=text("'fine'"), index=True))
    Table("moods", schema.metadata, Column("id", Integer, primary_key=True))


if __name__ == "__main__":
    change_tables()
    main()
