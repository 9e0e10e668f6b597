"""Everything that can be asked at the table, in deals where it comes at once."""

import re

import pytest
from playwright.sync_api import expect

from unolab import State

from ..kit import thoroughly
from .conftest import Seat, mostly
from .guest import card_name
from .situations import ADA, BEN, after, deal, fitting, held

SHORT = "official+hand_size=2"


# ── wild draw four ────────────────────────────────────────────────────────────────────────────────


@mostly("desktop")
@pytest.mark.parametrize("guilty", [True, *thoroughly(False)])
def test_challenge_and_its_outcome(seated: Seat, screen: str, guilty: bool) -> None:
    def bluff(state: State) -> bool:
        if state.turn != BEN or state.phase != "turn" or "*F" not in held(state, BEN):
            return False
        return any(card[0] == str(state.top)[0] for card in held(state, BEN)) == guilty

    text, state = deal("official", 2, bluff)
    guest, friend = seated(text, screen)
    cards = held(state, ADA)
    friend.move("GF")
    expect(guest.challenge).to_contain_text("Ben has 6 cards left.")
    guest.press(guest.challenge.get_by_role("button", name=re.compile("^Challenge")))
    expect(guest.challenge).to_be_hidden()
    if guilty:
        expect(guest.page.get_by_text("Ben bluffed and takes the cards").first).to_be_visible()
        shown = held(state, BEN)
        shown.remove("*F")
        seen = guest.page.get_by_role("img", name=", ".join(map(card_name, shown)))
        expect(seen).to_be_visible()  # the hand is shown to whoever challenged
        guest.sees_cards(cards)
    else:
        expect(guest.page.get_by_text("Ben did not bluff").first).to_be_visible()
        expect(guest.held).to_have_count(len(cards) + 6)


@mostly("phone")
def test_draw_four_can_be_taken(seated: Seat, screen: str) -> None:
    text, state = deal(
        "official",
        2,
        lambda state: state.turn == BEN and state.phase == "turn" and "*F" in held(state, BEN),
    )
    guest, friend = seated(text, screen)
    friend.move("BF")
    guest.press(guest.challenge.get_by_role("button", name=re.compile("^Take the cards")))
    expect(guest.challenge).to_be_hidden()
    expect(guest.held).to_have_count(len(held(state, ADA)) + 4)


# ── house rules ───────────────────────────────────────────────────────────────────────────────────


@mostly("desktop")
def test_draw_two_on_draw_two_makes_four(seated: Seat, screen: str) -> None:
    def duel(state: State) -> bool:
        if state.turn != ADA or state.phase != "turn":
            return False
        twos = [[card for card in held(state, seat) if card[1] == "D"] for seat in (ADA, BEN)]
        return len(twos[ADA]) == 1 and bool(twos[BEN]) and after(state, twos[ADA][0]) is not None

    text, state = deal("stacking", 2, duel)
    mine, theirs = (
        next(card for card in held(state, seat) if card[1] == "D") for seat in (ADA, BEN)
    )
    guest, friend = seated(text, screen)
    guest.play(mine)
    friend.until_turn()
    friend.move(theirs)
    due = guest.page.get_by_role("img", name="+4", exact=True)
    expect(due).to_be_visible()
    guest.until_turn()
    guest.press(guest.card(next(card for card in held(state, ADA) if card != mine)))
    expect(guest.page.get_by_text("You must take 4 cards").first).to_be_visible()
    guest.press(guest.stock)
    expect(guest.held).to_have_count(6 + 4)
    expect(due).to_be_hidden()


@mostly("desktop")
def test_hands_are_swapped_after_a_seven(seated: Seat, screen: str) -> None:
    def seven(state: State) -> bool:
        return state.turn == ADA and any(card[1] == "7" for card in fitting(state))

    text, state = deal("official+seven_zero=true", 3, seven)
    guest, _ = seated(text, screen, others=2)
    guest.play(next(card for card in fitting(state) if card[1] == "7"))
    expect(guest.swap).to_be_visible()
    before = guest.number
    guest.press(guest.swap.get_by_role("button", name=re.compile("Cem")))
    guest.until_after(before)
    expect(guest.swap).to_be_hidden()
    expect(guest.card(held(state, 2)[0])).to_be_visible()
    guest.sees_cards(held(state, 2))
    guest.told("You swap hands with Cem")


@mostly("phone")
def test_hands_move_on_after_a_zero(seated: Seat, screen: str) -> None:
    def zero(state: State) -> bool:
        return state.turn == ADA and any(card[1] == "0" for card in fitting(state))

    text, state = deal("official+seven_zero=true", 3, zero)
    guest, _ = seated(text, screen, others=2)
    guest.play(next(card for card in fitting(state) if card[1] == "0"))
    expect(guest.card(held(state, 2)[0])).to_be_visible()
    guest.sees_cards(held(state, 2))
    guest.told("All hands move on one seat")


@mostly("phone")
def test_jumping_in_out_of_turn(seated: Seat, screen: str) -> None:
    def twins(state: State) -> bool:
        return state.turn == ADA and any(
            held(state, ADA).count(card) == 2 for card in fitting(state)
        )

    text, state = deal("official+jump_in=true", 3, twins)
    twin = next(card for card in fitting(state) if held(state, ADA).count(card) == 2)
    guest, _ = seated(text, screen, others=2)
    guest.play(twin)
    jump = guest.hand.get_by_role("button", name=f"{card_name(twin)}, can jump in")
    expect(jump).to_be_visible()
    guest.press(jump)
    expect(guest.held).to_have_count(5)
    guest.told(f"You jump in with {card_name(twin)}")


