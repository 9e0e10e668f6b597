"""Check that nobody chose the cards of a round that was played in a room."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import Json, app, examples, print_json
from unolab.errors import NotationError

if TYPE_CHECKING:
    from unolab.fairness import Proof

FAILED = 1


@app.command(
    epilog=examples(
        "unolab verify K7QX2M9B-1.proof.json",
        "unolab verify K7QX2M9B-1.proof.json --commitment 5f3a... --secret 09c1...",
    )
)
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A proof saved from a replay; - reads the input.")
    ],
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", show_default=False, help="The server's commitment as you noted it."
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(metavar="HEX", show_default=False, help="The secret that your device added."),
    ] = None,
    json: Json = False,
) -> None:
    """Deal a round again from the secrets of server and players, and compare every card.

    Exits with 1 if anything does not fit.
    """
    proof = with_notes(read_proof(file), commitment, secret)
    checks = proof.check()
    fair = all(check.passed for check in checks)
    if json:
        rows = [{"name": c.name, "passed": c.passed, "text": c.text} for c in checks]
        print_json({"fair": fair, "deal": proof.game.deal, "checks": rows})
    else:
        for check in checks:
            typer.echo(f"{'ok    ' if check.passed else 'FAILED'}  {check.text}")
        typer.echo(verdict(proof, fair))
    if not fair:
        raise typer.Exit(FAILED)


def verdict(proof: Proof, fair: bool) -> str:
    """Say in a sentence or two what was found, and what it is worth."""
    if not fair:
        return "This round was not dealt as it claims."
    people = len(proof.used)
    if not people:
        return (
            "Every card follows from the server's secret, which was fixed before the deal. "
            "No player added one, so nothing here excludes that the server chose its secret."
        )
    text = f"Every card follows from the secrets of the server and {people} device"
    text += "." if people == 1 else "s."
    if proof.is_conclusive:
        return text + " Yours was one of them, and all were fixed first: nobody chose these cards."
    return text + (
        " To exclude that the server chose among several deals, check the proof saved by the "
        "browser that played: it noted what was fixed before it revealed its secret."
    )


def read_proof(path: str) -> Proof:
    """Read a proof from a file, or from the input."""
    from unolab.fairness import LARGEST, Proof

    name = "the input" if path == "-" else path
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
        return Proof.parse(data.decode())
    except OSError as error:
        raise NotationError(f"{name} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{name} is no proof: a JSON object is expected") from None
    except ValueError as error:
        raise NotationError(f"{name}: {error}") from None


def with_notes(proof: Proof, commitment: str | None, secret: str | None) -> Proof:
    """Put what the user noted in place of what the file says about it."""
    from dataclasses import replace

    from unolab.fairness import is_secret

    for option, value in (("--commitment", commitment), ("--secret", secret)):
        if value is not None and not is_secret(value.lower()):
            raise NotationError(f"{option} has 64 hexadecimal digits, not {value!r:.80}")
    notes = proof.notes
    if commitment is not None:
        notes = replace(notes, commitment=commitment.lower())
    if secret is not None:
        notes = replace(notes, secret=secret.lower())
    return replace(proof, notes=notes)
