"""Match: rounds, who deals them, and who has won."""

import re
from typing import Any

import pytest

from tests.kit import finished, round_over
from tests.oracle import match_standing
from unolab import Event, Game, IllegalMove, Match, Rules, State, play, play_match
from unolab.gameloop import play_games

SHORT = "nifty+hand_size=2"  # rounds that are over soon
LOW = "lowscore+hand_size=2+target=100"


def dealers(match: Match) -> list[int]:
    return [game.dealer for game in match.games]


@pytest.mark.parametrize("players", [2, 3])
def test_the_deal_rotates(players: int) -> None:
    match = finished(Match(SHORT, players, seed=1, games=5))
    assert dealers(match) == [(number - 1) % players for number in range(5)]


def test_the_deal_stays() -> None:
    assert dealers(finished(Match(SHORT, 3, seed=1, dealer="fixed", games=4))) == [2, 2, 2, 2]


@pytest.mark.slow
def test_the_dealer_is_a_matter_of_the_rules() -> None:
    """So a match, single games one after the other and their texts agree."""
    for rules, expected in (("swing", [3, 3, 3]), ("official+target=0", [3, 0, 1])):
        match = finished(Match(rules, 4, seed=1, games=3))
        assert dealers(match) == expected
        assert [game.dealer for game in play_games(["random"] * 4, rules, 1, 3)] == expected
        assert Match(rules, 4, seed=1).game == Game(rules, 4, seed=1)
    assert Rules.preset("swing").dealer == "fixed"


@pytest.mark.slow
def test_a_dealer_by_lot_is_in_the_text() -> None:
    rules = "nifty+dealer=random"
    games = [*play_games(["random"] * 3, rules, 5, 12)]
    assert {game.dealer for game in games} == {0, 1, 2}
    for number, game in enumerate(games):
        assert Game.parse(str(game)) == game
        assert f"@{game.dealer}:" in str(game)
        assert Game(rules, 3, 5, number).dealer == game.dealer
        last = Game(rules, 3, 5, number, dealer=2)
        assert Game.parse(str(last)).dealer == 2


def test_the_dealer_of_a_round_can_be_named() -> None:
    match = round_over(Match("swing+target=500", 3, seed=1))
    assert match.next_round().game.dealer == 2
    assert match.next_round(dealer=1).game.dealer == 1
    assert (match.state.next_dealer, match.state.after_dealer) == (2, 0)


@pytest.mark.slow
def test_the_dealer_is_drawn_by_lot() -> None:
    """From a stream of its own: the cards are those of the same game with that dealer."""
    seed = 2**127 + 5
    match, again = (finished(Match(SHORT, 3, seed, "random", games=5)) for _ in range(2))
    assert set(dealers(match)) == {0, 1, 2}
    assert dealers(match) == dealers(again)
    for number, game in enumerate(match.games):
        deal = State.deal(SHORT, 3, seed, number)
        assert (deal.hands, deal.top) == (game.start.hands, game.start.top)


def test_round_k_is_game_k() -> None:
    match = finished(Match("official+hand_size=2+target=50", 3, seed=4))
    assert len(match.games) > 1
    assert [game.number for game in match.games] == list(range(len(match.games)))
    assert {game.seed for game in match.games} == {4}
    assert str(match) == "\n".join(map(str, match.games))
    assert [Game.parse(line) for line in str(match).splitlines()] == list(match.games)
    assert match.game is match.games[-1]
    assert str(match.rules) == "official+hand_size=2+target=50"


@pytest.mark.parametrize(
    ("rules", "players", "games"),
    [
        ("official+hand_size=2+target=100", 3, None),
        (LOW, 4, None),
        (SHORT, 2, None),
        ("official+hand_size=2+target=100+partners=true", 4, None),
        (f"{SHORT}+partners=true", 4, None),
        ("unoai+turn_limit=3", 4, None),
        ("official+hand_size=2", 3, 2),
        (LOW, 3, 4),
        ("nifty+turn_limit=3", 4, 3),
    ],
)
def test_the_standing_after_every_round(rules: str, players: int, games: int | None) -> None:
    match = Match(rules, players, seed=5, games=games)
    totals = [0] * players
    while True:
        assert (match.over, match.winners) == (False, ())
        assert match.totals == tuple(totals) == match.state.totals
        match = round_over(match)
        totals = [have + got for have, got in zip(totals, match.state.scores, strict=True)]
        played = len(match.games)
        over, winners = match_standing(match.rules, totals, match.state.winner, played, games)
        assert (match.over, match.winners) == (over, tuple(winners))
        assert match.totals == tuple(totals)
        best = min(totals) if match.rules.low_score_wins else max(totals)
        ranked = [totals[seat] for seat in match.standing]
        assert ranked[0] == best
        assert ranked == sorted(totals, reverse=not match.rules.low_score_wins)
        assert sorted(match.standing) == list(range(players))
        if over:
            return
        match = match.next_round()


@pytest.mark.parametrize(
    ("rules", "standing"), [("official", (2, 0, 3, 1)), ("lowscore", (1, 0, 3, 2))]
)
def test_whoever_is_equal_stands_in_the_order_of_seats(
    rules: str, standing: tuple[int, ...]
) -> None:
    match = Match(rules, 4, seed=1)
    state = State.parse("R5 0> R7G3/B2B3/Y9Y8/G1G2 $40,7,90,40", match.rules)
    assert match._with((match.game.extended((), state),)).standing == standing


