"""What the coach says, in the words of the page's English: verdicts, hints and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from unolab.moves import Move
from unolab.reason import describe_move
from unolab.review.advice import Advice
from unolab.review.parts import DecisionReview, SeatReview
from unolab.review.reasons import Reason
from unolab.review.verdict import judge_seat
from unolab.text.show import YOU, describe_card

WORDS: Final = {
    "review.you.goodUnlucky": "You played well and were unlucky",
    "review.you.goodLucky": "You played well and had luck",
    "review.you.good": "You played well",
    "review.you.lucky": "You were lucky",
    "review.you.unlucky": "You were unlucky",
    "review.you.needed": "You had luck and needed it",
    "review.you.neither": "Neither luck nor play was with you",
    "review.you.plain": "A round like most",
    "review.you.forced": "Every move was forced. That was all luck.",
    "review.they.goodUnlucky": "{name} played well and was unlucky",
    "review.they.goodLucky": "{name} played well and had luck",
    "review.they.good": "{name} played well",
    "review.they.lucky": "{name} was lucky",
    "review.they.unlucky": "{name} was unlucky",
    "review.they.needed": "{name} had luck and needed it",
    "review.they.neither": "Neither luck nor play was with {name}",
    "review.they.plain": "A round like most for {name}",
    "review.they.forced": "{name} had nothing to decide. That was all luck.",
    "review.about": "{n} players, so a fair share is {share}. {name} won.",
    "review.about.void": "{n} players, so a fair share is {share}. Nobody won.",
    "review.luck": "Luck",
    "review.luck.parts": ("the deal {deal}, cards drawn {draws}, cards nobody could see {hidden}"),
    "review.skill": "Skill",
    "review.skill.parts": "own choices {own}, the others’ {others}",  # noqa: RUF001 - as on the page
    "review.result": "Result",
    "review.result.parts": "luck and skill together",
    "review.result.rest": "with {rest} that stays unexplained",
    "review.counting": "Counting … {n} of {of} moves",
    "review.away": "You can leave, and look at it later.",
    "moment.best": "Best move",
    "moment.slip": "Slip",
    "moment.blunder": "Blunder",
    "moment.nearly": "Nearly the best",
    "moment.close": "Closest call",
    "moment.noSlip": "No slip. Closest call",
    "moment.alike": "Too close to call",
    "moment.luck": "Turn of luck",
    "moment.deal": "The deal",
    "moment.hidden": "by cards nobody could see",
    "moment.by.one": "by {n} card",
    "moment.by.other": "by {n} cards",
    "moment.onNext": "on the next best",
    "moment.against": "against the best",
    "moment.instead": ", not {played}",
    "moment.found": "Well found: {move}",
    "moment.better": "Better: {move}",
    "moment.either": "{move} was as good",
    "moment.nothing": "Nothing to decide here.",
    "moment.worlds": (
        "Chance to win after each move, over up to {n} ways the hidden cards could lie. "
        "Sure to about ±{error}."
    ),
    "hint.thinking": "Still thinking …",
    "hint.none": "No hint this time.",
    "hint.win": "{share} to win.",
    "hint.next": "Next best: {move} ({share}).",
    "hint.clear": "Nothing else comes close.",
    "hint.even": "{one} or {other}: no difference worth a name.",
    "hint.only": "There is nothing else to do.",
    "hint.counts": "With a hint this round does not count.",
    "hint.taken": "Taken back. This round no longer counts.",
    "helped.hint": "Played with a hint: this round does not count.",
    "helped.taken_back": "Played with a move taken back: this round does not count.",
    "reason.wins": "It wins the round.",
    "reason.in_one_go": "Nobody else plays before the last card is gone.",
    "reason.next_has_few.one": "{name} is next and has one card left.",
    "reason.next_has_few.other": "{name} is next and has {n} cards left.",
    "reason.holds_up": "It holds {name} up.",
    "reason.makes_draw.one": "{name} has to draw a card.",
    "reason.makes_draw.other": "{name} has to draw {n} cards.",
    "reason.drew_on": "{name} had to draw on {color}.",
    "reason.named": "It leaves {color}, which {name} chose.",
    "reason.own_color.one": "{n} more {color} card is in the hand.",
    "reason.own_color.other": "{n} more {color} cards are in the hand.",
    "reason.keeps_wild": "It keeps the wild for later.",
    "reason.spends_wild": "It is late enough for the wild.",
    "reason.keeps_action": "It keeps the action card for later.",
    "reason.sheds": "More {color} cards can follow.",
    "reason.honest": "A bluff is unlikely: {share}.",
    "reason.bluff": "A bluff is likely enough: {share}.",
    "reason.passes_on.one": "It passes {n} card on.",
    "reason.passes_on.other": "It passes {n} cards on.",
    "reason.takes_fewest.one": "{name} has just one card.",
    "reason.takes_fewest.other": "{name} has just {n} cards.",
    "reason.sooner": "{name} would play sooner.",
    "reason.draws_choice": "One more card gives more choice.",
    "reason.saves_points.one": "It is worth {n} point, which others would win.",
    "reason.saves_points.other": "It is worth {n} points, which others would win.",
    "reason.all_alike": "The choices are about equal.",
}
"""The page's sentences, by its own keys (``en.review.ts``, ``en.coach.ts`` in ``web/src/i18n``)."""

