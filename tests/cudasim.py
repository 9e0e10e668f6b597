"""CUDA's simulator, for machines without a GPU: programs that run in a Python of their own."""

import os
import subprocess
import sys


def run_simulated(program: str, *lines: str) -> list[str]:
    """Run a program with the simulated GPU; it reads these lines, and its lines are returned."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(lines),
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
