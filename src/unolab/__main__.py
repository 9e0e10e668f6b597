"""``python -m unolab`` is the command ``unolab``."""

from unolab.cli import main

main()
