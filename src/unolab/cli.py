"""The command ``unolab``: every subcommand is a few lines over the module it names.

What needs the engine is imported inside the subcommands, so that help and completion come at once.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final

import typer

from unolab import __version__
from unolab.cards import DECK, Card, Color, Face
from unolab.errors import IllegalMove, NotationError
from unolab.rules import ABOUT, OPTIONS, PRESETS, Option, Rules

if TYPE_CHECKING:
    from unolab.game import Game

LONGEST_LINE: Final = 1_000_000  # characters of a game; a file that is none has no line ends
DELAY: Final = 0.6  # seconds after a bot's move, for a person to read it

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# ── what arguments are completed to ───────────────────────────────────────────────────────────────


def complete_bots(incomplete: str) -> list[tuple[str, str]]:
    """List the bots for the shell."""
    from unolab.bots import BOTS

    return [(name, about) for name, about in BOTS.items() if name.startswith(incomplete)]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """List the presets for the shell."""
    return [(name, about) for name, about in ABOUT.items() if name.startswith(incomplete)]


def read_seed(text: str) -> int:
    """Read a seed; what is too large is refused where the cards are dealt."""
    if not re.fullmatch("[0-9]{1,40}", text):
        raise typer.BadParameter(
            f"a whole number from 0 to 2**128 - 1 is expected, not {text!r:.40}"
        )
    return int(text)


Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT...", help="Who plays, 2 to 10 of them.", autocompletion=complete_bots
    ),
]
RulesText = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="TEXT",
        help="A preset and what differs from it, as in official+jump_in=true.",
        autocompletion=complete_rules,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=read_seed,
        show_default="by chance",
        help="Decides the cards and the bots' choices: the same seed is the same game.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def examples(*lines: str) -> str:
    r"""Write the last part of a help text; ``\b`` keeps its lines apart."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


# ── the subcommands ───────────────────────────────────────────────────────────────────────────────


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        "unolab play                      play a match against three bots",
        "unolab watch random random       watch two bots",
        "unolab rules party               what these house rules say",
    ),
)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Play Uno in the terminal, watch bots play it, and look at its rules."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False
    if version:
        typer.echo(f"unolab {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog=examples(
        "unolab play",
        "unolab play --opponents 1 --rules duel",
        "unolab play --rules official+jump_in=true --name Ada",
    )
)
def play(
    rules: RulesText = "official",
    opponents: Annotated[
        int, typer.Option(metavar="NUMBER", help="How many bots play against you, 1 to 9.")
    ] = 3,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Which bot.", autocompletion=complete_bots)
    ] = "random",
    seed: Seed = None,
    name: Annotated[str, typer.Option(help="What you are called.")] = "You",
) -> None:
    """Play Uno here in the terminal against bots."""
    if not (name.isprintable() and 1 <= len(name.strip()) <= 20):
        raise NotationError("a name has 1 to 20 printable characters")
    agreed = Rules.parse(rules)
    agreed.check_players(opponents + 1)
    from unolab.bots import address
    from unolab.match import Match
    from unolab.terminal import Terminal

    address(bot)  # so that an unknown bot is refused before anything is printed
    match = Match(agreed, opponents + 1, drawn_by_lot(seed))
    Terminal(match, bot, ask, typer.echo, pause, name.strip(), columns()).run()


@app.command(
    epilog=examples(
        "unolab watch random random random",
        "unolab watch random random --rules party --seed 42",
        "unolab watch random random --json",
    )
)
def watch(bots: Bots, rules: RulesText = "official", seed: Seed = None, json: Json = False) -> None:
    """Let bots play one game and show it move by move."""
    Rules.parse(rules).check_players(len(bots))
    seed = drawn_by_lot(seed)
    from unolab.play import play

    game = play(bots, rules, seed)
    if json:
        print_json(facts(game))
        return
    agreed = [] if rules == "official" else ["--rules", rules]
    again = shlex.join(["unolab", "watch", *bots, *agreed, "--seed", str(seed)])
    show_game(game, [f"{seat} {bot}" for seat, bot in enumerate(bots)], again)
    typer.echo(f"\nThis game as text, for unolab replay:\n{game}")


