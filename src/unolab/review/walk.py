"""The arithmetic of a review: where every change of the chances belongs.

A *chance* here is how likely a seat wins for one who sees all hands, but not the order of the
stock: the network plays on for some decisions, with many draws, and then its critic is asked.

- Deal: the chance after it, less an equal share.
- Draws: the chance after cards came, less the mean over all that could have come.
- Decisions: the value of the move made less that of the best, both over the worlds that the seat
  could not tell apart. Hidden cards play no part.
- Hidden cards: how much more or less a move did with the cards as they truly lay than was to be
  expected. Nothing, where it is the move that the network expects everyone to make.
- Remainder: how far two views of the judge on the same position differ, a few decisions apart.

All of it adds up to the result less an equal share, exactly.
"""

from __future__ import annotations

import numpy as np

from unolab.bots.search.judge import Judge, Values, Weighed, forget_call
from unolab.game import Game
from unolab.moves import SAYS_UNO, Move
from unolab.review.advice import list_values
from unolab.review.luck import find_drawn, share_of
from unolab.review.parts import ChanceEvent, DecisionReview, Lapse, Parts, Review, SeatReview
from unolab.review.rating import mark_loss
from unolab.review.reasons import explain
from unolab.state import State, View


class Walk:
    """Goes through a round and splits up every change of the chances."""

    def __init__(self, game: Game, judge: Judge) -> None:
        """Begin with the deal."""
        self._game = game
        self._judge = judge
        self._state = game.start
        self._share = share_of(game)
        value = judge.chances(game.start)
        self._chances = [value]
        self._decisions: list[DecisionReview] = []
        self._lapses: list[Lapse] = []
        deal = value - self._share
        cards = sum(game.start.sizes)
        self._events = [ChanceEvent(-1, "deal", None, cards, _tuple(deal))]
        self._hidden, self._remainder = np.zeros(game.players), np.zeros(game.players)

    def take_step(self, at: int, move: Move, after: State) -> None:
        """Split up what a move and its luck changed."""
        state = self._state
        value = self._chances[-1]
        mover = state.turn if move.seat is None else move.seat
        made = move.by(None)
        if not (move.is_call or move.is_catch):
            if state.uno is not None:
                state, value = self._miss_call(at, state, value)
            for seat in state.asked:
                if seat == mover:
                    break
                value = self._decide(at, state, seat, None, value)
            value = self._decide(at, state, mover, made, value)
        self._chances.append(self._draw(at, state, mover, made, after, value))
        self._state = after

    def _miss_call(self, at: int, state: State, value: Values) -> tuple[State, Values]:
        """Nobody caught a seat that had not said "Uno": whoever was asked first lets it go."""
        missed = forget_call(state)
        caught, reached = self._judge.chances(state), self._judge.chances(missed)
        self._remainder += caught - value
        self._lapses.append(Lapse(at, state.asked[0], "catch", _tuple(reached - caught)))
        return missed, reached

    def _decide(self, at: int, state: State, seat: int, move: Move | None, value: Values) -> Values:
        """Judge what a seat did, and return the chances then."""
        view = state.view(seat)
        weighed = self._judge.weigh(view, move)
        if weighed is not None:
            actions = [_action(one) for one in weighed.moves]
            if _action(move) in actions:
                played = actions.index(_action(move))
                value = self._weigh_up(at, state, view, weighed, played, value)
        if move is None or move.says_uno or not _leaves_one(state, seat, move):
            return value
        said = self._judge.chances_after(state, seat, Move(move.action + SAYS_UNO))
        silent = self._judge.chances_after(state, seat, move)
        self._remainder += said - value
        self._lapses.append(Lapse(at, seat, "uno", _tuple(silent - said)))
        return silent

    def _weigh_up(
        self, at: int, state: State, view: View, weighed: Weighed, played: int, value: Values
    ) -> Values:
        """Note a decision, and return the chances after it.

        A chance is what it is because everyone is expected to play as the network does: where that
        happens it stays.
        """
        best = weighed.best
        gap, error = weighed.gap(best, played)
        if gap < 0:
            best, gap, error = played, 0.0, 0.0  # it only looked better beforehand
        effect = weighed.compare(played, best)
        self._decisions.append(
            DecisionReview(
                at,
                weighed.seat,
                weighed.moves[played],
                list_values(weighed, best),
                gap,
                error,
                mark_loss(gap, error, best == played),
                explain(view, weighed, best, weighed.rival(best, played)),
                _tuple(effect),
            )
        )
        usual = weighed.usual
        known = weighed.compare(played, usual)
        self._remainder += known - effect
        if played == usual:
            return value
        usually, truly = (
            self._judge.chances_after(state, weighed.seat, weighed.moves[place])
            for place in (usual, played)
        )
        self._remainder += usually - value
        self._hidden += truly - usually - known
        return truly

    def _draw(
        self, at: int, state: State, seat: int, move: Move, after: State, value: Values
    ) -> Values:
        """Note the luck of the cards that came with a move, if any did; return the chances then."""
        drawn = find_drawn(after)
        if not drawn and not after.over:
            return value
        reached = self._judge.chances(after)
        if after.over:
            self._remainder += reached - value
            return reached
        made = self._judge.chances_after(state, seat, move)
        self._remainder += made - value
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
