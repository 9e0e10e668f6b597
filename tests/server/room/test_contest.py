"""Tournaments of bots in a room: who meets whom, how they stand, and how it goes on by itself."""

from collections import Counter
from typing import Any

import pytest

from tests.server.lapse import Lapse, wait
from tests.server.site import site
from tests.server.table import ADA, Guest, opened
from unolab.bots import Bot
from unolab.rules import Rules
from unolab.server.protocol import ContestShown, Options
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.contest import Played, chairs_of, contest_of, lineups, show_contest
from unolab.server.room.entries import Arranged, Chair, Contest, Created, Dealt, Moved, Sat
from unolab.server.room.sitting import Sitting

pytestmark = pytest.mark.slow

ROUND = Rules.parse("official+target=0")
SECRET = "0" * 64


@pytest.fixture
def anyio_backend() -> Any:
    return "asyncio", {"loop_factory": Lapse}


def bots(count: int) -> list[Chair]:
    return [Chair(kind="bot", name=f"Bot {n}", bot=Bot.parse("random")) for n in range(count)]


@pytest.mark.parametrize(("count", "table"), [(3, 3), (3, 2), (5, 4), (8, 4), (8, 2), (8, 8)])
def test_everyone_plays_about_as_often(count: int, table: int) -> None:
    contest = contest_of(bots(count), table, 24, ROUND)
    order = lineups(contest, ROUND)
    assert len(order) == 24
    assert all(len(set(lineup.seats)) == table for lineup in order)
    played = Counter(place for lineup in order for place in lineup.seats)
    assert len(played) == count
    assert max(played.values()) - min(played.values()) <= 2


def test_tables_are_played_once_before_any_twice_and_seats_move_on() -> None:
    contest = contest_of(bots(4), 2, 12, ROUND)
    heats = [lineup.heat.players for lineup in lineups(contest, ROUND)]
    assert len(set(heats[:6])) == len(set(heats)) == 6
    firsts = Counter(lineup.seats[0] for lineup in lineups(contest_of(bots(3), 3, 6, ROUND), ROUND))
    assert set(firsts.values()) == {2}


def test_standings_rank_by_wins_and_rate_as_tournaments_do() -> None:
    contest = contest_of(bots(3), 3, 6, ROUND)
    order = lineups(contest, ROUND)
    results = []
    for number in range(5):
        totals = [0, 0, 0]
        seat = order[number].seats.index(2 if number < 4 else 1)
        totals[seat] = 50
        results.append(Played((seat,), tuple(totals)))
    shown = show_contest(contest, ROUND, tuple(results))
    assert (shown.played, shown.matches) == (5, 6)
    table = [(row.rank, row.name, row.played, row.won, row.points) for row in shown.rows]
    assert table == [(1, "Bot 2", 5, 4, 200), (2, "Bot 1", 5, 1, 50), (3, "Bot 0", 5, 0, 0)]
    ratings = [row.rating for row in shown.rows]
    assert ratings == sorted(ratings, reverse=True)
    assert abs(sum(ratings) / 3 - 1500) <= 1
    few = show_contest(contest, ROUND, tuple(results[:2])).rows[0].reach
    assert few > shown.rows[0].reach > 0


def test_nothing_is_known_before_the_first_match() -> None:
    shown = show_contest(contest_of(bots(4), 4, 6, ROUND), ROUND, ())
    assert {(row.rank, row.played, row.rating) for row in shown.rows} == {(1, 0, 1500)}


@pytest.mark.parametrize("chairs", [bots(2), bots(9), [*bots(3), Chair()]])
def test_only_some_bots_make_a_tournament(chairs: list[Chair]) -> None:
    with pytest.raises(Refusal, match="3 to 8 seats"):
        contest_of(chairs, 4, 6, ROUND)


def test_partners_do_not_play_tournaments() -> None:
    with pytest.raises(Refusal, match="partners"):
        contest_of(bots(4), 4, 6, Rules.parse("official+partners=true"))


# ── in a room ─────────────────────────────────────────────────────────────────────────────────────


