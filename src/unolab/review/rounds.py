"""Reviews of finished rounds: the sum of luck and skill, exactly.

Every step of a round changes everyone's chance to win. A card that is drawn is luck: the chance
after it less the mean over all cards that could have come. A decision is skill: the chance that it
leaves less the one that the best decision leaves, both from what the seat could know. Moves turn
out better or worse than anybody could know, because of hidden cards; that is luck, too. Where
nothing is decided and nothing drawn no chance should change; how far the judge disagrees with
itself there is the remainder. All of it adds up to the result less an equal share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

import numpy as np

from unolab.bots.search.judge import Judge, Values, forget_call
from unolab.errors import BadOption
from unolab.game import Game
from unolab.match import Match
from unolab.moves import Move
from unolab.review.advice import MoveValue, list_values, write_move
from unolab.review.rating import mark_loss, rate_accuracy
from unolab.review.reasons import Reason, explain
from unolab.state import State

DIGITS: Final = 6  # of chances in JSON: their sum has to stay exact enough to see

Progress = Callable[[int, int], None]
"""Hears how many moves of how many have been reviewed."""


@dataclass(frozen=True)
class DecisionReview:
    """A decision that was not forced."""

    at: int
    """The place of the move in the game; of one that was let pass, of the move made instead."""
    seat: int
    played: Move | None
    """None: it let a chance out of turn go by."""
    moves: tuple[MoveValue, ...]
    """All that could be done, the best first."""
    loss: float
    """How much smaller the chance to win was than with the best, and the standard error of that."""
    error: float
    mark: str
    """best, close (within the noise), nearly, slip or blunder."""
    reasons: tuple[Reason, ...]
    """Why the best is better."""
    effect: tuple[float, ...]
    """What it did to everyone's chance, as far as could be known."""

    @property
    def best(self) -> Move | None:
        """The best move."""
        return self.moves[0].move

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "seat": self.seat,
            "played": write_move(self.played),
            "best": write_move(self.best),
            "moves": [move.to_dict() for move in self.moves],
            "loss": _round(self.loss),
            "error": _round(self.error),
            "mark": self.mark,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "effect": [*map(_round, self.effect)],
        }


@dataclass(frozen=True)
class Lapse:
    """Something that everyone can do and nobody decides: saying "Uno", and catching who did not."""

    at: int
    seat: int
    kind: str
    """uno or catch."""
    effect: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "seat": self.seat,
            "kind": self.kind,
            "effect": [*map(_round, self.effect)],
        }


@dataclass(frozen=True)
class ChanceEvent:
    """Cards that came by chance."""

    at: int
    """The place of the move in the game; -1 is the deal."""
    kind: str
    """deal, draw or take."""
    seat: int | None
    cards: int
    luck: tuple[float, ...]
    """What it did to everyone's chance, compared with the mean of all that could have come."""

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "at": self.at,
            "kind": self.kind,
            "seat": self.seat,
            "cards": self.cards,
            "luck": [*map(_round, self.luck)],
        }


@dataclass(frozen=True)
class Parts:
    """What a result is made of: they add up to it, less an equal share."""

    deal: float = 0.0
    draws: float = 0.0
    hidden: float = 0.0
    """How hidden cards made moves turn out better or worse than anyone could know."""
    own: float = 0.0
    others: float = 0.0
    remainder: float = 0.0
    """How far the judge disagrees with itself where nothing was decided or drawn."""

    @property
    def luck(self) -> float:
        """All that nobody could help."""
        return self.deal + self.draws + self.hidden

    def __add__(self, other: Parts) -> Parts:
        return Parts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def to_dict(self) -> dict[str, float]:
        """Return all of it for JSON."""
        return {part.name: _round(getattr(self, part.name)) for part in fields(self)}


