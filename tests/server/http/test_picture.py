"""The picture of a room's address leads a phone to that room."""

import re
from itertools import pairwise

import pytest
import segno

from tests.server.requests import SEATS, offered

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def squares_of(svg: str) -> list[list[int]]:
    """Read the dark squares from a drawing of lines, without the border."""
    (size,) = {*map(int, *re.findall(r'viewBox="0 0 (\d+) (\d+)"', svg))}
    (path,) = re.findall(r' d="([^"]+)"', svg)
    dark = [[0] * size for _ in range(size)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-0-9. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if command == "h":
            for column in range(int(x), int(x + values[0])):
                dark[int(y)][column] = 1
            x += values[0]
        else:
            x, y = values if command == "M" else (x + values[0], y + values[1])
    rows = [at for at, row in enumerate(dark) if any(row)]
    columns = [at for at, column in enumerate(zip(*dark, strict=True)) if any(column)]
    assert all(after - before == 1 for before, after in pairwise(rows))
    return [row[columns[0] : columns[-1] + 1] for row in dark[rows[0] : rows[-1] + 1]]


@pytest.mark.parametrize("address", ["http://uno.test", "http://play.example:8000"])
async def test_picture_is_of_the_address_of_the_room(address: str) -> None:
    async with offered() as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        answer = await client.get(f"{address}/api/rooms/{code.lower()}/qr.svg")
        drawn = squares_of(answer.text)
        for link, same in ((f"{address}/r/{code}", True), (f"{address}/r/AAAAA", False)):
            wanted = segno.make(link, error="m").matrix
            assert (drawn == [[*row] for row in wanted]) == same
