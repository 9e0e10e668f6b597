import { expect, test } from "vitest";

import { event } from "./fixture";
import { reasonOf } from "./reason";
import { brief, tell, tellParts } from "./story";

const cast = { names: ["Ana", "Ben", "Cleo"], me: 0 };

test("what happened is told to the one who reads it", () => {
  expect(tell(event("played", 1, { card: "GW" }), cast)).toBe("Ben plays wild, green");
  expect(tell(event("played", 0, { card: "R7" }), cast)).toBe("You play red 7");
  expect(tell(event("took", 2, { count: 4 }), cast)).toBe("Cleo takes 4 cards");
  expect(tell(event("caught", 1, { other: 0 }), cast)).toBe("You catch Ben: no Uno call");
  expect(tell(event("challenged", 0, { other: 2, guilty: true }), cast)).toContain("Cleo bluffed");
});

test("cards that are not told are not made up", () => {
  expect(tell(event("drew", 1, { count: 1 }), cast)).toBe("Ben draws a card");
  expect(tell(event("drew", 0, { count: 1, cards: ["R7"] }), cast)).toBe("You draw a card: red 7");
});

test("names and colours can be told from the words between them", () => {
  expect(tellParts(event("played", 1, { card: "GW" }), cast)).toEqual([
    { text: "Ben", name: true },
    { text: " plays " },
    { text: "wild, green", color: "G" },
  ]);
  expect(tellParts(event("caught", 1, { other: 2 }), cast).filter((part) => part.name)).toEqual([
    { text: "Cleo", name: true },
    { text: "Ben", name: true },
  ]);
  expect(tellParts(event("named", 0, { color: "Y" }), cast).at(-1)).toEqual({ text: "yellow", color: "Y" });
});

test("a bubble has at most four words", () => {
  for (const one of [
    event("drew", 1, { count: 2 }),
    event("skipped", 1),
    event("played", 1, { card: "RF" }),
    event("swapped", 1, { other: 2 }),
    event("said", 1),
  ]) {
    expect(brief(one).split(" ").length).toBeLessThanOrEqual(4);
  }
});

test("a refusal says what would fit", () => {
  const refused = {
    type: "refused" as const,
    id: 1,
    code: "does_not_fit",
    text: "",
    top: "G7",
    due: 0,
  };
  expect(reasonOf(refused, "Ben")).toBe("Needs green or 7");
  expect(reasonOf({ ...refused, top: "GF" }, "Ben")).toBe("Needs green or a wild");
  expect(reasonOf({ ...refused, code: "not_your_turn" }, "Ben")).toContain("Ben");
  expect(reasonOf({ ...refused, code: "brand_new", text: "As I say." }, "Ben")).toBe("As I say.");
});
