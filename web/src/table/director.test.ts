import { beforeEach, expect, test, vi } from "vitest";

import type { Table } from "../protocol";
import { Director } from "./director";
import { choice, event, still, table, update } from "./fixture";
import type { Scene } from "./scene.svelte";
import { handsAfter } from "./sight";

beforeEach(() => sessionStorage.clear());

const settled = (scene: Scene): Promise<void> => vi.waitFor(() => expect(scene.settled).toBe(true));
const hand = (scene: Scene): string =>
  scene.held
    .map((one) => one.card)
    .sort()
    .join(" ");

test("the first update is shown at once, and what happened before is in the log", () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(4, [event("played", 2, { card: "R5" })]));
  expect(scene.settled).toBe(true);
  expect(scene.log).toHaveLength(1);
  expect(scene.table?.top).toBe("R5");
  expect(motion.asked).toEqual([]);
});

test("events are shown one after the other, and in the end all is as the server says", async () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const sizes = [3, 6, 9];
  const after = table({ top: "RD", sizes, stock: 78, turn: 0, turns: 2, under: ["R5"] });
  const events = [
    event("played", 1, { card: "RD" }),
    event("took", 2, { count: 2 }),
    event("skipped", 2),
  ];
  director.take(update(2, events, { table: after }));
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
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, [], { hand: { seat: 0, cards: ["R7", "R7"], drawn: null, choices: [] } }));
  const second = scene.held[1];
  if (second === undefined) throw new Error("no second card");
  director.playEarly(second, "R7", 1);
  expect(scene.pending).not.toBeNull();
  expect(scene.leaving.has(second.id)).toBe(true);
  const one = { seat: 0, cards: ["R7"], drawn: null, choices: [] };
  director.take(update(2, [event("played", 0, { card: "R7" })], { hand: one }));
  await settled(scene);
  expect(motion.asked).toEqual(["play 0 R7"]);
  expect(scene.held.map((held) => held.id)).not.toContain(second.id);
  expect(scene.leaving.size).toBe(0);
  expect(scene.pending).toBeNull();
});

test("a card that is refused comes back into its place", async () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const held = scene.held[0];
  if (held === undefined) throw new Error("no card");
  director.playEarly(held, "R7", 1);
  expect(await director.takeBack()).toBe(held.id);
  expect(scene.leaving.size + scene.flying.size).toBe(0);
  expect(hand(scene)).toBe("*W G5 R7");
  expect(await director.takeBack()).toBeNull();
});

test("drawn cards are added to the hand and marked", async () => {
  const director = new Director(still());
  const { scene } = director;
  director.take(update(1, []));
  const cards = ["R7", "G5", "*W", "B3"];
  const drew = event("drew", 0, { count: 1, cards: ["B3"] });
  director.take(update(2, [drew], { hand: { seat: 0, cards, drawn: "B3", choices: [] } }));
  await settled(scene);
  expect(scene.held.at(-1)).toMatchObject({ card: "B3", fresh: true });
});

test("after a swap the hand is the one the update tells", async () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const cards = ["Y1", "Y2"];
  const swap = event("swapped", 1, { other: 0 });
  director.take(update(2, [swap], { hand: { seat: 0, cards, drawn: null, choices: [] } }));
  await settled(scene);
  expect(motion.asked).toEqual(["move 1>0 0>1"]);
  expect(hand(scene)).toBe("Y1 Y2");
});

test("far behind, it jumps to the end, and the log has everything", () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const many = Array.from({ length: 30 }, () => event("kept", 1));
  director.take(update(31, many, { table: table({ turns: 30 }) }));
  expect(scene.settled).toBe(true);
  expect(scene.log).toHaveLength(30);
  expect(scene.table?.turns).toBe(30);
  expect(motion.asked).toEqual([]);
});

test("a step that was told before is not told again", async () => {
  const director = new Director(still());
  const { scene } = director;
  const first = update(2, [event("kept", 1)]);
  director.take(first);
  director.take({ ...first, steps: first.steps });
  await settled(scene);
  expect(scene.log).toHaveLength(1);
});

test("whoever only watches sees backs, or the cards when hands lie open", () => {
  const director = new Director(still());
  const { scene } = director;
  director.take(update(1, [], { seats: [], hand: null }));
  expect(hand(scene)).toBe("back back back");
  const hands = [["R1"], ["G2"], ["B3"]];
  director.take(update(2, [], { seats: [], hand: null, table: table({ hands, sizes: [1, 1, 1] }) }));
  return settled(scene).then(() => expect(hand(scene)).toBe("R1"));
});

