"""A review in words: the verdict, then the sum, the curve, the key moments, every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from unolab.review.comparison import Comparison
from unolab.review.moments import find_moments, find_three, is_slip
from unolab.review.parts import DecisionReview, Review, SeatReview
from unolab.text.coach import change, join, name_move, percent, say, say_verdict, say_why
from unolab.text.curve import draw_curve, draw_marks, name_bands
from unolab.text.moments import tell_moment, write_size
from unolab.text.style import BOLD, DIM, concat, fill, paint, trim, write_beside

if TYPE_CHECKING:
    from rich.text import Text

PARTS: Final = ("deal", "draws", "hidden", "own", "others", "remainder")
SHOWN: Final = 0.0005
"""A loss below this is not worth a figure."""
LUCK_STYLE: Final = "#9b8fe0"
"""The page's violet of the backs of cards, light enough for a black terminal."""
LUCK_BLOCKS: Final = "▒░"
SKILL_BLOCK: Final = "█"
RESULT_BLOCK: Final = "═"
CURVE_HEIGHT: Final = 8
DECISION_MARK: Final = "◆"
LUCK_MARK: Final = "●"


def write_review(
    review: Review, names: Sequence[str], width: int, seat: int | None = None
) -> Iterator[str | Text]:
    """Write all of a review: about one seat, or about all, and then the winner's first."""
    about = seat if seat is not None else pick_seat(review)
    yield from (paint(line, BOLD) for line in fill(sum_up(review, names, about), width))
    yield from fill(introduce(review, names), width)
    yield ""
    yield from write_sum(review.seats[about], width)
    if figures := write_figures(review.seats[about]):
        yield ""
        yield from fill(figures, width)
    yield ""
    yield from write_curve(review, names, width, about)
    moments = list(write_moments(review, names, width, about))
    if moments:
        yield ""
        yield from moments
    if seat is None:
        yield ""
        yield from write_table(review.seats, names)
    yield ""
    yield from write_decisions(review, names, width, seat)


def pick_seat(review: Review) -> int:
    """Return the seat that a review is about, if nobody says: the winner's."""
    return review.game.winner or 0


def sum_up(review: Review, names: Sequence[str], seat: int) -> str:
    """Say in a sentence how a seat played, and how well by a figure."""
    about = review.seats[seat]
    verdict = say_verdict(about, names).rstrip(".")
    if about.accuracy is None:
        return f"{verdict}."
    return f"{verdict}: accuracy {about.accuracy:.0f} out of 100."


def introduce(review: Review, names: Sequence[str]) -> str:
    """Say what to compare the result with, and who won."""
    share = percent(review.seats[0].share, 0)
    winners = [names[seat] for seat in review.game.state.winners]
    if not winners:
        return say("review.about.void", n=review.game.players, share=share)
    name = " and ".join(winners)
    return say("review.about", n=review.game.players, share=share, name=name)


# ── the sum ───────────────────────────────────────────────────────────────────────────────────────


def write_sum(seat: SeatReview, width: int) -> Iterator[str | Text]:
    """Draw luck, skill and the result as bars left and right of a fair share, and explain them."""
    parts = seat.parts
    luck, skill, whole = parts.luck, parts.own + parts.others, seat.result - seat.share
    ends = [0.0, luck, skill, whole]
    air = 0.15 * max(0.05, *map(abs, ends))
    low, high = min(ends) - air, max(ends) + air
    wide = width - LABEL

    def place(value: float) -> int:
        return round((value - low) / (high - low) * (wide - 1))

    zero = place(0)
    yield paint(" " * (LABEL + min(zero, wide - 10)) + "fair share", DIM)
    bars = (
        ("luck", luck, _draw_luck(seat, place)),
        ("skill", skill, _draw_bar(place(skill), zero, SKILL_BLOCK)),
        ("result", whole, _draw_bar(place(whole), zero, RESULT_BLOCK)),
    )
    for key, value, cells in bars:
        row = [*cells.ljust(wide)]
        row[zero] = "│"
        bar = paint("".join(row).rstrip(), LUCK_STYLE if key == "luck" else "")
        yield concat(paint(f"{say(f'review.{key}'):7}", BOLD), f"{change(value):>9}  ", bar)
        if why := _explain(seat, key):
            yield from (paint(line, DIM) for line in write_beside(" " * 7, why, width))


LABEL: Final = 18
"""Columns before the bars."""


def _draw_bar(end: int, zero: int, block: str) -> str:
    return " " * min(end, zero) + block * (abs(end - zero) + (end < zero))


def _draw_luck(seat: SeatReview, place: Callable[[float], int]) -> str:
    """Draw luck bit by bit, if all of it pulled the same way, else in one."""
    parts = [p for p in (seat.parts.deal, seat.parts.draws, seat.parts.hidden) if abs(p) >= 0.002]
    if len({part > 0 for part in parts}) != 1:
        parts = [seat.parts.luck]
    zero, edge, cells = place(0), 0.0, dict[int, str]()
    for number, part in enumerate(parts):
        start, stop = sorted((place(edge), place(edge + part)))
        cells |= {at: LUCK_BLOCKS[number % 2] for at in range(start, stop + 1) if at not in cells}
        edge += part
    cells.pop(zero, None)
    return "".join(cells.get(at, " ") for at in range(max(cells, default=-1) + 1))


