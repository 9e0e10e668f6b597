"""A slow second telling of the strategies: which moves each of the ten may choose, with all ties.

Written from the description of the bots alone, with lists and dicts, to be compared with the
compiled ones. ``choices`` gives every move that the strategy may end up with; where it lets chance
decide, that is more than one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from unolab import Card, Move, View
from unolab.cards import DECK, Color, Face

T = TypeVar("T")
Counts = Mapping[int, Mapping[Card, int]]
"""By seat and card: how many of it a bot that counts thinks the seat may hold."""

COLORS = tuple(Color)
RED_FIRST = (Color.RED, Color.GREEN, Color.BLUE, Color.YELLOW)
NO_LIMIT = -1
FULL = Counter(DECK)

# By type: number, reverse, skip, draw two, wild, wild draw four
RANKS = {"": [4, 3, 5, 6, 1, 2], "points": [5, 3, 6, 4, 2, 1]}
END_RANKS = [2, 3, 4, 6, 1, 5]
LIMITS = {"": [-1, -1, -1, -1, 2, 4], "points": [-1, -1, -1, -1, 5, 3]}
END_LIMITS = [-1] * 6
THRESHOLDS = [-1, -1, -1, -1, 2, 2]
SLACK = {"": 1, "points": 2}
WEIGHTS = {
    "": [-0.168, -0.163, -0.190, -0.227, 0.048, -0.035],
    "points": [-0.189, -0.153, -0.206, -0.193, 0.015, 0.023],
}
COUNT_WEIGHT = -0.0001


def choices(bot: str, view: View, counts: Counts | None = None) -> set[Move]:
    """List what a bot may do with its turn, with a card just drawn, or with cards due."""
    name, _, variant = bot.partition(":")
    if not any(move.is_play for move in view.legal):
        return {move for move in view.legal if move.is_draw}
    if view.phase == "penalty":
        return pending(name, view)
    return STRATEGIES[name](view, variant, counts or {})


# ── what they have in common ──────────────────────────────────────────────────────────────────────


def best(items: Iterable[T], key: Callable[[T], object]) -> list[T]:
    """Keep all that have the highest key."""
    items = list(items)
    keys = [key(item) for item in items]
    top = max(keys)  # type: ignore[type-var]
    return [item for item, value in zip(items, keys, strict=True) if value == top]


def playable(view: View) -> list[Card]:
    """List the different cards that may be played, wilds without a colour."""
    played = (move.card for move in view.legal)
    return sorted({card.plain for card in played if card is not None})


def fits(top: Card | None, card: Card) -> bool:
    """Say whether a card may lie on another."""
    if card.is_wild or top is None or top.color is None:
        return True
    return card.color == top.color or card.face == top.face


def color_counts(hand: Iterable[Card]) -> Counter[Color]:
    return Counter(card.color for card in hand if card.color is not None)


def common_colors(hand: Iterable[Card]) -> list[Color]:
    """List the most common colours of a hand, all four if there is none."""
    counts = color_counts(hand)
    return best(COLORS, lambda color: counts[color])


def own_colors(view: View) -> list[Color]:
    return common_colors(view.hand)


def worn(card: Card, color: Color) -> Move:
    """Play a card, a wild with this colour."""
    return Move.parse(f"{color.letter}{card.face.letter}" if card.is_wild else str(card))


def plays(cards: Iterable[Card], colors: Iterable[Color]) -> set[Move]:
    """Play any of these cards, a wild with any of these colours."""
    colors = list(colors)
    return {worn(card, color) for card in cards for color in colors}


def two_reverse_skips(view: View) -> bool:
    return view.players == 2 and view.rules.two_player_reverse_skips


def kind(card: Card, reverse_is_skip: bool) -> int:
    """Return the type of a card: number, reverse, skip, draw two, wild, wild draw four."""
    kinds = {Face.REVERSE: 1, Face.SKIP: 2, Face.DRAW_TWO: 3, Face.WILD: 4, Face.WILD_DRAW_FOUR: 5}
    number = kinds.get(card.face, 0)
    return 2 if number == 1 and reverse_is_skip else number


def is_drawn(view: View) -> bool:
    return view.phase == "drawn"


def may_draw(view: View) -> bool:
    return any(move.is_draw for move in view.legal)


def keeping(view: View) -> set[Move]:
    """Keep the card just drawn, where that is allowed."""
    return {move for move in view.legal if move.is_keep}


def pending(name: str, view: View) -> set[Move]:
    """Answer a penalty with the card that costs least."""
    cards = best(playable(view), lambda card: -card.points)
    return plays(cards, COLORS_OF.get(name, own_colors)(view))


# ── one by one ────────────────────────────────────────────────────────────────────────────────────


def random(view: View, variant: str, counts: Counts) -> set[Move]:
    return plays(playable(view), COLORS)


def greedy(view: View, variant: str, counts: Counts) -> set[Move]:
    return plays(best(playable(view), lambda card: card.points), common_colors(view.hand))


def variety(view: View, card: Card) -> int:
    """Count the different coloured cards of the hand that could lie on a card, itself included."""
    if card.is_wild:
        return 0
    return sum(fits(card, other) for other in set(view.hand) if not other.is_wild)


def diversity(view: View, variant: str, counts: Counts) -> set[Move]:
    cards = best(playable(view), lambda card: variety(view, card))
    return plays(cards, common_colors(view.hand))


def cardranking(view: View, variant: str, counts: Counts) -> set[Move]:
    ranks = RANKS[variant]
    skips = two_reverse_skips(view)
    cards = best(playable(view), lambda card: ranks[kind(card, skips)])
    return plays(cards, common_colors(view.hand))


def is_end_game(view: View) -> bool:
    return view.sizes[(seat_of(view) + view.direction) % view.players] == 1


def seat_of(view: View) -> int:
    assert view.seat is not None
    return view.seat


def allowed(view: View, limits: Sequence[int]) -> list[Card]:
    """List the playable cards that need not be held back; where one must play, all of them."""
    skips = two_reverse_skips(view)
    free = sum(limits[kind(card, skips)] == NO_LIMIT for card in view.hand)
    cards = playable(view)
    found = [c for c in cards if (limit := limits[kind(c, skips)]) == NO_LIMIT or free <= limit]
    return found if found or may_draw(view) else cards


def after_drawing(view: View) -> set[Move]:
    """Play or keep the card just drawn, as both mixbots do."""
    (card,) = playable(view)
    threshold = THRESHOLDS[kind(card, two_reverse_skips(view))]
    if threshold == NO_LIMIT or len(view.hand) <= threshold or not keeping(view):
        return plays([card], common_colors(view.hand))
    return keeping(view)


def mixbot(view: View, variant: str, counts: Counts) -> set[Move]:
    if is_drawn(view):
        return after_drawing(view)
    skips = two_reverse_skips(view)
    common = common_colors(view.hand)
    if is_end_game(view):
        return plays(best(playable(view), lambda c: END_RANKS[kind(c, skips)]), common)
    cards = allowed(view, LIMITS[variant])
    if not cards:
        return {move for move in view.legal if move.is_draw}
    cards = best(cards, lambda card: not card.is_wild and card.color in common)
    cards = best(cards, lambda card: RANKS[variant][kind(card, skips)])
    cards = best(cards, lambda card: variety(view, card))
    return plays(cards, common)


def mixbot2(view: View, variant: str, counts: Counts) -> set[Move]:
    if is_drawn(view):
        return after_drawing(view)
    skips = two_reverse_skips(view)
    ends = is_end_game(view)
    ranks = END_RANKS if ends else RANKS[variant]
    cards = allowed(view, END_LIMITS if ends else LIMITS[variant])
    if not cards:
        return {move for move in view.legal if move.is_draw}
    held = color_counts(view.hand)
    most = max(held.values(), default=0)
    preferred = {color for color in held if held[color] >= most - SLACK[variant]} or set(COLORS)
    common = common_colors(view.hand)

    def priority(candidate: Card) -> bool:
        return candidate.color in (preferred if candidate.is_wild else common)

    candidates = [Card(move) for card in cards for move in plays([card], COLORS)]
    candidates = best(candidates, lambda card: ranks[kind(card, skips)])
    candidates = best(candidates, priority)
    candidates = best(candidates, lambda card: chance_of_nothing(view, card, counts))
    return {Move(card) for card in candidates}


def next_to_act(view: View, card: Card) -> int:
    """Return who acts after a card: itself, with two players, after most actions."""
    match card.face:
        case Face.SKIP | Face.DRAW_TWO | Face.WILD_DRAW_FOUR:
            steps = 2
        case Face.REVERSE if view.players > 2:
            steps = -1
        case Face.REVERSE if view.rules.two_player_reverse_skips:
            steps = 0
        case _:
            steps = 1
    return (seat_of(view) + steps * view.direction) % view.players


def chance_of_nothing(view: View, card: Card, counts: Counts) -> Fraction:
    """Say how likely it is that the next to act can't follow; the own hand counts the other way."""
    seat = next_to_act(view, card)
    if seat == view.seat:
        rest = list(view.hand)
        rest.remove(card.plain)
        return Fraction(not any(fits(card, other) for other in rest))
    total = sum(counts[seat].values())
    matching = sum(n for other, n in counts[seat].items() if fits(card, other))
    draws = min(view.sizes[seat], total)
    if total == 0:
        return Fraction(0)
    if matching == 0:
        return Fraction(1)
    if total - matching <= draws - 1:
        return Fraction(0)
    chance = Fraction(1)
    for i in range(draws):
        chance *= Fraction(total - matching - i, total - i)
    return chance


