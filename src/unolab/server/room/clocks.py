"""Clocks: when something happens in a room by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from unolab.server.protocol.refusal import Refusal
from unolab.server.room import pace
from unolab.server.room.company import Company
from unolab.server.room.sitting import Sitting
from unolab.state import State

READY: Final = 15.0  # seconds the others have, once somebody wants the next round
SHOWING: Final = 6.0  # seconds that bots among themselves show the end of a round
HOST_KEPT: Final = 60.0  # seconds for which a host who is gone stays the host
NEVER: Final = float("inf")


class Clocks:
    """Points in time, in seconds of the loop's clock. Nothing here is kept."""

    def __init__(self, now: float, away_after: float, unwatched: float = NEVER) -> None:
        """Start now; whoever is gone for ``away_after`` seconds is away.

        Bots among themselves go on for ``unwatched`` seconds after anybody did anything.
        """
        self.turn = now
        """When the seat to act was asked."""
        self.uno = now
        """When somebody failed to say "Uno"."""
        self.bots: dict[int, float] = {}
        """When the bot at a seat acts or reacts."""
        self.deal: float | None = None
        """When the next round is dealt, whoever is ready."""
        self.draw: float | None = None
        """When the drawing of secrets for a deal goes on without those who have not answered."""
        self.show: float | None = None
        """When everyone is told who came and went, if they were not told at once."""
        self.stirred = now
        """When somebody last did something."""
        self.host_gone: float | None = None
        """When the host was last seen, while that one is not here."""
        self._unwatched = unwatched
        self._catch: dict[int, float] = {}  # for seats that were too early
        self._left: dict[str, float] = {}  # when a person's last connection went
        self._away_after = away_after

    # ── what sets them ────────────────────────────────────────────────────────────────────────────

    def start(self, now: float, absent: Iterable[str]) -> None:
        """Go on after a time in which nothing went on; some people are not here."""
        self.turn = self.uno = now
        self.bots.clear()
        self._left |= dict.fromkeys(absent, now)

    def begin_round(self, now: float) -> None:
        """Start with a new deal."""
        self.turn = self.uno = now
        self.bots.clear()
        self._catch.clear()
        self.deal = self.draw = None

    def note_move(self, before: State, after: State, now: float) -> None:
        """Let bots think anew after a move, and give a forgotten "Uno" its time."""
        self.bots.clear()
        if after.uno is not None and after.uno != before.uno:
            self.uno = now
            self._catch.clear()

    def come(self, owner: str) -> None:
        """Somebody is back."""
        self._left.pop(owner, None)

    def go(self, owner: str, now: float) -> None:
        """Somebody is gone."""
        self._left[owner] = now

    def announce_deal(self, now: float) -> None:
        """Give the others a while to get ready."""
        self.deal = self.deal or now + READY

    def plan(self, sitting: Sitting, company: Company, events: int, now: float) -> None:
        """Decide when the bots act, where that is not decided yet."""
        speed = sitting.options.pace
        if sitting.stage != "playing":
            if sitting.goes_on and self.deal is None:
                self.deal = now + SHOWING * max(0.25, pace.FACTORS[speed])
            return
        assert sitting.match is not None
        state = sitting.match.state
        for seat in state.asked:
            if seat not in self.bots and company.leaves_to_bot(sitting.chairs[seat]):
                self.bots[seat] = self._time_of(seat, state, sitting, events, now)

    def _time_of(self, seat: int, state: State, sitting: Sitting, events: int, now: float) -> float:
        speed = sitting.options.pace
        if state.uno is None:
            wait = pace.time_to_think(speed, events)
            if seat != state.turn:
                wait = pace.time_to_jump_in(speed, sitting.only_bots)
            elif state.open_to_jumps and _is_new(state) and not sitting.only_bots:
                # whether or not anybody could jump in: how long it waits tells nothing
                wait = max(wait, pace.time_to_jump_in(speed, alone=False))
            return now + wait
        if sitting.only_bots:
            return now + pace.time_to_think(speed, events)
        grace = self.uno + pace.GRACE
        if seat == state.uno:
            return grace + pace.time_to_remember(speed)
        if seat != state.turn:
            return grace + pace.time_to_catch(speed)
        # a bot may catch too, and does so when it is asked
        return max(
            now + pace.time_to_think(speed, events), grace + pace.time_to_catch(speed) + pace.CHANCE
        )

    # ── what they say ─────────────────────────────────────────────────────────────────────────────

    def check_catch(self, seat: int, now: float) -> None:
        """Refuse a catch before its time, and put the next attempt off."""
        opens = self._catch.get(seat, self.uno + pace.GRACE)
        if now < opens:
            self._catch[seat] = opens + pace.TOO_EARLY
            raise Refusal("too_early", "there is still time to say Uno: wait a moment")

    def time_is_up(self, sitting: Sitting, company: Company) -> float:
        """Return when the stand-in makes the move of the person to act."""
        assert sitting.match is not None
        turn = sitting.match.state.turn
        if not sitting.timer or company.leaves_to_bot(sitting.chairs[turn]):
            return NEVER
        return self.turn + sitting.timer

    def passes_on(self, sitting: Sitting, company: Company) -> float:
        """Return when somebody else is the host, as the one there is does not come back."""
        if self.host_gone is None or company.successor(sitting) is None:
            return NEVER
        return self.host_gone + HOST_KEPT

    def takes_over(self, owner: str) -> float | None:
        """Return when a bot plays on for somebody who is gone."""
        when = self._left.get(owner)
        return None if when is None or self._away_after == NEVER else when + self._away_after

    def dozes_at(self, sitting: Sitting) -> float:
        """Return when bots among themselves stop, as nobody does anything but watch."""
        playing = sitting.only_bots and sitting.stage == "playing"
        if not (playing or sitting.goes_on):
            return NEVER
        return self.stirred + self._unwatched

    def lost(self, company: Company, now: float) -> str | None:
        """Return somebody who has been gone for too long, and forget it."""
        for owner, when in self._left.items():
            if owner not in company.away and now >= when + self._away_after:
                del self._left[owner]
                return owner
        return None

    def bots_due(self, sitting: Sitting, company: Company) -> list[tuple[float, int]]:
        """List the seats for which a bot acts with their times, in the order of asking."""
        assert sitting.match is not None
        return [
            (self.bots[seat], seat)
            for seat in sitting.match.state.asked
            if seat in self.bots and company.leaves_to_bot(sitting.chairs[seat])
        ]

    def next(self, sitting: Sitting, company: Company, paused: bool) -> float | None:
        """Return when something happens by itself; nothing does while nobody looks."""
        if not company.clients:
            return None
        times = [*self._losses(company), self.passes_on(sitting, company)]
        times += [when for when in (self.draw, self.show) if when is not None]
        if not paused:
            times.append(self.dozes_at(sitting))
        if not paused and sitting.stage == "playing":
            times += [when for when, _ in self.bots_due(sitting, company)]
            times.append(self.time_is_up(sitting, company))
        elif not paused and self.deal is not None:
            times.append(self.deal)
        first = min(times, default=NEVER)
        return None if first == NEVER else first

    def _losses(self, company: Company) -> Iterator[float]:
        for owner, when in self._left.items():
            if owner not in company.away:
                yield when + self._away_after


def _is_new(state: State) -> bool:
    """Whether the card on top has just come there, so that nobody had a chance to jump in yet."""
    return state.turns <= 1 or any(event.kind == "played" for event in state.events)
