"""Parse a database URL and connect to it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from unolab.server.store.schema import Unsuitable, prepare

DRIVERS: Final = {"sqlite": "aiosqlite", "postgresql": "asyncpg"}
ADVICE: Final = {
    "sqlite": "use a new file in a writable folder",
    "postgresql": "check that the server is running and has this user and database",
}

# FULL waits for the disk, so that a power cut can't lose what was acknowledged.
PRAGMAS: Final = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

SILENCE: Final = 10_000
"""Milliseconds after which PostgreSQL ends a transaction that nothing is heard of.

A server that hangs or is cut off in the middle of one would keep its rooms locked.
"""

ASKING: Final = {"pool_size": 5, "max_overflow": 7}
STEADY: Final = {"pool_size": 3, "max_overflow": 0}
"""Connections to PostgreSQL: for what clients ask, and for what must not wait for them."""

PRIVATE_MODE: Final = 0o600


async def connect(address: str) -> AsyncEngine:
    """Open a database and create its tables, or raise a ValueError that says why not."""
    url = read(address)
    where = url.render_as_string(hide_password=True)
    try:
        engine = _engine(url)
    except ModuleNotFoundError as error:
        raise ValueError(
            f"{where} needs the package {error.name}, which is not installed: "
            "run pip install 'unolab[postgres]'"
        ) from None
    try:
        async with for_writing(engine).begin() as connection:
            await connection.run_sync(prepare)
        if url.get_backend_name() == "sqlite":
            _keep_private(Path(url.database or ""))
    except Exception as error:
        await engine.dispose()
        advice = "" if isinstance(error, Unsuitable) else f"; {ADVICE[url.get_backend_name()]}"
        why = f"{where} can't be used as the database: {reason(error)}{advice}"
        raise ValueError(why) from error
    return engine


def read(address: str) -> URL:
    """Parse a database URL, adding the driver if it has none."""
    try:
        url = make_url(address)
        name, _, driver = url.drivername.partition("+")
        known = name in DRIVERS and driver in ("", DRIVERS[name])
    except (ArgumentError, ValueError):
        known = False
    if not known:
        raise ValueError(  # not quoted in full: it may contain a password
            "the address of a database is sqlite:///path/to/file or "
            f"postgresql://user@host/database; {address.partition(':')[0]!r:.40} is unknown"
        )
    if name == "sqlite" and url.database in (None, "", ":memory:"):
        raise ValueError(f"{address!r:.40} names no file: write sqlite:///path/to/file")
    return url.set(drivername=f"{name}+{DRIVERS[name]}")


def is_shared(address: str) -> bool:
    """Whether several servers can use a database at once; a SQLite file is for one."""
    return read(address).get_backend_name() == "postgresql"


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine for transactions that write."""
    return engine.execution_options(writes=True)


def for_reading(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine for a single query, which PostgreSQL answers without a transaction."""
    if engine.dialect.name != "postgresql":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def steady_engine(engine: AsyncEngine) -> AsyncEngine:
    """Return an engine for what keeps the rooms going, however much clients ask of the other."""
    return _engine(engine.url, STEADY) if engine.dialect.name == "postgresql" else engine


def reason(error: BaseException) -> str:
    """Describe an error in one line, without the statement and its values."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig.__cause__ or error.orig
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _engine(url: URL, connections: dict[str, int] = ASKING) -> AsyncEngine:
    # Keep values out of all messages: they include the seeds of the games.
    if url.get_backend_name() == "postgresql":
        return create_async_engine(
            url,
            **connections,
            hide_parameters=True,
            pool_pre_ping=True,  # the server may have been restarted
            connect_args={
                "timeout": 10,
                "command_timeout": 30,
                "server_settings": {"idle_in_transaction_session_timeout": str(SILENCE)},
            },
        )
    engine = create_async_engine(url, hide_parameters=True)
    path = Path(url.database or "")

    @event.listens_for(engine.sync_engine, "do_connect")
    def make_private(*_: object) -> None:
        _make_private(path)

    @event.listens_for(engine.sync_engine, "connect")
    def settle(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # Python would begin transactions too late
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first could not write if another wrote in between.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _make_private(path: Path) -> None:
    """Create a file that only its owner can read: it contains the seeds of running games.

    SQLite gives the files beside it the same mode.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))


def _keep_private(path: Path) -> None:
    """Make an existing file of ours, and those beside it, private."""
    if os.name == "nt":  # there it is up to the folder
        return
    for file in (path, *(Path(f"{path}{end}") for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError):
            there = file.stat()
            if there.st_uid == os.geteuid() and there.st_mode & 0o077:
                file.chmod(PRIVATE_MODE)
