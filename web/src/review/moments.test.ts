import { expect, test } from "vitest";

import type { Decision } from "../protocol";
import { review } from "./fixture";
import { gapOf, isSlip, luckOfRound, momentsOf, threeOf } from "./moments";

const SEATS = [0, 1, 2, 3];

test.each(SEATS)("the luck of seat %s, move by move, is what the sum says", (seat) => {
  const parts = review.seats[seat]!.parts;
  const sum = luckOfRound(review, seat).reduce((all, one) => all + one.luck, 0);
  expect(sum).toBeCloseTo(parts.deal + parts.draws + parts.hidden + parts.remainder, 4);
});

test.each(SEATS)("the three moments of seat %s are its own", (seat) => {
  const three = threeOf(review, seat);
  expect(three.at(-1)?.kind).toBe("luck");
  for (const one of three) {
    if (one.kind === "luck") continue;
    expect(one.decision.seat).toBe(seat);
    if (one.kind === "best") expect(one.decision.mark).toBe("best");
  }
});

test("a slip is told with what it cost, and a round without one has its closest call", () => {
  const slip = threeOf(review, 1).find((one) => one.kind === "slip");
  expect(slip?.size).toBeLessThan(-0.02);
  expect(threeOf(review, 0).some((one) => one.kind === "close")).toBe(true);
  expect(threeOf(review, 0).some((one) => one.kind === "slip")).toBe(false);
});

test("the best move is the one that was furthest ahead, not the last card", () => {
  const best = threeOf(review, 3).find((one) => one.kind === "best");
  const wins = (one: Decision): boolean => one.reasons.some((reason) => reason.key === "wins");
  const gaps = review.decisions.filter((one) => one.seat === 3 && one.mark === "best" && !wins(one)).map(gapOf);
  expect(best?.size).toBe(Math.max(...gaps));
});

test.each(SEATS)("the moments of seat %s go through the round, with all slips and no move twice", (seat) => {
  const places = momentsOf(review, seat).map((one) => one.at);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const slips = review.decisions.filter((one) => one.seat === seat && isSlip(one));
  for (const one of slips) expect(places).toContain(one.at);
});

test("a round in which nothing was decided has its luck alone", () => {
  const forced = { ...review, decisions: [], lapses: [] };
  expect(threeOf(forced, 0).map((one) => one.kind)).toEqual(["luck"]);
});
