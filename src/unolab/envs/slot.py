"""Slots: one game of a batch, which goes on by itself to the next decision of a learner.

Everything here runs on the processor and on a GPU alike. A slot plays one game after another, and
which ones they are depends on its number alone: the same seed and the same actions give the same
games, however many threads there are and on whatever device. A game is a round, or a match of
several.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from unolab.bots.observation.evidence import Evidence, begin_watching, follow
from unolab.bots.observation.hidden import reveal
from unolab.bots.observation.layout import RULE_BYTES
from unolab.bots.observation.observe import RULES, clear_row, observe, write_question
from unolab.bots.observation.question import (
    ACTIONS,
    ASKED,
    COLORS_AS_THEY_ARE,
    DECIDES_CALLS,
    PASS,
    move_of,
    order_colors,
    question_for,
)
from unolab.bots.observation.ruleset import write_rules
from unolab.engine.deal import clear, deal, open_play
from unolab.engine.hand import nth_bit
from unolab.engine.jit import call, count_bits, inlined, jit
from unolab.engine.layout import (
    NOBODY,
    OVER,
    Hand,
    Mind,
    Rng,
    RuleNumbers,
    Seats,
    Small,
    StateRecord,
    Word,
    number,
)
from unolab.engine.legal import FINE, why_not
from unolab.engine.matches import draw_dealer, is_last
from unolab.engine.rng import DECK_STREAM, SAMPLE_STREAM, TABLE_STREAM, U, below, open_stream
from unolab.engine.run import PASS as BOT_PASSES
from unolab.engine.run import first_asked, next_asked, refresh
from unolab.engine.score import carry_over, wins_match
from unolab.engine.series import draw_seats
from unolab.engine.step import step
from unolab.envs.reward import reward_of
from unolab.rules import OPTIONS

ILLEGAL_REWARD: Final = -1.0
LEARNER: Final = number(-1)  # in a line-up, where a bot has its place in the roster

# Where a line-up has what, in a row of numbers
RULE_COUNT: Final = number(len(OPTIONS))
PLAYER_COUNT: Final = RULE_COUNT
FIRST_PLAYER: Final = RULE_COUNT + 1

# How the slots of a batch play, in a row of numbers
(
    SEED_LOW, SEED_HIGH, STRIDE, BY_LOT, CANONICAL, DECIDES, REWARD, AUTORESET, MOST_ROUNDS,
    LINEUP_BY_LOT,
) = map(number, range(10))  # fmt: skip
PLAYING, ENDED, ERRED = map(number, range(3))
NEIGHBORS: Final = number(32)  # with the same line-up: on a GPU they wait for each other


class Slot:
    """A game, and what is kept beside it."""

    state: StateRecord
    evidence: Evidence
    chance: Rng  # for random actions
    legal: Word  # actions as bits, the first 64
    legal_high: Word
    game: Annotated[int, "i8"]  # its number in the series, which grows beyond 32 bits on a GPU too
    rounds: Small  # that have ended in this game
    round_winner: Small  # the player who won a round in the last step, or NOBODY
    status: Small
    lineup: Small
    asked: Small  # the seat that decides
    early: Small  # whether it is asked for a call before anyone can catch it
    colors: Small  # the place of every colour for that seat
    players: Seats  # who sits where, by the place in the line-up
    minds: Seats  # which mind is at a seat, or NOBODY at that of a learner
    decides: Small  # what learners decide themselves, as bits
    canonical: Small  # whether they count colours
    rules: Annotated[list[int], "u1", len(RULE_BYTES)]  # as bytes of an observation


@inlined
def slot_at(slots: Any, place: int) -> Slot:
    """Return a slot. On a GPU something else stands here."""
    return slots[place]  # type: ignore[no-any-return]


@inlined
def mind_at(minds: Any, place: int, which: int) -> Mind:
    """Return a mind of a slot. On a GPU something else stands here."""
    return minds[place, which]  # type: ignore[no-any-return]


@inlined
def row_at(rows: Any, place: int) -> Any:
    """Return a row of a table (see ``rows_of``). On a GPU something else stands here."""
    return rows[place].cells


def rows_of(table: Any) -> Any:
    """View a table as an array of records with one row each.

    Numba counts the references to a row of a table, which threads then do in turns. To one that is
    part of a record it counts none.
    """
    row = np.dtype((np.record, [("cells", table.dtype, table.shape[1])]))
    return table.view(row)[:, 0]


# ── a new game ────────────────────────────────────────────────────────────────────────────────────


@jit
def set_rules(rules: RuleNumbers, codes: Any) -> None:
    """Take over rules as numbers."""
    rules.hand_size = codes[0]
    rules.opening = codes[1]
    rules.draw_when_able = codes[2]
    rules.draw_until_playable = codes[3]
    rules.drawn_card = codes[4]
    rules.stacking = codes[5]
    rules.wd4 = codes[6]
    rules.wd4_test = codes[7]
    rules.two_player_reverse_skips = codes[8]
    rules.draw_plays_again = codes[9]
    rules.uno_penalty = codes[10]
    rules.last_card_draws = codes[11]
    rules.jump_in = codes[12]
    rules.seven_zero = codes[13]
    rules.target = codes[14]
    rules.low_score_wins = codes[15]
    rules.partners = codes[16]
    rules.turn_limit = codes[17]
    rules.dealer = codes[18]


@jit
def start(slot: Slot, minds: Any, tables: Any, setup: Any, game: int, place: int) -> None:
    """Begin a game of the series: its dealer by lot, and perhaps its line-up if there are more."""
    lineups, _ = tables
    table = slot.state.table
    rng = slot.state.deck.rng
    slot.game = game
    slot.rounds = 0
    low, high, deal_number = stream_of(slot, setup)
    open_stream(rng, low, high, deal_number, TABLE_STREAM)
    slot.lineup = lineup_of(place, setup[STRIDE], len(lineups))
    if setup[LINEUP_BY_LOT] and len(lineups) > 1:
        slot.lineup = below(rng, len(lineups))
    lineup = row_at(lineups, slot.lineup)
    set_rules(table.rules, lineup)
    for byte in range(len(RULE_BYTES)):
        slot.rules[byte] = 0
    write_rules(table.rules, slot.rules, 0)
    slot.decides = setup[DECIDES]
    slot.canonical = setup[CANONICAL]
    table.players = lineup[PLAYER_COUNT]
    table.dealer = below(rng, table.players)
    sit_down(slot, table.players, setup[BY_LOT])
    for seat in range(table.players):
        table.totals[seat] = 0
    deal_round(slot, minds, tables, setup, place)


@jit
def lineup_of(place: int, games: int, lineups: int) -> int:
    """Return the line-up of a place that keeps it: all have as many, and neighbours the same."""
    neighbors = max(number(1), min(NEIGHBORS, games // lineups))
    whole = games // (neighbors * lineups) * (neighbors * lineups)
    if place < whole:
        return number(place // neighbors % lineups)
    return number((place - whole) * lineups // (games - whole))


@jit
def deal_round(slot: Slot, minds: Any, tables: Any, setup: Any, place: int) -> None:
    """Deal a round of a game; its players, dealer and totals stand in the state."""
    lineups, roster = tables
    state = slot.state
    low, high, deal_number = stream_of(slot, setup)
    clear(state, state.table.players, state.table.dealer)
    open_stream(state.deck.rng, low, high, deal_number, DECK_STREAM)
    open_stream(slot.chance, low, high, deal_number, SAMPLE_STREAM)
    wake_minds(slot, minds, row_at(lineups, slot.lineup), roster, deal_number, place)
    deal(state)
    begin_watching_deal(slot)
    slot.status = PLAYING


@inlined
def stream_of(slot: Slot, setup: Any) -> Any:
    """Return the words of the seed and the number of the round's deal, as in a simulation."""
    deal_number = slot.game * setup[MOST_ROUNDS] + slot.rounds
    return U(setup[SEED_LOW]), U(setup[SEED_HIGH]), deal_number


