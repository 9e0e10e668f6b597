"""From the engine to the wire: a View, its legal moves and events, as models.

Nothing here sees more than it shows: a table is built from a spectator's view, a hand from the view
of its seat, and events are those of a seat. Only ``open_hands`` looks at a whole State.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, cast

from unolab import event as told
from unolab import fairness
from unolab.cards import Card
from unolab.moves import CHALLENGE, Move
from unolab.rules import Rules
from unolab.server.protocol import (
    Challenge,
    Choice,
    ChoiceKind,
    Clock,
    ColorLetter,
    Event,
    EventKind,
    Feature,
    Hand,
    Moment,
    Phase,
    Share,
    Table,
)
from unolab.server.room import story
from unolab.state import State, View

UNDER = 2  # cards visible under the top


def table_of(
    view: View,
    clock: Clock | None = None,
    catch_in: int | None = None,
    thinking: bool = False,
    hands: list[list[str]] | None = None,
    left: Sequence[int] = (),
    winners: Sequence[int] = (),
) -> Table:
    """Show the public state of a table."""
    top = view.top
    return Table(
        players=view.players,
        dealer=view.dealer,
        turn=view.turn,
        next=view.next,
        clockwise=view.direction == 1,
        phase=cast(Phase, view.phase),
        top=None if top is None else str(top),
        color=_letter(top),
        under=[str(card) for card in view.discards[-UNDER:]],
        due=view.due,
        stock=view.stock,
        sizes=list(view.sizes),
        uno=view.uno,
        catch_in=catch_in,
        turns=view.turns,
        clock=clock,
        thinking=thinking,
        winner=view.winner,
        winners=list(winners),
        points=view.points,
        scores=list(view.scores) if view.over else [],
        left=list(left) if view.over else [],
        hands=hands,
    )


@lru_cache(1_000)
def text_of(rules: Rules) -> str:
    """Return rules as text; cached, since every update has it."""
    return str(rules)


@lru_cache(1_000)
def describe_rules(rules: Rules) -> list[str]:
    """Describe what differs from the official game."""
    return rules.describe()


@lru_cache(1_000)
def features_of(rules: Rules) -> list[Feature]:
    """List what can happen by rules, of that which others do not have."""
    features: dict[Feature, bool] = {
        "calls": rules.uno_penalty > 0,
        "challenges": rules.wd4 == "challenge",
        "drawn": rules.drawn_card != "keep",
        "keeping": rules.drawn_card == "may",
        "swaps": rules.seven_zero,
        "points": rules.target > 0,
        "fewest": rules.low_score_wins,
    }
    return [feature for feature, there in features.items() if there]


def open_hands(state: State) -> list[list[str]]:
    """Show all hands."""
    return [[str(card) for card in hand] for hand in state.hands]


def hand_of(state: State, seat: int) -> Hand:
    """Show what a seat holds and may do."""
    view = state.view(seat)
    return Hand(
        seat=seat,
        cards=[str(card) for card in view.hand],
        drawn=None if view.drawn is None else str(view.drawn),
        choices=[
            *(
                _challenge(view)
                if move.is_challenge
                else _choice(move, _leaves_one(state, seat, move))
                for move in view.legal
            ),
            *(
                _choice(move.by(None), _leaves_one(state, seat, move), jump=True)
                for move in view.out_of_turn
            ),
        ],
    )


def deal_of(state: State) -> told.Event:
    """Say how a round begins: who deals, who gets the first card, and what is turned up."""
    first = (state.dealer + 1) % state.players
    return told.Event("dealt", state.dealer, card=state.top, other=first)


def events_of(events: Iterable[told.Event]) -> list[Event]:
    """Show events; the caller has removed the hidden cards."""
    return [_event(event) for event in events]


def moment_of(moment: story.Highlight) -> Moment:
    """Show a highlight."""
    return Moment(
        kind=moment.kind,
        round=moment.round,
        seat=moment.seat,
        other=moment.other,
        card=None if moment.card is None else str(moment.card),
        count=moment.count,
    )


def shares_of(shares: Iterable[fairness.Share]) -> list[Share]:
    """Show the devices' contributions to a deal."""
    return [
        Share(seat=share.seat, commitment=share.commitment, secret=share.secret or None)
        for share in shares
    ]


def _leaves_one(state: State, seat: int, move: Move) -> bool:
    """Ask the engine whether "Uno" is due after a move; hand sizes are not secret."""
    if not (move.is_play or move.is_swap) or min(state.sizes) > 2:
        return False
    return state.play(move, seat).uno == seat


def _choice(move: Move, uno: bool, jump: bool = False) -> Choice:
    card = move.card
    if card is not None:
        color = cast(ColorLetter, str(card)[0]) if card.is_wild else None
        plays: ChoiceKind = "jump" if jump else "play"
        return Choice(move=str(move), kind=plays, card=str(card.plain), color=color, uno=uno)
    if move.names_color:
        return Choice(move=str(move), kind="name", color=cast(ColorLetter, str(move)[1]))
    if move.is_swap:
        return Choice(move=str(move), kind="swap", seat=move.target, uno=uno)
    if move.is_catch:
        return Choice(move=str(move), kind="catch", seat=move.target)
    if move.is_call:
        return Choice(move=str(move), kind="call")
    return Choice(move=str(move), kind="draw" if move.is_draw else "keep")


def _challenge(view: View) -> Choice:
    """Describe a challenge and its cost."""
    assert view.accused is not None
    guilty, innocent = view.stakes
    return Choice(
        move=str(Move(CHALLENGE)),
        kind="challenge",
        challenge=Challenge(
            seat=view.accused,
            color=_letter(view.discards[-1]) if view.discards else None,
            test=cast(Literal["color", "playable"], view.rules.wd4_test),
            guilty=guilty,
            innocent=innocent,
        ),
    )


def _event(event: told.Event) -> Event:
    kind = event.kind
    return Event(
        kind=cast(EventKind, kind),
        seat=event.seat,
        card=None if event.card is None else str(event.card),
        count=event.count,
        cards=None if event.cards is None else [str(card) for card in event.cards],
        color=None if event.color is None else cast(ColorLetter, event.color.letter),
        other=event.other,
        jumped=event.jumped,
        late=event.late,
        clockwise=event.clockwise if kind in ("reversed", "rotated") else None,
        guilty=event.guilty if kind == "challenged" else None,
        void=event.void,
        scores=list(event.scores),
        winners=list(event.winners),
    )


def _letter(card: Card | None) -> ColorLetter | None:
    return None if card is None or card.color is None else cast(ColorLetter, card.color.letter)
