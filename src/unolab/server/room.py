"""Room: one task that owns one table. What it is told goes to disk before anyone sees it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from secrets import randbits
from typing import Final, Literal, Protocol

from unolab import event as told
from unolab.bots import seated
from unolab.errors import IllegalMove, NotationError
from unolab.moves import Move
from unolab.server import pace, protocol, shown
from unolab.server.entries import (
    Arranged,
    Chair,
    Configured,
    Dealt,
    Entry,
    Left,
    Moved,
    Sat,
)
from unolab.server.opponents import STAND_IN, compile_bot, named, opponent, robot
from unolab.server.refusal import Refusal
from unolab.server.sitting import Sitting, hash_of
from unolab.server.store import NotSaved
from unolab.state import State, View

log = logging.getLogger("unolab.server")

READY: Final = 15.0  # seconds the others have, once somebody wants the next round
SHOWING: Final = 6.0  # seconds that bots among themselves show the end of a round
STRIKES: Final = 2  # turns in a row that run out before a bot takes over
WAITING: Final = 64  # messages to a room that wait for it
SEED_BITS: Final = 128


class Client(Protocol):
    """Whoever is connected to a room, as the room knows them."""

    owner: str
    """The digest of their secret; empty for a spectator."""
    looking: int | None
    """The seat whose cards they see."""
    seen: int
    """The number of the last update they got."""

    def post(self, message: protocol.Message) -> None:
        """Hand over a message; it must not wait."""

    def offer(self) -> str:
        """Make a secret to sit down with, and return its digest; nothing else changes yet."""

    def adopt(self, owner: str, seat: int, host: bool) -> None:
        """Be the one with that secret, and be told it."""

    def close(self) -> None:
        """End the connection."""


class Log(Protocol):
    """Where entries are kept."""

    async def append(self, code: str, number: int, entry: str) -> None:
        """Return when it is on disk."""


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody has connected, who last saw an update with this number."""

    since: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody is no longer connected."""


@dataclass(slots=True)
class Clocks:
    """The times at which something happens by itself; nothing here is kept."""

    turn: float = 0.0
    """When the seat to act was asked."""
    bots: dict[int, float] = field(default_factory=dict)
    """When the bot at a seat acts or reacts."""
    uno: float = 0.0
    """When somebody failed to say "Uno"."""
    catch: dict[int, float] = field(default_factory=dict)
    """When a seat that was too early may catch."""
    left: dict[str, float] = field(default_factory=dict)
    """When a person's last connection went."""
    deal: float | None = None
    """When the next round is dealt, whoever is ready."""


Step = tuple[int, tuple[told.Event, ...]]
"""What one entry led to, with the length of the log after it."""


def tell(steps: list[Step], number: int, entry: Entry, after: Sitting) -> None:
    """Add what an entry led to; a deal begins anew."""
    if isinstance(entry, Dealt):
        assert after.match is not None
        state = after.match.state
        steps.clear()
        steps.append((number, (told.Event("dealt", state.dealer, card=state.top), *state.events)))
    elif isinstance(entry, Moved):
        assert after.match is not None
        steps.append((number, after.match.events))


