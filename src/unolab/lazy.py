"""Names of a package that are imported when they are asked for, so that a start stays quick."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def import_on_use(package: dict[str, Any], modules: Mapping[str, str]) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package from its globals and the modules of its names.

    A module is named as in the package, or in full.
    """

    def get(name: str) -> object:
        """Import a name of this package when it is asked for."""
        where = package["__name__"]
        if name not in modules:
            raise AttributeError(f"module {where!r} has no attribute {name!r}")
        module = modules[name] if "." in modules[name] else f"{where}.{modules[name]}"
        value = getattr(import_module(module), name)
        package[name] = value
        return value

    return get
