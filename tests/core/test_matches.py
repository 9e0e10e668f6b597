"""Matches of a series: round after round, compiled and step by step."""

import numpy as np
import pytest

from tests.kit import slowly
from unolab import Game, Move, Rules
from unolab.bots import bots_of, minds_of
from unolab.engine import calls
from unolab.engine.layout import NOBODY, SCORE, TALLY
from unolab.engine.matches import ROUNDS, run_matches
from unolab.engine.record import Record, make_record
from unolab.engine.run import ASKED, NOTES_FULL
from unolab.engine.setup import blank_state, words

SEED = 9
BOTS = ["random", "greedy"]


def laid(rules: Rules) -> tuple[Record, Record]:
    """A table, and the bots at it."""
    return blank_state(rules, len(BOTS)), minds_of(bots_of(BOTS), SEED)


def counted(rules: Rules, matches: int) -> Record:
    """Play matches in one go."""
    state, minds = laid(rules)
    tally = make_record(TALLY)
    done = run_matches(state, minds, make_record(SCORE), tally, *words(SEED), 0, matches, len(BOTS))
    assert done == 0
    return tally


def played(rules: Rules, matches: int, room: int = 500) -> tuple[Record, list[list[Game]]]:
    """Play the same matches round by round, with room for so many moves before they are fetched."""
    state, minds = laid(rules)
    score, tally, notes = make_record(SCORE), make_record(TALLY), np.zeros(room + 1, np.int64)
    table, games = state["table"], []
    for match in range(matches):
        calls.begin_match(state, minds, *words(SEED), match, len(BOTS))
        rounds: list[Game] = []
        last = False
        while not last:
            number = match // len(BOTS) * int(ROUNDS) + len(rounds)
            totals = table["totals"][0, : len(BOTS)].tolist()
            calls.begin_round(state, minds, *words(SEED), number)
            dealer = int(table["dealer"][0])
            moves: list[int] = []
            code = -1
            while code:
                notes[0] = 0
                code = calls.let_bots_note(state, minds, NOBODY, notes)
                assert code in (0, NOTES_FULL)
                moves += notes[1 : notes[0] + 1].tolist()
            rounds.append(Game(rules, len(BOTS), SEED, number, dealer, map(Move, moves), totals))
            last = calls.end_round_of_match(state, tally, len(rounds))
        calls.end_match(state, minds, score, tally, (match + 1) % len(BOTS) == 0)
        games.append(rounds)
    return tally, games


@pytest.mark.parametrize(
    "rules", ["party+target=60", *slowly("nifty+target=60", "official+target=60")]
)
def test_step_by_step_it_is_the_same(rules: str) -> None:
    agreed = Rules.parse(rules)
    tally, _ = played(agreed, 4)
    assert counted(agreed, 4).tobytes() == tally.tobytes()


def test_rules_may_draw_the_dealer_of_every_round() -> None:
    rules = Rules.parse("nifty+target=60+dealer=random")
    tally, matches = played(rules, 6)
    assert counted(rules, 6).tobytes() == tally.tobytes()
    assert {game.dealer for rounds in matches for game in rounds} == {0, 1}
    for game in matches[0]:
        assert Game(rules, len(BOTS), SEED, game.number).dealer == game.dealer


@pytest.mark.parametrize("rules", ["nifty+target=60", "official+target=60+low_score_wins=true"])
def test_rounds_go_on_until_the_target(rules: str) -> None:
    tally, games = played(Rules.parse(rules), 2, room=7)
    totals = np.zeros(len(BOTS), np.int64)
    for rounds in games:
        before = (0,) * len(BOTS)
        for place, game in enumerate(rounds):
            assert game.over
            assert game.start.totals == before
            assert game.dealer == (rounds[0].dealer + place) % len(BOTS)
            after = zip(game.state.totals, game.state.scores, strict=True)
            before = tuple(had + got for had, got in after)
            assert (max(before) >= 60) == (place == len(rounds) - 1)
        totals += sorted(before)
    assert tally["points"].sum() == totals.sum()
    assert tally["ends"][0].tolist() == [2, 0, 0]
    assert tally["lengths"].sum() == sum(map(len, games))


@pytest.mark.slow
def test_a_match_that_leads_nowhere_ends() -> None:
    tally, games = played(Rules.parse("nifty+target=60+turn_limit=1"), 1)
    assert len(games[0]) == ROUNDS
    assert tally["points"].sum() == 0


def test_who_is_not_compiled_is_asked() -> None:
    rules = Rules.parse("nifty+target=60")
    state = blank_state(rules, 2)
    minds = minds_of(bots_of([lambda view: view.legal[0]] * 2), SEED)
    where = (*words(SEED), 0, 1, 1)
    assert run_matches(state, minds, make_record(SCORE), make_record(TALLY), *where) >= ASKED
    calls.begin_match(state, minds, *words(SEED), 0, 1)
    calls.begin_round(state, minds, *words(SEED), 0)
    notes = np.zeros(9, np.int64)
    assert calls.let_bots_note(state, minds, NOBODY, notes) == ASKED + state["table"]["turn"][0]
    assert notes[0] == 0
