import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Choice, Refused, Update } from "../protocol";
import { Clocks } from "./clocks.svelte";
import { Director } from "./director";
import { choice, event, still, table, update } from "./fixture";
import { pressKey, type Keyboard } from "./keyboard";
import type { Scene } from "./scene.svelte";
import { Turn } from "./turn.svelte";

type Sent = [move: string, at: number];

const FITS = choice("play", "R7", { card: "R7" });

/** An update in which something may be done. */
const asks = (number: number, choices: Choice[], more: Partial<Update> = {}): Update =>
  update(number, number === 1 ? [] : [event("played", 2, { card: "R5" })], {
    hand: { seat: 0, cards: ["R7", "G5", "*W"], drawn: null, choices },
    ...more,
  });

let sent: Sent[];
let scene: Scene;
let turn: Turn;
let stop: () => void;
let show: (next: Update) => void;
let refuse: (id: number, code: string) => void;

beforeEach(() => {
  sent = [];
  const move = (text: string, at: number): number => sent.push([text, at]);
  stop = $effect.root(() => {
    let now = $state.raw(asks(1, [FITS]));
    let refused: Refused | null = $state.raw(null);
    refuse = (id, code) => {
      refused = { type: "refused", id, code, text: "", top: null, due: 0 };
      flushSync();
    };
    const director = new Director(still());
    scene = director.scene;
    const see = () => ({
      update: now,
      connection: { move, refused, status: "open" as const },
      readonly: false,
    });
    turn = new Turn(see, director, new Clocks(() => now), () => undefined);
    show = (next) => {
      now = next;
      director.take(next);
    };
  });
  flushSync();
  show(asks(1, [FITS]));
});
afterEach(() => stop());

const press = (card: string): void => {
  const held = scene.held.find((one) => one.card === card);
  if (held === undefined) throw new Error(`no ${card}`);
  turn.press(held);
};
const settled = (): Promise<void> => vi.waitFor(() => expect(scene.settled).toBe(true));

test("what is offered is played at once, and answers the update that offers it", () => {
  press("R7");
  expect(sent).toEqual([["R7", 1]]);
  expect(scene.pending).not.toBeNull();
});

test("a press on a table that still moves answers what was shown, and no card flies", async () => {
  show(asks(2, [FITS, choice("draw", "+")]));
  expect(turn.on).toBe(false);
  press("R7");
  turn.draw();
  expect(sent).toEqual([
    ["R7", 1],
    ["+", 1],
  ]);
  expect(scene.pending).toBeNull();
  await settled();
  press("R7");
  expect(sent.at(-1)).toEqual(["R7", 2]);
});

test("nothing is kept, doubted or named before it was seen", async () => {
  const challenge = { seat: 2, color: "R", test: "color", guilty: 4, innocent: 6 } as const;
  show(asks(2, [choice("keep", "-"), choice("challenge", "?", { challenge })]));
  turn.keep();
  turn.challenge();
  expect(sent).toEqual([]);
  await settled();
  turn.challenge();
  expect(sent).toEqual([["?", 2]]);
});

test("whoever jumps in is not held up by what still moves", () => {
  const after = table({ turn: 1 });
  show(asks(2, [choice("jump", "R7", { card: "R7" })], { table: after }));
  press("R7");
  expect(sent).toEqual([["R7", 2]]);
});

test("Uno is said with the card that leaves one, and can be taken back before", () => {
  turn.sayUno();
  expect(turn.armed).toBe(false); // nothing that is offered leaves one card
  show(asks(1, [{ ...FITS, uno: true }]));
  turn.sayUno();
  turn.sayUno();
  expect(turn.armed).toBe(false);
  turn.sayUno();
  expect(turn.uno).toBe("armed");
  press("R7");
  expect(sent).toEqual([["R7!", 1]]);
});

test("letters play only where they are wanted; arrows and Escape always work", () => {
  const done: string[] = [];
  const keyboard = (letters: boolean, ended = false): Keyboard => ({
    turn,
    letters,
    ended,
    back: () => done.push("back") > 0,
    walk: (step) => void done.push(`walk ${step}`),
    toggleKeys: () => void done.push("keys"),
    toggleLog: () => void done.push("log"),
    sort: () => void done.push("sort"),
    hurry: () => void done.push("hurry"),
    hint: () => done.includes("react") && done.push("hint") > 0,
    takeBack: () => void done.push("take back"),
    toggleReact: () => void done.push("react"),
    react: (at) => done.includes("react") && done.push(`mood ${at}`) > 0,
  });
  for (const key of ["d", "L", "?", "s", "1", "u"]) expect(pressKey(key, keyboard(false))).toBe(false);
  expect(pressKey("ArrowLeft", keyboard(false))).toBe(true);
  expect(pressKey("Escape", keyboard(false))).toBe(true);
  expect(sent).toEqual([]);
  expect(pressKey("d", keyboard(true))).toBe(true);
  expect(pressKey("L", keyboard(true))).toBe(true);
  expect(pressKey("x", keyboard(true))).toBe(false);
  expect(pressKey("h", keyboard(true))).toBe(true); // there is no hint: it hurries the bots
  expect(pressKey("z", keyboard(true))).toBe(true);
  expect(done).toEqual(["walk -1", "back", "log", "hurry", "take back"]);
  expect(pressKey("d", keyboard(true, true))).toBe(false); // the round is over
  expect(pressKey("l", keyboard(true, true))).toBe(true);
  expect(pressKey("e", keyboard(true, true))).toBe(true); // people react to the result
  expect(sent).toEqual([["+", 1]]);
});

test("only a refused card comes back, not one that was played while something else was refused", async () => {
  press("R7"); // the first message
  refuse(2, "too_fast");
  expect(turn.reason).toBe("Too fast. Try again in a moment");
  expect(scene.pending).not.toBeNull();
  refuse(1, "stale");
  expect(scene.pending).toBeNull();
});

test("a reason that is given again stays as long as the first time", () => {
  vi.useFakeTimers();
  refuse(1, "stale");
  vi.advanceTimersByTime(3_000);
  refuse(2, "stale");
  vi.advanceTimersByTime(3_000);
  expect(turn.reason).not.toBe("");
  vi.advanceTimersByTime(1_500);
  expect(turn.reason).toBe("");
  vi.useRealTimers();
});
