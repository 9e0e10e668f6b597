"""How many threads can run at once on this machine."""

import os


def cores() -> int:
    """Return how many threads can run at once."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
