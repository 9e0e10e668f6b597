"""Records made from a deal or a position, with every check that needs the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from unolab.cards import DECK, DRAW_FOUR_CARD, WILD_CARD, Card, Face
from unolab.engine import calls
from unolab.engine.hand import CARDS_DUE
from unolab.engine.layout import (
    COLOR,
    DEALER_RANDOM,
    DRAWN,
    DRAWN_KEEP,
    HAND,
    NOBODY,
    NOTHING,
    OPENING_OFFICIAL,
    OVER,
    PENALTY,
    STACK_NONE,
    STACK_SAME,
    STATE,
    SWAP,
    TURN,
)
from unolab.engine.record import Record, copy_record, hand_of, make_record, mark_legal, table_of
from unolab.engine.rng import U
from unolab.errors import NotationError
from unolab.moves import CALL
from unolab.position import MOST_POINTS, Position
from unolab.rules import Rules
from unolab.shuffle import LONG_SEEDS, SEEDS, choose_swaps, is_long, swap_places

NUMBERS = 1 << 48


def blank_state(rules: Rules, players: int) -> Record:
    """Make a state in which nothing is dealt yet, for the loops that deal game after game.

    Whoever deals clears it first; it holds no more than the rules, how many play and who deals.
    """
    rules.check_players(players)
    record = make_record(STATE)
    record["table"]["rules"] = rules.codes()
    record["table"]["players"] = players
    record["table"]["dealer"] = players - 1
    return record


def deal_hands(
    rules: Rules,
    players: int,
    seed: int,
    number: int,
    dealer: int | None,
    first: Sequence[Card],
    totals: Sequence[int],
) -> Record:
    """Deal the hands and turn up the first card, which has not taken effect yet."""
    record = _empty(rules, players, seed, number, dealer)
    if first or is_long(seed):
        _stack(record, DECK, first, seed, number)
    if totals:
        _keep_totals(record["table"], totals)
    calls.deal_hands(record)
    return record


def set_up(position: Position, rules: Rules, seed: int) -> Record:
    """Set up a position whose hands are all known."""
    hands = [hand for hand in position.hands if not isinstance(hand, int)]
    if len(hands) < len(position.hands) or isinstance(position.draws, int):
        raise NotationError("this is a view, with cards counted instead of named: use View.parse")
    record = _bare(rules, len(hands), seed)
    known = [card for hand in hands for card in hand] + _pile(position)
    _stack(record, _rest(known), position.draws, seed)
    for seat, hand in enumerate(hands):
        for card in hand:
            calls.give(record, seat, card)
    table = table_of(record)
    _lay(table, position)
    _check(table, position)
    record["deck"]["bluff"] = position.bluff
    if table["winner"][0] != NOBODY:
        calls.end_round(record, position.turn)
    elif table["phase"][0] == DRAWN:
        _keep_drawn(table, hand_of(record, position.turn), position)
    return record


def set_up_view(position: Position, rules: Rules) -> tuple[Record, Record, int | None]:
    """Set up what one seat, or a spectator, sees: the table, the hand and the seat."""
    shown = [(s, hand) for s, hand in enumerate(position.hands) if not isinstance(hand, int)]
    if len(shown) > 1 or not isinstance(position.draws, int):
        raise NotationError("a view names one hand and counts the others: R5 0> R7G3/2 - 103")
    seat, own = shown[0] if shown else (None, ())
    sizes = [h if isinstance(h, int) else len(h) for h in position.hands]
    hidden = sum(sizes) - len(own) + position.draws
    if len(_rest([*own, *_pile(position)])) != hidden:
        raise NotationError(f"the hands and the stock do not add up to the {len(DECK)} cards")
    table = copy_record(table_of(_bare(rules, len(sizes), 0)))
    table["sizes"][0, : len(sizes)] = sizes
    table["stock"] = position.draws
    _lay(table, position)
    _check(table, position)
    if position.bluff:
        raise NotationError("nobody sees whether it is a bluff: ?4 is expected in a view, not ??4")
    hand = _hold(own, seat)
    if table["phase"][0] == DRAWN and seat == position.turn:
        _keep_drawn(table, hand, position)
    elif position.drawn is not None:
        raise NotationError(f"only seat {position.turn} can see that it drew {position.drawn}")
    return table, hand, seat


def _hold(cards: Iterable[Card], seat: int | None) -> Record:
    """Make a hand that stands alone."""
    hand = make_record(HAND)
    hand["seat"] = NOBODY if seat is None else seat
    hand["drawn"] = NOTHING
    for card in cards:
        calls.hold(hand, card)
    return hand


def _empty(rules: Rules, players: int, seed: int, number: int, dealer: int | None) -> Record:
    record = blank_state(rules, players)
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**256 - 1, not {seed!r:.60}")
    if type(number) is not int or not 0 <= number < NUMBERS:
        raise ValueError(f"the number of a game is from 0 to 2**48 - 1, not {number!r:.60}")
    if dealer is None:
        dealer = _find_dealer(record, players, seed, number)
    if type(dealer) is not int or not 0 <= dealer < players:
        raise ValueError(f"the dealer is one of the seats 0 to {players - 1}, not {dealer!r:.60}")
    calls.prepare(record, players, dealer, *words(seed), number)
    return record


def _find_dealer(record: Record, players: int, seed: int, number: int) -> int:
    """Return who deals a game where nobody has said so: the last seat, or one by lot."""
    if record["table"]["rules"]["dealer"][0] == DEALER_RANDOM:
        return int(calls.pick_dealer(record, players, *words(seed), number))
    return players - 1


def _bare(rules: Rules, players: int, seed: int) -> Record:
    """Make the empty table of a position; how many play is part of its text."""
    try:
        rules.check_players(players)
    except ValueError as error:
        raise NotationError(str(error)) from None
    return _empty(rules, players, seed, 0, None)


def words(seed: int) -> tuple[int, int]:
    """Split a seed into the two words that compiled code takes."""
    seed %= LONG_SEEDS
    return U(seed & (1 << 64) - 1), U(seed >> 64)


def _rest(known: Iterable[Card]) -> list[Card]:
    """Return the deck without the cards whose place is known."""
    rest = list(DECK)
    for card, count in Counter(card.plain for card in known).items():
        for _ in range(count):
            if card not in rest:
                raise NotationError(f"the deck has {DECK.count(card)} {card}, not {count}")
            rest.remove(card)
    return rest


def choose_next_shuffle(record: Record, seed: int, number: int) -> None:
    """Lay down how the discards will be shuffled, in a game with a long seed."""
    swaps = choose_swaps(seed, number, int(record["deck"]["shuffles"][0]))
    record["deck"]["swaps"][0, : len(swaps)] = swaps


def _stack(
    record: Record, cards: Sequence[Card], first: Sequence[Card], seed: int, number: int = 0
) -> None:
    """Fill the stock with cards of which the first draws are fixed, all of them by a long seed."""
    stock = list(cards)
    if is_long(seed):
        stock = swap_places(stock, choose_swaps(seed, number, 0))
        record["deck"]["shuffles"] = 1
        choose_next_shuffle(record, seed, number)
    for card in first:
        if card not in stock:
            raise NotationError(f"{card} cannot be drawn: it is no card of the stock")
        stock.remove(card)
    stock += reversed(first)
    record["deck"]["cards"][0, : len(stock)] = stock
    record["deck"]["ordered"] = len(stock) if is_long(seed) else len(first)
    record["table"]["stock"] = len(stock)


def _pile(position: Position) -> list[Card]:
    pile = [*position.discards, *([] if position.top is None else [position.top])]
    for place, card in enumerate(pile):
        if card == DRAW_FOUR_CARD or (card == WILD_CARD and place > 0):
            raise NotationError(f"{card} on the pile has no colour: RF, YF, GF or BF is expected")
    if position.discards and position.top is None:
        raise NotationError("there are discards, so there is a top card too")
    return pile


def _lay(table: Record, position: Position) -> None:
    """Write what everyone can see, and find out what has to be decided."""
    players = len(position.hands)
    if position.turn >= players:
        raise NotationError(f"it cannot be the turn of seat {position.turn} of {players} players")
    _check_hands(position.hands)
    marked = _list_marks(position)
    winner = _find_winner(position, marked)
    phase = OVER if winner != NOBODY else marked[0] if marked else _find_phase(table, position.top)
    fields: dict[str, Any] = {
        "top": NOTHING if position.top is None else position.top,
        "turn": position.turn,
        "step": position.step,
        "phase": phase,
        "due": position.due,
        "said": position.said,
        "uno": NOBODY if position.uno is None else position.uno,
        "blocked": position.blocked,
        "turns": position.turns if position.turns is not None else int(phase != COLOR),
        "discarded": len(position.discards),
        "winner": winner,
    }
    for name, value in fields.items():
        table[name] = value
    if position.totals:
        _keep_totals(table, position.totals)
    table["discards"][0, : len(position.discards)] = position.discards


def _check_hands(hands: Iterable[tuple[Card, ...] | int]) -> None:
    """Refuse wilds that have a colour already."""
    for hand in hands:
        for card in () if isinstance(hand, int) else hand:
            if card != card.plain:
                raise NotationError(f"{card} in a hand wears a colour: {card.plain} is expected")


def _find_winner(position: Position, marked: Sequence[int]) -> int:
    """Return the seat that has no cards left, or NOBODY."""
    empty = [seat for seat, hand in enumerate(position.hands) if not hand]
    if not empty:
        return NOBODY
    if empty != [position.turn] or marked or position.uno is not None:
        raise NotationError(
            "an empty hand has won: there can be only one, it is that seat's turn, and nothing "
            "more can be due"
        )
    return position.turn


def _find_phase(table: Record, top: Card | None) -> int:
    """Return what the seat to act has to decide where no mark says so."""
    color_is_open = top == WILD_CARD and table["rules"]["opening"][0] == OPENING_OFFICIAL
    return COLOR if color_is_open else TURN


def _list_marks(position: Position) -> list[int]:
    """List the phases that the marks speak of, of which there can be one at most."""
    marks = {
        OVER: position.void,
        SWAP: position.swap,
        DRAWN: position.drawn is not None or position.drawn_hidden,
        PENALTY: position.due > 0,
    }
    phases = [phase for phase, marked in marks.items() if marked]
    if len(phases) > 1:
        raise NotationError("only one of the marks void, >, = and +2 or ?4 can be there")
    return phases


def _keep_drawn(table: Record, hand: Record, position: Position) -> None:
    cards = position.hands[position.turn]
    assert not isinstance(cards, int)  # it is the hand that is shown
    if position.drawn is None or position.drawn not in cards:
        raise NotationError("the card just drawn must be named, and be in the hand of its seat")
    hand["drawn"] = position.drawn
    if not mark_legal(table, hand)[:CALL].any():
        raise NotationError(f"with drawn_card=must, {position.drawn} must fit: the turn is over")


def _keep_totals(table: Record, totals: Sequence[int]) -> None:
    players = int(table["players"][0])
    if len(totals) != players:
        raise NotationError(f"{players} totals are expected, not {len(totals)}")
    if not all(type(total) is int and 0 <= total <= MOST_POINTS for total in totals):
        raise NotationError(f"totals are whole numbers from 0 to {MOST_POINTS}, not {totals!r:.60}")
    table["totals"][0, :players] = totals


def _check(table: Record, position: Position) -> None:
    """Refuse a position that no game can reach in the phase it is in."""
    rules = table["rules"][0]
    face = None if position.top is None else position.top.face
    if position.due and face not in (Face.DRAW_TWO, Face.WILD_DRAW_FOUR):
        raise NotationError("cards are due only when a draw card is on top")
    _check_challenge(table, position)
    if position.due and position.top is not None:
        _check_due(position.top, position.due, int(rules["stacking"]))
    if position.swap and not (face == Face.SEVEN and rules["seven_zero"]):
        raise NotationError("a swap is due only after a seven, with seven_zero=true")
    if position.uno is not None:
        _check_call(table, position.uno)
    _check_length(table, position)


def _check_length(table: Record, position: Position) -> None:
    """Refuse a position after which the round would have been over, or the turn."""
    rules = table["rules"][0]
    if rules["turn_limit"] and table["turns"][0] > rules["turn_limit"]:
        raise NotationError(f"no round has more than {rules['turn_limit']} turns by these rules")
    if position.drawn is not None and rules["drawn_card"] == DRAWN_KEEP:
        raise NotationError("with drawn_card=keep nobody has a choice after drawing")
    if position.blocked >= len(position.hands) and not position.void:
        raise NotationError("a table where everyone is blocked is void")


def _check_challenge(table: Record, position: Position) -> None:
    """Refuse the mark of a challenge where there is none, and its absence where there is one."""
    open_to_challenge = calls.can_challenge(table)
    if position.challenge and not open_to_challenge:
        raise NotationError("?4 needs a wild draw four on top and rules with wd4=challenge")
    if position.due and not position.challenge and open_to_challenge:
        raise NotationError("a draw four that may be challenged is written ?4, or ??4 for a bluff")


def _check_due(top: Card, due: int, stacking: int) -> None:
    """Refuse a number of cards that cannot have come together."""
    least = int(CARDS_DUE[top])
    unit = least if stacking in (STACK_NONE, STACK_SAME) else 2
    most = least if stacking == STACK_NONE else due
    if not least <= due <= most or due % unit:
        raise NotationError(f"{due} cards cannot be due on {top}")


def _check_call(table: Record, seat: int) -> None:
    """Refuse a call of "Uno" that the seat cannot owe."""
    if table["phase"][0] not in (TURN, PENALTY):
        raise NotationError(f"seat {seat} cannot owe a call now: something was done since")
    at_table = seat < table["players"][0] and table["sizes"][0, seat] == 1
    if not at_table or not table["rules"]["uno_penalty"][0]:
        raise NotationError(f"seat {seat} cannot owe a call: one card and a penalty are needed")
