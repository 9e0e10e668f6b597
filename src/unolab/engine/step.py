"""THE RULES: what a move does. Whether it is legal, see legal.py.

The order in ``play`` and ``settle`` is the order of the rules: the card leaves the hand; a player
without cards has won; hands move; the call of "Uno" is judged; the card takes effect; the next
player begins. Numbers such as C097 name the test that shows the rule.
"""

from __future__ import annotations

from typing import Final

from unolab.cards import WILD_CARD, Face
from unolab.engine.hand import CARDS_DUE, FACE, NONE, PLAIN, bit, exchange, remove, with_color
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import (
    DRAWN,
    DRAWN_KEEP,
    NOBODY,
    NOTHING,
    PENALTY,
    STACK_NONE,
    SWAP,
    TURN,
    WD4_CHALLENGE,
    StateRecord,
    Table,
    number,
)
from unolab.engine.legal import fitting, is_honest
from unolab.engine.log import (
    CAUGHT,
    CHALLENGED,
    DREW,
    KEPT,
    NAMED,
    PLAYED,
    REVERSED,
    ROTATED,
    SAID,
    SAID_LATE,
    SKIPPED,
    SWAPPED,
    TOOK,
    log,
)
from unolab.engine.score import call_off, finish
from unolab.engine.stock import draw_card, draw_cards
from unolab.moves import CALL, CATCH, CHALLENGE, DRAW, KEEP, NAME_COLOR, SAYS_UNO, SWAP_WITH

BLUFF: Final = number(4)  # cards for whoever is found out
DOUBT: Final = number(2)  # cards more than are due for whoever doubts in vain
MOST_TURNS: Final = number(10_000)  # turns where the rules set no limit: bots might go on for ever


@inlined
def step(state: StateRecord, seat: int, move: int) -> None:
    """Do a legal move."""
    table = state.table
    action = move & (SAYS_UNO - 1)
    if action >= CALL:
        answer_uno(state, seat, action)
        return
    table.uno = NOBODY  # any move of the game ends the time to call and to catch (C133)
    if action < DRAW:
        play(state, seat, action, move & SAYS_UNO)
    elif action == DRAW:
        if table.phase == TURN:
            draw(state, seat)
        else:
            take(state, seat, table.due)
    else:
        decide(state, seat, action, move & SAYS_UNO)


@jit
def decide(state: StateRecord, seat: int, action: int, said: int) -> None:
    """Do one of the rarer moves: keep, challenge, name a colour, swap."""
    table = state.table
    if action == KEEP:
        state.hands[seat].drawn = NOTHING
        log(table, KEPT, seat)
        begin(table, following(table, seat), TURN)
    elif action == CHALLENGE:
        challenge(state, seat)
    elif action < SWAP_WITH:
        color = action - NAME_COLOR
        table.top = with_color(WILD_CARD, color)
        log(table, NAMED, seat, color)
        begin(table, seat, TURN)
    else:
        other = action - SWAP_WITH
        exchange(state.hands[seat], state.hands[other])
        table.sizes[seat], table.sizes[other] = table.sizes[other], table.sizes[seat]
        log(table, SWAPPED, seat, other)
        settle(state, seat, said | table.said)


@inlined
def following(table: Table, seat: int) -> int:
    """Return the seat after this one in the direction of play."""
    return round_the_table(table, seat + table.step)


@inlined
def preceding(table: Table, seat: int) -> int:
    """Return the seat before this one in the direction of play."""
    return round_the_table(table, seat - table.step)


@inlined
def round_the_table(table: Table, seat: int) -> int:
    """Let the seat beyond the last be the first, and the one before the first the last."""
    if seat == table.players:
        return 0
    return table.players - 1 if seat < 0 else seat


@inlined
def begin(table: Table, seat: int, phase: int) -> None:
    """Let a seat begin its turn, unless the round has had as many as it may (C161)."""
    table.turn = seat
    table.phase = phase
    limit = table.rules.turn_limit
    if table.turns == (limit if limit > 0 else MOST_TURNS):
        call_off(table)
    else:
        table.turns += 1


@inlined
def play(state: StateRecord, seat: int, card: int, said: int) -> None:
    """Lay a card on the top, a wild with its colour."""
    table = state.table
    rules = table.rules
    hand = state.hands[seat]
    top = table.top
    remove(hand, PLAIN[card])
    hand.drawn = NOTHING
    if top != NOTHING:
        table.discards[table.discarded] = top
        table.discarded += 1
    table.top = card
    table.blocked = 0
    left = table.sizes[seat] - 1
    table.sizes[seat] = left
    log(table, PLAYED, seat, card)
    if left == 0:
        go_out(state, seat)
        return
    if FACE[card] == Face.WILD_DRAW_FOUR and rules.wd4 == WD4_CHALLENGE:
        # judged now, on the colour in force before it; a later draw changes nothing (C126)
        state.deck.bluff = int(not is_honest(rules, hand, top))
    if rules.seven_zero:
        if FACE[card] == Face.SEVEN:
            table.turn = seat
            table.phase = SWAP
            table.said = said
            return
        if FACE[card] == Face.ZERO:
            rotate(state, seat)
    settle(state, seat, said)


