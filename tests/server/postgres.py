"""A PostgreSQL of the tests' own, in a temporary folder, with a socket there and no port."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

NOBODY = 65534  # PostgreSQL refuses to run as root
HOW = "install PostgreSQL (apt-get install postgresql), or put its initdb and postgres on the PATH"


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self._bin = programs()
        self._as = ["setpriv", "--pdeathsig=INT"]  # should the tests be killed, it ends as well
        if os.getuid() == 0:
            self._as += [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        self._folder = Path(tempfile.mkdtemp(prefix="unolab-pg-"))
        if os.getuid() == 0:
            os.chown(self._folder, NOBODY, NOBODY)
        self._data = self._folder / "data"
        self._databases = count()
        user = ["--username=postgres", "--auth=trust"]
        self._run("initdb", "-D", self._data, *user, "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        command = [*self._as, str(self._bin / "postgres"), "-D", str(self._data), *settings.split()]
        log = self._folder / "log"
        with log.open("ab") as output:
            self._server = subprocess.Popen(
                command, cwd=self._folder, stdout=output, stderr=output, start_new_session=True
            )
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", self._folder]).returncode != 0:
            assert self._server.poll() is None, log.read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        """Cut all connections and end, as in a crash."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def new(self) -> str:
        """Make an empty database and return its address."""
        name = f"test{next(self._databases)}"
        self._run("createdb", "-h", self._folder, "-U", "postgres", name)
        return f"postgresql+asyncpg://postgres@/{name}?host={self._folder}"

    def remove(self) -> None:
        """Leave nothing behind."""
        self.stop()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: object) -> None:
        command = [*self._as, str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def programs() -> Path:
    """Find the programs of PostgreSQL, or install them."""
    with Path(tempfile.gettempdir(), f"unolab-pg-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # only one of several test processes installs
        found = find() or install()
    assert found, f"the store is tested on a real PostgreSQL: {HOW}"
    return found


def find() -> Path | None:
    """Find the folder with the programs: on the PATH, or where Debian keeps all versions."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").is_file()), None)


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
        assert done.returncode == 0, f"{done.stderr}\n{HOW}"
    return find()
