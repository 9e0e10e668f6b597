import { beforeEach, expect, test } from "vitest";

import { Progress } from "./progress.svelte";

const A = "0000000a";
const B = "0000000b";
const C = "0000000c";

beforeEach(() => localStorage.clear());

test("puzzles solved on the first try are a row, which a mistake ends", () => {
  const progress = new Progress();
  progress.solve(A, true);
  progress.solve(B, true);
  expect([progress.streak, progress.best]).toEqual([2, 2]);
  progress.miss(C);
  progress.solve(C, false);
  expect([progress.streak, progress.best]).toEqual([0, 2]);
  expect(progress.results.get(C)).toBe("later");
});

test("what was solved before neither counts again nor ends a row", () => {
  const progress = new Progress();
  progress.solve(A, true);
  progress.solve(A, true);
  progress.miss(A);
  expect(progress.streak).toBe(1);
});

test("the browser keeps it", () => {
  const progress = new Progress();
  progress.solve(A, true);
  progress.solve(B, false);
  const again = new Progress();
  expect([...again.results].sort()).toEqual([[A, "first"], [B, "later"]]);
  expect([again.streak, again.best]).toEqual([1, 1]);
  expect(again.solved([{ id: A }, { id: C }])).toBe(1);
});

test("what makes no sense is not kept", () => {
  localStorage.setItem("unolab.puzzles", JSON.stringify({ first: [5, "no id", A], later: "x", streak: -1, best: 1.5 }));
  const progress = new Progress();
  expect([...progress.results.keys()]).toEqual([A]);
  expect([progress.streak, progress.best]).toEqual([0, 0]);
});
