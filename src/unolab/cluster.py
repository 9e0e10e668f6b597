"""RayExecutor: the processors of a cluster as an executor, by way of Ray.

Ray is an extra. It is imported when a cluster is asked for, and everything that it would print
stays in its own log files.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Final, Self, TypeVar

from unolab.cores import cores
from unolab.errors import BadOption, ResourceError, show
from unolab.simulation.travel import describe_difference, edition

LOCAL: Final = "local"
AUTO: Final = "auto"
MISSING: Final = "a cluster needs Ray: pip install 'unolab[cluster]'"
CONNECT_SECONDS: Final = 10.0  # until an address that does not answer is given up
READY_SECONDS: Final = 120.0  # until a cluster on which no worker starts is given up
OTHERS_SECONDS: Final = 10.0  # that the first workers wait for those of the other nodes
SAY_SECONDS: Final = 10.0  # of silence until it is said what is waited for, and from then on
COUNT_SECONDS: Final = 5.0  # from one count of the nodes to the next
STORE_BYTES: Final = 80 * 2**20  # of a local cluster's store: tallies are small
SETTINGS: Final = b"\0\0\0\4\0\0\0\0\0"  # the first frame on a line of HTTP/2, both ways
GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS  # as gRPC expects it
ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # or it warns of what it will change some day
    "RAY_DEDUP_LOGS": "0",
}
WITH_TOKEN: Final = {"RAY_AUTH_MODE": "token"}  # which Ray takes as its mode only in "ray start"
TOKEN_ADVICE: Final = "if it wants a token, copy ~/.ray/auth_token from its head to this machine"

T = TypeVar("T")


class WorkerLost(BrokenExecutor):
    """A worker or a whole node has gone, and with it what it was doing."""


class RayExecutor:
    """An executor on a Ray cluster: a context manager, connected while it is open."""

    def __init__(self, address: str = LOCAL, say: Callable[[str], None] | None = None) -> None:
        """Connect to a cluster: ``local`` starts one here, ``auto`` takes the one that runs here.

        Any other address is that of the head node, ``host:6379`` from a node of the cluster or
        ``ray://host:10001`` from elsewhere. ``say`` hears what is waited for.
        """
        self._say = say or (lambda sentence: None)
        self._address = address
        self._ray, self._ours = connect(address)
        self._counted = self._said = monotonic()
        try:
            self.workers = self._count()
            self._wait_for_workers()
        except BaseException:
            self.shutdown()
            raise
        self._task = self._ray.remote(num_cpus=1, max_retries=0)(call)

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Have a function called by one of the workers."""
        if monotonic() - self._counted > COUNT_SECONDS:
            self.workers = self._count()
        return RayFuture(self._ray, self._task.remote(fn, *args))

    def hear_silence(self, seconds: float) -> None:
        """Say what is waited for, if nothing has come back for long."""
        now = monotonic()
        if seconds >= SAY_SECONDS and now - self._said >= SAY_SECONDS:
            self._said = now
            self.workers = self._count()
            nodes = len(self._nodes())
            there = "1 node is" if nodes == 1 else f"{nodes} nodes are"
            self._say(f"nothing for {seconds:.0f} s: waiting for free workers; {there} there")

    def shutdown(self, wait: bool = True, cancel_futures: bool = False) -> None:
        """Leave the cluster; a local one ends."""
        if self._ours:
            with suppress(Exception), quiet():
                self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()

    def _nodes(self) -> list[dict[str, Any]]:
        """Return the nodes that can work."""
        nodes = self._ray.nodes()
        return [node for node in nodes if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]

    def _count(self) -> int:
        """Return how many processors there are; at least one, or nobody would wait for it."""
        self._counted = monotonic()
        return max(int(sum(node["Resources"]["CPU"] for node in self._nodes())), 1)

    def _wait_for_workers(self) -> None:
        """Wait until nodes are there and answer; refuse those that would play other games."""
        begun = said = monotonic()
        asked: dict[str, Any] = {}
        names: dict[str, str] = {}
        ready: set[str] = set()
        first = None
        while not asked or len(ready) < len(asked):
            now = monotonic()
            if first is not None and now - first > OTHERS_SECONDS:
                break
            if now - begun > READY_SECONDS:
                raise ResourceError(
                    f"no worker of the cluster at {self._address} has started "
                    f"in {READY_SECONDS:.0f} s"
                )
            for node in self._nodes():
                if node["NodeID"] not in asked:
                    names[node["NodeID"]] = node["NodeManagerHostname"]
                    asked[node["NodeID"]] = self._ask(node["NodeID"])
            if now - said > SAY_SECONDS / 2:
                said = now
                self._say(f"waiting for workers: {len(ready)} of {len(asked)} nodes are ready")
            waiting = {ref: node for node, ref in asked.items() if node not in ready}
            if not waiting:
                self._ray.wait([self._ray.put(0)], timeout=0.1)
                continue
            done, _ = self._ray.wait(list(waiting), timeout=0.5)
            for ref in done:
                check_answer(self._answer(ref), names[waiting[ref]])
                ready.add(waiting[ref])
                first = first or now

    def _ask(self, node: str) -> Any:
        """Ask a node which unolab it has."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        there = NodeAffinitySchedulingStrategy(node, soft=False)
        task = self._ray.remote(num_cpus=0, max_retries=3, scheduling_strategy=there)(question())
        return task.remote()

    def _answer(self, ref: Any) -> str | None:
        try:
            answer: str | None = self._ray.get(ref)
        except Exception:  # the node went away again: what it is asked to play, others will
            return edition()
        return answer


class RayFuture(Future[T]):
    """A future of a Ray task; to cancel it cancels the task."""

    def __init__(self, ray: Any, ref: Any) -> None:
        super().__init__()
        self._ray, self._ref = ray, ref
        ref.future().add_done_callback(self._settle)

    def cancel(self) -> bool:
        """Take the task from the queue, or interrupt it."""
        with suppress(Exception):
            self._ray.cancel(self._ref, force=False)
        return super().cancel()

    def _settle(self, done: Future[T]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            self.set_result(done.result())
        else:
            self.set_exception(translate(self._ray, error))


def translate(ray: Any, error: BaseException) -> BaseException:
    """Return the error of the function itself, or tell that its worker was lost."""
    errors = ray.exceptions
    if isinstance(error, errors.RayTaskError):
        cause = getattr(error, "cause", None)
        if isinstance(cause, ModuleNotFoundError) and (cause.name or "").startswith("unolab"):
            return ResourceError("a node of the cluster has no unolab: install it there")
        return cause if isinstance(cause, BaseException) else RuntimeError(str(error)[-500:])
    if isinstance(error, errors.RayError):
        return WorkerLost(str(error).strip().splitlines()[0] if str(error) else "a worker was lost")
    return error


def call(fn: Callable[..., T], *args: Any) -> T:
    """Call a function, in a worker."""
    return fn(*args)


def question() -> Callable[[], str | None]:
    """Return a function that finds out which unolab a node has, even if it has none.

    Ray sends it with its code, because it is made here: nothing has to be imported for it.
    """

    def answer() -> str | None:
        try:
            from unolab.simulation.travel import edition
        except ImportError:
            return None
        return edition()

    answer.__module__ = "__main__"
    return answer


def check_answer(answer: str | None, node: str) -> None:
    """Refuse a node that has no unolab, or another one."""
    if answer is None:
        raise ResourceError(f"node {node} of the cluster has no unolab: install it there")
    if answer != edition():
        raise ResourceError(describe_difference(answer, f"node {node} of the cluster"))


# ── connecting ────────────────────────────────────────────────────────────────────────────────────


def connect(address: str) -> tuple[Any, bool]:
    """Import Ray and connect it to a cluster, or say in a sentence why not.

    Whoever is connected already stays so: the second value is whether it is for us to disconnect.
    """
    check_address(address)
    wanted = ENVIRONMENT if address == LOCAL or not has_token() else ENVIRONMENT | WITH_TOKEN
    os.environ.update({name: os.environ.get(name, value) for name, value in wanted.items()})
    options: dict[str, Any] = {"address": address}
    if address == LOCAL:
        options |= {
            "num_cpus": cores(),
            "include_dashboard": False,
            "object_store_memory": STORE_BYTES,
        }
    with quiet():
        try:
            import ray
        except ImportError:
            raise ResourceError(MISSING) from None
        if ray.is_initialized():
            return ray, False
        silence(ray)
        try:
            ray.init(log_to_driver=False, logging_level=logging.CRITICAL, **options)
        except Exception as error:  # ConnectionError, RuntimeError, ValueError and others
            with suppress(Exception):
                ray.shutdown()
            told = (str(error).strip() or type(error).__name__).splitlines()[0]
            where = "on this machine" if address in (LOCAL, AUTO) else f"at {address}"
            advice = "" if address == LOCAL else f"; {TOKEN_ADVICE}"
            raise ResourceError(f"there is no Ray cluster {where}: {told:.200}{advice}") from error
    return ray, True


def has_token() -> bool:
    """Whether this machine has a token for Ray clusters."""
    path = os.environ.get("RAY_AUTH_TOKEN_PATH") or os.path.expanduser("~/.ray/auth_token")
    return bool(os.environ.get("RAY_AUTH_TOKEN")) or os.path.isfile(path)


def silence(ray: Any) -> None:
    """Keep Ray from printing errors of its nodes among our results, for which it has no option."""
    with suppress(AttributeError):
        ray._private.worker.print_worker_logs = lambda *arguments, **named: None


def check_address(address: str) -> None:
    """Refuse what is no address, or one where no gRPC server answers: Ray would try for minutes."""
    if address in (LOCAL, AUTO):
        return
    found = re.fullmatch(r"(?:ray://)?\[?([^\s/\]]+)\]?:([0-9]{1,5})", address)
    if found is None:
        raise BadOption(
            f"a cluster is local, auto, HOST:PORT or ray://HOST:PORT, not {show(address)}"
        )
    try:
        with socket.create_connection((found[1], int(found[2])), CONNECT_SECONDS) as line:
            line.settimeout(CONNECT_SECONDS)
            line.sendall(GREETING)
            answer = line.recv(len(SETTINGS))
    except (OSError, OverflowError) as error:
        told = getattr(error, "strerror", None) or str(error)
        raise ResourceError(f"no cluster answers at {address}: {told}") from None
    if answer[3:4] != SETTINGS[3:4] and os.environ.get("RAY_USE_TLS", "0") in ("", "0"):
        raise ResourceError(f"no cluster answers at {address}, but something else does")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep what Ray prints, also from its C++ parts, away from the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nowhere)
