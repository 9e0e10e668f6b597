"""Logs that were written once open for ever, and lead to the same tables and cards."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.server.lapse import Lapse
from tests.server.write_logs import KINDS, LOGS, ROOMS, described, write
from unolab.server.room.restoring import restore
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

FILES = sorted(LOGS.glob("*/*.jsonl"))
JUMP_IN, SWAP, STACK, LATE_CALL, CHALLENGE = r"\d:[RYGB]\w", r">\d", r"\wD \wD", r"\d:!", r"\?"
NAMES = [f"{path.parent.name}/{path.stem}" for path in FILES]


def test_every_format_has_every_room() -> None:
    for folder in LOGS.iterdir():
        assert {path.stem for path in folder.glob("*.jsonl")} >= {"alone", "friends", "party"}
        texts = "".join(path.read_text() for path in folder.glob("*.jsonl"))
        assert {json.loads(line)["kind"] for line in texts.splitlines()} >= KINDS
        led_to = [json.loads(path.read_text()) for path in folder.glob("*.json")]
        games = " ".join(played["game"] for room in led_to for played in room["rounds"])
        for what in (JUMP_IN, SWAP, STACK, LATE_CALL, CHALLENGE):
            assert re.search(what, games), f"no game in {folder} has {what}"
    newest = max(LOGS.iterdir(), key=lambda folder: int(folder.name))
    assert {path.stem for path in newest.glob("*.jsonl")} == ROOMS.keys()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_stored_log_leads_where_it_led(path: Path) -> None:
    sitting, chronicle = restore(path.read_text().splitlines())
    assert described(sitting) == json.loads(path.with_suffix(".json").read_text())
    played = 0 if sitting.match is None else len(sitting.match.game.moves)
    assert len(chronicle.steps) == played + (sitting.match is not None)


@pytest.mark.thorough
async def test_stored_logs_open_from_a_database(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.sqlite")
    try:
        for name, path in zip(NAMES, FILES, strict=True):
            first, *others = path.read_text().splitlines()
            await store.create(name, first)
            entries = enumerate(others, 1)
            await asyncio.gather(*(store.append(name, number, text) for number, text in entries))
            sitting, _ = restore(await store.load(name))
            assert described(sitting) == json.loads(path.with_suffix(".json").read_text())
    finally:
        await store.close()


def test_logs_are_written_anew_for_a_new_format(tmp_path: Path) -> None:
    with asyncio.Runner(loop_factory=Lapse) as runner:
        runner.run(write(tmp_path))
    assert {path.stem for path in tmp_path.glob("*.jsonl")} == ROOMS.keys()
    for path in tmp_path.glob("*.jsonl"):
        sitting, _ = restore(path.read_text().splitlines())
        assert described(sitting) == json.loads(path.with_suffix(".json").read_text())