def weighed(options: dict[Move, float], last: dict[Move, float]) -> set[Move]:
    """Keep the best options: the first of a wild's colours, and ``last`` only if it beats all.

    Which of several equal cards comes first hangs on the order of the hand and on rounding in its
    sum, so all of them are kept.
    """
    top = max(options.values(), default=float("-inf"))
    if any(value > top + 1e-9 for value in last.values()) or not options:
        return set(last)
    first: dict[Face | Move, Move] = {}
    for move, value in options.items():
        if value >= top - 1e-12:
            first.setdefault(Card(move).face if move.is_wild else move, move)
    return set(first.values())


def expanded(view: View) -> list[Move]:
    """List the plays in the order of the colours red, green, blue, yellow."""
    cards = playable(view)
    moves = [worn(card, color) for card in cards for color in RED_FIRST]
    return list(dict.fromkeys(moves))


def scorebot(view: View, variant: str, counts: Counts) -> set[Move]:
    skips = two_reverse_skips(view)

    def weight(card: Card) -> float:
        return WEIGHTS[variant][kind(card, skips)]

    value = sum(weight(card) for card in view.hand)
    options = {move: value - weight(Card(move)) for move in expanded(view)}
    if is_drawn(view):
        return weighed(options, dict.fromkeys(keeping(view), value))
    mean = sum(map(weight, DECK)) / len(DECK)
    return weighed(options, {m: value + mean for m in view.legal if m.is_draw})


