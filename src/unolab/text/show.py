"""How cards, events and games look in a terminal: words, columns and colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Final

from unolab.cards import DECK, Card, Color, Face
from unolab.rules import ABOUT, OPTIONS, PRESETS, Option, Rules
from unolab.text.style import (
    BOLD,
    CARD_STYLES,
    DIM,
    NO_BREAK,
    beside,
    concat,
    fill,
    join,
    pad,
    paint,
    trim,
)

if TYPE_CHECKING:  # what is shown needs the engine, but not the showing
    from rich.text import Text

    from unolab.event import Event
    from unolab.game import Game
    from unolab.state import State

YOU: Final = "You"  # a player of this name is spoken to, not about
LEGEND: Final = (
    "R=red Y=yellow G=green B=blue, with 0-9 S=Skip V=Reverse D=Draw~Two; *W=Wild "
    "*F=Wild~Draw~Four; once played they wear their colour: GW, BF"
).replace("~", NO_BREAK)


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def block(card: Card, text: str = "") -> Text:
    """Write a card as its two letters, or as another text, on its colour."""
    return paint(text or str(card), CARD_STYLES[-1 if card.color is None else card.color])


def blocks(cards: Iterable[Card]) -> Text:
    """Write a hand as letters."""
    return join(" ", map(block, cards))


def words(card: Card) -> str:
    """Write a card for somebody who does not know the letters: ``green Skip``, ``Wild (red)``."""
    face = str(card.face) if card.face <= Face.NINE else str(card.face).title()
    if not card.is_wild:
        return f"{card.color} {face}"
    return face if card.color is None else f"{face} ({card.color})"


def named(card: Card) -> Text:
    """Write a card in words on its colour."""
    return block(card, words(card).replace(" ", NO_BREAK))


# ── events ────────────────────────────────────────────────────────────────────────────────────────


def told(events: Iterable[Event], names: Sequence[str]) -> Iterator[tuple[int, Text]]:
    """Say what befell whom: a seat and ``plays red 7 and says Uno``, in the order of events."""
    inner = (event for event in events if event.kind not in ("over", "match"))
    for seat, group in groupby(inner, lambda event: event.seat):
        *most, last = (deed_of(event, names) for event in without_the_obvious(group))
        yield seat, join(" and ", [join(", ", most), last] if most else [last])


def without_the_obvious(events: Iterable[Event]) -> Iterator[Event]:
    """Leave out that play turns round after somebody played a Reverse."""
    played = False
    for event in events:
        if not (played and event.kind == "reversed"):
            yield event
        played |= event.kind == "played"


def deed_of(event: Event, names: Sequence[str]) -> Text:
    """Say it with painted cards, and with the verb that goes with ``You``."""
    verb, _, rest = event.deed([whom(name) for name in names]).partition(" ")
    if names[event.seat] == YOU:
        verb = "are" if verb == "is" else verb.removesuffix("s")
    if event.card is not None:
        before, _, after = rest.partition(str(event.card))
        return concat(f"{verb} {before}", named(event.card), after)
    if event.kind in ("drew", "took"):
        return concat(f"{verb} ", _some(event))
    if event.cards:  # the hand shown to a challenger
        found = "a bluff" if event.guilty else "no bluff"
        shown = f"{verb} {rest.partition(': ')[0]}, who shows "
        return concat(shown, blocks(event.cards), f": {found}")
    return concat(f"{verb} {rest}")


def whom(name: str) -> str:
    """Name a player in the midst of a sentence, on one line."""
    return "you" if name == YOU else name.replace(" ", NO_BREAK)


def _some(event: Event) -> Text:
    if event.cards and len(event.cards) == 1:
        return named(event.cards[0])
    count = {0: "nothing", 1: "a card"}.get(event.count, f"{event.count} cards")
    return concat(f"{count}: ", blocks(event.cards)) if event.cards else concat(count)


# ── the deck and the rules ────────────────────────────────────────────────────────────────────────


def deck_table() -> Iterator[str | Text]:
    """Write the deck as a table: how many there are of each card, a row for a colour."""
    faces = [face for face in Face if face < Face.WILD]
    heads = [words(Card(face)).partition(" ")[2] for face in faces]

    def row(label: str, cells: Iterable[object]) -> str:
        columns = (f"{cell:>{max(2, len(head))}}" for cell, head in zip(cells, heads, strict=True))
        return f"  {label:8}" + "  ".join(columns)

    yield f"The {len(DECK)} cards, and how many there are of each"
    yield ""
    yield row("", heads)
    for color in Color:
        counts = [DECK.count(Card(color * len(Face) + face)) for face in faces]
        label = paint(f" {color!s:7}", CARD_STYLES[color])
        yield concat("  ", label, row("", counts)[10:])
    yield paint(row("points", [face.points for face in faces]), DIM)
    yield ""
    for card in sorted({card for card in DECK if card.is_wild}):
        yield f"  {DECK.count(card)} {words(card)}, {card.points} points each"


def shorten(text: str, most: int) -> str:
    """Cut a long text in its middle: the end says as much as the beginning."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - half]}…{text[-half:]}"