@jit
def begin_watching_deal(slot: Slot) -> None:
    """Let the first card take effect while everyone watches."""
    open_play(slot.state)
    begin_watching(slot.evidence, slot.state.table)
    slot.early = 0
    slot.asked = first_asked(slot.state)


@jit
def sit_down(slot: Slot, players: int, by_lot: int) -> None:
    """Give everyone a seat: in the order of the line-up, or by lot."""
    if by_lot:
        draw_seats(slot.players, players, slot.state.deck.rng)
    else:
        for seat in range(players):
            slot.players[seat] = seat


@jit
def wake_minds(
    slot: Slot, minds: Any, lineup: Any, roster: Any, deal_number: int, place: int
) -> None:
    """Give every bot of the line-up a mind that remembers nothing."""
    addresses, settings, seeds = roster
    used = number(0)
    for seat in range(lineup[PLAYER_COUNT]):
        bot = lineup[FIRST_PLAYER + slot.players[seat]]
        slot.minds[seat] = NOBODY
        if bot == LEARNER:
            continue
        slot.minds[seat] = used
        mind = mind_at(minds, place, used)
        used += 1
        mind.bot = addresses[bot]
        memory = mind.memory
        for setting in range(len(memory.settings)):
            memory.settings[setting] = settings[bot, setting]
        refresh(mind, seeds[seat, 0], seeds[seat, 1], deal_number)