@dataclass(frozen=True)
class SeatReview:
    """How a seat played, and what its result is made of."""

    seat: int
    result: float
    """1 for a round that was won, 0 for one that was lost, an equal share for a void one."""
    share: float
    parts: Parts
    decisions: int
    best: int
    slips: int
    blunders: int
    lost: float
    """Chances lost by decisions, in all."""

    @property
    def loss(self) -> float | None:
        """Chance lost per decision; None without decisions."""
        return self.lost / self.decisions if self.decisions else None

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100; None without decisions."""
        return None if self.loss is None else rate_accuracy(self.loss)

    @property
    def adjusted(self) -> float:
        """The result without the luck."""
        return self.result - self.parts.luck

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "seat": self.seat,
            "result": _round(self.result),
            "share": _round(self.share),
            "parts": self.parts.to_dict(),
            "decisions": self.decisions,
            "best": self.best,
            "slips": self.slips,
            "blunders": self.blunders,
            "loss": None if self.loss is None else _round(self.loss),
            "accuracy": None if self.accuracy is None else round(self.accuracy),
            "adjusted": _round(self.adjusted),
        }


@dataclass(frozen=True)
class Review:
    """A finished round: everyone's chances, decisions and luck."""

    game: Game
    network: str
    """Short hash of the network that judged."""
    worlds: int
    chances: tuple[tuple[float, ...], ...]
    """Everyone's chance to win: after the deal, and after every move."""
    decisions: tuple[DecisionReview, ...]
    lapses: tuple[Lapse, ...]
    chance_events: tuple[ChanceEvent, ...]
    seats: tuple[SeatReview, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "game": str(self.game),
            "rules": str(self.game.rules),
            "players": self.game.players,
            "winner": self.game.winner,
            "network": self.network,
            "worlds": self.worlds,
            "chances": [[*map(_round, row)] for row in self.chances],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "lapses": [lapse.to_dict() for lapse in self.lapses],
            "chance_events": [event.to_dict() for event in self.chance_events],
            "seats": [seat.to_dict() for seat in self.seats],
        }


@dataclass(frozen=True)
class MatchReview:
    """The rounds of a match, and what they come to for every seat."""

    rounds: tuple[Review, ...]

    @cached_property
    def seats(self) -> tuple[SeatReview, ...]:
        """Everyone's play over all rounds; results and parts are added up."""
        return tuple(map(add_up, zip(*(one.seats for one in self.rounds), strict=True)))

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return {
            "rounds": [one.to_dict() for one in self.rounds],
            "seats": [seat.to_dict() for seat in self.seats],
        }


def add_up(seats: Sequence[SeatReview]) -> SeatReview:
    """Add up reviews of one seat, or of one player in several rounds."""
    if not seats:
        raise BadOption("there is nothing to add up")
    return SeatReview(
        seats[0].seat,
        sum(one.result for one in seats),
        sum(one.share for one in seats),
        sum((one.parts for one in seats), Parts()),
        sum(one.decisions for one in seats),
        sum(one.best for one in seats),
        sum(one.slips for one in seats),
        sum(one.blunders for one in seats),
        sum(one.lost for one in seats),
    )


def review(
    played: Game | Match, judge: Judge | None = None, progress: Progress | None = None
) -> Review | MatchReview:
    """Review a finished round, or all finished rounds of a match."""
    judge = Judge() if judge is None else judge
    if isinstance(played, Match):
        games = [game for game in played.games if game.over]
        if not games:
            raise BadOption("there is nothing to review: no round of this match is over")
        return MatchReview(tuple(review_round(game, judge, progress) for game in games))
    return review_round(played, judge, progress)


def review_round(game: Game, judge: Judge, progress: Progress | None = None) -> Review:
    """Review a finished round."""
    if not game.over:
        raise BadOption(f"there is nothing to review yet: {game.deal} is still being played")
    walk = _Walk(game, judge)
    for at, (move, after) in enumerate(game.steps()):
        walk.take_step(at, move, after)
        if progress is not None:
            progress(at + 1, len(game.moves))
    return walk.finish()


