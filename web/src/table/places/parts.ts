// What stands on every table: seats in their forms, the piles, the name of the colour.

import type { Layout, SeatPlace } from "../layout";
import { grown, isFree, meet, type Box } from "./box";

/** The measures of a seat in the drawing; all follow the scale of the seats. */
export const SEAT = { face: 64, back: 24, count: 22, gap: 13 } as const;
const MOST_BACKS = 9;

const backsIn = (room: number, back: number): number =>
  Math.max(1, Math.min(MOST_BACKS, Math.floor((room - back) / (back / 2)) + 1));

/** Name and cards beside the face. */
export function sideSeat(
  x: number,
  y: number,
  k: number,
  n: number,
  bubble: SeatPlace["bubble"] = "below",
): SeatPlace {
  const w = (SEAT.face + SEAT.gap + 3) * k + 158 * k;
  const h = Math.max(SEAT.face * k, 36 * n + 42 * k);
  const box: Box = { x: x - w / 2, y: y - h / 2, w, h };
  return {
    x: box.x + (SEAT.face / 2) * k,
    y,
    box,
    form: "side",
    compact: false,
    bubble,
    backs: backsIn((158 - 62) * k, SEAT.back * k),
  };
}

/** Name and cards below the face; y is the upper edge. */
export function columnSeat(x: number, top: number, k: number, n: number, w: number): SeatPlace {
  const h = (SEAT.face + 7 + 5 + 40) * k + 20 * n;
  return {
    x,
    y: top + (SEAT.face / 2) * k,
    box: { x: x - w / 2, y: top, w, h },
    form: "column",
    compact: false,
    bubble: "below",
    backs: backsIn(w - 40 * k, SEAT.back * k),
  };
}

/** How large a name may be where many sit side by side. */
export const smallText = (cell: number): number => (cell < 58 ? 0.64 : cell < 68 ? 0.7 : 0.78);

/** The face with the number of cards on it, and the name below. */
export function compactSeat(
  x: number,
  y: number,
  k: number,
  n: number,
  w = 116 * k,
  bubble: SeatPlace["bubble"] = "below",
): SeatPlace {
  const h = 56 * k + 5 + 18 * n;
  return {
    x,
    y: y - h / 2 + 28 * k,
    box: { x: x - w / 2, y: y - h / 2, w, h },
    form: "column",
    compact: true,
    bubble,
    backs: MOST_BACKS,
  };
}

/** The face with the number of cards on it, and the name beside it. */
export function stripSeat(left: number, top: number, k: number, w: number): SeatPlace {
  return {
    x: left + 28 * k,
    y: top + 28 * k,
    box: { x: left, y: top, w, h: 56 * k },
    form: "strip",
    compact: true,
    bubble: "beside",
    backs: MOST_BACKS,
  };
}

/** The seats with the tag that whoever is next wears above the face. */
export const seatBoxes = (seats: readonly SeatPlace[]): Box[] =>
  seats.map(({ box, form }) => (form === "strip" ? box : { ...box, y: box.y - 10, h: box.h + 10 }));

/** Stock and discards with what hangs over their edges. */
export function pileBoxes(stage: { x: number; y: number }, pile: number): Box[] {
  const y = stage.y - pile * 0.78;
  const over = Math.min(14, pile * 0.14);
  return [
    { x: stage.x - pile * 1.16 - over, y, w: pile + over, h: pile * 1.53 + over },
    { x: stage.x + pile * 0.1, y, w: pile * 1.16, h: pile * 1.6 },
  ];
}

/** The name of the colour in force, for the longest word. */
export function colorBox({ stage, pile, color, scale }: Pick<Layout, "stage" | "pile" | "color" | "scale">): Box {
  const w = 124 * Math.max(1, scale);
  const h = 36 * Math.max(1, scale);
  if (color === "right") return { x: stage.x + pile * 1.5, y: stage.y - h / 2, w, h };
  return { x: stage.x - w / 2, y: stage.y + pile * 0.75 + underPile(pile), w, h };
}

/** How far under the piles the colour is named. */
export const underPile = (pile: number): number => Math.max(10, Math.min(pile * 0.27, 30 * Math.max(1, pile / 112)));

/** What bursts out at the reader's seat: above the face, or beside it where somebody sits too near. */
export function burstBy(me: Box, ring: number, wish: number, seats: readonly Box[]): Layout["burst"] {
  const over: Box = { x: me.x, y: me.y - wish - 4, w: wish, h: wish };
  if (isFree(grown(over, 8), seats)) return { x: over.x, y: over.y, size: wish };
  return { x: me.x + ring, y: me.y + ring * 0.34, size: ring * 0.62 };
}

/** Beside the stock as far as the seats reach, or under it where that is too narrow for words. */
export function tipBeside(
  stage: { x: number; y: number },
  pile: number,
  high: number,
  taken: readonly Box[],
): Layout["tip"] {
  const right = stage.x - pile * 1.16 - Math.max(14, pile * 0.14) - 12;
  const box: Box = { x: 0, y: stage.y - high / 2 - high * 0.12, w: right, h: high };
  const edges = taken.filter((other) => meet(box, other)).map((other) => other.x + other.w);
  const x = Math.max(12, right - 200 * Math.max(1, high / 96), ...edges.map((edge) => edge + 8));
  if (right - x >= 112) return { side: "left", box: { ...box, x, w: right - x } };
  const y = stage.y + pile * 0.75 + underPile(pile);
  return { side: "below", box: { x: 12, y, w: stage.x - 16, h: 38 } };
}
