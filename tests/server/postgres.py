"""A PostgreSQL of the tests' own, in a temporary folder, with a socket there and no port."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path

from deploy import servers
from deploy.servers import INSTALL, find_programs


class Postgres(servers.Postgres):
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self._databases = count()
        folder = Path(tempfile.mkdtemp(prefix="unolab-pg-"))
        super().__init__(folder, programs(), "fsync=off")

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Cut all connections and end, as in a crash."""
        super().stop(how)

    def new(self) -> str:
        """Make an empty database and return its address."""
        return self.make(f"test{next(self._databases)}")

    def remove(self) -> None:
        """Leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder)


def programs() -> Path:
    """Find the programs of PostgreSQL, or install them."""
    with Path(tempfile.gettempdir(), f"unolab-pg-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # only one of several test processes installs
        found = find_programs() or install()
    assert found, f"the store is tested on a real PostgreSQL: {INSTALL}"
    return found


def install() -> Path | None:
    """Install the programs where that can be done without a question, but no running server."""
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        return None
    settings = Path("/etc/postgresql-common/createcluster.d/none.conf")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("create_main_cluster = false\n")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ("update", "install --yes --no-install-recommends postgresql"):
        apt = ["apt-get", "-q", *command.split()]
        done = subprocess.run(apt, env=quiet, capture_output=True, text=True)
        assert done.returncode == 0, f"{done.stderr}\n{INSTALL}"
    return find_programs()
