"""The option ``--cluster``: games on the machines of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.options import exclude

if TYPE_CHECKING:
    from unolab.simulation import Executor

Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="local|auto|ADDRESS",
        show_default=False,
        help="Play on a Ray cluster: one started here, the one running here, or HOST:PORT.",
    ),
]


@contextmanager
def cluster_at(
    address: str | None, on: str = "cpu", threads: int | None = None
) -> Iterator[Executor | None]:
    """Connect to a cluster, if one is asked for."""
    exclude("--cluster", address, threads=threads)
    exclude("--on gpu", on == "gpu", cluster=address)
    if address is None:
        yield None
        return
    from unolab.cluster import RayExecutor

    def say(sentence: str) -> None:
        typer.echo(f"unolab: {sentence}", err=True)

    with RayExecutor(address, say) as executor:
        yield executor
