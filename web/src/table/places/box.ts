// Rectangles on the table, and whether one lies over another.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const clamp = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(high, value));

/** A box around a point. */
export const around = (x: number, y: number, w: number, h = w): Box => ({
  x: x - w / 2,
  y: y - h / 2,
  w,
  h,
});

export const grown = ({ x, y, w, h }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
});

export const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

export const isFree = (box: Box, taken: readonly Box[]): boolean =>
  !taken.some((other) => meet(box, other));

export const isWithin = ({ x, y, w, h }: Box, width: number, height: number): boolean =>
  x >= 0 && y >= 0 && x + w <= width && y + h <= height;