def sitting_of(contest: Contest) -> Sitting:
    return Sitting.of(
        Created(
            rules=str(ROUND),
            chairs=chairs_of(contest, ROUND, 0),
            host=ADA,
            options=Options(pace="instant"),
            seed=SECRET,
            contest=contest,
        )
    )


def played(sitting: Sitting) -> Sitting:
    """Deal, and let everyone make the first move that there is."""
    sitting = sitting.after(Dealt(seed=SECRET))
    while sitting.stage == "playing":
        assert sitting.match is not None
        state = sitting.match.state
        move = next((m for m in state.legal if not m.is_draw), state.legal[0])
        sitting = sitting.after(Moved(seat=state.turn, move=str(move), by="bot"))
    return sitting


def test_seats_change_with_every_match_until_it_is_over() -> None:
    contest = contest_of(bots(4), 2, 3, ROUND)
    sitting = sitting_of(contest)
    seen = []
    for number in range(3):
        assert sitting.goes_on == (number > 0)
        sitting = played(sitting)
        seen.append(tuple(chair.name for chair in sitting.chairs))
        assert len(sitting.results) == number + 1
    assert len(set(seen)) == 3
    assert not sitting.goes_on
    with pytest.raises(Refusal, match="this tournament is over"):
        sitting.after(Dealt(seed=SECRET))
    assert [round.chairs[0].name for round in sitting.rounds] == [names[0] for names in seen]


def test_nobody_takes_a_seat_in_a_tournament() -> None:
    sitting = sitting_of(contest_of(bots(4), 2, 3, ROUND))
    with pytest.raises(Refusal, match="their seats can't be taken"):
        sitting.after(Sat(seat=0, name="Eve", avatar=0, owner="eve"))
    with pytest.raises(Refusal, match="their seats can't be taken"):
        sitting.after(Arranged(chairs=tuple(bots(2))))


def standings(guest: Guest) -> ContestShown:
    contest = guest.update.room.contest
    assert contest is not None
    return contest


@pytest.mark.anyio
async def test_it_goes_on_by_itself_while_somebody_watches() -> None:
    async with opened(sitting_of(contest_of(bots(3), 2, 3, ROUND))) as place:
        ada = await place.come(ADA)
        await place.send(ada, "deal")
        seen = set()

        async def until(played: int, guest: Guest) -> None:
            for _ in range(4_000):
                seen.add(tuple(seat.name for seat in guest.update.room.seats))
                if standings(guest).played == played:
                    return
                await wait(0.5)
            raise AssertionError("the tournament does not go on")

        await until(2, ada)
        await place.go(ada)
        entries = len(place.log.entries)
        await wait(1_000)  # nobody looks: nothing happens
        assert len(place.log.entries) == entries
        eve = await place.come()  # by the link
        await until(3, eve)
        assert len(seen) == 3
        assert sum(row.won for row in standings(eve).rows) == 3
        assert (eve.update.room.stage, eve.update.room.deals_in) == ("over", None)
        assert (eve.update.sits, eve.update.may_queue) == ([], False)  # no seat is to be had
        await wait(100)
        assert standings(eve).played == 3


def test_it_is_asked_for_over_http() -> None:
    bots: list[dict[str, object]] = [{"who": "bot", "bot": "random"}] * 5
    with site() as client:
        wanted = {"rules": "official+target=0", "seats": bots, "contest": {"matches": 4}}
        made = client.post("/api/rooms", json=wanted)
        assert made.status_code == 201
        shown = client.get(f"/api/rooms/{made.json()['code']}").json()
        assert len(shown["seats"]) == 4
        for wrong in (
            {"seats": bots[:2]},
            {"seats": [*bots[:3], {"who": "me"}]},
            {"deal": "official/5/42"},
        ):
            answer = client.post("/api/rooms", json=wanted | wrong)
            assert (answer.status_code, answer.json()["code"]) == (400, "wrong_contest")
        assert (
            client.post("/api/rooms", json=wanted | {"contest": {"matches": 31}}).status_code == 422
        )
