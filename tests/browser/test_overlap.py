"""Nothing on the table lies over anything else, on any screen, for two to ten players."""

import re
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from unolab.server.protocol import Challenge, Choice, Dismissed, Event, Reacted, Said, Update

from ..kit import thoroughly
from .conftest import Come
from .staged import DRAW, KEEP, SEVEN, TWENTY, Stage, plays, table

MEASURE = (Path(__file__).parent / "overlap.js").read_text().split("\n", 1)[1]

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (820, 1180),
    (1180, 820),
    (844, 390),
    (1024, 600),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)

# All of them take minutes, so each thing is measured at one of the sizes, and the next one at
# another; thoroughly, at all.

LARGE = SIZES[-2:]
SVG = "image/svg+xml"

Situation = Callable[[int], Update]
Sizes = tuple[tuple[int, int], ...]


def turn(players: int) -> Update:
    """Let Ada have seven cards, of which two fit."""
    return table(players)


def many(players: int) -> Update:
    """Give Ada twenty cards."""
    return table(players, TWENTY, [DRAW, *plays("Y1")])


def nothing_fits(players: int) -> Update:
    """Leave Ada nothing but to draw."""
    return table(players, choices=[DRAW])


def due(players: int) -> Update:
    """Let Ada take cards."""
    return table(players, choices=[DRAW], due=8, phase="penalty", top="YD")


def drawn(players: int) -> Update:
    """Ask Ada about the card that she drew."""
    return table(players, choices=[KEEP, *plays("Y1")], phase="drawn", drawn="Y1")


def last_but_one(players: int) -> Update:
    """Let Ada say Uno with her last card but one."""
    return table(players, ("Y1", "R7"), [DRAW, *plays("Y1", uno=True)])


def others(players: int) -> Update:
    """Let somebody else be due to take cards."""
    last = players - 1
    sizes = [7, *([1] * (players - 1))]
    return table(players, choices=[], turn=last, next=0, due=4, sizes=sizes, phase="penalty")


def uno(players: int) -> Update:
    """Let everyone else say Uno, so that all bubbles are there at once."""
    said = [Event(kind="said", seat=seat) for seat in range(1, players)]
    return table(players, events=said, sizes=[7, *([1] * (players - 1))])


def challenge(players: int) -> Update:
    """Ask Ada whether she doubts a wild draw four."""
    doubt = Challenge(seat=players - 1, color="Y", test="color", guilty=4, innocent=6)
    asked = Choice(move="challenge", kind="challenge", challenge=doubt)
    return table(players, choices=[DRAW, asked], due=4, phase="penalty", top="GF", color="G")


def swap(players: int) -> Update:
    """Ask Ada with whom she swaps hands."""
    swaps = [Choice(move=f"swap{seat}", kind="swap", seat=seat) for seat in range(1, players)]
    return table(players, choices=swaps, phase="swap", top="Y7")


def colors(players: int) -> Update:
    """Ask Ada for a colour."""
    choices = [choice.model_copy(update={"kind": "name"}) for choice in plays("*W")]
    return table(players, choices=choices, phase="color", top="*W", color=None)


def gone(players: int) -> Update:
    """Let everyone else be gone, and bots take over soon."""
    return without_others(turn(players))


def gone_after_uno(players: int) -> Update:
    """Let everyone else be gone who has just said Uno."""
    return without_others(uno(players))


def without_others(laid: Update) -> Update:
    """Let everyone but Ada lose the connection."""
    lost = {"kind": "person", "bot": None, "strength": None, "here": False, "bot_in": 59_000}
    own, *people = laid.room.seats
    seats = [own, *(seat.model_copy(update=lost) for seat in people)]
    return laid.model_copy(update={"room": laid.room.model_copy(update={"seats": seats})})


def watched(players: int) -> Update:
    """Let nobody at this screen play: it is the table of all."""
    laid = turn(players)
    seen = {"seats": [], "host": False, "alone": False, "hand": None}
    return laid.model_copy(update=seen)


SITUATIONS: tuple[Situation, ...] = (
    many,
    nothing_fits,
    due,
    drawn,
    last_but_one,
    others,
    uno,
    challenge,
    swap,
    colors,
    gone,
)


class Measured(Stage):
    """A table that is measured at some sizes, and the next time at others."""

    def __init__(self, page: Page, url: str, sizes: Iterable[Sizes]) -> None:
        super().__init__(page, url)
        self.sizes = cycle(sizes)


@pytest.fixture
def stage(come: Come, thorough: bool) -> Measured:
    """Open a table that a test can change."""
    guest = come()
    # far from each other, so that three situations are tried on a phone, a tablet and a desktop
    turns = [SIZES[at * 3 % 10 :][:1] for at in range(10)]
    staged = Measured(guest.page, guest.url, [SIZES] if thorough else turns)
    staged.open(table(2))
    return staged


def measure(stage: Measured, told: str, sizes: Sizes | None = None) -> list[str]:
    """Say what lies over what at these sizes, or at some of all."""
    found = []
    for width, height in sizes or next(stage.sizes):
        stage.page.set_viewport_size({"width": width, "height": height})
        wrong = stage.page.evaluate(MEASURE, {"most": 8})
        found += [f"{width} x {height}, {told}: {one}" for one in wrong]
    return found


