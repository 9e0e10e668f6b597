"""Nobody gets what they should not have: every byte sent to each client is looked at."""

from random import Random, seed
from typing import Any
from warnings import catch_warnings

import pytest

from tests.kit import thoroughly
from tests.server.lapse import wait
from tests.server.secrecy import CARD, Leak, Witness, cards
from tests.server.table import (
    ADA,
    BOB,
    CYD,
    Guest,
    Place,
    bot,
    created,
    holding,
    opened,
    person,
)
from unolab import PRESETS, Match, State
from unolab.fairness import seed_of
from unolab.game import seed_text
from unolab.server.protocol import Message, Update
from unolab.server.room import shown
from unolab.server.room.sitting import Sitting

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

MIXES = (
    "official+jump_in=true+stacking=any+wd4=free",
    "official+draw_until_playable=true+seven_zero=true",
)
MORE = (
    "official+opening=open_wild+hand_size=3",
    "party+hand_size=10+drawn_card=keep",
)
USUAL = ("official", "party")
ENOUGH = 6  # pairs of states that look the same after a move too, for each of the rules
everywhere = pytest.mark.parametrize(
    "rules",
    [*USUAL, *MIXES, *thoroughly(*MORE, *(name for name in PRESETS if name not in USUAL))],
)


class Watched(Guest):
    """A guest whose every message is judged."""

    def __init__(self, owner: str, witness: Witness) -> None:
        super().__init__(owner)
        self.views = True
        self._witness = witness
        self.texts: list[str] = []

    def post(self, message: Message) -> None:
        self.texts.append(self._witness.judge(self, message))
        super().post(message)


async def play(place: Place, guests: list[Watched], rng: Random, rounds: int) -> None:
    """Play at random, with illegal moves, looks and returns in between."""
    while place.room.sitting.dealt < rounds or place.room.sitting.stage == "playing":
        if place.room.sitting.stage != "playing":
            for guest in guests[:3]:
                await place.post(guest, "deal")
            await wait(0.1)
            continue
        guest = rng.choice(guests)
        if len(guest.update.seats) > 1 and guest.update.hand is None:
            await place.send(guest, "look", seat=rng.choice([*guest.update.seats, None]))
        elif guest.update.hand is not None and rng.random() < 0.9:
            choices = guest.hand.choices
            if choices:
                choice = choices[0] if rng.random() < 0.9 else rng.choice(choices)
                said = "!" if choice.uno and rng.random() < 0.5 else ""
                await place.move(guest, choice.move + said)
        elif guest.looking is not None:
            await place.move(guest, rng.choice(["R5", "GF", "?", "x0", "+", "-", "*R", "!"]))
        if rng.random() < 0.03:
            await place.go(guest)
            await place.enter(guest, rng.choice([0, guest.seen, place.room.number + 9]))
        await wait(rng.choice([0.01, 0.5, 3.0]))


@everywhere
async def test_no_client_learns_a_card_it_may_not_know(rules: str) -> None:
    rng = Random(rules)
    chairs = [person(ADA), person(BOB, "Bo"), bot("easy"), person(BOB, "Bea")]
    first = created(*chairs, rules=rules, open_hands=True, seed=f"{rng.getrandbits(256):064x}")
    async with opened(first) as place:
        witness = Witness(place.room)
        guests = [Watched(owner, witness) for owner in (ADA, BOB, "", "", ADA)]
        for guest in guests:
            await place.enter(guest)
        await place.send(guests[0], "deal")
        await play(place, guests, rng, rounds=1)
        assert place.room.sitting.stage in ("pause", "over")
        assert witness.judged > 25  # five come in and see a deal, and then some moves
        for guest in guests:
            seen = [m for m in guest.messages if isinstance(m, Update)]
            assert all(m.room.fair.seed is None for m in seen if m.room.stage == "playing")
            assert seen[-1].room.fair.secret == first.seed
        spectator = guests[2]
        assert all(m.hand is None for m in spectator.messages if isinstance(m, Update))


async def test_bots_with_open_hands_are_open() -> None:
    async with opened(created(bot(), bot(), rules="duel", open_hands=True)) as place:
        witness = Witness(place.room)
        guest = Watched(ADA, witness)
        await place.enter(guest)
        await place.send(guest, "deal")
        await wait(100)
        updates = [m for m in guest.messages if isinstance(m, Update) and m.table is not None]
        assert len(updates) > 10
        assert all(m.table is not None and m.table.hands is not None for m in updates)


