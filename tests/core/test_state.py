"""State and View: what they show, that they never change, and what a sample keeps."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.kit import after, asides, at, complete, legal, on
from unolab import DECK, Card, Game, IllegalMove, Match, Move, NotationError, Rules, State, View
from unolab.cards import cards

POSITION = "R5 0> R7G3*W/B2B2/Y9"
SEVENS = "official+seven_zero=true"


def test_everything_can_be_read() -> None:
    text = "RF 2< R7G3/B2B2/Y9 ??4 !2 %1 ~12 $480,0,7 _*WR5 - Y1Y2"
    state = State.parse(text, "official+turn_limit=20")
    assert str(state) == text
    assert (state.players, state.turn, state.direction, state.phase) == (3, 2, -1, "penalty")
    assert (str(state.top), state.due, state.drawn, state.stock) == ("RF", 4, None, 100)
    assert state.hands == (cards("R7G3"), cards("B2B2"), cards("Y9"))
    assert (state.sizes, state.totals, state.scores) == ((2, 2, 1), (480, 0, 7), (0, 0, 0))
    assert state.discards == cards("*WR5")
    assert (state.uno, state.blocked, state.turns, state.dealer) == (2, 1, 12, 2)
    assert (state.over, state.winner, state.points, state.events) == (False, None, 0, ())


def test_the_end_can_be_read() -> None:
    state = State.parse("R1 1> R5/", "official")
    assert (state.over, state.phase, state.winner, state.turn) == (True, "over", 1, 1)
    assert (state.points, state.scores) == (5, (0, 5))
    assert state.winners == (1,)
    assert State.parse("R1 1> R5/R6", "official").winners == ()
    assert State.parse("R1 1> R5//R6/R7", "official+partners=true").winners == (1, 3)


def test_what_the_hands_are_worth() -> None:
    assert State.parse("R5 0> R7GS*W/B0/Y1Y2").left == (77, 0, 3)
    assert State.parse("R1 1> R5*F/").left == (55, 0)


def test_who_comes_next() -> None:
    assert (at("R5 2> R7G3/B2B3/Y9Y8").next, at("R5 0< R7G3/B2B3/Y9Y8").next) == (0, 2)
    assert at("R5 1< R7G3/B2B3").next == 0


def test_what_is_asked_changes_with_the_table_and_not_with_a_call() -> None:
    state = at("R5 1> G3/B2B3R9/Y9Y8 !0")
    assert state.question == (1, "turn", Card.parse("R5"), 0, state.turns)
    assert state.play("!", seat=0).question == state.question
    assert state.play("x0", seat=2).question == state.question
    assert state.play("+").question != state.question
    assert state.play("R9").question != state.question
    for seat in (None, 0, 2):
        assert state.view(seat).question == state.question


def test_jumps_are_open_whoever_holds_the_card() -> None:
    """So that bots can wait for people without a look at anybody's hand."""
    jumping = "official+jump_in=true"
    for hands in ("R7G3/B2B2/Y9", "R7G3/R5B2/Y9"):
        assert at(f"R5 0> {hands}", jumping).open_to_jumps
        assert not at(f"R5 0> {hands}").open_to_jumps


@pytest.mark.parametrize(("way", "turn", "accused"), [(">", 1, 0), ("<", 1, 2), (">", 0, 2)])
def test_who_may_be_challenged(way: str, turn: int, accused: int) -> None:
    state = at(f"RF {turn}{way} R7G3/B2B3/Y9Y8 ??4")
    assert state.accused == state.view(turn).accused == accused
    assert at(f"RF {turn}{way} R7G3/B2B3/Y9Y8").accused is None
    guilty = state.play("?")
    assert guilty.sizes[accused] == 2 + state.stakes[0]
    assert guilty.sizes[turn] == 2
    innocent = at(f"RF {turn}{way} R7G3/B2B3/Y9Y8 ?4").play("?")
    assert innocent.sizes[turn] == 2 + state.stakes[1]
    assert innocent.sizes[accused] == 2
    assert [type(stake) for stake in state.stakes] == [int, int]
    assert state.stakes == (4, 6)


