"""Pictures and texts of a table: everything that is open is in them, and nothing that is not."""

from __future__ import annotations

import math
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image

from unolab import DECK, Card, State
from unolab.envs.picture import CENTRE, OWN, PAINTS, SCALE, draw_card, draw_scene, place_opponent
from unolab.envs.scene import Scene, write_scene

pytestmark = pytest.mark.slow

HAND = "R0R5Y2YSG6G9B1BV*W"
TABLE = f"G7 0> {HAND}/B2B3/Y9"


def scene(text: str, ended: bool = False, seat: int | None = 0, rules: str = "official") -> Scene:
    state = State.parse(text, rules)
    names = tuple(f"player_{i}" + " (greedy)" * (i > 0) for i in range(state.players))
    return Scene(state.view(seat), names, ended or state.over)


def picture(text: str, **options: Any) -> Any:
    return draw_scene(scene(text, **options))


def test_a_picture_is_rows_of_pixels() -> None:
    image = picture(TABLE)
    assert image.shape == (640, 960, 3)
    assert image.dtype == np.uint8


def test_every_card_has_a_face_of_its_own() -> None:
    played = [Card.parse(color + face) for color in "RYGB" for face in "WF"]
    faces = [draw_card(card, OWN).tobytes() for card in (*{*DECK}, *played)]
    assert len(faces) == len({*faces}) == 54 + 8


def test_a_card_has_its_color() -> None:
    for card in {*DECK}:
        pixel = draw_card(card, OWN).getpixel((OWN[0] * SCALE // 2, OWN[1] * SCALE * 9 // 10))
        assert isinstance(pixel, tuple)
        paint = "#262a31" if card.color is None else PAINTS[card.color]
        assert "#{:02x}{:02x}{:02x}".format(*pixel[:3]) == paint


@pytest.mark.parametrize(
    "other",
    [
        TABLE.replace("0>", "0<"),
        TABLE.replace("G7", "G8"),
        TABLE.replace("G7", "Y7"),
        TABLE.replace("R0", "R1"),
        TABLE.replace("B2B3", "B2"),
        f"{TABLE}/Y3",
    ],
)
def test_what_lies_open_is_in_the_picture(other: str) -> None:
    assert not np.array_equal(picture(TABLE), picture(other))
    assert write_scene(scene(TABLE)) != write_scene(scene(other))


def test_what_is_hidden_is_not() -> None:
    shown = scene(TABLE)
    for number in range(3):
        guess = shown.view.sample(random.Random(number))
        other = Scene(guess.view(0), shown.names, ended=False)
        assert guess != State.parse(TABLE)
        assert np.array_equal(draw_scene(shown), draw_scene(other))
        assert write_scene(shown) == write_scene(other)


def test_cards_that_may_be_played_stand_out() -> None:
    going_on, ended = picture(TABLE), picture(TABLE, ended=True)
    changed = (going_on != ended).any(axis=2)
    columns = changed[400:600].any(axis=0).nonzero()[0]
    assert len(columns)
    reds = 2  # which do not fit and come first
    left = (960 - 86 * 9 + 8) // 2
    assert columns.min() >= left + reds * 86


@pytest.mark.parametrize("count", [1, 25, 27, 60])
def test_a_hand_of_any_size_fits(count: int) -> None:
    hand = "".join(map(str, DECK[:count]))
    image = picture(f"BF 0> {hand}/*W*W")
    edges = np.concatenate([image[:, :8].reshape(-1, 3), image[:, -8:].reshape(-1, 3)])
    assert len(np.unique(edges, axis=0)) == 1
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize("players", range(2, 11))
def test_players_do_not_sit_on_each_other(players: int) -> None:
    places = [place_opponent(ahead, players) for ahead in range(1, players)]
    for x, y in places:
        assert 60 <= x <= 900
        assert 40 <= y <= 400
    for (x, y), (other_x, other_y) in combinations(places, 2):
        assert abs(x - other_x) >= 90 or abs(y - other_y) >= 85
    x, y = CENTRE
    angles = [math.atan2(at_y - y, at_x - x) % math.tau for at_x, at_y in places]
    around = [(angle - math.pi / 2) % math.tau for angle in angles]
    assert around == sorted(around)  # clockwise from oneself, who sits below


def test_the_text_says_what_lies_on_the_table() -> None:
    assert write_scene(scene(TABLE)).splitlines() == [
        "top card green 7; 95 in the stock; turn 1, clockwise",
        "> player_0            9  R0 R5 Y2 YS G6 G9 B1 BV *W",
        "  player_1 (greedy)   2",
        "  player_2 (greedy)   1",
        "player_0 plays a card or draws",
    ]


@pytest.mark.parametrize(
    ("text", "options", "caption"),
    [
        (TABLE, {"ended": True}, "an illegal action has ended the game"),
        ("G7 0> /B2", {}, "player_0 wins the round"),
        ("G7 0> R1R2/G7B2", {"seat": 1, "rules": "party"}, "player_1 (greedy) may jump in"),
    ],
)
def test_the_caption_says_what_is_going_on(
    text: str, options: dict[str, Any], caption: str
) -> None:
    assert scene(text, **options).caption == caption
    image = picture(text, **options)
    assert Image.fromarray(image).crop((0, 600, 960, 640)).getbbox() is not None