class Room:
    """A table with its clients. All that happens in it happens in :meth:`run`, one by one."""

    def __init__(
        self,
        code: str,
        sitting: Sitting,
        number: int,
        store: Log,
        steps: Sequence[Step] = (),
        away_after: float = 30.0,
    ) -> None:
        """Open a room whose log has ``number`` entries; ``steps`` tell of its round so far."""
        self.code = code
        self.sitting = sitting
        self.number = number
        self.clients: dict[Client, None] = {}
        self.quiet_since = 0.0
        """When the last client went, or the room was opened."""
        self._store = store
        self._away_after = away_after
        self._now = asyncio.get_running_loop().time
        self._inbox: asyncio.Queue[tuple[Client, protocol.Numbered | Came | Gone]] = asyncio.Queue(
            WAITING
        )
        self._steps = list(steps)
        self._asked_at = number  # the number at which the question last changed
        self._paused = False
        self._away: set[str] = set()
        self._strikes: dict[int, int] = {}
        self._ready: set[str] = set()
        self._clocks = Clocks()
        self._bots: list[Callable[[View], Move | None]] = []
        self.quiet_since = self._now()
        self._seat_bots()

    # ── the task ──────────────────────────────────────────────────────────────────────────────────

    async def put(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        """Tell the room something; waits while too much is waiting already."""
        await self._inbox.put((client, message))

    @property
    def needed(self) -> bool:
        """Whether somebody is here, or about to come in."""
        return bool(self.clients) or not self._inbox.empty()

    async def run(self) -> None:
        """Do what clients ask and what is due, for ever."""
        self._wake()
        while True:
            due = self._next_due()
            try:
                timeout = None if due is None else max(0.0, due - self._now())
                async with asyncio.timeout(timeout):
                    client, message = await self._inbox.get()
            except TimeoutError:
                await self._do_due()
            else:
                await self._take(client, message)

    async def _take(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        id = message.id if isinstance(message, protocol.Numbered) else None
        try:
            await self._handle(client, message)
        except Refusal as refusal:
            client.post(
                protocol.Refused(
                    id=id, code=refusal.code, text=refusal.text, top=refusal.top, due=refusal.due
                )
            )
        except NotSaved as error:
            log.error("room %s: %s", self.code, error)
            text = "this could not be saved, and did not happen: please try again"
            client.post(protocol.Refused(id=id, code="not_saved", text=text))
        except (ValueError, NotationError) as error:
            client.post(protocol.Refused(id=id, code="wrong", text=str(error)))

    async def _handle(self, client: Client, message: protocol.Numbered | Came | Gone) -> None:
        match message:
            case Came(since=since):
                self._come(client, since)
            case Gone():
                await self._go(client)
            case protocol.Ping():
                client.post(protocol.Pong(id=message.id))
            case protocol.Move():
                await self._move(client, message)
            case protocol.Look():
                self._look(client, message.seat)
            case protocol.Sit() | protocol.Rename():
                await self._sit(client, message)
            case protocol.Leave():
                await self._leave(client)
            case protocol.Arrange():
                await self._arrange(client, message)
            case protocol.Configure():
                await self._configure(client, message)
            case protocol.Deal():
                await self._want_deal(client)
            case protocol.Say():
                self._say(client, message.text)
            case protocol.Hurry():
                await self._hurry(client)
            case protocol.Pause():
                self._pause(client, message.paused)
            case protocol.Back():
                self._return(client)
            case _:
                raise Refusal("unexpected", f"{type(message).__name__.lower()} comes first")

    async def _commit(self, entry: Entry, sitting_down: Client | None = None) -> None:
        """Let something happen: work it out, write it down, and only then show it."""
        before, after = self.sitting, self.sitting.after(entry)
        await self._store.append(self.code, self.number, entry.model_dump_json())
        self.sitting = after
        self.number += 1
        tell(self._steps, self.number, entry, after)
        if isinstance(entry, Dealt):
            self._begin_round()
        elif isinstance(entry, Moved):
            assert before.match is not None
            self._note_question(before.match.state, self._state)
        elif isinstance(entry, Sat) and sitting_down is not None:
            sitting_down.adopt(entry.owner, entry.seat, entry.owner == after.host)
        if after.match is None:
            self._ready.clear()
            self._clocks.deal = None
        if len(after.owners) > 1:
            self._paused = False  # nobody could end it any more
        self._set_clocks()
        self._focus()
        self._show_all()

    # ── clients come and go ───────────────────────────────────────────────────────────────────────

    def _come(self, client: Client, since: int) -> None:
        self.clients[client] = None
        client.seen = since if since <= self.number else 0
        self._take_back(client.owner)
        self._clocks.left.pop(client.owner, None)
        client.looking = None
        self._focus()
        if len(self.clients) == 1:
            self._wake()
        self._show_all()

    async def _go(self, client: Client) -> None:
        if self.clients.pop(client, self) is self:
            return
        self.quiet_since = self._now()
        if client.owner and not self._is_here(client.owner):
            self._clocks.left[client.owner] = self._now()
            self._ready.discard(client.owner)
        if not await self._deal_if_ready():
            self._show_all()

    def _return(self, client: Client) -> None:
        self._take_back(client.owner)
        self._show_all()

    def _take_back(self, owner: str) -> None:
        """Let a person play on who was away; for everyone else the clock runs as before."""
        if owner not in self._away:
            return
        self._away.discard(owner)
        for seat in self.sitting.seats_of(owner):
            self._strikes.pop(seat, None)
            self._clocks.bots.pop(seat, None)
            if self.sitting.stage == "playing" and self._state.turn == seat:
                self._clocks.turn = self._now()

    def _is_here(self, owner: str) -> bool:
        return any(client.owner == owner for client in self.clients)

    def _is_host(self, client: Client) -> bool:
        """Whether a client decides: the host, or while that one is gone, the next person here."""
        host = self.sitting.host
        if client.owner == host:
            return True
        if not client.owner or self._is_here(host):
            return False
        return next(filter(self._is_here, self.sitting.owners), None) == client.owner

    def _alone(self, client: Client) -> bool:
        """Whether nobody else plays, so that time is this client's own."""
        owners = self.sitting.owners
        return owners == [client.owner] or (not owners and self._is_host(client))

    def _check_host(self, client: Client) -> None:
        if not self._is_host(client):
            raise Refusal("not_host", "only the host of the room can do this")

    def _focus(self) -> None:
        """Turn everyone to the seat whose cards they may see now."""
        match = self.sitting.match
        for client in self.clients:
            seats = self.sitting.seats_of(client.owner)
            if len(seats) == 1:
                client.looking = seats[0]
            elif client.looking not in seats:
                client.looking = None
            elif match is not None and match.state.turn in seats:
                # the device goes to somebody else: nothing is shown until they say that they are it
                client.looking = client.looking if match.state.turn == client.looking else None

    def _look(self, client: Client, seat: int | None) -> None:
        if seat is not None and seat not in self.sitting.seats_of(client.owner):
            raise Refusal("not_your_seat", "these are not your cards")
        client.looking = seat
        self._show(client)

    # ── what people do ────────────────────────────────────────────────────────────────────────────

    async def _move(self, client: Client, message: protocol.Move) -> None:
        seats = self.sitting.seats_of(client.owner)
        seat = message.seat if message.seat is not None else client.looking
        if not seats:
            raise Refusal("no_seat", "spectators do not play: take a seat first")
        if seat is None or seat not in seats:
            raise Refusal("not_your_seat", "this is not your seat")
        match = self.sitting.match
        if match is None or match.state.over:
            raise Refusal("round_over", "no round is being played")
        if not self._asked_at <= message.at <= self.number:
            raise Refusal("stale", "the table has changed since then: look again")
        move = Move.parse(message.move)
        if move.seat not in (None, seat):
            raise Refusal("not_your_seat", "this is not your seat")
        if move.is_catch and match.state.uno == move.target:
            self._check_catch(seat)
        self._take_back(client.owner)
        try:
            await self._commit(Moved(seat=seat, move=str(move.by(None)), by="person"))
        except IllegalMove as error:
            top = match.state.top
            raise Refusal(
                error.code, error.reason, None if top is None else str(top), match.state.due
            ) from None
        self._strikes.pop(seat, None)

    def _check_catch(self, seat: int) -> None:
        opens = self._clocks.catch.get(seat, self._clocks.uno + pace.GRACE)
        now = self._now()
        if now < opens:
            self._clocks.catch[seat] = opens + pace.TOO_EARLY
            raise Refusal("too_early", "there is still time to say Uno: wait a moment")

    async def _sit(self, client: Client, message: protocol.Sit | protocol.Rename) -> None:
        seats = self.sitting.seats_of(client.owner)
        if isinstance(message, protocol.Rename):
            seat = message.seat if message.seat is not None else next(iter(seats), None)
            if seat is None or seat not in seats:
                raise Refusal("not_your_seat", "this is not your seat")
        else:
            seat = message.seat
            if seats and seats != [seat]:
                raise Refusal("seated", "you have a seat already: leave it first")
        owner = client.owner or client.offer()
        sat = Sat(seat=seat, name=message.name, avatar=message.avatar, owner=owner)
        await self._commit(sat, None if client.owner else client)

    async def _leave(self, client: Client) -> None:
        if not self.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "you have no seat to leave")
        await self._commit(Left(owner=client.owner))
        self._ready.discard(client.owner)
        self._away.discard(client.owner)
        await self._deal_if_ready()

    async def _arrange(self, client: Client, message: protocol.Arrange) -> None:
        self._check_host(client)
        kept = [chair.keep for chair in message.chairs if chair.keep is not None]
        if len(set(kept)) != len(kept) or any(k >= len(self.sitting.chairs) for k in kept):
            raise Refusal("wrong_seats", "each seat can be kept once, if it is there")
        chairs: list[Chair] = []
        for seat, asked in enumerate(message.chairs):
            old = None if asked.keep is None else self.sitting.chairs[asked.keep]
            if asked.bot is None:
                chairs.append(old or Chair())
                continue
            if old is not None and old.kind == "person":
                raise Refusal("seat_taken", f"{old.name} sits there")
            text, strength = opponent(asked.bot)
            await asyncio.to_thread(compile_bot, text)
            taken = [chair.name for chair in (*chairs, *self.sitting.chairs)]
            name = old.name if old is not None and old.kind == "bot" else named(taken)
            chairs.append(
                Chair(kind="bot", name=name, avatar=robot(seat), bot=text, strength=strength)
            )
        await self._commit(Arranged(chairs=tuple(chairs)))

    async def _configure(self, client: Client, message: protocol.Configure) -> None:
        self._check_host(client)
        changes = message.model_dump(include={"timer", "pace", "open_hands"}, exclude_none=True)
        options = protocol.Options(**(self.sitting.options.model_dump() | changes))
        rules = str(self.sitting.rules) if message.rules is None else message.rules
        await self._commit(Configured(rules=rules, options=options))

    async def _want_deal(self, client: Client) -> None:
        stage = self.sitting.stage
        if stage == "playing":
            raise Refusal("playing", "a round is being played")
        if stage == "lobby" or not self.sitting.owners:
            self._check_host(client)
            await self._deal()
            return
        if not self.sitting.seats_of(client.owner):
            raise Refusal("no_seat", "those who play decide when the next round begins")
        self._ready.add(client.owner)
        if not await self._deal_if_ready():
            if self._clocks.deal is None:
                self._clocks.deal = self._now() + READY
            self._show_all()

    async def _deal_if_ready(self) -> bool:
        if self.sitting.stage not in ("pause", "over") or not self._ready:
            return False
        here = filter(self._is_here, self.sitting.owners)
        if not self._ready.issuperset(here):
            return False
        await self._deal()
        return True

    async def begin(self) -> None:
        """Deal the first round, before the task has started."""
        await self._deal()

    async def _deal(self) -> None:
        await self._commit(Dealt(seed=str(randbits(SEED_BITS))))

    def _say(self, client: Client, text: str) -> None:
        seats = self.sitting.seats_of(client.owner)
        if not seats:
            raise Refusal("no_seat", "only those who play can talk")
        seat = client.looking if client.looking in seats else seats[0]
        assert seat is not None
        for other in self.clients:
            other.post(protocol.Said(seat=seat, name=self.sitting.chairs[seat].name, text=text))

    # ── time ──────────────────────────────────────────────────────────────────────────────────────

    def _pause(self, client: Client, paused: bool) -> None:
        if not self._alone(client):
            raise Refusal("not_alone", "a game with others can't be paused")
        self._paused = paused
        if not paused:
            self._wake()
        self._show_all()

    async def _hurry(self, client: Client) -> None:
        if not self._alone(client):
            raise Refusal("not_alone", "among others bots take their time")
        if self.sitting.stage == "playing":
            number, due = self.number, self._clocks.bots
            for seat in sorted(self._state.asked, key=lambda seat: due.get(seat, 0)):
                if self.number == number and self._plays_itself(seat):
                    await self._let_bot(seat)
        elif self._clocks.deal is not None:
            await self._deal()

    @property
    def _state(self) -> State:
        assert self.sitting.match is not None
        return self.sitting.match.state

    def _plays_itself(self, seat: int) -> bool:
        chair = self.sitting.chairs[seat]
        return chair.kind == "bot" or chair.owner in self._away

    def _wake(self) -> None:
        """Start the clocks again after a time in which nothing went on."""
        self._clocks.turn = self._now()
        self._clocks.uno = self._now()
        self._clocks.bots.clear()
        for owner in self.sitting.owners:
            if not self._is_here(owner):
                self._clocks.left[owner] = self._now()
        self._set_clocks()

    def _set_clocks(self) -> None:
        """Decide when the bots act, if that is not decided yet."""
        clocks, now = self._clocks, self._now()
        stage = self.sitting.stage
        if stage != "playing":
            if self.sitting.only_bots and stage == "pause" and clocks.deal is None:
                clocks.deal = now + SHOWING * max(0.25, pace.FACTORS[self.sitting.options.pace])
            return
        state, speed = self._state, self.sitting.options.pace
        people = not self.sitting.only_bots
        grace = clocks.uno + pace.GRACE if people else now
        events = len(self._steps[-1][1]) if self._steps else 0
        for seat in state.asked:
            if seat in clocks.bots or not self._plays_itself(seat):
                continue
            if seat == state.uno:
                when = grace + (pace.remembering(speed) if people else 0)
            elif state.uno is not None and seat != state.turn:
                when = grace + (pace.catching(speed) if people else 0)
            elif seat != state.turn:
                when = now + pace.jumping(speed)
            else:
                when = now + pace.thinking(speed, events)
                if state.uno is not None and people:
                    # a bot may catch too, and does so when it is asked
                    when = max(when, grace + pace.catching(speed) + pace.CHANCE)
            clocks.bots[seat] = when

    def _next_due(self) -> float | None:
        """Return when something happens by itself; nothing does while nobody looks."""
        if not self.clients:
            return None
        clocks, sitting = self._clocks, self.sitting
        times = []
        if sitting.stage != "playing":
            if clocks.deal is not None and not self._paused:
                times.append(clocks.deal)
        elif not self._paused:
            asked = self._state.asked
            times += [clocks.bots[s] for s in asked if s in clocks.bots and self._plays_itself(s)]
            if sitting.options.timer and not self._plays_itself(self._state.turn):
                times.append(clocks.turn + sitting.options.timer)
        times += [
            when + self._away_after
            for owner, when in clocks.left.items()
            if owner not in self._away
        ]
        return min(times, default=None)

    async def _do_due(self) -> None:
        """Do the one thing that is due first."""
        try:
            await self._do_first()
        except NotSaved as error:
            # the clock is still due: give the database a moment before the next attempt
            log.error("room %s: %s", self.code, error)
            await asyncio.sleep(1)

    async def _do_first(self) -> None:
        now, clocks, sitting = self._now(), self._clocks, self.sitting
        for owner, when in list(clocks.left.items()):
            if now >= when + self._away_after and owner not in self._away:
                del clocks.left[owner]
                if owner in sitting.owners:
                    self._away.add(owner)
                self._set_clocks()
                self._show_all()
                return
        if self._paused:
            return
        if sitting.stage != "playing":
            if clocks.deal is not None and now >= clocks.deal:
                await self._deal()
            return
        state = self._state
        due = [seat for seat in state.asked if self._plays_itself(seat)]
        due = [seat for seat in due if clocks.bots.get(seat, now + 1) <= now]
        if due:
            # the order in which they are asked decides between those who are equally quick
            await self._let_bot(min(due, key=lambda seat: clocks.bots[seat]))
        elif sitting.options.timer and now >= clocks.turn + sitting.options.timer:
            await self._time_out(state.turn)

    async def _let_bot(self, seat: int) -> None:
        """Ask the bot at a seat, and do what it wants."""
        move = self._bots[seat](self._state.view(seat))
        if move is None:
            # it has nothing to react to; it is asked again when something has changed
            self._clocks.bots[seat] = float("inf")
            return
        is_bot = self.sitting.chairs[seat].kind == "bot"
        by: Literal["bot", "stand-in"] = "bot" if is_bot else "stand-in"
        await self._commit(Moved(seat=seat, move=str(move.by(None)), by=by))

    async def _time_out(self, seat: int) -> None:
        """Let the stand-in make the move of a person whose time is up."""
        asked_at = self._asked_at
        while self._asked_at == asked_at and self.sitting.stage == "playing":
            await self._let_bot(seat)  # which may catch somebody before it plays
        self._strikes[seat] = self._strikes.get(seat, 0) + 1
        if self._strikes[seat] >= STRIKES:
            self._away.add(self.sitting.chairs[seat].owner)
            self._set_clocks()
            self._show_all()

    # ── rounds ────────────────────────────────────────────────────────────────────────────────────

    def _begin_round(self) -> None:
        self._asked_at = self.number
        self._ready.clear()
        self._strikes.clear()
        self._clocks.deal = None
        self._clocks.turn = self._clocks.uno = self._now()
        self._clocks.catch.clear()
        self._seat_bots()

    def _note_question(self, before: State, after: State) -> None:
        """See whether something else is asked now, and of whom."""
        question = ("turn", "phase", "top", "due", "turns")
        if any(getattr(before, name) != getattr(after, name) for name in question):
            self._asked_at = self.number
            self._clocks.turn = self._now()
        self._clocks.bots.clear()
        if after.uno is not None and after.uno != before.uno:
            self._clocks.uno = self._now()
            self._clocks.catch.clear()

    def _seat_bots(self) -> None:
        """Give every seat a bot: its own, or the stand-in of a person."""
        match = self.sitting.match
        self._clocks.bots.clear()
        if match is not None and len(self.sitting.chairs) == match.state.players:
            bots = [chair.bot or STAND_IN for chair in self.sitting.chairs]
            # bots choose for themselves: another seed than the deal's, which gives nothing away
            self._bots = seated(bots, randbits(SEED_BITS))

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _show_all(self) -> None:
        if not self.clients:
            return
        room, table = self._room(), self._table()
        for client in self.clients:
            self._show(client, room, table)

    def _show(
        self,
        client: Client,
        room: protocol.Room | None = None,
        table: protocol.Table | None = None,
    ) -> None:
        """Send a client everything it may see, and the events since it last looked."""
        match = self.sitting.match
        seat = client.looking
        steps = [
            protocol.Step(
                number=number, events=shown.events_of(event.for_seat(seat) for event in events)
            )
            for number, events in self._steps
            if number > client.seen
        ]
        client.seen = self.number
        client.post(
            protocol.Update(
                number=self.number,
                seats=self.sitting.seats_of(client.owner),
                host=self._is_host(client),
                room=room or self._room(),
                table=table or self._table(),
                hand=None if match is None or seat is None else shown.hand_of(match.state, seat),
                steps=steps,
            )
        )

    def _table(self) -> protocol.Table | None:
        match = self.sitting.match
        if match is None:
            return None
        state, clocks, sitting = match.state, self._clocks, self.sitting
        seconds = sitting.options.timer
        clock = None
        itself = not state.over and self._plays_itself(state.turn)
        if seconds and not state.over and not itself and not self._paused:
            left = clocks.turn + seconds - self._now()
            clock = protocol.Clock(left=max(0, round(left * 1000)), of=seconds * 1000)
        catch_in = None
        if state.uno is not None:
            catch_in = max(0, round((clocks.uno + pace.GRACE - self._now()) * 1000))
        opened = state.over or (sitting.options.open_hands and sitting.only_bots)
        hands = shown.open_hands(state) if opened else None
        return shown.table_of(state.view(None), clock, catch_in, itself, hands)

    def _room(self) -> protocol.Room:
        sitting, match, clocks = self.sitting, self.sitting.match, self._clocks
        spectators = sum(not sitting.seats_of(client.owner) for client in self.clients)
        seed = None if match is None else match.game.seed
        over = match is not None and match.state.over
        return protocol.Room(
            code=self.code,
            stage=sitting.stage,
            rules=str(sitting.rules),
            rules_said=sitting.rules.describe(),
            options=sitting.options,
            seats=[self._seat(chair) for chair in sitting.chairs],
            round=0 if match is None else len(match.games),
            rounds=sitting.dealt,
            totals=[0] * len(sitting.chairs) if match is None else list(match.totals),
            target=sitting.rules.target,
            winners=[] if match is None else list(match.winners),
            fair=protocol.Fair(
                hash=None if seed is None else hash_of(seed),
                seed=str(seed) if over else None,
                next_hash=hash_of(sitting.seed),
                known=sitting.match_known if match is not None else sitting.known,
            ),
            spectators=spectators,
            paused=self._paused,
            deals_in=None
            if clocks.deal is None or sitting.stage == "playing"
            else max(0, round((clocks.deal - self._now()) * 1000)),
        )

    def _seat(self, chair: Chair) -> protocol.Seat:
        person = chair.kind == "person"
        return protocol.Seat(
            kind=chair.kind,
            name=chair.name,
            avatar=chair.avatar,
            bot=chair.bot or None,
            strength=chair.strength,
            here=not person or self._is_here(chair.owner),
            away=person and chair.owner in self._away,
            ready=person and chair.owner in self._ready,
            host=person and chair.owner == self.sitting.host,
        )
