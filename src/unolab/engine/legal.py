"""What may be done, decided from the table and the player's own hand alone."""

from __future__ import annotations

from unolab.cards import WILD_CARD, Face
from unolab.engine.hand import (
    ANSWERS_FOUR,
    ANSWERS_TWO,
    DRAW_FOURS,
    FACE,
    FITS,
    NONE,
    PLAIN,
    SAME_COLOR,
    bit,
)
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import (
    COLOR,
    DRAWN,
    DRAWN_MUST,
    OVER,
    PENALTY,
    STACK_NONE,
    SWAP,
    TEST_COLOR,
    TURN,
    WD4_CHALLENGE,
    WD4_STRICT,
    Hand,
    RuleNumbers,
    Table,
)
from unolab.moves import ACTIONS, CALL, CATCH, CHALLENGE, DRAW, KEEP, SAYS_UNO, SWAP_WITH

# Why a move is not legal
FINE = 0
ROUND_OVER = 1
NOT_YOUR_TURN = 2
NOT_IN_HAND = 3
DOES_NOT_FIT = 4
DRAW_FOUR_FORBIDDEN = 5
ONLY_DRAWN_CARD = 6
MUST_ANSWER_DRAW = 7
MUST_NAME_COLOR = 8
MUST_SWAP = 9
MUST_PLAY = 10
NOTHING_TO_DRAW = 11
NOTHING_DRAWN = 12
MUST_PLAY_DRAWN = 13
NOTHING_TO_CHALLENGE = 14
COLOR_NOT_OPEN = 15
NOTHING_TO_SWAP = 16
NO_SUCH_SEAT = 17
NO_CALL_OWED = 18
CANNOT_CATCH = 19
NO_JUMP_IN = 20
NOT_IDENTICAL = 21
NO_JUMP_NOW = 22
MUST_DECIDE_DRAWN = 23
NO_SUCH_MOVE = 24


@inlined
def giveaways(rules: RuleNumbers, top: int) -> int:
    """Return the cards that make a bluff of a wild draw four on ``top``, when held beside it."""
    if rules.wd4_test == TEST_COLOR:
        return SAME_COLOR[top]
    return FITS[top] & ~DRAW_FOURS


@jit
def is_honest(rules: RuleNumbers, hand: Hand, top: int) -> bool:
    """Whether a wild draw four on ``top`` is no bluff, given the rest of the hand."""
    return hand.one & giveaways(rules, top) == NONE


@inlined
def fitting(table: Table, hand: Hand) -> int:
    """Return the cards of a hand that may be laid on the top in a normal turn."""
    cards = hand.one & FITS[table.top]
    if table.rules.wd4 == WD4_STRICT and not is_honest(table.rules, hand, table.top):
        cards &= ~DRAW_FOURS
    return cards


@inlined
def playable(table: Table, hand: Hand) -> int:
    """Return the cards that the seat to act may play now."""
    if table.phase == TURN:
        return fitting(table, hand)
    if table.phase == DRAWN:
        return fitting(table, hand) & bit(hand.drawn)
    if table.phase == PENALTY:
        # the rule about the wild draw four is waived here: nothing else could be played (C097)
        two = FACE[table.top] == Face.DRAW_TWO
        return hand.one & (ANSWERS_TWO if two else ANSWERS_FOUR)[table.rules.stacking]
    return NONE


@inlined
def may_challenge(table: Table) -> bool:
    """Whether the seat to act may challenge the wild draw four on top."""
    return (
        table.phase == PENALTY
        and table.rules.wd4 == WD4_CHALLENGE
        and FACE[table.top] == Face.WILD_DRAW_FOUR
    )


@inlined
def may_draw(table: Table) -> bool:
    """Whether the seat to act may draw, or take what is due, although it could play."""
    if table.rules.draw_when_able == 0:
        return False
    return table.phase == PENALTY or (table.phase == TURN and table.stock + table.discarded > 0)


@inlined
def may_keep(table: Table) -> bool:
    """Whether a card just drawn may be kept although it fits."""
    return table.rules.drawn_card != DRAWN_MUST


