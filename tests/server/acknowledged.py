"""A process that writes to a store until it is killed, and prints what it was told is saved."""

import asyncio
import sys

from unolab.server.store.store import Store


async def main(url: str) -> None:
    """Fill ten rooms at once."""
    store = await Store.open(url)
    await asyncio.gather(*(fill(store, f"room{number}") for number in range(10)))


async def fill(store: Store, code: str) -> None:
    """Add entries for ever."""
    await store.create(code, "0")
    number = 0
    while True:
        print(code, number, flush=True)
        number += 1
        await store.append(code, number, str(number))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
