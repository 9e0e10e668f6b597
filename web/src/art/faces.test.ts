import { expect, test } from "vitest";

import { FACES, faceOf, FIRST_ROBOT } from "./faces";
import { BASE } from "./geometry";
import { MOODS } from "./moods";

const drawn = (face: number, mood?: (typeof MOODS)[number]): string =>
  JSON.stringify(faceOf(face, mood));

test("nine bots and a person have ten different faces", () => {
  const robots = Array.from({ length: FACES - FIRST_ROBOT }, (_, i) => drawn(FIRST_ROBOT + i));
  expect(robots.length).toBeGreaterThanOrEqual(10);
  expect(new Set([...robots, drawn(0)]).size).toBe(robots.length + 1);
});

test("every face has eight moods that differ", () => {
  for (let face = 0; face < FACES; face += 1) {
    expect(new Set(MOODS.map((mood) => drawn(face, mood))).size).toBe(MOODS.length);
    expect(drawn(face)).toBe(drawn(face, "rest"));
  }
});

test("nobody wears a card colour", () => {
  const colors: string[] = Object.values(BASE);
  for (let face = 0; face < FACES; face += 1) {
    for (const { paint } of faceOf(face)) expect(colors).not.toContain(paint.toUpperCase());
  }
});
