"""Pictures of a table: plain cards of our own, drawn with Pillow at twice the size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.envs.extra import needs

with needs("Pillow", "PIL"):
    from PIL import Image, ImageDraw, ImageFont

from unolab.cards import Card, Color, Face
from unolab.envs.scene import Scene
from unolab.state import View

Box = tuple[float, float, float, float]
Point = tuple[float, float]

WIDTH: Final = 960
HEIGHT: Final = 640
SCALE: Final = 2  # everything is drawn so much larger, then reduced: its edges are smooth then

ROOM: Final = "#18222d"
FELT: Final = "#23564c"
RIM: Final = "#2f6d60"
INK: Final = "#262a31"
WHITE: Final = "#ffffff"
PAPER: Final = "#f6f4ee"
FAINT: Final = "#a9bdb8"
BACK: Final = "#39485a"
BACK_LINE: Final = "#52647a"
MARK: Final = "#ffd76a"  # whoever is to act
PAINTS: Final = ("#d8443c", "#efbf2e", "#4b9f52", "#3b7acb")
NO_COLOR: Final = "#8f9aa5"

CENTRE: Final = (WIDTH / 2, 258)
REACH: Final = (392, 188)  # from there to the other players
BIG: Final = (92, 134)
OWN: Final = (78, 114)
SMALL: Final = (36, 53)
HAND_WIDTH: Final = WIDTH - 60
HAND_TOP: Final = 468
LIFT: Final = 14  # of a card that may be played
ROW: Final = 26  # cards of one's own side by side
ROW_STEP: Final = 38
FANNED: Final = 6  # cards of another player that are drawn


def draw_scene(scene: Scene) -> npt.NDArray[np.uint8]:
    """Draw a table as its rows of pixels: height, width, and red, green, blue."""
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), ROOM)
    _Painter(image, scene).draw()
    return np.array(image.reduce(SCALE))


class _Painter:
    """Draws a scene; all lengths are those of the picture that comes out."""

    def __init__(self, image: Image.Image, scene: Scene) -> None:
        self._image = image
        self._pen = Pen(image)
        self._scene = scene
        self._view = scene.view

    def draw(self) -> None:
        """Draw the table, what lies on it, and who sits around it."""
        self._draw_felt()
        self._draw_direction()
        self._draw_piles()
        players = self._view.players
        for ahead in range(1, players):
            self._draw_opponent((self._scene.seat + ahead) % players, ahead)
        self._draw_hand()
        self._draw_caption()

    def _draw_felt(self) -> None:
        x, y = CENTRE
        across, up = REACH[0] - 20, REACH[1] - 4
        self._pen.ellipse((x - across, y - up, x + across, y + up), FELT, RIM, 5)

    def _draw_direction(self) -> None:
        """Draw two arrows around the piles in the colour in force."""
        x, y = CENTRE
        across, up = 172, 112
        paint = paint_of(self._view)
        way = self._view.direction
        for start in (200, 20):  # over the piles, and under them; angles are clockwise
            self._pen.arc((x - across, y - up, x + across, y + up), start, start + 140, paint, 7)
            angle = math.radians(start + 140 if way > 0 else start)
            tip = (x + (across - 3) * math.cos(angle), y + (up - 3) * math.sin(angle))
            along = math.atan2(up * math.cos(angle), -across * math.sin(angle))
            self._pen.arrow_head(tip, along if way > 0 else along + math.pi, 15, paint)

    def _draw_piles(self) -> None:
        x, y = CENTRE
        view = self._view
        width, height = BIG
        left, right, top = x - width - 12, x + 12, y - height / 2
        for under in reversed(range(min(3, view.stock))):
            self._paste(draw_back(BIG), (left + 3 * under, top + 2 * under))
        if not view.stock:
            self._pen.box((left, top, left + width, top + height), 10, None, RIM, 2)
        self._badge((left + width / 2, y), str(view.stock), INK, WHITE)
        if view.discards:
            self._paste(draw_card(view.discards[-1], BIG, 7), (right - 6, top - 8))
        if view.top is None:
            self._pen.box((right, top, right + width, top + height), 10, None, RIM, 2)
        else:
            self._paste(draw_card(view.top, BIG), (right, top))
        if view.due:
            self._badge((right + width, top), f"+{view.due}", MARK, INK)

    def _draw_opponent(self, seat: int, ahead: int) -> None:
        """Draw the cards of another player from behind, with their number and the name."""
        view = self._view
        x, y = place_opponent(ahead, view.players)
        size = view.sizes[seat]
        width, height = SMALL
        shown = min(size, FANNED)
        step = 9
        left = x - (width + step * (shown - 1)) / 2
        for place in range(shown):
            self._paste(draw_back(SMALL), (left + place * step, y - height / 2))
        corner = (left + width + step * (shown - 1), y - height / 2 + 4) if shown else (x, y)
        self._badge(corner, str(size), PAPER if size > 1 else MARK, INK, 12)
        first, _, second = self._scene.names[seat].partition(" ")
        y += height / 2 + 11
        self._pen.text((x, y), first, 13, MARK if seat == view.turn else WHITE)
        if second:
            self._pen.text((x, y + 15), shorten(second.strip("()")), 11, FAINT)

    def _draw_hand(self) -> None:
        """Draw the own cards face up, those that may be played a little higher."""
        view = self._view
        hand = view.hand
        lifted = playable_cards(self._scene)
        rows = max(1, math.ceil(len(hand) / ROW))
        width, _ = OWN
        for row in range(rows):
            cards = hand[len(hand) * row // rows : len(hand) * (row + 1) // rows]
            step = min(width + 8, (HAND_WIDTH - width) / max(1, len(cards) - 1))
            left = (WIDTH - width - step * (len(cards) - 1)) / 2
            top = HAND_TOP + LIFT - (rows - 1 - row) * ROW_STEP
            for place, card in enumerate(cards):
                up = LIFT if card in lifted else 0
                self._paste(draw_card(card, OWN), (left + place * step, top - up))

    def _draw_caption(self) -> None:
        caption = self._scene.caption
        size = len(self._view.hand)
        if size:
            caption += f" · {size} card{'s' * (size != 1)}"
        self._pen.text((WIDTH / 2, HEIGHT - 20), caption, 15, PAPER)

    def _badge(self, at: Point, text: str, fill: str, ink: str, size: int = 16) -> None:
        x, y = at
        half = size * (0.5 + 0.31 * len(text)) + 1
        self._pen.box(
            (x - half, y - size * 0.8, x + half, y + size * 0.8), size * 0.8, fill, ROOM, 1
        )
        self._pen.text((x, y), text, size, ink)

    def _paste(self, card: Image.Image, at: Point) -> None:
        self._image.paste(card, (round(at[0] * SCALE), round(at[1] * SCALE)), card)


def paint_of(view: View) -> str:
    """Return the paint of the colour in force."""
    if view.top is None or view.top.color is None:
        return NO_COLOR
    return PAINTS[view.top.color]


def playable_cards(scene: Scene) -> set[Card]:
    """Return the cards that the player may lay down now."""
    view = scene.view
    if scene.ended:
        return set()
    moves = (*view.legal, *view.out_of_turn)
    return {move.card.plain for move in moves if move.card is not None}


def place_opponent(ahead: int, players: int) -> Point:
    """Return where a player sits who is so many seats ahead clockwise: first left, then around."""
    x, y = CENTRE
    across, up = REACH
    spread = min(220, 70 + 30 * players)  # degrees around the far side of the table
    angles = np.radians(np.linspace(270 - spread / 2, 270 + spread / 2, 181))
    xs, ys = across * np.cos(angles), up * np.sin(angles)
    walked = np.append(0, np.hypot(np.diff(xs), np.diff(ys)).cumsum())
    share = (ahead - 1) / (players - 2) if players > 2 else 0.5
    at = share * walked[-1]
    return x + float(np.interp(at, walked, xs)), y + float(np.interp(at, walked, ys))


def shorten(text: str, most: int = 16) -> str:
    """Cut a long name."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(256)
