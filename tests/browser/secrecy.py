"""Which cards a page tells, to whoever looks for them with all means."""

import re

from .guest import COLORS, Guest, card_name

CARD = re.compile(f"({'|'.join(COLORS.values())}) (\\d|skip|reverse|draw two)|wild draw four|wild")

# what is in sight, and what only a screen reader or a pointer would find
WORDS = """() => [
  document.body.textContent,
  ...[...document.querySelectorAll("[aria-label], [title]")].map(
    (one) => `${one.getAttribute("aria-label")} ${one.getAttribute("title")}`,
  ),
].join("\\n")"""


def cards_told(guest: Guest) -> set[str]:
    """Collect every card that is named anywhere in the page."""
    return {found[0] for found in CARD.finditer(guest.page.evaluate(WORDS))}


def open_cards(guest: Guest) -> set[str]:
    """Name what has lain on the pile since the page was opened: that is no secret."""
    return {card_name(card).split(",")[0] for card in guest.page.evaluate("heard.open")}
