"""Uno as the rulebook tells it: slow, plain and independent, to check the fast engine against.

Numbers such as C051 and K24 are the cases and rulings of the rules page; "step" is its order of
resolving a played card.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import Any

COLORS = "RYGB"
FACES = "0123456789SVDWF"
COLORED = [color + face for color in COLORS for face in FACES]  # GW, BF: wilds as played
CARDS = [*COLORED, "*W", "*F"]  # the place of a card here is its number
ACTIONS = [*COLORED, "+", "-", "?", "*R", "*Y", "*G", "*B"]  # and of an action, its integer
ACTIONS += [*(f">{seat}" for seat in range(10)), "!", *(f"x{seat}" for seat in range(10))]
# C001: one zero and two of everything else per colour, four wilds of either kind.
DECK = [color + face for color in COLORS for face in "0112233445566778899SSVVDD"]
DECK += ["*W"] * 4 + ["*F"] * 4
AMOUNT = {"D": 2, "F": 4}  # how many cards a draw card makes the next player draw
ANSWERS = {  # which draw cards may answer a pending one, by the face on the table
    "same": {"D": "D", "F": "F"},
    "up": {"D": "DF", "F": "F"},
    "any": {"D": "DF", "F": "DF"},
}
WORD = 2**64


def plain(card: str) -> str:
    """Return the card as it lies in a hand or in the stock: a wild has no colour there."""
    return "*" + card[1] if card[1] in "WF" else card


def points(card: str) -> int:
    """Return what a card left in a hand is worth (C002: the whole deck makes 1240)."""
    return int(card[1]) if card[1].isdigit() else 50 if card[0] == "*" else 20


def mix(word: int) -> int:
    """Return the word scrambled, as splitmix64 does it."""
    word %= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def rotate(word: int, by: int) -> int:
    """Return the 64-bit word rotated to the left."""
    return (word << by | word >> (64 - by)) % WORD


class Chance:
    """The stream of chance that belongs to the deck of one game: xoroshiro128++."""

    def __init__(self, seed: int, number: int) -> None:
        """Start the stream (number 16 * game + 0, the deck's) of a seed of 128 bits."""
        golden = 0x9E3779B97F4A7C15
        self.a = mix(mix(seed) + (number * 16 + 1) * golden)
        self.b = mix(((seed >> 64) ^ self.a) + golden)

    def below(self, limit: int) -> int:
        """Return the next number from 0 to limit - 1."""
        a, b = self.a, self.b
        result = (rotate((a + b) % WORD, 17) + a) % WORD
        b ^= a
        self.a = (rotate(a, 49) ^ b ^ b << 21) % WORD
        self.b = rotate(b, 28)
        return (result >> 32) * limit >> 32


class Oracle:
    """Uno from the rulebook, with lists of strings."""

    def __init__(
        self,
        rules: Any,
        players: int,
        seed: int = 0,
        number: int = 0,
        dealer: int | None = None,
        cards: Sequence[str] = (),
    ) -> None:
        """Deal one round, `cards` being the first ones off the deck."""
        self.rules, self.players = rules, players
        self.chance = Chance(seed, number)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stock = list(DECK)
        self.secret = f"{seed:064x} {number}" if seed >= 2**128 else ""
        self.shuffles = 0
        self.shuffle()
        for card in cards:
            self.stock.remove(card)
        self.stock += reversed(cards)
        self.ordered = (
            len(self.stock) if self.secret else len(cards)
        )  # so many cards at the end of the stock come in a known order
        self.discards: list[str] = []  # under the top, oldest first, as they were played
        self.top = "--"
        self.turn, self.direction, self.phase = 0, 1, "turn"
        self.due, self.bluff = 0, False
        self.said = False  # "Uno" was said with the seven whose swap is due
        self.drawn: str | None = None
        self.uno: int | None = None
        self.blocked = self.turns = self.points = 0
        self.winner: int | None = None
        self.scores, self.totals = [0] * players, [0] * players
        for seat in range(players):
            self.give(seat, rules.hand_size)
        self.open(players - 1 if dealer is None else dealer)

    def open(self, dealer: int) -> None:
        """Turn up the first card and let it act (C010 to C031)."""
        first = self.after(dealer)
        if self.rules.opening == "none":  # C004, C025
            self.begin(first)
            return
        refused = ["*F"] if self.rules.opening in ("official", "open_wild") else ["*W", "*F"]
        self.top = self.take()
        while self.top in refused:  # C015, C023: it goes back below the cards of known order
            self.stock.insert(len(self.stock) - self.ordered, self.top)
            self.ordered += bool(self.secret)
            self.top = self.take()
        face = "" if self.rules.opening == "inert" else self.top[1]
        if face == "W" and self.rules.opening == "official":  # C014: names the colour first
            self.turn, self.phase = first, "color"
        elif face == "S":  # C017
            self.begin(self.after(first))
        elif face == "V":  # C012, C019, K15: the dealer starts, for two players as well
            self.direction = -1
            self.begin(dealer)
        elif face == "D" and self.rules.stacking != "none":  # C029
            self.due = 2
            self.begin(first, "penalty")
        elif face == "D":  # C018; C031: nobody played it, so nobody moves again
            self.give(first, 2)
            self.begin(self.after(first))
        else:  # numbers (C030: 7 and 0 too), inert cards, C020: a wild without colour
            self.begin(first)

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat so many steps further in the direction of play."""
        return (seat + steps * self.direction) % self.players

    def fits(self, card: str) -> bool:
        """Say whether a card matches the top by colour, number or symbol, or needs no match."""
        if self.top in ("--", "*W") or card[0] == "*":  # C025, C020, C021
            return True
        return card[0] == self.top[0] or card[1] == self.top[1]  # C033, C036

    def unlawful(self, rest: Sequence[str]) -> bool:
        """Say whether a draw four on this top is a bluff, with `rest` as the rest of the hand."""
        if self.rules.wd4_test == "color":  # C111, C113; without a colour in force it never is
            return self.top[0] in COLORS and any(card[0] == self.top[0] for card in rest)
        return any(card != "*F" and self.fits(card) for card in rest)  # C114: other F never count

    def plays(self, cards: Sequence[str]) -> list[str]:
        """Return the plays of these cards out of the hand of the seat to act in its own turn."""
        moves = []
        for card in cards:
            rest = list(self.hands[self.turn])
            rest.remove(card)
            if card == "*F" and self.rules.wd4 == "strict" and self.unlawful(rest):  # C034, C061
                continue
            if self.fits(card):
                moves += self.ways(card)
        return moves

    def ways(self, card: str) -> list[str]:
        """Return the ways to play a card: a wild once in every colour."""
        return [color + card[1] for color in COLORS] if card[0] == "*" else [card]

    def legal(self) -> list[str]:
        """Return the moves of the seat to act, in the order of their integers."""
        hand = self.hands[self.turn]
        moves: list[str] = []
        if self.phase == "color":  # C014
            moves = ["*" + color for color in COLORS]
        elif self.phase == "turn":
            moves = self.plays(hand)
            exists = bool(self.stock or self.discards)
            if not moves or (self.rules.draw_when_able and exists):  # C033, C053, C153
                moves.append("+")
        elif self.phase == "drawn" and self.drawn is not None:  # C052: no other card
            moves = self.plays([self.drawn])
            if self.rules.drawn_card != "must":  # C051, C054
                moves.append("-")
        elif self.phase == "penalty" and self.rules.wd4 == "challenge":  # C110
            moves = ["+", "?"]
        elif self.phase == "penalty":  # C090 to C101; C097: no test of the draw four here
            answers = ANSWERS[self.rules.stacking][self.top[1]]
            moves = [way for card in hand if card[1] in answers for way in self.ways(card)]
            if not moves or self.rules.draw_when_able:  # K8
                moves.append("+")
        elif self.phase == "swap":  # C215, C216
            moves = [f">{seat}" for seat in range(self.players) if seat != self.turn]
        return sorted(set(moves), key=ACTIONS.index)

    def out_of_turn(self) -> list[str]:
        """Return jump-ins, the late call and the catches, seat by seat."""
        moves = []
        # C190, C194, C202: identical and no wild, so a draw four (challenge) cannot be jumped on.
        jump = self.rules.jump_in and self.phase in ("turn", "penalty") and self.top[1] not in "WF"
        for seat in range(self.players):
            if jump and seat != self.turn and self.top in self.hands[seat]:
                moves.append(f"{seat}:{self.top}")
            if self.uno is not None:  # C131, C142: a call of one's own, catches by the others
                moves.append(f"{seat}:!" if seat == self.uno else f"{seat}:x{self.uno}")
        return moves

    def play(self, move: str) -> None:
        """Make a move, or raise ValueError and change nothing (C043, C183)."""
        seat, action, said = self.read(move)
        caught, self.uno = self.uno, None  # K24, C133, C134: whatever happens closes the window
        if action == "!":
            return
        if action[0] == "x" and caught is not None:  # C131, C144; the seat to act stays
            self.give(caught, self.rules.uno_penalty)
            return
        self.turn = seat  # another one only by a jump-in (C190)
        self.drawn = None
        if action == "+" and self.phase == "turn":
            self.draw()
        elif action == "+":  # C091, C110: takes what is due
            self.serve(self.after(seat, -1), seat, self.due)
        elif action == "-":  # C051
            self.begin(self.after(seat))
        elif action == "?" and self.bluff:  # C111, K21: the bluffer draws, then a normal turn
            self.give(self.after(seat, -1), self.due)
            self.begin(seat)
        elif action == "?":  # C111: innocent
            self.serve(self.after(seat, -1), seat, self.due + 2)
        elif action[0] == "*":  # C014
            self.top = action[1] + "W"
            self.begin(seat)
        elif action[0] == ">":  # C210
            other = int(action[1:])
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
            self.duty(seat, said or self.said)
            self.begin(self.after(seat))
        else:
            self.lay(seat, action, said)

    def read(self, move: str) -> tuple[int, str, bool]:
        """Return who does what, and whether "Uno" is said with it, if that is allowed now."""
        seats = {f"{seat}:": seat for seat in range(self.players)}
        seat = seats.get(move[:2], self.turn)
        words = move[2:] if move[:2] in seats else move
        action = words.removesuffix("!") or words  # "!" alone is the late call
        said = action != words
        allowed = seat == self.turn and action in self.legal()
        if not allowed and f"{seat}:{action}" not in self.out_of_turn():
            raise ValueError(f"{move} is not allowed in {self.position()}")
        if said and action not in COLORED and action[0] != ">":
            raise ValueError(f"{move}: Uno is said with a card or a swap only")
        return seat, action, said

    def lay(self, seat: int, card: str, said: bool) -> None:
        """Play a card and resolve it in the order of the rulebook."""
        hand, face, amount = self.hands[seat], card[1], AMOUNT.get(card[1], 0)
        # Step 1: it becomes the top. C116, C126: the verdict belongs to this very moment.
        hand.remove(plain(card))
        bluff = self.unlawful(hand)
        if self.top != "--":
            self.discards.append(self.top)
        self.top = card
        self.blocked = 0  # C155
        # Step 2: the last card. C099, C122, C173, C214: at most a draw, nothing else happens.
        if not hand:
            if self.rules.last_card_draws and amount:
                self.give(self.after(seat), self.due + amount)
            self.finish(seat)
            return
        # Step 3: hands move. C210: a seven waits for the choice of a seat.
        if self.rules.seven_zero and face == "7":
            self.phase, self.said = "swap", said
            return
        if self.rules.seven_zero and face == "0":  # C212, C213
            self.hands = [self.hands[self.after(to, -1)] for to in range(self.players)]
        self.duty(seat, said)  # step 4
        # Steps 5 and 6: the effect, and who is next.
        if face == "S":  # C070, C076
            self.begin(self.after(seat, 2))
        elif face == "V" and self.players == 2:  # C074, K12
            self.begin(seat if self.rules.two_player_reverse_skips else self.after(seat))
        elif face == "V":  # C073
            self.direction = -self.direction
            self.begin(self.after(seat))
        elif amount and self.rules.stacking != "none":  # C091
            self.due += amount
            self.begin(self.after(seat), "penalty")
        elif face == "F" and self.rules.wd4 == "challenge":  # C110
            self.due, self.bluff = amount, bluff
            self.begin(self.after(seat), "penalty")
        elif amount:  # C078, C081
            self.serve(seat, self.after(seat), amount)
        else:
            self.begin(self.after(seat))

    def duty(self, seat: int, said: bool) -> None:
        """Open the Uno window of the player who played, if one card is left and nothing said."""
        if len(self.hands[seat]) == 1 and not said and self.rules.uno_penalty:  # C130, C137, C211
            self.uno = seat

    def serve(self, player: int, victim: int, amount: int) -> None:
        """Let the victim of a draw card draw and lose the turn."""
        self.give(victim, amount)
        again = self.rules.draw_plays_again  # C082: the one who played it moves again
        self.begin(player if again else self.after(victim))

    def draw(self) -> None:
        """Draw in one's own turn (C050 to C064)."""
        held = len(self.hands[self.turn])
        card = self.give(self.turn, 1)
        while card and self.rules.draw_until_playable and not self.plays([card]):
            card = self.give(self.turn, 1)
        if len(self.hands[self.turn]) == held:  # C153
            self.blocked += 1
            if self.blocked >= self.players:  # C154
                self.finish(None)
                return
        if card and self.rules.drawn_card != "keep" and self.plays([card]):  # C051, C055
            self.phase, self.drawn = "drawn", card
        else:
            self.begin(self.after(self.turn))

    def give(self, seat: int, amount: int) -> str:
        """Let a seat draw, as far as there are cards, and return the last card or ""."""
        cards = [self.take() for _ in range(amount)]
        self.hands[seat] += filter(None, cards)
        return cards[-1]

    def take(self) -> str:
        """Take one card off the stock, or "" when no card is left anywhere (C150 to C159)."""
        if not self.stock:
            self.stock, self.discards, self.ordered = [plain(c) for c in self.discards], [], 0
            if not self.stock:
                return ""
            self.shuffle()
            self.ordered = len(self.stock) if self.secret else 0
        self.blocked = 0
        if self.ordered:
            self.ordered -= 1
            return self.stock.pop()
        place = self.chance.below(len(self.stock))
        card, self.stock[place] = self.stock[place], self.stock[-1]
        self.stock.pop()
        return card

    def shuffle(self) -> None:
        """Shuffle the stock by a long seed: Fisher and Yates, with SHA-256 for chance."""
        if not self.secret:
            return
        digests = (
            sha256(f"unolab shuffle {self.secret} {self.shuffles} {block}".encode()).digest()
            for block in count()
        )
        words = (word for digest in digests for word in struct.unpack(">8I", digest))
        places = []
        for place in range(107, 0, -1):
            while (word := next(words)) >= 2**32 // (place + 1) * (place + 1):
                pass
            places.append(word % (place + 1))
        for place, other in zip(range(107, 0, -1), places, strict=True):
            if place < len(self.stock):
                stock = self.stock
                stock[place], stock[other] = stock[other], stock[place]
        self.shuffles += 1

    def begin(self, seat: int, phase: str = "turn") -> None:
        """Start the turn of a seat, unless the round has had all its turns (C161)."""
        self.turn, self.phase, self.said = seat, phase, False
        if phase == "turn":
            self.due, self.bluff = 0, False
        if self.rules.turn_limit and self.turns >= self.rules.turn_limit:
            self.finish(None)
        else:
            self.turns += 1

    def finish(self, winner: int | None) -> None:
        """End the round and count the points (C170 to C181); without a winner it is void."""
        self.phase, self.winner = "over", winner
        self.due, self.bluff, self.uno = 0, False, None
        if winner is None:
            return
        values = [sum(map(points, hand)) for hand in self.hands]
        side = partners(winner) if self.rules.partners else [winner]  # C181
        self.points = sum(value for seat, value in enumerate(values) if seat not in side)
        self.scores = [self.points if seat in side else 0 for seat in range(self.players)]
        if self.rules.low_score_wins:  # C177
            self.scores = values

    def position(self) -> str:
        """Return the position as text."""
        challenge = ("??" if self.bluff else "?") if self.rules.wd4 == "challenge" else "+"
        draws = "".join(reversed(self.stock[len(self.stock) - self.ordered :]))
        marks = [
            (self.due, f"{challenge}{self.due}"),
            (self.drawn, f"={self.drawn}"),
            (self.phase == "swap", ">!" if self.said else ">"),
            (self.uno is not None, f"!{self.uno}"),
            (self.phase == "over" and self.winner is None, "void"),
            (self.blocked, f"%{self.blocked}"),
            (self.rules.turn_limit and self.turns > 1, f"~{self.turns}"),
            (any(self.totals), "$" + ",".join(map(str, self.totals))),
            (self.discards, "_" + "".join(self.discards)),
            (draws, f"- {draws}"),
        ]
        hands = "/".join("".join(sorted(hand, key=CARDS.index)) for hand in self.hands)
        turn = f"{self.turn}{'>' if self.direction == 1 else '<'}"
        return " ".join([self.top, turn, hands, *(mark for shown, mark in marks if shown)])


def partners(seat: int) -> list[int]:
    """Return the side of a seat when partners sit opposite each other."""
    return sorted([seat, (seat + 2) % 4])


def match_standing(
    rules: Any,
    totals: list[int],
    last_winner: int | None,
    played: int = 1,
    games: int | None = None,
) -> tuple[bool, list[int]]:
    """Say whether the match is over after so many rounds, and who has won it."""
    if games is None and rules.target == 0:  # C180: who went out wins, whatever was scored
        if last_winner is None:
            return True, []
        return True, partners(last_winner) if rules.partners else [last_winner]
    over = max(totals) >= rules.target if games is None else played >= games  # C175, C176, C182
    best = min(totals) if rules.low_score_wins else max(totals)  # C178, C179: ties all named
    return over, [seat for seat, total in enumerate(totals) if over and total == best]