def _explain(seat: SeatReview, key: str) -> str:
    """Say what luck, skill or the result is made of; of the last only what is unexplained."""
    parts = {part: change(getattr(seat.parts, part)) for part in PARTS}
    if key == "result":
        rest = say("review.result.rest", rest=parts["remainder"])
        together = say("review.result.parts")
        return f"{together}, {rest}" if abs(seat.parts.remainder) > SHOWN else ""
    return say(f"review.{key}.parts", **parts)


def write_figures(seat: SeatReview) -> str:
    """Say how many decisions there were, and what was lost with them."""
    if seat.loss is None:
        return ""
    slips = seat.slips + seat.blunders
    return (
        f"{percent(seat.loss)} lost per decision, {_count(seat.decisions, 'decision')} that "
        f"mattered: {_count(seat.best, 'best move')}, {_count(slips, 'slip')}"
    )


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def write_table(seats: Sequence[SeatReview], names: Sequence[str]) -> Iterator[str | Text]:
    """Write the parts of every seat's result as a table, in percent of a win."""
    label = max(len(names[seat.seat]) for seat in seats)
    heads = ("result", *PARTS[:-1], "rest", "lost", "accuracy")
    yield paint(f"{'':{label}}" + "".join(f" {head:>6}" for head in heads), DIM)
    for seat in seats:
        values = [f"{100 * seat.result:.1f}"]
        values += [change(getattr(seat.parts, part)).removesuffix(" %") for part in PARTS]
        values += ["-" if seat.loss is None else f"{100 * seat.loss:.2f}"]
        values += ["-" if seat.accuracy is None else f"{seat.accuracy:.0f}"]
        cells = (f" {value:>{max(6, len(h))}}" for value, h in zip(values, heads, strict=True))
        yield f"{names[seat.seat]:{label}}" + "".join(cells)
    yield paint("In % of a win. Luck: deal, draws, hidden. Lost: per decision.", DIM)


def write_comparison(players: Mapping[str, Comparison], errors: float) -> Iterator[str | Text]:
    """Write what players won as a table, raw and without luck, give or take so many errors."""
    label = max(map(len, players), default=0)
    yield paint(f"{'':{label}}  games       won, %   without luck   as good as", DIM)
    for name, one in players.items():
        raw = f"{100 * one.raw:.1f} ± {100 * errors * one.raw_error:.1f}"
        adjusted = f"{100 * one.adjusted:.1f} ± {100 * errors * one.error:.1f}"
        games = f"{one.games * one.times:,.0f} games"
        yield f"{name:{label}}  {one.games:>5,}  {raw:>11}  {adjusted:>13}  {games:>11}"


# ── the round ─────────────────────────────────────────────────────────────────────────────────────


def write_curve(
    review: Review, names: Sequence[str], width: int, seat: int
) -> Iterator[str | Text]:
    """Draw everyone's chance to win move by move, with the moments of a seat under it."""
    yield from draw_curve(review.chances, seat, width, CURVE_HEIGHT)
    yield trim(draw_marks(place_marks(review, seat), len(review.chances), width))
    yield concat(
        name_bands(names, seat), paint(f"{DECISION_MARK} decisions  {LUCK_MARK} luck", DIM)
    )


def place_marks(review: Review, seat: int) -> dict[int, str]:
    """Say where the moments of a seat are: after which move."""
    return {
        one.at + 1: LUCK_MARK if one.luck else DECISION_MARK for one in find_moments(review, seat)
    }


def write_moments(
    review: Review, names: Sequence[str], width: int, seat: int
) -> Iterator[str | Text]:
    """Write the best move, the largest slip or closest call, and the largest turn of luck."""
    for moment in find_three(review, seat):
        told = tell_moment(moment, review, names)
        label = f"{told.kind}, move {moment.at + 1}" if moment.at >= 0 else told.kind
        text = f"{told.title}: {write_size(moment, told)}."
        if moment.decision is not None and moment.kind != "close":
            text = join(text, say_why(moment.decision, names))
        yield from write_beside(f"{label:32}", text, width)


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
        lost = f"{percent(one.loss)}" if one.loss > SHOWN else ""
        head = f"{one.at + 1:4}  {names[one.seat]:{label}}  {lost:>6}  "
        yield from write_beside(head, tell_decision(one, names), width)


def tell_decision(one: DecisionReview, names: Sequence[str]) -> str:
    """Say what was decided, and what would have been better and why."""
    played = name_move(one.played, names)
    if one.mark in ("best", "close"):
        return f"{played} ({'best' if one.mark == 'best' else 'as good'})"
    word = one.mark if is_slip(one) else "nearly the best"
    better = f"{played} ({word}). Better: {name_move(one.best, names)}."
    return join(better, say_why(one, names))
