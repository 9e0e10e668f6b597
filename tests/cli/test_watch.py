"""Games that are watched: move by move, turn by turn with the reasons, or only their results."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.command import refused, run, without_notice
from tests.kit import on, thoroughly
from unolab import Game, Move, View, play, play_match
from unolab.text.totals import Totals
from unolab.text.turns import write_turns

pytestmark = pytest.mark.slow  # the bots want to be compiled


NAMES = ("Ann", "Bo the Great of Rome", "Cy", "Déa", "E", "F", "G", "H", "I", "J")
FORGETFUL = "random(forget=0.5,challenge=0.5)"


# ── a game move by move ───────────────────────────────────────────────────────────────────────────


def test_watch_tells_a_game() -> None:
    done = run("watch", "random", "random", "random", "--seed", "42")
    game = play(["random"] * 3, seed=42)
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert lines[0] == "Uno, deal official/3/42 (rules / players / seed)"
    assert "Again  unolab watch random random random --seed 42" in lines
    assert "\x1b" not in done.out
    assert max(map(len, lines[:-1])) <= 80
    assert lines[-1] == str(game)
    numbers = [int(line[:3]) for line in lines if re.match(r" *\d+  \d random", line)]
    assert numbers == list(range(1, len(game.moves) + 1))
    assert f"  {game.winner} random     0  {game.state.points:4}" in lines


def test_watch_shows_the_hand_after_each_move() -> None:
    for rules in ("official", "party", "kata"):
        done = run("watch", "random", "random", "--rules", rules, "--seed", "5")
        rows = re.split(r"^ *(?=\d+  \d random)", done.out, flags=re.MULTILINE)[1:]
        game = play(["random"] * 2, rules, 5)
        for row, (move, state) in zip(rows, game.steps(), strict=True):
            player = int(row.split()[1])
            first = state.events[0]
            assert player == first.seat, (str(move), row)
            shown = Counter(re.findall(r"[RYGB][0-9SVD]\b|\*[WF]", row.partition("\n\n")[0]))
            assert Counter(map(str, state.hands[player])) <= shown


def test_watch_names_the_seed_it_drew() -> None:
    done = run("watch", "random", "random", "--rules", "duel")
    again = re.search(r"^Again  unolab (.*)$", done.out, re.MULTILINE)
    assert again
    assert run(*again[1].split()) == done
    assert run("watch", "random", "random", "--rules", "duel").out != done.out


def test_watch_as_json() -> None:
    found = run("watch", "random", "random", "--seed", "7", "--rules", "party", "--json").json
    game = play(["random"] * 2, "party", 7)
    assert found["games"] == [
        {
            "game": str(game),
            "rules": "party",
            "seats": ["random", "random"],
            "winner": game.winner,
            "points": game.state.points,
            "scores": list(game.state.scores),
            "turns": game.state.turns,
            "moves": [str(move) for move in game.moves],
        }
    ]
    assert (found["rules"], found["seed"], found["complete"]) == ("party", 7, True)


def test_colours_are_for_terminals() -> None:
    def watch(screen: bool = True, **env: str) -> str:
        return run("watch", "random", "random", "--seed", "1", screen=screen, env=env).out

    plain, painted = watch(screen=False), watch()
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain != painted
    assert watch(TERM="dumb") == watch(NO_COLOR="1") == plain


@pytest.mark.parametrize("columns", ["20", "80", "200"])
def test_watch_fits_the_terminal(columns: str) -> None:
    arguments = ("watch", *["random"] * 10, "--rules", "party", "--seed", "3")
    lines = run(*arguments, env={"COLUMNS": columns}).out.splitlines()
    assert max(map(len, lines[:-1])) <= min(max(int(columns), 60), 120)


# ── a game turn by turn ───────────────────────────────────────────────────────────────────────────


def written(game: Game, width: int = 200) -> list[str]:
    """Write a game for people with names, in so many columns."""
    return [line.plain for line in write_turns(game, NAMES[: game.players], width)]


class Lazy:
    """A bot that would rather draw."""

    everything = True

    def __call__(self, view: View) -> Move | None:
        return view.legal[-1] if view.legal else None


@cache
def games() -> list[Game]:
    """Some games in which, taken together, everything happens that can."""
    rules = ("official", "party", "stacking", "kata", "nifty", "official+turn_limit=20")
    drawn_out = play([Lazy(), "random"], "stacking+draw_until_playable=true+turn_limit=60", 1)
    wild_first = play([FORGETFUL] * 2, seed=38)
    return [drawn_out, wild_first] + [
        play(["mixbot2", *[FORGETFUL] * (players - 1)], text, seed)
        for text in rules
        for players in (2, 3, 10)
        for seed in range(4)
    ]


def test_every_turn_has_a_line() -> None:
    for game in games()[::3]:
        lines = written(game)
        numbers = [int(line[:3]) for line in lines if line[:3].strip()]
        assert numbers == sorted({*numbers})
        assert numbers[-1] == game.state.turns
        steps = [game.start, *(state for _, state in game.steps())]
        uno = sum(e.kind == "said" and not e.late for state in steps for e in state.events)
        assert sum(line.endswith(" UNO!") for line in lines) == uno
        won = [line for line in lines if line.endswith("; goes out")]
        assert [NAMES[game.winner] in line for line in won] == [True] if game.winner else True


def test_a_turn_shows_the_hand_before_it_and_the_card_on_what_it_went() -> None:
    for game in games()[1::3]:  # in the first the hands are too long for one row
        by_number = {line[:3].strip(): line for line in written(game)}
        before = game.start
        for move, after in game.steps():
            if move.card is not None and before.phase == "turn":
                seat = after.events[0].seat
                line = by_number[str(before.turns)]
                name, _, rest = line[5:].partition("  ")
                assert name == NAMES[seat]
                hand = re.findall(r"[RYGB*][0-9SVDWF]", rest)[: before.sizes[seat]]
                assert hand == [*map(str, before.hands[seat])]
                assert f"[{move.card.plain}]" in line
                assert f"{move.card} on {before.top}: " in line or f"with {move.card}: " in line
            before = after


def test_the_reasons() -> None:
    story = "\n".join(line for game in games() for line in written(game))
    for card, top in re.findall(r"(..) on (..): same colour", story):
        assert (card[0] == top[0], card != top) == (True, True)
    for card, top, what in re.findall(r"(..) on (..): same (number|symbol)", story):
        assert (card[1] == top[1], card[1].isdigit()) == (True, what == "number")
    for card, top in re.findall(r"(..) on (..): same card", story):
        assert card == top
    for card, color in re.findall(r"(..) on ..: wild, calls (\w)", story):
        assert (card[0], card[1] in "WF") == (color.upper(), True)
    for hand, top in re.findall(
        r"^ *\d+  .{22}((?: ..)+)  +draws .*nothing fits (..)", story, re.M
    ):
        assert not re.search(rf"{top[0]}.|.{top[1]}|\*", hand), (hand, top)
    for words in (
        r"draws \w\w, though \S\S .*would fit",
        r"draws (..): nothing fits ..; plays \1: same",
        r"draws (..): nothing fits ..; keeps \1, though it fits",
        r"draws \d+ \(.*\): nothing fits",
        r".D on .D: answers the 2 due",
        r"takes 4 \(.. .. .. ..\): nothing answers .D",
        r"takes \d+ \(.*\), though .*D would answer",
        r"takes 4 \(.*\): does not challenge",
        r"challenges .*, who shows .*: a bluff",
        r"challenges .*: no bluff; takes 6 cards: ",
        r"jumps in with (..): same card",
        r"same colour; swaps hands with",
        r"moves all hands on, clockwise",
        r"is caught by .* without Uno; takes 2 cards",
        r"says Uno, late",
        r"is skipped",
        r"shuffles the discards, \d+ cards; draws",
        r"the round is void",
        r"deals; .. is turned up",
        r"names \w+",
    ):
        assert re.search(words, story), words


@pytest.mark.parametrize("width", [40, *thoroughly(80, 120)])
def test_turns_keep_to_their_columns(width: int) -> None:
    for game in games()[::5]:
        names = NAMES[: game.players]
        lines = [*write_turns(game, names, width)]
        assert max(map(len, lines)) <= max(width, 70)
        starts = {line.index("on ") for line in written(game, 120) if re.search(r" \w\w on ", line)}
        assert len(starts) == 1


# ── several games ─────────────────────────────────────────────────────────────────────────────────


def test_several_games_are_one_series() -> None:
    bots = ["greedy", "random", "random"]
    found = run("watch", *bots, "--games", "5", "--seed", "42", "--json").json
    told = [play(bots, seed=42, number=i, dealer=(i - 1) % 3) for i in range(5)]
    assert [game["game"] for game in found["games"]] == [*map(str, told)]
    assert {(*game["seats"],) for game in found["games"]} == {(*bots,)}
    standings = found["totals"]["standings"]
    assert sum(row["wins"] for row in standings) == found["totals"]["games"] == 5
    assert sum(row["points"] for row in standings) == sum(game.state.points for game in told)
    assert [row["points"] for row in standings] == sorted(
        (row["points"] for row in standings), reverse=True
    )
    single = run("watch", *bots, "--seed", "42", "--json").json
    assert single["games"] == found["games"][:1]


@pytest.mark.parametrize("how", [[], ["--verbose"], ["--quiet"]], ids=" ".join)
def test_several_games_and_their_totals(how: list[str]) -> None:
    asked = ["watch", "random", "random", *how, "--games", "3", "--seed", "5"]
    done = run(*asked)
    assert (done.code, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= 80
    again = re.search(r"^Again  unolab (.*)$", done.out, re.MULTILINE)
    assert again
    assert run(*again[1].split()) == done
    told = [play(["random"] * 2, seed=5, number=i, dealer=(i - 1) % 2) for i in range(3)]
    table, _, last = done.out.rpartition("  a game\n")
    for place, seat in enumerate(
        sorted((0, 1), key=lambda s: -sum(g.state.scores[s] for g in told))
    ):
        wins, points = sum(g.winner == seat for g in told), sum(g.state.scores[seat] for g in told)
        row = rf"  {place + 1}\.  {seat} random +{wins} +[\d.]+ % +{points} +{points / 3:.1f}"
        assert re.fullmatch(row, last.splitlines()[place])
    results = [f"{g.number} {g.winner} random {g.state.points} {g.state.turns}" for g in told]
    lines = [" ".join(line.split()) for line in table.splitlines()]
    assert (set(results) <= {*lines}) == (how == ["--quiet"])
    assert ("Game 1, deal official/2/5.1@0" in lines) == (how != ["--quiet"])


def test_too_much_and_too_little_is_refused() -> None:
    refused(run("watch", "random", "random", "--quiet", "--verbose"), "--verbose", "--quiet")
    refused(run("watch", "random", "random", "--games", "0"), "--games", "whole number")
    for one, other in (("--json", "--quiet"), ("--json", "--verbose"), ("--save -", "--json")):
        both = (*one.split(), *other.split())
        refused(run("watch", "random", "random", *both), f"{one} cannot be combined with {other}")


# ── games in a file ───────────────────────────────────────────────────────────────────────────────


def test_watch_and_replay_fit_together_in_a_pipe() -> None:
    asked = ("watch", "mixbot2", "random", "--players", "3", "--games", "3", "--seed", "5")
    saved = run(*asked, "--save", "-")
    assert (saved.code, saved.err) == (0, "")
    games = run(*asked, "--json").json["games"]
    assert [line.split("  # ")[0] for line in saved.out.splitlines()] == [g["game"] for g in games]
    again = run("replay", "-", "--json", stdin=saved.out).json["games"]
    assert again[1] | {"seats": games[1]["seats"]} == games[1]
    assert again[1]["seats"] == ["0 mixbot2", "1 random", "2 random"]
    one = run("replay", "-", "--json", "--game", "1", stdin=saved.out).json["games"]
    assert one == again[1:2]
    refused(run("replay", "-", "--game", "3", stdin=saved.out), "it has games 0 to 2")
    assert "  0 mixbot2 " in run("replay", "-", stdin=saved.out).out


def test_games_are_saved_beside_what_is_shown(tmp_path: Path) -> None:
    asked = ("watch", "random", "random", "--games", "2", "--seed", "5", "--quiet")
    file, table, picture = (str(tmp_path / name) for name in ("a.uno", "a.csv", "a.png"))
    done = run(*asked, "--save", file, "--csv", table, "--plot", picture)
    assert done == run(*asked)
    assert Path(file).read_text() == run(*asked[:-1], "--save", "-").out
    assert Path(table).read_text().startswith("rank,seat,name,games,wins,win_rate,")
    assert Path(picture).read_bytes().startswith(b"\x89PNG")
    refused(run(*asked, "--save", file), "already exists")
    simulated = ("simulate", "random", "random", "--games", "3", "--seed", "5")
    assert run(*simulated, "--save", "-").out.splitlines()[2:] == (
        run(*simulated, "--game", "2").out.splitlines()
    )


def test_ties_are_named_together() -> None:
    totals = Totals(["Ann", "Bo", "Cy"])
    even = [Game.parse(text) for text in ("official/3/1",) * 2]
    totals.add(even[0])
    assert totals.verdict == "Ann, Bo and Cy are first together, with 0 points in 1 game."
    assert totals.lengths == "A game took 1.0 turns. Nobody won 1 game."
    totals.points, totals.wins = [20, 50, 50], [0, 1, 1]
    assert ([*map(totals.place, range(3))], totals.order) == ([3, 1, 1], [1, 2, 0])
    assert totals.verdict.startswith("Bo and Cy are first together, with 50 points")
    totals.low_score_wins = True
    assert totals.verdict.startswith("Ann is first, with 20 points")


@on("lowscore", "official+partners=true")
def test_totals_go_by_the_rules(rules: str) -> None:
    arguments = ("watch", *["random"] * 4, "--rules", rules, "--games", "6", "--seed", "3")
    totals = run(*arguments, "--json").json["totals"]
    points = [row["points"] for row in totals["standings"]]
    assert points == sorted(points, reverse=rules != "lowscore")
    both = rules != "lowscore"  # partners win together
    assert sum(row["wins"] for row in totals["standings"]) == totals["games"] * (1 + both)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_ctrl_c_shows_what_there_is() -> None:
    program = [sys.executable, "-c", "from unolab.cli import main; main()"]
    with subprocess.Popen(
        [*program, "watch", "random", "random", "--games", "1M", "--quiet"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        lines = [process.stdout.readline() for _ in range(10)]
        process.send_signal(signal.SIGINT)
        lines += process.stdout
        assert without_notice(process.stderr.read()) == ""
    assert process.returncode == 130
    played = sum(bool(re.fullmatch(r" *\d+  \d random +\d+ +\d+\n", line)) for line in lines)
    # it may come between the counting of a game and its line
    ends = tuple(f" points in {games:,} games.\n" for games in (played, played + 1))
    assert any(line.endswith(ends) for line in lines)


# ── a match ───────────────────────────────────────────────────────────────────────────────────────


def test_watch_shows_a_match() -> None:
    done = run("watch", "greedy", "random", "--match", "--quiet", "--seed", "3")
    match = play_match(["greedy", "random"], seed=3)
    assert done.code == 0
    assert done.out.startswith("Uno, a match to 500 from deal official/2/3 on")
    assert "unolab watch greedy random --match --quiet --seed 3" in done.out
    rows = re.findall(r"^ +\d+  \d \w+ +\d+ +\d+$", done.out, re.MULTILINE)
    assert len(rows) == len(match.games)
    assert f"with {max(match.totals)} points in {len(match.games)} games" in done.out
    told = run("watch", "greedy", "random", "--match", "--seed", "3")
    assert f"Round {len(match.games) - 1}, deal {match.game.deal}" in told.out
    facts = json.loads(run("watch", "greedy", "random", "--match", "--json", "--seed", "3").out)
    assert [game["game"] for game in facts["games"]] == [str(game) for game in match.games]


def test_a_match_has_no_number_of_games() -> None:
    refused(
        run("watch", "random", "random", "--match", "--games", "2"), "--match cannot be combined"
    )