// ── the deal ──────────────────────────────────────────────────────────────────────────────────────

const dealt = (): ReturnType<typeof update> => {
  const cards = ["R1", "R2", "G3", "G4"];
  const took = event("took", 0, { count: 2, cards: ["G3", "G4"] });
  return update(5, [event("dealt", 2, { card: "RD" }), took], {
    table: table({ top: "RD", turn: 1, sizes: [4, 2, 2], stock: 99 }),
    hand: { seat: 0, cards, drawn: null, choices: [] },
  });
};

test("whoever comes to a table sees its deal, and then what the first card does", async () => {
  const motion = still();
  const seen: unknown[] = [];
  const deal = motion.deal;
  motion.deal = (cards, ...more) => {
    seen.push([scene.table?.sizes, scene.table?.top, scene.table?.color, scene.dealing]);
    return deal(cards, ...more);
  };
  const draw = motion.draw;
  motion.draw = (...given) => {
    seen.push([scene.table?.sizes, scene.pile.map((one) => one.card), scene.dealing]);
    return draw(...given);
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(dealt());
  expect(scene.settled).toBe(false);
  await settled(scene);
  expect(motion.asked).toEqual(["deal 6", "sort", "turn up RD", "draw 0 2 of 2"]);
  expect(seen).toEqual([
    [[0, 0, 0], null, null, "cards"],
    [[2, 2, 2], ["RD"], null],
  ]);
  expect(scene.table?.sizes).toEqual([4, 2, 2]);
  expect(hand(scene)).toBe("G3 G4 R1 R2");
});

test("cards are dealt one each, from the player whom the server names", async () => {
  const motion = still();
  const order: number[] = [];
  motion.deal = (cards) => {
    order.push(...cards.map((card) => card.seat));
    return Promise.resolve();
  };
  const director = new Director(motion);
  const { scene } = director;
  const sizes = [2, 2, 2];
  director.take(update(5, [event("dealt", 0, { card: "R5", other: 1 })], { table: table({ sizes, turn: 1 }), hand: null }));
  await settled(scene);
  expect(order).toEqual([1, 2, 0, 1, 2, 0]);
});

test("a reloaded page does not deal again", () => {
  new Director(still()).take(dealt());
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(dealt());
  expect(scene.settled).toBe(true);
  expect(scene.dealing).toBeNull();
  expect(motion.asked).toEqual([]);
});

test("whoever is in a hurry gets the rest at once, while cards are dealt and only then", async () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(dealt());
  director.hasten();
  expect(motion.asked).toContain("hasten");
  await settled(scene);
  motion.asked.length = 0;
  director.hasten();
  expect(motion.asked).toEqual([]);
});

test("for those who like it still the cards are there, and the first card takes effect after it", async () => {
  const motion = { ...still(), still: true };
  const director = new Director(motion);
  const { scene } = director;
  director.take(dealt());
  await settled(scene);
  expect(motion.asked.filter((what) => what.startsWith("deal"))).toEqual([]);
  expect(scene.table?.sizes).toEqual([4, 2, 2]);
});

// ── moments ───────────────────────────────────────────────────────────────────────────────────────

test("the shapes of somebody's wild fly out before its colour is in force", async () => {
  const motion = still();
  const colors: unknown[] = [];
  const scatter = motion.scatter;
  motion.scatter = (speed) => {
    colors.push(scene.table?.color, scene.pile.at(-1)?.card);
    return scatter(speed);
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const after = table({ top: "GW", color: "G", under: ["R5"], turn: 2, sizes: [3, 6, 7] });
  director.take(update(2, [event("played", 1, { card: "GW" })], { table: after }));
  await settled(scene);
  expect(motion.asked).toEqual(["play 1 *W", "shapes fly", "G floods"]);
  expect(colors).toEqual(["R", "*W"]);
  expect(scene.pile.at(-1)?.card).toBe("GW");
});

test("cards that are due are shown at their victim before anything is asked", async () => {
  const motion = still();
  const rests: unknown[] = [];
  motion.rest = () => {
    rests.push([scene.table?.turn, scene.table?.due, scene.settled, scene.moods[0]]);
    return Promise.resolve();
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, [], { table: table({ turn: 2 }) }));
  const after = table({ top: "GF", color: "G", due: 4, phase: "penalty", sizes: [3, 7, 6] });
  director.take(update(2, [event("played", 2, { card: "GF" })], { table: after }));
  await settled(scene);
  expect(rests).toEqual([[0, 4, false, "wow"]]);
});