def draw_card(card: Card, size: tuple[int, int], turned: float = 0) -> Image.Image:
    """Draw the face of a card; a wild that was played has its colour."""
    image = blank(size)
    pen = Pen(image)
    width, height = size
    edge = width * 0.055
    paint = INK if card.color is None else PAINTS[card.color]
    pen.box((0, 0, width, height), width * 0.13, PAPER, "#00000055", 1)
    pen.box((edge, edge, width - edge, height - edge), width * 0.09, paint)
    ink = INK if card.color == Color.YELLOW else WHITE
    middle = (width / 2, height / 2)
    if card.is_wild:
        draw_wheel(pen, middle, width * 0.31)
        if card.face == Face.WILD_DRAW_FOUR:
            pen.text(middle, "+4", width * 0.3, WHITE, INK, 0.1)
    else:
        draw_symbol(pen, card.face, middle, width * 0.56, ink)
    corner = width * 0.21
    for at in ((corner, corner * 1.02), (width - corner, height - corner * 1.02)):
        if card.face == Face.WILD:
            draw_wheel(pen, at, width * 0.085)
        else:
            draw_symbol(pen, card.face, at, width * 0.2, ink)
    return turn(image, turned)


@lru_cache(8)
def draw_back(size: tuple[int, int]) -> Image.Image:
    """Draw the back that all cards have."""
    image = blank(size)
    pen = Pen(image)
    width, height = size
    edge = width * 0.07
    pen.box((0, 0, width, height), width * 0.13, PAPER, "#00000055", 1)
    pen.box((edge, edge, width - edge, height - edge), width * 0.09, BACK)
    across = width / 2
    for half in (0.34, 0.22, 0.10):
        reach = width * half
        pen.polygon(
            [
                (across, height / 2 - reach * 1.3),
                (across + reach, height / 2),
                (across, height / 2 + reach * 1.3),
                (across - reach, height / 2),
            ],
            BACK_LINE if half != 0.22 else BACK,
        )
    return image


