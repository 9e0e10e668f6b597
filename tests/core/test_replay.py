"""Files of games, shown by ``unolab replay``."""

import re
from pathlib import Path

import pytest

from tests.command import refused, run
from unolab import Game, play

pytestmark = pytest.mark.slow  # the bots want to be compiled


@pytest.fixture
def games(tmp_path: Path) -> str:
    """A file of two games, one of them finished, with all that may stand between them."""
    path = tmp_path / "games.txt"
    first = play(["random"] * 2, "unoai", 5)
    text = f"# two games\n\n{first} # the first\n  \r\nofficial/3/42: R0 R4\n"
    path.write_text(text, encoding="utf-8-sig")
    return str(path)


def test_replay_shows_every_game(games: str) -> None:
    done = run("replay", games)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("Uno, deal ") == 2
    assert re.search(r"^seat \d wins the round, which is worth \d+ points\.$", done.out, re.M)
    assert done.out.endswith("The game stops here: seat 2 is to act.\n")


def test_replay_shows_what_watch_showed() -> None:
    watched = run("watch", "random", "random", "--seed", "1").out.splitlines()
    replayed = run("replay", "-", stdin=watched[-1]).out.splitlines()
    theirs = [re.sub(r"(\d) random", r"seat \1", line) for line in watched[:-3]]
    expected = [line.split() for line in theirs if not line.startswith("Again")]
    assert [line.split() for line in replayed] == expected


def test_replay_calls_players_by_their_names(games: str) -> None:
    game = "official/3/42: R0 R4"
    named = run("replay", "-", stdin=f"{game}  # Ada, Ben, Dora Lee\n").out
    assert re.search(r"^ +Dora Lee  ", named, re.M)
    assert named.endswith("The game stops here: Dora Lee is to act.\n")
    alike = run("replay", "-", stdin=f"{game} # random, random, greedy").out
    assert alike.endswith(": 2 greedy is to act.\n")
    for comment in ("Ada, Ben", "Ada, Ben, \x1b[31mCem", "Ada, , Cem"):
        assert run("replay", "-", stdin=f"{game} # {comment}").out.endswith(": seat 2 is to act.\n")


def test_replay_calls_bots_of_a_simulation_by_their_names() -> None:
    text = run("simulate", "greedy", "random", "--seed", "7", "--game", "3").out
    assert re.search(r"^(greedy|random) wins the round", run("replay", "-", stdin=text).out, re.M)


def test_replay_picks_a_game(games: str) -> None:
    assert "deal official/3/42 " in run("replay", games, "--game", "1").out
    assert "deal unoai/2/5 " in run("replay", games, "--game", "0").out
    refused(run("replay", games, "--game", "2"), "no game 2", "it has games 0 to 1")


def test_replay_as_json(games: str) -> None:
    first, second = run("replay", games, "--json").json["games"]
    assert Game.parse(first["game"]).winner == first["winner"] is not None
    assert (second["winner"], second["moves"]) == (None, ["R0", "R4"])
    assert run("replay", games, "--game", "1", "--json").json["games"] == [second]


def test_replay_of_a_round_in_a_match() -> None:
    done = run("replay", "-", stdin="lowscore/2/1.3@0$20,35")
    assert "Uno, deal lowscore/2/1.3@0$20,35 " in done.out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["no game"]),
        (b"# nothing\n\n", ["no game"]),
        (b"official/3/42: R0 R9\n", ["line 1: R9 by seat 1 is not possible"]),
        (b"\n\nofficial/3/42: R0 what\n", ["line 3: unknown move 'what'"]),
        (b"official/1/42\n", ["line 1: Uno is for 2 to 10 players, not 1"]),
        (b"official/3\n", ["line 1", "is no deal"]),
        (b"offcial/3/42\n", ["line 1", "did you mean official?"]),
        (b"# fine\n\xff\xfe\x00", ["line 2: not UTF-8 text"]),
        (b"\x00" * 1_000_001, ["line 1: too long"]),
        (b"official/3/42: " + b"R0" * 400_000, ["line 1: unknown move"]),
        (b"\x89PNG\r\n\x1a\n\x00\x00", ["line 1"]),
        (b"official/3/42: \x1b[31m\n", ["line 1"]),
    ],
    ids=range(12),
)
def test_replay_refuses_what_is_no_game(tmp_path: Path, content: bytes, words: list[str]) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(content)
    refused(run("replay", str(path)), *words)
    refused(run("replay", "-", stdin=content), *words)
    refused(run("replay", str(path), "--json"), *words)


def test_replay_refuses_what_is_no_file(tmp_path: Path) -> None:
    refused(run("replay", str(tmp_path / "none.txt")), "none.txt", "No such file")
    refused(run("replay", str(tmp_path)), "directory")
    refused(run("replay", "a" * 5000), "too long")


def test_replay_shows_the_games_before_the_wrong_line() -> None:
    done = run("replay", "-", stdin="official/3/42: R0\nnonsense\n")
    assert done.code == 2
    assert "The game stops here" in done.out
    assert "line 2" in done.err
