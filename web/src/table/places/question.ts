// Where the table may ask something: over the piles, and over nobody's name or cards.

import type { Layout } from "../layout";
import type { Box } from "./box";
import { seatBoxes } from "./parts";

const WIDEST = 740;
const NARROWEST = 300;

/** How much larger than drawn a question is: read from further away on a large screen. */
export const questionScale = ({ mode, scale }: Pick<Layout, "mode" | "scale">): number =>
  mode === "desk" || mode === "tv" ? Math.max(1, scale) : 1;

/** How high a question of this width would like to be: beside its card, in one line, or in two. */
const wish = (width: number): number => (width >= 640 ? 316 : width >= 440 ? 230 : 280);

/** The widest place between the seats that is high enough; if there is none, the highest. */
export function questionBox(layout: Layout): Box {
  const { width, height, stage, bar, keep } = layout;
  const unit = questionScale(layout);
  const floor = height - keep - 8;
  const taken = seatBoxes(layout.seats);
  let best: Box = { x: 10, y: floor, w: width - 20, h: 0 };
  for (let w = Math.min(WIDEST * unit, width - 20); w >= Math.min(NARROWEST, width - 20); w -= 20) {
    const x = stage.x - w / 2;
    const above = taken.filter((box) => box.x < x + w + 8 && x - 8 < box.x + box.w);
    const y = Math.max(bar, ...above.map((box) => box.y + box.h)) + 8;
    const box = { x, y, w, h: Math.max(0, floor - y) };
    if (box.h >= wish(w / unit) * unit) return box;
    if (box.h > best.h) best = box;
  }
  return best;
}

/** The place for a list of the others themselves: over all of them, where there is no other. */
export function listBox(layout: Layout, names: number): Box {
  const box = questionBox(layout);
  const unit = questionScale(layout);
  const high = names > 4 ? (box.w >= 480 * unit ? 230 : 320) : 80 + 60 * names;
  if (box.h >= high * unit) return box;
  const floor = layout.height - layout.keep - 8;
  // on a phone on its side they sit in the bar, between what else is there
  if (layout.mode === "low") {
    const x = layout.hand.left - 8;
    return { x, y: 0, w: layout.width - x - 184, h: floor };
  }
  const most = Math.min(layout.width - 4, WIDEST * unit);
  const y = layout.bar - 2;
  return { x: (layout.width - most) / 2, y, w: most, h: floor - y };
}
