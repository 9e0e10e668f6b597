import { expect, test } from "vitest";

import { arrow, burst, COLORS, face, figures, miniFace, orbit, shape, stagePlanes } from "./geometry";

const FACES = [..."0123456789SVDWF"];
const CARDS = [...COLORS.flatMap((color) => FACES.map((one) => color + one)), "*W", "*F", "back"];

test("every card has a face of its own, large and small", () => {
  for (const draw of [face, miniFace]) {
    const drawn = CARDS.map((card) => JSON.stringify(draw(card)));
    expect(new Set(drawn).size).toBe(CARDS.length);
    expect(drawn.some((text) => /NaN|undefined/.test(text))).toBe(false);
  }
});

test("without its paint a card still tells its colour", () => {
  for (const one of FACES) {
    const shapes = COLORS.map((color) =>
      face(color + one)
        .print.map((piece) => piece.d)
        .join(),
    );
    expect(new Set(shapes).size).toBe(COLORS.length);
  }
});

test("a hole runs the other way round than the shape", () => {
  expect(shape("R", 0, 0, 10)).toBe("M0 0H10V10H0Z");
  expect(shape("R", 0, 0, 10, 10, true)).toBe("M0 0V10H10V0Z");
});

test("figures grow with their digits, and take a sign", () => {
  expect(figures(4).pieces).toHaveLength(1);
  expect(figures(12, "B", true).pieces).toHaveLength(3);
  expect(figures("24,000").pieces).toHaveLength(6);
  expect(figures("36.8%").pieces).toHaveLength(5);
  expect(figures("24\u202f000").pieces).toHaveLength(5);
  expect(figures(10).width).toBeGreaterThan(figures(9).width);
});

test("the stage has four planes and four arrows, each drawn around its own middle", () => {
  for (const color of COLORS) expect(stagePlanes(color)).toHaveLength(4);
  expect(orbit()).toHaveLength(4);
  const numbers = (arrow().arc.match(/-?[\d.]+/g) ?? []).map(Number);
  expect(numbers[0]).toBeCloseTo(-83, 0); // as far to the left as its head reaches to the right
  expect((numbers.at(-2) ?? 0) + 30).toBeCloseTo(89, 0);
  expect(burst(12, 58, 44).split("L")).toHaveLength(24);
});
