"""Reviews of finished rounds: the sum, and what must not matter."""

from __future__ import annotations

import random

import numpy as np
import pytest

from unolab import Game, State
from unolab.bots.search.judge import Weighed
from unolab.errors import BadOption
from unolab.gameloop import play, play_match
from unolab.moves import Move
from unolab.review import Judge, MatchReview, Review, add_up, advise, review
from unolab.review.advice import list_values

QUICK = Judge(worlds=4, draws=4, depth=2, decisions=1)

TABLES = [
    ("mixbot2", "official", 2, 1),
    ("random", "official", 4, 2),
    ("mixbot2", "official+partners=true", 4, 3),
    ("random", "party", 3, 4),
    ("random", "official+jump_in=true", 3, 5),
    ("random", "official+seven_zero=true+uno_penalty=2", 3, 6),
    ("random", "official+turn_limit=12", 2, 7),
]


def review_round(bots: list[str], rules: str, seed: int) -> Review:
    found = review(play(bots, rules, seed), QUICK)
    assert isinstance(found, Review)
    return found


@pytest.mark.parametrize(("bot", "rules", "players", "seed"), TABLES)
def test_the_parts_add_up_to_the_result(bot: str, rules: str, players: int, seed: int) -> None:
    found = review_round([bot] * players, rules, seed)
    for seat in found.seats:
        parts = seat.parts
        total = parts.luck + parts.own + parts.others + parts.remainder
        assert total == pytest.approx(seat.result - seat.share, abs=1e-9)
    whole = 2 if found.game.rules.partners else 1
    np.testing.assert_allclose(np.sum(found.chances, axis=1), whole, atol=1e-9)
    assert len(found.chances) == len(found.game.moves) + 1


def test_a_void_round_is_worth_an_equal_share() -> None:
    found = review_round(["random"] * 2, "official+turn_limit=12", 7)
    assert found.game.winner is None
    assert [seat.result for seat in found.seats] == [0.5, 0.5]


def test_points_from_earlier_rounds_change_nothing() -> None:
    game = play(["mixbot2", "random"], "official", 5)
    later = Game(game.rules, 2, game.seed, 0, game.dealer, game.moves, totals=(460, 40))
    alone, found = review(game, QUICK), review(later, QUICK)
    assert isinstance(alone, Review)
    assert isinstance(found, Review)
    assert found.chances == alone.chances
    assert found.decisions == alone.decisions
    assert advise(later.start.view(later.start.turn), QUICK) == advise(
        game.start.view(game.start.turn), QUICK
    )


def test_partners_win_together() -> None:
    found = review_round(["mixbot2"] * 4, "official+partners=true", 3)
    assert sorted(seat.result for seat in found.seats) == [0, 0, 1, 1]
    assert {seat.share for seat in found.seats} == {0.5}


def test_chances_to_jump_in_are_decisions() -> None:
    games = (play(["random"] * 3, "official+jump_in=true", seed) for seed in range(50))
    game = next(game for game in games if any(move.seat is not None for move in game.moves))
    found = review(game, QUICK)
    assert isinstance(found, Review)
    assert any(
        decision.seat != state_before(game, decision.at).turn for decision in found.decisions
    )


def state_before(game: Game, at: int) -> State:
    return game.undo(len(game.moves) - at).state


def test_a_forgotten_uno_is_a_lapse() -> None:
    games = (play(["random(forget=1)"] * 2, "official", seed) for seed in range(50))
    game = next(game for game in games if any(move.is_catch for move in game.moves))
    found = review(game, QUICK)
    assert isinstance(found, Review)
    lapses = [lapse for lapse in found.lapses if lapse.kind == "uno"]
    assert lapses
    assert all(sum(lapse.effect) == pytest.approx(0, abs=1e-9) for lapse in lapses)


def permute_hidden(state: State, seat: int, seed: int) -> State:
    """Deal what a seat does not see anew."""
    return state.view(seat).sample(random.Random(seed))


def test_hidden_cards_play_no_part_in_advice() -> None:
    state = play(["mixbot2"] * 3, "official", 11).undo(20).state
    seat = state.turn
    other = permute_hidden(state, seat, 1)
    assert other.hands != state.hands
    assert advise(state.view(seat), QUICK) == advise(other.view(seat), QUICK)


