"""Leaving: cancel a client's work when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

T = TypeVar("T")


class ClientLeft(Exception):
    """The client has disconnected."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for some work; cancel it and raise ClientLeft if the client disconnects first."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_hang_up(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientLeft
    finally:
        working.cancel()
        leaving.cancel()


async def _hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
