// The few strokes that faces are made of.

import { INK, type Piece } from "./geometry";

export const plane = (d: string, paint: string): Piece => ({ d, paint });
export const line = (d: string, width: number, paint = INK): Piece => ({ d, paint, width });

/** A disc, or with another height an ellipse. */
export const dot = (x: number, y: number, r: number, high = r): string =>
  `M${x - r} ${y}a${r} ${high} 0 0 1 ${2 * r} 0a${r} ${high} 0 0 1 ${-2 * r} 0z`;
