"""The log of a server under attack: it is not flooded, and says what it left out."""

import logging
from collections.abc import Callable

import pytest

from unolab.server.guard.logs import Sparing

pytestmark = pytest.mark.slow


def test_log_is_not_flooded(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.flooded")
    sparing = Sparing((0, 3))
    logger.addFilter(sparing)

    def warn(number: int) -> None:
        logger.warning("Nonsense number %d", number)

    def fail(fault: Callable[[], object]) -> None:
        try:
            fault()
        except Exception:
            logger.exception("a bug")

    for number in range(1000):
        warn(number)
        fail(lambda: int("x"))
    fail(lambda: [][0])  # another fault on the same line of the log
    logger.warning("something else")
    told = [record.getMessage() for record in caplog.records]
    assert [text for text in told if text.startswith("Nonsense")] == [
        f"Nonsense number {number}" for number in range(3)
    ]
    assert told.count("a bug") == 4
    assert told[-1] == "something else"


def test_log_says_how_many_lines_are_missing(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.flooded.again")
    sparing = Sparing((0, 1))
    logger.addFilter(sparing)
    for number in range(8):
        if number == 7:
            sparing._kinds.take = lambda *_: True  # type: ignore[method-assign]
        logger.warning("%d %% nonsense", 100)
    told = [record.getMessage() for record in caplog.records]
    assert told[1:] == ["100 % nonsense (6 more like this suppressed)"]
