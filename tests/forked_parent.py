"""What every copy begins with: the server, and all that it would compile or load first."""

import gc

import unolab.cli.serve
import unolab.server.app
from unolab.server.run import compile_all

compile_all()
gc.freeze()  # so that a copy shares as much memory as it can