def test_all_players_have_a_place_of_their_own(stage: Measured) -> None:
    found = []
    for players in range(2, 11):
        stage.show(turn(players))
        found += measure(stage, f"{players} players")
    assert found == []


@pytest.mark.parametrize("players", [10, *thoroughly(4)])
def test_nothing_that_happens_covers_anything(stage: Measured, players: int) -> None:
    found = []
    for situation in SITUATIONS:
        stage.show(situation(players))
        found += measure(stage, f"{players} players, {situation.__name__}")
    assert found == []


def test_whoever_said_uno_and_is_gone_wears_one_tag(stage: Measured, thorough: bool) -> None:
    stage.show(gone_after_uno(10))
    expect(stage.page.locator(".seat .until")).to_have_count(9)
    sizes = SIZES if thorough else ((320, 568), (844, 390), (1180, 820))
    assert measure(stage, "gone after Uno", sizes) == []


@pytest.mark.parametrize("language", ["de", *thoroughly("es", "fr")])
def test_longer_words_find_their_place(stage: Measured, language: str) -> None:
    stage.set(language=language)
    found = []
    for situation in (nothing_fits, last_but_one, colors):
        stage.show(situation(4))
        found += measure(stage, f"{language}, {situation.__name__}")
    assert found == []


@pytest.mark.parametrize("players", [10, *thoroughly(2, 4, 6)])
def test_what_people_show_and_say_covers_nobody(
    stage: Measured, players: int, thorough: bool
) -> None:
    stage.show(turn(players))
    found = []
    for width, height in SIZES if thorough else SIZES[players % 3 :: 3]:
        stage.page.set_viewport_size({"width": width, "height": height})
        for kind in ("reacted", "said"):
            stage.tell(*(remark(kind, seat) for seat in range(players)))
            shown = "n => document.querySelectorAll('.remark').length === n"
            stage.page.wait_for_function(shown, arg=players)
            wrong = stage.page.evaluate(MEASURE, {"most": 8})
            found += [f"{width} x {height}, {players} players, {kind}: {one}" for one in wrong]
    assert found == []


@pytest.mark.parametrize("players", [10, *thoroughly(4)])
def test_banner_of_somebody_who_was_removed_covers_nobody(
    stage: Measured, players: int, thorough: bool
) -> None:
    stage.show(watched(players).model_copy(update={"may_queue": True}))
    stage.tell(Dismissed(code="removed", text=""))
    stage.page.locator(".banner [role=alert]").wait_for()
    sizes = SIZES if thorough else ((320, 568), (390, 844), (844, 390), (1280, 800))
    assert measure(stage, "removed", sizes) == []


def remark(kind: str, seat: int) -> Reacted | Said:
    """Let a player show a mood, or say something that is too long for a bubble."""
    if kind == "reacted":
        return Reacted(seat=seat, mood=("gotcha", "hurry", "ouch")[seat % 3])
    return Said(seat=seat, name="", text="That was a really mean card, my friend")


def test_television_is_laid_out_for_three_metres(stage: Measured, thorough: bool) -> None:
    stage.set(big=True)
    picture = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"
    stage.page.route("**/qr.svg*", lambda asked: asked.fulfill(body=picture, content_type=SVG))
    found = []
    for players in (2, 4, 6, 10) if thorough else (10,):
        for situation in (turn, nothing_fits, colors, watched):
            stage.show(situation(players))
            told = f"television, {players} players, {situation.__name__}"
            found += measure(stage, told, LARGE if thorough else LARGE[players % 4 // 2 :][:1])
    assert found == []
    stage.show(turn(4))
    stage.page.set_viewport_size({"width": 2560, "height": 1440})
    smallest = stage.page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("main.table :is(.name span, .turn *)")]
             .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
    )
    assert smallest >= 34


def test_partners_are_marked_by_more_than_a_colour(stage: Measured) -> None:
    stage.show(table(4, teams=True))
    found = measure(stage, "partners")
    assert found == []
    seats = stage.page.locator(".seat")
    assert seats.locator(".team").all_inner_texts() == ["B", "A", "B"]
    assert stage.page.locator(".me .team").all_inner_texts() == ["A"]
    expect(stage.page.get_by_role("region", name=re.compile("^Cog, Team A, "))).to_be_visible()
    assert seats.locator(".solid").count() == 1
    assert seats.locator(".dashed").count() == 2


def test_hand_of_seven_fills_a_tablet(stage: Measured) -> None:
    stage.show(turn(6))
    stage.page.set_viewport_size({"width": 820, "height": 1180})
    stage.page.evaluate(MEASURE, {"most": 1})
    boxes = [card.bounding_box() for card in stage.page.locator(".hand .held").all()]
    wide = [box for box in boxes if box is not None]
    assert len(wide) == len(SEVEN)
    assert max(box["x"] + box["width"] for box in wide) - min(box["x"] for box in wide) > 720
