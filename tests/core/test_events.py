"""Events: what is told about a move, to whom, and in which words."""

from dataclasses import replace
from random import Random

import pytest

from tests.kit import after, at, opened
from unolab import Event, Game, State
from unolab.cards import Card, Color, cards

NAMES = ("Ann", "Ben", "Cy")
SEVENS = "official+seven_zero=true"
DEAL = "R1G1G2/B1B2B3/Y1Y2Y3"
OTHERS = "B2B3/Y9Y8"


def told(state: State, seat: int | None = None) -> str:
    """Join what a seat hears about the last move."""
    return "; ".join(event.tell(NAMES) for event in state.events_for(seat))


@pytest.mark.parametrize(
    ("position", "moves", "rules", "sentence"),
    [
        (f"R5 0> R7G3/{OTHERS}", "R7!", "official", "Ann plays R7; Ann says Uno"),
        (f"R5 0> R7G3/{OTHERS}", "R7", "official", "Ann plays R7"),
        (f"R5 0> R7G3/{OTHERS}", "R7", "kata", "Ann plays R7; Ann says Uno"),  # only announced
        (f"R5 0> R7G3/{OTHERS}", "R7 0:!", "official", "Ann says Uno, late"),
        (
            f"R5 0> R7G3/{OTHERS}",
            "R7 2:x0",
            "official",
            "Ann is caught by Cy without Uno; Ann takes 2 cards",
        ),
        (f"R5 0> *WG3B3/{OTHERS}", "GW", "official", "Ann plays GW"),
        (f"R5 0> B7G3/{OTHERS} - Y1", "+", "official", "Ann draws a card"),
        (f"R5 0> B7G3/{OTHERS} - R1", "+ -", "official", "Ann keeps the card"),
        ("R5 0> B7/@ %1", "+", "official", "Ann draws nothing; the round is void: nobody wins"),
        (f"R5 0> RSG3B3/{OTHERS}", "RS", "official", "Ann plays RS; Ben is skipped"),
        (
            f"R5 0> RVG3B3/{OTHERS}",
            "RV",
            "official",
            "Ann plays RV; Ann turns play round, counter-clockwise now",
        ),
        (
            f"R5 0< RVG3B3/{OTHERS}",
            "RV",
            "official",
            "Ann plays RV; Ann turns play round, clockwise now",
        ),
        ("R5 0> RVG3B3/B2B3", "RV", "official", "Ann plays RV; Ben is skipped"),
        ("R5 0> RVG3B3/B2B3", "RV", "nifty", "Ann plays RV"),
        (f"R5 0> RDG3B3/{OTHERS}", "RD", "official", "Ann plays RD; Ben takes 2 cards"),
        (
            "R5 0> RDG3B3/B2B3/@ - Y1",
            "RD",
            "official",
            "Ann plays RD; Ann shuffles the discards, a card; Ben takes 2 cards",
        ),
        ("R5 0> RDG3B3/RDB3/Y9Y8", "RD RD! +", "stacking", "Cy takes 4 cards"),
        (f"R5 0> *FB3B4/{OTHERS}", "RF +", "official", "Ben takes 4 cards"),
        (
            f"R5 0> *FB3B4/{OTHERS}",
            "RF ?",
            "official",
            "Ben challenges Ann: no bluff; Ben takes 6 cards",
        ),
        (
            f"R5 0> *FR3B4/{OTHERS}",
            "RF ?",
            "official",
            "Ben challenges Ann: a bluff; Ann takes 4 cards",
        ),
        (
            f"R5 0< *FB3B4/{OTHERS}",
            "RF ?",
            "official",
            "Cy challenges Ann: no bluff; Cy takes 6 cards",
        ),
        (f"R5 0> R7G3B3/{OTHERS}", "R7 >2", SEVENS, "Ann swaps hands with Cy"),
        (
            f"R5 0> R0G3B3/{OTHERS}",
            "R0",
            SEVENS,
            "Ann plays R0; Ann moves all hands on, clockwise",
        ),
        (
            f"R5 0< R0G3B3/{OTHERS}",
            "R0",
            SEVENS,
            "Ann plays R0; Ann moves all hands on, counter-clockwise",
        ),
        (
            "R5 0> R7/B2B3/Y9*W",
            "R7",
            "official",
            "Ann plays R7; Ann wins the round, which is worth 64 points",
        ),
        (
            "R5 0> RD/B2/Y9 - B5B7",
            "RD",
            "official",
            "Ann plays RD; Ben takes 2 cards; Ann wins the round, which is worth 23 points",
        ),
        (
            f"R5 0> R7G3B3/{OTHERS} ~3",
            "R7",
            "official+turn_limit=3",
            "Ann plays R7; the round is void: nobody wins",
        ),
    ],
)
def test_what_is_told(position: str, moves: str, rules: str, sentence: str) -> None:
    assert told(after(position, *moves.split(), rules=rules)) == sentence


