"""Solo: the games of one learner, who is player 0, against bots or against a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.bots import Bot, Compiled
from unolab.bots.observation.layout import SEATS
from unolab.bots.observation.question import ACTIONS, PASS
from unolab.envs.batch import Batch, Buffers
from unolab.envs.check import check_number
from unolab.envs.lineup import LEARNS, Lineup
from unolab.envs.spare import Spare
from unolab.errors import BadOption, show
from unolab.rules import Rules

Array = npt.NDArray[Any]
Policy = Callable[[Array, Array], Any]
Opponents = str | Bot | Compiled | Sequence[str | Bot] | Policy
"""One bot for all other players, a list of them, or a function of observations and masks."""

PLAYERS: Final = 2


class Solo:
    """A batch in which one learner plays; it is asked nothing but its own decisions."""

    out: Buffers
    """What the games look like now."""

    def __init__(
        self,
        games: int,
        players: int | None,
        opponents: Opponents,
        rules: str | Rules,
        **options: Any,
    ) -> None:
        """Seat the opponents; the options are those of ``Batch``."""
        self._policy: Any = opponents if is_policy(opponents) else None
        lineup = Lineup([LEARNS, *list_opponents(players, opponents)], rules)
        self.batch = Batch(games, lineup, autoreset=False, **options)
        self._spare = Spare(self.batch.make_buffers)
        self.out = self._spare.take()
        self._answers = np.zeros(games, np.int64)

    def reset(self, wanted: Any = None, seed: int | None = None, first: int | None = None) -> None:
        """Deal new games, as ``Batch.reset``."""
        self.batch.reset(self.out, wanted, seed, first)
        self._let_others_answer()
        while self._policy and (over := self._over(wanted)).any():  # before the learner's turn
            self.batch.reset(self.out, over)
            self._let_others_answer()

    def _over(self, wanted: Any) -> Array:
        dones: Array = self.out.dones
        return dones.copy() if wanted is None else dones & wanted

    @contextmanager
    def leave_shown(self, whole: bool) -> Iterator[None]:
        """Leave what was shown to whoever holds it, and write into other arrays.

        A step writes every observation and mask anew; where it is not the ``whole``, as at a reset
        of some games, they are taken along. After an error they are there again.
        """
        old, self.out = self.out, self._spare.take()
        if self.out is not old:
            for was, now in zip(
                old[2 if whole else 0 :], self.out[2 if whole else 0 :], strict=True
            ):
                now[:] = was
        try:
            yield
        except Exception:
            self.out = old
            raise

    def step(self, actions: Any) -> None:
        """Do what the learner has decided; a game that is over does nothing."""
        self.batch.step(actions, self.out)
        self._let_others_answer()
        # A policy that heeds the mask needs something to choose, even where nothing is asked
        self.out.masks[self.out.dones, PASS] = 1

    def _let_others_answer(self) -> None:
        """Ask the policy for the other players until it is the learner's turn everywhere."""
        out = self.out
        while self._policy and (waiting := out.actors != 0).any():
            masks = out.masks[waiting]
            try:
                answers = np.asarray(self._policy(out.observations[waiting], masks))
                check_answers(answers, masks)
            except BaseException:  # Ctrl-C too: it is not the learner's turn now
                self.batch.abandon()
                raise
            self._answers[waiting] = answers
            self.batch.step(self._answers, out, waiting)


def is_policy(opponents: Opponents) -> bool:
    """Whether it is a function that answers for all opponents."""
    return callable(opponents) and not isinstance(opponents, Bot | Compiled)


def list_opponents(players: int | None, opponents: Any) -> list[str | Bot]:
    """Return who the other players are: one for all, or a list of bots."""
    one = isinstance(opponents, str | Bot | Compiled)
    if one or is_policy(opponents):
        count = check_number("players", PLAYERS if players is None else players, 2, SEATS)
        return [Bot.of(opponents) if one else LEARNS] * (count - 1)
    if not isinstance(opponents, Sequence):
        raise BadOption(f"opponents are a bot, a list of bots or a function, not {show(opponents)}")
    named = [Bot.of(bot) for bot in opponents]
    if players is not None and players != len(named) + 1:
        raise BadOption(
            f"{len(named)} opponents make {len(named) + 1} players, not {players}: name as many as "
            "there are, or a single bot for all"
        )
    return [*named]


def check_answers(answers: Array, masks: Array) -> None:
    """Raise an error unless what a policy answers is legal."""
    count = len(masks)
    if answers.shape != (count,) or answers.dtype.kind not in "iu":
        raise BadOption(
            f"a policy must answer {count} observations with as many whole numbers, not "
            f"{answers.dtype} of shape {answers.shape}"
        )
    inside = (answers >= 0) & (answers < ACTIONS)
    legal = inside & (masks[np.arange(count), np.where(inside, answers, 0)] == 1)
    if not legal.all():
        wrong = int(legal.argmin())
        allowed = ", ".join(map(str, masks[wrong].nonzero()[0]))
        raise BadOption(
            f"the policy of the opponents chose action {answers[wrong]}, which is illegal: legal "
            f"are {allowed}"
        )