test("nothing is due while a challenge is decided, and the loser takes the cards after it", async () => {
  const motion = still();
  const seen: unknown[] = [];
  motion.rest = () => {
    seen.push([scene.table?.due, scene.bursts[2]?.count ?? 0, scene.outcome?.kind ?? null]);
    return Promise.resolve();
  };
  const director = new Director(motion);
  const { scene } = director;
  const due = table({ top: "GF", color: "G", due: 4, phase: "penalty" });
  const doubt = { seat: 2, color: "R", test: "color", guilty: 4, innocent: 6 } as const;
  const choices = [choice("challenge", "?", { challenge: doubt })];
  const mine = { seat: 0, cards: ["R7", "G5", "*W"], drawn: null };
  director.take(update(1, [], { table: due, hand: { ...mine, choices } }));
  const events = [
    event("challenged", 0, { other: 2, guilty: true, cards: ["R1", "B2"] }),
    event("took", 2, { count: 4 }),
  ];
  const after = { ...due, due: 0, phase: "turn" as const, sizes: [3, 7, 11] };
  director.take(update(2, events, { table: after, hand: { ...mine, choices: [] } }));
  await settled(scene);
  expect(seen[0]).toEqual([0, 0, "challenged"]);
  expect(seen[1]).toEqual([0, 4, "challenged"]);
  expect(motion.asked).toEqual(["draw 2 0 of 4"]);
  expect(scene.suspect).toBe("R");
  expect(scene.outcome).toBeNull(); // with the reader's turn the piles are free
});

test("a skip of one's own: the light reaches the seat without a ring, and goes on before the hand is back", async () => {
  const motion = still();
  const seen: unknown[] = [];
  motion.rest = () => {
    const { table: now, passing, skipped, plight } = scene;
    seen.push([now?.turn, passing, skipped, plight?.kind ?? null]);
    return Promise.resolve();
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, [], { table: table({ turn: 2 }) }));
  const events = [event("played", 2, { card: "RS" }), event("skipped", 0)];
  director.take(update(2, events, { table: table({ top: "RS", turn: 1, turns: 2 }) }));
  await settled(scene);
  expect(seen).toEqual([
    [0, true, null, "skipped"],
    [0, true, 0, "skipped"],
    [1, false, 0, "skipped"],
    [1, false, null, null],
  ]);
});

