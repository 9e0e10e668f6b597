"""What is said where a package is missing that an interface is for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(package: str, module: str) -> Iterator[None]:
    """Say in one sentence how to install a package whose module can't be found."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != module:
            raise
        raise ImportError(f"{package} is not installed: pip install 'unolab[rl]'") from None
