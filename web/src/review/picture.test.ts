import { expect, test } from "vitest";

import type { Replay } from "../protocol";
import { review } from "./fixture";
import { posterOf } from "./picture";
import { contentOf } from "./share";

const WIDEST = 1_200;
const measure = (text: string, size: number): number => text.length * size * 0.6;

test.each([0, 1, 2, 3])("the picture of seat %s is whole, and nothing leaves it", (seat) => {
  const own = review.seats[seat]!;
  const replay = { avatars: review.avatars } as unknown as Replay;
  const drawn = posterOf(contentOf({ replay, own, verdict: '<b>&" was unlucky', color: "B" }), measure);
  const made = new DOMParser().parseFromString(drawn, "image/svg+xml");
  expect(made.querySelector("parsererror")).toBeNull();
  expect(made.documentElement.textContent).toContain('<b>&"');
  for (const bar of made.querySelectorAll('rect[height="52"]')) {
    const x = Number(bar.getAttribute("x"));
    expect(x).toBeGreaterThan(500);
    expect(x + Number(bar.getAttribute("width"))).toBeLessThan(WIDEST);
  }
});

test("a round without decisions has no accuracy", () => {
  const replay = { avatars: review.avatars } as unknown as Replay;
  const own = { ...review.seats[0]!, accuracy: null };
  expect(contentOf({ replay, own, verdict: "", color: "R" }).caption).toBe("nothing to decide");
});
