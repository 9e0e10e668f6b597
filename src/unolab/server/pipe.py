"""Pipe: a connection within one process, instead of a network."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

GOING_AWAY = 1001


class Pipe:
    """Both ends of a connection: the methods of a client's socket, and in ``socket`` the server's.

    Nothing blocks: a client that does not read is cut off by the connection, as over a network.
    """

    def __init__(self) -> None:
        """Start with nothing in transit."""
        self._answers: asyncio.Queue[str | None] = asyncio.Queue()
        self.socket = PipeSocket(self._answers)

    async def send(self, text: str) -> None:
        """Send a message to the server."""
        self.socket.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        """Wait for the next message, or raise EOFError after the last one."""
        text = await self._answers.get()
        if text is None:
            self._answers.put_nowait(None)  # for the next call
            raise EOFError
        return text

    async def close(self) -> None:
        """Hang up."""
        self.socket.incoming.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})
        self._answers.put_nowait(None)


class PipeSocket:
    """The server's end of a pipe."""

    scope: MutableMapping[str, Any]

    def __init__(self, answers: asyncio.Queue[str | None]) -> None:
        """Send into ``answers``."""
        self.scope = {}
        self.incoming: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._answers = answers

    async def receive(self) -> MutableMapping[str, Any]:
        """Wait for a message or the disconnect."""
        return await self.incoming.get()

    async def send_text(self, data: str) -> None:
        """Send a message to the client."""
        self._answers.put_nowait(data)

    async def close(self, code: int) -> None:
        """Signal the end to both sides."""
        self._answers.put_nowait(None)
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": code})