def test_a_state_is_a_value() -> None:
    state = State.parse(POSITION)
    assert state == State.parse(POSITION, Rules()) == eval(repr(state))
    assert repr(state) == f"State.parse('{POSITION}', 'official')"
    assert state != State.parse(POSITION, "duel")
    assert state != POSITION
    assert state.view(0) != state.view(1)
    assert len({state, State.parse(POSITION), state.view(0), State.parse(POSITION).view(0)}) == 2
    assert eval(repr(state.view(0))) == state.view(0)
    assert type(eval(repr(state.view(0)))) is View


def test_a_state_never_changes() -> None:
    state = State.parse(POSITION)
    record = state.to_record()
    view = state.view(1)
    state.play("R7")
    record["table"]["turn"] = 1
    record["hands"]["one"] = 0
    assert str(state) == POSITION
    assert str(view) == "R5 0> 3/B2B2/1 - 101"
    assert State.from_record(Rules(), state.to_record()) == state


@pytest.mark.parametrize("move", ["R7", 7, Move(7), "0:R7", Move.parse("0:R7")])
def test_a_move_may_be_given_in_any_form(move: Any) -> None:
    state = State.parse(POSITION)
    assert str(state.play(move)) == str(state.play(move, seat=0)) == "R7 1> G3*W/B2B2/Y9 _R5"


def test_who_moves() -> None:
    state = after("R5 0> R1G3/B2B2/Y9Y9 - G6G7", "R1")
    assert state.play("x0", seat=1) == state.play("1:x0") == state.play("x0")
    assert state.play("2:x0", seat=2).sizes == (3, 2, 2)
    with pytest.raises(ValueError, match="2:x0 is no move of seat 1") as error:
        state.play("2:x0", seat=1)
    assert not isinstance(error.value, IllegalMove)
    for seat in (-1, 3):
        with pytest.raises(IllegalMove, match=f"seat {seat} cannot draw .*: there is no seat"):
            state.play("+", seat=seat)
    with pytest.raises(IllegalMove, match=r"^seat 9 cannot draw \(R1 1> 1/2/2 !0 _R5 - 101\): "):
        state.play("9:+")


def test_what_is_no_move() -> None:
    state = State.parse(POSITION)
    with pytest.raises(NotationError, match="unknown move 'R10'"):
        state.play("R10")
    with pytest.raises(ValueError, match="no move has the number 99"):
        state.play(99)


def test_an_illegal_move_gives_nothing_away() -> None:
    """It says what the seat sees that tried it."""
    with pytest.raises(IllegalMove) as error:
        State.parse(POSITION).play("1:B2")
    assert str(error.value) == (
        "seat 1 cannot play B2 on R5 (R5 0> 3/B2B2/1 - 101): these rules have no jumping in"
    )


def test_there_is_no_such_view() -> None:
    state = State.parse(POSITION)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"^there is no seat {seat}: 0 to 2 are taken$"):
            state.view(seat)


def test_a_view_shows_one_hand() -> None:
    state = after("R5 0> B7G3/B2B2/Y9Y1 - R9", "+")
    own, other, spectator = (state.view(seat) for seat in (0, 1, None))
    assert (str(own), str(own.drawn)) == ("R5 0> R9G3B7/2/2 =R9 - 100", "R9")
    assert (str(other), other.drawn) == ("R5 0> 3/B2B2/2 = - 100", None)
    assert (str(spectator), spectator.drawn) == ("R5 0> 3/2/2 = - 100", None)
    assert (own.hand, other.hand, spectator.hand) == (cards("R9G3B7"), cards("B2B2"), ())
    assert (own.seat, other.seat, spectator.seat) == (0, 1, None)
    assert (list(map(str, own.legal)), other.legal, spectator.legal) == (["R9", "-"], (), ())


