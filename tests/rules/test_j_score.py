"""J. Going out, points, and the end of a match."""

from operator import add

import pytest

from tests.kit import (
    after,
    at,
    everywhere,
    finished,
    hand,
    legal,
    on,
    refuses,
    round_over,
    with_draw,
)
from unolab import Match, State

Z = "R5 0> R1/R5BS/*W/G0YD*F"
LOW = "official+low_score_wins=true"


def totals(state: State) -> tuple[int, ...]:
    """Add what the round brought to what everyone had."""
    return tuple(map(add, state.totals, state.scores))


@on("official", "kata", "unoai", "nifty")
def test_c170_the_winner_takes_all_points(rules: str) -> None:
    state = after(Z, "R1", rules=rules)
    assert state.over
    assert state.winner == 0
    assert state.points == 25 + 50 + 70
    assert state.scores == (145, 0, 0, 0)
    assert totals(state) == (145, 0, 0, 0)


@on("official", "unoai")
def test_c172_the_last_draw_counts(rules: str) -> None:
    state = after("R5 0> *F/R9 - R1RS*WB0", "BF", rules=rules)
    assert state.winner == 0
    assert hand(state, 1) == "R1R9RSB0*W"
    assert state.points == 80


@everywhere
@pytest.mark.parametrize("last", ["RS", "RV"])
def test_c173_a_last_skip_or_reverse_does_nothing(rules: str, last: str) -> None:
    state = after(f"R5 0> {last}/Y1Y2/Y3Y4/G1G2", last, rules=rules)
    assert state.over
    assert state.winner == 0
    assert state.sizes == (0, 2, 2, 2)


@everywhere
def test_c174_a_last_wild_is_played_in_any_colour(rules: str) -> None:
    state = at("R5 0> *W/Y1Y2/Y3Y4/G1G2", rules)
    assert legal(state) == with_draw(rules, "*W")
    for move in ("RW", "YW", "GW", "BW"):
        assert state.play(move).winner == 0


@on("official", "kata")
def test_c175_rounds_add_up(rules: str) -> None:
    assert totals(after(f"{Z} $480,0,0,0", "R1", rules=rules)) == (625, 0, 0, 0)
    assert totals(after(f"{Z} $300,0,0,0", "R1", rules=rules)) == (445, 0, 0, 0)
    assert totals(after(f"{Z} $0,20,30,40", "R1", rules=rules)) == (145, 20, 30, 40)


@on("official", "kata")
def test_c175_the_match_ends_at_the_target(rules: str) -> None:
    """The same round is the last with a lower target, and the first with a higher one."""
    rules += "+hand_size=2"  # so that a round is short
    worth = max(round_over(Match(rules, 4)).totals)
    past = round_over(Match(f"{rules}+target={worth - 1}", 4))
    assert past.over
    assert past.winners == (past.totals.index(worth),)
    with pytest.raises(ValueError, match="round"):
        past.next_round()
    short = round_over(Match(f"{rules}+target={worth + 1}", 4))
    assert not short.over
    assert short.winners == ()
    following = short.next_round().state
    assert following.totals == short.totals == past.totals
    assert not following.over


@pytest.mark.slow
@on("official", "kata")
def test_c175_a_match_to_500(rules: str) -> None:
    match = finished(Match(rules, 4, seed=11))
    *before, last = match.games
    assert len(before) > 0
    assert match.totals == totals(last.state)
    assert max(match.totals) >= 500 > max(last.state.totals)
    assert match.winners == (last.state.winner,)
    for game, following in zip(before, match.games[1:], strict=True):
        assert following.start.totals == totals(game.state)


@on("official", "kata")
def test_c176_exactly_the_target(rules: str) -> None:
    assert totals(after(f"{Z} $355,0,0,0", "R1", rules=rules)) == (500, 0, 0, 0)
    rules += "+hand_size=2"  # so that a round is short
    worth = max(round_over(Match(rules, 4)).totals)
    match = round_over(Match(f"{rules}+target={worth}", 4))
    assert match.over
    assert max(match.totals) == worth


def test_c177_everyone_counts_their_own() -> None:
    state = after(Z, "R1", rules=LOW)
    assert state.winner == 0
    assert state.scores == (0, 25, 50, 70)


def test_c178_the_lowest_total_wins() -> None:
    assert totals(after(f"{Z} $490,100,300,460", "R1", rules=LOW)) == (490, 125, 350, 530)


