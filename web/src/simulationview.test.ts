import { expect, test } from "vitest";

import type { SimulationRow, SimulationShown } from "./protocol";
import { funnelOf, momentAt, scaleOf, blankResult, verdictOf } from "./simulationview";

const row = (bot: string, win_rate: number, beats: number[] = []): SimulationRow => ({
  ...{ bot, wins: 0, win_rate, low: win_rate - 0.01, high: win_rate + 0.01 },
  ...{ points: 20, points_low: 19, points_high: 21, beats },
});
const shown = (rows: SimulationRow[]): SimulationShown => ({
  ...{ rules: "official", seed: 1, games: 10_000, played: 5_000, seconds: 1, done: false, rows },
  course: [
    { played: 100, win_rates: rows.map(() => 0.3), lows: rows.map(() => 0.1), highs: rows.map(() => 0.5) },
    { played: 1_000, win_rates: rows.map(() => 0.3), lows: rows.map(() => 0.25), highs: rows.map(() => 0.35) },
  ],
  lengths: { width: 5, counts: [1, 2, 3], longer: 0, quartiles: [5, 8, 12] },
});
const three = shown([row("a", 0.4, [1, 2]), row("b", 0.28), row("c", 0.32)]);

test("the course is shown mark by mark, and then as it stands", () => {
  expect([0, 1, 2, 9].map((step) => momentAt(three, step).played)).toEqual([100, 1_000, 5_000, 5_000]);
  expect(momentAt(three, 0).shares[0]).toEqual({ rate: 0.3, low: 0.1, high: 0.5 });
  expect(momentAt(three, 2).shares.map((one) => one.rate)).toEqual([0.4, 0.28, 0.32]);
});

test("bars end at a round number, so that they do not all move with every update", () => {
  expect(scaleOf(momentAt(three, 0))).toBe(0.5);
  expect(scaleOf(momentAt(three, 2))).toBe(0.5);
  expect(scaleOf({ played: 1, shares: [{ rate: 1, low: 0.2, high: 1 }] })).toBe(1);
});

test("a funnel has the width of all games, and gets narrower", () => {
  expect(funnelOf(three, 0, momentAt(three, 1))).toBe("M0 1L50 15.3L50 15.3L50 24.8L50 24.8L0 39Z");
  expect(funnelOf({ ...three, course: [] }, 0, momentAt(three, 1))).toBe("");
});

test("who is better is said as far as it is known", () => {
  expect(verdictOf(three)).toEqual({ best: 0, sure: true, close: [[2, 1]] });
  const even = shown([row("a", 0.5), row("b", 0.5)]);
  expect(verdictOf(even)).toEqual({ best: 0, sure: false, close: [[0, 1]] });
  const chain = shown([row("a", 0.4, [2]), row("b", 0.33), row("c", 0.27)]);
  expect(verdictOf(chain)).toEqual({ best: 0, sure: false, close: [[0, 1, 2]] });
});

test("before anything is heard the rows are there, and the fair share is in sight", () => {
  const blank = blankResult({ bots: ["a", "b", "c"], games: 100, rules: "official", seed: null });
  expect(blank.rows.map((one) => one.bot)).toEqual(["a", "b", "c"]);
  expect(momentAt(blank, 0).played).toBe(0);
  expect(scaleOf(momentAt(blank, 0))).toBeGreaterThan(1 / 3);
});