def test_a_view_shows_what_its_seat_may_do() -> None:
    state = after("R3 0> R5B1/R1Y2/R5R1", "R5", rules="party")
    assert asides(state) == "0:! 1:x0 2:R5 2:x0"
    by_seat = [" ".join(map(str, state.view(seat).out_of_turn)) for seat in (0, 1, 2, None)]
    assert by_seat == ["0:!", "1:x0", "2:R5 2:x0", ""]
    assert legal(state) == "R1 +"


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize(
    ("position", "rules"),
    [
        ("R5 0> R7G3*W/B2B2/Y9", "official"),
        ("R5 1> R7G3/R8B3/Y8Y9 =R8", "official"),  # somebody drew a card that fits
        ("R5 1> R7G3/B8B3*F/Y8Y9 =*F", "stacking"),  # an honest draw four, known to be one
        ("RF 1> R7G3/B2B3/Y8Y9 ??4 _G5", "official"),
        ("RF 1< R7G3/B2B3/Y8 ?4 !2 _G5", "duel"),
        ("RD 1> R7G3/B2B3/Y8Y9 +4 _G5RD", "party"),
        ("R7 1> R7G3/B2B3/Y8Y9 >! _G5", "party"),
        ("*W 1> R7G3/B2B3/Y8Y9", "official"),
        ("-- 1> R7G3/B2B3/Y8Y9", "swing"),
        ("R5 1> R7G3/B2B3/Y8Y9 ~3 $5,0,9", "unoai"),
    ],
)
def test_a_sample_looks_the_same(position: str, rules: str, seat: int | None) -> None:
    """Everyone sees what they saw, no card is lost, and the game can go on."""
    view = State.parse(position, rules).view(seat)
    samples = [view.sample(Random(luck)) for luck in range(6)]
    assert len({str(sample) for sample in samples}) > 1
    for sample in samples:
        assert sample.view(seat) == view
        assert complete(sample)
        assert State.parse(str(sample), rules) == sample
        assert (sample.drawn is None) == (sample.phase != "drawn")
        for move in sample.legal:
            sample.play(move)


def test_a_sample_keeps_the_rule_of_the_draw_four() -> None:
    """A bluff is judged on the hand that is guessed: a green card under a draw four on green."""
    view = State.parse("RF 1> R7G3/B2B3/Y8Y9 ?4 _G5").view(1)
    guesses = [view.sample(Random(luck)) for luck in range(20)]
    for state in guesses:
        green = any(card.color == Card.parse("G5").color for card in state.hands[0])
        assert ("??4" in str(state)) == green
    assert len({"??4" in str(state) for state in guesses}) == 2


@on("stacking", "official")
def test_a_sample_knows_that_the_drawn_card_fits(rules: str) -> None:
    view = State.parse("R5 1> R7G3/R8B3/Y8Y9 =R8", rules).view(0)
    for luck in range(20):
        state = view.sample(Random(luck))
        assert state.drawn in state.hands[1]
        assert {move.card.plain for move in state.legal if move.card} == {state.drawn}
        rest = list(state.hands[1])
        rest.remove(Card.parse(str(state.drawn)))
        if rules == "stacking" and str(state.drawn) == "*F":
            assert not any(card.color == 0 for card in rest)


def test_a_sample_may_be_drawn_by_numpy() -> None:
    view = State.parse(POSITION).view(0)
    assert view.sample(np.random.default_rng(7)).view(0) == view
    assert view.sample(np.random.default_rng(7)) == view.sample(np.random.default_rng(7))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_of_the_end_is_one_of_the_end(seat: int | None) -> None:
    view = after("R5 0> R1/R5BS/*W", "R1").view(seat)
    again = View.parse(str(view))
    assert (again.over, again.phase, again.winner, again.legal) == (True, "over", 0, ())