@pytest.mark.parametrize(
    ("turned", "sentence"),
    [
        ("R5", ""),
        ("*W", ""),
        ("RS", "Ann is skipped"),
        ("RV", "Cy turns play round, counter-clockwise now"),
        ("RD", "Ann takes 2 cards"),
    ],
)
def test_what_the_first_card_does(turned: str, sentence: str) -> None:
    assert told(opened(DEAL, turned)) == sentence


def test_without_names_seats_are_told() -> None:
    state = after(f"R5 0> R7G3/{OTHERS}", "R7", "2:x0")
    assert "; ".join(map(str, state.events_for(None))) == (
        "seat 0 is caught by seat 2 without Uno; seat 0 takes 2 cards"
    )
    assert at(f"R5 0> R7G3/{OTHERS}").events == ()


@pytest.mark.parametrize(
    ("position", "moves", "who", "sentence"),
    [
        ("R5 0> B7G3/B2B3/Y9Y8 - Y1", "+", 0, "Ann draws a card: Y1"),
        (
            "R5 0> RDG3B3/B2B3/Y9Y8 - *WY1",
            "RD",
            1,
            "Ann plays RD; Ben takes 2 cards: Y1 *W",
        ),
        (
            "R5 0> *FR3B4/B2B3/Y9Y8",
            "RF ?",
            1,
            "Ben challenges Ann: a bluff: R3 B4; Ann takes 4 cards",
        ),
    ],
)
def test_only_one_seat_sees_the_cards(position: str, moves: str, who: int, sentence: str) -> None:
    state = after(position, *moves.split())
    assert told(state, who) == sentence
    for seat in {None, 0, 1, 2} - {who}:
        others = [event for event in state.events_for(seat) if event.seat != seat]
        assert others
        assert all(event.cards is None for event in others)


def test_all_fields() -> None:
    state = after("R5 0> *FR3B4/B2B3/Y9Y8 - G1G2G3G4", "RF", "?")
    took = Event("took", 0, count=4, cards=cards("G1G2G3G4"))
    shown = Event("challenged", 1, other=0, guilty=True, cards=cards("R3B4"))
    assert state.events == (shown, took)
    assert state.events_for(0) == (Event("challenged", 1, other=0, guilty=True), took)
    assert state.events_for(1) == (shown, Event("took", 0, count=4))
    named = opened(DEAL, "*W").play("*Y")
    assert named.events == (Event("named", 0, color=Color.YELLOW),)
    assert told(named) == "Ann names yellow"
    end = after("R5 0> R7/B2/Y9", "R7", rules="lowscore")
    assert end.events == (
        Event("played", 0, card=Card.parse("R7")),
        Event("over", 0, count=11, scores=(0, 2, 9)),
    )


@pytest.mark.slow
def test_the_log_is_a_ring() -> None:
    """A round may have more events than the table keeps; those of a move are always there."""
    state = State.deal("unoai+turn_limit=300", 2, seed=1)
    logged = 0
    while not state.over:
        seat, move = state.turn, state.legal[-1]
        state = state.play(move)
        logged += len(state.events)
        own = {event.kind: event for event in state.events if event.seat == seat}
        if move.is_play:
            assert own["played"].card == move.card
        else:
            assert ("drew" if move.is_draw else "kept") in own
    assert logged > 2 * 256
    assert told(state).endswith("the round is void: nobody wins")


@pytest.mark.parametrize("rules", ["official", "party"])
def test_history_is_what_everyone_saw(rules: str) -> None:
    game = Game(rules, 3, 4)
    rng = Random(7)
    seen = [*game.start.events]
    while len(game.moves) < 40 and not game.over:
        assert game.state.view(1).history[-len(seen) :] == tuple(map(bare, seen))
        game = game.play(rng.choice(game.state.legal))
        seen += game.state.events


def bare(event: Event) -> Event:
    """Leave out what the log of a table does not keep."""
    drawn = event.kind in ("drew", "took", "reshuffled")
    return replace(
        event,
        card=event.card if event.kind == "played" else None,
        color=event.color if event.kind == "named" else None,
        other=event.other if event.kind in ("caught", "swapped") else None,
        count=event.count if drawn else 0,
        cards=None,
        jumped=False,
    )
