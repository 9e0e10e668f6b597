"""Choosing a move: the likeliest are tried in worlds, each only while it may be the best."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.observation.layout import SEATS
from unolab.bots.search.weigh import ROOT, weigh_in_worlds
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, Hand, Table, number

FIRST_WORLDS: Final = number(12)
OUT: Final = 2.5
"""Standard errors behind the best from which on a move is not tried in more worlds."""


@inlined
def look_from(paths: Any, table: Table, hand: Hand, evidence: Any) -> None:
    """Begin a search with what a seat knows."""
    root = paths[ROOT]
    root.asked = hand.seat
    root.evidence = evidence
    state = root.state
    state.table = table
    state.hands[hand.seat] = hand
    state.deck.bluff = 0
    state.deck.ordered = 0
    state.deck.shuffles = 0


@inlined
def take_likeliest(answers: Any, scores: Any, count: int, most: int) -> Any:
    """Put the answers that score highest first, the first of equals.

    Return how many are kept, and how likely the first is to be the best.
    """
    kept = min(count, most)
    for place in range(kept):
        best = place
        for other in range(place + 1, count):
            if scores[other] > scores[best]:
                best = other
        answer, score = answers[best], scores[best]
        for other in range(best, place, -1):
            answers[other] = answers[other - 1]
            scores[other] = scores[other - 1]
        answers[place], scores[place] = answer, score
    total = 0.0
    for place in range(count):
        total += np.exp(scores[place] - scores[0])
    return number(kept), 1 / total


@jit
def choose_in_worlds(
    paths: Any,
    answers: Any,
    scores: Any,
    count: int,
    worlds: int,
    decisions: int,
    low: int,
    high: int,
    network: int,
    critic: int,
    reader: int,
) -> int:
    """Return the answer of which the chance to win, in worlds, and its score are the most together.

    ``scores`` are in chances to win. What an answer comes to is compared in the same worlds.
    """
    seat = paths[ROOT].asked
    players = paths[ROOT].state.table.players
    wins = np.empty((worlds, count))
    values = np.empty((worlds, count, SEATS))
    done = number(0)
    while done < worlds and count > 1:
        some = min(max(FIRST_WORLDS, done), worlds - done)
        part = values[:some, :count, :players]
        weigh_in_worlds(
            *(paths, answers[:count], done, decisions, NOBODY, low, high),
            *(network, critic, reader, part),
        )
        for world in range(some):
            for place in range(count):
                wins[done + world, place] = part[world, place, seat]
        done += some
        count = keep_close(wins, done, answers, scores, count)
    return number(answers[0])


@jit
def keep_close(wins: Any, done: int, answers: Any, scores: Any, count: int) -> int:
    """Put the best answer first, and keep those that may still be better; return how many."""
    best = number(0)
    most = 0.0
    for place in range(count):
        total = scores[place] * done
        for world in range(done):
            total += wins[world, place]
        if place == 0 or total > most:
            best, most = number(place), total
    swap(wins, done, answers, scores, number(0), best)
    kept = number(1)
    for place in range(1, count):
        total = (scores[0] - scores[place]) * done
        squares = 0.0
        for world in range(done):
            gap = wins[world, 0] - wins[world, place]
            total += gap
            squares += gap * gap
        mean = total / done
        error = np.sqrt(max(0.0, squares - mean * mean * done) / (done * (done - 1)))
        if mean <= OUT * error:
            swap(wins, done, answers, scores, kept, number(place))
            kept += 1
    return kept


@inlined
def swap(wins: Any, done: int, answers: Any, scores: Any, here: int, there: int) -> None:
    """Exchange two answers and all that is known of them."""
    answers[here], answers[there] = answers[there], answers[here]
    scores[here], scores[there] = scores[there], scores[here]
    for world in range(done):
        wins[world, here], wins[world, there] = wins[world, there], wins[world, here]
