import { expect, test } from "vitest";

import { LESSONS, Lessons } from "./lessons.svelte";

const at = (name: string): Lessons => {
  const lessons = new Lessons();
  lessons.begin(LESSONS.findIndex((one) => one.name === name));
  return lessons;
};

test("a card that fits ends the first lesson, another says why not", () => {
  const lessons = at("match");
  lessons.press("G8");
  expect(lessons.wrong).toBe(true);
  expect(lessons.said).toContain("green 8");
  expect(lessons.hand).toHaveLength(4);
  lessons.press("B5");
  expect([lessons.done, lessons.wrong, lessons.top]).toEqual([true, false, "B5"]);
  expect(lessons.hand).not.toContain("B5");
});

test("all actions are told before it goes on", () => {
  const lessons = at("actions");
  for (const card of ["GS", "GS", "GV"]) lessons.press(card);
  expect(lessons.done).toBe(false);
  lessons.press("GD");
  expect(lessons.done).toBe(true);
});

test("a wild asks for its colour", () => {
  const lessons = at("four");
  lessons.press("*F");
  expect(lessons.choosing).toBe("*F");
  lessons.choose("B");
  expect([lessons.top, lessons.choosing, lessons.done]).toEqual(["BF", null, true]);
});

test("without a card that fits one is drawn, once, and played", () => {
  const lessons = at("draw");
  lessons.press("R2");
  expect(lessons.wrong).toBe(true);
  lessons.draw();
  lessons.draw();
  expect(lessons.hand).toHaveLength(4);
  lessons.press("B3");
  expect(lessons.done).toBe(true);
});

test("Uno has to be said before anything else", () => {
  const lessons = at("uno");
  lessons.press("G4");
  lessons.press("G8");
  expect([lessons.hand, lessons.done]).toEqual([["G8"], false]);
  lessons.sayUno();
  expect(lessons.done).toBe(true);
});
