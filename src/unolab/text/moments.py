"""The moments of a review in words: what it was, what was done or came, and what it was worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unolab.cards import Card
from unolab.event import Event
from unolab.moves import Move
from unolab.review.moments import DEAL, Moment, TurnOfLuck, is_slip
from unolab.review.parts import DecisionReview, Review
from unolab.text.coach import capital, change, name_move, say, say_counted
from unolab.text.show import tell_events


@dataclass(frozen=True)
class Told:
    """A moment in a few words."""

    kind: str
    title: str
    by: str
    """What the figure is measured by."""
    cards: tuple[Card, ...] = ()
    """What is drawn of it: the card played and then the better one, or what came."""

    @property
    def has_better(self) -> bool:
        """Whether the second card should have been played instead of the first."""
        return self.by == say("moment.against") and len(self.cards) > 1


def tell_moment(moment: Moment, review: Review, names: Sequence[str]) -> Told:
    """Tell one of the moments of a round."""
    if moment.luck is not None:
        return _tell_luck(moment.luck, review, names)
    decision = moment.decision
    assert decision is not None
    played = name_move(decision.played, names)
    if moment.kind == "best":
        cards = find_cards(decision.played)
        return Told(say("moment.best"), capital(played), say("moment.onNext"), cards)
    if not is_slip(decision):
        cards = find_cards(decision.played)
        return Told(say("moment.noSlip"), capital(played), say("moment.against"), cards)
    title = capital(name_move(decision.best, names)) + say("moment.instead", played=played)
    kind = say("moment.blunder" if decision.mark == "blunder" else "moment.slip")
    cards = find_cards(decision.played, decision.best)
    return Told(kind, title, say("moment.against"), cards)


def find_cards(*moves: Move | None) -> tuple[Card, ...]:
    """List the cards that moves play."""
    return tuple(move.card for move in moves if move is not None and move.card is not None)


def _tell_luck(luck: TurnOfLuck, review: Review, names: Sequence[str]) -> Told:
    kind = say("moment.luck")
    if luck.at == DEAL:
        return Told(kind, say("moment.deal"), "")
    events = events_at(review, luck.at)
    drawn = luck.kind != "hidden"
    found = (e for e in events if e.kind in ("drew", "took")) if drawn else iter(())
    event = next(found, None) or next((e for e in events if e.seat == luck.seat), None)
    by = say_counted("moment.by", luck.cards) if drawn else say("moment.hidden")
    if event is None:
        return Told(kind, kind, by)
    cards = () if event.card is None else (event.card,)
    return Told(kind, tell_event_of(event, names), by, (event.cards or ()) if drawn else cards)


def tell_event_of(event: Event, names: Sequence[str]) -> str:
    """Say what happened; several cards that came are only counted."""
    cards = event.cards if event.cards is not None and len(event.cards) == 1 else None
    ((seat, deed),) = tell_events([replace(event, cards=cards)], names)
    return f"{names[seat]} {deed}"


def events_at(review: Review, at: int) -> Sequence[Event]:
    """Return what happened with a move of the round."""
    for place, (_, after) in enumerate(review.game.steps()):
        if place == at:
            return after.events
    return ()


def judge_decision(one: DecisionReview, names: Sequence[str]) -> tuple[str, str]:
    """Say what kind of decision it was, and what to think of it."""
    best = capital(name_move(one.best, names))
    if one.mark == "best":
        return say("moment.best"), say("moment.found", move=best)
    if one.mark == "close":
        return say("moment.alike"), say("moment.either", move=best)
    return say(f"moment.{one.mark}"), say("moment.better", move=best)


def write_size(moment: Moment, told: Told) -> str:
    """Write what a moment was worth, and by what it is measured."""
    return f"{change(moment.size)} {told.by}".rstrip()
