"""The bots: what they all do alike, and what they can't find out."""

import pytest

from tests.kit import at, on
from unolab import View
from unolab.bots import bot_seed, minds_of, seated
from unolab.setup import words

SEVENS = "official+seven_zero=true"
WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15


def answer(position: str, rules: str = "official", seat: int | None = None) -> str:
    """Ask a bot what it does."""
    state = at(position, rules)
    seat = state.turn if seat is None else seat
    return str(seated(["random"] * state.players, seed=1)[seat](state.view(seat)))


@pytest.mark.parametrize(
    ("position", "rules", "move"),
    [
        ("R5 0> R7G3/B2B3/Y9Y8", "official", "R7!"),
        ("R5 0> R7G3G4/B2B3/Y9Y8", "official", "R7"),
        ("R5 0> G3G4/B2B3/Y9Y8", "official", "+"),
        ("R5 0> R3G3/B2B3/Y9Y8 =R3", "official", "R3!"),
        ("RF 0> R7G3/B2B3/Y9Y8 ?4", "official", "+"),
        ("RD 0> BDR7G3/B2B3/Y9Y8 +2", "stacking", "BD"),
        ("RD 0> R7G3/B2B3/Y9Y8 +2", "stacking", "+"),
        ("R7 0> G3G4/B2B3B4/Y9Y8 >", SEVENS, ">2"),
        ("R7 0> G3G4/B2/Y9Y8 >", SEVENS, ">1!"),  # one card comes, so Uno is said
        ("R7 0> G3G4/B2B3/Y9/Y1Y2Y3 >", SEVENS + "+partners=true", ">1"),  # never the partner
        ("R5 0> R0G3G4/B2B3/Y9", SEVENS, "R0!"),  # a zero brings one card
        ("R5 0> R0G3/B2B3/Y9Y8", SEVENS, "R0"),  # a zero takes it away
    ],
)
def test_what_bots_do_alike(position: str, rules: str, move: str) -> None:
    assert answer(position, rules) == move


@on("official", "party")
def test_bots_say_uno_late_and_catch(rules: str) -> None:
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=0) == "!"
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=1) == "x0"
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=2) == "x0"
    assert answer("R5 1> G3B1/B2B3/Y9Y8", rules, seat=2) == "None"


def test_bots_jump_in() -> None:
    assert answer("R5 1> G3/B2B3/R5Y9Y8", "party", seat=2) == "R5"
    assert answer("R5 1> G3/B2B3/R5Y9", "party", seat=2) == "R5!"


def unmix(z: int) -> int:
    """Undo the scrambling that opens a stream."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        word = z
        for _ in range(64 // shift):
            word = z ^ word >> shift
        z = word * pow(factor, -1, WORD) % WORD
    return z


def test_a_bot_cannot_find_the_seed_of_the_deck() -> None:
    """It can undo its own stream, and gets a seed from which there is no way back."""
    seed, number = 2**100 + 7, 5
    minds = minds_of(["random"] * 3, seed, number)
    found = []
    for seat in range(3):
        a, b = (int(minds["seats"]["rng"][word][0, seat]) for word in "ab")
        low = unmix((unmix(a) - (number * 16 + 2) * GOLDEN) % WORD)
        high = (unmix(b) - GOLDEN) % WORD ^ a
        assert (low, high) == words(bot_seed(seed, seat))
        found.append((low, high))
    assert len({*found, words(seed)}) == 4


def test_a_bot_is_a_function_of_a_view() -> None:
    view = View.parse("R5 0> R7G3G4/2/2 - 100")
    assert str(seated(["random"] * 3, seed=9)[0](view)) == "R7"
