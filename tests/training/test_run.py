"""Runs: what is saved, resumed and refused, and that a network learns."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest

pytest.importorskip("jax")
pytestmark = pytest.mark.slow

import jax  # noqa: E402

import unolab.training.run as training_run  # noqa: E402
from tests.command import run as command  # noqa: E402
from unolab.bots import Bot  # noqa: E402
from unolab.envs.lineup import Lineup  # noqa: E402
from unolab.errors import BadBot, BadOption, ResourceError  # noqa: E402
from unolab.training import Opponent, Record, Run, Settings, mix, mix_everything  # noqa: E402
from unolab.training.lineups import read_lineup, write_lineup  # noqa: E402
from unolab.training.loop import Limit, train  # noqa: E402
from unolab.training.run import read_state, share_games  # noqa: E402
from unolab.training.settings import Schedule  # noqa: E402

TINY = Settings(
    width=16,
    games=32,
    steps=4,
    batch=64,
    part=64,
    critic_width=8,
    warm_up=1,
    rate=Schedule(1e-3, 1e-4),
)


def weights_of(run: Run) -> list[np.ndarray]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(run.learner)]


def test_run_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, TINY, mix(["official"], [2, 3]), threads=1)
    for _ in range(3):
        run.advance(0.1)
    run.save()
    again = Run.resume(tmp_path, threads=1)
    assert again.record.decisions == run.record.decisions == 3 * 32 * 4
    assert again.record.lineups == [
        "learner, learner: official",
        "learner, learner, learner: official",
    ]
    assert again.record.points == run.record.points
    for before, after in zip(weights_of(run), weights_of(again), strict=True):
        assert (before == after).all()
    again.advance(0.2)
    assert again.record.rollouts == 4


def test_run_begins_with_what_another_has_learned(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "a", TINY, mix(["official"], [2]), threads=1)
    for _ in range(3):
        run.advance(0.1)
    run.save()
    lineups = mix(["official"], [2], ["learner", "random"])
    again = Run.begin(tmp_path / "b", Settings(games=32, steps=4), lineups, tmp_path / "a", 1)
    assert again.record.start == again.network.hash == run.record.hash
    assert (again.record.settings.width, again.record.settings.warm_up) == (16, 0)
    assert again.record.lineups == ["learner, learner: official", "learner, random: official"]


def test_run_begins_with_a_network_and_its_critic(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "a", TINY, mix(["official"], [2]), threads=1)
    run.advance(0.1)
    known: Any = {"start": run.network, "critic": run.critic, "threads": 1}
    again = Run.begin(tmp_path / "b", TINY, mix(["official"], [2]), **known)
    assert (again.network.hash, again.critic.hash) == (run.network.hash, run.critic.hash)
    settings = again.record.settings
    assert (settings.warm_up, settings.critic_width, settings.critic_depth) == (0, 8, 2)


def test_some_games_are_matches(tmp_path: Path) -> None:
    tables = mix(["official+target=60", "duel"], [2])
    run = Run.begin(tmp_path, replace(TINY, matches=0.25), tables, threads=1)
    batches = [rollout.batch for rollout in run._rollouts]
    assert [(batch.episode, batch.games) for batch in batches] == [("round", 24), ("match", 8)]
    assert [len(batch.lineups) for batch in batches] == [2, 1], "a duel has no target"
    run.advance(0.1)
    assert run.record.decisions == 32 * 4


def test_no_game_is_a_match_without_a_target(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, replace(TINY, matches=1), mix(["duel"], [2]), threads=1)
    assert [rollout.batch.games for rollout in run._rollouts] == [32]


def test_gpu_plays_networks_for_all_games_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(TINY, games=64, matches=0.25)
    tables = mix(["official", "duel"], [2, 3], ["neural"])
    assert share_games(settings, tables)[0].lineups is tables, "a processor has it among its bots"
    monkeypatch.setattr(training_run, "is_on_gpu", lambda: True)
    shares = share_games(settings, tables)
    assert [(one.episode, one.games) for one in shares] == [
        *[("round", 32)] * 2,
        ("match", 16),
    ]
    neural = Bot.parse("neural").network
    assert all(one.frozen is neural for one in shares)
    assert [len(one.players) for one in shares[0].lineups] == [2, 3, 2, 3]
    assert all(len(one.learners) == len(one.players) for one in shares[0].lineups)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (["learner", "neural", "mixbot2"], "a network has to play all seats"),
        (["learner", "mixbot2", "neural"], "a network has to play all seats"),
        (["learner", "learner", "neural"], "a network has to play all seats"),
        (["neural", "learner", "neural"], "a network has to play all seats"),
        (["learner", "neural(forget=0.5)"], r"without settings, not as neural\(forget=0.5\)"),
    ],
)
def test_gpu_refuses_other_tables_with_networks(
    players: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_run, "is_on_gpu", lambda: True)
    with pytest.raises(BadOption, match=sentence):
        share_games(TINY, [Lineup(players)])


def test_gpu_plays_tables_with_the_same_opponents_by_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone, mixed = Lineup(2, "official"), Lineup(["learner", "greedy"], "official")
    frozen = Lineup(["learner", "neural"], "official")
    tables, settings = [mixed, alone, frozen, alone, alone], replace(TINY, games=200, matches=0.2)
    together = [one[:3] for one in share_games(settings, tables)]
    shared = [("round", 160, tables), ("match", 40, tables)]
    assert together == shared, "a processor has them together"
    monkeypatch.setattr(training_run, "is_on_gpu", lambda: True)
    shares = share_games(settings, tables)
    assert [(one.episode, one.games, len(one.lineups)) for one in shares] == [
        ("round", 32, 1),
        *[("round", 48, 3)] * 2,
        ("round", 32, 1),
        ("match", 16, 1),
        ("match", 32, 3),
        ("match", 16, 1),
    ]
    assert [one.frozen is not None for one in shares] == [*[False] * 3, True, *[False] * 2, True]


@pytest.mark.parametrize("games", [1, 5, 100])
@pytest.mark.parametrize("matches", [0.0, 0.3, 1.0])
def test_gpu_leaves_no_table_out(
    games: int, matches: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_run, "is_on_gpu", lambda: True)
    tables = mix(["official", "unoai"], [2, 3], ["learner", "mixbot2", "neural"])
    shares = share_games(replace(TINY, games=games, matches=matches), tables)
    assert all(one.games > 0 and one.games % 16 == 0 for one in shares)
    assert sum(one.games for one in shares) >= games
    for episode in {one.episode for one in shares}:
        kinds = {id(one.lineups): one for one in shares if one.episode == episode}
        fitting = [one for one in tables if episode == "round" or one.rules.target]
        assert sum(len(one.lineups) for one in kinds.values()) == len(fitting)


def test_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    runs = [Run.begin(tmp_path / name, TINY, mix(["official"], [2]), threads=1) for name in "ab"]
    for run in runs:
        for _ in range(3):
            run.advance(0.5)
    assert runs[0].network.hash == runs[1].network.hash


def test_only_the_critic_learns_at_first(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, TINY, mix(["official"], [2]), threads=1)
    first = run.network.hash
    run.advance(0)
    assert run.network.hash == first
    run.advance(0)
    assert run.network.hash != first


def test_network_learns(tmp_path: Path) -> None:
    """It begins by losing to chance, and soon wins clearly."""
    settings = Settings(
        width=64, games=512, steps=16, batch=2048, part=2048, critic_width=64, warm_up=8,
        rate=Schedule(2e-3, 5e-4), gae_lambda=0.7, average=0.98,
    )  # fmt: skip
    run = Run.begin(tmp_path, settings, mix(["duel"], [2]), threads=1)
    opponent = Opponent("random", "duel")
    assert train(run, Limit(decisions=600_000), [opponent], games=4000, every=60, threads=1)
    check = run.record.checks[-1]
    assert check.interval[0] > 0.55, str(check)
    assert run.record.points[-1].critic_loss < run.record.points[-1].value_loss


def test_what_was_learned_is_kept_when_it_is_stopped(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, TINY, mix(["official"], [2]), threads=1)

    def stop(status: object) -> None:
        raise KeyboardInterrupt

    assert not train(run, Limit(minutes=1), progress=stop)
    assert Record.read(tmp_path / "run.json").decisions == 32 * 4
    assert (tmp_path / "weights.npz").exists()


def test_it_plays_against_bots_and_against_itself(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, TINY, mix(["official"], [2]), threads=1)
    assert train(run, Limit(decisions=300), [Opponent("random")], games=20, older=True, threads=1)
    (tmp_path / "weights-0M.npz").rename(tmp_path / "weights-1M.npz")
    run.record.decisions = 3_000_000
    assert train(run, Limit(decisions=1), [], games=20, older=True, threads=1)
    assert [check.games for check in run.record.checks] == [20, 20]
    assert run.record.checks[1].against.endswith("weights-1M.npz")


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    Run.begin(tmp_path, TINY, [Lineup(2)], threads=1).save()
    with pytest.raises(BadOption, match="there is a run in"):
        Run.begin(tmp_path, TINY, [Lineup(2)])


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"settings": 3}', None])
def test_no_record(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(ResourceError, match=r"run\.json"):
        Run.resume(tmp_path)


def pack_bomb() -> bytes:
    """What would take a lot of memory if it were unpacked."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("arr_0.npy", bytes(1 << 27))
    return packed.getvalue()


