"""Leaving: work for a client that is dropped when the client is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

T = TypeVar("T")


class ClientLeft(Exception):
    """There is nobody to answer any more."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for some work; cancel it and raise ClientLeft when the client hangs up first."""
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
