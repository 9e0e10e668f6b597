"""Who has a room, where several servers share a database; the time is the test's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.postgres import Postgres
from tests.server.store.test_lost_answers import Fate, Unlucky, end_of, logs_in
from unolab.server.store.leases import Claim, Leases
from unolab.server.store.store import NotSaved, Overtaken

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

LEASE = 10.0
FIRST_EPOCH = 1  # of the server that claims a new room


class Clock:
    """The time of a database that passes when the test says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Server:
    """A store with its leases, and the epochs it believes in."""

    def __init__(self, store: Unlucky, leases: Leases) -> None:
        self.store, self.leases = store, leases
        self.epochs: dict[str, int] = {}

    async def create(self, code: str, entry: str) -> None:
        await self.store.create(code, entry)
        assert await self.claim(code) == Claim(FIRST_EPOCH)

    async def claim(self, code: str) -> Claim | None:
        claim = await self.leases.claim(code)
        if claim is not None and claim.url is None:
            self.epochs[code] = claim.epoch
        return claim

    async def append(self, code: str, number: int, entry: str) -> type | None:
        return await end_of(self.store.append(code, number, entry, self.epochs[code]))


@asynccontextmanager
async def servers(url: str, clock: Clock, count: int = 2) -> AsyncIterator[list[Server]]:
    found = []
    for number in range(count):
        store = await Unlucky.open(url)
        store.fates = []
        leases = Leases(store._engine, f"ws://{number}", seconds=LEASE, clock=clock)
        await leases.join()
        found.append(Server(store, leases))
    try:
        yield found
    finally:
        for server in found:
            server.store.fates = []
            await server.store.close()


async def test_a_room_is_with_one_server(url: str) -> None:
    async with servers(url, Clock()) as (one, two):
        await one.create("A", "0")
        assert await two.claim("A") == Claim(FIRST_EPOCH, "ws://0", one.leases.id)
        assert await one.claim("A") == Claim(FIRST_EPOCH + 1)
        assert await two.claim("B") is None
        assert await one.leases.renew() == {"A": FIRST_EPOCH + 1}
        assert await two.leases.others() == [one.leases.me]


async def test_a_room_that_was_given_back_is_free(url: str) -> None:
    async with servers(url, Clock()) as (one, two):
        await one.create("A", "0")
        await one.leases.release("A", FIRST_EPOCH)
        assert await two.claim("A") == Claim(FIRST_EPOCH + 1)
        await one.leases.release("A", FIRST_EPOCH)  # by now it is another's
        assert await one.claim("A") == Claim(FIRST_EPOCH + 1, "ws://1", two.leases.id)


async def test_the_rooms_of_a_silent_server_are_free_after_the_lease(url: str) -> None:
    clock = Clock()
    async with servers(url, clock) as (one, two):
        await one.create("A", "0")
        clock.wait(LEASE - 1)
        assert await two.claim("A") == Claim(FIRST_EPOCH, "ws://0", one.leases.id)
        clock.wait(2)
        assert await two.claim("A") == Claim(FIRST_EPOCH + 1)
        assert await one.append("A", 1, "from the grave") is Overtaken
        assert await two.append("A", 1, "1") is None
        assert await one.leases.renew() == {}, "it learns what it has lost"
        clock.wait(LEASE + 1)
        assert await one.claim("A") == Claim(FIRST_EPOCH + 2), "and is back in the game"


async def test_a_server_that_was_forgotten_comes_back(url: str) -> None:
    clock = Clock()
    async with servers(url, clock) as (one, two):
        clock.wait(10_000)
        await two.leases.leave()
        await two.leases.renew()  # removes what is long gone
        assert await one.leases.renew() == {}
        assert await two.leases.others() == [one.leases.me]


async def test_who_starts_in_the_same_place_takes_over_at_once(url: str) -> None:
    async with servers(url, Clock(), 1) as (one,):
        first = Leases(one.store._engine, "ws://old", "here", LEASE)
        await first.join()
        await one.store.create("A", "0")
        assert await first.claim("A") == Claim(FIRST_EPOCH)
        second = Leases(one.store._engine, "ws://new", "here", LEASE, Clock())
        await second.join()
        assert await second.claim("A") == Claim(FIRST_EPOCH + 1)


async def test_what_another_may_have_shown_is_not_undone(url: str) -> None:
    """The answer to a commit is lost; before it can be undone, another server claims the room."""
    clock = Clock()
    async with servers(url, clock) as (one, two):
        await one.create("A", "0")
        one.store.fates = ["broken", "lost"]
        assert await one.append("A", 1, "in doubt") is NotSaved
        clock.wait(LEASE + 1)
        await two.claim("A")
        assert await two.store.load("A") == ["0", "in doubt"]
        assert await one.store.load("A") == ["0", "in doubt"], "it stays for both"
        assert await one.append("A", 1, "another") is Overtaken
        assert await two.append("A", 2, "2") is None
        assert await logs_in(url) == {"A": ["0", "in doubt", "2"]}