FAR: Final = 0.1
"""A gap to the next best beyond which there is no choice."""


def say(key: str, **values: object) -> str:
    """Say something, with what is to be filled in."""
    return WORDS[key].format(**values)


def say_counted(key: str, n: int) -> str:
    """Say something that depends on a number."""
    return say(f"{key}.one" if n == 1 else f"{key}.other", n=n)


def percent(chance: float, digits: int = 1) -> str:
    """Write a chance: ``31 %``."""
    return f"{100 * chance:.{digits}f} %"


def change(chance: float, digits: int = 1) -> str:
    """Write a change of a chance: ``-3.1 %``, ``+0.5 %``."""
    text = f"{100 * chance:+.{digits}f}"
    return f"{text if text.strip('+-0.') else text[1:]} %"


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────


def name_move(move: Move | None, names: Sequence[str]) -> str:
    """Name a move by its card, or in a word or two."""
    if move is not None and move.card is not None:
        return describe_card(move.card)
    return describe_deed(move, names)


def describe_deed(move: Move | None, names: Sequence[str]) -> str:
    """Say what a move does: ``play the red 7``, ``play the Wild for green``."""
    if move is None:
        return "let it go by"
    if move.is_wild and move.card is not None:
        return f"play the {describe_card(move.card.plain)} for {move.color}"
    if move.card is not None:
        return f"play the {describe_card(move.card)}"
    return describe_move(move, names, describe_card)


def capital(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


# ── hints, reasons and verdicts ───────────────────────────────────────────────────────────────────


def say_hint(advice: Advice, names: Sequence[str]) -> tuple[str, str]:
    """Say what to do, and why and what it is worth."""
    best, *others = advice.moves
    deed = capital(describe_deed(best.move, names))
    reasons = [one for one in advice.reasons if advice.clear or one.key != "all_alike"]
    why, win = say_reasons(reasons, names), say("hint.win", share=percent(best.value, 0))
    if not others:
        return deed, join(why, say("hint.only"), win)
    other = name_move(others[0].move, names)
    if not advice.clear:
        one = capital(name_move(best.move, names))
        return deed, join(say("hint.even", one=one, other=other), win)
    if best.value - others[0].value > FAR:
        return deed, join(why, win, say("hint.clear"))
    share = percent(others[0].value, 0)
    return deed, join(why, win, say("hint.next", move=other, share=share))


def say_why(decision: DecisionReview, names: Sequence[str]) -> str:
    """Say why the best move is; that all are alike only where the figures do not say otherwise."""
    close = decision.mark == "close"
    return say_reasons([one for one in decision.reasons if close or one.key != "all_alike"], names)


def say_reasons(reasons: Sequence[Reason], names: Sequence[str]) -> str:
    """Say reasons, a sentence each."""
    return join(*(say_reason(reason, names) for reason in reasons))


def say_reason(reason: Reason, names: Sequence[str]) -> str:
    """Say a reason as a sentence."""
    key = f"reason.{reason.key}"
    n = reason.cards or reason.points or 0
    share = percent((reason.percent or 0) / 100, 0)
    if key not in WORDS:
        key += ".one" if n == 1 else ".other"
    name = "" if reason.seat is None else names[reason.seat]
    text = say(key, name="you" if name == YOU else name, n=n, color=reason.color, share=share)
    if name == YOU:
        for verb, other in (("is", "are"), ("has", "have")):
            text = text.replace(f"you {verb} ", f"you {other} ").replace(
                f"and {verb} ", f"and {other} "
            )
    return capital(text)


def say_verdict(seat: SeatReview, names: Sequence[str]) -> str:
    """Say how a seat played and how lucky it was."""
    name = names[seat.seat]
    verdict = judge_seat(seat)
    return say(f"review.you.{verdict}") if name == YOU else say(f"review.they.{verdict}", name=name)


def join(*sentences: str) -> str:
    """Put sentences after one another."""
    return " ".join(filter(None, sentences))
