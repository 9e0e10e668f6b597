import { expect, test } from "vitest";

import { gameWish, opponentsIn } from "./gamewish";

test("an address can ask for a game", () => {
  expect(gameWish("?opponents=2&rules=party%2Btarget%3D0&bot=mixbot2&seed=42&name=Ada")).toEqual({
    opponents: 2,
    rules: "party+target=0",
    bot: "mixbot2",
    seed: "42",
    name: "Ada",
  });
  expect(gameWish("?opponents=1")).toEqual({
    opponents: 1,
    rules: "official",
    bot: "medium",
    seed: null,
    name: null,
  });
});

test.each(["", "?rules=party", "?opponents=0", "?opponents=10", "?opponents=two"])(
  "%j asks for none",
  (search) => {
    expect(gameWish(search)).toBeNull();
  },
);

test.each([
  ["official/7/42", 6],
  [" party+target=0/2/1 ", 1],
  ["official/4", 3],
  ["official", null],
  ["official/11/1", null],
  ["", null],
])("the deal %j is for %j opponents", (deal, opponents) => {
  expect(opponentsIn(deal)).toBe(opponents);
});
