import { render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { event } from "./fixture";
import Log from "./Log.svelte";

const cast = { names: ["Ana", "Ben", "Cleo"], me: 0 };
const lines = [
  { round: 1, event: event("played", 1, { card: "R7" }) },
  { round: 1, event: event("over", 1, { count: 20 }) },
  { round: 2, event: event("played", 2, { card: "GW" }) },
  { round: 2, event: event("drew", 0, { count: 2, cards: ["B5", "*F"] }) },
].map((line, key) => ({ ...line, key, names: cast.names, own: [0] }));

test("the log has the newest first under its round, names in bold and colours with their shape", () => {
  const { container } = render(Log, { lines, cast, mode: "desk", room: 200, open: true, ontoggle: () => undefined });
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.textContent?.trim())).toEqual([
    "Round 2",
    "You draw 2 cards: blue 5, wild draw four",
    "Cleo plays wild, green",
    "Round 1",
    "Ben wins the round: 20 points",
    "Ben plays red 7",
  ]);
  expect([...container.querySelectorAll("li b")].map((bold) => bold.textContent)).toEqual(["Cleo", "Ben", "Ben"]);
  const shapes = items.map((item) => item.querySelectorAll("svg.shape").length);
  expect(shapes).toEqual([0, 1, 1, 0, 0, 1]); // a wild without a colour has none
  expect(within(container).queryByText(/[RYGB*][0-9SVDWF]\b/)).toBeNull();
});

test("old moves are told of whoever sat there then", () => {
  const then = { names: ["Dan", "Ben", "Cleo"], own: [] };
  const old = [{ round: 1, event: event("played", 0, { card: "R7" }), key: 1, ...then }, ...lines.slice(3)];
  render(Log, { lines: old, cast, mode: "desk", room: 200, open: true, ontoggle: () => undefined });
  const told = screen.getAllByRole("listitem").map((item) => item.textContent?.trim());
  expect(told).toContain("Dan plays red 7");
  expect(told).toContain("You draw 2 cards: blue 5, wild draw four");
});