@pytest.mark.slow
def test_c178_it_need_not_be_whoever_went_out_last() -> None:
    others = 0
    for seed in range(20):
        match = finished(Match(f"{LOW}+target=200", 3, seed))
        assert max(match.totals) >= 200 > max(match.games[-1].state.totals)
        assert match.winners == lowest(match.totals)
        others += match.games[-1].state.winner not in match.winners
    assert others > 0


def lowest(totals: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


def test_c179_equal_totals_win_together() -> None:
    assert totals(after(f"{Z} $200,175,430,450", "R1", rules=LOW)) == (200, 200, 480, 520)


@pytest.mark.slow
def test_c179_in_a_whole_match() -> None:
    matches = (finished(Match(f"{LOW}+target=30+hand_size=1", 3, seed)) for seed in range(1000))
    shared = next(match for match in matches if len(lowest(match.totals)) == 2)
    assert shared.winners == lowest(shared.totals)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players"), [("swing", 4), ("unoai", 4), ("nifty", 4), ("duel", 2)]
)
def test_c180_a_single_round(rules: str, players: int) -> None:
    for seed in range(5):
        match = finished(Match(rules, players, seed))
        (game,) = match.games
        assert game.state.winner is not None
        assert match.winners == (game.state.winner,)


@on("swing", "unoai", "nifty", "duel")
def test_c180_a_void_round_has_no_winner(rules: str) -> None:
    match = finished(Match(f"{rules}+turn_limit=1", 4, seed=1))
    assert len(match.games) == 1
    assert match.winners == ()


def test_c181_partners() -> None:
    """Both get what the two opponents hold; the partner's cards do not count."""
    state = after(Z, "R1", rules="official+partners=true")
    assert state.winner == 0
    assert state.points == 95
    assert state.scores == (95, 0, 95, 0)


@pytest.mark.slow
def test_c181_partners_win_together() -> None:
    match = finished(Match("official+partners=true", 4, seed=1))
    assert match.winners in ((0, 2), (1, 3))
    assert match.totals[0] == match.totals[2]
    assert match.totals[1] == match.totals[3]
    assert max(match.totals) >= 500


@pytest.mark.slow
def test_c182_a_match_of_so_many_games() -> None:
    match = finished(Match("nifty", 4, seed=2, games=7))
    assert len(match.games) == 7
    assert match.totals == tuple(map(sum, zip(*(g.state.scores for g in match.games), strict=True)))
    assert match.winners == (match.totals.index(max(match.totals)),)


@pytest.mark.slow
def test_c182_void_games_add_nothing() -> None:
    match = finished(Match("nifty+turn_limit=30", 4, seed=2, games=12))
    void = [game for game in match.games if game.state.winner is None]
    assert 0 < len(void) < 12
    assert all(game.state.scores == (0, 0, 0, 0) for game in void)
    assert sum(match.totals) == sum(game.state.points for game in match.games)


def test_c182_equal_totals_are_all_named() -> None:
    match = finished(Match("nifty+turn_limit=1", 4, seed=2, games=3))
    assert len(match.games) == 3
    assert match.totals == (0, 0, 0, 0)
    assert match.winners == (0, 1, 2, 3)


@everywhere
def test_c183_nothing_moves_when_it_is_over(rules: str) -> None:
    state = after(Z, "R1", rules=rules)
    assert state.legal == ()
    assert state.out_of_turn == ()
    refuses(state, "+", "-", "?", "R5", "1:R5", "2:RW", "*R", ">1", "0:!", "1:x0", "3:+")


@everywhere
def test_c183_nor_when_it_is_void(rules: str) -> None:
    state = after("R5 0> B1/Y1/G1/@ %3", "+", rules=rules)
    assert state.legal == ()
    assert state.out_of_turn == ()
    refuses(state, "+", "-", "B1", "1:+", "1:Y1", "3:R5")


@on("official", "kata", "unoai", "nifty", "duel")
def test_c184_nobody_goes_out_with_a_drawn_card(rules: str) -> None:
    state = after("R5 0> B1/Y1Y2/Y3Y4/G1G2 - R9", "+", "R9!", rules=rules)
    assert not state.over
    assert hand(state, 0) == "B1"
    assert state.turn == 1


@on("official", "kata")
def test_c185_a_void_round_in_a_match(rules: str) -> None:
    """Nobody gets anything, and the next seat deals."""
    match = finished(Match(f"{rules}+opening=inert+turn_limit=1", 4, seed=4, games=5))
    assert match.totals == (0, 0, 0, 0)
    assert [game.state.winner for game in match.games] == [None] * 5
    assert [game.start.turn for game in match.games] == [0, 1, 2, 3, 0]
