"""A move of a review: what would have been better and why, and the table as its player saw it."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from unolab.cards import Card
from unolab.review.moments import gap_of
from unolab.review.parts import DecisionReview
from unolab.text.coach import capital, change, name_move, percent, say, say_why
from unolab.text.moments import events_at, find_cards, judge_decision, tell_moment
from unolab.text.show import YOU, tell_events
from unolab.text.style import NO_BREAK, fill
from unolab.tui.canvas import BOLD_STYLE, QUIET, Canvas, cut
from unolab.tui.cardface import draw_back, draw_card, sort_cards
from unolab.tui.overview import MOST_WIDE, VERDICT
from unolab.tui.stepper import Stepper

CARD: Final = (9, 5)
LARGE_CARD: Final = (13, 7)
MOST_MOVES: Final = 5
BEST: Final = Style(color="#f3efe8", bold=True)
OTHER: Final = Style(color="#9aa1ab")
POSITION_LINES: Final = 2


def paint_moment(canvas: Canvas, stepper: Stepper) -> None:
    """Paint a step: its heading, why, cards and values, and the table."""
    wide = min(canvas.width - 2, MOST_WIDE)
    left = (canvas.width - wide) // 2
    tag, size, title, why = describe_step(stepper)
    end = left
    if tag:
        end = canvas.put(left, 0, f" {tag} ", VERDICT) + 1
    canvas.put(end, 0, size, BOLD_STYLE)
    y = 1
    for line in fill(title, wide)[:2]:
        canvas.put(left, y, line, BOLD_STYLE)
        y += 1
    for line in fill(why, wide)[:3] if why else ():
        canvas.put(left, y, line)
        y += 1
    bottom = canvas.height - POSITION_LINES
    large = bottom - y >= LARGE_CARD[1] + 3
    card = LARGE_CARD if large else CARD
    y += bottom - y > card[1] + 1
    x = paint_cards(canvas, stepper, left, y, card, bottom)
    if stepper.decision is not None:
        paint_values(canvas, stepper, stepper.decision, x, y, left + wide, bottom)
    paint_position(canvas, stepper, left, bottom, wide)


def describe_step(stepper: Stepper) -> tuple[str, str, str, str]:
    """Say what kind of step it is, what it was worth, what to think of it and why."""
    decision, moment, names = stepper.decision, stepper.moment, stepper.names
    if decision is not None:
        tag, title = judge_decision(decision, names)
        size = {"best": change(gap_of(decision)), "close": ""}.get(decision.mark)
        why = say_why(decision, names)
        return tag, change(-decision.loss) if size is None else size, title, why
    if moment is not None:
        told = tell_moment(moment, stepper.review, names)
        return told.kind, f"{change(moment.size)} {told.by}", told.title, say("moment.nothing")
    if not stepper.step:
        return "", "", say("moment.deal"), say("moment.nothing")
    seen = [event.for_seat(stepper.seat) for event in events_at(stepper.review, stepper.step - 1)]
    deeds = (f"{names[seat]} {deed}" for seat, deed in tell_events(seen, names))
    return "", "", ". ".join(deeds).replace(NO_BREAK, " "), say("moment.nothing")


def paint_cards(
    canvas: Canvas, stepper: Stepper, x: int, y: int, card: tuple[int, int], bottom: int
) -> int:
    """Draw the card played and the better one, or those that came; return where they end."""
    decision = stepper.decision
    shown: list[tuple[str, str]] = []
    if decision is not None:
        moves = [(decision.played, "played")]
        if decision.mark not in ("best", "close"):
            moves.append((decision.best, "best"))
        for move, word in moves:
            cards = find_cards(move)
            shown.append((str(cards[0]) if cards else "", word))
    elif not stepper.step:
        shown = [(str(one), "") for one in stepper.position.hands[stepper.seat]]
    else:
        shown = [(str(one), "") for one in list_cards(stepper)]
    high = min(card[1], bottom - y - 1)
    for face, word in shown if high > 1 else ():
        if x + card[0] >= canvas.width:
            break
        if face:
            draw_card(canvas, x, y, card[0], high, face)
        else:
            draw_back(canvas, x, y, card[0], high, "")
        canvas.center(x, y + high, card[0], word, BEST if word == "best" else QUIET)
        x += card[0] + 2
    return x


def list_cards(stepper: Stepper) -> list[Card]:
    """List the cards that were played or came with a move, as far as the player saw them."""
    cards: list[Card] = []
    for event in events_at(stepper.review, (stepper.step or 0) - 1):
        seen = event.for_seat(stepper.seat)
        cards += [] if seen.card is None else [seen.card]
        cards += seen.cards or ()
    return cards


def paint_values(
    canvas: Canvas,
    stepper: Stepper,
    decision: DecisionReview,
    x: int,
    y: int,
    right: int,
    bottom: int,
) -> None:
    """Draw the chance to win after each move as bars, the best first, on one scale from 0."""
    most = min(MOST_MOVES, bottom - y - 2, len(decision.moves))
    shown = list(decision.moves[:most])
    played = next((one for one in decision.moves if one.move == decision.played), None)
    if played is not None and played not in shown and shown:
        shown[-1] = played
    names = [capital(name_move(one.move, stepper.names)) for one in shown]
    label = min(max(map(len, names), default=0), 24)
    room = right - x - label - 11
    scale = max((one.value for one in shown), default=0) or 1
    for row, (one, name) in enumerate(zip(shown, names, strict=True)):
        best = one is decision.moves[0]
        style = BEST if best else OTHER
        canvas.put(x + 1, y + row, cut(name, label), style)
        canvas.put(x + label + 2, y + row, f"{percent(one.value):>7}", style)
        canvas.put(x + label + 10, y + row, "█" * round(room * one.value / scale), style)
        if one is played and not best:
            canvas.put(x, y + row, "▸", style)
    error = percent(max(0.001, decision.error))
    said = say("moment.worlds", n=stepper.review.worlds, error=error)
    for row, line in enumerate(fill(said, right - x - 1)[: bottom - y - most]):
        canvas.put(x + 1, y + most + row, line, QUIET)


def paint_position(canvas: Canvas, stepper: Stepper, x: int, y: int, wide: int) -> None:
    """Write the table as the player saw it: the top card, the hand, and how many others held."""
    state, seat = stepper.position, stepper.seat
    whose = "Your hand" if stepper.names[seat] == YOU else f"{stepper.names[seat]} holds"
    at = canvas.put(x, y, "On top ", QUIET)
    if state.top is not None:
        draw_card(canvas, at, y, 3, 1, str(state.top))
    at = canvas.put(at + 5, y, f"{whose} ", QUIET)
    for card in sort_cards([str(one) for one in state.hands[seat]], False):
        if at + 3 > x + wide:
            canvas.put(at, y, "…", QUIET)
            break
        space = 3 if card[1] in "DF" else 2
        draw_card(canvas, at, y, space, 1, card)
        at += space + 1
    others = [(seat + place * state.direction) % state.players for place in range(1, state.players)]
    counts = (f"{stepper.names[one]} {state.sizes[one]}" for one in others)
    canvas.put(x, y + 1, cut(f"Cards of the others: {', '.join(counts)}", wide), QUIET)