# ── playing on ────────────────────────────────────────────────────────────────────────────────────


@jit
def do(slot: Slot, seat: int, move: int) -> None:
    """Make a move while everyone watches, and find out who is asked then."""
    state = slot.state
    table = state.table
    since = table.logged
    step(state, seat, move)
    follow(slot.evidence, table, since)
    slot.early = 0
    slot.asked = first_asked(state)
    if table.uno != NOBODY and slot.decides & DECIDES_CALLS and slot.minds[table.uno] == NOBODY:
        slot.asked = table.uno  # in time, before anyone else can say something
        slot.early = 1


@jit
def let_pass(slot: Slot) -> None:
    """Let the seat that is asked say nothing."""
    state = slot.state
    asked = first_asked(state) if slot.early else next_asked(state, slot.asked)
    slot.early = 0
    owing = state.table.uno
    if asked == owing and asked != state.table.turn and slot.minds[owing] == NOBODY:
        asked = next_asked(state, asked)  # it was asked in time, and said nothing
    slot.asked = asked


@jit
def ask_mind(slot: Slot, mind: Mind, seat: int) -> None:
    """Let a bot do what it wants."""
    table = slot.state.table
    hand = slot.state.hands[seat]
    move = call(mind.bot, table, hand, mind.memory, mind.rng)
    if move == BOT_PASSES and seat != table.turn:
        let_pass(slot)
    elif why_not(table, hand, move) != FINE:
        slot.status = ERRED
    else:
        do(slot, seat, move)


@jit
def play_on(slot: Slot, minds: Any, place: int, row: Any, mask: Any) -> None:
    """Play until a learner has something to decide, and show it; or to the end of the round."""
    table = slot.state.table
    while table.phase != OVER:
        seat = slot.asked
        if slot.minds[seat] != NOBODY:
            ask_mind(slot, mind_at(minds, place, slot.minds[seat]), seat)
            if slot.status == ERRED:
                return
        elif ask_learner(slot, seat, row, mask):
            return
    slot.status = ENDED


@jit
def play_next_rounds(
    slot: Slot, minds: Any, tables: Any, setup: Any, place: int, row: Any, mask: Any
) -> None:
    """Play on after a round that has ended, unless the game is over with it."""
    state = slot.state
    while slot.status == ENDED:
        slot.rounds += 1
        if slot.rounds == setup[MOST_ROUNDS] or is_last(state.table, slot.rounds):
            return
        carry_over(state.table)
        low, high, deal_number = stream_of(slot, setup)
        draw_dealer(state, low, high, deal_number)
        deal_round(slot, minds, tables, setup, place)
        play_on(slot, minds, place, row, mask)


