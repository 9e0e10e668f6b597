"""Planning: a new room, as somebody wants it."""

from __future__ import annotations

from collections.abc import Iterator

from unolab.errors import NotationError
from unolab.fairness import make_secret
from unolab.game import Game, seed_text
from unolab.match import Match
from unolab.rules import Rules
from unolab.server.protocol import Options
from unolab.server.protocol.names import distinct
from unolab.server.protocol.refusal import Refusal, refusing
from unolab.server.protocol.rest import MOST_GIVEN, NewRoom
from unolab.server.room.contest import chairs_of, contest_of
from unolab.server.room.entries import Chair, Created, Dealt, LogEntry, Moved
from unolab.server.room.opponents import invite


async def plan_log(wanted: NewRoom, owner: str) -> tuple[Created, *tuple[LogEntry, ...]]:
    """Build the first entries of a room: several if it goes on with a game."""
    given = _read_deal(wanted)
    created = await _plan(wanted, owner, given)
    if given is None or not created.retried:
        return (created,)
    if sum(chair.kind == "bot" for chair in created.chairs) < len(created.chairs) - 1:
        raise Refusal("wrong_deal", "one person goes on with a game, against bots")
    begun: list[LogEntry] = [Dealt(seed=make_secret()), *_list_moves(given)]
    return created, *begun


async def plan_room(wanted: NewRoom, owner: str) -> Created:
    """Build the first entry of a room in which nothing has happened."""
    created = await _plan(wanted, owner, _read_deal(wanted))
    if created.retried:
        raise Refusal("wrong_deal", "a reserved room begins with a deal, without moves")
    return created


async def _plan(wanted: NewRoom, owner: str, given: Game | None) -> Created:
    """Build the first entry of a room."""
    with refusing("wrong_rules"):
        rules = Rules.parse(wanted.rules) if given is None else given.rules
    with refusing("wrong_rules"):
        rules.check_players(len(wanted.seats) if wanted.contest is None else wanted.contest.table)
    chairs = await _place_chairs(wanted, owner)
    contest = None
    if wanted.contest is not None:
        if given is not None:
            raise Refusal("wrong_contest", "a tournament can't be played from a given deal")
        contest = contest_of(chairs, wanted.contest.table, wanted.contest.matches, rules)
        chairs = [*chairs_of(contest, rules, 0)]
    options = Options(
        timer=wanted.timer or 0,
        pace=wanted.pace,
        open_hands=wanted.open_hands,
        usual_timer=wanted.timer is None,
    )
    return Created(
        rules=str(rules),
        chairs=tuple(chairs),
        host=owner,
        options=options,
        seed=make_secret() if given is None else seed_text(given.seed),
        known=given is not None,
        start=wanted.start,
        contest=contest,
        coach=wanted.coach,
        retried=given.deal if given is not None and _goes_on(wanted) else "",
    )


async def _place_chairs(wanted: NewRoom, owner: str) -> list[Chair]:
    """Set up the chairs of a new room, with bots and whoever makes it on them."""
    chairs: list[Chair] = []
    for seat, asked in enumerate(wanted.seats):
        named = [chair.name for chair in chairs]
        if asked.who == "bot":
            taken = [*named, *(s.name or "" for s in wanted.seats)]
            faces = {chair.avatar for chair in chairs if chair.kind != "open"}
            chair = await invite(asked.bot or "medium", seat, taken, faces)
            if asked.name is not None:
                chair = chair.model_copy(update={"name": distinct(asked.name, named)})
        elif asked.who == "open":
            chair = Chair()
        else:
            name = distinct(asked.name or f"Player {seat + 1}", named)
            chair = Chair(kind="person", name=name, avatar=asked.avatar, owner=owner)
        chairs.append(chair)
    return chairs


def _read_deal(wanted: NewRoom) -> Game | None:
    """Read a deal given by the players, and the moves to go on with."""
    if wanted.deal is None:
        return None
    with refusing("wrong_deal"):
        if wanted.deal.count(" ") > MOST_GIVEN:
            raise NotationError(f"a room goes on with a game of at most {MOST_GIVEN} moves")
        game = Game.parse(wanted.deal)
        if not _goes_on(wanted) and game != Match(game.rules, game.players, game.seed).game:
            text = f"{wanted.deal[:60]!r} is not a deal of a match: write rules/players/seed"
            raise NotationError(text)
        if game.over:
            raise NotationError("this game is over: nobody can go on with it")
    if game.players != len(wanted.seats):
        said = f"the deal is for {game.players} players, but there are {len(wanted.seats)} seats"
        raise Refusal("deal_seats", said)
    return game


def _goes_on(wanted: NewRoom) -> bool:
    """Whether a room goes on with a game, be it from the first move."""
    return wanted.deal is not None and ":" in wanted.deal


def _list_moves(game: Game) -> Iterator[Moved]:
    """List the moves of a game, as a room stores them."""
    turn = game.start.turn
    for move, state in game.steps():
        seat = turn if move.seat is None else move.seat
        yield Moved(seat=seat, move=str(move.by(None)), by="given")
        turn = state.turn
