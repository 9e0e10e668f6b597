// A wide window: the others around the table, the reader's cards at the lower edge. A television is the same, larger.

import type { Layout, SeatPlace } from "../layout";
import { stageFor } from "./arrows";
import { clamp, grown, isFree, isWithin, type Box } from "./box";
import { aroundWild, inRow } from "./chooser";
import { burstBy, compactSeat, pileBoxes, seatBoxes, sideSeat, tipBeside } from "./parts";

/** Sizes in pixels of the window. */
interface Sizes {
  scale: number;
  seat: number;
  text: number;
  /** The same of seats without a fan. */
  smallSeat: number;
  smallText: number;
  bar: number;
  /** The distance of the corners and of the seats from the edges. */
  edge: number;
  stage: (opponents: number) => number;
  centre: number;
  pile: number;
  card: number;
  ring: number;
  title: number;
  note: number;
  uno: number;
}

export function deskLayout(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.62, Math.min(width / 1280, height / 800), 1.8);
  const many = opponents >= 6;
  return lay(width, height, opponents, "desk", {
    scale,
    seat: Math.max(0.78, scale),
    text: Math.max(0.86, scale),
    smallSeat: Math.max(0.72, scale),
    smallText: Math.max(0.84, scale),
    bar: Math.max(52, 60 * Math.min(scale, 1.4)),
    edge: 36 * Math.max(0.6, scale),
    stage: (others) => (others >= 6 ? 500 : others >= 4 ? 540 : 592) * scale,
    centre: (many ? 0.465 : 0.445) * height,
    pile: 112 * scale,
    card: (many ? 108 : 116) * scale,
    ring: 96 * scale,
    title: 26 * Math.max(0.72, scale),
    note: Math.max(12.5, 13.5 * scale),
    uno: 150 * scale,
  });
}

export function tvSizes(width: number, height: number, opponents: number): Sizes {
  const scale = Math.min(width / 2560, height / 1440);
  return {
    scale: 1.8 * scale,
    seat: 2.3 * scale,
    text: 3 * scale,
    smallSeat: 1.9 * scale,
    smallText: 2.3 * scale,
    bar: 116 * scale,
    edge: 76 * scale,
    stage: (others) => (others >= 6 ? 860 : 980) * scale,
    centre: 640 * scale + (height - 1440 * scale) / 2,
    pile: (opponents >= 6 ? 190 : 214) * scale,
    card: (opponents >= 6 ? 204 : 226) * scale,
    ring: 176 * scale,
    title: 64 * scale,
    note: 36 * scale,
    uno: 288 * scale,
  };
}

export function tvLayout(width: number, height: number, opponents: number): Layout {
  return lay(width, height, opponents, "tv", tvSizes(width, height, opponents));
}

function lay(width: number, height: number, opponents: number, mode: "desk" | "tv", sizes: Sizes): Layout {
  const { scale, bar, edge, pile, card, ring, title, note } = sizes;
  const middle = { x: width / 2, y: sizes.centre };
  const margin = edge * 0.8;
  const meHeight = ring + 12 * scale + 2.1 * title + 4 + 2.5 * note;
  const sides = mode === "tv" ? 560 * (scale / 1.8) : 196 * Math.max(0.86, scale);
  const me: Box = { x: edge, y: height - margin - meHeight, w: sides - edge * 0.4, h: meHeight };
  const bubble: Box = {
    x: width - edge - sizes.uno,
    y: height - margin - 8 - sizes.uno * 0.827,
    w: sizes.uno,
    h: sizes.uno * 0.827,
  };
  const caption: Box = { x: width - edge - 200 * scale, y: bubble.y - 26 * scale, w: 200 * scale, h: 26 * scale };
  const hand = { left: edge + sides, right: edge + sides, bottom: 18 * scale, card };
  const rise = 32 * scale;
  const handTop = height - hand.bottom - card * 1.5 - 20 * scale - rise;
  const handBox: Box = { x: hand.left, y: handTop, w: width - 2 * hand.left, h: height - handTop };
  const fixed = [me, bubble, caption, handBox];
  const piles = pileBoxes(middle, pile);

  const seats = seatsAround(width, middle.y, opponents, sizes, [...fixed, ...piles], height);
  const compact = seats[0]?.compact ?? false;
  const seated = seats.map((place) => grown(place.box, 4));
  const stage = stageFor(
    middle,
    { most: sizes.stage(opponents), least: pile * 3.3 },
    [...seated, ...fixed, ...piles],
    width,
    height,
  );
  const chooser =
    aroundWild({ stage: middle, scale, narrow: false, width, height, taken: [...seatBoxes(seats), ...fixed] }) ??
    inRow(
      { x: width * 0.22, y: middle.y - 80 * scale, w: width * 0.56, h: 170 * scale },
      { x: middle.x, y: middle.y - 140 * scale, w: 60 * scale },
    );
  return {
    mode,
    width,
    height,
    scale,
    seat: compact ? sizes.smallSeat : sizes.seat,
    text: compact ? sizes.smallText : sizes.text,
    bar,
    log: logWidth(seats, bar, scale),
    stage,
    pile,
    color: "below",
    tip: tipBeside(middle, pile, 94 * Math.max(1, scale), [...seatBoxes(seats), ...fixed]),
    seats,
    hand,
    below: 0,
    keep: height - Math.min(me.y, handTop),
    row: 0,
    me: { box: me, ring, title, note },
    uno: bubble,
    burst: burstBy(me, ring, 92 * scale, seatBoxes(seats)),
    hurry: { x: me.x + ring + 4 * scale, y: me.y + ring / 2 - 22 },
    chooser,
    shared: null,
  };
}

