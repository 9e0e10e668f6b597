// Hands that lie open at the seats: they take the room that there is, and never that of a neighbour.

import type { Layout } from "./layout";

const WIDEST = 150; // pixels; more would reach over the stage
const GAP = 10; // between two hands
const ROW = 110; // seats less than so far apart in height stand side by side,
const COLUMN = 20; // unless one stands above the other
const FACE = 64 + 14; // what stands to the left of a hand at a seat that is not compact
const FIGURE = 34; // the number of cards to the right of it

/** How wide an open hand may be at each seat: up to the middle between neighbours, and to the edge. */
export function roomsFor({ seats, width, mode }: Layout): number[] {
  return seats.map((seat, at) => {
    const beside = seats
      .filter((other, i) => i !== at && Math.abs(other.y - seat.y) < ROW)
      .map((other) => Math.abs(other.x - seat.x))
      .filter((apart) => apart > COLUMN);
    const room = Math.min(...beside, 2 * seat.x, 2 * (width - seat.x)) - GAP;
    if (seat.compact) return Math.min(WIDEST, room);
    return Math.min(WIDEST, room - FIGURE - (mode === "desk" ? FACE : 0));
  });
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
