"""Game: a deal and its moves."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import rules as any_rules
from unolab import Game, IllegalMove, Move, NotationError, Rules, State, play
from unolab.game import as_noted

DEAL = "official/3/42"
FIRST = State.deal("official", 3, 42).legal[0]


@st.composite
def deals(draw: st.DrawFn) -> Game:
    """Any deal."""
    players = draw(st.integers(2, 10))
    return Game(
        draw(any_rules(players=players)),
        players,
        draw(st.integers(0, 2**128 - 1) | st.integers(2**128, 2**256 - 1)),
        draw(st.integers(0, 2**48 - 1)),
        draw(st.none() | st.integers(0, players - 1)),
        totals=draw(st.just(()) | st.tuples(*[st.integers(0, 999_999_999)] * players)),
    )


@given(deals())
def test_text_and_deals_are_inverse(game: Game) -> None:
    again = Game.parse(str(game))
    assert again == eval(repr(game)) == game
    assert hash(again) == hash(game)
    assert (again.rules, again.players, again.seed) == (game.rules, game.players, game.seed)
    assert (again.number, again.dealer) == (game.number, game.dealer)
    assert again.state == game.state == game.start


@pytest.mark.parametrize(
    ("text", "number", "dealer", "totals"),
    [
        ("official/3/42", 0, 2, (0, 0, 0)),
        ("official/3/42.5", 5, 2, (0, 0, 0)),
        ("official/3/42@1", 0, 1, (0, 0, 0)),
        ("official/3/42.5@0$20,0,35", 5, 0, (20, 0, 35)),
        ("party+hand_size=3/3/340282366920938463463374607431768211455", 0, 2, (0, 0, 0)),
    ],
)
def test_a_deal_in_text(text: str, number: int, dealer: int, totals: tuple[int, ...]) -> None:
    game = Game.parse(text)
    assert game.deal == str(game) == text
    assert (game.number, game.dealer, game.start.totals) == (number, dealer, totals)
    assert game.start.dealer == dealer


@pytest.mark.parametrize(
    "text", [f"{DEAL}: {FIRST}  # a comment", f"  {DEAL}:\t{FIRST}\n", f"{DEAL}:{FIRST}#"]
)
def test_comments_and_gaps(text: str) -> None:
    assert str(Game.parse(text)) == f"{DEAL}: {FIRST}"
    assert str(Game.parse(f"{DEAL}:")) == str(Game.parse(f"{DEAL} # no moves")) == DEAL


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is no deal: rules/players/seed is expected, as in official/3/42"),
        ("# official/3/42", "'' is no deal"),
        ("x" * 100, repr("x" * 60) + " is no deal"),
        ("official/3", "'official/3' is no deal"),
        ("official/3/-1", "is no deal"),
        ("official/3/42.", "is no deal"),
        ("official/3/42@10", "is no deal"),
        ("official/3/42$5", "is no deal"),
        ("official/3/" + "9" * 41, "is no deal"),
        ("official/3/42 R7", "is no deal"),
        ("offical/3/42", "unknown preset 'offical' (did you mean official?)"),
        ("official/11/42", "Uno is for 2 to 10 players, not 11"),
        ("official/3/42@3", "the dealer is one of the seats 0 to 2, not 3"),
        ("official/3/" + "9" * 40, "a seed of 2**128 or more is written x and 64 hex"),
        ("official/3/42." + "9" * 15, "the number of a game is from 0 to 2**48 - 1, not 999"),
        ("official/3/42$1,2", "3 totals are expected, not 2"),
        ("official/3/42: R77", "unknown move 'R77'"),
    ],
)
def test_wrong_text(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        Game.parse(text)


@pytest.mark.parametrize("thing", [None, 5, b"official/3/42"])
def test_what_is_not_text(thing: Any) -> None:
    says = f"^a game is written as text, not as {type(thing).__name__}$"
    with pytest.raises(NotationError, match=says):
        Game.parse(thing)


def test_an_illegal_move_stays_one() -> None:
    """Text that can be read but not played is not a fault of the notation."""
    with pytest.raises(IllegalMove, match="no card was drawn") as error:
        Game.parse(f"{DEAL}: -")
    assert not isinstance(error.value, NotationError)
    with pytest.raises(IllegalMove):
        Game.parse(DEAL).play("-")


def test_a_game_grows_and_shrinks() -> None:
    game = play(["random"] * 3, "party", seed=3)
    assert game.over
    assert game.winner == game.state.winner is not None
    assert Game("party", 3, 3, moves=game.moves) == game
    short = game.undo(5)
    assert short.moves == game.moves[:-5]
    assert not short.over
    assert short.winner is None
    for move in game.moves[-5:]:
        short = short.play(move)
    assert short == game
    assert short.state == game.state
    assert game.undo(0) == game
    assert game.undo(len(game.moves)) == Game("party", 3, 3)
    assert game.undo(len(game.moves)).state == game.start
    assert len({game, short, game.undo()}) == 2
    assert game != str(game)


@pytest.mark.parametrize("moves", [-1, 2])
def test_more_than_was_made_is_not_taken_back(moves: int) -> None:
    says = f"^{moves} moves can't be taken back: 1 were made$"
    with pytest.raises(ValueError, match=says):
        Game.parse(f"{DEAL}: {FIRST}").undo(moves)


def test_the_steps_of_a_game() -> None:
    game = play(["random"] * 3, "duel", seed=1, number=7, dealer=1)
    steps = list(game.steps())
    assert [move for move, _ in steps] == list(game.moves)
    assert steps[-1][1] == game.state
    assert game.start.play(game.moves[0]) == steps[0][1]


def test_the_last_state_tells_how_it_ended() -> None:
    game = play(["random"] * 3, "duel", seed=1)
    *_, (_, last) = game.steps()
    assert game.state.events == last.events
    assert game.state.events[-1].kind == "over"


def test_seats_are_written_where_they_say_something() -> None:
    """Out of turn, and with a call or a catch, which anybody may do."""
    assert str(as_noted(Move.parse("0:R7!"), turn=0)) == "R7!"
    assert str(as_noted(Move.parse("1:R7"), turn=0)) == "1:R7"
    assert str(as_noted(Move.parse("R7"), turn=0)) == "R7"
    assert str(as_noted(Move.parse("x0"), turn=1)) == "1:x0"
    assert str(as_noted(Move.parse("1:x0"), turn=1)) == "1:x0"
    assert str(as_noted(Move.parse("!"), turn=0)) == "0:!"
    game = Game.parse(DEAL)
    assert str(game.play(FIRST, seat=0)) == str(game.play(FIRST.by(0))) == f"{DEAL}: {FIRST}"


def test_rules_and_moves_may_be_given_as_text() -> None:
    assert Game("official", 3, 42, moves=[str(FIRST)]) == Game(Rules(), 3, 42, moves=[FIRST])
    assert Game("official", 3, 42).play(int(FIRST)) == Game.parse(f"{DEAL}: {FIRST}")


def test_last_decision_is_the_last_choice_of_a_seat() -> None:
    game = Game("official", 2, 3)
    assert game.find_last_decision(0) is None
    choices: dict[int, int] = {}
    for number in range(30):
        if game.over:
            break
        if len(game.state.legal) > 1:
            choices[game.state.turn] = number
        game = game.play(game.state.legal[-1])
    assert len(choices) == 2
    assert {seat: game.find_last_decision(seat) for seat in choices} == choices


def test_calls_are_no_decisions_but_jumping_in_is_one() -> None:
    game = next(
        game
        for seed in range(99)
        if (game := play(["random"] * 3, "official+jump_in=true", seed)).moves[-1].seat is not None
    )
    jump = game.moves[-1]
    assert jump.seat is not None
    assert game.find_last_decision(jump.seat) == len(game.moves) - 1
