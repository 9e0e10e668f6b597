import { expect, test } from "vitest";

import { bandsOf, labelsOf, outlineOf, seatsShown, stepAt, stepsOf } from "./bands";
import { review } from "./fixture";

const box = { left: 30, top: 10, width: 400, height: 100 };
const rows = [
  [0.25, 0.25, 0.5],
  [0.5, 0.25, 0.25],
];

test("whoever is asked about lies lowest, the others above in the order of play", () => {
  expect(bandsOf(rows, 1).map((band) => band.seat)).toEqual([1, 2, 0]);
  expect(bandsOf(rows, 1)[0]).toEqual({ seat: 1, low: [0, 0], high: [0.25, 0.25] });
});

test("the bands fill the picture, whatever was rounded", () => {
  const bands = bandsOf(review.chances, 2);
  expect(bands.at(-1)?.high.every((value) => value === 1)).toBe(true);
  for (const [i, band] of bands.entries()) {
    expect(band.low).toEqual(bands[i - 1]?.high ?? review.chances.map(() => 0));
  }
});

test("of many players only the two strongest others have a band of their own", () => {
  const many = [[0.02, 0.3, 0.04, 0.05, 0.4, 0.06, 0.07, 0.06]];
  expect(seatsShown(many, 6)).toEqual([6, 1, 4]);
  expect(bandsOf(many, 6).map((band) => band.seat)).toEqual([6, 1, 4, null]);
  expect(bandsOf(many, 6).at(-1)?.high).toEqual([1]);
});

test("chance jumps: lines have steps", () => {
  expect(stepsOf([0.5, 1], box)).toBe("M30 60H230L230 10H430");
  expect(outlineOf({ seat: 0, low: [0, 0.5], high: [0.5, 1] }, box)).toBe("M30 60H230L230 10H430L430 60H230L230 110H30Z");
});

test("a name stands where its band is high enough, else nowhere", () => {
  const thin = bandsOf([[0.05, 0.95], [0.05, 0.95], [0.5, 0.5], [0.5, 0.5]], 0);
  const labels = labelsOf(thin, box, 120);
  expect(labels.find((one) => one.seat === 0)?.x).toBeGreaterThanOrEqual(230);
  expect(labelsOf(bandsOf([[0.01, 0.99]], 0), box, 50).map((one) => one.seat)).toEqual([1]);
});

test("a click finds its step, also beside the curve", () => {
  expect([0, 30, 129, 131, 429, 900].map((x) => stepAt(x, 4, box))).toEqual([0, 0, 0, 1, 3, 3]);
});
