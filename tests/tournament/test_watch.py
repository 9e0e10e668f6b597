"""The page on which a tournament is watched, as its server gives it to a browser."""

import json
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.client import HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.tournament.samples import planned, played
from unolab import Game
from unolab.cards import DECK, Card
from unolab.errors import ResourceError
from unolab.gameloop import play
from unolab.tournament.plan import Plan
from unolab.tournament.result import Result
from unolab.tournament.run import PlayedGame
from unolab.tournament.watch import watch as watching
from unolab.tournament.watch.page import hash_of
from unolab.tournament.watch.watch import Watch

pytestmark = pytest.mark.slow  # the results are of real games
LONG = 1_000.0  # seconds: nobody waits so long, somebody lets it go on


@pytest.fixture(scope="module")
def result() -> Result:
    return played(planned(3, 30), played=30)


@pytest.fixture
def plan(result: Result) -> Plan:
    return result.plan


@pytest.fixture
def look() -> PlayedGame:
    game = play(["mixbot2", "random", "greedy"], "party", seed=5)
    return PlayedGame(game, ("Ada", "Ben", "Cem"))


@pytest.fixture
def site(plan: Plan, look: PlayedGame) -> Iterator[Watch]:
    with Watch(plan, lambda: look) as opened:
        yield opened


def ask(site: Watch, path: str, post: bool = False, **headers: str) -> HTTPResponse:
    request = urllib.request.Request(site.url + path, method="POST" if post else "GET")
    for name, value in headers.items():
        request.add_header(name, value)
    answer = urllib.request.urlopen(request, timeout=60)
    assert isinstance(answer, HTTPResponse)
    return answer


def refused(site: Watch, path: str, post: bool = False, **headers: str) -> int:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        ask(site, path, post, **headers)
    refusal.value.close()
    return refusal.value.code


class Viewer:
    """Somebody who looks at the page."""

    def __init__(self, site: Watch) -> None:
        self.stream = ask(site, "events")
        self.plan = self.next("plan")
        self.state = self.next("state")

    def next(self, name: str) -> Any:
        """What is told next."""
        heard = ""
        for line in self.stream:
            if line.startswith(b"event: "):
                heard = line.removeprefix(b"event: ").strip().decode()
            if line.startswith(b"data: ") and heard == name:
                return json.loads(line.removeprefix(b"data: "))
        return None

    def until(self, true: Callable[[Any], bool]) -> Any:
        """Wait for a state."""
        while not true(self.state):
            self.state = self.next("state")
        return self.state

    def go(self) -> None:
        self.stream.close()


@pytest.fixture
def viewer(site: Watch) -> Iterator[Viewer]:
    one = Viewer(site)
    yield one
    one.go()


# ── who may ask for what ──────────────────────────────────────────────────────────────────────────


def test_page_is_one_text_and_runs_nothing_else(site: Watch) -> None:
    with ask(site, "") as answer:
        text, policy = answer.read().decode(), answer.headers["Content-Security-Policy"]
    script = text.partition('<script type="module">')[2].partition("</script>")[0]
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert len(script) > 1_000
    assert f"script-src '{hash_of(script)}'; style-src '{hash_of(style)}';" in policy
    assert policy.startswith("default-src 'none';")
    outside = text.replace("http://www.w3.org/2000/svg", "")  # the name of a language
    assert "://" not in outside
    assert "src=" not in outside


def test_other_pages_are_refused(site: Watch) -> None:
    own = site.url.rstrip("/")
    assert refused(site, "", Host="evil.example") == 403
    assert refused(site, "events", Host="evil.example:80") == 403
    assert refused(site, "start", post=True, Origin="http://evil.example") == 403
    assert refused(site, "start") == 404
    assert refused(site, "pace/hectic", post=True) == 404
    assert refused(site, "../pyproject.toml") == 404
    with ask(site, "start", post=True, Origin=own) as answer:
        assert answer.status == 204


