"""Take rights away from this process, then become a program: ``launcher.py MEGABYTES PROGRAM ...``.

It runs before anything foreign does, and alone: nothing of unolab is imported here.
"""

from __future__ import annotations

import os
import resource
import sys


def main() -> None:
    """Set the limits and start the program in this very process."""
    memory = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    words = sys.argv[2:]
    os.execv(words[0], words)


if __name__ == "__main__":
    main()
