"""Reserved codes that several servers share are limited as those of one are."""

import pytest

from tests.server.postgres import Postgres
from unolab.server.guard.limits import ServerLimits
from unolab.server.protocol import Options
from unolab.server.protocol.refusal import Refusal
from unolab.server.reservations import SharedReservations
from unolab.server.room.entries import Chair, Created
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOM = Created(
    rules="official",
    chairs=(Chair(), Chair()),
    host="owner",
    options=Options(),
    seed="0",
)


async def test_codes_are_limited_by_address_by_network_and_in_all(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    limits = ServerLimits(reserved=(1e9, 1e9), reserved_each=2, all_reserved=25)
    one, two = (SharedReservations(limits, store.reserved) for _ in range(2))

    async def reserve(codes: SharedReservations, code: str, address: str) -> None:
        await codes.check(address)
        await codes.add(code, ROOM, address)

    await reserve(one, "A", "192.0.2.1")
    await reserve(two, "B", "192.0.2.1")
    with pytest.raises(Refusal, match="wait a moment"):
        await reserve(one, "C", "192.0.2.1")
    for number in range(16):  # a customer with a /48 has eight times as many as one address
        await reserve(one, f"D{number}", f"2001:db8:0:{number:x}::/64")
    with pytest.raises(Refusal, match="wait a moment"):
        await reserve(two, "E", "2001:db8:0:ff::/64")
    for number in range(7):
        await reserve(two, f"F{number}", f"192.0.3.{number}")
    with pytest.raises(Refusal) as refused:
        await reserve(one, "G", "192.0.4.1")
    assert refused.value.code == "full"
    await two.drop("A")
    found = await one.find("B")
    assert found is not None
    assert (found.created, found.address) == (ROOM, "192.0.2.1")
    assert await one.find("A") is None
    await store.close()
