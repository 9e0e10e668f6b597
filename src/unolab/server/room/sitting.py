"""Sitting: who sits at a table and what they have played; each log entry gives the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256
from typing import Final, Self

from unolab.fairness import Share, seed_of
from unolab.game import Game
from unolab.match import Match
from unolab.rules import Rules
from unolab.server.protocol import Help, Options, Stage
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.contest import Played, chairs_of
from unolab.server.room.entries import (
    Arranged,
    Chair,
    Configured,
    Contest,
    Created,
    Dealt,
    Hinted,
    Hosted,
    Left,
    LogEntry,
    Moved,
    Removed,
    Sat,
    Stopped,
    TakenBack,
)
from unolab.server.room.opponents import STAND_IN, choose_likeness

USUAL_TIMER: Final = 60  # default seconds per turn among people


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round, and who played it."""

    game: Game
    chairs: tuple[Chair, ...]
    known: bool
    """Whether the players knew the seed in advance."""
    secret: str
    """What the server had committed to."""
    shares: tuple[Share, ...]
    """What the players' devices added to it."""
    helped: Help = ""
    """What help was used, so that it does not count."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A room without its clients and clocks. It is immutable: ``after`` returns a new one."""

    rules: Rules
    chairs: tuple[Chair, ...]
    host: str
    options: Options
    secret: str
    """The server's secret for the next round; a seed if ``known``."""
    known: bool
    """Whether the players know it."""
    starts: bool = False
    """Whether to deal as soon as the host comes."""
    match: Match | None = None
    match_known: bool = False
    """Whether the players knew the seed of the current round."""
    match_secret: str = ""
    """The server's secret for it."""
    match_shares: tuple[Share, ...] = ()
    """The contributions of the players' devices."""
    helped: Help = ""
    """What help was used in it."""
    rounds: tuple[FinishedRound, ...] = ()
    """The finished rounds of all matches."""
    contest: Contest | None = None
    """The tournament of bots played here, if any."""
    results: tuple[Played, ...] = ()
    """The results of its finished matches."""
    removed: frozenset[str] = frozenset()
    """Those whom the host removed: they need permission to sit down again."""
    banned: frozenset[str] = frozenset()
    """Those whom the host banned."""
    coach: bool = True
    """Whether hints and take-backs are allowed while one person plays against bots."""
    retried: str = ""
    """The deal of the next round, if it was played before."""

    @classmethod
    def of(cls, created: Created) -> Self:
        """Build the room from its first entry."""
        rules = Rules.parse(created.rules)
        seed_of(created.seed, ())  # raises if it is not a seed
        return cls(
            rules,
            created.chairs,
            created.host,
            created.options,
            created.seed,
            created.known,
            created.start,
            contest=created.contest,
            coach=created.coach,
            retried=created.retried,
        )

    @classmethod
    def replay(cls, created: Created, entries: Iterable[LogEntry]) -> Self:
        """Build the room from its log."""
        return reduce(cls.after, entries, cls.of(created))

    @property
    def stage(self) -> Stage:
        """The stage of the game."""
        if self.match is None:
            return "lobby"
        if not self.match.state.over:
            return "playing"
        return "over" if self.match.over else "pause"

    @property
    def dealt(self) -> int:
        """Rounds dealt, in all matches."""
        return len(self.rounds) + (self.stage == "playing")

    @property
    def only_bots(self) -> bool:
        """Whether only bots play, so that nobody can be cheated."""
        return all(chair.kind == "bot" for chair in self.chairs)

    @property
    def learner(self) -> int | None:
        """The seat that a coach may help: that of the only person, if bots are at all others.

        Nor may somebody be about to sit down, or have left a seat that they could come back to.
        """
        if not self.coach or self.contest is not None:
            return None
        people = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]
        bots = [c for c in self.chairs if c.kind == "bot" and not c.left_by]
        return people[0] if len(people) == 1 and len(bots) + 1 == len(self.chairs) else None

    @property
    def goes_on(self) -> bool:
        """Whether bots among themselves play another round after this one."""
        if not self.only_bots:
            return False
        if self.contest is None or self.stage == "pause":
            return self.stage == "pause"
        left = 0 < len(self.results) < self.contest.matches
        return left and self.stage != "playing"

    def round(self, number: int) -> FinishedRound | None:
        """Return a finished round by its number, from 1."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def seats_of(self, owner: str) -> list[int]:
        """List the seats that a secret opens."""
        return [seat for seat, chair in enumerate(self.chairs) if owner and chair.owner == owner]

    @property
    def owners(self) -> list[str]:
        """List the people at the table, by device."""
        return list(dict.fromkeys(chair.owner for chair in self.chairs if chair.owner))

    @property
    def known_owners(self) -> frozenset[str]:
        """Everyone whose secret is known here."""
        left = {chair.left_by for chair in self.chairs}
        known = {self.host, *self.owners, *left, *self.removed, *self.banned}
        return frozenset(known - {""})

    @property
    def timer(self) -> int:
        """Seconds per turn for a person; 0 means no limit."""
        if not self.options.usual_timer:
            return self.options.timer
        comes = any(chair.kind == "open" for chair in self.chairs)
        return USUAL_TIMER if comes or len(self.owners) > 1 else 0

    def names_besides(self, seat: int | None) -> list[str]:
        """List the names taken by others than this seat, or by anyone for a newcomer."""
        others = (c for at, c in enumerate(self.chairs) if at != seat)
        return [name for chair in others for name in chair.names]

    def faces_besides(self, seat: int | None) -> set[int]:
        """Return the faces taken by others than this seat, or by anyone for a newcomer."""
        return {c.avatar for at, c in enumerate(self.chairs) if at != seat and c.kind != "open"}

    def after(self, entry: LogEntry) -> Self:
        """Return the sitting after an entry; refuse an invalid one."""
        if self.contest is not None and isinstance(entry, Sat | Arranged):
            raise Refusal("contest", "bots play a tournament here: their seats can't be taken")
        match entry:
            case Moved():
                return self._after_move(entry)
            case Dealt():
                return self._after_deal(entry)
            case Hinted():
                self._help(entry.seat)
                return replace(self, helped=self.helped or "hint")
            case TakenBack():
                return self._after_taking_back(entry)
            case Sat():
                return self._after_sitting_down(entry)
            case Left():
                return self._after_leaving(entry.owner)
            case Removed():
                return self._after_removal(entry)
            case Hosted():
                if not entry.host:
                    raise Refusal("not_seated", "only a player can be the host")
                return replace(self, host=entry.host)
            case Arranged():
                self._check_idle("the seats are changed")
                self.rules.check_players(len(entry.chairs))
                return replace(self, chairs=_free_kept(entry.chairs), match=None, starts=False)
            case Configured():
                return self._after_change(entry)
            case Stopped():
                nobody = Played((), (0,) * len(self.chairs))
                return replace(
                    self,
                    chairs=_free_kept(self.chairs),
                    match=None,
                    rounds=(*self.rounds, self._close_round(self._playing)),
                    results=self._results(nobody),
                )
        raise Refusal("wrong_entry", "a room is created once")

    def _after_move(self, entry: Moved) -> Self:
        played = self._playing.play(entry.move, entry.seat)
        if not played.state.over:
            return replace(self, match=played)
        results = self.results
        if played.over:
            results = self._results(Played(played.winners, played.totals))
        rounds = (*self.rounds, self._close_round(played))
        return replace(self, match=played, rounds=rounds, results=results)

    def _after_taking_back(self, entry: TakenBack) -> Self:
        match = self._help(entry.seat)
        taken = len(match.game.moves) - entry.moves
        if taken < 1:
            raise Refusal("nothing_to_take_back", "there is nothing to take back")
        helped: Help = "retried" if self.helped == "retried" else "taken_back"
        return replace(self, match=match.with_game(match.game.undo(taken)), helped=helped)

    def _help(self, seat: int) -> Match:
        """Return the match in which a seat is helped; refuse anybody but the only person."""
        if seat != self.learner:
            text = "there is no coach here: it helps where one person plays against bots"
            raise Refusal("no_coach", text)
        return self._playing

    def _results(self, played: Played) -> tuple[Played, ...]:
        """Add the result of a match, if it counts."""
        return self.results if self.contest is None else (*self.results, played)

    @property
    def _playing(self) -> Match:
        if self.match is None or self.match.state.over:
            raise Refusal("round_over", "no round is being played")
        return self.match

    def _close_round(self, match: Match) -> FinishedRound:
        """Store the last round of a match."""
        return FinishedRound(
            match.game,
            self.chairs,
            self.match_known,
            self.match_secret,
            self.match_shares,
            self.helped,
        )

    def _after_deal(self, entry: Dealt) -> Self:
        if self.stage == "playing":
            raise Refusal("playing", "a round is being played")
        if any(chair.kind == "open" for chair in self.chairs):
            raise Refusal(
                "open_seats", "some seats are empty: invite people or bots, or remove them"
            )
        seed = seed_of(self.secret, entry.shares)
        chairs = self.chairs
        if self.match is None or self.match.over:
            if self.contest is not None:
                if len(self.results) >= self.contest.matches:
                    raise Refusal("contest_over", "this tournament is over: start another one")
                chairs = chairs_of(self.contest, self.rules, len(self.results))
            chairs = _free_kept(chairs)
            if self.retried:
                match = Match.of(Game.parse(self.retried))
            else:
                match = Match(self.rules, len(chairs), seed)
        else:
            turn = self.match.state.after_dealer if entry.dealer == "rotate" else None
            match = self.match.next_round(seed, turn)
        chairs = tuple(c.under if c.kind == "bot" and c.under else c for c in chairs)
        return replace(
            self,
            chairs=chairs,
            match=match,
            match_known=self.known,
            match_secret=self.secret,
            match_shares=entry.shares,
            helped="retried" if self.retried else "",
            retried="",
            secret=entry.seed,
            known=False,
            starts=False,
        )

    def _after_sitting_down(self, entry: Sat) -> Self:
        if not 0 <= entry.seat < len(self.chairs):
            raise Refusal("no_such_seat", f"there is no seat {entry.seat}")
        chair = self.chairs[entry.seat]
        if chair.owner != entry.owner:
            if chair.kind == "person":
                raise Refusal("seat_taken", f"{chair.name} sits there")
            if self.stage == "playing":
                raise Refusal("playing", "take a seat when this round is over")
        under = chair.under
        if entry.bot_returns and chair.kind == "bot":
            under = chair.under or chair.model_copy(update={"left_by": ""})
        sat = Chair(
            kind="person", name=entry.name, avatar=entry.avatar, owner=entry.owner, under=under
        )
        chairs = _with(self.chairs, entry.seat, sat)
        return replace(self, chairs=chairs, removed=self.removed - {entry.owner})

    def _after_leaving(self, owner: str) -> Self:
        chairs = self.chairs
        for seat in self.seats_of(owner):
            chairs = _with(chairs, seat, self._without(chairs[seat]))
        left = replace(self, chairs=chairs, starts=False)
        host = next(iter(left.owners), self.host) if owner == self.host else self.host
        return replace(left, host=host)

    def _without(self, chair: Chair) -> Chair:
        """Return a chair after its person leaves: the bot that was there before, or a stand-in."""
        if self.match is None:
            return chair.under or Chair()
        if chair.under is not None and self.stage != "playing":
            return chair.under.model_copy(update={"left_by": chair.owner})
        shown = chair.under or chair
        # during a round the stand-in, which has seen it, plays on, whoever returns later
        return Chair(
            kind="bot",
            name=shown.name,
            avatar=shown.avatar,
            bot=STAND_IN,
            under=chair.under,
            left_by=chair.owner,
        )

    def _after_removal(self, entry: Removed) -> Self:
        if entry.owner == self.host:
            raise Refusal("is_host", "the host can't be removed: hand the room over first")
        left = self._after_leaving(entry.owner)
        chairs = left.chairs
        for seat, chair in enumerate(chairs):
            if chair.left_by == entry.owner:
                # a removed person needs permission to take the seat back, and leaves neither name
                # nor face behind
                changes: dict[str, object] = {"left_by": ""}
                if entry.masked and chair.under is None:
                    names, faces = left.names_besides(seat), left.faces_besides(seat)
                    changes |= choose_likeness(seat, names, faces)
                chairs = _with(chairs, seat, chair.model_copy(update=changes))
        banned = self.banned | {entry.owner} if entry.ban else self.banned
        return replace(left, chairs=chairs, removed=self.removed | {entry.owner}, banned=banned)

    def _after_change(self, entry: Configured) -> Self:
        rules = Rules.parse(entry.rules)
        if rules == self.rules:
            return replace(self, options=entry.options)
        self._check_idle("the rules are changed")
        if self.contest is not None:
            raise Refusal("contest", "a tournament keeps its rules")
        rules.check_players(len(self.chairs))
        chairs = _free_kept(self.chairs)
        return replace(
            self, rules=rules, options=entry.options, chairs=chairs, match=None, starts=False
        )

    def _check_idle(self, what: str) -> None:
        if self.stage not in ("lobby", "over"):
            raise Refusal("playing", f"{what} only before a match, or when it is over")


def _with(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _free_kept(chairs: tuple[Chair, ...]) -> tuple[Chair, ...]:
    """Release the seats of those who left: they were kept until the match was over."""
    return tuple(c.model_copy(update={"left_by": ""}) if c.left_by else c for c in chairs)


def owner_of(token: str) -> str:
    """Return the digest that identifies the holder of a token in the log."""
    return sha256(f"unolab seat {token}".encode()).hexdigest()[:32]
