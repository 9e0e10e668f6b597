import { expect, test } from "vitest";

import { addressOf, gameIn, namesIn } from "./gamelink";

const GAME = "official+seven_zero=true/3/42: R7 + - ? *R >2! x1 !  # Ada; 1, Zoë, Ben";

test("a game comes back from its address, which stays short", () => {
  const address = addressOf(GAME);
  expect(gameIn(new URL(address ?? "", "http://here").hash)).toBe(GAME);
  expect(address).toContain("/3/42:;R7;+;-;?;*R;");
});

test("a game that is too long has no address", () => {
  expect(addressOf("R7 ".repeat(3_000))).toBeNull();
});

test.each(["", "#", "#%E4%"])("%j holds no game", (hash) => {
  expect(gameIn(hash)).toBeNull();
});

test("the names stand behind the game, not in a line of their own", () => {
  expect(namesIn(GAME)).toEqual(["Ada; 1", "Zoë", "Ben"]);
  expect(namesIn("# kept, long ago\nofficial/2/7: +\n")).toEqual([]);
});
