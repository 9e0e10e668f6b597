"""The files of the page: for which addresses they are sent, and how often they are compressed."""

import asyncio
import gzip
import os
from pathlib import Path
from typing import Any

import pytest

from tests.server.requests import guarded, offered
from tests.server.site import site
from unolab.server.guard.limits import ServerLimits

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_files_of_the_page_are_compressed_once(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text = built / "assets/big-1a2b.js", "let page = 1;\n" * 1_000
    file.write_text(text)
    calls: list[int] = []
    compress = gzip.compress

    def count(data: bytes, *args: Any, **more: Any) -> bytes:
        calls.append(len(data))
        return compress(data, *args, **more)

    monkeypatch.setattr(gzip, "compress", count)
    async with offered() as client:
        for _ in range(3):
            packed = await client.get("/assets/big-1a2b.js")
            assert packed.headers["content-encoding"] == "gzip"
            assert int(packed.headers["content-length"]) < len(text) / 10
            assert packed.text == text
        assert calls == [len(text)]
        again = {"If-None-Match": packed.headers["etag"]}
        assert (await client.get("/assets/big-1a2b.js", headers=again)).status_code == 304
        plain = await client.get("/assets/big-1a2b.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == text
        for answer in (packed, plain):
            assert answer.headers["vary"] == "Accept-Encoding"
            assert "immutable" in answer.headers["cache-control"]
        (built / "poster.png").write_text(text)  # which is compressed in itself
        assert "content-encoding" not in (await client.get("/poster.png")).headers
        assert "content-encoding" in (await client.get("/api/catalogue")).headers
        file.write_text(text * 2)
        os.utime(file, ns=(1, 1))
        assert (await client.get("/assets/big-1a2b.js")).text == text * 2


async def test_class_opens_the_page_at_once(built: Path) -> None:
    """30 visitors behind one address, each of whom loads 12 files, with the usual limits."""
    names = [f"assets/part-{n}.js" for n in range(10)]
    for name in names:
        (built / name).write_text(f"let part = '{name}'")
    async with offered(ServerLimits()) as client:
        wanted = ["/", "/assets/app-1a2b.js", *(f"/{name}" for name in names)] * 30
        answers = await asyncio.gather(*(client.get(path) for path in wanted))
        assert [answer.status_code for answer in answers] == [200] * 12 * 30
        assert (await client.get("/api/catalogue")).status_code == 200


def test_page_is_sent_for_its_addresses(built: Path) -> None:
    with site() as client:
        for path in (
            "/",
            "/r/ABCDE",
            "/replay/ABCDE-1",
            "/simulation",
            "/watch",
            "/learn",
            "/puzzles",
        ):
            answer = client.get(path)
            assert answer.text == "<!doctype html>the page"
            assert answer.headers["cache-control"] == "no-cache"
            assert guarded(answer)
        script = client.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/..%2f..%2fetc/passwd").status_code == 404
