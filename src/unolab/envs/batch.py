"""Batch: thousands of games side by side, each advanced to the next decision of a learner."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from unolab.bots.failure import failure
from unolab.bots.observation.layout import HIDDEN_SIZE, SEATS, SIZE
from unolab.bots.observation.question import ACTIONS, DECIDED, PASS
from unolab.bots.seat import bot_seed
from unolab.cores import cores
from unolab.engine.layout import STATE, Mind, dtype_of
from unolab.engine.matches import ROUNDS
from unolab.engine.record import Record, copy_record, make_record
from unolab.engine.setup import words
from unolab.envs import loops
from unolab.envs.actions import action_text, check_action, check_form, describe_action
from unolab.envs.check import (
    check_array,
    check_number,
    check_numbers,
    check_seed,
    check_values,
    choose,
    decision_bits,
    explain_options,
)
from unolab.envs.facts import find_facts
from unolab.envs.lineup import Lineup
from unolab.envs.reward import REWARDS
from unolab.envs.slot import PLAYING, Slot, rows_of
from unolab.errors import BadOption, BotFailed, ResourceError, show
from unolab.moves import Move
from unolab.state import State, View

SLOT: Final = dtype_of(Slot)
MIND: Final = dtype_of(Mind)
MOST_GAMES: Final = 1 << 24
MOST_FIRST: Final = 1 << 30
MOST_STEPS: Final = 1 << 20
LEAST_SLICE: Final = 512  # games that are worth a thread of their own
HEAD_START: Final = 512  # games that a thread plays before others have woken up
NO_ERROR: Final = -1
EPISODES: Final = ("round", "match")

Array = npt.NDArray[Any]


class Buffers(NamedTuple):
    """The arrays that a batch writes into. They are the caller's, who may have any number."""

    observations: Any
    """By game: what the player who decides may see, in bytes (unolab.bots.observation.layout)."""
    masks: Any
    """By game: 1 for every action that is legal, else 0."""
    rewards: Any
    """By game and player of the line-up: what a game that just ended was worth, else 0."""
    dones: Any
    """By game: whether it just ended."""
    actors: Any
    """By game: which player of the line-up decides now."""


