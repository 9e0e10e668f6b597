import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Reacted, Said } from "./protocol";
import { cut, Remarks, type Listener, type Mood } from "./remarks.svelte";
import { room } from "./table/fixture";

const reacts = (seat: number, mood: Mood): Reacted => ({ type: "reacted", seat, mood });
const says = (seat: number, text: string): Said => ({ type: "said", seat, name: "?", text });

function hearing(more: Partial<Listener> = {}): Remarks {
  return new Remarks({
    seat: (number) => room().seats[number],
    isMine: (number) => number === 0,
    isMuted: () => false,
    wantsReactions: () => true,
    reads: () => false,
    ...more,
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a reaction stands at the seat for a moment, and is read aloud", () => {
  const remarks = hearing();
  remarks.hear(reacts(1, "ha"));
  expect(remarks.shown[1]).toMatchObject({ mood: "ha" });
  expect(remarks.spoken).toBe("Ben: Ha!");
  vi.advanceTimersByTime(2_400);
  expect(remarks.shown[1]).toBeDefined(); // and fades
  vi.advanceTimersByTime(160);
  expect(remarks.shown).toEqual({});
  expect(remarks.spoken).toBe("");
});

test("a new one takes the place of the old, and has its own time", () => {
  const remarks = hearing();
  remarks.hear(reacts(1, "ha"));
  vi.advanceTimersByTime(2_000);
  remarks.hear(reacts(1, "ouch"));
  remarks.hear(reacts(2, "wow"));
  vi.advanceTimersByTime(2_000);
  expect(remarks.shown).toMatchObject({ 1: { mood: "ouch" }, 2: { mood: "wow" } });
  remarks.hear(says(1, "well"));
  expect(remarks.shown[1]).toMatchObject({ text: "well" });
  expect(remarks.spoken).toBe("Ben says: well");
});

test("those who are muted show and say nothing, nor do reactions that nobody wants", () => {
  const muted = hearing({ isMuted: (seat) => seat.device === "ben" });
  muted.hear(reacts(1, "gotcha"));
  muted.hear(says(1, "hello"));
  expect(muted.shown).toEqual({});
  muted.hear(reacts(2, "nice"));
  expect(muted.shown[2]).toBeDefined();
  const quiet = hearing({ wantsReactions: () => false });
  quiet.hear(reacts(1, "ha"));
  expect(quiet.shown).toEqual({});
  expect(quiet.spoken).toBe("");
  quiet.hear(says(1, "hello"));
  quiet.hear(reacts(0, "wow")); // the reader's, which was asked for
  expect(Object.keys(quiet.shown)).toEqual(["0", "1"]);
});

test("what is one's own, or read from the chat, is not read aloud again", () => {
  const remarks = hearing({ reads: () => true });
  remarks.hear(reacts(0, "ha"));
  remarks.hear(says(1, "hello"));
  expect(remarks.spoken).toBe("");
});

test("a bubble has the first few words", () => {
  expect(cut("Hello!")).toBe("Hello!");
  expect(cut("That was the very last green card I had")).toBe("That was the very last…");
  expect(cut("x".repeat(200))).toBe(`${"x".repeat(28)}…`);
  expect(cut("👩‍👩‍👧".repeat(1))).toBe("👩‍👩‍👧");
});
