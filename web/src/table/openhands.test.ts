import { expect, test } from "vitest";

import { layoutOf } from "./layout";
import { openFan, roomsFor } from "./openhands";

const SIZES = [
  [320, 568],
  [390, 694],
  [820, 1060],
  [844, 334],
  [1280, 680],
  [2560, 1300],
] as const;

test.each(SIZES)("at %d x %d open hands stay within their own half of the way to a neighbour", (width, height) => {
  for (let opponents = 1; opponents <= 9; opponents += 1) {
    const layout = layoutOf(width, height, opponents);
    const rooms = roomsFor(layout);
    layout.seats.forEach((seat, at) => {
      if (seat.compact && layout.mode !== "desk") return; // no hand is shown there
      const room = rooms[at] ?? 0;
      expect(room, `${opponents} opponents`).toBeGreaterThan(18);
      for (const count of [1, 7, 12, 25]) {
        const { step, per } = openFan(count, room, 18);
        expect(18 + step * (per - 1)).toBeLessThanOrEqual(Math.max(room, 18 + per));
      }
      layout.seats.forEach((other, i) => {
        if (i === at || Math.abs(other.y - seat.y) >= 110) return;
        expect(room + (rooms[i] ?? 0)).toBeLessThan(2 * Math.abs(other.x - seat.x));
      });
    });
  }
});

test("cards that could not be told apart in one row lie in two", () => {
  expect(openFan(5, 120, 18).per).toBe(5);
  expect(openFan(20, 100, 18)).toEqual({ step: (100 - 18) / 9, per: 10 });
  expect(openFan(0, 100, 18).per).toBe(1);
});
