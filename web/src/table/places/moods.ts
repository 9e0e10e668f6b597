// Where the moods open that a tap on the reader's face offers: above it, beside the seats and the piles.

import type { Layout } from "../layout";
import { arrowBoxes } from "./arrows";
import { clamp, isFree, type Box } from "./box";
import { colorBox, pileBoxes, seatBoxes } from "./parts";

export interface MoodsPlace {
  box: Box;
  columns: 2 | 3 | 6;
}

const AIR = 6;
const PHONE_AIR = 3; // where every pixel counts: the name of the colour is just above
const STEP = 8;
const FAR = 0.3; // of the width, from the reader's face: what opens there still belongs to it

/** Cells and the frame around them. */
function sizeOf(layout: Layout, columns: MoodsPlace["columns"]): { w: number; h: number } {
  const rows = 6 / columns;
  if (layout.mode === "phone") return { w: Math.min(460, layout.width - 24), h: 68 * rows };
  if (layout.mode === "low") return { w: 62 * columns + 8, h: 58 * rows + 8 };
  const k = Math.max(1, layout.scale);
  return { w: (78 * columns + 14) * k, h: (70 * rows + 12) * k };
}

export function moodsPlace(layout: Layout): MoodsPlace {
  const { me, stage, width, height } = layout;
  const foot = Math.min(me.box.y, height - layout.keep) - (layout.mode === "phone" ? PHONE_AIR : AIR);
  const forms: MoodsPlace["columns"][] = layout.mode === "phone" ? [6] : [3, 2, 6];
  const people = [...seatBoxes(layout.seats), layout.uno];
  const things = [...people, ...pileBoxes(stage, layout.pile), colorBox(layout)];
  const all = [...things, ...(stage.arrows ? arrowBoxes(stage) : [])];
  const at = (shift: number, columns: MoodsPlace["columns"]): MoodsPlace => {
    const { w, h } = sizeOf(layout, columns);
    const x = clamp(AIR, me.box.x + shift, width - w - AIR);
    return { box: { x, y: foot - h, w, h }, columns };
  };
  // where there is no other place, arrows and piles may be covered for a moment, people not
  for (const taken of [all, things, people]) {
    for (let shift = 0; shift <= FAR * width; shift += STEP) {
      for (const columns of forms) {
        const place = at(shift, columns);
        if (place.box.y > layout.bar && isFree(place.box, taken)) return place;
      }
    }
  }
  return at(0, forms[0] ?? 3);
}
