// Where the four shapes of a wild fly to: around it, or in a row where there is less room.

import { COLORS, type Color } from "../../art/geometry";
import type { Chooser } from "../layout";
import { around, grown, isFree, isWithin, type Box } from "./box";

/** How far from the wild each shape is, in units of the large drawing. */
const AWAY: Record<Color, [number, number]> = {
  R: [-228, -108],
  Y: [228, -108],
  G: [-228, 116],
  B: [228, 116],
};
const NARROW: Record<Color, [number, number]> = {
  R: [-112, -82],
  Y: [112, -82],
  G: [-112, 88],
  B: [112, 88],
};

interface Room {
  stage: { x: number; y: number };
  /** How large the drawing would like to be. */
  scale: number;
  narrow: boolean;
  width: number;
  height: number;
  taken: readonly Box[];
}

/** A triangle is wider than its box. */
export const shapeBox = (color: Color, x: number, y: number, size: number): Box =>
  around(x, y, color === "Y" ? size * 1.2 : size, size * 1.06);

/** Around the wild, as large as fits; null if they would have to be too small. */
export function aroundWild({ stage, scale, narrow, width, height, taken }: Room): Chooser | null {
  const away = narrow ? NARROW : AWAY;
  const whole = narrow ? 122 : 208;
  for (let part = 1; part >= 0.66; part -= 0.04) {
    for (const down of [0, -12, 12, -24, 24, 36, 48, 60]) {
      const k = scale * part;
      const size = whole * k;
      const y = stage.y + down * scale;
      const at = (color: Color): { x: number; y: number } => ({
        x: stage.x + away[color][0] * k,
        y: y + away[color][1] * k,
      });
      const boxes = COLORS.map((color) => shapeBox(color, at(color).x, at(color).y, size));
      if (!boxes.every((box) => isWithin(box, width, height) && isFree(grown(box, 4), taken))) continue;
      return {
        picks: { R: at("R"), Y: at("Y"), G: at("G"), B: at("B") },
        size,
        wedges: k,
        card: { x: stage.x, y, w: (narrow ? 84 : 128) * k },
        titled: part > 0.84,
        named: "inside",
      };
    }
  }
  return null;
}

/** In a row between two edges; the wild stands left of it, if a place is given. */
export function inRow(room: Box, card: { x: number; y: number; w: number } | null): Chooser {
  const gap = Math.min(28, room.w * 0.045);
  const side = gap * 0.6;
  const wide = (room.w - 2 * side - 3 * gap) / 4;
  const small = Math.min(wide, room.h / 1.06) < 96;
  const size = Math.min(wide, (room.h - (small ? 24 : 0)) / 1.06, 190);
  const step = size + Math.min(gap * 1.6, (room.w - 2 * side - 4 * size) / 3);
  const first = room.x + room.w / 2 - 1.5 * step;
  const y = room.y + room.h / 2 - (small ? 11 : 0);
  const at = (i: number): { x: number; y: number } => ({ x: first + i * step, y });
  return {
    picks: { R: at(0), Y: at(1), G: at(2), B: at(3) },
    size,
    wedges: 0,
    card,
    titled: false,
    named: small ? "below" : "inside",
  };
}
