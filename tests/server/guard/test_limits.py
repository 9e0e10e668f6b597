"""Buckets that fill again, addresses that are forgotten, and clocks that jump."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab.server.guard.limits import WIDER, Addresses, Bucket
from unolab.server.guard.networks import UNKNOWN, network_of, wider_network


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def drain(bucket: Bucket) -> int:
    """Take one token after the other, and count them."""
    taken = 0
    while taken < 10_000 and bucket.take():
        taken += 1
    return taken


# ── buckets ───────────────────────────────────────────────────────────────────────────────────────


def test_bucket_refills_at_its_rate_up_to_its_size() -> None:
    clock = Clock()
    bucket = Bucket(2, 10, clock)
    assert drain(bucket) == 10
    clock.now += 0.4
    assert drain(bucket) == 0
    clock.now += 0.1
    assert drain(bucket) == 1
    clock.now += 3
    assert drain(bucket) == 6
    clock.now += 1e9
    assert drain(bucket) == 10


def test_looking_takes_nothing() -> None:
    bucket = Bucket(0, 3, Clock())
    assert all(bucket.has(3) for _ in range(10))
    assert drain(bucket) == 3
    assert not bucket.has()


def test_cost_takes_several_tokens_or_none() -> None:
    bucket = Bucket(0, 10, Clock())
    assert bucket.take(7)
    assert not bucket.take(4)
    assert bucket.take(3)
    assert not bucket.take(0.5)


def test_cost_above_the_size_takes_a_full_bucket() -> None:
    clock = Clock()
    bucket = Bucket(1, 10, clock)
    assert bucket.take(50)
    clock.now += 9
    assert not bucket.take(50)
    clock.now += 1
    assert bucket.take(50)


def test_reserved_tokens_come_one_after_the_other() -> None:
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.reserve() for _ in range(6)] == [0, 0, 0, 0.5, 1, 1.5]
    clock.now += 1
    assert bucket.reserve(0) == 0.5  # what is owed, and nothing more
    assert bucket.reserve() == 1
    assert not bucket.take()
    clock.now += 1.5
    assert bucket.take()
    clock.now += 1e9
    assert bucket.reserve(100) == 0  # at most what fits in
    assert bucket.reserve() == 0.5


def test_addresses_reserve_for_themselves_alone() -> None:
    addresses = Addresses(1, 1, clock=Clock())
    assert [addresses.reserve("a") for _ in range(3)] == [0, 1, 2]
    assert addresses.reserve("b") == 0


def test_bucket_is_full_only_when_everything_is_back() -> None:
    clock = Clock()
    bucket = Bucket(1, 5, clock)
    assert bucket.full
    bucket.take()
    assert not bucket.full
    clock.now += 1
    assert bucket.full


def test_clock_that_goes_back_neither_takes_nor_gives() -> None:
    clock = Clock()
    bucket = Bucket(1, 10, clock)
    assert bucket.take(4)
    clock.now -= 500
    assert bucket.has(6)
    assert not bucket.has(7)
    clock.now += 2  # it fills from there on, not in 500 seconds
    assert bucket.has(8)
    assert not bucket.has(9)


@given(st.floats(0, 100), st.floats(1, 100), st.lists(st.floats(-1e6, 1e6), max_size=20))
def test_no_clock_breaks_a_bucket(rate: float, size: float, jumps: list[float]) -> None:
    clock = Clock()
    bucket = Bucket(rate, size, clock)
    times = [clock.now]
    taken = 0
    for jump in jumps:
        clock.now += jump
        times.append(clock.now)
        taken += bucket.take()
    passed = sum(max(0, later - earlier) for earlier, later in pairwise(times))
    assert taken <= size + rate * passed + 1e-6
    clock.now += 1e9
    assert bucket.full or rate < 1e-6


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────


def test_addresses_do_not_share_a_bucket() -> None:
    addresses = Addresses(0, 2)
    assert [addresses.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert addresses.take("192.0.2.2")


def test_costs_of_an_address() -> None:
    addresses = Addresses(0, 10)
    assert addresses.take("192.0.2.1", 8)
    assert not addresses.take("192.0.2.1", 3)
    assert addresses.has("192.0.2.1", 2)
    assert addresses.take("192.0.2.1", 2)


def test_addresses_are_forgotten_when_their_bucket_is_full_again() -> None:
    clock = Clock()
    addresses = Addresses(1, 10, clock=clock)
    for number in range(100):
        addresses.take(f"192.0.2.{number}")
    assert len(addresses._buckets) == 100
    clock.now += 1
    for number in range(100):
        addresses.take(f"198.51.100.{number}")
    assert len(addresses._buckets) == 100
    assert addresses.has("192.0.2.1", 10)


def test_address_that_is_used_up_is_not_forgotten_for_new_ones() -> None:
    clock = Clock()
    addresses = Addresses(1, 10, clock=clock)
    assert addresses.take("203.0.113.7", 10)
    for number in range(200):
        addresses.take(f"192.0.2.{number}")
    assert not addresses.take("203.0.113.7")
    clock.now += 5
    for number in range(200):
        addresses.take(f"198.51.100.{number}")
    assert not addresses.has("203.0.113.7", 6)
    assert addresses.has("203.0.113.7", 5)


def test_many_addresses_at_once_are_bounded_and_the_busy_one_is_kept() -> None:
    addresses = Addresses(0, 500, most=100)
    for number in range(1000):
        assert addresses.take(f"10.0.{number // 256}.{number % 256}")
        assert addresses.take("203.0.113.7") == (number < 500)
        assert len(addresses._buckets) <= 100


def test_cleaning_looks_at_a_few_buckets_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    has = Bucket.has

    def count(self: Bucket, tokens: float = 1) -> bool:
        nonlocal looked
        looked += 1
        return has(self, tokens)

    monkeypatch.setattr(Bucket, "has", count)
    addresses = Addresses(0, 5, most=100)
    for number in range(1000):
        looked = 0
        addresses.take(f"10.0.{number // 256}.{number % 256}")
        assert looked <= 4


def test_clock_that_jumps_does_not_lock_addresses_out() -> None:
    clock = Clock()
    addresses = Addresses(1, 5, clock=clock)
    assert addresses.take("192.0.2.1", 5)
    clock.now -= 1e6
    assert not addresses.take("192.0.2.1")
    clock.now += 5
    assert addresses.take("192.0.2.1", 5)
    clock.now += 1e12
    assert addresses.take("192.0.2.1", 5)
    assert not addresses.take("192.0.2.1")


# ── networks ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::/64"),
        ("x:y", UNKNOWN),
        ("", UNKNOWN),
        ("192.0.2.7:80", UNKNOWN),
        ("testclient", UNKNOWN),
        ("2001:db8::/64", UNKNOWN),
        ("fe80::1%" + "x" * 5000, UNKNOWN),
        ("\udcff:", UNKNOWN),
    ],
)
def test_what_an_address_is_counted_as(host: str, counted: str) -> None:
    assert network_of(host) == counted


@given(st.text(max_size=60))
def test_anything_is_counted_as_something(host: str) -> None:
    counted = network_of(host)
    assert wider_network(counted) is None or counted.endswith("/64")


def test_neighbours_in_48_bits_share_a_larger_bucket() -> None:
    addresses = Addresses(0, 10)
    one = network_of("2001:db8:1:2::1")
    assert all(addresses.take(one) for _ in range(10))
    assert not addresses.take(network_of("2001:db8:1:2:ffff::9"))
    neighbours = [network_of(f"2001:db8:1:{number:x}::1") for number in range(16, 1016)]
    assert sum(addresses.take(each) for each in neighbours) == 10 * WIDER - 10
    assert addresses.take(network_of("2001:db8:2:2::1"))
    assert not addresses.take(network_of("2001:db8:1:ffff::1"))
