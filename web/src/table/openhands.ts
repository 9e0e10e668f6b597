// Hands that lie open at the seats: they take the room that their seat has, and never that of a neighbour.

import type { SeatPlace } from "./layout";

const FACE = 64 + 14; // what stands to the left of a hand, where it is beside the face
const FIGURE = 44; // the number of cards to the right of it

/** How wide an open hand may be at a seat, whose drawing is k times as large as usual. */
export function roomOf({ box, form, compact }: SeatPlace, k: number): number {
  const taken = (form === "side" ? FACE : 0) + (compact ? 0 : FIGURE);
  return box.w - taken * k;
}

/** Lay a hand open: one row as long as its cards can be told apart, else two. */
export function openFan(count: number, room: number, size: number): { step: number; per: number } {
  const step = (per: number): number =>
    per < 2 ? size * 0.8 : Math.max(1, Math.min(size * 0.8, (room - size) / (per - 1)));
  const one = Math.max(count, 1);
  if (step(one) >= size * 0.5) return { step: step(one), per: one };
  const two = Math.ceil(one / 2);
  return { step: step(two), per: two };
}