@jit
def ask_learner(slot: Slot, seat: int, row: Any, mask: Any) -> bool:
    """Show a learner what it has to decide; if there is nothing, move on and return False."""
    table = slot.state.table
    hand = slot.state.hands[seat]
    cards, more, move = question_for(table, hand, slot.early, slot.decides)
    if move != ASKED:
        do(slot, seat, move)
        return False
    colors = order_colors(table, hand) if slot.canonical else COLORS_AS_THEY_ARE
    slot.colors = colors
    show(slot, hand, colors, row)
    slot.legal, slot.legal_high = write_question(table, seat, cards, more, colors, row, mask)
    return True


@inlined
def show(slot: Slot, hand: Hand, colors: int, row: Any) -> None:
    """Write what the holder of a hand may see."""
    observe(slot.state.table, hand, slot.evidence, colors, row)
    for place in range(len(RULE_BYTES)):
        row[RULES + place] = slot.rules[place]


@jit
def take_action(slot: Slot, action: int) -> None:
    """Do what a learner has decided."""
    seat = slot.asked
    if action == PASS:
        let_pass(slot)
    else:
        do(slot, seat, move_of(slot.state.table, seat, slot.colors, action, slot.decides))


@inlined
def is_legal(slot: Slot, action: int) -> bool:
    """Whether a learner may do this now."""
    if action < 0 or action > PASS:
        return False
    word = slot.legal if action < 64 else slot.legal_high
    return word >> U(action & 63) & U(1) != U(0)


@inlined
def any_action(slot: Slot) -> int:
    """Pick one of the legal actions by chance."""
    low = count_bits(slot.legal)
    pick = below(slot.chance, low + count_bits(slot.legal_high))
    if pick < low:
        return nth_bit(slot.legal, pick)
    return 64 + nth_bit(slot.legal_high, pick - low)


# ── what a call of the batch does with one slot ───────────────────────────────────────────────────


@jit
def begin(slot: Slot, minds: Any, tables: Any, setup: Any, place: int, row: Any, mask: Any) -> None:
    """Deal the next game and play to its first decision; one without any is dealt anew."""
    while True:
        start(slot, minds, tables, setup, slot.game + setup[STRIDE], place)
        play_on(slot, minds, place, row, mask)
        play_next_rounds(slot, minds, tables, setup, place, row, mask)
        if slot.status != ENDED:
            return


@jit
def pay(slot: Slot, setup: Any, rewards: Any, place: int) -> None:
    """Write what a finished game was worth to everyone."""
    by_totals = setup[MOST_ROUNDS] > 1
    for seat in range(slot.state.table.players):
        rewards[place, slot.players[seat]] = reward_of(slot.state, seat, setup[REWARD], by_totals)


@inlined
def winner_of_round(slot: Slot) -> int:
    """Return the player of the line-up who has gone out, or NOBODY."""
    seat = slot.state.table.winner
    return NOBODY if seat == NOBODY else number(slot.players[seat])


@jit
def winner_of_game(slot: Slot, setup: Any) -> int:
    """Return the player of the line-up who has won, the first of several, or NOBODY."""
    if setup[MOST_ROUNDS] == 1:
        return winner_of_round(slot)
    first = NOBODY
    if slot.state.table.phase == OVER:
        for seat in range(slot.state.table.players):
            player = number(slot.players[seat])
            if wins_match(slot.state.table, seat) and (first == NOBODY or player < first):
                first = player
    return first


