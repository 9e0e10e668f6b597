import { expect, test } from "vitest";

import { byRules, courseOf, lossOf, niceTop, rateOf, reviewed, walkOf, wilson } from "./figures";
import type { Figures, Round } from "./round";
import { expectedShare } from "./strengths";

const figures = (more: Partial<Figures> = {}): Figures => ({ luck: 0, loss: 0.01, decisions: 10, accuracy: 70, ...more });

let number = 0;
function round(more: Partial<Round> = {}): Round {
  number += 1;
  return {
    ...{ id: `K7QX-${number}`, at: 1_000_000 * number, rules: "official", seat: 0, others: ["hard", "hard", "hard"] },
    ...{ side: 1, won: false, points: 20, turns: 40, helped: "", daily: null, figures: null },
    ...more,
  };
}

const many = (count: number, more: Partial<Round> = {}): Round[] => Array.from({ length: count }, () => round(more));

test("a rate is told with its interval, from five rounds on", () => {
  expect(rateOf(many(4, { won: true })).interval).toBeNull();
  const { won, rounds, fair, interval } = rateOf([...many(34, { won: true }), ...many(62)]);
  expect([won, rounds, fair]).toEqual([34, 96, 24]);
  expect(interval?.rate).toBeCloseTo(34 / 96);
  // the figures of a textbook: 34 of 96 by Wilson
  expect(interval?.low).toBeCloseTo(0.2658, 3);
  expect(interval?.high).toBeCloseTo(0.4539, 3);
});

test("an interval stays within 0 and 1 and says something about rounds that were all lost", () => {
  expect(wilson(0, 5).low).toBe(0);
  expect(wilson(0, 5).high).toBeCloseTo(0.4345, 3);
  expect(wilson(5, 5).high).toBe(1);
});

test("rounds with help and rounds that nobody won are kept, but not counted", () => {
  const rounds = [...many(5, { won: true }), round({ helped: "hint", won: true }), round({ helped: "taken_back" }), round({ won: null })];
  expect(rateOf(rounds)).toMatchObject({ rounds: 5, won: 5 });
  expect(walkOf([round({ helped: "hint", figures: figures({ luck: 0.5 }) })]).sums).toEqual([0]);
});

test("a fair share depends on how many play, and on partners", () => {
  expect(rateOf([round({ others: ["hard"] }), round({ side: 2 })]).fair).toBe(1);
});

test("a Hard bot wins a fair share from its like, more from weaker ones and less from stronger ones", () => {
  expect(expectedShare("hard", round())).toBeCloseTo(0.25);
  const against = (bot: string): number => expectedShare("hard", round({ others: [bot] })) ?? 0;
  expect(against("easy")).toBeGreaterThan(against("medium"));
  expect(against("medium")).toBeGreaterThan(0.5);
  expect(against("expert")).toBeLessThan(0.5);
});

test("what a Hard bot would win is not said where somebody's strength is unknown", () => {
  expect(rateOf([...many(5), round({ others: [""] })]).hard).toBeNull();
  expect(rateOf([...many(5), round({ others: ["mixbot2(slack=2)"] })]).hard).toBeNull();
  expect(rateOf([...many(5), round({ side: 2 })]).hard).toBeNull();
  expect(rateOf(many(8)).hard).toBeCloseTo(2);
  expect(rateOf([]).hard).toBeNull();
});

test("luck is added up from the oldest round on, within a band that grows with the root of their number", () => {
  const rounds = [round({ figures: figures({ luck: 0.3 }) }), round(), round({ figures: figures({ luck: -0.5 }) })];
  const { sums, bounds } = walkOf(rounds); // the latest first
  expect(sums).toEqual([0, -0.5, -0.2]);
  expect(bounds[1]).toBeCloseTo(1.96 * Math.sqrt(0.25 * 0.75));
  expect((bounds[2] ?? 0) / (bounds[1] ?? 1)).toBeCloseTo(Math.SQRT2);
  expect(reviewed(rounds)).toHaveLength(2);
});

test("accuracy is a mean over the last twenty rounds, by their decisions", () => {
  const early = many(10, { figures: figures({ accuracy: 20 }) });
  const late = many(20, { figures: figures({ accuracy: 80 }) });
  const { each, means } = courseOf([...late, ...early]);
  expect(each).toHaveLength(30);
  expect(means[9]).toBeCloseTo(20);
  expect(means[19]).toBeCloseTo(50);
  expect(means[29]).toBeCloseTo(80);
  const one = courseOf([round({ figures: figures({ accuracy: 90, decisions: 30 }) }), round({ figures: figures({ accuracy: 50 }) })]);
  expect(one.means[1]).toBeCloseTo(80);
});

test("a round without decisions has no accuracy", () => {
  const forced = round({ figures: figures({ accuracy: null, decisions: 0, loss: null }) });
  expect(courseOf([forced]).each).toEqual([]);
  expect(lossOf([forced])).toBeNull();
  expect(lossOf([forced, round({ figures: figures({ loss: 0.02 }) })])).toBeCloseTo(0.02);
});

test("rates are told by rules, however long they are played", () => {
  const groups = byRules([...many(2, { rules: "party" }), ...many(3), round({ rules: "official+target=0" })], (rules) => rules.split("+")[0] ?? "");
  expect(groups.map(({ name, rate }) => [name, rate.rounds])).toEqual([["official", 4], ["party", 2]]);
});

test("an axis ends at a round number", () => {
  expect([0.3, 1, 3.4, 8.1, 51].map(niceTop)).toEqual([0.5, 1, 5, 10, 100]);
});
