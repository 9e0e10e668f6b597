"""Headings fit the narrowest phone: no word is broken, and no line lies over the next."""

import pytest

from ..kit import thoroughly
from .conftest import Come

BROKEN = """() => {
  const found = [];
  for (const heading of document.querySelectorAll("h1, h2, h3")) {
    const walk = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
          found.push(`${word} is broken`);
        if (range.getBoundingClientRect().right > innerWidth) found.push(`${word} is cut off`);
      }
    }
    const { fontSize, lineHeight } = getComputedStyle(heading);
    if (parseFloat(lineHeight) < 0.84 * parseFloat(fontSize))
      found.push(`${heading.textContent} lies over itself`);
  }
  return found;
}"""


@pytest.mark.parametrize("language", ["de", *thoroughly("en", "es", "fr")])
def test_no_heading_is_broken_on_a_narrow_phone(come: Come, language: str) -> None:
    guest = come("phone", locale=language)
    guest.page.set_viewport_size({"width": 320, "height": 568})
    found = []
    for path in ("/", "/simulation", "/learn", "/watch", "/replay", "/puzzles"):
        guest.open(path)
        guest.page.get_by_role("heading", level=1).first.wait_for(state="attached")
        guest.page.evaluate("() => document.fonts.ready")
        found += [f"{path} {one}" for one in guest.page.evaluate(BROKEN)]
    assert found == []