def test_nothing_is_guessed_when_the_round_is_over() -> None:
    with pytest.raises(ValueError, match="the round is over"):
        State.parse("R1 0> /R5BS/*W").view(1).sample(Random(1))


def test_a_view_that_no_state_has_cannot_be_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that fits is in sight, and yet somebody drew a card that fits."""
    monkeypatch.setattr("unolab.state.GUESSES", 20)
    top = Card.parse("B5")
    held = [card for card in DECK if card.is_wild or top.color == card.color or card.face == 5]
    held.remove(top)
    impossible = View.parse(f"B5 1> {''.join(map(str, held))}/2 = - {105 - len(held)}")
    with pytest.raises(ValueError, match="no card that seat 1 can have drawn fits B5"):
        impossible.sample(Random(1))


def test_who_is_asked() -> None:
    """Whoever can react comes first, in the order of play; the seat to act comes last."""
    assert at("R5 1> G3/B2B3/Y9Y8 !0").asked == (2, 0, 1)
    assert at("R5 1< G3/B2B3/Y9Y8 !0").asked == (0, 2, 1)
    assert at("R5 1> G3B1/B2B3/R5Y8", "party").asked == (2, 1)
    assert at("R5 1> G3B1/B2B3/R5Y8").asked == (1,)
    assert at("R5 0> /B2B3/R5Y8").asked == ()


# ── seats and moves that are none ─────────────────────────────────────────────────────────────────

HUGE = 10**5000  # more digits than Python prints
NO_NUMBERS = [True, False, np.True_, 1.0, float("nan"), "1", "x" * 100, [], {}, np.array([1]), b"1"]
NO_SEATS = [-1, 3, 2**70, HUGE, np.int64(7)]


def answers(table: Any) -> dict[str, Callable[[Any], object]]:
    """List all that takes a seat: of a State, a Game or a Match."""
    state = table if isinstance(table, State) else table.state
    move = state.legal[0]
    ways: dict[str, Callable[[Any], object]] = {
        "play": lambda seat: table.play(move, seat),
        "view": state.view,
        "events_for": table.events_for if hasattr(table, "events_for") else state.events_for,
    }
    return ways


@pytest.mark.parametrize("seat", NO_NUMBERS + NO_SEATS, ids=lambda seat: type(seat).__name__)
@pytest.mark.parametrize("make", [State.deal, Game, Match])
def test_what_is_no_seat(make: Callable[..., Any], seat: Any) -> None:
    for name, answer in answers(make("official", 3)).items():
        with pytest.raises(ValueError, match="there is no seat") as error:
            answer(seat)
        assert len(str(error.value)) < 200
        assert "\n" not in str(error.value)
        number = type(seat) is int or isinstance(seat, np.integer)
        assert isinstance(error.value, IllegalMove) == (name == "play" and number)


@pytest.mark.parametrize("make", [State.deal, Game, Match])
def test_seats_of_numpy(make: Callable[..., Any]) -> None:
    table = make("official", 3)
    for name, answer in answers(table).items():
        turn = (table if isinstance(table, State) else table.state).turn
        assert answer(np.int64(turn)) == answer(turn), name


@pytest.mark.parametrize("move", [True, np.True_, 1.0, None, [], np.array([1]), b"R1"], ids=repr)
@pytest.mark.parametrize("make", [State.deal, Game, Match])
def test_what_is_no_move_at_all(make: Callable[..., Any], move: Any) -> None:
    with pytest.raises(TypeError, match=r"^a move is a Move, its text or its number, not "):
        make("official", 3).play(move)


@pytest.mark.parametrize("number", [-1, 99, 2**70, HUGE, np.int64(-5)], ids=lambda n: str(n % 1000))
@pytest.mark.parametrize("make", [State.deal, Game, Match])
def test_numbers_of_no_move(make: Callable[..., Any], number: int) -> None:
    with pytest.raises(ValueError, match=r"^no move has the number [^\n]{1,60}$"):
        make("official", 3).play(number)
