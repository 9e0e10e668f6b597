"""How much the tests try: a little of everything as plain Python, more of it compiled, and the
whole of it with ``--thorough``, which takes hours.
"""

import os
import signal
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

# Compiling takes seconds in one example and none in the next: no deadline, and no complaint.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", patient, max_examples=20)
settings.register_profile("ci", patient, max_examples=20, derandomize=True, print_blob=True)
settings.register_profile("thorough", patient, max_examples=1_000)
settings.register_profile("nojit", patient, max_examples=5, derandomize=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="try everything, for hours")


def pytest_configure(config: pytest.Config) -> None:
    # started with "&", tests would wait for ever for programs that were told to ignore Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not JIT:
        settings.load_profile("nojit")  # a thousand examples as plain Python would never end
    elif config.getoption("--thorough"):
        settings.load_profile("thorough")
    else:
        settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long and is much like what is tried anyway."""
    if config.getoption("--thorough"):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether all there is should be tried."""
    return bool(request.config.getoption("--thorough"))


@pytest.fixture(scope="session")
def games() -> Callable[[int], int]:
    """Scale a number of games to what this run can play: ``games(10_000)`` is 100 with JIT off."""
    return (lambda n: n) if JIT else (lambda n: max(1, n // 100))
