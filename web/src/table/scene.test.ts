import { expect, test, vi } from "vitest";

import type { Table } from "../protocol";
import { event, still, table, update } from "./fixture";
import { Scene } from "./scene.svelte";
import { handsAfter } from "./sight";

const settled = (scene: Scene): Promise<void> => vi.waitFor(() => expect(scene.settled).toBe(true));
const hand = (scene: Scene): string =>
  scene.held
    .map((one) => one.card)
    .sort()
    .join(" ");

test("the first update is shown at once, and what happened before is in the log", () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(4, [event("played", 2, { card: "R5" })]));
  expect(scene.settled).toBe(true);
  expect(scene.log).toHaveLength(1);
  expect(scene.table?.top).toBe("R5");
  expect(motion.asked).toEqual([]);
});

test("events are shown one after the other, and in the end all is as the server says", async () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(1, []));
  const sizes = [3, 6, 9];
  const after = table({ top: "RD", sizes, stock: 78, turn: 0, turns: 2, under: ["R5"] });
  const events = [
    event("played", 1, { card: "RD" }),
    event("took", 2, { count: 2 }),
    event("skipped", 2),
  ];
  scene.take(update(2, events, { table: after }));
  expect(scene.settled).toBe(false);
  expect(scene.shown).toBe(1);
  expect(scene.table?.sizes).toEqual([3, 7, 7]);
  await settled(scene);
  expect(scene.shown).toBe(2);
  expect(motion.asked).toEqual(["play 1 RD", "draw 2 0 of 2"]);
  expect(scene.table).toEqual(after);
  expect(scene.pile.at(-1)?.card).toBe("RD");
  expect(scene.bubbles[2]?.kind).toBe("skipped");
  expect(scene.bursts[2]?.count).toBe(2);
});

test("a card flies when it is pressed, once; the update only confirms it", async () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(1, [], { hand: { seat: 0, cards: ["R7", "R7"], drawn: null, choices: [] } }));
  const second = scene.held[1];
  if (second === undefined) throw new Error("no second card");
  scene.begin(second, "R7");
  expect(scene.busy).toBe(true);
  expect(scene.leaving.has(second.id)).toBe(true);
  const one = { seat: 0, cards: ["R7"], drawn: null, choices: [] };
  scene.take(update(2, [event("played", 0, { card: "R7" })], { hand: one }));
  await settled(scene);
  expect(motion.asked).toEqual(["play 0 R7"]);
  expect(scene.held.map((held) => held.id)).not.toContain(second.id);
  expect(scene.leaving.size).toBe(0);
  expect(scene.busy).toBe(false);
});

test("a card that is refused comes back into its place", async () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(1, []));
  const held = scene.held[0];
  if (held === undefined) throw new Error("no card");
  scene.begin(held, "R7");
  expect(await scene.takeBack()).toBe(held.id);
  expect(scene.leaving.size + scene.flying.size).toBe(0);
  expect(hand(scene)).toBe("*W G5 R7");
  expect(await scene.takeBack()).toBeNull();
});

test("drawn cards are added to the hand and marked", async () => {
  const scene = new Scene(still());
  scene.take(update(1, []));
  const cards = ["R7", "G5", "*W", "B3"];
  const drew = event("drew", 0, { count: 1, cards: ["B3"] });
  scene.take(update(2, [drew], { hand: { seat: 0, cards, drawn: "B3", choices: [] } }));
  await settled(scene);
  expect(scene.held.at(-1)).toMatchObject({ card: "B3", fresh: true });
});

test("after a swap the hand is the one the update tells", async () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(1, []));
  const cards = ["Y1", "Y2"];
  const swap = event("swapped", 1, { other: 0 });
  scene.take(update(2, [swap], { hand: { seat: 0, cards, drawn: null, choices: [] } }));
  await settled(scene);
  expect(motion.asked).toEqual(["move 1>0 0>1"]);
  expect(hand(scene)).toBe("Y1 Y2");
});

test("far behind, it jumps to the end, and the log has everything", () => {
  const motion = still();
  const scene = new Scene(motion);
  scene.take(update(1, []));
  const many = Array.from({ length: 30 }, () => event("kept", 1));
  scene.take(update(31, many, { table: table({ turns: 30 }) }));
  expect(scene.settled).toBe(true);
  expect(scene.log).toHaveLength(30);
  expect(scene.table?.turns).toBe(30);
  expect(motion.asked).toEqual([]);
});

test("a step that was told before is not told again", async () => {
  const scene = new Scene(still());
  const first = update(2, [event("kept", 1)]);
  scene.take(first);
  scene.take({ ...first, steps: first.steps });
  await settled(scene);
  expect(scene.log).toHaveLength(1);
});

test("whoever only watches sees backs, or the cards when hands lie open", () => {
  const scene = new Scene(still());
  scene.take(update(1, [], { seats: [], hand: null }));
  expect(hand(scene)).toBe("back back back");
  const hands = [["R1"], ["G2"], ["B3"]];
  scene.take(update(2, [], { seats: [], hand: null, table: table({ hands, sizes: [1, 1, 1] }) }));
  return settled(scene).then(() => expect(hand(scene)).toBe("R1"));
});

test("after a leap nothing that was still moving has the last word", async () => {
  let land = (): void => undefined;
  const motion = { ...still(), play: () => new Promise<void>((done) => (land = done)) };
  const scene = new Scene(motion);
  scene.take(update(1, [], { hand: null, table: table({ sizes: [7, 7, 7] }) }));
  scene.take(
    update(2, [event("played", 1, { card: "R7" })], { hand: null, table: table({ sizes: [7, 6, 7], top: "R7" }) }),
  );
  const back = update(3, [event("drew", 2, { count: 1 })], { hand: null, table: table({ sizes: [7, 7, 7] }) });
  scene.take(back, true);
  land();
  await vi.waitFor(() => expect(scene.table).toEqual(back.table));
  expect(scene.settled).toBe(true);
  expect(Object.keys(scene.bubbles)).toContain("2");
});

test("open hands change with the cards, not only when all is over", () => {
  const hands = [["R7"], ["G5", "*W"], ["B1"]];
  const events = [event("played", 1, { card: "RW" }), event("drew", 2, { count: 1, cards: ["Y3"] })];
  expect(events.reduce<Table["hands"]>(handsAfter, hands)).toEqual([["R7"], ["G5"], ["B1", "Y3"]]);
  expect(handsAfter(null, events[0] ?? event("dealt", 0))).toBeNull();
});
