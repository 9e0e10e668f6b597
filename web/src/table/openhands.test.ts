import { expect, test } from "vitest";

import { layoutOf } from "./layout";
import { openFan, roomOf } from "./openhands";

const SIZES = [
  [320, 470],
  [390, 730],
  [820, 1070],
  [844, 334],
  [920, 720],
  [1280, 720],
  [2160, 1330],
] as const;

test.each(SIZES)("at %d x %d an open hand is no wider than its seat", (width, height) => {
  for (let opponents = 1; opponents <= 9; opponents += 1) {
    const layout = layoutOf(width, height, opponents);
    const small = layout.mode === "phone" || layout.mode === "low";
    for (const place of layout.seats) {
      if (place.form === "strip" || (place.compact && small)) continue; // no hand is shown there
      const room = roomOf(place, layout.seat);
      const size = (place.compact || small ? 18 : 24) * layout.seat;
      expect(room, `${opponents} opponents, ${layout.mode}`).toBeGreaterThan(1.2 * size);
      for (const count of [1, 7, 12, 25]) {
        const { step, per } = openFan(count, room, size);
        expect(size + step * (per - 1), `${count} cards`).toBeLessThanOrEqual(room + 0.01);
      }
    }
  }
});

test("cards that could not be told apart in one row lie in two", () => {
  expect(openFan(5, 120, 18).per).toBe(5);
  expect(openFan(20, 100, 18)).toEqual({ step: (100 - 18) / 9, per: 10 });
  expect(openFan(0, 100, 18).per).toBe(1);
});
