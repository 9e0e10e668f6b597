"""Records that keep numbers in less room than the code that works with them.

A GPU is fast while the games of all its threads fit into its caches. So a seat, a card or a phase
has only two bytes there, but is an ordinary number as soon as it is read: were it a short one in
the code too, Numba would compile most functions several times, for every mixture of lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.cuda import types
from numba.cuda.cudadecl import registry as declarations
from numba.cuda.cudaimpl import registry as implementations
from numba.cuda.extending import core_models, intrinsic, register_model
from numba.cuda.np.arrayobj import record_getattr
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AttributeTemplate


class CompactRecord(types.Record):  # type: ignore[misc]
    """A record whose small numbers become ordinary ones when they are read."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        """Take over a layout of NumPy's, and those of the records in it."""
        fields = []
        for name in dtype.names or ():
            field, offset = dtype.fields[name][:2]  # type: ignore[index]
            fields.append((name, {"type": _field_type(field), "offset": offset}))
        super().__init__(fields, dtype.itemsize, aligned=True)


def _field_type(field: np.dtype[Any]) -> Any:
    if field.subdtype is not None:
        return types.NestedArray(_field_type(field.subdtype[0]), field.subdtype[1])
    return from_dtype(field) if field.names is None else CompactRecord(field)


def _as_read(kind: Any) -> Any:
    narrow = isinstance(kind, types.Integer) and kind.bitwidth < 64
    return types.int64 if narrow else kind


register_model(CompactRecord)(core_models.RecordModel)


@declarations.register_attr
class CompactAttribute(AttributeTemplate):  # type: ignore[misc]
    """What the fields of such a record are in the code."""

    key = CompactRecord

    def generic_resolve(self, record: CompactRecord, attr: str) -> Any:
        """Return the type of a field when it is read."""
        return _as_read(record.typeof(attr))


@implementations.lower_getattr_generic(CompactRecord)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, record: Any, value: Any, attr: str) -> Any:
    kept = record.typeof(attr)
    return context.cast(
        builder, record_getattr(context, builder, record, value, attr), kept, _as_read(kept)
    )


def record_at(dtype: np.dtype[Any]) -> Any:
    """Make the function that takes an array of words for a record with this layout."""
    record = CompactRecord(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def view(context: Any, words: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(words)(context, builder, args[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(words), build

    return view
