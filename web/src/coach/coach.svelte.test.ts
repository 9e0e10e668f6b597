import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Advice, Hinted, Refused, Update } from "../protocol";
import type { Outgoing } from "../room.svelte";
import { room, table, update } from "../table/fixture";
import { Coach, type Line } from "./coach.svelte";
import { marksOf, sayHint } from "./said";

const ADVICE: Advice = {
  move: "R7",
  moves: [
    { move: "R7", value: 0.31 },
    { move: "+", value: 0.28 },
  ],
  error: 0.01,
  clear: true,
  reasons: [{ key: "holds_up", seat: 1, cards: null, color: null, percent: null, points: null }],
  chances: [0.31, 0.4, 0.29],
  worlds: 256,
};

const HAND = { seat: 0, cards: ["R7", "G4"], drawn: null, choices: [] };

class FakeLine implements Line {
  hinted: Hinted | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  sent: Outgoing[] = [];
  send = (message: Outgoing): number => this.sent.push(message);
  sendQuietly = this.send;

  answer(advice: Advice | null): void {
    this.hinted = { type: "hinted", id: this.sent.length, at: 1, advice, chances: ADVICE.chances };
    flushSync();
  }
}

const there = (number: number, turns: number, more: Partial<Update> = {}): Update =>
  update(number, [], { room: room({ coach: true }), table: table({ turns }), hand: HAND, ...more });

let line: FakeLine;
let coach: Coach;
let end: () => void;
let seen = $state.raw(there(1, 1));
let weighing = $state(false);

beforeEach(() => {
  vi.useFakeTimers();
  seen = there(1, 1);
  weighing = false;
  line = new FakeLine();
  end = $effect.root(() => {
    coach = new Coach(() => ({ update: seen, line, on: true, weighing }));
  });
  flushSync();
});

afterEach(() => {
  coach.close();
  end();
  vi.useRealTimers();
});

test("a hint is asked for, shown, and gone when somebody moves", () => {
  coach.hint();
  expect(line.sent).toEqual([{ type: "hint", at: 1 }]);
  line.answer(ADVICE);
  expect(coach.stage).toBe("given");
  seen = there(2, 1); // only that the round no longer counts has changed
  flushSync();
  expect(coach.stage).toBe("given");
  seen = there(3, 2);
  flushSync();
  expect(coach.advice).toBeNull();
});

test("asked for twice it is hidden, and what comes then is kept for whoever asks again", () => {
  coach.hint();
  coach.hint();
  line.answer(ADVICE);
  expect([coach.stage, coach.advice]).toEqual(["none", null]);
  coach.hint();
  expect([coach.stage, coach.advice, line.sent.length]).toEqual(["given", ADVICE, 1]);
});

test("a hint that does not come is given up, and one that there is none of is said", () => {
  coach.hint();
  vi.advanceTimersByTime(2_100);
  expect(coach.stage).toBe("slow");
  vi.advanceTimersByTime(4_000);
  expect(coach.stage).toBe("failed");
  line.answer(ADVICE); // late, but nobody has gone
  expect(coach.stage).toBe("given");
  seen = there(2, 2);
  flushSync();
  coach.hint();
  line.answer(null);
  expect(coach.stage).toBe("failed");
});

test("while one hint is thought about no other is asked for", () => {
  coach.hint();
  vi.advanceTimersByTime(6_100);
  coach.hint();
  coach.hint();
  expect([coach.stage, line.sent.length]).toEqual(["asked", 1]);
});

test("a refusal ends the waiting", () => {
  coach.hint();
  line.refused = { type: "refused", id: 1, code: "no_coach", text: "", top: null, due: 0 };
  flushSync();
  expect(coach.stage).toBe("none");
});

test("where there is no coach nothing is asked", () => {
  seen = there(1, 1, { room: room({ coach: false }) });
  weighing = true;
  flushSync();
  coach.hint();
  coach.takeBack();
  expect(line.sent).toEqual([]);
});

test("chances are asked for once a turn, and only where they are wanted", () => {
  expect(line.sent).toEqual([]);
  weighing = true;
  flushSync();
  line.answer(null);
  expect(coach.chances).toEqual(ADVICE.chances);
  seen = there(2, 1);
  flushSync();
  expect(line.sent).toHaveLength(1);
  seen = there(3, 2);
  flushSync();
  expect(line.sent.at(-1)).toEqual({ type: "weigh", at: 3 });
  weighing = false;
  flushSync();
  expect(coach.chances).toBeNull();
});

test("a hint waits for the answer about chances, as the coach hears one question at a time", () => {
  weighing = true;
  flushSync();
  coach.hint();
  expect(line.sent.map((one) => one.type)).toEqual(["weigh"]);
  line.answer(null);
  vi.advanceTimersByTime(1);
  expect(line.sent.map((one) => one.type)).toEqual(["weigh", "hint"]);
  line.answer(ADVICE);
  expect(coach.stage).toBe("given");
});

test("that a round no longer counts is said once, and passes", () => {
  seen = there(5, 0, { taken_back: 1 });
  flushSync();
  expect(coach.stage).toBe("taken");
  vi.advanceTimersByTime(6_000);
  expect(coach.stage).toBe("none");
  seen = there(9, 3, { taken_back: 6 });
  flushSync();
  expect(coach.stage).toBe("none");
});

test("a hint in words: clear, far ahead, and even", () => {
  const names = ["Ada", "Bo", "Cleo"];
  expect(sayHint(ADVICE, names)).toEqual({
    title: "Play the red 7",
    why: "It holds Bo up.",
    worth: "31% to win. Next best: Draw (28%).",
  });
  const far = { ...ADVICE, moves: [{ move: "R7", value: 0.6 }, { move: "+", value: 0.2 }] };
  expect(sayHint(far, names).worth).toBe("60% to win. Nothing else comes close.");
  expect(sayHint({ ...ADVICE, clear: false }, names).why).toBe("Red 7 or Draw: no difference worth a name.");
  const only = { ...ADVICE, moves: ADVICE.moves.slice(0, 1) };
  expect(sayHint(only, names).worth).toBe("There is nothing else to do. 31% to win.");
});

test("the card that a hint means is pointed at, a wild without its colour", () => {
  expect(marksOf({ ...ADVICE, move: "GW" })).toMatchObject({ "*W": { strong: true } });
  expect(marksOf({ ...ADVICE, move: "+" })).toEqual({});
  expect(marksOf(null)).toEqual({});
});
