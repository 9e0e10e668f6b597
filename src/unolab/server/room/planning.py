"""Planning: a new room, as somebody wants it."""

from __future__ import annotations

from unolab.errors import NotationError
from unolab.fairness import make_secret
from unolab.game import Game, seed_text
from unolab.match import Match
from unolab.rules import Rules
from unolab.server.protocol import Options
from unolab.server.protocol.names import distinct
from unolab.server.protocol.refusal import Refusal, refusing
from unolab.server.protocol.rest import NewRoom
from unolab.server.room.contest import chairs_of, contest_of
from unolab.server.room.entries import Chair, Created
from unolab.server.room.opponents import invite


async def plan_room(wanted: NewRoom, owner: str) -> Created:
    """Build the first entry of a room."""
    seed, known = make_secret(), False
    with refusing("wrong_rules"):
        rules = Rules.parse(wanted.rules)
    if wanted.deal is not None:
        rules, seed, known = *_deal(wanted.deal, len(wanted.seats)), True
    with refusing("wrong_rules"):
        rules.check_players(len(wanted.seats) if wanted.contest is None else wanted.contest.table)
    chairs = await _place_chairs(wanted, owner)
    contest = None
    if wanted.contest is not None:
        if known:
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
        seed=seed,
        known=known,
        start=wanted.start,
        contest=contest,
        coach=wanted.coach,
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


def _deal(text: str, seats: int) -> tuple[Rules, str]:
    """Read a deal given by the players."""
    with refusing("wrong_deal"):
        game = Game.parse(text)
        if game != Match(game.rules, game.players, game.seed).game:
            raise NotationError(f"{text[:60]!r} is not a deal of a match: write rules/players/seed")
    if game.players != seats:
        said = f"the deal is for {game.players} players, but there are {seats} seats"
        raise Refusal("deal_seats", said)
    return game.rules, seed_text(game.seed)
