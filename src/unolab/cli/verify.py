"""Check that nobody chose the cards of a round played in a room."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import app, examples, print_json
from unolab.cli.options import Json
from unolab.errors import BadOption, NotationError, ResourceError

if TYPE_CHECKING:
    from unolab.fairness import Proof

FAILED = 1
NOTE_CHECKS = (
    "left_out",
    "noted_left_out",
    "noted_drawings",
)  # nothing is wrong, but less is proved
SHORTEST_COMMITMENT = 16  # digits of a commitment, as the page shows it


@app.command(
    epilog=examples(
        "unolab verify K7QX2M9B-1.proof.json",
        "unolab verify K7QX2M9B-1.proof.json --commitment 5f3a... --secret 09c1...",
    )
)
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A proof saved from a replay; - reads stdin.")
    ],
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            show_default=False,
            help="The server's commitment as you noted it, 16 digits or more.",
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(metavar="HEX", show_default=False, help="The secret that your device added."),
    ] = None,
    json: Json = False,
) -> None:
    """Deal a round again from the secrets of server and players, and compare every card.

    Exits with 0 if everything matches, however much that proves, with 1 if something does not, and
    with 2 if the file can't be read.
    """
    proof = with_notes(read_proof(file), commitment, secret)
    checks = proof.check()
    fair = all(check.passed for check in checks)
    if json:
        rows = [{"name": c.name, "passed": c.passed, "text": c.text} for c in checks]
        sure = fair and proof.is_conclusive
        print_json({"fair": fair, "conclusive": sure, "deal": proof.game.deal, "checks": rows})
    else:
        for check in checks:
            mark = "FAILED" if not check.passed else "note" if check.name in NOTE_CHECKS else "ok"
            typer.echo(f"{mark:6}  {check.text}")
        typer.echo(verdict(proof, fair))
    if not fair:
        raise typer.Exit(FAILED)


def verdict(proof: Proof, fair: bool) -> str:
    """State the result and what it proves, in a sentence or two."""
    if not fair:
        return "This round was not dealt as it claims."
    people = len(proof.used)
    if not people:
        return (
            "Every card follows from the server's secret, which was fixed before the deal. "
            "No player added one, so nothing here rules out that the server chose its secret."
        )
    devices = "one device" if people == 1 else f"{people} devices"
    text = f"Every card follows from the secrets of the server and {devices}."
    if proof.is_conclusive:
        return (
            f"{text} They were fixed first, according to the notes in this file: if these are "
            "yours, nobody chose these cards."
        )
    deals = 2 ** len(proof.left_out) * (proof.notes.drawings or 1)
    if deals > 1:
        return f"{text} But somebody together with the server could choose among {deals} deals."
    return (
        f"{text} To rule out that the server chose among several deals, check the proof saved by "
        "the browser that played: it noted what was fixed before it revealed its secret."
    )


def read_proof(path: str) -> Proof:
    """Read a proof from a file or from stdin."""
    from unolab.fairness import LONGEST_PROOF, Proof

    name = "the input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LONGEST_PROOF + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LONGEST_PROOF + 1)
        return Proof.parse(data.decode())
    except OSError as error:
        raise ResourceError(f"{name} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{name} is not a proof: expected a JSON object") from None
    except ValueError as error:
        raise NotationError(f"{name}: {error}") from None


def with_notes(proof: Proof, commitment: str | None, secret: str | None) -> Proof:
    """Replace what the file says with what the user noted."""
    from dataclasses import replace

    from unolab.fairness import is_secret

    notes = proof.notes
    if commitment is not None:
        noted = commitment.lower()
        if not (SHORTEST_COMMITMENT <= len(noted) <= 64 and is_secret(noted.ljust(64, "0"))):
            raise BadOption(f"--commitment has 16 to 64 hexadecimal digits, not {noted!r:.80}")
        shown = proof.commitment if proof.commitment.startswith(noted) else noted.ljust(64, "0")
        notes = replace(notes, commitment=shown)
    if secret is not None:
        if not is_secret(secret.lower()):
            raise BadOption(f"--secret has 64 hexadecimal digits, not {secret!r:.80}")
        notes = replace(notes, secret=secret.lower())
    return replace(proof, notes=notes)