class _Walk:
    """Goes through a round and splits up every change of the chances."""

    def __init__(self, game: Game, judge: Judge) -> None:
        self._game = game
        self._judge = judge
        self._state = game.start
        players = game.players
        self._share = (2 if game.rules.partners else 1) / players
        value = judge.chances(game.start)
        self._chances = [value]
        self._decisions: list[DecisionReview] = []
        self._lapses: list[Lapse] = []
        deal = value - self._share
        cards = sum(game.start.sizes)
        self._events = [ChanceEvent(-1, "deal", None, cards, _tuple(deal))]
        self._hidden, self._remainder = np.zeros(players), np.zeros(players)

    def take_step(self, at: int, move: Move, after: State) -> None:
        """Split up what a move and its luck changed."""
        state = self._state
        value = self._chances[-1]
        mover = state.turn if move.seat is None else move.seat
        if state.uno is not None and not (move.is_call or move.is_catch):
            state, value = self._miss_call(at, state, value)
        for seat in state.asked:
            if seat == mover:
                break
            value = self._decide(at, state, seat, None, value)
        if move.is_call or move.is_catch:
            made = self._judge.chances_after(state, mover, move)
            self._remainder += made - value
        else:
            made = self._decide(at, state, mover, move.by(None), value)
        self._chances.append(self._draw(at, after, made))
        self._state = after

    def _miss_call(self, at: int, state: State, value: Values) -> tuple[State, Values]:
        """Nobody caught a seat that had not said "Uno": whoever was asked first lets it go."""
        missed = forget_call(state)
        reached = self._judge.chances(missed)
        self._lapses.append(Lapse(at, state.asked[0], "catch", _tuple(reached - value)))
        return missed, reached

    def _decide(self, at: int, state: State, seat: int, move: Move | None, value: Values) -> Values:
        """Judge what a seat did, and return the chances then."""
        judge = self._judge
        view = state.view(seat)
        weighed = judge.weigh(view, move)
        actions = [] if weighed is None else [_action(one) for one in weighed.moves]
        if weighed is None or _action(move) not in actions:
            # nothing was decided: a forced move, or a chance to jump in that there was none
            made = value if move is None else judge.chances_after(state, seat, move)
            return self._notice_silence(at, state, seat, move, made, value)
        played, best = actions.index(_action(move)), weighed.best
        gap, error = weighed.gap(best, played)
        if gap < 0:
            best, gap, error = played, 0.0, 0.0  # it only looked better beforehand
        known = weighed.chances[played] - weighed.chances[best]
        self._decisions.append(
            DecisionReview(
                at,
                seat,
                weighed.moves[played],
                list_values(weighed, best),
                gap,
                error,
                mark_loss(gap, error, best == played),
                explain(view, weighed, best, weighed.rival(best, played)),
                _tuple(known),
            )
        )
        said = weighed.moves[played]
        made = judge.chances_after(state, seat, said)
        self._hidden += made - value - known
        if move is None or said == move:
            return made
        return self._notice_silence(
            at, state, seat, move, judge.chances_after(state, seat, move), made
        )

    def _notice_silence(
        self, at: int, state: State, seat: int, move: Move | None, made: Values, value: Values
    ) -> Values:
        """Note a forgotten "Uno"; any other difference is the judge's own."""
        if move is not None and _leaves_one(state, seat, move) and not move.says_uno:
            self._lapses.append(Lapse(at, seat, "uno", _tuple(made - value)))
        else:
            self._remainder += made - value
        return made

    def _draw(self, at: int, after: State, made: Values) -> Values:
        """Note the luck of the cards that came with a move, if any did; return the chances then."""
        drawn = [event for event in after.events if event.kind in ("drew", "took") and event.count]
        if not drawn or after.over:
            return made
        reached = self._judge.chances(after)
        kind = "draw" if drawn[0].kind == "drew" else "take"
        cards = sum(event.count for event in drawn)
        luck = _tuple(reached - made)
        self._events.append(ChanceEvent(at, kind, drawn[0].seat, cards, luck))
        return reached

    def finish(self) -> Review:
        """Add everything up."""
        game = self._game
        return Review(
            game,
            self._judge.network.hash[:12],
            self._judge.worlds,
            tuple(map(_tuple, self._chances)),
            tuple(self._decisions),
            tuple(self._lapses),
            tuple(self._events),
            tuple(self._add_up(seat) for seat in range(game.players)),
        )

    def _add_up(self, seat: int) -> SeatReview:
        deal, *draws = (event.luck[seat] for event in self._events)
        deeds: list[DecisionReview | Lapse] = [*self._decisions, *self._lapses]
        own = sum(deed.effect[seat] for deed in deeds if deed.seat == seat)
        others = sum(deed.effect[seat] for deed in deeds if deed.seat != seat)
        parts = Parts(
            deal,
            sum(draws),
            float(self._hidden[seat]),
            own,
            others,
            float(self._remainder[seat]),
        )
        mine = [decision for decision in self._decisions if decision.seat == seat]
        marks = [decision.mark for decision in mine]
        return SeatReview(
            seat,
            float(self._chances[-1][seat]),
            self._share,
            parts,
            len(mine),
            sum(mark in ("best", "close") for mark in marks),
            marks.count("slip"),
            marks.count("blunder"),
            sum(decision.loss for decision in mine),
        )


def _leaves_one(state: State, seat: int, move: Move) -> bool:
    """Whether a play leaves its player with one card, so that "Uno" has to be said."""
    after = state.play(move, seat)
    return after.uno == seat


def _action(move: Move | None) -> int | None:
    """Return what is done, whether "Uno" is said with it or not."""
    return None if move is None else move.action


def _tuple(values: Values) -> tuple[float, ...]:
    return tuple(map(float, values))


def _round(value: float) -> float:
    return round(value, DIGITS) + 0.0  # no -0.0
