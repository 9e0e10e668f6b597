"""What nobody may guess comes from the system, never from a generator that can be computed."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import unolab.server
from tests.server.clients import Memory, rooms_of
from tests.server.lapse import wait
from tests.server.table import ADA, bot, created, opened, person
from unolab.server.protocol.rest import NewRoom, NewSeat
from unolab.server.room.entries import ENTRY, Created, Dealt

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

SOURCES = [
    *Path(unolab.server.__path__[0]).rglob("*.py"),
    *(Path(unolab.__path__[0], name) for name in ("fairness.py", "shuffle.py", "tui/secret.py")),
]
CHANCE = {"random", "numpy.random", "np.random"}


def begin_chance_anew() -> None:
    random.seed(1)
    np.random.seed(1)


def imported(path: Path) -> Iterator[str]:
    """List what a file imports, and the modules of chance that it reaches otherwise."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"{node.module}"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and node.attr == "random":
            yield f"{ast.unparse(node.value)}.random"


def test_the_server_has_no_other_chance() -> None:
    """Except for how long bots seem to think, for deals of the day that are dealt anew, which
    nobody plays, and in the bench, which is no server.
    """
    users = {path.name for path in SOURCES if CHANCE & {*imported(path)}}
    assert users <= {"attacks.py", "bench.py", "expert.py", "pace.py"}
    assert len(SOURCES) > 20
    assert {"fairness.py", "shuffle.py", "secret.py"} <= {path.name for path in SOURCES}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import random as chance",
        "from random import choice",
        "from numpy import random",
        "import numpy.random",
        "from numpy.random import default_rng",
        "import numpy as np\nnp.random.default_rng()",
        "import numpy\nnumpy.random.seed(1)",
    ],
)
def test_other_chance_would_be_found(source: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(source)
    assert CHANCE & {*imported(tmp_path / "module.py")}


async def test_rooms_made_alike_have_other_secrets() -> None:
    made = []
    for _ in range(2):
        memory = Memory()
        rooms = rooms_of(memory)
        begin_chance_anew()
        wanted = NewRoom(seats=[NewSeat(who="me"), NewSeat(who="bot")])
        room = await rooms.create(wanted)
        first = ENTRY.validate_json(memory.rooms[room.code][0])
        assert isinstance(first, Created)
        made.append((room.code, room.token, first.seed))
        await rooms.close()
    assert all(one != other for one, other in zip(*made, strict=True))


async def test_deals_made_alike_have_other_secrets() -> None:
    seeds = []
    for _ in range(2):
        begin_chance_anew()
        async with opened(created(person(ADA), bot())) as place:
            ada = await place.come(ADA)
            await place.post(ada, "deal")
            await wait(60)
            entries = map(ENTRY.validate_json, place.log.entries)
            seeds += [entry.seed for entry in entries if isinstance(entry, Dealt)]
    assert len(seeds) == 2
    assert seeds[0] != seeds[1]
    assert min(map(len, seeds)) >= 32  # enough to choose from
