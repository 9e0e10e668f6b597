"""Simulations over HTTP: the figures, the stream of them, and one at a time."""

import pytest

from tests.server.requests import guarded, offered, problem
from tests.server.site import site
from unolab.server.protocol import rest
from unolab.simulation import simulate

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_simulation_says_who_beats_whom() -> None:
    async with offered() as client:
        answer = await client.get("/api/simulation?bot=random&bot=greedy&bot=random&games=20000")
        last = [line for line in answer.text.splitlines() if line][-1]
        shown = rest.SimulationShown.model_validate_json(last.removeprefix("data: "))
        assert [row.beats for row in shown.rows] == [[], [0, 2], []]
        assert len(shown.lengths.counts) <= 36


async def test_simulation_is_streamed() -> None:
    async with offered() as client:
        query = "/api/simulation?bot=random&bot=greedy&games=200&seed=1"
        answer = await client.get(query)
        events = [line for line in answer.text.splitlines() if line]
        last = rest.SimulationShown.model_validate_json(events[-1].removeprefix("data: "))
        assert (last.done, last.played, len(last.rows)) == (True, 200, 2)
        report = simulate(["random", "greedy"], 200, seed=1)
        assert [row.points_low for row in last.rows] == report.points_interval[:, 0].tolist()
        assert sum(last.lengths.counts) + last.lengths.longer == 200
        assert last.lengths.quartiles == [*report.quartiles]
        assert [row.beats for row in last.rows] == [[], []]  # so few games prove nothing
        marks = [mark.played for mark in last.course]
        assert marks == sorted(marks)
        assert marks[0] < marks[-1] == 200
        widths = [mark.highs[0] - mark.lows[0] for mark in last.course]
        assert widths[0] > widths[-1]
        assert guarded(answer)
        problem(await client.get(query.replace("greedy", "evil.py")), 400, "unknown_bot")
        problem(await client.get(query.replace("200", "0")), 400, "wrong")
        problem(await client.get("/api/simulation?bot=random"), 422, "malformed")


def test_one_address_has_one_simulation() -> None:
    with site() as client:
        long = f"/api/simulation?{'bot=mixbot2&' * 6}games=20000000"
        short = "/api/simulation?bot=random&bot=random&games=100"
        others = [{"X-Forwarded-For": f"192.0.2.{n}"} for n in range(2)]
        with client.client.stream("GET", long) as first:
            lines = first.iter_lines()  # kept: a connection is closed with its iterator
            assert next(lines).startswith("data: ")
            assert "busy" in problem(client.get(short), 503, "busy")
            with client.client.stream("GET", long, headers=others[0]) as second:
                more_lines = second.iter_lines()
                assert next(more_lines).startswith("data: ")
                problem(client.get(short, headers=others[1]), 503, "busy")
        while (answer := client.get(short)).status_code == 503:  # until it is seen that we left
            problem(answer, 503, "busy")
        assert answer.status_code == 200
