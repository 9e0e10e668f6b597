"""Reading: reviews and advice from JSON, as ``to_dict`` writes them and a server sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from unolab.game import Game
from unolab.moves import Move
from unolab.review.advice import Advice, MoveValue
from unolab.review.parts import ChanceEvent, DecisionReview, Lapse, Parts, Review, SeatReview
from unolab.review.reasons import KEYS, Reason

Content = Mapping[str, Any]


def read_review(content: Content) -> Review:
    """Read a review; chances are as exact as they were written."""
    return Review(
        Game.parse(content["game"]),
        content["network"],
        content["worlds"],
        tuple(map(tuple, content["chances"])),
        tuple(map(_read_decision, content["decisions"])),
        tuple(Lapse(**one | {"effect": tuple(one["effect"])}) for one in content["lapses"]),
        tuple(
            ChanceEvent(**one | {"luck": tuple(one["luck"])}) for one in content["chance_events"]
        ),
        tuple(map(_read_seat, content["seats"])),
    )


def read_advice(content: Content) -> Advice:
    """Read what the coach advises."""
    return Advice(
        _read_moves(content),
        content["error"],
        content["clear"],
        _read_reasons(content),
        tuple(content["chances"]),
        content["worlds"],
    )


def _read_decision(content: Content) -> DecisionReview:
    return DecisionReview(
        content["at"],
        content["seat"],
        _read_move(content["played"]),
        _read_moves(content),
        content["loss"],
        content["error"],
        content["mark"],
        _read_reasons(content),
        tuple(content["effect"]),
    )


def _read_seat(content: Content) -> SeatReview:
    figures = ("result", "share", "decisions", "best", "slips", "blunders")
    return SeatReview(
        content["seat"],
        parts=Parts(**content["parts"]),
        lost=(content["loss"] or 0.0) * content["decisions"],
        **{name: content[name] for name in figures},
    )


def _read_moves(content: Content) -> tuple[MoveValue, ...]:
    return tuple(MoveValue(_read_move(one["move"]), one["value"]) for one in content["moves"])


def _read_reasons(content: Content) -> tuple[Reason, ...]:
    """Read reasons; those of a newer coach, for which there are no words here, are left out."""
    return tuple(
        Reason(one["key"], **{name: one[name] for name in KEYS[one["key"]]})
        for one in content["reasons"]
        if one["key"] in KEYS
    )


def _read_move(text: str | None) -> Move | None:
    return None if text is None else Move.of(text)
