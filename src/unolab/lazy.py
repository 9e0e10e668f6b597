"""Names of a package that are imported when they are asked for, so that a start stays quick."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def import_on_use(package: dict[str, Any], modules: Mapping[str, str]) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package from its globals and the modules of its names."""

    def get(name: str) -> object:
        """Import a name of this package when it is asked for."""
        where = package["__name__"]
        if name not in modules:
            raise AttributeError(f"module {where!r} has no attribute {name!r}")
        value = getattr(import_module(f"{where}.{modules[name]}"), name)
        package[name] = value
        return value

    return get
