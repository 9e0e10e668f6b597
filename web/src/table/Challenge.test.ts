import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import type { Challenge as About } from "../protocol";
import Challenge from "./Challenge.svelte";

function ask(change: Partial<About>): string {
  const nothing = (): void => undefined;
  render(Challenge, {
    challenge: { seat: 2, color: "B", test: "color", guilty: 5, innocent: 9, ...change },
    name: "Cleo",
    cards: 6,
    card: "GF",
    due: 7,
    answer: false,
    left: null,
    onchallenge: nothing,
    ontake: nothing,
    ondone: nothing,
  });
  return screen.getByRole("group").textContent;
}

test("it asks about the colour that was in force", () => {
  const text = ask({});
  expect(text).toContain("Did Cleo hold a blue card?");
  expect(text).toContain("no card of the current colour");
});

test("where any card that fitted counts, it asks about that", () => {
  const text = ask({ test: "playable" });
  expect(text).toContain("Was this draw four allowed?");
  expect(text).toContain("only allowed when nothing else fits");
});

test("it does not know the colour of a card that is gone", () => {
  expect(ask({ color: null })).toContain("Was this draw four allowed?");
});

test("the first answer has the focus", () => {
  ask({});
  expect(document.activeElement?.textContent).toContain("Challenge");
});