test("drawn cards count one by one", async () => {
  const motion = still();
  const counts: unknown[] = [];
  motion.draw = (_seat, _held, count, _speed, landed) => {
    for (let i = 0; i < count; i += 1) {
      counts.push(scene.table?.sizes[2]);
      landed(i);
    }
    return Promise.resolve();
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  director.take(update(2, [event("took", 2, { count: 3 })], { table: table({ sizes: [3, 7, 10] }) }));
  await settled(scene);
  expect(counts).toEqual([7, 8, 9]);
});

test("somebody else's card does not take away one that waits for the server", async () => {
  const motion = still();
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const held = scene.held[0];
  if (held === undefined) throw new Error("no card");
  director.playEarly(held, "R7", 1);
  director.take(update(2, [event("played", 1, { card: "R6", jumped: true })], { table: table({ top: "R6" }) }));
  await settled(scene);
  expect(scene.leaving.has(held.id)).toBe(true);
  expect(await director.takeBack()).toBe(held.id);
  expect(scene.leaving.size + scene.flying.size).toBe(0);
});

test("a card comes back only if it was the one that was refused", async () => {
  const director = new Director(still());
  const { scene } = director;
  director.take(update(1, []));
  const held = scene.held[0];
  if (held === undefined) throw new Error("no card");
  director.playEarly(held, "R7", 5);
  expect(await director.takeBack(6)).toBeNull(); // a word in the chat
  expect(scene.pending).not.toBeNull();
  expect(await director.takeBack(5)).toBe(held.id);
});

test("a mood that comes again stays as long as the first time", () => {
  vi.useFakeTimers();
  const director = new Director(still());
  const { scene } = director;
  scene.feel(1, "wow");
  vi.advanceTimersByTime(1_500);
  scene.feel(1, "wow");
  vi.advanceTimersByTime(1_500);
  expect(scene.moods).toEqual({ 1: "wow" });
  vi.advanceTimersByTime(1_000);
  expect(scene.moods).toEqual({});
  vi.useRealTimers();
});

test("a card that comes later stays marked as long as one that came before", async () => {
  vi.useFakeTimers();
  const director = new Director(still());
  const { scene } = director;
  const holding = (number: number, cards: string[]): void =>
    director.take(update(number, [], { hand: { seat: 0, cards, drawn: null, choices: [] } }));
  const marked = (): string[] => scene.held.filter((one) => one.fresh).map((one) => one.card);
  holding(1, ["R7"]);
  holding(2, ["R7", "G5"]);
  await vi.advanceTimersByTimeAsync(1_000);
  holding(3, ["R7", "G5", "B1"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(marked()).toEqual(["B1"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(marked()).toEqual([]);
  vi.useRealTimers();
});

test("after a leap in the middle of a threat the next card moves again", async () => {
  let hasty = false;
  let end = (): void => undefined;
  const flown: boolean[] = [];
  const plain = still();
  const motion = {
    ...plain,
    rest: () => new Promise<void>((done) => (end = done)),
    hasten: () => void ((hasty = true), end()),
    calm: () => void (hasty = false),
    play: (...how: Parameters<typeof plain.play>) => (flown.push(!hasty), plain.play(...how)),
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, [], { table: table({ turn: 2 }) }));
  const due = table({ top: "GF", color: "G", due: 4, phase: "penalty", sizes: [3, 7, 6] });
  director.take(update(2, [event("played", 2, { card: "GF" })], { table: due }));
  await vi.waitFor(() => expect(scene.table?.due).toBe(4));
  director.take(update(3, [], { table: due }), true);
  await settled(scene);
  await vi.waitFor(() => expect(scene.settled).toBe(true));
  director.take(update(4, [event("played", 1, { card: "G1" })]));
  await vi.waitFor(() => expect(flown).toEqual([true, true]));
});

test("a card that can't fly does not stop the game", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  const plain = still();
  let spoilt = true;
  const motion = {
    ...plain,
    draw: (...how: Parameters<typeof plain.draw>) =>
      spoilt ? Promise.reject(new Error("no such place")) : plain.draw(...how),
  };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, []));
  const after = update(2, [event("drew", 1, { count: 1 }), event("kept", 1)], { table: table({ turn: 2 }) });
  director.take(after);
  await settled(scene);
  expect(error).toHaveBeenCalledOnce();
  expect([scene.table, scene.shown]).toEqual([after.table, 2]);
  expect(scene.log).toHaveLength(2);
  spoilt = false;
  director.take(update(3, [event("drew", 2, { count: 1 })]));
  await settled(scene);
  expect(plain.asked).toEqual(["draw 2 0 of 1"]);
});

// ── leaps, and hands that lie open ───────────────────────────────────────────────────────────────

test("after a leap nothing that was still moving has the last word", async () => {
  let end = (): void => undefined;
  const motion = { ...still(), draw: () => new Promise<void>((done) => (end = done)) };
  const director = new Director(motion);
  const { scene } = director;
  director.take(update(1, [], { hand: null, table: table({ sizes: [7, 7, 7] }) }));
  const drew = event("drew", 1, { count: 1 });
  director.take(update(2, [drew], { hand: null, table: table({ sizes: [7, 8, 7] }) }));
  const back = update(3, [event("kept", 2)], { hand: null, table: table({ sizes: [7, 7, 7] }) });
  director.take(back, true);
  expect(scene.bubbles).toEqual({ 2: event("kept", 2) });
  end();
  await settled(scene);
  expect(scene.table).toEqual(back.table);
});

test("open hands change with the cards, not only when all is over", () => {
  const hands = [["R7"], ["G5", "*W"], ["B1"]];
  const events = [event("played", 1, { card: "RW" }), event("drew", 2, { count: 1, cards: ["Y3"] })];
  expect(events.reduce<Table["hands"]>(handsAfter, hands)).toEqual([["R7"], ["G5"], ["B1", "Y3"]]);
  expect(handsAfter(null, events[0] ?? event("dealt", 0))).toBeNull();
});
