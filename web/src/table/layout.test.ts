import { expect, test } from "vitest";

import { beamAngle, fanOf, layoutOf, modeOf, swingTo } from "./layout";

const WINDOWS = [
  [1280, 800],
  [1024, 640],
  [1920, 1080],
  [768, 1024],
  [390, 844],
  [360, 640],
  [844, 390],
  [640, 400],
] as const;

test("a phone, a phone on its side and a desk are told apart", () => {
  expect(modeOf(390, 844)).toBe("phone");
  expect(modeOf(844, 390)).toBe("low");
  expect(modeOf(640, 400)).toBe("low"); // a small window at 200 %
  expect(modeOf(1280, 800)).toBe("desk");
});

test.each(WINDOWS)("in %i x %i all players are in sight, each at a place of their own", (w, h) => {
  for (let opponents = 1; opponents <= 9; opponents += 1) {
    const { seats, stage, pile } = layoutOf(w, h, opponents);
    expect(seats).toHaveLength(opponents);
    expect(new Set(seats.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(
      opponents,
    );
    for (const { x, y } of seats) {
      expect(x).toBeGreaterThan(20);
      expect(x).toBeLessThan(w - 20);
      expect(y).toBeGreaterThan(20);
      expect(y).toBeLessThan(h * 0.72);
    }
    expect(stage.y - pile * 0.75).toBeGreaterThan(40);
  }
});

test.each(WINDOWS)("in %i x %i every card of a hand can be hit, up to 25", (w, h) => {
  const layout = layoutOf(w, h, 3);
  for (let count = 1; count <= 25; count += 1) {
    const fan = fanOf(count, layout);
    expect(fan.places).toHaveLength(count);
    if (count > 1) expect(fan.step).toBeGreaterThanOrEqual(layout.mode === "low" ? 40 : 44);
    const room = fan.scrolls ? fan.width : w - layout.hand.left - layout.hand.right;
    for (const { x, angle } of fan.places) {
      expect(x - fan.card / 2).toBeGreaterThan(-9);
      expect(x + fan.card / 2).toBeLessThan(room + 9);
      // it turns about the middle of its foot, so the upper corners reach out
      const lean = (Math.abs(angle) * Math.PI) / 180;
      const reach = fan.card * (0.5 * Math.cos(lean) + 1.5 * Math.sin(lean));
      if (fan.scrolls) continue;
      expect(layout.hand.left + x - reach).toBeGreaterThan(0);
      expect(layout.hand.left + x + reach).toBeLessThan(w);
    }
  }
});

test("a phone shows seven cards in one row, eight in two, and scrolls beyond fourteen", () => {
  const layout = layoutOf(390, 844, 3);
  const rows = (count: number) => new Set(fanOf(count, layout).places.map((place) => place.front));
  expect(rows(7).size).toBe(1);
  expect(rows(8).size).toBe(2);
  expect(fanOf(12, layout).scrolls).toBe(false);
  expect(fanOf(15, layout).scrolls).toBe(true);
});

test("the beam points down at oneself and up at somebody opposite", () => {
  expect(beamAngle({ x: 0, y: 0 }, { x: 0, y: 10 })).toBeCloseTo(0);
  expect(beamAngle({ x: 0, y: 0 }, { x: -10, y: 0 })).toBeCloseTo(90); // left comes next
  expect(Math.abs(beamAngle({ x: 0, y: 0 }, { x: 0, y: -10 }))).toBeCloseTo(180);
});

test("the beam swings the way play runs", () => {
  expect(swingTo(0, 90, true)).toBe(90);
  expect(swingTo(0, 90, false)).toBe(-270);
  expect(swingTo(90, 0, false)).toBe(0);
  expect(swingTo(350, 370, true)).toBe(370);
  expect(swingTo(10, 0, true)).toBe(0); // a small step back is not a whole turn
});
