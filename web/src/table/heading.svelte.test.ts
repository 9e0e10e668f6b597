import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Clocks } from "./clocks.svelte";
import { choice, event, room, still, table, update } from "./fixture";
import { titleOf } from "./heading";
import { Scene } from "./scene.svelte";
import { Turn } from "./turn.svelte";

const CAST = { names: ["Ana", "Ben", "Cleo"], me: 0 };
const MINE = { seat: 0, cards: ["R7", "G5", "*W"], drawn: null, choices: [choice("play", "R7", { card: "R7" })] };

let land: () => void;
let scene: Scene;
let turn: Turn;
let stop: () => void;
let show: (next: ReturnType<typeof update>) => void;

beforeEach(() => {
  const motion = still();
  motion.play = () => ({
    done: new Promise((done) => (land = done)),
    land: () => undefined,
    takeBack: () => Promise.resolve(),
  });
  stop = $effect.root(() => {
    const first = update(1, [], { table: table({ turn: 2 }) });
    let now = $state.raw(first);
    scene = new Scene(motion);
    const connection = { move: () => 1, refused: null, status: "open" as const };
    const see = () => ({ update: now, connection, readonly: false });
    turn = new Turn(see, scene, new Clocks(() => now), () => undefined);
    show = (next) => {
      now = next;
      scene.take(next);
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