# ── Uno ───────────────────────────────────────────────────────────────────────────────────────────


def can_leave_one(state: State) -> bool:
    return state.turn == ADA and len(held(state, ADA)) == 2 and bool(fitting(state))


@mostly("desktop")
def test_uno_is_said_with_the_play(seated: Seat, screen: str) -> None:
    text, state = deal(SHORT, 2, can_leave_one)
    guest, friend = seated(text, screen)
    guest.press(guest.uno)
    expect(guest.uno).to_have_attribute("aria-pressed", "true")
    guest.play(fitting(state)[0])
    guest.told("You say Uno")
    table = friend.until_turn().table
    assert table is not None
    assert table.uno is None


@mostly("phone")
def test_forgotten_uno_is_made_good(seated: Seat, screen: str) -> None:
    text, state = deal(SHORT, 2, can_leave_one)
    guest, friend = seated(text, screen)
    guest.play(fitting(state)[0])
    expect(guest.uno).to_contain_text("say it now")
    guest.press(guest.uno)
    guest.told("You say Uno late")
    friend.until(lambda update: update.table is not None and update.table.uno is None)


@mostly("phone")
def test_whoever_forgets_is_caught_after_the_grace_only(seated: Seat, screen: str) -> None:
    def forgets(state: State) -> bool:
        return state.turn == BEN and len(held(state, BEN)) == 2 and bool(fitting(state))

    text, state = deal(SHORT, 2, forgets)
    guest, friend = seated(text, screen)
    guest.page.evaluate(
        """() => line.addEventListener("message", (event) => {
          const message = JSON.parse(event.data);
          window.grace ??= message.table?.catch_in;
          if (message.table?.catch_in) window.forgot ??= performance.now();
        })"""
    )
    friend.move(fitting(state)[0])
    caught = guest.button("Catch Ben")
    expect(caught).to_be_visible()
    waited = guest.page.evaluate("performance.now() - forgot - grace")
    assert waited >= 0
    guest.press(caught)
    guest.told("You catch Ben: no Uno call")
    friend.until(lambda update: update.table is not None and update.table.sizes[BEN] == 3)


# ── the drawn card, the first colour, and what does not fit ───────────────────────────────────────


def can_play_drawn(state: State) -> bool:
    drawn = after(state, "+") if state.turn == ADA and state.phase == "turn" else None
    return drawn is not None and drawn.phase == "drawn" and str(drawn.drawn)[1].isdigit()


@mostly("phone")
@pytest.mark.parametrize("keep", [True, False])
def test_drawn_card_is_played_or_kept(seated: Seat, screen: str, keep: bool) -> None:
    text, state = deal("official", 2, can_play_drawn)
    drawn = str(state.play("+").drawn)
    guest, friend = seated(text, screen)
    guest.draw()
    expect(guest.drawn).to_have_accessible_name(f"Drawn: {card_name(drawn)}")
    guest.press(guest.drawn.get_by_role("button", name=re.compile("^Keep" if keep else "^Play")))
    expect(guest.drawn).to_be_hidden()
    expect(guest.held).to_have_count(8 if keep else 7)
    update = friend.until_turn()
    assert update.table is not None
    assert update.table.top == (str(state.top) if keep else drawn)


@mostly("desktop")
def test_colour_of_an_opening_wild_is_chosen(seated: Seat, screen: str) -> None:
    text, _ = deal("official", 2, lambda state: state.turn == ADA and state.phase == "color")
    guest, _ = seated(text, screen)
    guest.pick("G")
    expect(guest.colors.first).to_be_hidden()
    expect(guest.page.get_by_text("green", exact=True).first).to_be_visible()
    guest.told("You choose green")


@mostly("desktop")
def test_card_that_does_not_fit_says_why(seated: Seat, screen: str) -> None:
    def odd_one(state: State) -> bool:
        top = str(state.top)
        cards = held(state, ADA)
        return state.turn == ADA and top[1].isdigit() and not set("*" + top) & set("".join(cards))

    text, state = deal("official", 2, odd_one)
    guest, friend = seated(text, screen)
    color, face = card_name(str(state.top)).split()
    guest.press(guest.held.first)
    expect(guest.page.get_by_text(f"Needs {color} or {face}").first).to_be_visible()
    guest.sees_cards(held(state, ADA))
    guest.draw()
    if guest.drawn.is_visible():
        guest.press(guest.drawn.get_by_role("button", name=re.compile("^Keep")))
    friend.until_turn()
    expect(guest.page).to_have_title(re.compile("Ben"))
    guest.press(guest.held.first)
    expect(guest.page.get_by_text("not your turn: Ben plays").first).to_be_visible()


@mostly("phone")
def test_what_the_rules_do_not_have_is_not_shown(seated: Seat, screen: str) -> None:
    """Without calls there is no Uno button, and one round has no points."""
    plain = "official+hand_size=2+uno_penalty=0+target=0"

    def skips(state: State) -> bool:
        top, cards = str(state.top), held(state, ADA)
        fits = state.turn == ADA and top[1].isdigit() and {card[1] for card in cards} == {"S"}
        return fits and [card[0] == top[0] for card in cards].count(True) == 1

    text, state = deal(plain, 2, skips)
    guest, _ = seated(text, screen)
    guest.until_turn()
    expect(guest.held.first).to_be_visible()
    expect(guest.uno).to_have_count(0)
    first, last = sorted(held(state, ADA), key=lambda card: card[0] != str(state.top)[0])
    guest.play(first)
    guest.until_turn()
    guest.play(last)
    expect(guest.end).to_be_visible()
    expect(guest.end.get_by_text(re.compile("points?", re.IGNORECASE))).to_have_count(0)
