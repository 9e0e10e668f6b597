import { expect, test } from "vitest";

import type { Reason } from "../protocol";
import { event } from "../table/fixture";
import { deedsOf, tellingDeeds } from "./sofar";

const reason = (key: string, seat: number): Reason => ({ key, seat, cards: null, color: null, percent: null, points: null });

const EVENTS = [
  event("dealt", 2),
  event("played", 0, { card: "R5" }),
  event("drew", 1, { count: 1 }),
  event("kept", 1),
  event("played", 2, { card: "RV" }),
  event("reversed", 2, { clockwise: false }),
  event("played", 1, { card: "GW" }),
  event("said", 1),
];

test("every deed has its card or a word, and what follows by itself is left out", () => {
  expect(deedsOf(EVENTS).map(({ card, note }) => [card, note])).toEqual([
    ["R5", ""],
    ["back", "draws"],
    [null, "keeps it"],
    ["RV", ""],
    ["GW", "Uno!"],
  ]);
});

test("what an answer speaks of is found", () => {
  const deeds = deedsOf(EVENTS);
  expect([...tellingDeeds(deeds, [reason("drew_on", 1)])]).toEqual([1]);
  expect([...tellingDeeds(deeds, [reason("named", 1), reason("holds_up", 1)])]).toEqual([4]);
  expect([...tellingDeeds(deeds, [reason("drew_on", 0)])]).toEqual([]);
});
