"""What a server remembers of rooms that another one has."""

import gc
import weakref
from collections.abc import Callable

import pytest

from unolab.server.fleet import ownership
from unolab.server.fleet.ownership import Elsewhere, Ownership
from unolab.server.operate.metrics import Metrics
from unolab.server.store.leases import Claim

pytestmark = pytest.mark.anyio

ELSEWHERE = Claim(1, "ws://there", "there")


class FakeLeases:
    """Claims that end as the test says."""

    def __init__(self, *claims: Claim) -> None:
        self.claims = [*claims]

    async def claim(self, code: str) -> Claim:
        return self.claims.pop(0)


class Connection:
    """Somebody who wants to enter."""


def owning(*claims: Claim) -> Ownership:
    return Ownership(None, Metrics(), FakeLeases(*claims))  # type: ignore[arg-type]


async def remembered(owned: Ownership) -> bool:
    try:
        owned.raise_if_remembered("A")
    except Elsewhere:
        return True
    return False


async def test_a_crowd_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(ownership, "monotonic", lambda: now)
    owned = owning(ELSEWHERE)
    with pytest.raises(Elsewhere, match="room A is at ws://there"):
        await owned.claim("A")
    assert await remembered(owned)
    now += ownership.REMEMBER_FOR
    assert not await remembered(owned)


@pytest.mark.parametrize("change", [lambda owned: owned.forget_other("A"), None])
async def test_a_server_that_is_gone_or_has_lost_it_is_forgotten(
    change: Callable[[Ownership], None] | None,
) -> None:
    owned = owning(ELSEWHERE, Claim(2))
    with pytest.raises(Elsewhere):
        await owned.claim("A")
    if change is None:
        await owned.claim("A")  # it is ours now
    else:
        change(owned)
    assert not await remembered(owned)


async def test_nobody_is_kept_in_memory_by_what_is_remembered() -> None:
    owned = owning(ELSEWHERE)
    with pytest.raises(Elsewhere):
        await owned.claim("A")

    def enter() -> "weakref.ref[Connection]":
        connection = Connection()
        with pytest.raises(Elsewhere):
            owned.raise_if_remembered("A")
        return weakref.ref(connection)

    kept = enter()
    gc.collect()
    assert kept() is None
