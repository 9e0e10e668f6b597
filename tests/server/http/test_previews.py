"""What a messenger shows of a link: the kind of thing that is behind it, and never more."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.server.clients import Memory
from tests.server.requests import SEATS, offered
from unolab.server.guard.limits import ServerLimits
from unolab.server.http.previews import MARK, Index, Preview, tags_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


class Tags(HTMLParser):
    """The tags of a page that say what it is about."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            self.found[name] = given["content"]


@pytest.fixture
def page(built: Path) -> None:
    (built / "index.html").write_text(f"<head>{MARK}</head>the page")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "unolab"),
        ("/r/K7QX42AB", "Join a game of Uno"),
        ("/replay/K7QX42AB-1", "Watch a round of Uno again"),
        ("/simulation?bots=easy,hard", "Which bot plays Uno best?"),
        ("/puzzles/0123abcd", "Uno puzzles"),
        ("/learn", "Learn Uno by playing"),
    ],
)
@pytest.mark.usefixtures("page")
async def test_link_has_a_preview(path: str, title: str) -> None:
    async with offered() as client:
        answer = await client.get(path, headers={"Host": "uno.example.org:8000"})
        assert answer.headers["cache-control"] == "no-cache"
        tags = Tags(answer.text).found
        assert tags["og:title"] == title
        assert tags["description"] == tags["og:description"] != ""
        assert tags["og:image"] == "http://uno.example.org:8000/poster.png"
        assert tags["twitter:card"] == "summary_large_image"
        assert answer.text.endswith("the page")


@pytest.mark.usefixtures("page")
async def test_preview_does_not_tell_whether_a_room_exists() -> None:
    memory = Memory()
    async with offered(ServerLimits(guesses=(1e-9, 1)), memory) as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        pages = {(await client.get(f"/r/{one}")).text for one in (code, "AAAA2222", "BBBB2222")}
        assert len(pages) == 1
        assert code not in pages.pop()


def test_nothing_of_an_address_gets_into_the_page_as_it_is() -> None:
    tags = tags_of(Preview('"><script>', "<b>&"), 'http://"><script>/')
    assert "<script" not in tags
    assert "<b>" not in tags
    assert Tags(tags).found["og:title"] == '"><script>'


def test_page_that_is_built_anew_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "index.html"
    index = Index(file)
    assert not index.is_built
    file.write_text("one")
    assert index.page("/", "http://a/") == "one"
    file.write_text("another")
    os.utime(file, ns=(1, 1))
    assert index.page("/", "http://a/") == "another"


def test_built_page_has_a_place_for_it_and_the_picture() -> None:
    web = Path(__file__).parents[3] / "web"
    assert MARK in (web / "index.html").read_text("utf-8")
    poster = (web / "public/poster.png").read_bytes()
    assert re.match(rb"\x89PNG.{12}\x00\x00\x04\xb0\x00\x00\x02\x76", poster, re.DOTALL)
    assert len(poster) < 80_000