def draw_symbol(pen: Pen, face: Face, at: Point, size: float, ink: str) -> None:
    """Draw what is on a card: its number, or a sign for what it does."""
    x, y = at
    half = size * 0.42
    line = size * 0.13
    if face <= Face.NINE:
        pen.text(at, str(int(face)), size * 1.2, ink, ink)
        if face in (Face.SIX, Face.NINE):
            pen.line(
                (x - half * 0.6, y + size * 0.6), (x + half * 0.6, y + size * 0.6), ink, line / 2
            )
    elif face == Face.SKIP:
        pen.ellipse((x - half, y - half, x + half, y + half), None, ink, line)
        slant = (half - line / 2) * 0.71
        pen.line((x - slant, y + slant), (x + slant, y - slant), ink, line)
    elif face == Face.REVERSE:
        for way in (1, -1):
            shift = -way * half * 0.5
            pen.line((x + shift, y + way * half), (x + shift, y - way * half * 0.5), ink, line)
            pen.arrow_head((x + shift, y - way * half * 0.45), -way * math.pi / 2, half * 0.62, ink)
    else:
        pen.text(at, "+2" if face == Face.DRAW_TWO else "+4", size * 0.88, ink, ink)


def draw_wheel(pen: Pen, at: Point, radius: float) -> None:
    """Draw a disc of the four colours."""
    x, y = at
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), PAPER)
    inner = radius * 0.9
    for place, paint in enumerate(PAINTS):
        start = 180 + 90 * (0, 1, 3, 2)[place]
        pen.slice((x - inner, y - inner, x + inner, y + inner), start, start + 90, paint)


def blank(size: tuple[int, int]) -> Image.Image:
    """Make a card to draw on; outside of it nothing is drawn."""
    return Image.new("RGBA", (size[0] * SCALE + 1, size[1] * SCALE + 1), (0, 0, 0, 0))


def turn(image: Image.Image, degrees: float) -> Image.Image:
    """Turn a card a little, as cards lie on a pile."""
    if not degrees:
        return image
    return image.rotate(degrees, Image.Resampling.BICUBIC, expand=True)


# ── drawing ───────────────────────────────────────────────────────────────────────────────────────


class Pen:
    """Draws on an image in lengths of the picture that comes out."""

    def __init__(self, image: Image.Image) -> None:
        """Draw on this image."""
        self._draw = ImageDraw.Draw(image)

    def box(
        self,
        box: Box,
        radius: float,
        fill: str | None,
        outline: str | None = None,
        line: float = 0,
    ) -> None:
        """Draw a box with round corners."""
        self._draw.rounded_rectangle(
            enlarge(box), radius * SCALE, fill, outline, round(line * SCALE)
        )

    def ellipse(
        self, box: Box, fill: str | None, outline: str | None = None, line: float = 0
    ) -> None:
        """Draw an ellipse."""
        self._draw.ellipse(enlarge(box), fill, outline, max(1, round(line * SCALE)))

    def arc(self, box: Box, start: float, stop: float, paint: str, line: float) -> None:
        """Draw a part of an ellipse; angles are in degrees from the right, clockwise."""
        self._draw.arc(enlarge(box), start, stop, paint, round(line * SCALE))

    def slice(self, box: Box, start: float, stop: float, paint: str) -> None:
        """Draw a piece of a pie."""
        self._draw.pieslice(enlarge(box), start, stop, paint)

    def line(self, start: Point, stop: Point, paint: str, line: float) -> None:
        """Draw a line."""
        self._draw.line(enlarge((*start, *stop)), paint, max(1, round(line * SCALE)))

    def polygon(self, points: Sequence[Point], paint: str) -> None:
        """Draw a polygon."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], paint)

    def arrow_head(self, at: Point, angle: float, size: float, paint: str) -> None:
        """Draw the head of an arrow that points along an angle."""
        x, y = at
        self.polygon(
            [
                (x + size * math.cos(angle + turned), y + size * math.sin(angle + turned))
                for turned in (0, 2.2, -2.2)
            ],
            paint,
        )

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        ink: str,
        edge: str | None = None,
        width: float = 0.02,
    ) -> None:
        """Write a line with its middle at a point; an edge makes it bold."""
        self._draw.text(
            (at[0] * SCALE, at[1] * SCALE),
            text,
            ink,
            load_font(round(size * SCALE)),
            "mm",
            stroke_width=max(1, round(size * SCALE * width)) if edge else 0,
            stroke_fill=edge,
        )


def enlarge(box: Box) -> Box:
    """Return a box as large as it is drawn."""
    left, top, right, bottom = box
    return left * SCALE, top * SCALE, right * SCALE, bottom * SCALE


@lru_cache(32)
def load_font(size: int) -> Any:
    """Load the font that Pillow brings."""
    return ImageFont.load_default(size)
