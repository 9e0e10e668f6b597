"""How Python becomes machine code: the one place that touches Numba.

The rest of the engine writes ``@jit`` above a plain function. With ``NUMBA_DISABLE_JIT=1`` the same
functions run as they stand, which is slow and good for the debugger and for coverage.
"""

from __future__ import annotations

import hashlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import event
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

COMPILED: Final = not numba.config.DISABLE_JIT

def cache_folder() -> Path:
    """Where compiled code is kept: a folder of the user's, one for each state of our sources.

    Numba looks only at the file of the function itself when it decides whether a cached version
    still holds, not at the files of the functions compiled into it. So the key is all of them.
    """
    if os.environ.get("UNOLAB_CACHE_DIR"):
        home = Path(os.environ["UNOLAB_CACHE_DIR"])
    elif sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "unolab"
    elif sys.platform == "darwin":
        home = Path.home() / "Library/Caches/unolab"
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "unolab"
    package = Path(__file__).parent.parent
    key = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for source in (*sorted(package.glob("engine/*.py")), package / "cards.py", package / "moves.py"):
        key.update(source.read_bytes())
    return home / f"compiled-{key.hexdigest()[:16]}"


CACHE: Final = cache_folder()


@contextmanager
def _our_cache() -> Iterator[None]:
    """Let Numba choose our folder for what is decorated inside, and leave its setting alone."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def jit(function: F) -> F:
    """Compile a function on its first call and keep the result for the next start."""
    with _our_cache():
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile a small function into its callers."""
    return numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)  # type: ignore[no-any-return]


def address_of(function: Callable[..., int], *records: np.dtype[Any]) -> int:
    """Compile a function of records and return its address, for ``call``."""
    if not COMPILED:
        _KEPT.append(function)
        return len(_KEPT) - 1
    signature = numba.int64(*map(numba.from_dtype, records))
    with _our_cache():
        compiled = numba.cfunc(signature, cache=True, nogil=True, error_model="numpy")(function)
    _KEPT.append(compiled)
    return int(compiled.address)


_KEPT: Final[list[Any]] = []  # an address is good only while its function lives

if COMPILED:

    @intrinsic  # type: ignore[misc]
    def count_bits(context: Any, word: Any) -> Any:
        """Count the bits that are set."""
        return numba.int64(numba.uint64), lambda context, builder, signature, args: builder.ctpop(
            args[0]
        )

    @intrinsic  # type: ignore[misc]
    def lowest_bit(context: Any, word: Any) -> Any:
        """Return the place of the lowest bit that is set."""
        zero_is_64 = ir.Constant(ir.IntType(1), 0)
        return numba.int64(numba.uint64), lambda context, builder, signature, args: builder.cttz(
            args[0], zero_is_64
        )

    @intrinsic  # type: ignore[misc]
    def call(context: Any, address: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        """Call a function of four records by its address.

        So a loop that is compiled once runs any bots. Numba's own way of passing functions costs
        twice as much at each call and is marked experimental.
        """

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = ir.FunctionType(ir.IntType(64), [record.type for record in args[1:]])
            return builder.call(builder.inttoptr(args[0], function.as_pointer()), args[1:])

        return numba.int64(numba.uint64, a, b, c, d), build

else:
    # The generator's arithmetic is meant to wrap; plain NumPy would warn at every step.
    np.seterr(over="ignore")

    def count_bits(word: int) -> int:
        """Count the bits that are set."""
        return int(word).bit_count()

    def lowest_bit(word: int) -> int:
        """Return the place of the lowest bit that is set."""
        word = int(word)
        return (word & -word).bit_length() - 1

    def call(address: int, *records: Any) -> int:
        """Call a function by its number."""
        return _KEPT[address](*records)  # type: ignore[no-any-return]
