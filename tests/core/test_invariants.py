"""What holds in every game: ten presets, two to ten players, any moves that are legal."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit import FULL
from unolab import PRESETS, Card, Game, IllegalMove, Move, Rules, State, View

pytestmark = pytest.mark.slow  # thousands of positions want compiled code

TURNS = 150  # players who draw whenever they may would never come to an end
everywhere = pytest.mark.parametrize("preset", PRESETS)
few = settings(max_examples=max(2, settings().max_examples // 20))
any_table = given(
    players=st.integers(2, 10),
    seed=st.integers(0, 2**128 - 1),
    luck=st.integers(0, 2**32),
)


def limited(preset: str) -> Rules:
    return replace(PRESETS[preset], turn_limit=TURNS)


def stroll(state: State, rng: Random) -> Iterator[State]:
    """Play at random to the end, in turn and out of turn, with calls and without."""
    yield state
    while not state.over:
        move = rng.choice([*state.legal, *state.out_of_turn])
        says = (move.is_play or move.is_swap) and rng.random() < 0.5
        state = state.play(f"{move}!" if says else move)
        yield state


def some(state: State, rng: Random) -> Iterator[State]:
    """Pick some states of a stroll, the last one always."""
    for passed in stroll(state, rng):
        if passed.over or rng.random() < 0.1:
            yield passed


def everything(state: State) -> Counter[Card]:
    """Count the cards, wherever they are."""
    stock = state.to_record()["deck"]["cards"][0, : state.stock].tolist()
    pile = [card.plain for card in (*state.discards, state.top) if card is not None]
    return Counter([*map(Card, stock), *pile, *(card for hand in state.hands for card in hand)])


@everywhere
@few
@any_table
def test_no_card_is_lost_and_somebody_can_move(
    preset: str, players: int, seed: int, luck: int
) -> None:
    for state in stroll(State.deal(limited(preset), players, seed), Random(luck)):
        assert everything(state) == FULL
        assert tuple(len(hand) for hand in state.hands) == state.sizes
        assert bool(state.legal) == (not state.over)
        assert list(state.legal) == sorted(set(state.legal))
        assert list(state.out_of_turn) == sorted(set(state.out_of_turn))
        assert state.over or not state.out_of_turn == state.legal == ()
        assert state.turns <= TURNS


@everywhere
@few
@any_table
def test_legal_moves_are_made_and_all_others_refused(
    preset: str, players: int, seed: int, luck: int
) -> None:
    rng = Random(luck)
    *states, end = stroll(State.deal(limited(preset), players, seed), rng)
    for state in (rng.choice(states), end):
        before = str(state)
        listed = {*state.out_of_turn, *(move.by(state.turn) for move in state.legal)}
        for move in (Move(action).by(seat) for action in range(88) for seat in range(players)):
            if move in listed:
                assert everything(state.play(move)) == FULL
                continue
            with pytest.raises(IllegalMove) as error:
                state.play(move)
            assert error.value.reason
            assert error.value.seat == move.seat
        assert str(state) == before


def facts(table: State | View) -> list[object]:
    """List what the text of a state or a view has to keep."""
    names = "turn direction phase top due drawn stock discards uno blocked sizes totals over winner"
    return [getattr(table, name) for name in names.split()] + [table.legal, table.out_of_turn]


@everywhere
@few
@any_table
def test_text_is_all_there_is(preset: str, players: int, seed: int, luck: int) -> None:
    """A state that is printed and read again is the same, and so is every view of it."""
    for state in some(State.deal(limited(preset), players, seed), Random(luck)):
        again = State.parse(str(state), state.rules)
        assert again == state
        assert hash(again) == hash(state)
        assert facts(again) == facts(state)
        assert (again.hands, again.turns) == (state.hands, state.turns)
        assert (again.points, again.scores) == (state.points, state.scores)
        for seat in (None, *range(players)):
            view = state.view(seat)
            read = View.parse(str(view), view.rules)
            assert read == view == again.view(seat)
            assert facts(read) == facts(view)
            assert (read.seat, read.hand) == (seat, view.hand)


@everywhere
@few
@any_table
def test_a_game_is_its_deal_and_its_moves(preset: str, players: int, seed: int, luck: int) -> None:
    rng = Random(luck)
    game = Game(limited(preset), players, seed, dealer=rng.randrange(players))
    events = []
    while not game.over:
        state = game.state
        game = game.play(rng.choice([*state.legal, *state.out_of_turn]))
        events.append(game.state.events)
    again = Game.parse(str(game))
    assert again == game
    assert again.state == game.state
    assert [state.events for _, state in again.steps()] == events
    back = rng.randrange(len(game.moves)) + 1
    shorter = game.undo(back)
    assert shorter.moves == game.moves[:-back]
    for move in game.moves[-back:]:
        shorter = shorter.play(move)
    assert shorter == game
    assert shorter.state == game.state


@everywhere
@few
@any_table
def test_what_looks_the_same_is_the_same(preset: str, players: int, seed: int, luck: int) -> None:
    """Whatever a seat cannot see may be otherwise: its view and its moves stay as they are."""
    rng = Random(luck)
    for state in some(State.deal(limited(preset), players, seed), rng):
        seat = rng.choice([None, *range(players)])
        view = state.view(seat)
        for _ in range(0 if state.over else 2):
            other = view.sample(rng)
            assert everything(other) == FULL
            assert other.view(seat) == view
            assert facts(other.view(seat)) == facts(view)
            assert other.phase == state.phase


@everywhere
@few
@any_table
def test_a_sample_can_be_played_on(preset: str, players: int, seed: int, luck: int) -> None:
    rng = Random(luck)
    states = list(stroll(State.deal(limited(preset), players, seed), rng))
    view = rng.choice(states[:-1]).view(rng.choice([None, *range(players)]))
    for state in stroll(view.sample(rng), rng):
        assert everything(state) == FULL
    assert state.over


@everywhere
@few
@any_table
def test_nobody_hears_of_cards_they_do_not_see(
    preset: str, players: int, seed: int, luck: int
) -> None:
    start = State.deal(limited(preset), players, seed)
    before = start
    for state in stroll(start, Random(luck)):
        for event in state.events if state is not start else ():
            if event.kind in ("drew", "took"):
                assert event.cards is not None
                new = Counter(state.hands[event.seat]) - Counter(before.hands[event.seat])
                assert Counter(event.cards) == new
                assert event.count == len(event.cards)
            elif event.kind == "challenged":
                assert event.other is not None
                assert event.cards == before.hands[event.other]
            else:
                assert event.cards is None
        for seat in (None, *range(players)):
            heard = state.events_for(seat)
            assert all(event.cards is None or event.seat == seat for event in heard)
            assert [event.tell() for event in heard if event.seat == seat] == [
                event.tell() for event in state.events if event.seat == seat
            ]
        before = state


def stocks(state: State, rng: Random) -> dict[int, bytes]:
    """Write down the stock by its size, until the discards are shuffled."""
    seen = {}
    for passed in stroll(state, rng):
        if "reshuffled" in [event.kind for event in passed.events]:
            break
        seen[passed.stock] = passed.to_record()["deck"]["cards"][0, : passed.stock].tobytes()
    return seen


@everywhere
@few
@any_table
def test_no_player_disturbs_the_cards(preset: str, players: int, seed: int, luck: int) -> None:
    """Whoever plays, the same cards come in the same order."""
    rules = limited(preset)
    one = stocks(State.deal(rules, players, seed), Random(luck))
    other = stocks(State.deal(rules, players, seed), Random(luck + 1))
    common = one.keys() & other.keys()
    assert State.deal(rules, players, seed).stock in common
    assert {size: one[size] for size in common} == {size: other[size] for size in common}
