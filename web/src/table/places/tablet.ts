// A tablet held upright: the others form an arch over the table, the reader's cards fill the width.

import type { Layout, SeatPlace } from "../layout";
import { stageFor } from "./arrows";
import { clamp, grown, isFree, isWithin, type Box } from "./box";
import { aroundWild, inRow } from "./chooser";
import { columnSeat, compactSeat, pileBoxes, seatBoxes, tipBeside, underPile } from "./parts";

const BAR = 60;

export function tabletLayout(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.7, Math.min(width / 820, height / 1180), 1.25);
  const card = 142 * scale;
  const bottom = 17 * scale;
  const below = bottom + card * 1.5 + 46 * scale;
  const row = 112 * scale;
  const rowTop = height - below - row;
  const middle = { x: width / 2, y: Math.min(0.485 * height, rowTop - 240 * scale) };
  const pile = 134 * scale;
  const rowBox: Box = { x: 0, y: rowTop, w: width, h: row };
  const uno: Box = { x: width - 28 - 138 * scale, y: rowTop, w: 138 * scale, h: 114 * scale };
  const caption: Box = { x: width - 28 - 190, y: rowTop - 22, w: 190, h: 22 };
  const hurry = { x: 22, y: rowTop - 46 };
  const seats = arch(width, middle.y, opponents, scale);
  const taken = [...seatBoxes(seats).map((box) => grown(box, 4)), rowBox, caption, { ...hurry, w: 110, h: 44 }, ...pileBoxes(middle, pile)];
  const stage = stageFor(middle, { most: 548 * scale, least: pile * 3.2 }, taken, width, height);
  const compact = seats[0]?.compact ?? false;
  const sizes = compact ? small(scale) : full(scale);
  return {
    mode: "tablet",
    width,
    height,
    scale,
    seat: sizes.seat,
    text: sizes.text,
    bar: BAR,
    log: 0,
    stage,
    pile,
    color: "below",
    tip: tipBeside(middle, pile, 98, seatBoxes(seats)),
    seats,
    hand: { left: 16, right: 16, bottom, card },
    below,
    keep: below + row,
    row,
    me: {
      box: { x: 28 * scale, y: rowTop, w: uno.x - 44 * scale, h: row },
      ring: 92 * scale,
      title: 32 * Math.max(0.8, scale),
      note: 17 * Math.max(0.8, scale),
    },
    uno,
    burst: { x: 22, y: rowTop - 92 * scale, size: 92 * scale },
    hurry,
    shared: null,
    chooser:
      aroundWild({
        stage: middle,
        scale: Math.min(1, scale * 1.05),
        narrow: false,
        width,
        height,
        taken: [...seatBoxes(seats), rowBox],
      }) ??
      inRow(
        { x: 8, y: middle.y - underPile(pile) - 60 * scale, w: width - 16, h: 180 * scale },
        { x: middle.x, y: rowTop - 90 * scale, w: 70 * scale },
      ),
  };
}

const full = (scale: number): { seat: number; text: number } => ({
  seat: 1.2 * scale,
  text: 1.2 * Math.max(0.8, scale),
});
const small = (scale: number): { seat: number; text: number } => ({
  seat: 1.15 * scale,
  text: 1.05 * Math.max(0.84, scale),
});

function arch(width: number, centre: number, opponents: number, scale: number): SeatPlace[] {
  if (opponents <= 5) {
    const { seat, text } = full(scale);
    const w = Math.min(144 * seat, width / Math.min(opponents, 5) - 8);
    const top = BAR + 24 * scale;
    const edge = 12 + w / 2;
    // from the mock-up of five: how far from the middle, and how far down
    const spots: [number, number][][] = [
      [[0, 0]],
      [[-0.62, 60], [0.62, 60]],
      [[-0.86, 140], [0, 0], [0.86, 140]],
      [[-1, 190], [-0.36, 10], [0.36, 10], [1, 190]],
      [[-1, 206], [-0.55, 28], [0, 0], [0.55, 28], [1, 206]],
    ];
    const half = width / 2 - edge;
    const places = (spots[opponents - 1] ?? []).map(([x, down]) =>
      columnSeat(width / 2 + x * half, top + down * scale, seat, text, w),
    );
    const boxes = seatBoxes(places);
    if (boxes.every((box, i) => isWithin(box, width, centre) && isFree(box, boxes.filter((_, j) => j !== i))))
      return places.map((place, i) => ({
        ...place,
        // of five, two have a neighbour right beside them
        bubble: place.x + 200 * scale > width ? "below" : opponents === 5 && (i === 1 || i === 2) ? "tag" : "right",
      }));
  }
  const { seat, text } = small(scale);
  const many = opponents > 7;
  const w = (many ? 98 : 116) * seat;
  const probe = compactSeat(0, 0, seat, text, w).box;
  const rx = width / 2 - 10 - w / 2;
  const topY = BAR + 18 + probe.h / 2;
  const ry = centre - topY;
  const [from, to] = many ? [184, -4] : [172, 8];
  return Array.from({ length: opponents }, (_, i) => {
    const angle = ((from - (i * (from - to)) / (opponents - 1)) * Math.PI) / 180;
    return compactSeat(width / 2 + Math.cos(angle) * rx, centre - Math.sin(angle) * ry, seat, text, w, many ? "tag" : "below");
  });
}
