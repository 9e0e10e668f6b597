import { expect, test } from "vitest";

import { addressOf, readWish } from "./simulationwish";

test("what an address says is read, and written again the same", () => {
  const wish = { bots: ["mixbot2(slack=2)", "random"], games: 5_000, rules: "party+wd4=free", seed: 7 };
  expect(readWish(addressOf(wish))).toEqual(wish);
});

test.each(["", "?bot=random", "?games=many&seed=-1", "?games=1e9"])("%j is made up for", (search) => {
  const wish = readWish(search);
  expect(wish.bots.length).toBeGreaterThanOrEqual(2);
  expect([wish.games, wish.seed]).toEqual([100_000, null]);
});