@jit
def go_out(state: StateRecord, seat: int) -> None:
    """Win the round; a draw card played last is still served, with all that was pending (C099)."""
    table = state.table
    amount = CARDS_DUE[table.top]
    if amount and table.rules.last_card_draws:
        victim = following(table, seat)
        log(table, TOOK, victim, draw_cards(state, victim, table.due + amount))
    table.due = 0
    finish(state, seat)


@jit
def rotate(state: StateRecord, seat: int) -> None:
    """Pass every hand on by one seat in the direction of play."""
    table = state.table
    here = following(table, seat)
    for _ in range(table.players - 1):
        # the hand of ``seat`` wanders: after the last exchange every hand is one seat further
        exchange(state.hands[seat], state.hands[here])
        table.sizes[seat], table.sizes[here] = table.sizes[here], table.sizes[seat]
        here = following(table, here)
    log(table, ROTATED, seat, int(table.step > 0))


@inlined
def left_after(table: Table, seat: int, card: int) -> int:
    """Return how many cards a seat has after a play: others, when a zero passes the hands on."""
    if table.rules.seven_zero != 0 and FACE[card] == Face.ZERO:
        return table.sizes[preceding(table, seat)]
    return table.sizes[seat] - 1


@inlined
def only_passes_on(face: int) -> bool:
    """Whether a card has no effect but that the next player begins."""
    return face < Face.SKIP or face == Face.WILD


@inlined
def reverse_skips(table: Table) -> bool:
    """Whether a reverse skips a player, as it may between two."""
    return table.players == 2 and table.rules.two_player_reverse_skips != 0


@inlined
def settle(state: StateRecord, seat: int, said: int) -> None:
    """Judge the call of "Uno", let the card on top take effect, and let the next player begin."""
    table = state.table
    rules = table.rules
    if table.sizes[seat] == 1:
        if said or rules.uno_penalty == 0:
            log(table, SAID, seat)
        else:
            table.uno = seat
    face = FACE[table.top]
    after = following(table, seat)
    if only_passes_on(face):
        begin(table, after, TURN)
    elif face == Face.REVERSE and table.players > 2:
        table.step = -table.step
        log(table, REVERSED, seat, int(table.step > 0))
        begin(table, following(table, seat), TURN)
    elif face == Face.SKIP or (face == Face.REVERSE and reverse_skips(table)):
        log(table, SKIPPED, after)
        begin(table, following(table, after), TURN)
    elif face == Face.REVERSE:
        begin(table, after, TURN)
    else:
        table.due += CARDS_DUE[table.top]
        if rules.stacking != STACK_NONE or (
            face == Face.WILD_DRAW_FOUR and rules.wd4 == WD4_CHALLENGE
        ):
            begin(table, after, PENALTY)
        else:
            take(state, after, table.due)


@inlined
def take(state: StateRecord, seat: int, amount: int) -> None:
    """Let a seat take what is due; it loses its turn."""
    table = state.table
    table.due = 0
    log(table, TOOK, seat, draw_cards(state, seat, amount))
    # after it comes the next player, or the one who played the draw card (C082)
    again = table.rules.draw_plays_again
    begin(table, preceding(table, seat) if again else following(table, seat), TURN)


@inlined
def accused(table: Table) -> int:
    """Return the seat whose wild draw four the seat to act may challenge."""
    return preceding(table, table.turn)


@inlined
def top_before(table: Table) -> int:
    """Return the card that the one on top was laid on."""
    return NOTHING if table.discarded == 0 else number(table.discards[table.discarded - 1])


@inlined
def doubt_penalty(table: Table) -> int:
    """Return how many cards a challenge in vain costs."""
    return table.due + DOUBT


@jit
def challenge(state: StateRecord, seat: int) -> None:
    """Find out whether the wild draw four was a bluff: 4 for the bluffer, or 6 for the doubter."""
    table = state.table
    bluffer = accused(table)
    log(table, CHALLENGED, seat, state.deck.bluff)
    if state.deck.bluff:
        table.due = 0
        log(table, TOOK, bluffer, draw_cards(state, bluffer, BLUFF))
        begin(table, seat, TURN)
    else:
        take(state, seat, doubt_penalty(table))


@inlined
def draw(state: StateRecord, seat: int) -> None:
    """Draw a card on the own turn, or cards until one can be played."""
    table = state.table
    rules = table.rules
    hand = state.hands[seat]
    drawn = 0
    fits = False
    while True:
        card = draw_card(state, seat)
        if card == NOTHING:
            break
        drawn += 1
        fits = fitting(table, hand) & bit(card) != NONE
        if fits or not rules.draw_until_playable:
            break
    log(table, DREW, seat, drawn)
    if drawn == 0:
        table.blocked += 1
        if table.blocked == table.players:
            call_off(table)  # nobody can play and nobody can draw (C154)
            return
    else:
        table.blocked = 0
    if fits and rules.drawn_card != DRAWN_KEEP:
        hand.drawn = card
        table.phase = DRAWN
    else:
        begin(table, following(table, seat), TURN)


@jit
def answer_uno(state: StateRecord, seat: int, action: int) -> None:
    """Say "Uno" late, or catch someone who did not say it; the seat to act stays the same."""
    table = state.table
    if action == CALL:
        log(table, SAID_LATE, seat)
    else:
        caught = action - CATCH
        log(table, CAUGHT, caught, seat)
        log(table, TOOK, caught, draw_cards(state, caught, table.rules.uno_penalty))
    table.uno = NOBODY