def rules_list(width: int) -> Iterator[str]:
    """Write the presets and the options with their values."""
    yield "Presets"
    for name, about in ABOUT.items():
        yield from beside(f"  {name:13}", about, width)
    yield "\nOptions, each with its values, that of the official game first"
    label = max(map(len, OPTIONS)) + 2
    for name, option in OPTIONS.items():
        yield from beside(f"  {name:{label}}", f"{option.about}:", width)
        yield from beside(" " * (label + 2), _values(option), width)
    yield "\nRules are a preset and what differs from it: official+stacking=same+wd4=strict"


def _values(option: Option) -> str:
    """List the values of an option, the official one first."""
    official = getattr(PRESETS["official"], option.name)
    if option.numbers is not None:
        return f"{official} ({option.numbers[0]} to {option.numbers[-1]:,})"
    rest = [value for value in option.values if value != official]
    return " | ".join(map(option.text, (official, *rest)))


def rules_of(rules: Rules) -> list[str]:
    """Say what a preset is for and how the rules differ from the official game."""
    return [*purpose_of(rules), *rules.describe()]


def purpose_of(rules: Rules) -> list[str]:
    """Say what a preset is for; nothing is known of other rules."""
    text = str(rules)
    return [ABOUT[text]] if text in PRESETS else []


def complete_rules_of(rules: Rules, width: int) -> Iterator[str]:
    """Say what every option means under these rules; a star marks what is not official."""
    official = PRESETS["official"]
    chosen = {name: f"{name}={o.text(getattr(rules, name))}" for name, o in OPTIONS.items()}
    label = max(map(len, chosen.values()))
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        mark = " " if value == getattr(official, name) else "*"
        yield from beside(f"{mark} {chosen[name]:{label}}  ", option.meaning(value), width)
    if rules != official:
        yield ""
        yield "* differs from the official rules"


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


def header(title: str, rules: Rules, width: int, again: str = "") -> Iterator[str | Text]:
    """Introduce a game: the deal, the rules, the letters of the cards."""
    yield paint(f"Uno, {title} (rules / players / seed)", BOLD)
    label = "Rules  "
    for sentence in rules_of(rules):
        yield from beside(label, sentence, width)
        label = " " * len(label)
    yield from beside("Cards  ", LEGEND, width)
    if again:
        yield from beside("Again  ", again, width)


def story(game: Game, names: Sequence[str], width: int) -> Iterator[str | Text]:
    """Tell a game move by move, with the hands of all who did something."""
    label = column(names)
    for name, hand in zip(names, game.start.hands, strict=True):
        yield from beside(f"     {name:{label}}", blocks(hand), width)
    top = game.start.top
    shown = concat("none yet") if top is None else fill(named(top), width)[0]
    yield concat(f"     {'top card':{label}}", shown)
    yield ""
    yield from _lines("", game.start, told(game.start.events, names), names, width)
    before = game.start
    for number, (_, after) in enumerate(game.steps(), 1):
        rows = [*told(after.events, names), *_swapped(before, after)]
        yield from _lines(str(number), after, rows, names, width)
        before = after
    yield ""
    yield from ending(game.state, names, width)


def column(names: Sequence[str]) -> int:
    """Return the columns that the names of players take, with the gap after them."""
    return max(*map(len, names), len("top card")) + 2


def _swapped(before: State, after: State) -> Iterator[tuple[int, Text]]:
    """Say of those whom no event is about that they have other cards."""
    seats = {event.seat for event in after.events}
    for seat in range(after.players):
        if seat not in seats and before.hands[seat] != after.hands[seat]:
            yield seat, concat("has other cards now")


def _lines(
    number: str, state: State, rows: Iterable[tuple[int, Text]], names: Sequence[str], width: int
) -> Iterator[Text]:
    """Write the rows of one move in columns: number, player, what happened, hand after it."""
    label = column(names)
    head = label + 5
    middle = head + max(28, (width - head) * 9 // 20)
    for seat, deed in rows:
        left = beside(f"{number:>3}  {names[seat]:{label}}", deed, middle)
        right = fill(blocks(state.hands[seat]), width - middle - 2)
        for deeds, cards in zip_longest(left, right, fillvalue=concat()):
            yield trim(pad(deeds, middle + 2) + cards)
        number = ""


def ending(
    state: State, names: Sequence[str], width: int, in_match: bool = False
) -> Iterator[str | Text]:
    """Say how a round ended and what every hand counts, or that it has not ended."""
    if not state.over:
        yield f"The game stops here: {names[state.turn]} is to act."
        return
    if state.winner is None:
        yield paint("The round is void: nobody wins it.", BOLD)
    else:
        winner = names[state.winner]
        wins = "win" if winner == YOU else "wins"
        yield paint(f"{winner} {wins} the round, which is worth {points(state.points)}.", BOLD)
    totals = in_match or any(state.totals)
    label = max(map(len, names))
    yield paint(f"  {'':{label}}  hand  gets" + ("  total" if totals else ""), DIM)
    for name, hand, got, had in zip(names, state.hands, state.scores, state.totals, strict=True):
        total = f"{had + got:7}" if totals else ""
        held = sum(card.points for card in hand)
        yield from beside(f"  {name:{label}}  {held:4}  {got:4}{total}  ", blocks(hand), width)


def points(count: int) -> str:
    """Write a number of points."""
    return "1 point" if count == 1 else f"{count:,} points"