# ── the judge itself ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "spoil",
    [
        lambda u, s: u.model_copy(update={"hand": shown.hand_of(s, 1)}),
        lambda u, s: u.model_copy(
            update={"table": u.table.model_copy(update={"hands": shown.open_hands(s)})}
        ),
        lambda u, s: u.model_copy(
            update={"steps": [{"number": u.number, "x": str(s.hands[1][0])}]}
        ),
        lambda u, s: u.model_copy(
            update={
                "room": u.room.model_copy(
                    update={"fair": u.room.fair.model_copy(update={"seed": seed_text(s.seed)})}
                )
            }
        ),
        lambda u, s: u.model_copy(
            update={"room": u.room.model_copy(update={"code": "bob's digest"})}
        ),
    ],
    ids=["hand", "hands", "event", "seed", "digest"],
)
async def test_judge_sees_a_leak(spoil: Any) -> None:
    class Seeded:
        """A state with the seed of its deal."""

        def __init__(self, match: Match) -> None:
            self.seed = match.game.seed
            self._state = match.state

        def __getattr__(self, name: str) -> Any:
            return getattr(self._state, name)

    async with opened(created(person(ADA), person(BOB))) as place:
        witness = Witness(place.room)
        ada = Watched(ADA, witness)
        await place.enter(ada)
        await place.send(ada, "deal")
        match = place.room.sitting.match
        assert match is not None
        witness.judge(ada, ada.update)
        with pytest.raises(Leak), catch_warnings(action="ignore"):  # of a model that was spoilt
            witness.judge(ada, spoil(ada.update, Seeded(match)))


def test_every_card_text_is_found() -> None:
    data = {"a": ["R7", {"b": "GF"}, "red 7", "*W!"], "c": "B0"}
    assert [card for _, card in cards(data)] == ["R7", "GF", "*W", "B0"]
    assert all(CARD.fullmatch(str(card)) for card in Match("official", 2, 1).state.hands[0])


# ── two worlds that look the same ─────────────────────────────────────────────────────────────────


async def seen_from(
    state: State, rules: str, seat: int | None, move: str | None, by: int
) -> list[str]:
    """Put a state on the table, make one move, and return every byte that a seat is sent."""
    seed(1)  # the pace of bots
    owners = [ADA, BOB, CYD, "dan's digest"]
    sitting = Sitting.of(created(*map(person, owners[: state.players]), rules=rules))
    async with opened(holding(sitting, state)) as place:
        others = [await place.come(owner) for owner in owners[: state.players]]
        guest = await place.come("" if seat is None else owners[seat])
        if move is not None:
            await place.move(others[by], move)
            await wait(5)
        return [message.model_dump_json() for message in guest.messages]


@everywhere
async def test_what_is_hidden_changes_no_byte(rules: str) -> None:
    """Deal the hidden cards anew: the seat is sent the same bytes until it can see a difference."""
    rng = Random(rules)
    same = 0
    state = State.deal(rules, 4, rng.getrandbits(128))
    while not state.over and same < ENOUGH:
        moves = [*state.legal, *state.out_of_turn]
        move = rng.choice(moves)
        by = state.turn if move.seat is None else move.seat
        if rng.random() < 0.2:
            seat = rng.choice([None, 0, 1, 2, 3])
            other = state.view(seat).sample(rng)
            assert other.view(seat) == state.view(seat)
            assert (await seen_from(state, rules, seat, None, by)) == (
                await seen_from(other, rules, seat, None, by)
            )
            if looks_the_same(state, other, str(move.by(None)), by, seat):
                plain = str(move.by(None))
                assert (await seen_from(state, rules, seat, plain, by)) == (
                    await seen_from(other, rules, seat, plain, by)
                )
                same += 1
        state = state.play(move)
    assert same > 0


def looks_the_same(one: State, two: State, move: str, by: int, seat: int | None) -> bool:
    """Say whether a move can be made in both states and shows this seat no difference."""
    try:
        after, other = one.play(move, by), two.play(move, by)
    except ValueError:
        return False
    same_view = after.view(seat) == other.view(seat) and after.over == other.over
    return same_view and not after.over and after.events_for(seat) == other.events_for(seat)


# ── the proof ─────────────────────────────────────────────────────────────────────────────────────


async def test_every_round_is_dealt_from_the_seed_that_was_promised() -> None:
    async with opened(created(person(ADA), bot("easy"), rules="official+target=200")) as place:
        ada = await place.come(ADA)
        while ada.update.room.stage != "over":
            if ada.update.room.stage != "playing":
                promised = ada.update.room.fair.next_commitment
                await place.send(ada, "deal")
                assert ada.update.room.fair.commitment == promised
                assert ada.update.room.fair.next_commitment != promised
            elif any(c.kind not in ("catch", "jump") for c in ada.hand.choices):
                await place.move(ada, ada.moves[0])
            else:
                await wait(1)
        for played in place.room.sitting.rounds:
            assert played.game.seed == seed_of(played.secret, played.shares)
            again = type(played.game).parse(str(played.game))
            assert again.state == played.game.state


async def test_view_as_text_is_for_those_who_asked() -> None:
    async with opened(created(person(ADA), bot())) as place:
        ada, other, watcher = Guest(ADA), Guest(ADA), Guest()
        ada.views = watcher.views = True
        for guest in (ada, other, watcher):
            await place.enter(guest)
        await place.send(ada, "deal")
        match = place.room.sitting.match
        assert match is not None
        assert ada.update.view == str(match.state.view(0))
        assert other.update.view is watcher.update.view is None