def test_a_match_never_changes() -> None:
    match = Match("official", 3, seed=4)
    before = str(match)
    move = match.state.legal[0]
    assert str(match.play(move)) == f"{before}: {move}"
    assert match.play(move, seat=0).state == match.play(move).state
    assert str(match) == before
    with pytest.raises(IllegalMove):
        match.play("?")


def test_a_round_may_have_a_seed_of_its_own() -> None:
    first = round_over(Match("official", 3, seed=4))
    match = first.next_round(seed=2**100)
    assert match.game == Game("official", 3, 2**100, 1, dealer=0, totals=first.totals)
    assert match.game != first.next_round().game
    assert match.seed == 4


def test_a_match_may_begin_with_a_round_that_is_under_way() -> None:
    game = Game("official", 2, 7, totals=(40, 120))
    game = game.play(game.state.legal[0])
    match = Match.of(game)
    assert match.game == game
    assert match.state.totals == (40, 120)
    assert match.play(match.state.legal[0]).game == game.play(game.state.legal[0])


def test_no_next_round_before_the_end_of_this_one() -> None:
    with pytest.raises(ValueError, match="there is no next round yet: this one is still being"):
        Match("official", 3).next_round()


def test_no_next_round_after_the_end_of_the_match() -> None:
    with pytest.raises(ValueError, match="there is no next round: the match is over"):
        finished(Match(SHORT, 3)).next_round()


@pytest.mark.parametrize("dealer", ["left", "", 1])
def test_an_unknown_way_to_deal(dealer: Any) -> None:
    says = re.escape(f"dealer must be one of rotate, fixed, random, not {dealer!r}")
    with pytest.raises(ValueError, match=says):
        Match(dealer=dealer)


@pytest.mark.parametrize("games", [0, -1, 1.0, True, "3"])
def test_at_least_one_game(games: Any) -> None:
    with pytest.raises(ValueError, match=f"^a match has at least one game, not {games!r}$"):
        Match(games=games)


@pytest.mark.parametrize("dealer", ["rotate", "random"])
@pytest.mark.parametrize(
    "arguments", [{"seed": -1}, {"seed": 1.5}, {"seed": 2**256}, {"players": "4"}, {"players": 11}]
)
def test_the_deal_is_checked(dealer: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a seed is|2 to 10 players"):
        Match(dealer=dealer, **arguments)


def test_the_last_event() -> None:
    match = finished(Match(SHORT, 3, seed=2))
    end = match.events[-1]
    assert match.events[:-1] == match.state.events
    assert end == Event("match", match.state.turn, scores=match.totals, winners=match.winners)
    (winner,) = match.winners
    assert str(end) == f"seat {winner} won the match"
    assert end.tell(("Ann", "Ben", "Cy")) == f"{('Ann', 'Ben', 'Cy')[winner]} won the match"
    assert match.events_for(None)[-1] == end
    assert match.events[-2].kind == "over"


def test_events_before_the_end() -> None:
    match = Match("official", 3, seed=4)
    while "drew" not in [event.kind for event in match.events]:
        match = match.play(match.state.legal[-1])
    assert match.events == match.state.events
    drew = match.events[0]
    assert drew.cards is not None
    assert [event.cards for event in match.events_for(drew.seat) if event == drew] == [drew.cards]
    assert match.events_for(None)[0].cards is None


def test_more_than_one_may_win() -> None:
    names = ("Ann", "Ben", "Cy", "Di")
    assert Event("match", 0, winners=(0, 2)).tell(names) == "Ann and Cy won the match"
    assert Event("match", 0).tell(names) == "nobody won the match"


def test_matches_are_equal_when_all_is() -> None:
    match = Match("official", 3, seed=1)
    assert match == Match("official", 3, seed=1)
    assert hash(match) == hash(Match("official", 3, seed=1))
    assert match != match.play(match.state.legal[0])
    assert match != Match("official", 3, seed=1, games=4)
    assert match != "official"
    assert repr(match) == "<Match('official', 3, 1, games=None), round 1>"


@pytest.mark.slow
def test_bots_play_a_match() -> None:
    match = play_match(["greedy", "random", "random"], seed=5)
    assert match.over
    assert max(match.totals) >= 500 > max(match.games[-1].state.totals)
    assert [game.dealer for game in match.games][:3] == [2, 0, 1]
    assert match == play_match(["greedy", "random", "random"], seed=5)
    assert match.games[0] == play(["greedy", "random", "random"], seed=5)
    assert len(play_match(["random"] * 2, "duel", 1, games=3).games) == 3
    assert play_match(["random"] * 2, "duel", 1).rules.target == 500
    with pytest.raises(ValueError, match="2\\*\\*128 - 1"):
        play_match(["random"] * 2, seed=2**128)


def test_a_round_of_another_deal_is_refused() -> None:
    match = Match("official", 3, 1)
    assert match.with_game(match.game.play(match.state.legal[0])).game.moves
    with pytest.raises(ValueError, match="round 1 is official/3/1, not official/3/2"):
        match.with_game(Game("official", 3, 2))
