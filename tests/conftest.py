"""How much the tests try: everything compiled, a little of everything as plain Python.

A Hypothesis profile is chosen by HYPOTHESIS_PROFILE, or else by where the tests run.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

# Compiling takes seconds in one example and none in the next: no deadline, and no complaint.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", patient, max_examples=50)
settings.register_profile("ci", patient, max_examples=50, derandomize=True, print_blob=True)
settings.register_profile("thorough", patient, max_examples=1_000)
settings.register_profile("nojit", patient, max_examples=5, derandomize=True)

settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE")
    or ("nojit" if not JIT else "ci" if os.environ.get("CI") else "default")
)


@pytest.fixture(scope="session")
def games() -> Callable[[int], int]:
    """Scale a number of games to what this run can play: ``games(10_000)`` is 100 with JIT off."""
    return (lambda n: n) if JIT else (lambda n: max(1, n // 100))