def test_port_that_is_taken(site: Watch, plan: Plan) -> None:
    port = int(site.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(ResourceError, match=f"cannot bind port {port}: "):
        Watch(plan, lambda: None, port)


# ── while games are played ────────────────────────────────────────────────────────────────────────


def test_viewer_hears_how_it_stands(site: Watch, viewer: Viewer, result: Result) -> None:
    assert viewer.plan["names"] == ["Ada", "Ben", "Cem"]
    assert viewer.state == {"pace": "fast", "started": False}
    ask(site, "start", post=True).close()
    site.wait()
    ask(site, "pace/full", post=True).close()
    site.hear(result)
    state = viewer.until(lambda state: "rows" in state)
    assert (state["games"], state["wanted"], state["held"]) == (30, 30, 0)
    assert state["winners"] == list(result.winners)
    by_name = {row.name: row for row in result.standings}
    for name, row in zip(result.names, state["rows"], strict=True):
        assert (row["rank"], row["points"]) == (by_name[name].rank, by_name[name].points)


def test_quick_games_are_held_back(
    site: Watch, viewer: Viewer, result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(watching.WATCH_PACES, "fast", LONG)
    thread = Thread(target=site.hear, args=[result])
    thread.start()
    assert 0 < viewer.until(lambda state: "held" in state)["held"] <= LONG
    assert thread.is_alive()
    ask(site, "pace/full", post=True).close()
    thread.join(60)
    assert not thread.is_alive()


def test_games_of_another_day_are_there_at_once(
    site: Watch, viewer: Viewer, result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(watching.WATCH_PACES, "fast", LONG)
    site.hear(replace(result, played=0))
    assert viewer.until(lambda state: "held" in state)["held"] == 0


def test_time_of_slow_games_counts_for_them(
    site: Watch, viewer: Viewer, result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0, LONG / 2, LONG, LONG, LONG])
    monkeypatch.setattr(watching, "monotonic", times.__next__)
    monkeypatch.setitem(watching.WATCH_PACES, "fast", LONG)
    ask(site, "start", post=True).close()
    site.wait()
    for _ in range(2):  # it is heard that nothing is over yet
        site.hear(replace(result, outcomes={}, played=0, complete=False))
    site.hear(result)
    assert viewer.until(lambda state: state.get("games"))["held"] == 0


def test_nobody_is_kept_waiting_where_nobody_looks(
    site: Watch, result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(watching.WATCH_PACES, "fast", LONG)
    site.hear(result)


def test_report_is_offered_when_it_is_written(site: Watch, viewer: Viewer, tmp_path: Path) -> None:
    with ask(site, "report") as answer:
        assert answer.status == 204
    (tmp_path / "report.html").write_text("<h1>Ada</h1>")
    site.report(tmp_path / "report.html")
    assert viewer.until(lambda state: "report" in state)["report"]
    with ask(site, "report") as answer:
        assert answer.read() == b"<h1>Ada</h1>"


def test_end_waits_for_those_who_look(
    site: Watch, viewer: Viewer, result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "RELOAD_GRACE", 0.1)
    monkeypatch.setattr(watching, "HEARTBEAT", 0.05)
    site.set_pace("full")
    thread = Thread(target=site.end, args=[result])
    thread.start()
    viewer.until(lambda state: state.get("complete"))
    assert thread.is_alive()
    viewer.go()
    thread.join(60)
    assert not thread.is_alive()


def test_last_word_comes_before_the_end(plan: Plan, result: Result) -> None:
    with Watch(plan, lambda: None) as site:
        viewer = Viewer(site)
        site.end(replace(result, complete=False, interrupted=True))  # nobody is waited for
    assert viewer.until(lambda state: "rows" in state)["interrupted"]
    assert viewer.next("state") is None
    viewer.go()


# ── a game ────────────────────────────────────────────────────────────────────────────────────────


def test_frames_are_the_game(site: Watch, look: PlayedGame) -> None:
    with ask(site, "game") as answer:
        game = json.load(answer)
    states = [look.game.start, *(state for _, state in look.game.steps())]
    assert len(game["frames"]) == len(look.game.moves) + 1 > 5
    for frame, state in zip(game["frames"], states, strict=True):
        held = Counter(Card.parse(card) for hand in frame["hands"] for card in hand)
        assert held <= Counter(DECK)
        assert [len(hand) for hand in frame["hands"]] == list(state.sizes)
        assert (frame["top"], frame["stock"]) == (str(state.top), state.stock)
        assert all("\x1b" not in deed for _, deed in frame["told"])
    assert game["frames"][-1]["turn"] is None
    assert (game["winner"], game["names"]) == (look.game.winner, ["Ada", "Ben", "Cem"])
    assert Game.parse(game["deal"]).start == look.game.start


def test_no_game_yet(plan: Plan) -> None:
    with Watch(plan, lambda: None) as site, ask(site, "game") as answer:
        assert answer.status == 204