def test_state_of_another_run(tmp_path: Path) -> None:
    run = Run.begin(tmp_path, TINY, [Lineup(2)], threads=1)
    run.save()
    found = json.loads((tmp_path / "run.json").read_text())
    found["settings"]["width"] = 8
    (tmp_path / "run.json").write_text(json.dumps(found))
    with pytest.raises(ResourceError, match="other settings"):
        Run.resume(tmp_path)
    run.save()
    state = (tmp_path / "state.npz").read_bytes()
    at = state.index(b"NUMPY")
    damaged = bytearray(state)
    damaged[at + 1000] ^= 1
    for wrong in (b"PK nonsense", state[:5000], damaged, pack_bomb()):
        (tmp_path / "state.npz").write_bytes(wrong)
        with pytest.raises(ResourceError, match="can't be resumed"):
            read_state(tmp_path / "state.npz", run.learner)


@pytest.mark.parametrize(
    ("name", "value"), [("lineups", []), ("lineups", 5), ("seconds", "z"), ("rollouts", None)]
)
def test_record_with_nonsense(tmp_path: Path, name: str, value: object) -> None:
    Run.begin(tmp_path, TINY, [Lineup(2)], threads=1).save()
    found = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(found | {name: value}))
    with pytest.raises(ResourceError, match="not the record of a training run"):
        Run.resume(tmp_path)


