"""A sitting: entries lead from one to the next, and the log gives the same one again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit import round_over
from tests.server.table import ADA, BOB, CYD, SEED, bot, created, person
from unolab.server.protocol import Options
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.entries import (
    ENTRY,
    Arranged,
    Chair,
    Configured,
    Created,
    Dealt,
    Left,
    LogEntry,
    Moved,
    Sat,
)
from unolab.server.room.opponents import STAND_IN
from unolab.server.room.sitting import Sitting, owner_of

pytestmark = pytest.mark.slow

DEAL = Dealt(seed="7")


def start(*chairs: Chair, rules: str = "official", host: str = ADA) -> Sitting:
    return Sitting.of(created(*(chairs or (person(ADA), person(BOB))), rules=rules, host=host))


def ended(sitting: Sitting) -> Sitting:
    """Play the round to its end."""
    assert sitting.match is not None
    over = round_over(sitting.match)
    for move in over.game.moves[len(sitting.match.game.moves) :]:
        assert sitting.match is not None
        turn = sitting.match.state.turn
        seat = turn if move.seat is None else move.seat
        sitting = sitting.after(Moved(seat=seat, move=str(move.by(None)), by="person"))
    return sitting


def sat(seat: int, owner: str = CYD, name: str = "Cyd") -> Sat:
    return Sat(seat=seat, name=name, avatar=1, owner=owner)


def configured(rules: str) -> Configured:
    return Configured(rules=rules, options=Options())


def test_evening_from_the_lobby_to_the_second_match() -> None:
    sitting = start(rules="official+target=1")
    assert (sitting.stage, sitting.dealt, sitting.secret) == ("lobby", 0, str(SEED))
    sitting = sitting.after(DEAL)
    assert (sitting.stage, sitting.dealt, sitting.secret) == ("playing", 1, "7")
    assert sitting.match is not None
    assert sitting.match.game.seed == SEED
    sitting = ended(sitting)
    assert (sitting.stage, sitting.dealt) == ("over", 1)
    sitting = ended(sitting.after(Dealt(seed="8")))
    assert [played.game.seed for played in sitting.rounds] == [SEED, 7]
    assert [played.chairs for played in sitting.rounds] == [sitting.chairs] * 2
    assert sitting.match is not None
    assert len(sitting.match.games) == 1


def test_who_deals_is_a_matter_of_the_rules() -> None:
    """But not in rooms from before they had a say in it, which read as they were played."""
    sitting = ended(start(rules="swing+target=500").after(DEAL))
    for dealer, expected in (("rules", 1), ("rotate", 0)):
        match = sitting.after(Dealt.model_validate({"seed": "9", "dealer": dealer})).match
        assert match is not None
        assert match.game.dealer == expected
    assert Dealt(seed="9").dealer == "rotate"


def test_rounds_of_a_match_have_seeds_of_their_own() -> None:
    sitting = ended(start().after(DEAL))
    assert sitting.stage == "pause"
    sitting = sitting.after(Dealt(seed="9"))
    assert sitting.match is not None
    assert [game.seed for game in sitting.match.games] == [SEED, 7]
    assert sitting.match.game.start.totals == sitting.match.games[0].state.scores


def test_known_deal_is_known_for_one_round() -> None:
    sitting = Sitting.of(created(person(ADA), bot(), seed=42, known=True)).after(DEAL)
    assert (sitting.match_known, sitting.known) == (True, False)
    sitting = ended(sitting)
    assert [played.known for played in sitting.rounds] == [True]
    assert not sitting.after(Dealt(seed="8")).match_known


def test_seat_passes_to_a_bot_and_back() -> None:
    sitting = start().after(DEAL).after(Left(owner=ADA))
    chair = sitting.chairs[0]
    assert (chair.kind, chair.name, chair.bot, chair.owner) == ("bot", "Ada", STAND_IN, "")
    assert sitting.host == BOB
    assert sitting.owners == [BOB]
    with pytest.raises(Refusal, match="when this round is over"):
        sitting.after(sat(0, ADA, "Ada"))
    sitting = ended(sitting).after(sat(0, ADA, "Ada"))
    assert sitting.seats_of(ADA) == [0]
    assert sitting.host == BOB
    assert sitting.after(Left(owner="nobody")) == sitting
    assert sitting.seats_of("") == []


@pytest.mark.parametrize(
    ("entries", "entry", "code"),
    [
        ([], Moved(seat=0, move="R7", by="person"), "round_over"),
        ([DEAL], DEAL, "playing"),
        ([Left(owner=BOB)], DEAL, "open_seats"),
        ([], sat(2), "no_such_seat"),
        ([], sat(1), "seat_taken"),
        ([DEAL, Left(owner=BOB)], sat(1), "playing"),
        ([DEAL], Arranged(chairs=(person(ADA), bot())), "playing"),
        ([DEAL], configured("party"), "playing"),
    ],
)
def test_entry_that_cannot_be(entries: list[LogEntry], entry: LogEntry, code: str) -> None:
    sitting = start()
    for earlier in entries:
        sitting = sitting.after(earlier)
    with pytest.raises(Refusal) as refused:
        sitting.after(entry)
    assert refused.value.code == code


def test_room_is_created_once() -> None:
    with pytest.raises(Refusal, match="once"):
        start().after(created(person(ADA), bot()))


@pytest.mark.parametrize(
    "entry",
    [
        configured("official+partners=true"),
        configured("no such rules"),
    ],
)
def test_table_that_cannot_be(entry: LogEntry) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        start().after(entry)


@pytest.mark.parametrize("chairs", [(person(ADA),), (bot(),) * 11])
def test_table_has_two_to_ten_seats(chairs: tuple[Chair, ...]) -> None:
    with pytest.raises(ValueError, match="chairs"):
        Arranged(chairs=chairs)


def test_new_rules_begin_anew() -> None:
    sitting = ended(start(rules="duel").after(DEAL))
    assert sitting.stage == "over"
    assert sitting.after(configured("party")).stage == "lobby"
    assert sitting.after(configured("duel")).stage == "over"
    assert sitting.after(Arranged(chairs=(person(ADA), bot(), bot()))).stage == "lobby"
    assert len(sitting.after(configured("party")).rounds) == 1


def test_digests_give_nothing_away() -> None:
    assert owner_of("token") != owner_of("Token")
    assert "token" not in owner_of("token")
    assert len(owner_of("token")) == 32


owners = st.sampled_from([ADA, BOB, CYD])
chairs = st.lists(owners.map(person) | st.just(Chair()) | st.just(bot()), min_size=2, max_size=4)
entries = st.one_of(
    st.builds(Sat, seat=st.integers(0, 3), name=st.just("x"), avatar=st.just(0), owner=owners),
    st.builds(Left, owner=owners),
    st.builds(Arranged, chairs=chairs.map(tuple)),
    st.builds(
        Configured,
        rules=st.sampled_from(["official", "party", "duel", "official+partners=true"]),
        options=st.builds(Options, timer=st.integers(0, 300)),
    ),
    st.builds(Dealt, seed=st.integers(0, 2**128 - 1).map(str)),
    st.just("end the round"),
    st.just("move"),
)


@given(chairs, st.lists(entries, max_size=12))
def test_log_leads_to_the_same_sitting(first: list[Chair], wanted: list[LogEntry | str]) -> None:
    opening = created(*first)
    sitting = Sitting.of(opening)
    log: list[str] = [opening.model_dump_json()]
    for entry in wanted:
        if isinstance(entry, str):
            for step in some_moves(sitting, entry):
                sitting = sitting.after(step)
                log.append(step.model_dump_json())
            continue
        try:
            after = sitting.after(entry)
        except (Refusal, ValueError):
            continue
        sitting = after
        log.append(entry.model_dump_json())
    created_again, *others = map(ENTRY.validate_json, log)
    assert isinstance(created_again, Created)
    assert Sitting.replay(created_again, others) == sitting


def some_moves(sitting: Sitting, how: str) -> list[Moved]:
    """One move, or all to the end of the round, if one is played."""
    if sitting.stage != "playing" or sitting.match is None:
        return []
    state, moves = sitting.match.state, list[Moved]()
    while not state.over and (how != "move" or not moves):
        moves.append(Moved(seat=state.turn, move=str(state.legal[0]), by="bot"))
        state = state.play(state.legal[0])
    return moves