def test_skill_is_what_the_view_says() -> None:
    game = play(["mixbot2"] * 3, "official", 12)
    found = review(game, QUICK)
    assert isinstance(found, Review)
    decision = found.decisions[len(found.decisions) // 2]
    state = state_before(game, decision.at)
    view = permute_hidden(state, decision.seat, 5).view(decision.seat)
    weighed = QUICK.weigh(view, decision.played)
    assert weighed is not None
    assert list_values(weighed, weighed.moves.index(decision.best)) == decision.moves


def test_losses_are_never_negative_and_the_best_loses_nothing() -> None:
    found = review_round(["random"] * 4, "official", 13)
    assert all(decision.loss >= 0 for decision in found.decisions)
    for decision in found.decisions:
        assert (decision.loss == 0) or decision.played != decision.best
    for seat in found.seats:
        mine = [decision for decision in found.decisions if decision.seat == seat.seat]
        assert seat.decisions == len(mine)
        assert seat.parts.own <= 1e-9 or any(lapse.seat == seat.seat for lapse in found.lapses)


def test_a_loss_is_the_difference_of_the_values_that_are_shown() -> None:
    """Although a move that is clearly worse was tried in fewer worlds than the best."""
    found = review(play(["random"] * 2, "official", 18), Judge(worlds=32, draws=1, depth=0))
    assert isinstance(found, Review)
    for decision in found.decisions:
        values = {one.move: one.value for one in decision.moves}
        if min(values.values()) > 0 and max(values.values()) < 1:
            assert values[decision.best] - values[decision.played] == pytest.approx(decision.loss)


def test_worlds_are_spent_on_what_is_not_known_well_enough() -> None:
    state = play(["mixbot2"] * 3, "official", 11).undo(20).state
    view = state.view(state.turn)

    def count(judge: Judge, thoroughly: bool = False) -> list[int]:
        weighed = judge.weigh(view, thoroughly=thoroughly)
        assert weighed is not None
        return [len(values) for values in weighed.values]

    assert set(count(Judge(worlds=64, error=1.0))) == {8}
    assert set(count(Judge(worlds=64), thoroughly=True)) == {64}
    assert min(count(Judge(worlds=64))) < 64


def test_what_the_network_would_do_is_never_luck() -> None:
    """Where everyone plays as the network does, hidden cards do nothing that it did not expect."""
    found = review_round(["neural"] * 3, "official", 14)
    assert all(seat.parts.hidden == 0 for seat in found.seats)


def test_a_match_is_added_up() -> None:
    match = play_match(["mixbot2"] * 2, "official", 15, games=2)
    found = review(match, QUICK)
    assert isinstance(found, MatchReview)
    assert len(found.rounds) == 2
    for seat in range(2):
        rounds = [one.seats[seat] for one in found.rounds]
        assert found.seats[seat] == add_up(rounds)
        assert found.seats[seat].result == sum(one.result for one in rounds)
        assert found.seats[seat].lost == pytest.approx(sum(one.lost for one in rounds))


def test_progress_is_told() -> None:
    game = play(["mixbot2"] * 2, "official", 16)
    heard: list[tuple[int, int]] = []
    review(game, QUICK, lambda done, of: heard.append((done, of)))
    assert heard == [(at + 1, len(game.moves)) for at in range(len(game.moves))]


def test_what_is_not_over_is_refused() -> None:
    with pytest.raises(BadOption, match="still being played"):
        review(Game("official", 3, 1), QUICK)


@pytest.mark.parametrize(
    "options", [{"worlds": 1}, {"draws": 0}, {"depth": -1}, {"depth": 10**9}, {"error": 2}]
)
def test_a_judge_refuses_what_cannot_be_computed(options: dict[str, int]) -> None:
    with pytest.raises(BadOption, match="number from"):
        Judge(**options)  # type: ignore[arg-type]


def test_nothing_is_shown_as_better_than_the_best() -> None:
    wins = [np.array([[chance, 1 - chance]] * worlds) for chance, worlds in ((0.5, 64), (0.53, 8))]
    weighed = Weighed(0, (Move.parse("R1"), Move.parse("+")), tuple(wins), (0.99, 1e-5), 0.0)
    assert weighed.best == 0
    assert [value.value for value in list_values(weighed)] == [0.5, 0.5]
