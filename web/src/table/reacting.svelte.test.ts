import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Mood } from "../remarks.svelte";
import { Reacting } from "./reacting.svelte";

let sent: Mood[];
let reacting: Reacting;
let ask: (question: boolean) => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  stop = $effect.root(() => {
    let asked = $state(false);
    ask = (question) => (asked = question);
    reacting = new Reacting(
      (mood) => void sent.push(mood),
      () => !asked,
    );
  });
  flushSync();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Open the moods and choose one. */
function react(mood: Mood, now: number): void {
  reacting.open = true;
  flushSync();
  reacting.show(mood, now);
  flushSync();
}

test("one tap shows a mood and closes; nothing is shown while it is closed", () => {
  reacting.show("ha", 0);
  expect(sent).toEqual([]);
  react("wow", 0);
  expect(sent).toEqual(["wow"]);
  expect(reacting.open).toBe(false);
});

test("after three in ten seconds it rests for ten", () => {
  react("ha", 0);
  react("wow", 4_000);
  expect(reacting.resting).toBe(false);
  react("ouch", 9_000);
  expect(reacting.resting).toBe(true);
  react("nice", 9_500);
  expect(sent).toHaveLength(3);
  vi.advanceTimersByTime(10_000);
  expect(reacting.resting).toBe(false);
  react("nice", 19_000);
  expect(sent).toHaveLength(4);
});

test("whoever takes their time never has to rest", () => {
  for (let n = 0; n < 12; n += 1) react("hurry", n * 5_001);
  expect(sent).toHaveLength(12);
});

test("it closes by itself, unless somebody is about to choose", () => {
  reacting.open = true;
  flushSync();
  reacting.held = true;
  flushSync();
  vi.advanceTimersByTime(20_000);
  expect(reacting.open).toBe(true);
  reacting.held = false;
  flushSync();
  vi.advanceTimersByTime(4_000);
  expect(reacting.open).toBe(false);
});

test("a question closes it", () => {
  reacting.open = true;
  flushSync();
  ask(true);
  flushSync();
  expect(reacting.open).toBe(false);
});