async def test_rooms_of_other_servers_are_not_swept_away(postgres: Postgres) -> None:
    store = await Unlucky.open(postgres.new())
    store.fates = []
    leases = store.share("ws://here")
    await leases.join()
    gone = store.share("ws://gone")
    for code, server in (("A", leases), ("B", gone)):
        await store.create(code, "0")
        await server.claim(code)
    await store.create("C", "0")
    later = datetime.now(UTC) + timedelta(days=1)
    assert await store.forget_unused(later) == 2
    assert await store.load("A") == ["0"]
    await store.close()


async def test_many_claim_at_once_and_one_gets_it(url: str) -> None:
    clock = Clock()
    async with servers(url, clock, 4) as several:
        await several[0].create("A", "0")
        clock.wait(LEASE + 1)
        for server in several[1:]:
            await server.leases.renew()
        claims = await asyncio.gather(*(server.claim("A") for server in several[1:]))
        assert sorted(claim is not None and claim.url is None for claim in claims) == [0, 0, 1]


# ── anything at all ───────────────────────────────────────────────────────────────────────────────

# An answer that is lost twice is what hurts: the entry is written and said not to be.
fates = st.sampled_from([[], [], ["lost"], ["broken", "lost"], ["lost", "lost"], ["broken"] * 2])
which = st.sampled_from([0, 1, 2])
acts = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from([1.0, 4.0, 11.0])),
    st.tuples(st.just("stop"), which),
    st.tuples(st.just("renew"), which),
    st.tuples(st.just("open"), which),
    st.tuples(st.just("release"), which),
    st.tuples(st.just("append"), which, fates),
    st.tuples(st.just("append"), which, fates),
    st.tuples(st.just("race"), st.permutations([0, 1, 2]), fates),
)


@pytest.fixture
def examples(thorough: bool) -> int:
    return 5_000 if thorough else 30


def test_nothing_acknowledged_or_shown_is_ever_lost(
    examples: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Three servers, one room, and whatever may happen between them."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(st.lists(acts, max_size=25))
    def explore(story: list[Any]) -> None:
        folder = tmp_path_factory.mktemp("leases")
        asyncio.run(tell(f"sqlite+aiosqlite:///{folder}/rooms.sqlite", story))

    explore()


async def tell(url: str, story: list[Any]) -> None:
    """Let a story happen, and compare what is in the log with what anybody was told."""
    clock = Clock()
    texts = iter(range(10_000))
    shown: dict[int, str] = {0: "made"}  # what anybody has seen, by its number
    known: dict[int, list[str]] = {}  # the log, as each server that has the room open knows it

    def show(log: list[str]) -> None:
        for number, entry in enumerate(log):
            assert shown.setdefault(number, entry) == entry, "the past has changed"

    async with servers(url, clock, 3) as several:
        await several[0].create("A", "made")
        known[0] = ["made"]

        latest = FIRST_EPOCH

        async def append(which: int, fates: list[Fate]) -> None:
            if which not in known:
                return
            server, log, text = several[which], known[which], str(next(texts))
            server.store.fates = list(fates)
            end = await server.append("A", len(log), text)
            if end is None:
                assert server.epochs["A"] == latest, "it has lost the room, and writes"
                known[which] = [*log, text]
                show(known[which])
            elif end is Overtaken:
                known.pop(which, None)  # the room closes

        for act, *details in story:
            match act:
                case "wait":
                    clock.wait(details[0])
                case "stop":  # for longer than a lease, while the others go on
                    clock.wait(LEASE + 1)
                    for other in {0, 1, 2} - {details[0]}:
                        await several[other].leases.renew()
                case "renew":
                    mine = await several[details[0]].leases.renew()
                    if mine.get("A") != several[details[0]].epochs.get("A"):
                        known.pop(details[0], None)
                case "open":
                    which = details[0]
                    several[which].store.fates = []
                    claim = await several[which].claim("A")
                    assert claim is not None
                    known.pop(which, None)
                    if claim.url is None:
                        latest = claim.epoch
                        known[which] = await several[which].store.load("A")
                        show(known[which])
                case "release":
                    if known.pop(details[0], None) is not None:
                        server = several[details[0]]
                        await server.leases.release("A", server.epochs["A"])
                case "append":
                    await append(*details)
                case "race":
                    order, fates = details
                    await asyncio.gather(*(append(which, fates) for which in order))
    (log,) = (await logs_in(url)).values()
    for number, entry in shown.items():
        assert log[number] == entry, "what was shown is gone"
    assert len(set(log)) == len(log), "something is there twice"