@jit
def show_end(slot: Slot, row: Any, mask: Any) -> None:
    """Show the end of a game to the learner who comes first: there is nothing to decide."""
    seat = NOBODY
    for other in range(slot.state.table.players):
        if slot.minds[other] == NOBODY and (
            seat == NOBODY or slot.players[other] < slot.players[seat]
        ):
            seat = number(other)
    slot.asked = seat
    slot.legal = U(0)
    slot.legal_high = U(0)
    slot.colors = show_to(slot, seat, row, mask)


@jit
def show_to(slot: Slot, seat: int, row: Any, mask: Any) -> int:
    """Show the table to a seat that has nothing to decide; return how it counts colours."""
    table = slot.state.table
    hand = slot.state.hands[seat]
    colors = order_colors(table, hand) if slot.canonical else COLORS_AS_THEY_ARE
    show(slot, hand, colors, row)
    clear_row(mask, ACTIONS)
    return colors


# ── what threads do, slot by slot ─────────────────────────────────────────────────────────────────


@inlined
def reset_slot(
    slots: Any, minds: Any, tables: Any, setup: Any, wanted: Any, out: Any, place: int
) -> bool:
    """Deal a new game in a slot if that is wanted; return False if a bot errs."""
    observations, masks, rewards, dones, actors = out
    slot = slot_at(slots, place)
    if wanted[place]:
        row = row_at(observations, place)
        mask = row_at(masks, place)
        begin(slot, minds, tables, setup, place, row, mask)
        slot.round_winner = NOBODY
        actors[place] = slot.players[slot.asked]
        dones[place] = False
        for player in range(rewards.shape[1]):
            rewards[place, player] = 0.0
    return slot.status != ERRED


@inlined
def step_slot(
    slots: Any, minds: Any, tables: Any, setup: Any, actions: Any, out: Any, place: int
) -> bool:
    """Do what was decided in a slot, unless its game is over; return False if a bot errs."""
    observations, masks, rewards, dones, actors = out
    slot = slot_at(slots, place)
    for player in range(rewards.shape[1]):
        rewards[place, player] = 0.0
    dones[place] = False
    slot.round_winner = NOBODY
    if slot.status != PLAYING:
        return True
    row = row_at(observations, place)
    mask = row_at(masks, place)
    if is_legal(slot, actions[place]):
        take_action(slot, actions[place])
        play_on(slot, minds, place, row, mask)
        if slot.status == ENDED:
            slot.round_winner = winner_of_round(slot)
            play_next_rounds(slot, minds, tables, setup, place, row, mask)
            if slot.status == ENDED:
                pay(slot, setup, rewards, place)
    else:
        slot.status = ENDED
        rewards[place, slot.players[slot.asked]] = ILLEGAL_REWARD
    if slot.status == ENDED:
        dones[place] = True
        if setup[AUTORESET]:
            begin(slot, minds, tables, setup, place, row, mask)
        else:
            show_end(slot, row, mask)
    actors[place] = slot.players[slot.asked]
    return slot.status != ERRED


@jit
def is_playing(slots: Any, place: int) -> bool:
    """Whether the game of a slot goes on."""
    return slot_at(slots, place).status == PLAYING


@jit
def accepts(slots: Any, actions: Any, place: int) -> bool:
    """Whether an action is legal in a slot; where a game is over, none matters."""
    slot = slot_at(slots, place)
    return slot.status != PLAYING or is_legal(slot, actions[place])


@jit
def pick_action(slots: Any, actions: Any, place: int) -> None:
    """Pick a legal action by chance; 0 where a game is over."""
    slot = slot_at(slots, place)
    actions[place] = any_action(slot) if slot.status == PLAYING else number(0)


@jit
def reveal_slot(slots: Any, rows: Any, place: int) -> None:
    """Write what the seat that decides does not see."""
    slot = slot_at(slots, place)
    reveal(slot.state, slot.asked, slot.colors, row_at(rows, place))


@jit
def round_winner(slots: Any, place: int) -> int:
    """Return who won a round in the last step of a slot, or NOBODY."""
    return slot_at(slots, place).round_winner
