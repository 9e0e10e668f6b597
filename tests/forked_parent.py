"""What every copy begins with: the server, and all that it would compile or load first."""

import gc
from importlib import import_module

from unolab.server.run import compile_all

import_module("unolab.cli.serve")
compile_all()
gc.freeze()  # so that a copy shares as much memory as it can
