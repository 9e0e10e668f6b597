"""Clocks: the timers of a room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from unolab.server.protocol.refusal import Refusal
from unolab.server.room import pace
from unolab.server.room.company import Company
from unolab.server.room.sitting import Sitting
from unolab.state import State

READY: Final = 15.0  # seconds for the others, once somebody is ready for the next round
SHOWING: Final = 6.0  # seconds for which bots among themselves show the end of a round
HOST_KEPT: Final = 60.0  # seconds for which a disconnected host stays the host
NEVER: Final = float("inf")


class Clocks:
    """Points in time, in seconds of the loop's clock. Nothing here is stored."""

    def __init__(self, now: float, away_after: float, unwatched: float = NEVER) -> None:
        """Start now; a person is away after ``away_after`` seconds without a connection.

        Bots among themselves play on for ``unwatched`` seconds after the last activity.
        """
        self.turn = now
        """When the seat to act was asked."""
        self.uno = now
        """When somebody failed to say "Uno"."""
        self.bots: dict[int, float] = {}
        """When the bot at a seat acts or reacts."""
        self.deal: float | None = None
        """When the next round is dealt, even if not everyone is ready."""
        self.draw: float | None = None
        """The timeout of the drawing for devices that have not answered."""
        self.show: float | None = None
        """When delayed arrivals and departures are announced."""
        self.stirred = now
        """When somebody last did something."""
        self.host_gone: float | None = None
        """When the host was last seen, while the host is not here."""
        self._unwatched = unwatched
        self._catch: dict[int, float] = {}  # for seats that tried too early
        self._left: dict[str, float] = {}  # when a person's last connection was lost
        self._away_after = away_after

    # ── what sets them ────────────────────────────────────────────────────────────────────────────

    def start(self, now: float, absent: Iterable[str]) -> None:
        """Resume after an idle time; some people are not here."""
        self.turn = self.uno = now
        self.bots.clear()
        self._left |= dict.fromkeys(absent, now)

    def begin_round(self, now: float) -> None:
        """Reset for a new deal."""
        self.turn = self.uno = now
        self.bots.clear()
        self._catch.clear()
        self.deal = self.draw = None

    def note_move(self, before: State, after: State, now: float) -> None:
        """Restart the bots' thinking after a move, and the grace period for a forgotten "Uno"."""
        self.bots.clear()
        if after.uno is not None and after.uno != before.uno:
            self.uno = now
            self._catch.clear()

    def come(self, owner: str) -> None:
        """Note that somebody is back."""
        self._left.pop(owner, None)

    def go(self, owner: str, now: float) -> None:
        """Note that somebody is gone."""
        self._left[owner] = now

    def announce_deal(self, now: float) -> None:
        """Give the others time to get ready."""
        self.deal = self.deal or now + READY

    def plan(self, sitting: Sitting, company: Company, events: int, now: float) -> None:
        """Decide when the bots act, unless it is decided already."""
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
                # even if nobody could jump in, so that the wait reveals nothing
                wait = max(wait, pace.time_to_jump_in(speed, alone=False))
            return now + wait
        if sitting.only_bots:
            return now + pace.time_to_think(speed, events)
        grace = self.uno + pace.UNO_GRACE
        if seat == state.uno:
            return grace + pace.time_to_remember(speed)
        if seat != state.turn:
            return grace + pace.time_to_catch(speed)
        # a bot may also catch, and does so when it is asked
        return max(
            now + pace.time_to_think(speed, events),
            grace + pace.time_to_catch(speed) + pace.CATCHING_TIME,
        )

    # ── what they say ─────────────────────────────────────────────────────────────────────────────

    def check_catch(self, seat: int, now: float) -> None:
        """Refuse a catch that is too early, and delay the next attempt."""
        opens = self._catch.get(seat, self.uno + pace.UNO_GRACE)
        if now < opens:
            self._catch[seat] = opens + pace.TOO_EARLY
            raise Refusal("too_early", "there is still time to say Uno: wait a moment")

    def time_is_up(self, sitting: Sitting, company: Company) -> float:
        """Return when the stand-in moves for the person to act."""
        assert sitting.match is not None
        turn = sitting.match.state.turn
        if not sitting.timer or company.leaves_to_bot(sitting.chairs[turn]):
            return NEVER
        return self.turn + sitting.timer

    def passes_on(self, sitting: Sitting, company: Company) -> float:
        """Return when somebody else becomes the host, if the current one does not come back."""
        if self.host_gone is None or company.successor(sitting) is None:
            return NEVER
        return self.host_gone + HOST_KEPT

    def takes_over(self, owner: str) -> float | None:
        """Return when a bot takes over for somebody who is gone."""
        when = self._left.get(owner)
        return None if when is None or self._away_after == NEVER else when + self._away_after

    def dozes_at(self, sitting: Sitting) -> float:
        """Return when bots among themselves stop, if people only watch."""
        playing = sitting.only_bots and sitting.stage == "playing"
        if not (playing or sitting.goes_on):
            return NEVER
        return self.stirred + self._unwatched

    def pop_lost(self, company: Company, now: float) -> str | None:
        """Return somebody who has been gone for too long, and forget them."""
        for owner, when in self._left.items():
            if owner not in company.away and now >= when + self._away_after:
                del self._left[owner]
                return owner
        return None

    def bots_due(self, sitting: Sitting, company: Company) -> list[tuple[float, int]]:
        """List the seats for which a bot acts, with their times, in the order of asking."""
        assert sitting.match is not None
        return [
            (self.bots[seat], seat)
            for seat in sitting.match.state.asked
            if seat in self.bots and company.leaves_to_bot(sitting.chairs[seat])
        ]

    def next(self, sitting: Sitting, company: Company, paused: bool) -> float | None:
        """Return when the next timer fires; none does while nobody is connected."""
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
    """Whether the top card is new, so that nobody has had a chance to jump in yet."""
    return state.turns <= 1 or any(event.kind == "played" for event in state.events)
