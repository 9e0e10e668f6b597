"""Proofs of fair deals: what is right passes, and whatever is changed in it is found."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import refused, run
from tests.shapes import check_shape
from unolab import Game
from unolab.errors import NotationError
from unolab.fairness import (
    Notes,
    Proof,
    Share,
    cards_of,
    combine,
    commit_to,
    follows_shuffle,
    make_secret,
    seed_of,
)
from unolab.shuffle import is_long

pytestmark = pytest.mark.slow

SECRET = "5e" * 32
OWN, OTHER = "0a" * 32, "b1" * 32
SHARES = (
    Share(0, commit_to(OWN), OWN),
    Share(2, commit_to(OTHER), OTHER),
    Share(3, commit_to("c2" * 32)),  # who did not tell it
)


def played(rules: str, players: int, seed: int, luck: int = 26, number: int = 0) -> Game:
    """Play at random to the end."""
    game, rng = Game(rules, players, seed, number), Random(luck)
    while not game.over:
        state = game.state
        aside = [move for move in state.out_of_turn if rng.random() < 0.3]
        move = rng.choice(aside or state.legal)
        game = game.play(str(move) + "!" * (move.is_play and rng.random() < 0.5))
    return game


def proof_of(game: Game, shares: tuple[Share, ...] = SHARES) -> Proof:
    return Proof(game, commit_to(SECRET), SECRET, shares, cards_of(game))


@pytest.fixture(scope="module")
def proof() -> Proof:
    """A round that is long enough for the discards to be shuffled."""
    game = played("official+target=0", 4, seed_of(SECRET, SHARES))
    assert sum(e.kind == "reshuffled" for _, s in game.steps() for e in s.events) > 0
    return proof_of(game)


def failures(proof: Proof) -> list[str]:
    return [check.name for check in proof.check() if not check.passed]


def test_a_commitment_is_the_sha_256_of_the_digits() -> None:
    """As ``printf %s 000...0 | sha256sum`` says."""
    text = "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55"
    assert commit_to("0" * 64) == text


def test_a_seed_is_a_hash_of_all_secrets_in_order() -> None:
    assert combine(SECRET, []) != combine(SECRET, [OWN]) != combine(SECRET, [OTHER])
    assert combine(SECRET, [OWN, OTHER]) != combine(SECRET, [OTHER, OWN])
    assert seed_of(SECRET, SHARES) == combine(SECRET, [OWN, OTHER])
    assert is_long(seed_of(SECRET, ()))
    assert seed_of("42", SHARES) == 42  # a deal that was given


def test_secrets_are_long_and_never_the_same() -> None:
    secrets = {make_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(len(secret) == 64 for secret in secrets)


def test_a_fair_round_passes(proof: Proof) -> None:
    assert failures(proof) == []
    texts = [check.text for check in proof.check()]
    assert "seat 3 did not reveal its secret and was left out" in texts
    again = Proof.parse(json.dumps(proof.to_json()))
    assert again == proof


@settings(max_examples=max(8, settings().max_examples // 20))
@given(
    rules=st.sampled_from(["official", "party", "unoai", "nifty", "swing", "duel"]),
    players=st.integers(2, 10),
    luck=st.integers(0, 999),
    number=st.integers(0, 9),
)
def test_every_game_follows_its_shuffle(rules: str, players: int, luck: int, number: int) -> None:
    if rules == "duel":
        players = 2
    seed = combine(f"{luck:064x}", [])
    assert follows_shuffle(played(rules, players, seed, luck, number))


def test_a_short_seed_proves_nothing() -> None:
    assert not follows_shuffle(played("official", 2, 7))


def other(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


Change = Callable[[Any], Any]
CHANGES: list[tuple[Change, str]] = [
    (lambda data: data.update(commitment=other(data["commitment"])), "commitment"),
    (lambda data: data.update(secret=other(data["secret"])), "commitment"),
    (lambda data: data["shares"][0].update(secret=other(OWN)), "share"),
    (
        lambda data: data["shares"][1].update(commitment=other(data["shares"][1]["commitment"])),
        "share",
    ),
    (lambda data: data["shares"].reverse(), "seed"),
    (lambda data: data["shares"].pop(0), "seed"),
    (lambda data: data["hands"].reverse(), "hands"),
    (lambda data: data["hands"][0].__setitem__(0, "*F"), "hands"),
    (lambda data: data.update(top="R0"), "top"),
    (lambda data: data["draws"].pop(), "draws"),
    (lambda data: data["draws"][0]["cards"].__setitem__(0, "*F"), "draws"),
    (lambda data: data["draws"][3].update(seat=(data["draws"][3]["seat"] + 1) % 4), "draws"),
]


@pytest.mark.parametrize(("change", "name"), CHANGES)
def test_whatever_is_changed_is_found(
    proof: Proof, change: Callable[[Any], Any], name: str
) -> None:
    data = proof.to_json()
    before = json.dumps(data)
    change(data)
    assert json.dumps(data) != before
    assert name in failures(Proof.parse(json.dumps(data)))


def test_a_game_from_another_deck_is_found(proof: Proof) -> None:
    another = played("official+target=0", 4, proof.game.seed + 1)
    claimed = Proof(another, proof.commitment, SECRET, SHARES, cards_of(another))
    assert failures(claimed) == ["seed"]


def test_what_a_player_noted_is_compared(proof: Proof) -> None:
    dealt = proof.cards
    draws = tuple(draw.cards for draw in dealt.draws if draw.seat == 2)
    notes = Notes(proof.commitment, OTHER, 2, dealt.hands[2], draws)

    def with_notes(**changes: Any) -> list[str]:
        fields = {name: getattr(notes, name) for name in Notes.__slots__} | changes
        return failures(Proof(proof.game, proof.commitment, SECRET, SHARES, dealt, Notes(**fields)))

    assert with_notes() == []
    assert with_notes(commitment=OWN) == ["noted_commitment"]
    assert with_notes(secret=SECRET) == ["noted_secret"]
    assert with_notes(hand=dealt.hands[1]) == ["noted_hand"]
    assert with_notes(draws=draws[1:]) == ["noted_draws"]
    assert with_notes(seat=None, hand=None, draws=None) == []  # of somebody who watched
    for seat in (None, 9):
        assert with_notes(seat=seat) == ["noted_seat"]
    assert with_notes(secret=OWN) == []  # seats 0 and 2 may share a device
    assert with_notes(seat=0, secret=OTHER, hand=None, draws=None) == ["noted_seat"]
    fixed = tuple(share.commitment for share in SHARES)
    assert with_notes(shares=fixed, number=0, drawings=1) == []
    assert with_notes(shares=fixed[1:]) == with_notes(shares=(*fixed, OWN)) == ["noted_shares"]
    assert with_notes(number=1) == ["noted_number"]


def test_a_round_that_was_cut_off_is_found(proof: Proof) -> None:
    whole = proof.game
    game = Game(whole.rules, whole.players, whole.seed, whole.number)
    for move in whole.moves[:-1]:
        game = game.play(move)
    assert "end" in failures(proof_of(game))


def test_an_invented_share_is_found(proof: Proof) -> None:
    """A server that knows all secrets could try shares of its own until it likes the cards."""
    invented = (*SHARES, Share(1, commit_to("d3" * 32), "d3" * 32))
    game = played("official+target=0", 4, seed_of(SECRET, invented))
    fixed = tuple(share.commitment for share in SHARES)
    notes = Notes(proof.commitment, OWN, shares=fixed, number=0, drawings=1)
    claimed = Proof(game, proof.commitment, SECRET, invented, cards_of(game), notes)
    assert failures(claimed) == ["noted_shares"]
    twice = Proof(game, proof.commitment, SECRET, (*SHARES, SHARES[0]), cards_of(game))
    assert "seats" in failures(twice)
    nobody = Proof(game, proof.commitment, SECRET, (Share(9, fixed[0], OWN),), cards_of(game))
    assert "seats" in failures(nobody)


def test_a_round_number_that_was_tried_out_is_found(proof: Proof) -> None:
    game = played("official+target=0", 4, proof.game.seed, number=1941)
    notes = Notes(number=0)
    claimed = Proof(game, proof.commitment, SECRET, SHARES, cards_of(game), notes)
    assert failures(claimed) == ["noted_number"]


def test_a_secret_that_came_too_late_is_no_fault(proof: Proof) -> None:
    late = Proof(proof.game, proof.commitment, SECRET, SHARES, proof.cards, Notes(secret="c2" * 32))
    assert failures(late) == []
    assert "noted_left_out" in [check.name for check in late.check()]
    assert not late.is_conclusive


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a JSON object"),
        ("[" * 5_000, "expected a JSON object"),
        ("[]", '"format" is not'),
        ('{"format": "unolab proof 2"}', '"format" is not'),
        ('{"format": "unolab proof 1"}', 'incomplete: "game" is missing'),
        ("x" * 1_000_001, "at most 1,000,000 characters"),
    ],
)
def test_what_is_no_proof_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        Proof.parse(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 7),
        ("game", "official/4/x"),
        ("commitment", "ABC"),
        ("secret", None),
        ("shares", 3),
        ("shares", [{"seat": 11, "commitment": OWN, "secret": ""}]),
        ("shares", [{"seat": True, "commitment": OWN, "secret": ""}]),
        ("hands", [["XX"]]),
        ("top", []),
        ("draws", [{"seat": 0}]),
        ("notes", {"hand": "R7"}),
    ],
)
def test_malformed_fields_are_refused_in_a_sentence(proof: Proof, field: str, value: Any) -> None:
    with pytest.raises(NotationError):
        Proof.parse(json.dumps(proof.to_json() | {field: value}))


# ── the command ───────────────────────────────────────────────────────────────────────────────────


def test_command_says_what_was_checked(proof: Proof) -> None:
    text = json.dumps(proof.to_json())
    done = run("verify", "-", stdin=text)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("ok  ") == len(proof.check()) - 1
    assert "note    seat 3 did not reveal its secret and was left out" in done.out
    assert "the secrets of the server and 2 devices" in done.out
    noted = run("verify", "-", "--commitment", proof.commitment, "--secret", OWN, stdin=text)
    assert "ok      your own secret went into the seed" in noted.out
    assert "nobody chose" not in noted.out  # the other shares may have been invented later
    notes = {
        "commitment": proof.commitment,
        "secret": OWN,
        "shares": [share.commitment for share in SHARES],
        "number": 0,
        "drawings": 1,
    }
    saved = run("verify", "-", stdin=json.dumps(proof.to_json() | {"notes": notes}))
    assert saved.code == 0
    assert "nobody chose" not in saved.out  # seat 3 could wait and see
    assert "among 2 deals" in " ".join(saved.out.split())


def test_command_is_sure_only_if_everyone_revealed_once() -> None:
    whole = SHARES[:2]
    proof = proof_of(played("official+target=0", 4, seed_of(SECRET, whole)), whole)
    notes = {
        "commitment": proof.commitment,
        "secret": OWN,
        "shares": [share.commitment for share in whole],
        "number": 0,
        "drawings": 1,
    }

    def said(**changes: Any) -> str:
        data = proof.to_json() | {"notes": notes | changes}
        return " ".join(run("verify", "-", stdin=json.dumps(data)).out.split())

    assert "nobody chose these cards" in said()
    assert "according to the notes in this file" in said()
    assert "nobody chose" not in said(drawings=2)
    assert "among 2 deals" in said(drawings=2)
    assert "nobody chose" not in said(secret="")
    facts = run("verify", "-", "--json", stdin=json.dumps(proof.to_json())).json
    check_shape(facts, "verify")
    assert (facts["fair"], facts["conclusive"]) == (True, False)


def test_command_takes_the_digits_that_the_page_shows(proof: Proof) -> None:
    text = json.dumps(proof.to_json())
    short = proof.commitment[:16]
    assert run("verify", "-", "--commitment", short.upper(), stdin=text).code == 0
    assert run("verify", "-", "--commitment", "0" * 16, stdin=text).code == 1
    refused(run("verify", "-", "--commitment", short[:15], stdin=text), "16 to 64")
    facts = run("verify", "-", "--json", stdin=text).json
    assert facts["fair"] is True
    assert facts["deal"] == proof.game.deal
    assert all(check["passed"] for check in facts["checks"])


def test_command_fails_when_something_does_not_fit(proof: Proof) -> None:
    data = proof.to_json() | {"top": "R0"}
    done = run("verify", "-", stdin=json.dumps(data))
    assert done.code == 1
    assert "FAILED  the first card is that of the deck" in done.out
    assert "not dealt as it claims" in done.out
    wrong = run("verify", "-", "--commitment", OWN, stdin=json.dumps(proof.to_json()))
    assert wrong.code == 1
    assert "FAILED  the commitment is the one shown before the deal" in wrong.out


def test_command_promises_less_when_no_player_took_part() -> None:
    game = played("official+target=0", 2, seed_of(SECRET, ()))
    done = run("verify", "-", stdin=json.dumps(proof_of(game, ()).to_json()))
    assert done.code == 0
    assert "nothing here rules out that the server chose" in " ".join(done.out.split())


def test_command_refuses_what_it_can_not_read(proof: Proof) -> None:
    refused(run("verify", "there/is/none"), "there/is/none")
    refused(run("verify", "-", stdin=b"\xff\xfe"), "expected a JSON object")
    text = json.dumps(proof.to_json())
    refused(run("verify", "-", "--secret", "12", stdin=text), "64 hexadecimal digits")
