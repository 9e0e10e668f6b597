"""What a row of the database may hold: no more than what we write ourselves."""

from typing import Any

import pytest
from pydantic import ValidationError

from unolab.server.protocol import Options
from unolab.server.room.entries import ENTRY, Chair, Created, Moved
from unolab.server.room.opponents import STAND_IN

BOT = Chair(kind="bot", name="Bolt", bot=STAND_IN)
CREATED = Created(rules="official", chairs=(BOT, BOT), host="", options=Options(), seed="7")
CHAIR = BOT.model_dump(mode="json")


@pytest.mark.parametrize(
    "change",
    [
        {"chairs": []},
        {"chairs": [CHAIR]},
        {"chairs": [CHAIR] * 11},
        {"chairs": [CHAIR, CHAIR | {"name": "x" * 5_000_000}]},
        {"chairs": [CHAIR, CHAIR | {"avatar": 10**400}]},
        {"chairs": [CHAIR, CHAIR | {"avatar": -1}]},
        {"chairs": [CHAIR, CHAIR | {"bot": ""}]},
        {"host": "x" * 101},
        {"rules": "official" + "+" * 2_000},
        {"seed": "zz"},
        {"seed": ""},
        {"seed": "0" * 66},
    ],
)
def test_rooms_that_we_would_not_make_are_spoilt(change: dict[str, Any]) -> None:
    row = CREATED.model_dump(mode="json")
    assert ENTRY.validate_python(row) == CREATED
    with pytest.raises(ValidationError):
        ENTRY.validate_python(row | change)


@pytest.mark.parametrize("change", [{"seat": 10}, {"seat": -1}, {"move": "R7" * 11}])
def test_moves_that_nobody_makes_are_spoilt(change: dict[str, Any]) -> None:
    row = Moved(seat=0, move="+", by="bot").model_dump(mode="json")
    with pytest.raises(ValidationError):
        ENTRY.validate_python(row | change)
