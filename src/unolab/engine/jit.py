"""How Python becomes machine code: the one place that touches Numba.

The rest of the engine writes ``@jit`` above a plain function. With ``NUMBA_DISABLE_JIT=1`` the same
functions run as they stand, which is slow and good for the debugger and for coverage.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numba
import numpy as np
from llvmlite import binding, ir
from numba.cloudpickle import dumps
from numba.core import event, sigutils
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from unolab.engine.cache import cache_folder, name_part

F = TypeVar("F", bound=Callable[..., Any])

_CONFIG: Final[Any] = numba.config
COMPILED: Final = not _CONFIG.DISABLE_JIT
CACHE: Final = cache_folder(numba.__version__, np.__version__, sys.version)
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
_part_for: Final = cache(name_part)  # there are many functions in a file
_KEPT: Final[list[Any]] = []  # bots: an address is good only while its function lives


def jit(function: F) -> F:
    """Compile a function on its first call, and keep the result for the next start."""
    compiled: Any = numba.njit(**_OPTIONS)(function)
    if COMPILED:
        compiled._cache = _Forgiving(_OurCache(function))  # type: ignore[no-untyped-call]
    return compiled  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile a function into each of its callers: for the ones that run at every turn."""
    return numba.njit(forceinline=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def checked(function: F) -> F:
    """Compile a function that is not ours: an index beyond the end is an error in it."""
    return numba.njit(boundscheck=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def rebind(
    function: FunctionType, names: Mapping[str, object], cells: tuple[CellType, ...] = ()
) -> FunctionType:
    """Copy a function, with other things standing for some of its global names."""
    bound = function.__globals__ | dict(names)
    return FunctionType(
        function.__code__, bound, function.__name__, function.__defaults__, cells or None
    )


def to_bytes(strategy: object) -> bytes:
    """Pickle a bot of somebody's own with its code, so that another process can compile it."""
    return bytes(dumps(strategy))  # type: ignore[no-untyped-call]


def plain(function: F) -> F:
    """Return a function as it was before it was compiled, for Python to call."""
    return getattr(function, "py_func", function)


_IMPLEMENTATION: Any = FunctionCache._impl_class
_NAMED_FOLDER: Any = _IMPLEMENTATION._locator_classes[0]  # the one of NUMBA_CACHE_DIR


class _OurFolder(_NAMED_FOLDER):  # type: ignore[misc]
    """Where the code of a file is kept: in our folder, whatever Numba's setting is.

    To change that setting for a moment would be simpler. But it belongs to the whole process: other
    threads change it back meanwhile, as Numba itself does, and code lands in the working directory.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(CACHE / _part_for(file) / self.get_suitable_cache_subpath(file))

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        """Return the place for a function, also if it can only be read; None if it has no file."""
        if not os.path.exists(file):
            return None
        place = cls(function, file)
        with suppress(OSError):
            os.makedirs(place.get_cache_path(), exist_ok=True)
        return place


class _OurImplementation(_IMPLEMENTATION):  # type: ignore[misc]
    _locator_classes = (_OurFolder, *_IMPLEMENTATION._locator_classes)


class _OurCache(FunctionCache):
    _impl_class = _OurImplementation


class _Forgiving:
    """A cache of Numba's; where a file is damaged or has no room, code is compiled anew."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def load_overload(self, *args: Any) -> Any:
        """Return what was kept, or None."""
        try:
            return self._cache.load_overload(*args)
        except Exception:  # whatever a damaged file makes of unpickling
            with suppress(Exception):
                self._cache.flush()
            return None

    def save_overload(self, *args: Any) -> None:
        """Keep code, if it can be kept."""
        with suppress(Exception):
            self._cache.save_overload(*args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)


class _Notice(event.Listener):
    """Say once why nothing seems to happen: a compilation takes its time."""

    said = False
    what = ""
    kept = True

    def on_start(self, event: Any) -> None:
        """Speak up when it is our code that is compiled."""
        ours = str(event.data["dispatcher"].py_func.__module__).startswith("unolab.")
        if ours and not self.said:
            self.said = True
            what = f" {self.what}" if self.what else ""
            end = "; kept for next time" if self.kept else ""
            print(
                f"unolab: compiling{what} for this machine, which takes some seconds{end}",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Say nothing more."""


_NOTICE: Final = _Notice()
event.register("numba:compile", _NOTICE)  # type: ignore[no-untyped-call]


@contextmanager
def compiling(what: str, kept: bool) -> Iterator[None]:
    """Name what is compiled meanwhile, and whether it is kept, for the notice."""
    _NOTICE.what, _NOTICE.kept = what, kept
    try:
        yield
    finally:
        _NOTICE.what, _NOTICE.kept = "", True


if TYPE_CHECKING:  # what follows is for Numba, whose types are not Python's

    def address_of(function: Callable[..., int], *records: np.dtype[Any], keep: bool = True) -> int:
        """Compile a function of records now, and return its address for ``call``."""

    def result_of(function: Callable[..., int], *records: np.dtype[Any]) -> str:
        """Compile a checked function of records now, and name the type of what it returns."""

    def count_bits(word: int) -> int:
        """Count the bits that are set."""

    def lowest_bit(word: int) -> int:
        """Return the place of the lowest bit that is set."""

    def call(address: int, a: object, b: object, c: object, d: object) -> int:
        """Call a function of four records by its address."""

    def halves_at(address: int, size: int) -> Any:
        """Return the half-precision numbers at an address, as an array of their bits."""

    def widen(bits: int) -> float:
        """Return the number whose half-precision bits these are."""

    def multiply_add(a: float, b: float, c: float) -> float:
        """Return ``a * b + c``, rounded once, whatever the compiler would make of it."""

elif COMPILED:

    def address_of(function, *records, keep=True):
        """Compile a function of records now, and return its address for ``call``.

        ``keep`` is for functions whose source is a file: their code is kept for the next start.
        """
        signature = sigutils.normalize_signature(numba.int64(*map(numba.from_dtype, records)))
        # what numba.cfunc does, which leaves no moment to make the cache a forgiving one
        compiled = CFunc(function, signature, {}, dict(_OPTIONS))
        if keep:
            compiled._cache = _Forgiving(_OurCache(function))
        compiled.compile()
        _KEPT.append(compiled)
        return compiled.address

    def result_of(function, *records):
        """Compile a checked function of records now, and name the type of what it returns."""
        function.compile(tuple(map(numba.from_dtype, records)))
        return str(function.nopython_signatures[-1].return_type)

    @intrinsic
    def count_bits(context, word):
        """Count the bits that are set."""

        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return numba.int64(numba.uint64), build

    @intrinsic
    def lowest_bit(context, word):
        """Return the place of the lowest bit that is set."""

        def build(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return numba.int64(numba.uint64), build

    @intrinsic
    def call(context, address, a, b, c, d):
        """Call a function of four records by its address.

        So a loop that is compiled once runs any bots. Numba's own way of passing functions costs
        more at each call, and is marked experimental.
        """

        def build(context, builder, signature, args):
            function = ir.FunctionType(ir.IntType(64), [record.type for record in args[1:]])
            return builder.call(builder.inttoptr(args[0], function.as_pointer()), args[1:])

        return numba.int64(numba.uint64, a, b, c, d), build

    @intrinsic
    def _pointer_to(context, address):
        """Take a number for the address of half-precision numbers."""

        def build(context, builder, signature, args):
            return builder.inttoptr(args[0], ir.IntType(16).as_pointer())

        return numba.types.CPointer(numba.uint16)(numba.int64), build

    @inlined
    def halves_at(address, size):
        """Return the half-precision numbers at an address, as an array of their bits."""
        return numba.carray(_pointer_to(address), size)

    # LLVM would call a function that Numba lacks on an x86 processor without the instruction, which
    # is any other than the one that this runs on, if Numba is told to compile for that
    _WIDENS: Final = (
        _CONFIG.CPU_NAME is None
        and _CONFIG.CPU_FEATURES is None
        and binding.get_host_cpu_features().get("f16c", True)
    )

    @intrinsic
    def widen(context, bits):
        """Return the number whose half-precision bits these are."""

        def build(context, builder, signature, args):
            if _WIDENS:
                return builder.fpext(builder.bitcast(args[0], ir.HalfType()), ir.FloatType())
            word = ir.IntType(32)
            whole = builder.zext(args[0], word)
            size = builder.shl(builder.and_(whole, word(0x7FFF)), word(13))
            sign = builder.shl(builder.and_(whole, word(0x8000)), word(16))
            scaled = builder.fmul(builder.bitcast(size, ir.FloatType()), ir.FloatType()(2.0**112))
            joined = builder.or_(builder.bitcast(scaled, word), sign)
            return builder.bitcast(joined, ir.FloatType())

        return numba.float32(numba.uint16), build

    @intrinsic
    def multiply_add(context, a, b, c):
        """Return ``a * b + c``, rounded once, whatever the compiler would make of it."""

        def build(context, builder, signature, args):
            return builder.fma(*args)

        return numba.float32(numba.float32, numba.float32, numba.float32), build

else:
    # The generator's arithmetic is meant to wrap; plain NumPy would warn at every step.
    np.seterr(over="ignore")

    def address_of(function, *records, keep=True):
        """Return the number of a function, for ``call``."""
        _KEPT.append(function)
        return len(_KEPT)  # 0 is no address

    def result_of(function, *records):
        """Name the type of what a function is meant to return."""
        return "int64"

    def count_bits(word):
        """Count the bits that are set."""
        return int(word).bit_count()

    def lowest_bit(word):
        """Return the place of the lowest bit that is set."""
        word = int(word)
        return (word & -word).bit_length() - 1

    def call(address, *records):
        """Call a function by its number."""
        return _KEPT[address - 1](*records)

    def halves_at(address, size):
        """Return the half-precision numbers at an address, as an array of their bits."""
        return np.ctypeslib.as_array((ctypes.c_uint16 * size).from_address(int(address)))

    def widen(bits):
        """Return the number whose half-precision bits these are."""
        return np.float32(np.uint16(bits).view(np.float16))

    def multiply_add(a, b, c):
        """Return ``a * b + c``, rounded once but for the rarest of cases."""
        return np.float32(np.float64(a) * np.float64(b) + np.float64(c))