/** Full seats where they fit, else faces with a number. */
export function seatsAround(
  width: number,
  centre: number,
  opponents: number,
  sizes: Sizes,
  taken: readonly Box[],
  height: number,
): SeatPlace[] {
  if (opponents <= 5) {
    const full = horseshoe(width, centre, opponents, sizes);
    const boxes = seatBoxes(full);
    const fits = boxes.every(
      (box, i) =>
        isWithin(box, width, height) &&
        isFree(box, taken) &&
        isFree(box, boxes.filter((_, other) => other !== i)),
    );
    if (fits) return full;
  }
  return ellipse(width, centre, opponents, sizes);
}

/** Opponents along the left edge, the upper one and the right, clockwise as play runs. */
function horseshoe(width: number, centre: number, opponents: number, { seat, text, scale, bar, edge }: Sizes): SeatPlace[] {
  const probe = sideSeat(0, 0, seat, text);
  const { w, h } = probe.box;
  const top = bar + 4 + h / 2 + 6 * scale;
  const left = edge + w / 2;
  const right = width - left;
  const low = centre + 62 * scale;
  const high = Math.max(centre - 150 * scale, top + h * 0.9);
  const inner = Math.max(left + w * 0.72, width * 0.27);
  const places: [number, number][][] = [
    [[width / 2, top]],
    [[left, high], [right, high]],
    [[left, centre - 14 * scale], [width / 2, top], [right, centre - 14 * scale]],
    [[left, low], [inner, top], [width - inner, top], [right, low]],
    [[left, low], [left + 40 * scale, high], [width / 2, top], [right - 40 * scale, high], [right, low]],
  ];
  return (places[opponents - 1] ?? []).map(([x, y]) => {
    const above = y === top;
    return sideSeat(x, y, seat, text, above ? "right" : "below");
  });
}

/** Faces on an ellipse, clockwise from the lower left. */
function ellipse(width: number, centre: number, opponents: number, sizes: Sizes): SeatPlace[] {
  const { scale, bar, edge, smallSeat, smallText } = sizes;
  const { h, w } = compactSeat(0, 0, smallSeat, smallText).box;
  const top = bar + 14 * smallSeat + h / 2;
  const [from, to] = opponents >= 5 ? [203, -23] : [192, -12];
  const rx = width / 2 - edge - w / 2 + 10 * scale;
  const ry = centre - top;
  const near = scale < 0.9 && opponents > 6; // no room between one and the next
  return Array.from({ length: opponents }, (_, i) => {
    const angle = ((from - (i * (from - to)) / Math.max(1, opponents - 1)) * Math.PI) / 180;
    return compactSeat(width / 2 + Math.cos(angle) * rx, centre - Math.sin(angle) * ry, smallSeat, smallText, w, near ? "tag" : "below");
  });
}

/** How much room the last line of the log has left of the seats; nothing is better than a few letters. */
function logWidth(seats: readonly SeatPlace[], bar: number, scale: number): number {
  const line: Box = { x: 0, y: bar, w: 1, h: 52 };
  const edges = seats
    .filter(({ box }) => box.y - 12 < line.y + line.h && box.y + box.h > line.y)
    .map(({ box }) => box.x);
  const room = Math.min(330 * Math.max(1, scale), ...edges) - 32;
  return room < 150 ? 0 : room;
}