@app.command(
    epilog=examples(
        "unolab replay games.txt",
        "unolab replay games.txt --game 3",
        "unolab watch random random --seed 1 | tail -n 1 | unolab replay -",
    )
)
def replay(
    file: Annotated[str, typer.Argument(help="One game a line, as text; - reads the input.")],
    game: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Show only this one, from 1.")
    ] = None,
    json: Json = False,
) -> None:
    """Show games that were kept as text, move by move."""
    found = 0
    shown: list[dict[str, Any]] = []
    for found, one in enumerate(read_games(file), 1):
        if game is not None and found < game:
            continue
        if json:
            shown.append(facts(one))
        else:
            if found > 1 and found != game:
                typer.echo("\n")
            show_game(one, [f"seat {seat}" for seat in range(one.players)])
        if found == game:
            break
    if found == 0:
        raise NotationError(f"there is no game in {file}")
    if game is not None and found < game:
        raise NotationError(f"there is no game {game} in {file}: it has {found}")
    if json:
        print_json(shown)


@app.command(
    epilog=examples(
        "unolab rules", "unolab rules party", "unolab rules official+stacking=same+wd4=strict"
    )
)
def rules(
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", autocompletion=complete_rules)
    ] = None,
    json: Json = False,
) -> None:
    """List the presets and the options, or say what some rules mean."""
    if text is None:
        if json:
            print_json({"presets": ABOUT, "options": {o.name: shape(o) for o in OPTIONS.values()}})
        else:
            echo_all(listed_rules())
        return
    agreed = Rules.parse(text)
    if json:
        values = {name: getattr(agreed, name) for name in OPTIONS}
        print_json({"rules": str(agreed), "differences": agreed.describe(), "options": values})
        return
    from unolab.show import BOLD, beside, paint, rules_of

    typer.echo(paint(str(agreed), BOLD))
    for sentence in rules_of(agreed):
        echo_all(beside("  - ", sentence, columns()))


@app.command(epilog=examples("unolab deck", "unolab deck --json"))
def deck(json: Json = False) -> None:
    """List the 108 cards."""
    if json:
        print_json([{"value": value_of(card), "color": color_of(card)} for card in DECK])
    else:
        echo_all(listed_deck())


@app.command()
def bots(json: Json = False) -> None:
    """List the bots."""
    from unolab.bots import BOTS

    if json:
        print_json([{"name": name, "about": about} for name, about in BOTS.items()])
        return
    width = max(map(len, BOTS))
    echo_all(f"{name:{width}}  {about}" for name, about in BOTS.items())


@app.command()
def bench(json: Json = False) -> None:
    """Measure how fast games are played on this machine."""
    from unolab.bench import measure

    figures = measure(lambda line: typer.echo(line, err=True))
    if json:
        print_json(figures)
        return
    width = max(map(len, figures))
    for name, figure in figures.items():
        shown = f"{figure:,.0f}" if figure >= 1_000 else f"{figure:,.3g}"
        typer.echo(f"{name.replace('_', ' '):{width}}  {shown:>12}")


# ── what they share ───────────────────────────────────────────────────────────────────────────────


def drawn_by_lot(seed: int | None) -> int:
    """Return the seed, or one by chance that is short enough to type again."""
    if seed is not None:
        return seed
    from secrets import randbits

    return randbits(32)


def columns() -> int:
    """Return the width to write for, neither unreadably narrow nor wide."""
    return min(max(shutil.get_terminal_size().columns, 60), 120)


def echo_all(lines: Iterable[str]) -> None:
    """Print lines, painted where there is a terminal."""
    for line in lines:
        typer.echo(line)


def print_json(value: object) -> None:
    """Print JSON."""
    typer.echo(json.dumps(value, indent=2))


def ask(prompt: str) -> str:
    """Ask the person for a line, and repeat it where the terminal does not show it."""
    line = input(prompt)
    if not sys.stdin.isatty():
        typer.echo(line)
    return line


def pause() -> None:
    """Give a person time to read."""
    from time import sleep

    if sys.stdout.isatty():
        sleep(DELAY)


def show_game(game: Game, names: list[str], again: str = "") -> None:
    """Print a game for a person."""
    from unolab.show import header, story

    echo_all(header(game, columns(), again))
    echo_all(story(game, names, columns()))


def facts(game: Game) -> dict[str, Any]:
    """Write a game for a program."""
    return {
        "game": str(game),
        "winner": game.winner,
        "points": game.state.points,
        "scores": list(game.state.scores),
        "moves": [str(move) for move in game.moves],
    }