@pytest.mark.parametrize(
    "wrong", [{"width": -3}, {"width": "x"}, {"batch": 0}, {"clip": 0.0}, {"rate": Schedule(0, 1)}]
)
def test_settings_nobody_can_learn_with(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="in a training"):
        Settings(**wrong)


def test_matches_are_a_part_of_the_games() -> None:
    with pytest.raises(BadOption, match="a part of the games"):
        Settings(matches=1.5)


def test_everything_is_learned() -> None:
    lineups = mix_everything()
    assert {len(lineup.players) for lineup in lineups} == set(range(2, 11))
    assert all(lineup.learners for lineup in lineups)
    for lineup in lineups:
        again = read_lineup(write_lineup(lineup))
        assert (again.rules, again.players) == (lineup.rules, lineup.players)


def test_a_record_runs_no_files() -> None:
    again = read_lineup("learner, mixbot2(slack=2,forget=0.5): official")
    assert str(again.players[1]) == "mixbot2(slack=2,forget=0.5)"
    with pytest.raises(BadBot):
        read_lineup("learner, evil.py:bot: official")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "two"], "--players takes numbers such as 2,3,4, not 'two'"),
        (["--players", "11"], "11"),
        (["--rate", "fast"], "--rate takes one or two numbers from 0 to 1, not 'fast'"),
        (["--rules", "offical"], "offical"),
        (["--against", "nobody"], "nobody"),
        (["--minutes", "-1"], "more than no time"),
        (["--start", "missing.npz"], "missing.npz"),
        (["--resume"], "--resume needs --minutes or --decisions"),
        (["--resume", "--minutes", "5"], "run.json"),
        (["--resume", "--minutes", "5", "--start", "neural"], "leave the others out"),
        (["--resume", "--minutes", "5", "--width", "8"], "leave the others out"),
    ],
)
def test_bad_options(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = command("train", str(tmp_path / "run"), *arguments)
    assert done.code == 2
    assert message in done.err