class Batch:
    """Many games at once: every call of ``step`` brings each to the next decision of a learner.

    In between, forced moves are made, bots play, and what the learner does not decide itself is
    done for it. A game in which no learner ever decides is skipped. Place ``i`` begins with game
    ``i`` of the seed's series and goes on with game ``i + games``, and so on.
    """

    @explain_options
    def __init__(
        self,
        games: int,
        *lineups: Lineup,
        seed: int = 0,
        episode: str = "round",
        seats: str = "lot",
        tables: str = "lot",
        form: str = "canonical",
        reward: str = "win",
        decides: Sequence[str] = DECIDED,
        illegal: str = "raise",
        autoreset: bool = True,
        threads: int | None = None,
    ) -> None:
        """Set up the tables; ``reset`` deals.

        Of several line-ups each game draws one by lot. With ``tables="fixed"`` every place has one
        for good, neighbours the same: else places gather at line-ups with long games, as these end
        seldom.

        A game, which is an ``episode`` of learning, is a round, or a match to the rules' target.
        ``seats`` are drawn by lot, or fixed in the order of the line-up. ``illegal`` actions raise
        an error, or end the game with a reward of -1. A game that is over is dealt anew at once,
        or waits for ``reset`` unless ``autoreset``.
        """
        self.games = check_number("games", games, 1, MOST_GAMES)
        self.lineups = check_lineups(lineups)
        self.episode = check_episode(episode, self.lineups)
        self.form = check_form(form)
        self.illegal = choose("illegal", illegal, ("raise", "end"))
        bits = decision_bits(decides)
        self.decides = tuple(decides)
        self.seed = check_seed(seed)
        bots = [bot for lineup in self.lineups for bot in lineup.players if bot is not None]
        self.roster = tuple(dict.fromkeys(bots))
        self.most_players = max(len(lineup.players) for lineup in self.lineups)
        self._setup = np.array(
            [
                *self._seed_words(),
                self.games,
                choose("seats", seats, ("lot", "fixed")) == "lot",
                form == "canonical",
                bits,
                tuple(REWARDS).index(choose("reward", reward, tuple(REWARDS))),
                bool(autoreset),
                ROUNDS if episode == "match" else 1,
                choose("tables", tables, ("lot", "fixed")) == "lot",
            ],
            np.int64,
        )
        self._tables = (
            np.array([lineup.encode(self.roster) for lineup in self.lineups], np.int64),
            self._encode_roster(),
        )
        threads = cores() if threads is None else check_number("threads", threads, 1, 1024)
        self._slices = slices(self.games, threads)
        self._dealt = False
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0
        self._set_up()

    def _set_up(self) -> None:
        """Make the slots, and view the tables as compiled code takes them."""
        lineups, roster = self._tables
        self._tables = rows_of(lineups), roster
        self._slots: Record = self._make_array((self.games,), SLOT)
        self._minds = self._make_array((self.games, self._most_bots), MIND)
        self._all = np.ones(self.games, np.bool_)

    @property
    def _most_bots(self) -> int:
        return max(1, *(sum(map(bool, lineup.players)) for lineup in self.lineups))

    def _seed_words(self) -> list[np.int64]:
        return list(np.array(words(self.seed), np.uint64).view(np.int64))

    def _encode_roster(self) -> tuple[Array, Array, Array]:
        """Write the bots' addresses and settings, and the seeds of the seats."""
        addresses = [bot.address for bot in self.roster] or [0]
        settings = [bot.slots() for bot in self.roster] or [np.zeros(1)]
        seeds = [words(bot_seed(self.seed, seat)) for seat in range(SEATS)]
        return (
            np.array(addresses, np.uint64),
            np.array(settings, np.float64),
            np.array(seeds, np.uint64),
        )

    # ── playing ───────────────────────────────────────────────────────────────────────────────────

    def make_buffers(self, steps: int | None = None) -> Buffers:
        """Make arrays to write into; with ``steps`` stacks of them, one for each step."""
        stack = _stack(steps)
        expected = self._expected()
        return Buffers(*(self._make_array((*stack, *shape), kind) for shape, kind in expected))

    def make_actions(self) -> Any:
        """Make an array for one action in each game."""
        return self._make_array((self.games,), np.int64)

    def make_hidden(self, steps: int | None = None) -> Any:
        """Make an array for ``reveal`` to write into, or a stack of them."""
        return self._make_array((*_stack(steps), self.games, HIDDEN_SIZE), np.uint8)

    def copy_array(self, source: Any, target: Any) -> None:
        """Copy an array of this batch into another."""
        np.copyto(target, source)

    def reset(
        self,
        out: Buffers,
        wanted: Any = None,
        seed: int | None = None,
        first: int | None = None,
    ) -> None:
        """Deal new games: all, or those that are wanted. A seed begins its series anew.

        ``first`` begins a series with another of its games than 0.
        """
        arrays = self._check_buffers(out)
        chosen = self._choose(wanted)
        if seed is not None or first is not None or not self._dealt:
            begins = self._check_first(first, wanted)
            self.seed = self.seed if seed is None else check_seed(seed)
            self._setup[:2] = self._seed_words()
            self._begin_series(begins)
        self._dealt = True
        self._check_bots(self._deal(chosen, arrays))

    def step(self, actions: Any, out: Buffers, wanted: Any = None) -> None:
        """Do an action in every game, or in those that are wanted, and go on to the next decision.

        A game that is over and waits for ``reset`` does nothing.
        """
        self._check_dealt()
        arrays = self._check_buffers(out)
        taken = self._take("actions", actions, np.int64)
        chosen = self._choose(wanted)
        if self.illegal == "raise":
            place = self._find_illegal(taken, chosen)
            if place != NO_ERROR:
                raise self._refuse(place, int(taken[place]))
        self._check_bots(self._go_on(taken, chosen, arrays))

    def sample(self, actions: Any) -> None:
        """Pick a legal action for every game by chance, and write them into an array."""
        self._check_dealt()
        self._pick(self._check_buffer("actions", actions, (self.games,), np.int64))

    def reveal(self, rows: Any) -> None:
        """Write what the players who decide do not see (layout.HIDDEN_PARTS): for critics only."""
        self._check_dealt()
        self._write_hidden(self._check_buffer("rows", rows, (self.games, HIDDEN_SIZE), np.uint8))

    def abandon(self) -> None:
        """Let no game go on: only ``reset`` helps then, and begins the series anew."""
        self._dealt = False

    def synchronize(self) -> None:
        """Wait until all is written: a processor always is done when a call returns."""

    def find_round_winners(self, winners: Any) -> None:
        """Write into an array of int8 which player of the line-up won a round in the last step.

        That is -1 where no round has ended, or nobody won it. A match goes on then: ``dones`` and
        ``rewards`` tell of its end only. Rounds in which no learner decides are left out.
        """
        self._check_dealt()
        self._write_winners(self._check_buffer("winners", winners, (self.games,), np.int8))

    # ── with threads; on a GPU these are others ───────────────────────────────────────────────────

    def _make_array(self, shape: tuple[int, ...], kind: Any) -> Any:
        try:
            return np.zeros(shape, kind)
        except MemoryError:
            raise ResourceError(
                f"there is not enough memory for {self.games:,} games at once"
            ) from None

    def _begin_series(self, first: int) -> None:
        """Let all games begin a series with one of its games."""
        self._tables = (self._tables[0], self._encode_roster())
        self._slots["game"] = np.arange(first - self.games, first)

    def _deal(self, chosen: Any, arrays: Any) -> int:
        """Deal; return the first game in which a bot erred, or NO_ERROR."""
        parts = self._slots, self._minds, self._tables, self._setup
        return self._share(loops.reset_slots, *parts, chosen, arrays)

    def _go_on(self, taken: Any, chosen: Any, arrays: Any) -> int:
        """Do what was decided; return as ``_deal``."""
        parts = self._slots, self._minds, self._tables, self._setup
        return self._share(loops.step_slots, *parts, taken, chosen, arrays)

    def _find_illegal(self, taken: Any, chosen: Any) -> int:
        """Return the first game with an illegal action, or NO_ERROR."""
        return loops.find_illegal(self._slots, taken, chosen)

    def _pick(self, actions: Any) -> None:
        loops.pick_actions(self._slots, actions)  # too little to share

    def _write_hidden(self, rows: Any) -> None:
        self._share(loops.reveal_slots, self._slots, rows_of(rows))

    def _write_winners(self, winners: Any) -> None:
        loops.find_round_winners(self._slots, winners)

    def _share(self, loop: Callable[..., int], *args: Any) -> int:
        """Let every thread do its slice of the games; return the first that erred, or NO_ERROR."""
        first, *others = self._slices
        waiting = [self._threads().submit(loop, *args, *part) for part in others]
        found = [loop(*args, *first), *(future.result() for future in waiting)]
        return min((place for place in found if place != NO_ERROR), default=NO_ERROR)

    def _threads(self) -> ThreadPoolExecutor:
        """Return the other threads; a process that was forked has none and gets its own."""
        if self._pool is None or self._pool_process != os.getpid():
            self._pool = ThreadPoolExecutor(len(self._slices) - 1, "unolab-envs")
            self._pool_process = os.getpid()
        return self._pool

    def close(self) -> None:
        """End the threads. A batch that is used again starts new ones."""
        if self._pool is not None and self._pool_process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    # ── copies ────────────────────────────────────────────────────────────────────────────────────

    def __getstate__(self) -> dict[str, Any]:
        """Pickle bots by their place in the roster: an address is good in this process only.

        One function runs all networks, and the address of the weights is among the settings.
        """
        minds = self._minds.copy()
        settings = self._minds["memory"]["settings"]
        for place, bot in enumerate(self.roster):
            same = (settings == bot.slots()).all(-1)
            minds["bot"][same & (self._minds["bot"] == bot.address)] = place
        minds["memory"]["settings"] = 0
        return self.__dict__ | {"_minds": minds, "_pool": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Compile the bots here, and find them where they are now."""
        self.__dict__ |= kept
        places = self._minds["bot"].copy()
        for place, bot in enumerate(self.roster):
            self._minds["bot"][places == place] = bot.address
            self._minds["memory"]["settings"][places == place] = bot.slots()
        self._tables = (self._tables[0], self._encode_roster())

    # ── looking at one game ───────────────────────────────────────────────────────────────────────

    def _slot(self, game: int) -> Record:
        """Return an array of one slot."""
        self._check_dealt()
        place = check_number("game", game, 0, self.games - 1)
        return self._slots[place : place + 1]

    def lineup(self, game: int) -> Lineup:
        """Return who plays in a game."""
        return self.lineups[int(self._slot(game)["lineup"][0])]

    def is_over(self, game: int) -> bool:
        """Whether a game is over, or was ended by an illegal action."""
        return bool(self._slot(game)["status"][0] != PLAYING)

    def facts(self, games: Any, names: Sequence[str]) -> dict[str, Array]:
        """Return facts about some games by name, as ``unolab.envs.facts`` lists them."""
        self._check_dealt()
        places = np.asarray(games)
        check_numbers("game", places, 0, self.games - 1)
        return find_facts(self._slots, self._setup, places, names)

    def facts_of(self, game: int, names: Sequence[str]) -> dict[str, Any]:
        """Return facts about one game as plain values."""
        return {name: fact[0].item() for name, fact in self.facts([game], names).items()}

    def seat(self, game: int, player: int) -> int:
        """Return the seat of a player of the line-up."""
        players: list[int] = self._slot(game)["players"][0].tolist()
        return players.index(check_number("player", player, 0, len(self.lineup(game).players) - 1))

    def state(self, game: int) -> State:
        """Return everything about a game, for referees, pictures and tests."""
        slot = self._slot(game)
        record = make_record(STATE)
        record[0] = slot["state"][0]
        return State.from_record(self.lineup(game).rules, record)

    def view(self, game: int, player: int | None = None) -> View:
        """Return what a player of the line-up sees; None is the one who decides."""
        seat = int(self._slot(game)["asked"][0]) if player is None else self.seat(game, player)
        return self.state(game).view(seat)

    def show(self, game: int, player: int) -> tuple[Array, Array]:
        """Return the observation of any player and its legal actions, as if it decided nothing."""
        row, mask = np.zeros(SIZE, np.uint8), np.zeros(ACTIONS, np.int8)
        slot, seat = self._slot(game), self.seat(game, player)
        loops.show_player(slot, seat, row, mask)
        return row, mask

    def move(self, game: int, action: int) -> Move | None:
        """Return the move that an action is for the player who decides; None lets it pass."""
        chosen = check_action(action)
        if chosen not in self.legal(game):
            raise self._refuse(game, chosen)
        if chosen == PASS:
            return None
        return Move(int(loops.move_in(self._slot(game), self._setup, chosen)))

    def action(self, game: int, move: Move | str | None) -> int:
        """Return the action that a move is for the player who decides."""
        return (
            PASS if move is None else int(loops.action_in(self._slot(game), Move.of(move).by(None)))
        )

    def legal(self, game: int) -> list[int]:
        """List the legal actions of the player who decides."""
        slot = self._slot(game)[0]
        bits = int(slot["legal"]) | int(slot["legal_high"]) << 64
        return [action for action in range(ACTIONS) if bits >> action & 1]

    # ── saying what is wrong ──────────────────────────────────────────────────────────────────────

    def _expected(self) -> list[tuple[tuple[int, ...], type]]:
        games = self.games
        return [
            ((games, SIZE), np.uint8),
            ((games, ACTIONS), np.int8),
            ((games, self.most_players), np.float32),
            ((games,), np.bool_),
            ((games,), np.int8),
        ]

    def _check_first(self, first: int | None, wanted: Any) -> int:
        """Return the game with which a series begins, which it does for all games at once."""
        if wanted is not None:
            raise BadOption("a series begins for all games: a seed does not go with some of them")
        return 0 if first is None else check_number("first", first, 0, MOST_FIRST)

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise BadOption("no game is dealt: call reset before anything else")

    def _choose(self, wanted: Any) -> Any:
        """Return which games are wanted; the first time it must be all."""
        if wanted is None:
            return self._all
        self._check_dealt()
        return self._take("wanted", wanted, np.bool_)

    def _check_bots(self, erring: int) -> None:
        """Raise an error if a bot could not go on: nothing can from here."""
        if erring != NO_ERROR:
            error = self._explain(erring)
            self.abandon()
            raise error

    def _check_buffers(self, out: Buffers) -> Any:
        """Return the arrays of the caller as compiled code takes them."""
        if not isinstance(out, Buffers):
            raise BadOption(
                f"make_buffers makes what is written into, not {show(type(out).__name__)}"
            )
        expected = zip(Buffers._fields, out, self._expected(), strict=True)
        arrays = [self._check_buffer(name, array, *kind) for name, array, kind in expected]
        return self._view_rows(*arrays)

    def _check_buffer(self, name: str, array: Any, shape: tuple[int, ...], kind: type) -> Any:
        """Return an array of the caller that can be written into."""
        check_array(name, array, shape, np.dtype(kind))
        return array

    def _view_rows(self, observations: Any, masks: Any, *others: Any) -> tuple[Any, ...]:
        return rows_of(observations), rows_of(masks), *others

    def _take(self, name: str, values: Any, kind: type) -> Any:
        """Return values as an array of this kind with one for each game."""
        return check_values(name, values, self.games, kind)

    def _refuse(self, game: int, action: int) -> BadOption:
        """Say which action is not legal, and which would be."""
        legal = ", ".join(f"{one} ({action_text(one, self.form)})" for one in self.legal(game))
        what = f"action {action}"
        if 0 <= action < ACTIONS:
            what += f" ({describe_action(action, self.form)})"
        return BadOption(f"{what} is illegal in game {game}: legal are {legal}")

    def _explain(self, game: int) -> BotFailed:
        """Say why a bot could not go on."""
        slot = self._slot(game)[0]
        seat = int(slot["asked"])
        bot = self.lineup(game).players[slot["players"][seat]]
        assert bot is not None
        mind = self._mind(game, int(slot["minds"][seat]))
        where = f"game {int(slot['game'])}"
        if self.episode == "match":
            where = f"round {int(slot['rounds']) + 1} of match {int(slot['game'])}"
        return failure(bot, self.state(game).view(seat), mind, where)

    def _mind(self, game: int, place: int) -> Any:
        """Return a copy of what a bot of a game remembers."""
        return copy_record(self._minds[game, place : place + 1])[0]


def check_lineups(lineups: Sequence[Any]) -> tuple[Lineup, ...]:
    """Return line-ups if they are such; without any, two learners play."""
    for lineup in lineups:
        if not isinstance(lineup, Lineup):
            raise BadOption(
                f"who plays is said by a Lineup, as in Lineup(2) or Lineup(['learner', 'greedy']), "
                f"not by {show(lineup)}"
            )
    return tuple(lineups) or (Lineup(),)


def check_episode(episode: str, lineups: Sequence[Lineup]) -> str:
    """Return what an episode is, if the rules of all line-ups allow it."""
    choose("episode", episode, EPISODES)
    for rules in (lineup.rules for lineup in lineups):
        if episode == "match" and rules.target == 0:
            raise BadOption(
                f"a match is played to a target, and {rules} has none: add one, as in "
                f"{replace(rules, target=500)}"
            )
    return episode


def slices(games: int, threads: int) -> list[tuple[int, int]]:
    """Cut the games into a slice for each thread.

    The first slice is larger: its thread is at work while the others have to be woken up.
    """
    count = max(1, min(threads, games // LEAST_SLICE))
    head = HEAD_START if count > 1 else 0
    edges = [0, *(head + (games - head) * part // count for part in range(1, count + 1))]
    return [*pairwise(edges)]


def _stack(steps: int | None) -> tuple[int, ...]:
    """Return the shape of a stack of arrays, or that of no stack."""
    return () if steps is None else (check_number("steps", steps, 1, MOST_STEPS),)
