/** The table of a move as its player saw it, or with all hands open. */

import type { Replay, Update } from "../protocol";
import { updateOf } from "../replayview";

interface Seen {
  replay: Replay;
  /** Which moment: 0 is the deal. */
  at: number;
  seat: number;
  open: boolean;
  number: number;
}

export function positionOf({ replay, at, seat, open, number }: Seen): Update | null {
  const update = updateOf(replay, at, number, false, seat);
  const frame = replay.frames[at];
  if (update === null || frame === undefined) return null;
  const cards = frame.table.hands?.[seat] ?? [];
  return {
    ...update,
    steps: update.steps.map((step) => ({
      ...step,
      // what others drew is only known afterwards
      events: open ? step.events : step.events.map((one) => (one.seat === seat ? one : { ...one, cards: null })),
    })),
    table: { ...frame.table, hands: open ? frame.table.hands : null },
    hand: { seat, cards, drawn: null, choices: [] },
  };
}