@jit
def may_jump_in(table: Table, hand: Hand) -> bool:
    """Whether a seat that is not to act holds the very card on top and may play it."""
    return why_no_jump(table, hand, table.top) == FINE


@jit
def why_no_jump(table: Table, hand: Hand, card: int) -> int:
    """Say why a seat may not jump in with a card."""
    why = why_no_jump_with(table, card)
    if why != FINE:
        return why
    return FINE if hand.one & bit(card) else NOT_IN_HAND


@jit
def why_no_jump_with(table: Table, card: int) -> int:
    """Say why nobody may jump in with a card, whoever holds it."""
    if table.rules.jump_in == 0:
        return NO_JUMP_IN
    if table.phase != TURN and not (table.phase == PENALTY and table.rules.stacking != STACK_NONE):
        return NO_JUMP_NOW
    if card != table.top or card >= WILD_CARD or FACE[card] >= Face.WILD:
        return NOT_IDENTICAL
    return FINE


@jit
def why_not_play(table: Table, hand: Hand, card: int) -> int:
    """Say why the seat to act may not play a card."""
    kind = bit(PLAIN[card])
    if playable(table, hand) & kind:
        return FINE
    if hand.one & kind == NONE:
        return NOT_IN_HAND
    if table.phase == DRAWN:
        return ONLY_DRAWN_CARD
    if table.phase == PENALTY:
        return MUST_ANSWER_DRAW
    if table.phase == COLOR:
        return MUST_NAME_COLOR
    if table.phase == SWAP:
        return MUST_SWAP
    return DRAW_FOUR_FORBIDDEN if FITS[table.top] & kind else DOES_NOT_FIT


@jit
def why_not_draw(table: Table, hand: Hand) -> int:
    """Say why the seat to act may not draw, or take what is due."""
    if table.phase == TURN or table.phase == PENALTY:
        if playable(table, hand) == NONE or may_draw(table):
            return FINE
        return MUST_PLAY if table.rules.draw_when_able == 0 else NOTHING_TO_DRAW
    if table.phase == DRAWN:
        return MUST_DECIDE_DRAWN
    return MUST_NAME_COLOR if table.phase == COLOR else MUST_SWAP


@jit
def why_not_answer(table: Table, seat: int, action: int) -> int:
    """Say why a seat may not call "Uno" late, or catch somebody."""
    if action == CALL:
        return FINE if table.uno == seat else NO_CALL_OWED
    caught = action - CATCH
    return FINE if caught == table.uno and caught != seat else CANNOT_CATCH


@jit
def why_not_decide(table: Table, seat: int, action: int) -> int:
    """Say why the seat to act may not keep a card, challenge, name a colour or swap."""
    if action == KEEP:
        if table.phase != DRAWN:
            return NOTHING_DRAWN
        return FINE if may_keep(table) else MUST_PLAY_DRAWN
    if action == CHALLENGE:
        return FINE if may_challenge(table) else NOTHING_TO_CHALLENGE
    if action < SWAP_WITH:
        return FINE if table.phase == COLOR else COLOR_NOT_OPEN
    if action >= CALL:
        return NO_SUCH_MOVE
    if table.phase != SWAP:
        return NOTHING_TO_SWAP
    other = action - SWAP_WITH
    return FINE if other < table.players and other != seat else NO_SUCH_SEAT


@jit
def why_not(table: Table, hand: Hand, move: int) -> int:
    """Say why the holder of the hand may not make this move; FINE when it may."""
    seat = hand.seat
    action = move & (SAYS_UNO - 1)
    with_card = action < DRAW or SWAP_WITH <= action < CALL
    if move != action and not (move == action + SAYS_UNO and with_card):
        return NO_SUCH_MOVE
    if table.phase == OVER:
        return ROUND_OVER
    if CALL <= action < ACTIONS:
        return why_not_answer(table, seat, action)
    if seat != table.turn:
        return why_no_jump(table, hand, action) if action < DRAW else NOT_YOUR_TURN
    if action < DRAW:
        return why_not_play(table, hand, action)
    if action == DRAW:
        return why_not_draw(table, hand)
    return why_not_decide(table, seat, action)