def read_games(path: str) -> Iterator[Game]:
    """Read a file of games one by one; what is wrong with it is said with the number of the line."""
    from unolab.game import Game

    try:
        with open(sys.stdin.fileno() if path == "-" else path, "rb", closefd=path != "-") as file:
            for number, line in read_lines(file, path):
                try:
                    yield Game.parse(line)
                except IllegalMove as error:
                    where = f"{path}, line {number}: {error.move} by seat {error.seat}"
                    raise NotationError(f"{where} is not possible: {error.reason}") from None
                except ValueError as error:
                    raise NotationError(f"{path}, line {number}: {error}") from None
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror or error}") from None


def read_lines(file: BinaryIO, path: str) -> Iterator[tuple[int, str]]:
    """Read the lines that have more than a comment, with their numbers."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise NotationError(f"{path}, line {number}: too long to be a game")
        try:
            text = line.decode("utf-8-sig").partition("#")[0].strip()
        except UnicodeDecodeError:
            raise NotationError(f"{path}, line {number}: not UTF-8 text") from None
        if text:
            yield number, text


def value_of(card: Card) -> int | str:
    """Name what a card shows, for a program."""
    if card.face <= Face.NINE:
        return int(card.face)
    return str(card.face).title().replace("Two", "2").replace("Four", "4")


def color_of(card: Card) -> str:
    """Name the colour of a card, for a program."""
    return "Any" if card.color is None else str(card.color).title()


def listed_deck() -> Iterator[str]:
    """Write the deck as a table, a row for each colour."""
    heads = [str(face) if face <= Face.NINE else str(face).title() for face in Face][: Face.WILD]
    yield "108 cards, and how many there are of each:"
    yield ""
    yield " " * 10 + "  ".join(f"{head:>2}" for head in heads)
    for color in Color:
        counts = [DECK.count(Card(color * len(Face) + face)) for face in Face if face < Face.WILD]
        cells = (f"{n:>{max(2, len(head))}}" for n, head in zip(counts, heads, strict=True))
        yield f"  {color!s:8}" + "  ".join(cells)
    worth = [f"{face.points:>{max(2, len(head))}}" for face, head in zip(Face, heads, strict=False)]
    yield "  points  " + "  ".join(worth)
    yield ""
    yield "  4 Wild and 4 Wild Draw Four, of no colour, 50 points each"


def listed_rules() -> Iterator[str]:
    """Write the presets and the options with their values."""
    from unolab.show import beside

    yield "Presets"
    for name, about in ABOUT.items():
        yield from beside(f"  {name:13}", about, columns())
    yield "\nOptions, each with its values, that of the official game first"
    width = max(map(len, OPTIONS)) + 2
    for name, option in OPTIONS.items():
        yield from beside(f"  {name:{width}}", f"{option.about}:", columns())
        yield from beside(" " * (width + 2), spelled(option), columns())
    yield "\nRules are a preset and what differs from it: official+stacking=same+wd4=strict"


def spelled(option: Option) -> str:
    """List the values of an option, the official one first."""
    official = getattr(PRESETS["official"], option.name)
    if option.numbers is not None:
        return f"{official} ({option.numbers[0]} to {option.numbers[-1]:,})"
    rest = [value for value in option.values if value != official]
    return " | ".join(map(option.text, (official, *rest)))


def shape(option: Option) -> dict[str, Any]:
    """Write an option for a program."""
    numbers = option.numbers
    values = {"values": list(option.values)} if numbers is None else {}
    bounds = {} if numbers is None else {"from": numbers[0], "to": numbers[-1]}
    default = getattr(PRESETS["official"], option.name)
    return {"about": option.about, "official": default, **values, **bounds}


# ── the way in and out ────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Run the command line; whatever the user got wrong is said in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name may not fit the terminal's alphabet
    try:
        code = app(prog_name="unolab", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = refuse(error.format_message())
    except ValueError as error:
        code = refuse(str(error))
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        # the reader has seen enough; what is still in the buffer must not fail at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def refuse(message: str) -> int:
    """Print one line, whatever the message is made of, and return the exit code."""
    line = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", message).split())
    line = line if len(line) <= 400 else line[:397] + "..."
    print(f"unolab: {line[:1].lower()}{line[1:]}".removesuffix("."), file=sys.stderr)
    return 2
