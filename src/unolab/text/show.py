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
    concat,
    fill,
    join,
    pad,
    paint,
    trim,
    write_beside,
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


def write_card(card: Card, text: str = "") -> Text:
    """Write a card as its two letters, or as another text, on its colour."""
    return paint(text or str(card), CARD_STYLES[-1 if card.color is None else card.color])


def write_cards(cards: Iterable[Card]) -> Text:
    """Write a hand as letters."""
    return join(" ", map(write_card, cards))


def describe_card(card: Card) -> str:
    """Write a card for somebody who does not know the letters: ``green Skip``, ``Wild (red)``."""
    face = str(card.face) if card.face <= Face.NINE else str(card.face).title()
    if not card.is_wild:
        return f"{card.color} {face}"
    return face if card.color is None else f"{face} ({card.color})"


def name_card(card: Card) -> Text:
    """Write a card in words on its colour."""
    return write_card(card, describe_card(card).replace(" ", NO_BREAK))


# ── events ────────────────────────────────────────────────────────────────────────────────────────


def tell_events(events: Iterable[Event], names: Sequence[str]) -> Iterator[tuple[int, Text]]:
    """Yield seats and what happened to them, ``plays red 7 and says Uno``, in order."""
    inner = (event for event in events if event.kind not in ("over", "match"))
    for seat, group in groupby(inner, lambda event: event.seat):
        *most, last = (tell_event(event, names) for event in drop_obvious(group))
        yield seat, join(" and ", [join(", ", most), last] if most else [last])


def drop_obvious(events: Iterable[Event]) -> Iterator[Event]:
    """Leave out that the direction changes after a Reverse: everyone knows."""
    played = False
    for event in events:
        if not (played and event.kind == "reversed"):
            yield event
        played |= event.kind == "played"


def tell_event(event: Event, names: Sequence[str]) -> Text:
    """Describe an event with coloured cards, and with the verb that goes with ``You``."""
    verb, _, rest = event.deed([address_player(name) for name in names]).partition(" ")
    if names[event.seat] == YOU:
        verb = "are" if verb == "is" else verb.removesuffix("s")
    if event.card is not None:
        before, _, after = rest.partition(str(event.card))
        return concat(f"{verb} {before}", name_card(event.card), after)
    if event.kind in ("drew", "took"):
        return concat(f"{verb} ", _write_drawn(event))
    if event.cards:  # the hand shown to a challenger
        found = "a bluff" if event.guilty else "no bluff"
        shown = f"{verb} {rest.partition(': ')[0]}, who shows "
        return concat(shown, write_cards(event.cards), f": {found}")
    return concat(f"{verb} {rest}")


def address_player(name: str) -> str:
    """Return a player's name for the middle of a sentence; it is never broken."""
    return "you" if name == YOU else name.replace(" ", NO_BREAK)


def _write_drawn(event: Event) -> Text:
    if event.cards and len(event.cards) == 1:
        return name_card(event.cards[0])
    count = {0: "nothing", 1: "a card"}.get(event.count, f"{event.count} cards")
    return concat(f"{count}: ", write_cards(event.cards)) if event.cards else concat(count)


# ── the deck and the rules ────────────────────────────────────────────────────────────────────────


def write_deck() -> Iterator[str | Text]:
    """Write the deck as a table: how many there are of each card, a row for a colour."""
    faces = [face for face in Face if face < Face.WILD]
    heads = [describe_card(Card(face)).partition(" ")[2] for face in faces]

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
        yield f"  {DECK.count(card)} {describe_card(card)}, {card.points} points each"


