"""Line: the connection to a room, in this process or over the network; it reconnects by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import uniform
from typing import Any, Final, Protocol

from pydantic import ValidationError

from unolab.server.protocol import (
    FROM_CLIENT,
    FROM_SERVER,
    VERSION,
    FromServer,
    Refused,
    Update,
    Welcome,
)
from unolab.tui.secret import OwnSecret

FIRST_WAIT: Final = 0.3  # seconds before the second try; each wait is twice the one before
LONGEST_WAIT: Final = 8.0
UNSENT: Final = 20  # messages that wait for a connection
FINAL: Final = ("no_room", "version", "spoilt", "banned")
"""Refusals after which there is no point in trying again."""


class Wire(Protocol):
    """A bare connection that carries texts."""

    async def send(self, text: str) -> None:
        """Send a text."""

    async def recv(self) -> str:
        """Wait for the next text, or raise EOFError when there will be none."""

    async def close(self) -> None:
        """Hang up."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is lost; the line tries to reconnect."""

    why: str


class NoEntry(Exception):
    """The room can't be entered; the message is a sentence that says why."""


Heard = FromServer | Lost


class Line:
    """A client of one room. What it missed while disconnected is told on return."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Wire]],
        code: str,
        token: str | None = None,
        keep: Callable[[str], None] = lambda token: None,
    ) -> None:
        """Connect by ``connect``, which raises OSError; ``keep`` gets the token of the seat."""
        self.code = code
        self._connect = connect
        self._token = token
        self._keep = keep
        self._ids = count(1)
        self._since = 0
        self._wire: Wire | None = None
        self._greeted = False
        self._closed = False
        self._secret = OwnSecret()
        self._unsent: list[tuple[str, dict[str, Any]]] = []

    async def listen(self) -> AsyncIterator[Heard]:
        """Yield messages until the room is closed; raise NoEntry if it can't be entered."""
        tries, known = 0, False
        while True:
            why = "the server hung up"
            try:
                self._wire = await self._connect()
                asked = {"room": self.code, "token": self._token, "since": self._since}
                share = {"commitment": self._secret.commitment}
                await self._write("hello", version=VERSION, **asked, **share)
                async for message in self._messages(self._wire):
                    if isinstance(message, Welcome):
                        tries, known = 0, True
                    if isinstance(message, Refused) and (not known or message.code in FINAL):
                        raise NoEntry(message.text)
                    yield message
            except OSError as error:
                why = str(error)
            finally:
                await self._hang_up()
            if self._closed:
                return
            if not known:
                raise NoEntry(why)
            yield Lost(why)
            await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tries) * uniform(0.5, 1))
            tries += 1

    async def send(self, type: str, **fields: Any) -> int | None:
        """Send a message and return its number, if it was sent.

        Offline, messages wait, except those about the present position: they would be too late.
        """
        if self._greeted:
            return await self._write(type, **fields)
        if "at" not in fields and len(self._unsent) < UNSENT:
            self._unsent.append((type, fields))
        return None

    async def close(self) -> None:
        """Hang up for good."""
        self._closed = True
        await self._hang_up()

    async def _hang_up(self) -> None:
        self._greeted = False
        wire, self._wire = self._wire, None
        if wire is not None:
            await wire.close()

    async def _messages(self, wire: Wire) -> AsyncIterator[FromServer]:
        while True:
            try:
                text = await wire.recv()
            except EOFError:
                return
            try:
                message = FROM_SERVER.validate_json(text, extra="ignore")
            except ValidationError:
                continue  # a proxy's words, or those of a newer server
            if isinstance(message, Welcome):
                await self._greet(message)
            elif isinstance(message, Update):
                self._since = message.number
                if (answer := self._secret.answer(message)) is not None:
                    await self._write(**answer)
            yield message

    async def _greet(self, welcome: Welcome) -> None:
        if welcome.token is not None and welcome.token != self._token:
            self._token = welcome.token
            self._keep(welcome.token)
        self._greeted = True
        unsent, self._unsent = self._unsent, []
        for type, fields in unsent:
            await self._write(type, **fields)

    async def _write(self, type: str, **fields: Any) -> int:
        number = next(self._ids)
        message = FROM_CLIENT.validate_python({"id": number, "type": type, **fields})
        with suppress(EOFError):  # whoever listens finds out as well
            if self._wire is not None:
                await self._wire.send(message.model_dump_json())
        return number
