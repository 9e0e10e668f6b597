import { expect, test } from "vitest";

import { PUZZLE_THEMES, type PuzzleListed } from "../protocol";
import { matches, nextOf, readFilter, searchOf } from "./choose";

const listed = (id: string, theme: PuzzleListed["theme"] = "hold", strength = 2): PuzzleListed => ({
  id,
  number: 1,
  theme,
  strength,
  rules: "official",
  players: 3,
});
const ALL = [listed("a"), listed("b"), listed("c")];

test("the next puzzle is the first behind this one that is not solved", () => {
  expect(nextOf(ALL, "a", (id) => id === "b")?.id).toBe("c");
  expect(nextOf(ALL, "c", () => false)?.id).toBe("a");
  expect(nextOf(ALL, null, (id) => id === "a")?.id).toBe("b");
  expect(nextOf(ALL, "a", () => true)?.id).toBe("b");
});

test("there is none where there is no other", () => {
  expect(nextOf([], "a", () => false)).toBeNull();
  expect(nextOf(ALL.slice(0, 1), "a", () => false)).toBeNull();
});

test("a filter is what its address says", () => {
  const filter = { theme: "color" as const, strength: 3 };
  expect(readFilter(searchOf(filter), PUZZLE_THEMES)).toEqual(filter);
  expect(searchOf({ theme: null, strength: null })).toBe("");
  expect(readFilter("?theme=chess&strength=9", PUZZLE_THEMES)).toEqual({ theme: null, strength: null });
  expect(matches(listed("a", "color", 3), filter)).toBe(true);
  expect(matches(listed("a", "color", 2), filter)).toBe(false);
});
