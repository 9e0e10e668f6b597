"""The limits of an address hold at all servers together."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from tests.server.postgres import Postgres
from unolab.server.fleet.budgets import SharedBudgets
from unolab.server.guard.limits import Addresses
from unolab.server.guard.networks import OWN
from unolab.server.store.schema import spending
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

HOME, ELSEWHERE, SIXTH = "192.0.2.1", "192.0.2.2", "2001:db8::/64"
BURST = 10


def take_all(limit: Addresses, address: str) -> int:
    """Take as much as there is; return how much that was."""
    taken = 0
    while limit.take(address) and taken < 100:
        taken += 1
    return taken


async def let_pass(store: Store, seconds: float) -> None:
    """Let everything have been written so long ago."""
    before = spending.c.touched - timedelta(seconds=seconds)
    async with store._engine.begin() as connection:
        await connection.execute(update(spending).values(touched=before))


async def learn(here: SharedBudgets, there: SharedBudgets) -> None:
    """Let one server tell, and another one hear it."""
    await here.exchange()
    await there.exchange()


async def test_what_was_used_at_one_server_is_gone_at_the_others(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    limits = [{"rooms": Addresses(1e-9, BURST), "guesses": Addresses(1e-9, BURST)} for _ in "abc"]
    shared = [
        SharedBudgets(store.spending, name, each) for name, each in zip("abc", limits, strict=True)
    ]
    for each in shared:
        await each.exchange()
    for _ in range(6):
        limits[0]["rooms"].take(HOME)
        limits[0]["rooms"].take(SIXTH)
    limits[1]["rooms"].take(HOME, 3)
    limits[1]["guesses"].take(HOME, 2)
    for _ in range(3):  # whatever is told again changes nothing
        for each in shared:
            await each.exchange()
    assert [take_all(limit["rooms"], HOME) for limit in limits] == [1, 1, 1]
    assert [take_all(limit["rooms"], SIXTH) for limit in limits] == [4, 4, 4]
    assert [take_all(limit["guesses"], HOME) for limit in limits] == [8, 8, 8]
    assert [take_all(limit["rooms"], ELSEWHERE) for limit in limits] == [BURST] * 3
    for each in shared:
        await each.exchange()
    for limit in limits:
        assert not limit["rooms"].take(ELSEWHERE), "the burst of each is had one time only"
    await store.close()


async def test_nothing_is_lost_while_the_database_is_gone(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    one, two = Addresses(1e-9, BURST), Addresses(1e-9, BURST)
    here, there = (
        SharedBudgets(store.spending, name, {"rooms": each})
        for name, each in (("a", one), ("b", two))
    )
    await there.exchange()
    one.take(HOME, 7)
    postgres.stop()
    with pytest.raises(OSError, match="the database could not be asked"):
        await here.exchange()
    postgres.start()
    await here.exchange()
    await there.exchange()
    assert take_all(two, HOME) == 3
    await store.spending.forget("a")
    await store.close()


async def test_who_has_no_limit_is_not_written_down(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    limit = Addresses(1, 1)
    shared = SharedBudgets(store.spending, "a", {"rooms": limit})
    assert all(limit.take(OWN) for _ in range(5))
    await shared.exchange()
    assert await store.spending.exchange("b", {}) == {}
    await store.close()


async def test_a_server_that_begins_later_punishes_nobody_for_the_past(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    old, new = Addresses(1e9, BURST), Addresses(1e-9, BURST)
    here = SharedBudgets(store.spending, "a", {"rooms": old})
    for _ in range(100):
        assert old.take(HOME)
    await here.exchange()
    there = SharedBudgets(store.spending, "b", {"rooms": new})
    await there.exchange()
    assert new.has(HOME, BURST)
    old.take(HOME, 4)
    await here.exchange()
    await there.exchange()
    assert take_all(new, HOME) == BURST - 4
    await store.close()


async def test_what_does_not_fit_is_told_the_next_time(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unolab.server.fleet.budgets.MOST_TOTALS", 2)
    store = await Store.open(postgres.new())
    limits = [{"rooms": Addresses(1e-9, BURST)} for _ in "ab"]
    one, two = (
        SharedBudgets(store.spending, name, each) for name, each in zip("ab", limits, strict=True)
    )
    await two.exchange()
    homes = [f"192.0.2.{number}" for number in range(5)]
    for home in homes:
        limits[0]["rooms"].take(home, 4)
    for _ in range(3):
        await one.exchange()
        await two.exchange()
    assert [take_all(limits[1]["rooms"], home) for home in homes] == [BURST - 4] * 5
    await store.close()


def test_what_is_given_back_can_be_used_again() -> None:
    limit = Addresses(1e-9, BURST)
    told: list[float] = []
    limit.spend = lambda _, cost: told.append(cost)
    assert limit.take(HOME, 7)
    limit.give_back(HOME, 7)
    assert take_all(limit, HOME) == BURST
    assert sum(told) == BURST


async def test_who_starts_late_charges_nothing_for_what_is_long_gone(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    old, new = Addresses(1e-9, 100), Addresses(1e-9, 100)
    here = SharedBudgets(store.spending, "a", {"rooms": old})
    old.take(HOME, 90)
    await here.exchange()
    await let_pass(store, 60)
    there = SharedBudgets(store.spending, "b", {"rooms": new})
    await there.exchange()
    old.take(HOME, 10)
    await learn(here, there)
    assert new.has(HOME, 90)
    assert not new.has(HOME, 91)
    await store.close()


async def test_a_total_that_the_database_forgets_begins_anew(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    old, new = Addresses(1e-9, 100), Addresses(1e-9, 100)
    here = SharedBudgets(store.spending, "a", {"rooms": old})
    old.take(HOME, 50)
    await here.exchange()
    old.take(HOME, 1)  # used since, but not told
    await let_pass(store, 700)
    await here.forget()
    there = SharedBudgets(store.spending, "b", {"rooms": new})
    await there.exchange()
    old.take(HOME, 10)
    await learn(here, there)
    assert new.has(HOME, 90)
    assert not new.has(HOME, 91)
    await store.close()


async def test_a_server_forgets_nothing_of_another_that_is_there(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    leases = store.share("ws://there")
    await leases.join()
    for server in (leases.id, "gone"):
        await store.spending.exchange(server, {("rooms", HOME): 5})
    await let_pass(store, 700)
    assert await store.spending.forget("a") == []
    async with store._engine.begin() as connection:
        assert (await connection.scalars(select(spending.c.server))).all() == [leases.id]
    await store.close()


async def test_single_requests_of_many_addresses_write_no_rows(postgres: Postgres) -> None:
    store = await Store.open(postgres.new())
    limit = Addresses(1e-9, 100)
    here = SharedBudgets(store.spending, "a", {"requests": limit})
    for number in range(50):
        limit.take(f"192.0.2.{number}")
    limit.take(HOME, 5)
    await here.exchange()
    assert [*await store.spending.exchange("b", {})] == [("a", "requests", HOME)]
    await store.close()
