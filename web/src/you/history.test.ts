import { beforeEach, expect, test, vi } from "vitest";

import { LARGEST, readFile, writeFile } from "./file";
import { history, MOST } from "./history.svelte";
import { readRound, type Round } from "./round";

const round = (number: number, more: Partial<Round> = {}): Round => ({
  ...{ id: `K7QX-${number}`, at: 1_700_000_000_000 + number, rules: "official", seat: 1, others: ["hard", ""], side: 1 },
  ...{ won: true, points: 31, turns: 40, helped: "", daily: null, figures: null },
  ...more,
});
const figures = { luck: 0.12, loss: 0.004, decisions: 9, accuracy: 81 };
const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => {
  localStorage.clear();
  history.clear();
});

test("a round is noted once, the latest first, and lasts", () => {
  history.add(round(1));
  history.add(round(2));
  history.add(round(2));
  expect(history.rounds.map((one) => one.id)).toEqual(["K7QX-2", "K7QX-1"]);
  expect(JSON.parse(localStorage.getItem("unolab.rounds") ?? "")).toHaveLength(2);
});

test("a code that comes again on another day is another room", () => {
  history.add(round(1));
  history.add(round(1, { at: round(1).at + 3 * DAY }));
  expect(history.rounds).toHaveLength(2);
});

test("what a review said is added to its round", () => {
  history.add(round(1));
  history.rate("K7QX-1", figures);
  history.rate("K7QX-9", figures);
  expect(history.rounds.map((one) => one.figures)).toEqual([figures]);
});

test("only so many rounds are kept: the oldest go", () => {
  history.merge(Array.from({ length: MOST }, (_, at) => round(at + 1)));
  history.add(round(MOST + 1));
  expect(history.rounds).toHaveLength(MOST);
  expect(history.rounds[0]?.id).toBe(`K7QX-${MOST + 1}`);
  expect(history.rounds.at(-1)?.id).toBe("K7QX-2");
});

test("a file brings all rounds to another browser, and nothing twice", () => {
  history.merge([round(1), round(2, { figures })]);
  const text = writeFile(history.rounds);
  history.clear();
  history.add(round(2));
  expect(history.merge(readFile(text) ?? [])).toBe(1);
  expect(history.rounds).toEqual([round(2, { figures }), round(1)]);
  expect(history.merge(readFile(text) ?? [])).toBe(0);
});

test("all rounds that are kept fit into a file", () => {
  const rounds = Array.from({ length: MOST }, (_, at) =>
    round(at, { rules: "x".repeat(600), others: Array<string>(9).fill("y".repeat(80)), figures }),
  );
  expect(writeFile(rounds).length).toBeLessThan(LARGEST);
  expect(readFile(writeFile(rounds))).toHaveLength(MOST);
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["a list", "[]"],
  ["another format", JSON.stringify({ format: "unolab rounds 9", rounds: [] })],
  ["no rounds", JSON.stringify({ format: "unolab rounds 1", rounds: {} })],
  ["one wrong round", JSON.stringify({ format: "unolab rounds 1", rounds: [round(1), { ...round(2), won: "yes" }] })],
  ["too many", JSON.stringify({ format: "unolab rounds 1", rounds: Array(MOST + 1).fill(round(1)) })],
])("a file with %s is refused", (_, text) => {
  expect(readFile(text)).toBeNull();
});

test.each([
  { id: "../../x" },
  { at: -1 },
  { at: Number.NaN },
  { seat: 3 },
  { others: [] },
  { others: Array<string>(10).fill("hard") },
  { others: ["x".repeat(81)] },
  { side: 3 },
  { rules: "x".repeat(601) },
  { helped: "twice" },
  { points: 1.5 },
  { figures: { ...figures, luck: 1e9 } },
  { figures: { ...figures, accuracy: 101 } },
])("a round with %o is none", (wrong) => {
  expect(readRound(round(1))).not.toBeNull();
  expect(readRound({ ...round(1), ...wrong })).toBeNull();
});

test("what else stands in a round is left out", () => {
  expect(readRound({ ...round(1), html: "<b>" })).toEqual(round(1));
});

test("damaged storage is empty storage", () => {
  localStorage.setItem("unolab.rounds", '{"a": [');
  dispatchEvent(new StorageEvent("storage", { key: "unolab.rounds" }));
  expect(history.rounds).toEqual([]);
  localStorage.setItem("unolab.rounds", JSON.stringify([3, null, round(4)]));
  dispatchEvent(new StorageEvent("storage", { key: "unolab.rounds" }));
  expect(history.rounds).toEqual([round(4)]);
});

test("where nothing can be kept, rounds are there until the page is closed, and that is known", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  history.add(round(1));
  history.add(round(2));
  expect(history.lasting).toBe(false);
  expect(history.rounds).toHaveLength(2);
  vi.unstubAllGlobals();
  history.check();
  expect(history.lasting).toBe(true);
});
