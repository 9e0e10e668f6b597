import { expect, test } from "vitest";

import { hold, stripColor, regroup, sortHand, removeCard } from "./held";

const cards = (held: readonly { card: string }[]): string => held.map((one) => one.card).join(" ");

test("twins keep their identity: the one that was pressed goes", () => {
  const held = ["R7", "R7", "G1"].map((card) => hold(card));
  const [first, second] = held;
  expect(removeCard(held, "R7", second?.id)).toEqual([first, held[2]]);
  expect(removeCard(held, "R7")).toHaveLength(2);
});

test("a wild that was played is found in the hand without its colour", () => {
  expect(stripColor("GW")).toBe("*W");
  expect(stripColor("BF")).toBe("*F");
  expect(stripColor("BV")).toBe("BV");
  expect(cards(removeCard([hold("*W"), hold("B2")], "GW"))).toBe("B2");
});

test("what stays keeps its identity, what is new is marked", () => {
  const held = ["R7", "G1", "G1"].map((card) => hold(card));
  const after = regroup(held, ["G1", "B2", "R7"]);
  expect(after.slice(0, 2)).toEqual([held[0], held[1]]);
  expect(after[2]).toMatchObject({ card: "B2", fresh: true });
  expect(regroup([], ["B2"], false)[0]?.fresh).toBe(false);
});

test("sorted by colour or by number, wilds last", () => {
  const held = ["*F", "B2", "R9", "RD", "G2", "*W", "Y0"].map((card) => hold(card));
  expect(cards(sortHand(held, "color"))).toBe("R9 RD Y0 G2 B2 *W *F");
  expect(cards(sortHand(held, "number"))).toBe("Y0 G2 B2 R9 RD *W *F");
});

test("a new twin goes behind the old one", () => {
  const held = ["R7", "B1"].map((card) => hold(card));
  const after = sortHand(regroup(held, ["R7", "R7", "B1"]), "color");
  expect(after[0]).toBe(held[0]);
});
