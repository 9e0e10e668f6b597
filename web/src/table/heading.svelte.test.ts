import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Clocks } from "./clocks.svelte";
import { Director } from "./director";
import { choice, event, room, still, table, update } from "./fixture";
import { noteOf, titleOf } from "./heading";
import type { Scene } from "./scene.svelte";
import { Turn } from "./turn.svelte";

const CAST = { names: ["Ana", "Ben", "Cleo"], me: 0 };
const MINE = { seat: 0, cards: ["R7", "G5", "*W"], drawn: null, choices: [choice("play", "R7", { card: "R7" })] };

let land: () => void;
let motion: ReturnType<typeof still>;
let scene: Scene;
let turn: Turn;
let stop: () => void;
let show: (next: ReturnType<typeof update>) => void;

beforeEach(() => {
  motion = still();
  motion.play = () => ({
    done: new Promise((done) => (land = done)),
    land: () => undefined,
    takeBack: () => Promise.resolve(),
  });
  stop = $effect.root(() => {
    const first = update(1, [], { table: table({ turn: 2 }) });
    let now = $state.raw(first);
    const director = new Director(motion);
    scene = director.scene;
    const connection = { move: () => 1, refused: null, status: "open" as const };
    const see = () => ({ update: now, connection, readonly: false });
    turn = new Turn(see, director, new Clocks(() => now), () => undefined);
    show = (next) => {
      now = next;
      director.take(next);
    };
    show(first);
  });
  flushSync();
});
afterEach(() => stop());

const title = (): string => titleOf({ scene, turn, room: room(), cast: CAST });
const settled = (): Promise<void> => vi.waitFor(() => expect(scene.settled).toBe(true));

test("it is one's turn when the card of the one before has landed, not when it flies", async () => {
  show(update(2, [event("played", 2, { card: "R9" })], { table: table({ top: "R9" }), hand: MINE }));
  expect(title()).toBe("Waiting for Cleo");
  expect(turn.on).toBe(false);
  expect(turn.playable.size).toBe(0);
  land();
  await settled();
  expect(title()).toBe("Your turn");
  expect(turn.on).toBe(true);
});

test("while one's own card flies nobody else plays yet", async () => {
  show(update(2, [event("kept", 2)], { table: table({ turns: 2 }), hand: MINE }));
  await settled();
  const held = scene.held.find((one) => one.card === "R7");
  if (held === undefined) throw new Error("no card");
  turn.press(held);
  const after = table({ top: "R7", turn: 1, sizes: [2, 7, 7], turns: 3 });
  show(update(3, [event("played", 0, { card: "R7" })], { table: after }));
  expect([scene.table?.turn, title()]).toEqual([0, "Your turn"]); // as the ring says
  land();
  await settled();
  expect([scene.table?.turn, title()]).toEqual([1, "Waiting for Ben"]);
});

test("who takes cards does not play meanwhile, and is said to take them", async () => {
  const said: [string, number | undefined, number | undefined][] = [];
  motion.draw = (_seat, _held, count, _speed, landed) => {
    for (let at = 0; at < count; at += 1) {
      said.push([title(), scene.table?.stock, scene.table?.sizes[2]]);
      landed(at);
    }
    return Promise.resolve();
  };
  const stock = scene.table?.stock ?? 0;
  show(update(2, [event("took", 2, { count: 2 })], { table: table({ sizes: [3, 7, 9], stock: stock - 2 }) }));
  await settled();
  // what is counted goes with the cards
  expect(said).toEqual([
    ["Cleo takes 2 cards", stock, 7],
    ["Cleo takes 2 cards", stock - 1, 8],
  ]);
});

test("after the reader's last card it is nobody's turn", async () => {
  const one = { seat: 0, cards: ["R7"], drawn: null, choices: [choice("play", "R7", { card: "R7" })] };
  show(update(2, [event("kept", 2)], { table: table({ turns: 2, sizes: [1, 7, 7] }), hand: one }));
  await settled();
  const out = event("over", 0, { count: 40 });
  const none = { ...one, cards: [], choices: [] };
  const after = table({ top: "R7", phase: "over", sizes: [0, 7, 7], turns: 3 });
  show(update(3, [event("played", 0, { card: "R7" }), out], { table: after, hand: none }));
  land();
  await vi.waitFor(() => expect(scene.held).toHaveLength(0));
  const shown = { scene, turn, room: room(), cast: CAST };
  expect([titleOf(shown), noteOf(shown)]).toEqual(["Round over", ""]);
  await settled();
});

test("the question for a colour is not said twice", () => {
  const choices = [choice("name", "R", { color: "R" })];
  show(update(2, [], { table: table({ phase: "color", turns: 2 }), hand: { ...MINE, choices } }));
  land?.();
  const shown = { scene, turn, room: room(), cast: CAST };
  expect([titleOf(shown), titleOf({ ...shown, asked: true })]).toEqual(["Choose the colour", "Your turn"]);
});
