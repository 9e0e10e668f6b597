import { expect, test } from "vitest";

import { addressOf, reseed, readWish } from "./simulationwish";

test("what an address says is read, and written again the same", () => {
  const wish = { bots: ["mixbot2(slack=2)", "random"], games: 5_000, rules: "party+wd4=free", seed: 7 };
  expect(readWish(addressOf(wish))).toEqual({ wish, wrong: [] });
});

test("an address that says nothing asks for what is usual", () => {
  const { wish, wrong } = readWish("");
  expect(wish.bots.length).toBeGreaterThanOrEqual(2);
  expect([wish.games, wish.seed, wrong]).toEqual([100_000, null, []]);
});

test.each([
  ["?bot=random", ["bots"]],
  [`?${"bot=random&".repeat(11)}`, ["bots"]],
  ["?games=many&seed=-1", ["games", "seed"]],
  ["?games=1e9", ["games"]],
  ["?games=0", ["games"]],
])("%j says what is wrong, and is made up for", (search, wrong) => {
  const read = readWish(search);
  expect(read.wrong).toEqual(wrong);
  expect(read.wish.bots.length).toBeLessThanOrEqual(10);
  expect([read.wish.games, read.wish.seed]).toEqual([100_000, null]);
});

test("once more means other cards, which the address names", () => {
  const { wish } = readWish("?seed=5");
  expect(reseed(wish, 0.5).seed).toBe(2 ** 31);
  expect(readWish(addressOf(reseed(wish))).wish.seed).toBeLessThan(2 ** 32);
});
