"""When what a page shows has come to where it stays."""

from playwright.sync_api import Page

# What moves for ever, or is to fade only later, is there already; what is not drawn never ends.
ARRIVE = """async () => {
  const arrives = (one) => {
    const { iterations, delay } = one.effect?.getComputedTiming() ?? {};
    const drawn = one.effect?.target?.checkVisibility() !== false;
    return one.playState === "running" && iterations !== Infinity && delay < 1_000 && drawn;
  };
  for (;;) {
    const moving = document.getAnimations().filter(arrives);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map((one) => one.finished));
  }
}"""


def let_arrive(page: Page) -> None:
    """Wait until everything that fades in or moves to its place is there."""
    page.evaluate(ARRIVE)
