"""M. The options, whole games, and what a player sees."""

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from tests.kit import FULL, PRESETS, after, at, complete, everywhere, walk
from unolab import PRESETS as NAMED
from unolab import Card, Rules, State, play, simulate
from unolab.cards import cards

VALUES = {
    "official": "",
    "swing": (
        "+opening=none+draw_when_able=false+drawn_card=keep+stacking=same+wd4=free"
        "+uno_penalty=0+last_card_draws=false+target=0+dealer=fixed"
    ),
    "kata": "+draw_when_able=false+wd4=free+draw_plays_again=true+uno_penalty=0",
    "unoai": "+opening=open_wild+wd4=free+uno_penalty=0+target=0+turn_limit=1000",
    "nifty": (
        "+opening=inert+draw_when_able=false+wd4=free+two_player_reverse_skips=false"
        "+uno_penalty=0+last_card_draws=false+target=0"
    ),
    "duel": "+wd4_test=playable+last_card_draws=false+target=0",
    "classic2001": "+uno_penalty=4",
    "lowscore": "+low_score_wins=true",
    "stacking": "+stacking=same+wd4=strict",
    "party": "+stacking=same+wd4=strict+drawn_card=must+jump_in=true+seven_zero=true",
}


@pytest.mark.parametrize(
    "options",
    [
        {"stacking": "same"},  # the default is a game with challenges
        {"stacking": "up", "wd4": "challenge"},
        {"stacking": "any", "wd4": "free", "draw_plays_again": True},
        {"draw_until_playable": True, "drawn_card": "keep"},
        {"partners": True, "low_score_wins": True},
        {"opening": "closed"},
        {"drawn_card": "sometimes"},
        {"stacking": "all"},
        {"wd4": "never"},
        {"wd4_test": "number"},
        {"hand_size": 0},
        {"hand_size": 11},
        {"hand_size": -7},
        {"uno_penalty": -1},
        {"uno_penalty": 11},
        {"target": -1},
        {"turn_limit": -1},
        {"dealer": "left"},
    ],
    ids=str,
)
def test_c220_impossible_rules(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        Rules(**options)
    text = "+".join(f"{name}={str(value).lower()}" for name, value in options.items())
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        Rules.parse(f"official+{text}")


@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_c220_partners_are_four(players: int) -> None:
    with pytest.raises(ValueError, match="4 players"):
        State.deal("official+partners=true", players)
    assert State.deal("official+partners=true", 4).players == 4


def test_c221_presets() -> None:
    assert Rules.preset("official") == Rules()
    assert set(PRESETS) <= set(NAMED)
    assert all(Rules.preset(name) == rules for name, rules in NAMED.items())


@pytest.mark.parametrize("name", VALUES)
def test_c221_values(name: str) -> None:
    assert Rules.preset(name) == Rules.parse("official" + VALUES[name])


def test_c221_rules_are_a_value() -> None:
    rules = Rules()
    with pytest.raises(FrozenInstanceError):
        rules.target = 100  # type: ignore[misc]
    assert hash(rules) == hash(Rules())
    assert len({Rules(), Rules.preset("official"), Rules(target=100)}) == 2


def test_c221_an_unknown_preset() -> None:
    with pytest.raises(ValueError, match="offical") as error:
        Rules.preset("offical")
    assert all(name in str(error.value) for name in PRESETS)


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("players", [2, 4, 10])
def test_c222_every_round_ends(rules: str, players: int) -> None:
    assert simulate(["random"] * players, 1000, rules, seed=222, threads=1).games == 1000


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("players", [2, 4, 10])
def test_c222_no_card_is_lost_on_the_way(
    rules: str, players: int, games: Callable[[int], int]
) -> None:
    for number in range(games(5)):
        game = play(["random"] * players, rules=rules, seed=222, number=number)
        assert complete(game.start)
        states = [state for _, state in game.steps()]
        assert all(complete(state) for state in states)
        assert states[-1] == game.state
        assert states[-1].winner is not None


SAME_TO_SEAT_0 = [
    ("R5 0> R7G3/B2B3/Y8Y9", "R5 0> R7G3/Y1Y2/G4*F"),  # what others hold
    ("R5 0> R7G3/B2B3/Y8Y9 - G1Y1", "R5 0> R7G3/B2B3/Y8Y9 - *WB1"),  # what comes next
    ("R5 0> R7G3/B2B3/Y8Y9 - G1Y1", "R5 0> R7G3/B2B3/Y8Y9"),  # that it is known
    ("R5 1> R7G3/R8B3/Y8Y9 =R8", "R5 1> R7G3/B3*W/Y8Y9 =*W"),  # what somebody drew
    ("RF 0> R7G3/B2B3/Y8Y9 ?4 _G5", "RF 0> R7G3/B2B3/Y8G9 ??4 _G5"),  # a bluff
    ("RF 1> R7G3/B2B3/Y8Y9 ?4 _G5", "RF 1> R7G3/B2B4/Y8Y9 ??4 _G5"),  # even one's own, in text
]


@pytest.mark.parametrize(("one", "other"), SAME_TO_SEAT_0)
def test_c223_what_looks_the_same_is_the_same(one: str, other: str) -> None:
    assert at(one) != at(other)
    assert at(one).view(0) == at(other).view(0)
    assert str(at(one).view(0)) == str(at(other).view(0))
    assert repr(at(one).view(0)) == repr(at(other).view(0))


def test_c223_what_looks_different_is_different() -> None:
    positions = ["R5 0> R7G3/B2B3", "R5 0> R7G4/B2B3", "R5 0> R7G3/B2B3B4", "R5 1> R7G3/B2B3"]
    assert len({str(at(position).view(0)) for position in positions}) == 4


def test_c223_a_view_in_text() -> None:
    state = at("R5 0> R7G3*W/B2B2/Y9")
    assert str(state.view(0)) == "R5 0> R7G3*W/2/1 - 101"
    assert str(state.view(1)) == "R5 0> 3/B2B2/1 - 101"
    assert str(state.view(None)) == "R5 0> 3/2/1 - 101"
    bluff = after("G5 0> G3B3*F/B2B2/Y9", "RF")
    assert " ??4 " in str(bluff)
    for seat in (0, 1, 2, None):
        assert " ?4 " in str(bluff.view(seat))


def shuffled(state: State, seat: int, rng: Random) -> str:
    """Write the position with everything that the seat cannot see dealt anew."""
    top, turn, hands, *marks = str(state).partition(" - ")[0].split(" ")
    own = hands.split("/")[seat]
    under = "".join(mark[1:] for mark in marks if mark.startswith("_"))
    seen = Counter(card.plain for card in cards(top.strip("-") + own + under))
    hidden: list[Card] = sorted((FULL - seen).elements())
    rng.shuffle(hidden)
    others = [[hidden.pop() for _ in range(size)] for size in state.sizes]
    dealt = ["".join(map(str, sorted(held))) for held in others]
    dealt[seat] = own
    bluffed = {"?4": "??4", "??4": "?4"}
    return " ".join([top, turn, "/".join(dealt), *(bluffed.get(mark, mark) for mark in marks)])


@pytest.mark.slow
@everywhere
@pytest.mark.parametrize("seat", range(3))
def test_c223_nothing_hidden_can_be_seen(rules: str, seat: int) -> None:
    compared = 0
    for seed in range(3):
        rng = Random(seed)
        for state in walk(State.deal(rules, 3, seed=seed), seed, moves=60):
            if state.over or (state.phase == "drawn" and state.turn != seat):
                continue  # the cards are on the table; or the drawn card would have to be kept
            other = State.parse(shuffled(state, seat, rng), rules, seed=seed + 1)
            assert str(other.view(seat)) == str(state.view(seat))
            assert other.view(seat).legal == state.view(seat).legal
            compared += str(other) != str(state)
    assert compared > 30


@pytest.mark.slow
@everywhere
def test_c223_nobody_hears_what_others_draw(rules: str) -> None:
    drawn = 0
    for state in walk(State.deal(rules, 3, seed=1), seed=1):
        for seat in (None, 0, 1, 2):
            for event in state.events_for(seat):
                if event.kind in ("drew", "took") and event.seat != seat:
                    assert not event.cards
                    drawn += 1
    assert drawn > 0
