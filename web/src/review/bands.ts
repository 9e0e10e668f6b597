/** Everyone's chance over a round as bands that lie on each other: chance jumps, so they have steps. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Band {
  /** Null: all that have no band of their own. */
  seat: number | null;
  /** Its lower and upper edge after the deal and after every move, from 0 to 1. */
  low: number[];
  high: number[];
}

const MOST = 6; // bands that can be told apart
const OWN = 3; // of more players: the reader, and the two strongest of the others

/** Who has a band, from the lowest up: whoever is asked about, then the others in the order of play. */
export function seatsShown(chances: readonly (readonly number[])[], own: number): number[] {
  const players = chances[0]?.length ?? 0;
  const others = Array.from({ length: players - 1 }, (_, i) => (own + 1 + i) % players);
  if (players <= MOST) return [own, ...others];
  const strength = (seat: number): number => chances.reduce((sum, row) => sum + (row[seat] ?? 0), 0);
  const strongest = [...others].sort((a, b) => strength(b) - strength(a)).slice(0, OWN - 1);
  return [own, ...others.filter((seat) => strongest.includes(seat))];
}

export function bandsOf(chances: readonly (readonly number[])[], own: number): Band[] {
  const shown = seatsShown(chances, own);
  const players = chances[0]?.length ?? 0;
  let low = chances.map(() => 0);
  const bands = shown.map((seat): Band => {
    const high = chances.map((row, i) => Math.min(1, (low[i] ?? 0) + (row[seat] ?? 0)));
    const band = { seat, low, high };
    low = high;
    return band;
  });
  const top = chances.map(() => 1);
  const last = bands.at(-1);
  if (players > shown.length) bands.push({ seat: null, low, high: top });
  else if (last !== undefined) last.high = top; // rounding leaves no gap
  return bands;
}

/** Where a move begins: the deal is the first step, and every move has one of its own. */
export const xOf = (step: number, steps: number, { left, width }: Box): number => left + (width * step) / steps;

export const yOf = (chance: number, { top, height }: Box): number => top + height * (1 - chance);

const n = (value: number): string => String(+value.toFixed(1));

/** A line with steps through values. */
export function stepsOf(values: readonly number[], box: Box): string {
  const at = (step: number): string => n(xOf(step, values.length, box));
  return values.map((value, i) => `${i === 0 ? "M" : "L"}${at(i)} ${n(yOf(value, box))}H${at(i + 1)}`).join("");
}

/** The outline of a band. */
export function outlineOf({ low, high }: Band, box: Box): string {
  const steps = low.length;
  const back = low
    .map((value, i) => `L${n(xOf(i + 1, steps, box))} ${n(yOf(value, box))}H${n(xOf(i, steps, box))}`)
    .reverse();
  return `${stepsOf(high, box)}${back.join("")}Z`;
}

export interface Label {
  seat: number | null;
  x: number;
  y: number;
}

const LETTERS = 18; // pixels that a name needs in height

/** Names stand inside their bands, where those are highest; who has no room has none. */
export function labelsOf(bands: readonly Band[], box: Box, wide: number): Label[] {
  return bands.flatMap(({ seat, low, high }) => {
    const steps = low.length;
    const span = Math.max(1, Math.ceil((wide / box.width) * steps));
    let best: (Label & { room: number }) | null = null;
    for (let from = 0; from + span <= steps; from += 1) {
      const upper = Math.min(...high.slice(from, from + span));
      const lower = Math.max(...low.slice(from, from + span));
      const room = (upper - lower) * box.height;
      if (room < LETTERS || (best !== null && room <= best.room)) continue;
      best = { seat, x: xOf(from, steps, box) + 6, y: yOf((upper + lower) / 2, box), room };
    }
    return best === null ? [] : [{ seat: best.seat, x: best.x, y: best.y }];
  });
}

/** The step under a place on the curve. */
export function stepAt(x: number, steps: number, { left, width }: Box): number {
  return Math.max(0, Math.min(steps - 1, Math.floor(((x - left) / width) * steps)));
}
