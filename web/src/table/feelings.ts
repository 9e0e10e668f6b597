// Whose face changes with what happens, and how.

import type { Mood } from "../art/moods";
import type { Event as GameEvent } from "../protocol";

/** The moods that an event puts players in. */
export function feelingsOf(event: GameEvent): [seat: number, mood: Mood][] {
  const { kind, seat, other } = event;
  switch (kind) {
    case "skipped":
      return [[seat, "ouch"]];
    case "took":
      return event.count > 0 ? [[seat, "ouch"]] : [];
    case "said":
      return [[seat, "joy"]];
    case "caught":
      return other === null ? [[seat, "ouch"]] : [[seat, "ouch"], [other, "joy"]];
    case "challenged": {
      if (other === null) return [];
      const [glad, sorry] = event.guilty === true ? [seat, other] : [other, seat];
      return [[glad, "joy"], [sorry, "ouch"]];
    }
    case "swapped":
      return other === null ? [] : [[other, "wow"]];
    case "over":
      return event.void ? [] : [[seat, "joy"]];
    default:
      return [];
  }
}
