"""The machine that games are played on, for results that depend on it."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path
from typing import Any

from unolab import __version__
from unolab.cores import cores


def provenance() -> dict[str, Any]:
    """Say which version played where: the first fields of every result as JSON."""
    return {"version": __version__, "machine": {**_hardware(), "cores": cores()}}


@cache
def _hardware() -> dict[str, str]:
    return {
        "system": platform.system(),
        "processor": _processor() or platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Return the processor's name, which Python does not know on Linux."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return ""
    names = (line.partition(":")[2] for line in text.splitlines() if line.startswith("model name"))
    return next(names, "").strip()
