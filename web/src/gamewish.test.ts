import { expect, test } from "vitest";

import { gameWish } from "./gamewish";

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
