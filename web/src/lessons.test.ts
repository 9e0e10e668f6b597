import { beforeEach, expect, test } from "vitest";

import { LESSONS, Lessons, SHOWN } from "./lessons.svelte";

beforeEach(() => sessionStorage.clear());

const at = (name: string): Lessons => {
  const lessons = new Lessons();
  lessons.begin(LESSONS.findIndex((one) => one.name === name));
  return lessons;
};

test("the steps are one game: each begins with the hand that the one before has left", () => {
  const lessons = new Lessons();
  const moves: Record<string, () => void> = {
    wild: () => lessons.choose("Y"),
    challenge: () => lessons.answer(true),
    uno: () => lessons.sayUno(),
  };
  let bots = 6;
  LESSONS.forEach((lesson, step) => {
    lessons.begin(step);
    expect([lessons.hand, lessons.theirs], lesson.name).toEqual([lesson.hand, lesson.theirs]);
    lessons.draw();
    for (const card of lesson.play) lessons.press(card);
    moves[lesson.name]?.();
    expect(lessons.done, lesson.name).toBe(true);
    const next = LESSONS[step + 1];
    if (next === undefined) expect(lessons.hand).toEqual([]);
    else {
      expect(lessons.hand, next.name).toEqual(next.hand);
      bots = lessons.theirs - (lesson.name === "challenge" ? 0 : 1); // it plays one in between
      expect(next.theirs, next.name).toBe(bots);
    }
  });
});

test("what the bot plays fits, but for its bluff", () => {
  const tops = LESSONS.map((lesson) => lesson.top);
  const left = ["R2", "G9", "YW", null, "R7", "Y7"];
  left.forEach((mine, step) => {
    const theirs = tops[step + 1] ?? "";
    if (mine !== null && theirs[1] !== "F") {
      expect(theirs[0] === mine[0] || theirs[1] === mine[1], theirs).toBe(true);
    }
  });
  expect(SHOWN.some((card) => card.startsWith("Y"))).toBe(true);
});

test("a card that fits ends the first step, another says why not", () => {
  const lessons = at("match");
  lessons.press("Y7");
  expect(lessons.wrong).toBe(true);
  expect(lessons.said).toContain("Yellow 7");
  expect(lessons.hand).toHaveLength(6);
  lessons.press("*W");
  expect(lessons.said).toContain("would fit too");
  lessons.press("R2");
  expect([lessons.done, lessons.wrong, lessons.top]).toEqual([true, false, "R2"]);
});

test("after a skip it is one's own turn again", () => {
  const lessons = at("action");
  lessons.press("GS");
  expect([lessons.done, lessons.said]).toEqual([false, expect.stringContaining("your turn again")]);
  lessons.press("G9");
  expect(lessons.done).toBe(true);
});

test("a wild asks for its colour, and the better one is said", () => {
  const lessons = at("wild");
  lessons.press("*W");
  expect(lessons.choosing).toBe("*W");
  lessons.choose("B");
  expect([lessons.wrong, lessons.choosing]).toEqual([true, "*W"]);
  lessons.choose("Y");
  expect([lessons.top, lessons.choosing, lessons.done]).toEqual(["YW", null, true]);
});

test("a challenge opens the cards of the bot, who takes four", () => {
  const lessons = at("challenge");
  lessons.press("Y7");
  expect(lessons.hand).toHaveLength(2);
  lessons.answer(false);
  expect([lessons.wrong, lessons.done, lessons.shown]).toEqual([true, false, []]);
  lessons.answer(true);
  expect([lessons.done, lessons.theirs, lessons.shown]).toEqual([true, 7, SHOWN]);
});

test("without a card that fits one is drawn, once, and played", () => {
  const lessons = at("draw");
  lessons.press("Y7");
  expect([lessons.wrong, lessons.said]).toEqual([true, expect.stringContaining("pile")]);
  lessons.draw();
  lessons.draw();
  expect(lessons.hand).toHaveLength(3);
  lessons.press("R7");
  expect(lessons.done).toBe(true);
});

test("Uno has to be said before anything else", () => {
  const lessons = at("uno");
  lessons.press("Y7");
  lessons.press("Y0");
  expect([lessons.hand, lessons.done]).toEqual([["Y0"], false]);
  lessons.sayUno();
  expect(lessons.done).toBe(true);
});

test("what is pressed too early is answered", () => {
  const lessons = at("uno");
  lessons.sayUno();
  expect([lessons.said, lessons.wrong]).toEqual(["Not yet: say it once you have one card left.", true]);
  lessons.draw();
  expect([lessons.said, lessons.wrong]).toEqual(["You have a card that fits: play it.", true]);
  expect([lessons.hand, lessons.done]).toEqual([["Y7", "Y0"], false]);
});

test("a tab that is loaded again goes on where it was, and anew after the last step", () => {
  new Lessons().begin(3);
  expect(new Lessons().at).toBe(3);
  sessionStorage.setItem("unolab.lesson", "99");
  expect(new Lessons().at).toBe(0);
  const last = at("out");
  last.press("Y0");
  expect(last.done).toBe(true);
  expect(new Lessons().at).toBe(0);
});
