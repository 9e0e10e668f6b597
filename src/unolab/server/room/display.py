"""Display: a room as its clients see it."""

from __future__ import annotations

from hashlib import sha256

from unolab.fairness import commit_to
from unolab.game import seed_text
from unolab.public import team_of
from unolab.server import protocol
from unolab.server.room import pace, shown
from unolab.server.room.clocks import Clocks
from unolab.server.room.company import Company
from unolab.server.room.contest import show_contest
from unolab.server.room.doorkeeper import Doorkeeper
from unolab.server.room.drawing import Drawing
from unolab.server.room.sitting import Sitting
from unolab.server.room.story import MatchStory


def room_of(
    code: str,
    sitting: Sitting,
    company: Company,
    drawing: Drawing,
    clocks: Clocks,
    story: MatchStory,
    door: Doorkeeper,
    paused: bool,
    coach: bool,
    now: float,
) -> protocol.Room:
    """Show what everyone may know of a room."""
    match = sitting.match
    return protocol.Room(
        code=code,
        stage=sitting.stage,
        rules=shown.text_of(sitting.rules),
        rules_said=shown.describe_rules(sitting.rules),
        has=shown.features_of(sitting.rules),
        options=sitting.options.model_copy(update={"timer": sitting.timer}),
        seats=[_seat(code, at, sitting, company, clocks, now) for at in range(len(sitting.chairs))],
        round=0 if match is None else len(match.games),
        rounds=sitting.dealt,
        totals=[0] * len(sitting.chairs) if match is None else list(match.totals),
        target=sitting.rules.target,
        standing=list(range(len(sitting.chairs)) if match is None else match.standing),
        winners=[] if match is None else list(match.winners),
        story=_story(sitting, story),
        fair=_fair(sitting, drawing),
        dealing=drawing.wanted,
        spectators=sum(not sitting.seats_of(client.owner) for client in company.clients),
        paused=paused,
        deals_in=None if sitting.stage == "playing" else _until(clocks.deal, now),
        contest=None
        if sitting.contest is None
        else show_contest(sitting.contest, sitting.rules, sitting.results),
        coach=coach,
        helped=sitting.helped,
        waiting=door.show_queue(sitting),
    )


def table_of(
    sitting: Sitting, company: Company, clocks: Clocks, paused: bool, now: float
) -> protocol.Table | None:
    """Show the public state of the table, and the timers."""
    if sitting.match is None:
        return None
    state = sitting.match.state
    by_bot = not state.over and company.leaves_to_bot(sitting.chairs[state.turn])
    seconds = sitting.timer
    clock = None
    if seconds and not (state.over or by_bot or paused):
        left = _until(clocks.turn + seconds, now)
        clock = protocol.Clock(left=left or 0, of=seconds * 1000)
    opened = state.over or (sitting.options.open_hands and sitting.only_bots)
    return shown.table_of(
        state.view(None),
        clock,
        None if state.uno is None else _until(clocks.uno + pace.UNO_GRACE, now),
        by_bot,
        shown.open_hands(state) if opened else None,
        state.left if state.over else (),
        state.winners if state.over else (),
    )


def _fair(sitting: Sitting, drawing: Drawing) -> protocol.Fair:
    match = sitting.match
    over = match is not None and match.state.over
    return protocol.Fair(
        commitment=None if match is None else commit_to(sitting.match_secret),
        shares=[] if match is None else shown.shares_of(sitting.match_shares),
        secret=sitting.match_secret if over else None,
        seed=seed_text(match.game.seed) if match is not None and over else None,
        next_commitment=commit_to(sitting.secret),
        next_shares=shown.shares_of(drawing.shares([chair.owner for chair in sitting.chairs])),
        drawing=drawing.closed,
        known=sitting.known if match is None else sitting.match_known,
    )


def _story(sitting: Sitting, story: MatchStory) -> list[protocol.Moment]:
    """Return the highlights of the round or match that has just ended."""
    if sitting.stage not in ("pause", "over"):
        return []
    moments = story.of_match() if sitting.stage == "over" else story.of_round()
    return [shown.moment_of(moment) for moment in moments]


def _seat(
    code: str, at: int, sitting: Sitting, company: Company, clocks: Clocks, now: float
) -> protocol.Seat:
    chair = sitting.chairs[at]
    person = chair.kind == "person"
    away = person and chair.owner in company.away
    counts = person and not away and sitting.stage == "playing"
    return protocol.Seat(
        kind=chair.kind,
        name=chair.name,
        avatar=chair.avatar,
        device=_device(code, chair.owner) if person else None,
        bot=None if chair.bot is None else str(chair.bot),
        strength=chair.strength,
        here=not person or company.is_here(chair.owner),
        away=away,
        ready=person and chair.owner in company.ready,
        host=person and chair.owner == sitting.host,
        bot_in=_until(clocks.takes_over(chair.owner), now) if counts else None,
        team=team_of(at, sitting.rules),
        left=chair.left_by != "",
    )


def _device(code: str, owner: str) -> str:
    """Identify a device within a room, without revealing its secret."""
    return sha256(f"{code} {owner}".encode()).hexdigest()[:8]


def _until(when: float | None, now: float) -> int | None:
    """Return the milliseconds until then."""
    return None if when is None else max(0, round((when - now) * 1000))
