// Whether the four arrows around the stage have room.

import { isFree, isWithin, type Box } from "./box";

const RADIUS = 306 / 640; // of the size of the stage
/** Where the arrows run, in degrees clockwise from the top, with the nudge they make while somebody thinks. */
const RUNS = [
  [30, 84],
  [84, 138],
  [222, 276],
  [276, 330],
] as const;

/** Small boxes along the arrows of a stage. */
export function arrowBoxes(stage: { x: number; y: number; size: number }): Box[] {
  const radius = stage.size * RADIUS;
  const thick = stage.size * (36 / 640);
  return RUNS.flatMap(([from, to]) => {
    const boxes: Box[] = [];
    for (let at = from + 5; at <= to - 5; at += 4) {
      const angle = (at * Math.PI) / 180;
      const x = stage.x + Math.sin(angle) * radius;
      const y = stage.y - Math.cos(angle) * radius;
      boxes.push({ x: x - thick / 2, y: y - thick / 2, w: thick, h: thick });
    }
    return boxes;
  });
}

/** The largest stage up to a size whose arrows touch nothing, or the size itself without arrows. */
export function stageFor(
  at: { x: number; y: number },
  sizes: { most: number; least: number },
  taken: readonly Box[],
  width: number,
  height: number,
): { x: number; y: number; size: number; arrows: boolean } {
  for (let size = sizes.most; size >= sizes.least; size -= 8) {
    const boxes = arrowBoxes({ ...at, size });
    if (boxes.every((box) => isWithin(box, width, height) && isFree(box, taken)))
      return { ...at, size, arrows: true };
  }
  return { ...at, size: sizes.most, arrows: false };
}
