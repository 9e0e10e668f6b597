// A phone on its side: the others in a row at the top, everything else in three columns below.

import type { Layout } from "../layout";
import { stageFor } from "./arrows";
import { clamp, type Box } from "./box";
import { inRow } from "./chooser";
import { burstBy, compactSeat, pileBoxes, seatBoxes, smallText, stripSeat, tipBeside } from "./parts";

const ICONS = 182; // at most four
const RAIL = 132;

export function landscapeLayout(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.74, Math.min(width / 844, height / 390), 1.35);
  const rail = RAIL * Math.max(0.9, scale) + 16;
  const card = 92 * scale;
  const shown = card * 1.39; // the foot of the cards lies below the window
  const lift = 12;
  const handTop = height - shown - lift;
  const free = width - rail - ICONS;
  const cell = Math.min(150, free / opponents);
  const first = rail + (free - cell * opponents) / 2;
  const k = 0.79;
  const wide = cell >= 118;
  const small = smallText(cell);
  const seats = Array.from({ length: opponents }, (_, i) =>
    wide
      ? stripSeat(first + i * cell, 8, k, cell - 8)
      : compactSeat(first + (i + 0.5) * cell, 12 + (56 * k + 5 + 18 * small) / 2, k, small, cell - 2, "tag"),
  );
  const roof = Math.max(...seatBoxes(seats).map((box) => box.y + box.h)) + 6;
  const room = handTop - roof;
  const pile = clamp(44, (room - 26) / 1.5, 88 * scale);
  const middle = { x: width / 2, y: roof + room / 2 - 4 };
  const uno: Box = { x: width - 18 - 120 * scale, y: height - 16 - 99 * scale, w: 120 * scale, h: 99 * scale };
  const ring = 62 * Math.max(0.8, scale);
  const title = 19 * clamp(0.8, scale, 1.1);
  const meTop = height - 10 - ring - 6 - 2.1 * title - 17;
  const me: Box = { x: 14, y: meTop, w: rail - 20, h: height - meTop - 6 };
  const hand = { left: rail + 4, right: uno.w + 30, bottom: 0, card };
  const handBox: Box = { x: hand.left, y: handTop, w: width - hand.left - hand.right, h: shown + lift };
  const taken = [...seatBoxes(seats), me, uno, handBox];
  const stage = stageFor(
    middle,
    { most: Math.max(200, room * 1.7), least: pile * 3.2 },
    [...taken, ...pileBoxes(middle, pile)],
    width,
    height,
  );
  return {
    mode: "low",
    width,
    height,
    scale,
    seat: k,
    text: wide ? 0.84 : small,
    bar: 48,
    log: 0,
    stage,
    pile,
    color: "right",
    tip: tipBeside(middle, pile, 94, taken),
    seats,
    hand,
    below: 0,
    keep: height - handTop,
    row: 0,
    me: { box: me, ring, title, note: 12.5 },
    uno,
    burst: burstBy(me, ring, 62 * scale, seatBoxes(seats)),
    hurry: { x: 10, y: meTop - 48 },
    shared: null,
    chooser: inRow(
      { x: rail, y: roof + 2, w: width - rail - 8, h: handTop - roof - 4 },
      { x: 22 + 41 * scale, y: 50 + (meTop - 50) / 2, w: Math.min(82 * scale, (meTop - 56) / 1.6) },
    ),
  };
}
