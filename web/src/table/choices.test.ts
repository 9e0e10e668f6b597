import { expect, test } from "vitest";

import { attempt, group } from "./choices";
import { choice } from "./fixture";

test("choices are sorted by what is asked for", () => {
  const sorted = group([
    choice("play", "R7", { card: "R7" }),
    choice("play", "RW", { card: "*W", color: "R" }),
    choice("play", "GW", { card: "*W", color: "G" }),
    choice("draw", "+"),
    choice("catch", "x2", { seat: 2 }),
    choice("jump", "B3", { card: "B3" }),
  ]);
  expect(sorted.plays.get("*W")?.map((one) => one.move)).toEqual(["RW", "GW"]);
  expect(sorted.plays.get("R7")).toHaveLength(1);
  expect(sorted.jumps.has("B3")).toBe(true);
  expect(sorted.draw?.move).toBe("+");
  expect(sorted.catches[0]?.seat).toBe(2);
  expect(sorted.keep).toBeNull();
});

test("a card that does not fit is tried all the same, a wild with some colour", () => {
  expect(attempt("R7")).toBe("R7");
  expect(attempt("*F")).toBe("RF");
});
