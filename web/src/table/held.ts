// The reader's hand with an identity for every card, so that twins stay apart and motion knows which is which.

import { COLORS } from "../art/geometry";

export interface Held {
  id: number;
  card: string;
  /** Just arrived: marked for a moment. */
  fresh: boolean;
}

let lastId = 0;

export function hold(card: string, fresh = false): Held {
  lastId += 1;
  return { id: lastId, card, fresh };
}

/** Take the colour off a wild that was played: in a hand it has none. */
export function stripColor(card: string): string {
  const face = card.slice(1);
  return face === "W" || face === "F" ? `*${face}` : card;
}

/** Keep those that are still there, in their order; add what is new at the end, marked. */
export function regroup(held: readonly Held[], cards: readonly string[], marked = true): Held[] {
  const missing = new Map<string, number>();
  for (const card of cards) missing.set(card, (missing.get(card) ?? 0) + 1);
  const kept = held.filter(({ card }) => {
    const left = missing.get(card) ?? 0;
    if (left > 0) missing.set(card, left - 1);
    return left > 0;
  });
  const added = [...missing].flatMap(([card, count]) =>
    Array.from({ length: count }, () => hold(card, marked)),
  );
  return added.length === 0 && kept.length === held.length ? [...held] : [...kept, ...added];
}

/** Take one card away: the one with this identity if it fits, or any that looks like it. */
export function removeCard(held: readonly Held[], card: string, id: number | null = null): Held[] {
  const wanted = stripColor(card);
  const byId = held.findIndex((one) => one.id === id && one.card === wanted);
  const at = byId >= 0 ? byId : held.findIndex((one) => one.card === wanted);
  return held.filter((_, i) => i !== at);
}

const FACES = "0123456789SVDWF";
const color = (card: string): number => {
  const at = COLORS.findIndex((letter) => letter === card.charAt(0));
  return at < 0 ? COLORS.length : at;
};
const face = (card: string): number => FACES.indexOf(card.charAt(1));

/** By colour then value, or by value then colour; wilds last. Equal cards stay in their order. */
export function sortHand(held: readonly Held[], by: "color" | "number"): Held[] {
  const wild = (card: string): number => (card.startsWith("*") ? 1 : 0);
  return [...held].sort(
    (a, b) =>
      wild(a.card) - wild(b.card) ||
      (by === "color"
        ? color(a.card) - color(b.card) || face(a.card) - face(b.card)
        : face(a.card) - face(b.card) || color(a.card) - color(b.card)) ||
      a.id - b.id,
  );
}

/** Put some of the cards first, the others after them. */
export function putFirst(held: readonly Held[], first: ReadonlySet<string>): Held[] {
  return [
    ...held.filter((one) => first.has(one.card)),
    ...held.filter((one) => !first.has(one.card)),
  ];
}
