import { beforeEach, expect, test } from "vitest";

import type { Replay } from "./protocol";
import { keepPlace, placeOf } from "./replayplace";

const replay = (id: string | null, moves = 9): Replay =>
  ({ id, text: "official/2/7: +", frames: Array.from({ length: moves + 1 }) }) as Replay;

beforeEach(() => localStorage.clear());

test("a replay opens where it was left", () => {
  keepPlace(replay("K7QX-1"), 4);
  keepPlace(replay(null), 2);
  expect([placeOf(replay("K7QX-1")), placeOf(replay(null)), placeOf(replay("K7QX-2"))]).toEqual([4, 2, 0]);
});

test("one that was watched to the end, or is not like that any more, begins anew", () => {
  keepPlace(replay("K7QX-1"), 9);
  expect(placeOf(replay("K7QX-1"))).toBe(0);
  keepPlace(replay("K7QX-1"), 5);
  expect(placeOf(replay("K7QX-1", 3))).toBe(0);
  localStorage.setItem("unolab.replays", '{"K7QX-1": "x"}');
  expect(placeOf(replay("K7QX-1"))).toBe(0);
});

test("only so many are remembered", () => {
  for (let n = 1; n <= 80; n += 1) keepPlace(replay(`K7QX-${n}`), 3);
  expect(Object.keys(JSON.parse(localStorage.getItem("unolab.replays") ?? "{}") as object)).toHaveLength(60);
  expect([placeOf(replay("K7QX-1")), placeOf(replay("K7QX-80"))]).toEqual([0, 3]);
});
