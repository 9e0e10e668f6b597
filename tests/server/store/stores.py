"""Stores that are closed when a test has used them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from unolab.server.store.store import Store


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()
