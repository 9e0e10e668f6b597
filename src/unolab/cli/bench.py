"""Benchmarks: how fast games are played here, and how many rooms a server can have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import app, echo_all, examples, print_json, stoppable
from unolab.cli.options import On, Output, exclude, read_positive, with_groups
from unolab.cli.serve import check_installed
from unolab.errors import BadOption
from unolab.interrupt import STOPPED


@app.command(
    epilog=examples(
        "unolab bench",
        "unolab bench --on gpu",
        "unolab bench --envs",
        "unolab bench --cluster local",
        "unolab bench --rooms 500",
        "unolab bench --rooms 500 --servers 2 --database postgresql://uno@db/uno",
        "unolab bench --sockets 5000 --rooms 1250",
        "unolab bench --attacks",
        "unolab bench --attack replays --attack pings",
    )
)
@with_groups
def bench(
    *,
    on: On = "cpu",
    cluster: Cluster = None,
    envs: Annotated[
        bool,
        typer.Option("--envs", help="Measure the learning environments instead."),
    ] = False,
    rooms: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            show_default=False,
            help="Measure the server instead, with this many rooms of four clients.",
        ),
    ] = None,
    servers: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            show_default=False,
            help="With --rooms: servers that share the --database.",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", show_default=False, help="With --servers: their PostgreSQL database."
        ),
    ] = None,
    sockets: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            show_default=False,
            help="Measure a server's memory with this many idle sockets, by default four a room.",
        ),
    ] = None,
    attacks: Annotated[
        bool,
        typer.Option("--attacks", help="Measure the server while one address attacks it."),
    ] = False,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", show_default=False, help="Only this attack; repeat for several."
        ),
    ] = None,
    output: Output,
) -> None:
    """Measure how fast games are played on this machine."""
    exclude("--on gpu", on == "gpu", rooms=rooms, sockets=sockets, attacks=attacks, attack=attack)
    exclude("--cluster", cluster, rooms=rooms, sockets=sockets, attacks=attacks, attack=attack)
    exclude(
        "--envs",
        envs,
        cluster=cluster,
        rooms=rooms,
        sockets=sockets,
        attacks=attacks,
        attack=attack,
    )
    exclude("--rooms", rooms, attacks=attacks, attack=attack)
    exclude("--sockets", sockets, servers=servers, attacks=attacks, attack=attack)
    check_servers(rooms, servers, database)
    output.check()

    def tell(line: str) -> None:
        typer.echo(line, err=True)

    if attacks or attack:
        measure_siege(attack or [], tell, output)
        return
    from unolab.simulation.figure import Figure, Figures

    found: list[Figure] = []
    complete = False
    with stoppable("before anything was measured"):
        try:
            if sockets is not None:
                check_installed()
                from unolab.server.bench.idle import measure_idle

                found += measure_idle(sockets, rooms or -(-sockets // 4), 20, tell)
            elif rooms is not None and servers is not None and database is not None:
                check_installed()
                from unolab.server.bench.fleet import measure_servers

                found += measure_servers(rooms, servers, 20, tell, database)
            elif rooms is not None:
                check_installed()
                from unolab.server.bench.bench import measure_rooms

                found += measure_rooms(rooms, 20, tell)
            elif envs:
                from unolab.studies.envbench import measure_envs, measure_envs_on_gpu

                for figure in (measure_envs_on_gpu if on == "gpu" else measure_envs)(tell):
                    found.append(figure)
            else:
                from unolab.studies.bench import measure, measure_cluster, measure_gpu

                with cluster_at(cluster, on) as executor:
                    if executor is not None:
                        found.extend(measure_cluster(executor, tell))
                    else:
                        for figure in (measure_gpu if on == "gpu" else measure)(tell):
                            found.append(figure)
            complete = True
        except KeyboardInterrupt:
            if not found:
                raise
    figures = Figures(tuple(found), complete)
    output.write(figures.to_csv, figures.plot)
    if output.json:
        print_json(figures.to_list())
    else:
        echo_all(figures.lines())
    if not complete:
        raise typer.Exit(STOPPED)


def check_servers(rooms: int | None, servers: int | None, database: str | None) -> None:
    """Refuse half of the options that go together."""
    if (servers is None) != (database is None) or (servers is not None and rooms is None):
        raise BadOption(
            "several servers are measured with --rooms NUMBER --servers NUMBER --database URL"
        )
    if database is not None:
        check_installed()
        from unolab.server.store.database import is_shared

        if not is_shared(database):
            raise BadOption("several servers need a PostgreSQL database, as in postgresql://…")


def measure_siege(names: list[str], tell: Callable[[str], None], output: Output) -> None:
    """Measure a server under attack; on Ctrl-C, print what was measured so far."""
    check_installed()
    from unolab.server.bench.siege import (
        Siege,
        check_names,
        measure_attacks,
        source_of,
        table_of_siege,
    )
    from unolab.simulation.figure import Figures

    names = check_names(names)
    siege = Siege(source_of(1))
    with stoppable("before the first attack was measured"):
        try:
            measure_attacks(names, tell, siege)
        except KeyboardInterrupt:
            if not siege.rows:
                raise
    complete = len(siege.rows) == len(names)
    figures = Figures(tuple(siege.figures()), complete)
    output.write(figures.to_csv, figures.plot)
    if output.json:
        print_json(figures.to_list())
    else:
        echo_all(table_of_siege(siege))
    if not complete:
        raise typer.Exit(STOPPED)
