import { expect, test, vi } from "vitest";

import { room, table } from "../table/fixture";
import { headlineOf, linesOf } from "./letters";
import { columnsOf, countCards, readinessOf, resultOf } from "./result";
import { Show } from "./show.svelte";

const ten = room({
  stage: "over",
  winners: [3],
  totals: [10, 20, 30, 500, 50, 60, 70, 80, 90, 0],
  standing: [3, 8, 7, 6, 5, 4, 2, 1, 0, 9],
});

test("the winner's column is the tallest, and nobody is left out", () => {
  const { columns, rest } = columnsOf(ten, 10, null);
  expect(columns.map((one) => one.seat)).toEqual(ten.standing);
  const across = [...columns].sort((one, other) => one.place - other.place).map((one) => one.seat);
  expect(across).toEqual([9, 1, 4, 6, 8, 3, 7, 5, 2, 0]); // the best in the middle
  expect(rest).toEqual([]);
  expect(columns.find((one) => one.won)?.height).toBe(1);
});

test("where only some columns fit, the reader's is among them and the others are listed", () => {
  const { columns, rest } = columnsOf(ten, 5, 9);
  expect(columns.map((one) => one.seat)).toEqual([3, 8, 7, 6, 9]);
  expect(rest).toEqual([5, 4, 2, 1, 0]);
});

test("where the fewest points win, the fewest make the tallest column", () => {
  const low = room({ stage: "over", winners: [1], totals: [500, 100, 300], standing: [1, 2, 0], has: ["points", "fewest"] });
  const heights = Object.fromEntries(columnsOf(low, 10, null).columns.map((one) => [one.seat, one.height]));
  expect(heights[1]).toBe(1);
  expect(heights[0]).toBeLessThan(heights[2] ?? 0);
});

test("the cards of the losers add up to what the server says the winner got", () => {
  const ended = table({ winner: 0, winners: [0, 2], scores: [78, 0, 78, 0], hands: [[], ["R8", "*W"], ["B9"], ["GS"]] });
  expect(countCards(room(), ended)).toEqual([
    { seat: 1, card: "R8", value: 8 },
    { seat: 1, card: "*W", value: 50 },
    { seat: 3, card: "GS", value: 20 },
  ]);
  const other = countCards(room(), { ...ended, scores: [100, 0, 100, 0] });
  expect(other.reduce((sum, one) => sum + one.value, 0)).toBe(100);
  expect(countCards(room({ has: [] }), ended)).toEqual([]);
});

test("one who won alone and looks at it is called you", () => {
  const ended = table({ phase: "over", winner: 0, winners: [0] });
  expect(resultOf(room({ stage: "pause", round: 3 }), ended, [0]).title).toBe("You win round 3");
  expect(resultOf(room({ stage: "over", winners: [0] }), ended, [0]).title).toBe("You win it");
  expect(resultOf(room({ stage: "over", winners: [0], target: 0 }), ended, []).title).toBe("Ana wins round 1");
});

test("who else is ready is told by name, oneself is not among them", () => {
  const people = room({});
  const seats = people.seats.map((seat, at) => ({
    ...seat,
    kind: "person" as const,
    here: true,
    away: false,
    ready: at === 0,
  }));
  const [ana, ...others] = seats.map((seat) => seat.name);
  expect(readinessOf({ ...people, seats }, [0])).toEqual({ ready: [], thinking: others });
  expect(readinessOf({ ...people, seats }, [])).toEqual({ ready: [ana], thinking: others });
});

test("headlines are cut where their lines are shortest", () => {
  expect(linesOf("Mia wins round 3", 2)).toEqual(["Mia wins", "round 3"]);
  expect(headlineOf("Maximiliane-Annabell wins round 3").lines[0]).toBe("Maximiliane-Annabell");
});

test("a show that is cut short has happened as a whole, in its order", () => {
  vi.useFakeTimers();
  const show = new Show(3_000);
  const seen: number[] = [];
  for (const at of [900, 100, 2_300]) show.at(at, () => seen.push(at));
  vi.advanceTimersByTime(500);
  expect([seen, show.done]).toEqual([[100], false]);
  show.finish();
  expect([seen, show.done]).toEqual([[100, 900, 2_300], true]);
  show.at(50, () => seen.push(50));
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual([100, 900, 2_300, 50]);
  vi.useRealTimers();
});