def shorten(text: str, most: int) -> str:
    """Cut a long text in the middle: its end says as much as its beginning."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - half]}…{text[-half:]}"


def list_rules(width: int) -> Iterator[str]:
    """Write the presets and the options with their values."""
    yield "Presets"
    for name, about in ABOUT.items():
        yield from write_beside(f"  {name:13}", about, width)
    yield "\nOptions, each with its values, that of the official game first"
    label = max(map(len, OPTIONS)) + 2
    for name, option in OPTIONS.items():
        yield from write_beside(f"  {name:{label}}", f"{option.about}:", width)
        yield from write_beside(" " * (label + 2), _list_values(option), width)
    yield "\nRules are a preset and what differs from it: official+stacking=same+wd4=strict"


def _list_values(option: Option) -> str:
    """List the values of an option, the official one first."""
    official = getattr(PRESETS["official"], option.name)
    if option.numbers is not None:
        return f"{official} ({option.numbers[0]} to {option.numbers[-1]:,})"
    rest = [value for value in option.values if value != official]
    return " | ".join(map(option.text, (official, *rest)))


def explain_rules(rules: Rules) -> list[str]:
    """Say what a preset is for and how the rules differ from the official game."""
    return [*explain_purpose(rules), *rules.describe()]


def explain_purpose(rules: Rules) -> list[str]:
    """Say what a preset is for; rules that are no preset have no purpose to tell."""
    text = str(rules)
    return [ABOUT[text]] if text in PRESETS else []


def explain_options(rules: Rules, width: int) -> Iterator[str]:
    """Say what every option means under these rules; a star marks what is not official."""
    official = PRESETS["official"]
    chosen = {name: f"{name}={o.text(getattr(rules, name))}" for name, o in OPTIONS.items()}
    label = max(map(len, chosen.values()))
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        mark = " " if value == getattr(official, name) else "*"
        yield from write_beside(f"{mark} {chosen[name]:{label}}  ", option.meaning(value), width)
    if rules != official:
        yield ""
        yield "* differs from the official rules"


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


def write_header(title: str, rules: Rules, width: int, again: str = "") -> Iterator[str | Text]:
    """Introduce a game: the deal, the rules, the letters of the cards."""
    yield paint(f"Uno, {title} (rules / players / seed)", BOLD)
    label = "Rules  "
    for sentence in explain_rules(rules):
        yield from write_beside(label, sentence, width)
        label = " " * len(label)
    yield from write_beside("Cards  ", LEGEND, width)
    if again:
        yield from write_beside("Again  ", again, width)


def write_story(game: Game, names: Sequence[str], width: int) -> Iterator[str | Text]:
    """Tell a game move by move, with the hands of all who did something."""
    label = measure_column(names)
    for name, hand in zip(names, game.start.hands, strict=True):
        yield from write_beside(f"     {name:{label}}", write_cards(hand), width)
    top = game.start.top
    shown = concat("none yet") if top is None else fill(name_card(top), width)[0]
    yield concat(f"     {'top card':{label}}", shown)
    yield ""
    yield from _write_move("", game.start, tell_events(game.start.events, names), names, width)
    before = game.start
    for number, (_, after) in enumerate(game.steps(), 1):
        rows = [*tell_events(after.events, names), *_tell_swaps(before, after)]
        yield from _write_move(str(number), after, rows, names, width)
        before = after
    yield ""
    yield from write_ending(game.state, names, width)


def measure_column(names: Sequence[str]) -> int:
    """Return the width of the column of names, with the gap after it."""
    return max(*map(len, names), len("top card")) + 2


def _tell_swaps(before: State, after: State) -> Iterator[tuple[int, Text]]:
    """Mention the players whose hands changed although no event is about them."""
    seats = {event.seat for event in after.events}
    for seat in range(after.players):
        if seat not in seats and before.hands[seat] != after.hands[seat]:
            yield seat, concat("has other cards now")


def _write_move(
    number: str, state: State, rows: Iterable[tuple[int, Text]], names: Sequence[str], width: int
) -> Iterator[Text]:
    """Write the rows of one move in columns: number, player, what happened, hand after it."""
    label = measure_column(names)
    head = label + 5
    middle = head + max(28, (width - head) * 9 // 20)
    for seat, deed in rows:
        left = write_beside(f"{number:>3}  {names[seat]:{label}}", deed, middle)
        right = fill(write_cards(state.hands[seat]), width - middle - 2)
        for deeds, cards in zip_longest(left, right, fillvalue=concat()):
            yield trim(pad(deeds, middle + 2) + cards)
        number = ""


def write_ending(
    state: State, names: Sequence[str], width: int, in_match: bool = False
) -> Iterator[str | Text]:
    """Say how a round ended and what each hand is worth, or that it is not over."""
    if not state.over:
        yield f"The game stops here: {names[state.turn]} is to act."
        return
    if state.winner is None:
        yield paint("The round is void: nobody wins it.", BOLD)
    else:
        winner = names[state.winner]
        wins = "win" if winner == YOU else "wins"
        yield paint(
            f"{winner} {wins} the round, which is worth {count_points(state.points)}.", BOLD
        )
    totals = in_match or any(state.totals)
    label = max(map(len, names))
    yield paint(f"  {'':{label}}  hand  gets" + ("  total" if totals else ""), DIM)
    for name, hand, got, had in zip(names, state.hands, state.scores, state.totals, strict=True):
        total = f"{had + got:7}" if totals else ""
        held = sum(card.points for card in hand)
        yield from write_beside(
            f"  {name:{label}}  {held:4}  {got:4}{total}  ", write_cards(hand), width
        )


def end_sentence(text: str) -> str:
    """Add a full stop, unless the sentence has an end already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def count_points(count: int) -> str:
    """Write a number of points."""
    return "1 point" if count == 1 else f"{count:,} points"