def cardcounting(view: View, variant: str, counts: Counts) -> set[Move]:
    def weight(card: Card) -> float:
        return WEIGHTS[variant][kind(card, reverse_is_skip=False)]

    def burden(seat: int, top: Card | None, size: int) -> float:
        total = sum(counts[seat].values())
        matching = sum(n for other, n in counts[seat].items() if fits(top, other))
        return COUNT_WEIGHT * (matching * size / total) if total else 0.0

    me = seat_of(view)
    value = sum(weight(card) for card in view.hand)
    options = {}
    for move in expanded(view):
        card = Card(move)
        seat = next_to_act(view, card)
        if seat == me:
            seat = (me + 1) % view.players
        due = {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}.get(card.face, 0)
        victim = (me + view.direction) % view.players
        size = view.sizes[seat] + (due if seat == victim else 0)
        options[move] = value - weight(card) + burden(seat, card, size)
    if is_drawn(view):
        seat = (me + view.direction) % view.players
        kept = value + burden(seat, view.top, view.sizes[seat])
        return weighed(options, dict.fromkeys(keeping(view), kept))
    return weighed(options, {m: -999_999.0 for m in view.legal if m.is_draw})


def classes(view: View, variant: str, counts: Counts) -> set[Move]:
    def place(card: Card) -> int:
        return 2 if card.is_wild else 1 if card.face > Face.NINE else 0

    return plays(best(playable(view), lambda card: -place(card)), class_color(view))


def class_color(view: View) -> list[Color]:
    counts = color_counts(view.hand)
    order = (Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW)
    return best(order, lambda color: counts[color])[:1]


def ashtabna(view: View, variant: str, counts: Counts) -> set[Move]:
    cards = playable(view)
    commands = [card for card in cards if Face.SKIP <= card.face <= Face.DRAW_TWO]
    if len(commands) == 1:
        return plays(commands, COLORS)
    if commands:
        return plays(command(view, commands), COLORS)
    groups = {
        color: [card for card in view.hand if card.color == color and card.face <= Face.NINE]
        for color in (Color.GREEN, Color.RED, Color.BLUE, Color.YELLOW)
    }
    candidates = []
    for group in groups.values():
        fitting = [card for card in group if card in cards]
        if fitting:
            candidates.append((max(card.face for card in fitting), len(group), max(fitting)))
    if candidates:
        found = best(candidates, lambda candidate: candidate[:2])
        return plays([found[0][2]], COLORS)
    fours = [card for card in cards if card.face == Face.WILD_DRAW_FOUR]
    return plays(fours or cards, led_colors(view))


def command(view: View, commands: list[Card]) -> list[Card]:
    """List the commands of the kind that hits whoever is ahead."""

    def size(steps: int) -> int:
        return view.sizes[(seat_of(view) + steps * view.direction) % view.players]

    def of(face: Face) -> list[Card]:
        return [card for card in commands if card.face == face]

    if of(Face.REVERSE) and size(1) < size(-1):
        return of(Face.REVERSE)
    if of(Face.SKIP) and size(1) < size(2):
        return of(Face.SKIP)
    return of(Face.DRAW_TWO) or commands[-1:]


def led_colors(view: View) -> list[Color]:
    """List the largest colours of the hand, else of the cards played, else red."""
    if color_counts(view.hand):
        return common_colors(view.hand)
    played = [card for card in view.discards if not card.is_wild]
    return common_colors(played) if played else [Color.RED]


STRATEGIES: dict[str, Callable[[View, str, Counts], set[Move]]] = {
    "random": random,
    "greedy": greedy,
    "diversity": diversity,
    "cardranking": cardranking,
    "mixbot": mixbot,
    "mixbot2": mixbot2,
    "scorebot": scorebot,
    "cardcounting": cardcounting,
    "classes": classes,
    "ashtabna": ashtabna,
}
COLORS_OF: dict[str, Callable[[View], list[Color]]] = {
    "random": lambda view: list(COLORS),
    "scorebot": lambda view: [Color.RED],
    "cardcounting": lambda view: [Color.RED],
    "classes": class_color,
    "ashtabna": led_colors,
}
