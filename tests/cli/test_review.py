"""The command that reviews saved games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import refused, run
from unolab import play
from unolab.review import Judge, review
from unolab.review.parts import Review

pytestmark = pytest.mark.slow  # the networks want to be compiled

GAME = play(["mixbot2", "random"], "official", 21)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge take less care."""
    quick = Judge(worlds=4, draws=2, depth=2, decisions=1)
    monkeypatch.setattr("unolab.bots.search.judge.Judge", lambda: quick)


@pytest.fixture
def games(tmp_path: Path) -> str:
    file = tmp_path / "games.txt"
    other = play(["mixbot2", "random"], "official", 22)
    file.write_text(f"{GAME}  # Ann, Bo\n{other}  # Ann, Bo\n", "utf-8")
    return str(file)


def test_a_review_begins_with_a_sentence_and_the_sum(games: str) -> None:
    done = run("review", games, "--game", "0")
    assert (done.code, done.err) == (0, "")
    winner = ("Ann", "Bo")[GAME.winner or 0]
    assert re.search(rf"\n\n.*{winner}.*: accuracy \d+ out of 100\.\n", done.out)
    assert f"2 players, so a fair share is 50 %. {winner} won." in done.out
    head = next(line for line in done.out.splitlines() if "hidden" in line and "deal" in line)
    assert head.split()[:4] == ["result", "deal", "draws", "hidden"]
    row = next(line for line in done.out.splitlines() if re.match(r"Ann +\d", line))
    result, *parts = map(float, row.split()[1:8])
    assert sum(parts) == pytest.approx(result - 50, abs=0.5)
    assert max(map(len, done.out.splitlines())) <= 80
    assert "\x1b" not in done.out


def test_one_seat_is_enough(games: str) -> None:
    done = run("review", games, "--game", "0", "--seat", "1")
    decisions = done.out.partition("decision\n")[2]
    assert re.search(r"^ *\d+ +Bo ", decisions, re.MULTILINE)
    assert not re.search(r"^ *\d+ +Ann ", decisions, re.MULTILINE)


def test_several_games_are_added_up(games: str) -> None:
    done = run("review", games, "--json").json
    assert done["complete"]
    assert [one["names"] for one in done["reviews"]] == [["Ann", "Bo"]] * 2
    (total,) = done["totals"]
    lost = [sum(one["seats"][seat]["result"] for one in done["reviews"]) for seat in range(2)]
    assert [seat["result"] for seat in total["seats"]] == lost
    told = run("review", games).out
    assert told.count("deal official/2/2") == 2
    assert "In all" in told


def test_players_are_compared_without_luck(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.review.luck.make_quick_judge", lambda: Judge(draws=2, depth=2))
    done = run("review", games, "--compare", "--json").json
    assert (done["complete"], done["games"]) == (True, 2)
    assert [one["name"] for one in done["players"]] == ["Ann", "Bo"]
    assert sum(one["raw"] for one in done["players"]) == 1
    assert sum(one["adjusted"] for one in done["players"]) == pytest.approx(1, abs=0.5)
    told = run("review", games, "--compare")
    assert (told.code, len(told.out.splitlines())) == (0, 3)
    refused(run("review", games, "--compare", "--game", "0"), "--compare takes all games")
    refused(run("review", "-", "--compare", stdin=f"{GAME}\n"), "two at least")


def test_chances_are_drawn(games: str, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    assert run("review", games, "--game", "1", "--plot", str(picture)).code == 0
    assert picture.read_text("utf-8").count("<path") > 3


def test_what_can_t_be_reviewed_is_refused(games: str, tmp_path: Path) -> None:
    refused(run("review", str(tmp_path / "none.txt")), "cannot be read")
    refused(run("review", games, "--game", "2"), "no game 2")
    refused(run("review", games, "--seat", "2"), "no seat 2", "2 players")
    refused(run("review", games, "--plot", "x.png"), "one game")
    refused(run("review", "-", stdin="official/3/1: "), "still being played")
    refused(run("review", "-", stdin="nonsense"), "line 1")
    refused(run("review", "-"), "no game")


def test_ctrl_c_shows_what_there_is(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = review(GAME, Judge(worlds=2, draws=1, depth=0, decisions=0))
    answers = [found, KeyboardInterrupt]

    def review_round(*arguments: object) -> Review:
        answer = answers.pop(0)
        if not isinstance(answer, Review):
            raise KeyboardInterrupt
        return answer

    monkeypatch.setattr("unolab.review.rounds.review_round", review_round)
    done = run("review", games)
    assert done.code == 130
    assert "accuracy" in done.out
