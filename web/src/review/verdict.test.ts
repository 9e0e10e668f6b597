import { expect, test } from "vitest";

import { isKey } from "../i18n/index.svelte";
import type { SeatReview } from "../protocol";
import { sumOf, placeOf } from "./sum";
import { VERDICTS, verdictOf } from "./verdict";

const none = { deal: 0, draws: 0, hidden: 0, own: 0, others: 0, remainder: 0 };

function seat(loss: number | null, luck: number, more: Partial<SeatReview> = {}): SeatReview {
  const figures = { decisions: 9, best: 7, slips: 0, blunders: 0, accuracy: 80, adjusted: 0, result: 0, share: 0.25 };
  return { seat: 0, ...figures, loss, parts: { ...none, draws: luck }, ...more };
}

test.each([
  [0.005, -0.2, "goodUnlucky"],
  [0.005, 0.2, "goodLucky"],
  [0.005, 0.05, "good"],
  [0.01, 0.11, "lucky"],
  [0.01, -0.11, "unlucky"],
  [0.01, 0, "plain"],
  [0.02, 0.3, "needed"],
  [0.02, -0.3, "neither"],
  [0.02, 0, "plain"],
  [null, 0.7, "forced"],
] as const)("%s lost per decision and luck of %s: %s", (loss, luck, verdict) => {
  expect(verdictOf(seat(loss, luck))).toBe(verdict);
});

test("every verdict has its sentence, for the reader and for others", () => {
  for (const one of VERDICTS) {
    expect(isKey(`review.you.${one}`)).toBe(true);
    expect(isKey(`review.they.${one}`)).toBe(true);
  }
});

test("luck has a block for each part that pulls the same way, and they add up", () => {
  const sum = sumOf(seat(0.01, 0, { parts: { ...none, deal: -0.1, draws: -0.2, hidden: -0.001, own: -0.05, others: 0.1 } }));
  expect(sum.blocks).toHaveLength(2);
  expect(sum.blocks[0]).toEqual({ from: 0, to: -0.1 });
  expect(sum.blocks[1]?.to).toBeCloseTo(-0.301);
  expect(sum.skill).toBeCloseTo(0.05);
});

test("parts that pull apart are one block", () => {
  const sum = sumOf(seat(0.01, 0, { parts: { ...none, deal: -0.1, draws: 0.25 } }));
  expect(sum.blocks).toEqual([{ from: 0, to: 0.15 }]);
});

test("the scale holds all bars, also where nothing happened", () => {
  const sum = sumOf(seat(0.01, -0.4, { result: 1 }));
  for (const value of [sum.luck, sum.skill, sum.result, 0]) {
    expect(placeOf(value, sum)).toBeGreaterThan(0);
    expect(placeOf(value, sum)).toBeLessThan(100);
  }
  const still = sumOf(seat(null, 0, { result: 0.25 }));
  expect(placeOf(0, still)).toBeCloseTo(50);
});
