"""What moves, measured while it moves."""

from typing import Any

from playwright.sync_api import expect

from unolab import State

from .conftest import Seat, mostly
from .situations import ADA, deal, fitting, held

# From the first frame on: how far each arrow is from the middle of the stage, in parts of its size.
WATCH = """
window.seen = [];
const look = () => {
  const stage = document.querySelector(".stage")?.getBoundingClientRect();
  const arrows = [...document.querySelectorAll(".orbit .arrow")];
  if (stage !== undefined && stage.width > 0 && arrows.length > 0) {
    const away = arrows.map((arrow) => {
      const box = arrow.getBoundingClientRect();
      const x = box.x + box.width / 2 - stage.x - stage.width / 2;
      return Math.hypot(x, box.y + box.height / 2 - stage.y - stage.height / 2) / stage.width;
    });
    seen.push({ away, back: document.querySelector(".orbit.back") !== null });
  }
  requestAnimationFrame(look);
};
look();
"""
RING = 306 / 640  # where they run


@mostly("phone")
def test_arrows_never_leave_their_ring(seated: Seat, screen: str) -> None:
    def reverses(state: State) -> list[str]:
        return [str(move) for move in state.legal if move.is_play and str(move)[1] == "V"]

    text, state = deal("official", 3, lambda state: state.turn == ADA and reverses(state) != [])
    guest, _ = seated(text, screen, others=2, still=False)
    guest.page.add_init_script(WATCH)
    guest.page.reload()
    guest.until_turn()
    guest.play(reverses(state)[0])
    guest.page.wait_for_function("() => seen.filter(({ back }) => back).length > 40")
    frames: list[dict[str, Any]] = guest.page.evaluate("seen")
    assert not frames[0]["back"]
    away = [one for frame in frames for one in frame["away"]]
    assert min(away) > RING - 0.04, "an arrow is inside the ring"
    assert max(away) < RING + 0.02, "an arrow is outside the ring"


@mostly("desktop")
def test_a_refused_card_comes_back_and_the_reason_covers_nothing(seated: Seat, screen: str) -> None:
    text, state = deal("official", 3, lambda state: state.turn == ADA and len(fitting(state)) > 0)
    guest, _ = seated(text, screen, others=2, still=False)
    guest.until_turn()
    # as if somebody else had been faster
    guest.page.evaluate("""() => {
      const send = line.send.bind(line);
      line.send = (text) => {
        const message = JSON.parse(text);
        send(JSON.stringify(message.type === "move" ? { ...message, at: 0 } : message));
      };
    }""")
    card = guest.card(fitting(state)[0])
    guest.press(card)
    # it does not stay for long: all is measured in the moment in which it is there
    boxes = guest.page.wait_for_function("""() => {
      const measure = (element) => element.getBoundingClientRect().toJSON();
      const reason = document.querySelector(".refused");
      const others = document.querySelectorAll(".me .what, .held");
      return reason !== null && [reason, ...others].map(measure);
    }""").json_value()
    assert not any(overlaps(boxes[0], box) for box in boxes[1:])
    expect(guest.held).to_have_count(len(held(state, ADA)))
    expect(card).to_have_css("opacity", "1")
    expect(guest.page.locator(".flyer")).to_have_count(0)
    guest.sees_cards(held(state, ADA))
    expect(guest.page.locator(".me .what")).to_have_text("Your turn")


def overlaps(one: dict[str, float], other: dict[str, float]) -> bool:
    """Tell whether two things cover each other."""
    return (
        one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    )


# What stands by the own face, one after the other.
LISTEN = """
window.titles = [];
const listen = () => {
  const title = document.querySelector(".me .what")?.textContent;
  if (title !== undefined && title !== titles.at(-1)) titles.push(title);
  requestAnimationFrame(listen);
};
listen();
"""


def test_the_round_is_dealt_before_its_first_card_takes_effect(seated: Seat) -> None:
    text, state = deal("official", 3, lambda state: str(state.top)[1] == "D")
    guest, _ = seated(text, others=2, still=False)
    guest.page.add_init_script(LISTEN)
    guest.page.evaluate("sessionStorage.clear()")  # as if it had not been seen
    guest.page.reload()
    guest.page.wait_for_function("() => titles.at(-1) === 'Waiting for Ben'")
    assert guest.page.evaluate("titles") == ["The deal", "You take 2 cards", "Waiting for Ben"]
    guest.sees_cards(held(state, ADA))
    guest.page.reload()
    expect(guest.hand).to_be_visible()
    assert guest.page.evaluate("titles") == ["Waiting for Ben"]
