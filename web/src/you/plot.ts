/** Lines of charts. */

const n = (value: number): string => String(Number(value.toFixed(1)));

/** A line through points, as path data. */
export const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${n(x)} ${n(y)}`).join("");

/** The places from 0 to the last that are drawn: no more than there are pixels, and always the last. */
export function every(last: number, pixels: number): number[] {
  const step = Math.max(1, Math.ceil(last / Math.max(1, pixels)));
  const places = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
  return places.at(-1) === last ? places : [...places, last];
}
