import { expect, test } from "vitest";

import type { Replay } from "../protocol";
import { numberIn, searchOf, seatsOpen } from "./reader";

const replay = (id: string | null, bots: boolean[]): Replay =>
  ({ id, names: bots.map((_, at) => `P${at}`), bots }) as unknown as Replay;

test("among people only one's own play is looked at, and that of bots", () => {
  expect(seatsOpen(replay("K7QX-1", [false, false, true]), 1, null)).toEqual([1, 2]);
});

test("a link shows the play of whoever sent it", () => {
  expect(seatsOpen(replay("K7QX-1", [false, false, true]), null, 0)).toEqual([0, 2]);
});

test("a game from text is open", () => {
  expect(seatsOpen(replay(null, [false, false]), null, null)).toEqual([0, 1]);
});

test("what an address says is taken if it makes sense", () => {
  expect(numberIn(searchOf(2, 14), "seat", 4)).toBe(2);
  expect(numberIn(searchOf(2, 14), "move", 32)).toBe(14);
  for (const wrong of ["", "?seat=4", "?seat=-1", "?seat=two", "?seat=1e3"]) expect(numberIn(wrong, "seat", 4)).toBeNull();
  expect(searchOf(1, null)).toBe("?seat=1");
});
