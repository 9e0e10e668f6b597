"""Some games at a table, one by one: where programs are asked, or every game is to be kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final

import numpy as np

from unolab.bots import Bot, minds_of
from unolab.engine import calls
from unolab.engine.layout import SCORE, TALLY
from unolab.engine.matches import ROUNDS
from unolab.engine.record import copy_record, make_record, table_of
from unolab.engine.setup import blank_state, words
from unolab.errors import OutOfResources
from unolab.foreign import Fault, Player
from unolab.game import deal_text
from unolab.gameloop import Round
from unolab.moves import Move
from unolab.simulation.failure import failure
from unolab.simulation.job import Job
from unolab.state import State, View
from unolab.tournament.conduct import Conduct
from unolab.tournament.part import Part
from unolab.tournament.plan import Heat, Plan
from unolab.tournament.programs import Programs

PLACEHOLDER: Final = "random"  # sits in the line-up for a program, which is asked instead
NOTED_MOVES: Final = 1_024  # moves that are noted before Python fetches them
SEED_BYTES: Final = 6  # bytes of a program's seed: a number that every language has


class Block:
    """A table at which some games of a job are played one by one, all rotations of a deal."""

    def __init__(
        self,
        job: Job,
        names: Sequence[str],
        asked: Collection[int] = (),
        everything: bool = False,
    ) -> None:
        """Lay the table; ``asked`` has the places in the line-up of those who are programs.

        They are asked for ``everything``, or else for what is not done as all bots do it.
        """
        self.job = job
        self.names = names
        self._rules = str(job.rules)
        self.tally = make_record(TALLY)
        self.texts: list[str] = []
        self.moves: list[int] = []  # of the round that is being played
        self._state = blank_state(job.rules, len(job.bots))
        self._table = table_of(self._state)
        self._round = Round(job.rules, self._state)
        stand_in = Bot("program", strategy=AskedAlways() if everything else lambda view: None)
        seated = [stand_in if place in asked else bot for place, bot in enumerate(job.bots)]
        self._minds = minds_of(seated, job.seed)
        self._score = make_record(SCORE)
        self._notes = np.zeros(NOTED_MOVES, np.int64)

    def play(
        self,
        game: int,
        programs: Mapping[int, Player] | None = None,
        totals: Sequence[int] = (),
        fault: Callable[[int], None] = lambda place: None,
    ) -> None:
        """Play a game of the series, or a match, and count it.

        ``programs`` are those that are asked, by their places in the line-up, and ``totals`` what
        they are told of everyone's points so far; ``fault`` is called with the place of one that
        did something wrong.
        """
        job = self.job
        self._programs = programs or {}
        self._bots = {
            place: Bot(self.names[place], strategy=player)
            for place, player in self._programs.items()
        }
        self._totals, self._fault = totals, fault
        where = (*words(job.seed), game, job.rotations)
        done = (game + 1) % job.rotations == 0
        if not job.matches:
            calls.begin_game(self._state, self._minds, *where)
            self._play_round(game, game // job.rotations)
            calls.end_game(self._state, self._minds, self._score, self.tally, done)
            return
        calls.begin_match(self._state, self._minds, *where)
        rounds, last = 0, False
        while not last:
            number = game // job.rotations * int(ROUNDS) + rounds
            calls.begin_round(self._state, self._minds, *words(job.seed), number)
            self._play_round(game, number)
            rounds += 1
            last = calls.end_round_of_match(self._state, self.tally, rounds)
        calls.end_match(self._state, self._minds, self._score, self.tally, done)

    def _play_round(self, game: int, number: int) -> None:
        """Play what was dealt to its end, and write it down."""
        job, players = self.job, len(self.job.bots)
        order = self._minds["order"][0, :players].tolist()
        had = self._table["totals"][0, :players].tolist()
        dealer = int(self._table["dealer"][0])
        deal = deal_text(self._rules, players, job.seed, number, dealer, had)
        totals = had if job.matches else [self._totals[place] for place in order if self._totals]
        asked = [(seat, place) for seat, place in enumerate(order) if place in self._programs]
        for seat, place in asked:
            seed = program_seed(job.seed, number, seat)
            self._programs[place].begin(deal, seat, players, seed, totals)
        moves = self._moves(game, order, deal)
        for _, place in asked:
            self._programs[place].end(State.from_record(job.rules, copy_record(self._state)))
        said = " ".join(map(text_of, moves))
        names = ", ".join(self.names[place] for place in order)
        self.texts.append(f"{deal}: {said}  # {names}")

    def _moves(self, game: int, order: Sequence[int], deal: str) -> list[int]:
        """Let bots and programs play to the end; return the moves as text."""
        moves = self.moves = []
        notes = self._notes
        notes[0] = 0

        def go_on(passed: int) -> int:
            for place, program in self._programs.items():
                if program.faults:
                    self._fault(place)
            code = int(calls.let_bots_note(self._state, self._minds, passed, notes))
            moves.extend(notes[1 : notes[0] + 1].tolist())
            notes[0] = 0
            return code

        self._round.finish(
            go_on,
            lambda seat: self._bots[order[seat]],
            lambda seat: failure(self.job, game),
            lambda: deal,
            moves.append,
        )
        return moves


class AskedAlways:
    """A strategy that takes the place of one which decides everything itself."""

    everything = True

    def __call__(self, view: View) -> None:
        """Never come to be called: a program is asked instead."""


def play_block(plan: Plan, programs: Programs, heat: Heat, *block: Any) -> Part:
    """Play some games of a table; with fewer processes if the machine is full."""
    while True:
        try:
            return play_on(plan, programs, heat, *block)
        except OutOfResources:
            if not programs.make_room():
                raise


def play_on(
    plan: Plan,
    programs: Programs,
    heat: Heat,
    first: int,
    games: int,
    out: Collection[int],
    totals: Sequence[int],
) -> Part:
    """Play some games of a table, one by one; players who are ``out`` are not asked.

    Who does wrong too often within these games is out for the rest of them too.
    """
    asked = [seat for seat, place in enumerate(heat.players) if plan.entries[place].is_foreign]
    conduct = {heat.players[seat]: Conduct() for seat in asked}
    faults: list[tuple[str, Fault]] = []
    gone = {*out}
    block = Block(job_of(plan, heat), plan.names(heat.players), asked)
    for game in range(first, first + games):
        rotation = game % len(heat.players)
        with programs.at_table(conduct, rotation, gone) as players:

            def fault(seat: int, players: dict[int, Player] = players) -> None:
                place = heat.players[seat]
                new, players[place].faults = players[place].faults, []
                faults.extend((plan.entries[place].name, one) for one in new)
                conduct[place].note(new)
                if conduct[place].faults.total() >= plan.faults:
                    gone.add(place)
                    players[place].retired = True

            by_seat = {seat: players[heat.players[seat]] for seat in asked}
            block.play(game, by_seat, totals, fault)
            for seat in asked:
                fault(seat)
                conduct[heat.players[seat]].clock(by_seat[seat])
        programs.latest = block.texts[-1]
    texts = tuple(block.texts)
    return Part(
        heat,
        first,
        games,
        block.tally,
        conduct,
        texts,
        tuple(faults),
        tuple(totals),
        frozenset(out),
    )


def job_of(plan: Plan, heat: Heat) -> Job:
    """Return what the simulation needs to play at a table."""
    players = (plan.entries[place].player for place in heat.players)
    bots = tuple(bot if isinstance(bot, Bot) else Bot.parse(PLACEHOLDER) for bot in players)
    return Job(bots, plan.rules, heat.seed, heat.games, len(bots), matches=plan.match)


@cache
def text_of(move: int) -> str:
    """Write a move."""
    return str(Move(move))


def program_seed(seed: int, number: int, seat: int) -> int:
    """Return a seed for a program's own random numbers; it does not reveal the deck's."""
    text = f"unolab program {seat} of {number} of {seed}"
    return int.from_bytes(blake2b(text.encode(), digest_size=SEED_BYTES).digest(), "little")
