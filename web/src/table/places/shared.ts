// A television that a room is watched on: everyone sits around the table, and the cards are on the phones.

import type { Layout } from "../layout";
import { stageFor } from "./arrows";
import { grown, type Box } from "./box";
import { seatsAround, tvLayout, tvSizes } from "./desk";
import { pileBoxes, seatBoxes, sideSeat } from "./parts";

/** As for a player, without what only players have; the last seat is at the lower edge. */
export function sharedLayout(width: number, height: number, players: number): Layout {
  const others = players - 1;
  const plain = tvLayout(width, height, Math.max(1, others));
  const k = Math.min(width / 2560, height / 1440);
  const sizes = { ...tvSizes(width, height, others), centre: height / 2 };
  const join: Box = { x: 64 * k, y: height - 320 * k, w: 800 * k, h: 264 * k };
  const title: Box = { x: width - 840 * k, y: height - 300 * k, w: 764 * k, h: 240 * k };
  const middle = { x: width / 2, y: height / 2 + 20 * k };
  const pile = 210 * k;
  const fixed = [join, title];
  const around = seatsAround(width, middle.y, others, sizes, [...fixed, ...pileBoxes(middle, pile)], height);
  const compact = around[0]?.compact ?? false;
  const [seat, text] = compact ? [sizes.smallSeat, sizes.smallText] : [sizes.seat, sizes.text];
  const own = sideSeat(width / 2, height - 122 * k, seat, text, "right");
  const seats = [...around, own];
  const stage = stageFor(
    middle,
    { most: 900 * k, least: pile * 3.2 },
    [...seatBoxes(seats).map((box) => grown(box, 4)), ...fixed, ...pileBoxes(middle, pile)],
    width,
    height,
  );
  return { ...plain, seat, text, seats, stage, pile, log: 0, shared: { join, title } };
}
