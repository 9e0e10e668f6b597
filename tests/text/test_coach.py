"""What the coach says in the terminal: the page's words, verdicts and moments."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from unolab.moves import Move
from unolab.review import moments, verdict
from unolab.review.advice import Advice, MoveValue
from unolab.review.moments import find_moments, find_three, gap_of, is_slip, list_luck
from unolab.review.parts import Parts, Review, SeatReview
from unolab.review.reading import read_review
from unolab.review.reasons import KEYS, Reason
from unolab.review.verdict import judge_seat
from unolab.text.coach import WORDS, change, say_hint, say_reason
from unolab.text.curve import column_of, draw_curve, draw_marks, step_of
from unolab.text.review import write_review
from unolab.tui.momentview import describe_step
from unolab.tui.stepper import Stepper

WEB: Final = Path(__file__).resolve().parents[2] / "web" / "src"
SEATS = range(4)
NAMES = ["You", "Bo", "Cleo", "Dot"]


@pytest.fixture(scope="module")
def review() -> Review:
    """The round that the page's own tests use."""
    return read_review(json.loads((WEB / "review" / "fixture.json").read_text("utf-8")))


def test_words_are_those_of_the_page() -> None:
    files = [(WEB / "i18n" / f"en.{part}.ts").read_text("utf-8") for part in ("review", "coach")]
    text = "".join(files).replace("\xa0", " ")
    page = dict(re.findall(r'"([\w.]+)":\s+"([^"]*)"', text))
    assert {key: page.get(key) for key in WORDS} == WORDS
    reasons = {key for key in page if key.startswith("reason.")}
    assert reasons == {key for key in WORDS if key.startswith("reason.")}


def test_every_reason_has_words() -> None:
    for key, fields in KEYS.items():
        values = {"seat": 1, "cards": 2, "color": "red", "percent": 30, "points": 50}
        reason = Reason(key, **{name: values[name] for name in fields})  # type: ignore[arg-type]
        text = say_reason(reason, ["Ann", "Bo"])
        assert "None" not in text
        assert ("Bo" in text) == ("seat" in fields)


def test_who_reads_it_is_spoken_to() -> None:
    assert say_reason(Reason("next_has_few", seat=0, cards=1), NAMES) == (
        "You are next and have one card left."
    )
    assert say_reason(Reason("makes_draw", seat=0, cards=2), NAMES) == "You have to draw 2 cards."
    assert say_reason(Reason("holds_up", seat=0), NAMES) == "It holds you up."


def test_the_page_decides_by_the_same_limits() -> None:
    limits: dict[str, str] = {}
    for file in ("verdict", "moments"):
        text = (WEB / "review" / f"{file}.ts").read_text("utf-8")
        limits |= dict(re.findall(r"^const (\w+) = ([\d.]+);", text, re.MULTILINE))
    ours = {name: getattr(verdict, name) for name in ("GOOD", "WEAK", "LUCK")}
    ours |= {name: getattr(moments, name) for name in ("TURN", "TURNS", "LEAST_GAP")}
    assert {name: float(value) for name, value in limits.items()} == ours


@pytest.mark.parametrize(
    ("loss", "luck", "key"),
    [
        (0.005, -0.2, "goodUnlucky"),
        (0.005, 0.2, "goodLucky"),
        (0.005, 0.05, "good"),
        (0.01, 0.11, "lucky"),
        (0.01, -0.11, "unlucky"),
        (0.01, 0, "plain"),
        (0.02, 0.3, "needed"),
        (0.02, -0.3, "neither"),
        (0.02, 0, "plain"),
        (None, 0.7, "forced"),
    ],
)
def test_verdict_is_by_skill_and_luck(loss: float | None, luck: float, key: str) -> None:
    count = 0 if loss is None else 9
    parts = Parts(draws=luck)
    seat = SeatReview(0, 0, 0.25, parts, count, 0, 0, 0, (loss or 0) * count)
    assert judge_seat(seat) == key


def test_review_from_json_is_the_same(review: Review) -> None:
    written = review.to_dict()
    assert read_review(json.loads(json.dumps(written))).to_dict() == written


@pytest.mark.parametrize("seat", SEATS)
def test_luck_of_the_moves_is_what_the_sum_says(review: Review, seat: int) -> None:
    parts = review.seats[seat].parts
    luck = sum(one.luck for one in list_luck(review, seat))
    assert luck == pytest.approx(parts.luck + parts.remainder, abs=1e-4)


@pytest.mark.parametrize("seat", SEATS)
def test_moments_are_one_s_own_in_order_with_every_slip(review: Review, seat: int) -> None:
    places = [one.at for one in find_moments(review, seat)]
    assert places == sorted(set(places))
    slips = {one.at for one in review.decisions if one.seat == seat and is_slip(one)}
    assert slips <= set(places)
    for one in find_three(review, seat):
        assert one.decision is None or one.decision.seat == seat


