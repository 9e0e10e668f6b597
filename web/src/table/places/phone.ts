// A phone held upright: the others above, one's own face in a row with the Uno bubble, the cards below.

import type { Layout, SeatPlace } from "../layout";
import { stageFor } from "./arrows";
import { clamp, grown, type Box } from "./box";
import { aroundWild, inRow } from "./chooser";
import { columnSeat, compactSeat, pileBoxes, seatBoxes, smallText, underPile } from "./parts";

const BAR = 52;
const COLOR = 38; // the height of the name of the colour in force

const STUDIED = 64; // the width of a card in the hand where the reader's row is left out

export function phoneLayout(width: number, height: number, opponents: number, studied = false): Layout {
  const scale = clamp(0.8, width / 390, 1.2);
  const short = height < 700;
  const bottom = short ? 8 : 14;
  const card = (studied ? STUDIED : 98) * scale;
  const below = bottom + card * 1.5 + (short ? 26 : 45);
  const row = studied ? 0 : short ? 72 : 92;
  const seats = seatsAbove(width, opponents, short);
  const seated = seatBoxes(seats);
  const roof = Math.max(...seated.map((box) => box.y + box.h)) + (seats.some((one) => one.bubble === "below") ? 42 : 8);
  const floor = height - below - row - 6;
  const room = Math.max(100, floor - roof);
  const pile = clamp(46, (room - COLOR - 14) / 1.6, 92 * scale);
  const middle = {
    x: width / 2,
    y: roof + (room - COLOR - underPile(pile)) / 2,
  };
  const rowBox: Box = { x: 0, y: height - below - row, w: width, h: row };
  const uno: Box = {
    x: width - 10 - clamp(88, width * 0.27, 104),
    y: height - below - row + 6,
    w: clamp(88, width * 0.27, 104),
    h: row - 8,
  };
  const caption: Box = { x: width - 10 - 150, y: rowBox.y - 16, w: 150, h: 18 };
  const hurry = { x: 6, y: rowBox.y - 42 };
  const taken = [...seated.map((box) => grown(box, 2)), rowBox, caption, { ...hurry, w: 92, h: 42 }, ...pileBoxes(middle, pile)];
  const stage = stageFor(
    middle,
    { most: Math.min(388 * scale, Math.max(pile * 2.9, room * 1.18)), least: pile * 3.1 },
    taken,
    width,
    height,
  );
  const under = middle.y + pile * 0.75 + underPile(pile);
  return {
    mode: "phone",
    width,
    height,
    scale,
    seat: seats[0]?.compact === true ? 0.79 : 0.75,
    text: seats[0]?.compact === true ? smallText(seats[0].box.w) : 0.84,
    bar: BAR,
    log: 0,
    stage,
    pile,
    color: "below",
    tip: { side: "below", box: { x: 6, y: under, w: middle.x - 10, h: COLOR } },
    seats,
    hand: { left: 8, right: 8, bottom, card, ...(studied ? { sliver: 24 } : {}) },
    below,
    keep: below + row,
    row,
    me: {
      box: { x: 10, y: rowBox.y, w: uno.x - 18, h: row },
      ring: 64,
      title: clamp(16, width * 0.054, 21),
      note: 12.5,
    },
    uno,
    burst: { x: 6, y: rowBox.y - 56, size: 58 },
    hurry,
    shared: null,
    chooser:
      aroundWild({
        stage: { x: middle.x, y: (roof - 36 + floor) / 2 },
        scale,
        narrow: true,
        width,
        height,
        taken: [...seated, rowBox],
      }) ?? row4(width, roof, floor, seats),
  };
}

/** The shapes in a row, under the seats and above the reader's face. */
function row4(width: number, roof: number, floor: number, seats: readonly SeatPlace[]): Layout["chooser"] {
  const under = Math.max(...seats.map(({ box }) => box.y + box.h)) + 4;
  return inRow({ x: 2, y: under, w: width - 4, h: Math.max(floor, roof) - under }, null);
}

/** One row of opponents, or two; the second runs back, so that play goes round. */
function seatsAbove(width: number, opponents: number, short: boolean): SeatPlace[] {
  const top = BAR + 12;
  if (opponents <= 4 && !short) {
    const cell = width / opponents;
    return Array.from({ length: opponents }, (_, i) =>
      columnSeat((i + 0.5) * cell, top, 0.75, 0.84, Math.min(cell - 6, 128)),
    );
  }
  const rows = opponents <= 4 ? 1 : 2;
  const first = Math.ceil(opponents / rows);
  const cell = (width - 8) / first;
  const w = Math.min(cell - 2, 116);
  const text = smallText(w);
  const high = compactSeat(0, 0, 0.79, text).box.h;
  return Array.from({ length: opponents }, (_, i) => {
    const second = i >= first;
    const across = second ? first - 1 - (i - first) : i;
    const shift = second && opponents % 2 === 1 ? -0.5 : 0;
    const x = 4 + (across + 0.5 + shift) * cell;
    const y = top + high / 2 + (second ? high + (short ? 12 : 16) : 0);
    return compactSeat(x, y, 0.79, text, w, rows === 1 ? "below" : "tag");
  });
}

