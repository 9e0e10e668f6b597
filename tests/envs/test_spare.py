"""Buffers are written into again only when nobody holds them."""

import numpy as np
import pytest

from unolab.envs.batch import Batch
from unolab.envs.gymnasium import UnoVectorEnv
from unolab.envs.spare import MOST_SPARE, Spare
from unolab.errors import BadOption

pytestmark = pytest.mark.slow


def test_what_is_held_is_not_taken() -> None:
    spare = Spare(Batch(4).make_buffers)
    first = spare.take().observations
    view = spare.take().masks[1:]
    assert len({id(first), id(view.base), id(spare.take().observations)}) == 3
    del first, view
    again = {id(spare.take().observations) for _ in range(5)}
    assert len(again) == 1


def test_who_holds_many_gets_new_ones() -> None:
    spare = Spare(Batch(4).make_buffers)
    held = [spare.take().observations for _ in range(3 * MOST_SPARE)]
    assert len({id(array) for array in held}) == len(held)
    assert len(spare._sets) == MOST_SPARE


def test_observations_stay_as_they_were() -> None:
    env = UnoVectorEnv(64, 2, "greedy")
    seen, _ = env.reset(seed=1)
    kept = [(seen["observation"], seen["observation"].copy())]
    for _ in range(20):
        seen, *_ = env.step(env.sample())
        kept.append((seen["observation"][5:], seen["observation"][5:].copy()))
    assert all((array == copy).all() for array, copy in kept)
    again, _ = env.reset(options={"reset_mask": np.arange(64) == 3})
    assert (again["observation"][4:] == seen["observation"][4:]).all()
    assert all((array == copy).all() for array, copy in kept)


def test_mistake_changes_nothing() -> None:
    env = UnoVectorEnv(4, 2, "greedy", illegal="raise")
    seen, _ = env.reset(seed=1)
    with pytest.raises(BadOption, match="is illegal in game 0"):
        env.step(np.full(4, 77))
    assert (env._solo.out.observations == seen["observation"]).all()
    env.step(env.sample())