def test_three_moments(review: Review) -> None:
    assert [one.kind for one in find_three(review, 1)] == ["best", "slip", "luck"]
    assert [one.kind for one in find_three(review, 0)] == ["best", "close", "luck"]
    best = find_three(review, 3)[0]
    wins = [d for d in review.decisions if any(reason.key == "wins" for reason in d.reasons)]
    assert best.decision not in wins
    assert best.decision is not None
    assert best.size == gap_of(best.decision)
    forced = replace(review, decisions=(), lapses=())
    assert [one.kind for one in find_three(forced, 0)] == ["luck"]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_review_says_the_verdict_first_and_fits(review: Review, width: int) -> None:
    lines = [str(line) for line in write_review(review, NAMES, width, 0)]
    accuracy = round(review.seats[0].accuracy or 0)
    assert lines[0] == f"You played well and were unlucky: accuracy {accuracy} out of 100."
    assert lines[1] == "4 players, so a fair share is 25 %. Dot won."
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert "the deal -11.7 %, cards drawn -1.5 %, cards nobody could see -24.0 %" in text
    assert "Draw: +3.7 % on the next best. It keeps the wild for later." in text


def test_bars_grow_from_the_fair_share(review: Review) -> None:
    lines = [str(line) for line in write_review(review, NAMES, 80, 0)]
    rows = {
        word: line for line in lines for word in ("Luck ", "Skill", "Result") if word in line[:8]
    }
    zeros = {line.index("│") for line in rows.values()}
    assert len(zeros) == 1
    (zero,) = zeros
    assert rows["Luck "].index("▒") < zero < rows["Skill"].index("█")
    assert rows["Result"].count("═") > rows["Skill"].count("█")


def test_curve_has_the_own_chance_at_the_bottom() -> None:
    rows = [str(line)[6:] for line in draw_curve([[0.25, 0.75], [0.5, 0.5], [1, 0]], 0, 12, 4)]
    assert rows == ["    ██", "    ██", "  ████", "██████"]
    other = [str(line)[6:] for line in draw_curve([[0.25, 0.75], [0.5, 0.5], [1, 0]], 1, 12, 4)]
    assert other == ["      ", "██    ", "████  ", "████  "]


@pytest.mark.parametrize(("steps", "width"), [(3, 70), (70, 70), (200, 74), (1, 5)])
def test_every_column_of_the_curve_leads_to_its_step(steps: int, width: int) -> None:
    for step in range(steps):
        assert column_of(step_of(column_of(step, steps, width), steps, width), steps, width) == (
            column_of(step, steps, width)
        )
    if steps <= width:
        assert [step_of(column_of(s, steps, width), steps, width) for s in range(steps)] == [
            *range(steps)
        ]


def test_marks_are_under_their_steps() -> None:
    assert str(draw_marks({1: "◆", 2: "●"}, 3, 12, 2))[6:] == "  ◆ ▲ "


def test_hints_say_what_to_do_and_why() -> None:
    red, draw = MoveValue(Move.of("R7"), 0.31), MoveValue(Move.of("+"), 0.28)
    advice = Advice((red, draw), 0.01, True, (Reason("holds_up", seat=1),), (0.3, 0.7), 256)
    assert say_hint(advice, NAMES) == (
        "Play the red 7",
        "It holds Bo up. 31 % to win. Next best: draw (28 %).",
    )
    far = replace(advice, moves=(red, replace(draw, value=0.2)))
    assert say_hint(far, NAMES)[1].endswith("31 % to win. Nothing else comes close.")
    even = replace(advice, clear=False)
    assert say_hint(even, NAMES)[1] == "Red 7 or draw: no difference worth a name. 31 % to win."
    wild = replace(advice, moves=(MoveValue(Move.of("GW"), 0.5),))
    assert say_hint(wild, NAMES) == (
        "Play the Wild for green",
        "It holds Bo up. There is nothing else to do. 50 % to win.",
    )


@pytest.mark.parametrize("mark", ["best", "close"])
def test_choices_are_alike_only_where_the_figures_agree(review: Review, mark: str) -> None:
    one = next(d for d in review.decisions if d.mark == mark)
    one = replace(one, reasons=(Reason("all_alike"),))
    told = [*write_review(replace(review, decisions=(one,)), NAMES, 200, one.seat)]
    stepper = Stepper(replace(review, decisions=(one,)), NAMES, one.seat)
    stepper.go(one.at + 1)
    assert not any("about equal" in str(line) for line in told)
    assert describe_step(stepper)[-1] == ("" if mark == "best" else WORDS["reason.all_alike"])


def test_nothing_has_no_sign() -> None:
    assert [change(value) for value in (0.031, -0.031, 0.0001, -0.0001)] == [
        "+3.1 %",
        "-3.1 %",
        "0.0 %",
        "0.0 %",
    ]
