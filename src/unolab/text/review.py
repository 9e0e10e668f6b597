"""A review in words: the sentence first, then the sum, the key moments and every decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from unolab.moves import Move
from unolab.reason import describe_move
from unolab.review.parts import ChanceEvent, DecisionReview, Review, SeatReview
from unolab.text.reasons import write_reasons
from unolab.text.show import address_player, count_points, describe_card
from unolab.text.style import BOLD, DIM, fill, paint, write_beside

if TYPE_CHECKING:
    from rich.text import Text

PARTS: Final = ("deal", "draws", "hidden", "own", "others", "remainder")
MARKS: Final = {"best": "best", "close": "as good", "nearly": "nearly", "slip": "slip"}
SHOWN: Final = 0.005
"""A loss or luck below this is not worth a word."""


def write_review(
    review: Review, names: Sequence[str], width: int, seat: int | None = None
) -> Iterator[str | Text]:
    """Write all of a review, or what is about one seat."""
    yield from (paint(line, BOLD) for line in fill(sum_up(review, names, seat), width))
    yield ""
    yield from write_sum([s for s in review.seats if seat in (None, s.seat)], names)
    moments = list(write_moments(review, names, width, seat))
    if moments:
        yield ""
        yield from moments
    yield ""
    yield from write_decisions(review, names, width, seat)


def sum_up(review: Review, names: Sequence[str], seat: int | None = None) -> str:
    """Say in a sentence what a seat's result is made of: the winner's, if no seat is named."""
    state = review.game.state
    if seat is None and review.game.winner is None:
        return "Nobody won this round."
    about = review.seats[seat if seat is not None else review.game.winner or 0]
    name = address_player(names[about.seat])
    points = count_points(state.points)
    parts = about.parts
    won = about.seat in state.winners
    result = "won" if won else "did not win"
    worth = f" a round of {points}" if state.winners else " a round that nobody won"
    return (
        f"{name} {result}{worth}. Of {sign(about.result - about.share)} points of chance the "
        f"cards gave {sign(parts.luck)}, its own decisions {sign(parts.own)}, those of the "
        f"others {sign(parts.others)}."
    )


def write_sum(seats: Sequence[SeatReview], names: Sequence[str]) -> Iterator[str | Text]:
    """Write the parts of every seat's result as a table, in points of chance."""
    label = max(len(names[seat.seat]) for seat in seats)
    heads = ("result", *PARTS[:-1], "rest", "lost", "accuracy")
    yield paint(f"{'':{label}}" + "".join(f" {head:>6}" for head in heads), DIM)
    for seat in seats:
        values = [f"{100 * seat.result:.1f}"]
        values += [sign(getattr(seat.parts, part)) for part in PARTS]
        values += ["-" if seat.loss is None else f"{100 * seat.loss:.2f}"]
        values += ["-" if seat.accuracy is None else f"{seat.accuracy:.0f}"]
        cells = (f" {value:>{max(6, len(h))}}" for value, h in zip(values, heads, strict=True))
        yield f"{names[seat.seat]:{label}}" + "".join(cells)
    yield paint("Luck: deal, draws, hidden cards. Lost: by a decision, on average.", DIM)


def write_moments(
    review: Review, names: Sequence[str], width: int, seat: int | None = None
) -> Iterator[str | Text]:
    """Write the best move, the largest slip and the largest turn of luck, where there are any."""
    mine = [one for one in review.decisions if seat in (None, one.seat)]
    if best := find_best(mine):
        lead = best.moves[0].value - best.moves[1].value
        text = f"{tell_decision(best, names)}, {100 * lead:.1f} points ahead of the next"
        yield from write_beside("Best move     ", text, width)
    if slip := find_slip(mine):
        yield from write_beside("Largest slip  ", tell_decision(slip, names), width)
    if luck := find_luck(review.chance_events, seat):
        yield from write_beside("Most luck     ", tell_luck(luck, names, seat), width)


def write_decisions(
    review: Review, names: Sequence[str], width: int, seat: int | None = None
) -> Iterator[str | Text]:
    """Write a line for every decision: what it lost, and what would have been better."""
    mine = [one for one in review.decisions if seat in (None, one.seat)]
    if not mine:
        yield "Nothing was decided: every move was the only one."
        return
    label = max(len(names[one.seat]) for one in mine)
    yield paint(f"move  {'':{label}}    lost  decision", DIM)
    for one in mine:
        lost = f"{100 * one.loss:.1f}" if one.loss > SHOWN else ""
        head = f"{one.at + 1:4}  {names[one.seat]:{label}}  {lost:>6}  "
        yield from write_beside(head, judge_decision(one, names), width)


# ── what is worth a word ──────────────────────────────────────────────────────────────────────────


def find_best(decisions: Sequence[DecisionReview]) -> DecisionReview | None:
    """Find the best move that was hardest to replace."""
    found = [one for one in decisions if one.mark == "best" and not wins_at_once(one)]
    best = max(found, key=lambda one: one.moves[0].value - one.moves[1].value, default=None)
    return best if best and best.moves[0].value - best.moves[1].value > SHOWN else None


def wins_at_once(decision: DecisionReview) -> bool:
    """Whether the best move goes out, which needs no thought."""
    return any(reason.key == "wins" for reason in decision.reasons)


def find_slip(decisions: Sequence[DecisionReview]) -> DecisionReview | None:
    """Find the decision that lost most, if that is more than the noise."""
    found = [one for one in decisions if one.mark in ("slip", "blunder")]
    return max(found, key=lambda one: one.loss, default=None)


def find_luck(events: Sequence[ChanceEvent], seat: int | None) -> ChanceEvent | None:
    """Find the cards that changed most, for a seat or for anyone; the deal is not one of them."""
    found = [event for event in events if event.kind != "deal"]
    most = max(found, key=lambda event: measure_luck(event, seat), default=None)
    return most if most and measure_luck(most, seat) > SHOWN else None


def measure_luck(event: ChanceEvent, seat: int | None) -> float:
    """Return how much cards changed, for a seat or for anyone."""
    return max(map(abs, event.luck)) if seat is None else abs(event.luck[seat])


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def tell_decision(one: DecisionReview, names: Sequence[str]) -> str:
    """Say what was decided, and when."""
    return f"move {one.at + 1}: {names[one.seat]}: {judge_decision(one, names)}"


def judge_decision(one: DecisionReview, names: Sequence[str]) -> str:
    """Say what was decided, and what would have been better and why."""
    played = name_move(one.played, names)
    if one.mark in ("best", "close"):
        return f"{played} ({MARKS[one.mark]})"
    why = write_reasons(one.reasons, names)
    mark = MARKS.get(one.mark, one.mark)
    return f"{played} ({mark}); better: {name_move(one.best, names)}: {why}"


def tell_luck(event: ChanceEvent, names: Sequence[str], seat: int | None) -> str:
    """Say whose cards changed what."""
    who = (
        max(range(len(event.luck)), key=lambda one: abs(event.luck[one])) if seat is None else seat
    )
    drawer = "" if event.seat is None else address_player(names[event.seat])
    cards = "1 card" if event.cards == 1 else f"{event.cards} cards"
    gain = sign(event.luck[who])
    return f"move {event.at + 1}: {drawer} got {cards}: {gain} for {address_player(names[who])}"


def name_move(move: Move | None, names: Sequence[str]) -> str:
    """Name a move in a few words."""
    return "no jump in" if move is None else describe_move(move, names, describe_card)


def sign(chance: float) -> str:
    """Write a change of chance in points, with its sign."""
    text = f"{100 * chance:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text
