import { expect, test } from "vitest";

import { room, table } from "../table/fixture";
import { pictureOf } from "./picture";
import { contentOf } from "./share";

const NAMES = ['<b>&"', "Maximiliane-Annabell", "O’Neil 🎉"];

const ended = table({
  phase: "over",
  top: "G7",
  color: "G",
  winner: 0,
  winners: [0],
  scores: [122, 0, 0],
  hands: [[], ["R4", "*F"], ["B2"]],
});

function named(names: readonly string[]) {
  const [seat] = room().seats;
  if (seat === undefined) throw new Error("the fixture has no seats");
  const order = names.map((_, at) => at);
  return room({
    stage: "over",
    winners: [0],
    seats: names.map((name, at) => ({ ...seat, name, avatar: at })),
    totals: order.map((at) => 512 - 40 * at),
    standing: order,
  });
}

function parsed(svg: string): Document {
  const made = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(made.querySelector("parsererror")).toBeNull();
  return made;
}

const texts = (made: Document): string[] => [...made.querySelectorAll("text")].map((one) => one.textContent ?? "");

test.each([true, false])("names cannot break the picture (of a match: %s)", (match) => {
  const made = parsed(pictureOf(contentOf(named(NAMES), ended, match)));
  expect(made.querySelector("b, script, foreignObject, image, style")).toBeNull();
  expect(texts(made).join(" ")).toContain('<b>&" wins');
  expect(texts(made)).toContain("O’Neil 🎉");
});

test("a long name gets smaller letters, and nothing is wider than its place", () => {
  const sizeFor = (name: string): number => {
    const [title] = parsed(pictureOf(contentOf(named([name, "Ben", "Cem"]), ended, true))).querySelectorAll("text");
    return Number(title?.getAttribute("font-size"));
  };
  expect(sizeFor("Mia")).toBe(118);
  expect(sizeFor("Bartholomäus")).toBeLessThan(118);
  expect(sizeFor("Bartholomäus")).toBeGreaterThanOrEqual(44);
  const wide = pictureOf(contentOf(named(["W".repeat(20), "Ben"]), ended, true), (text, size) => text.length * size);
  expect(wide).toContain("textLength");
});

test("ten players have a place: two in words, the others with their faces", () => {
  const ten = named(Array.from({ length: 10 }, (_, at) => `Player ${at}`));
  const made = parsed(pictureOf(contentOf(ten, ended, true)));
  expect(made.querySelectorAll('[clip-path="url(#clip-head)"]')).toHaveLength(10);
  expect(texts(made)).toContain("Player 2");
  expect(texts(made)).not.toContain("Player 3");
});

test("partners stand side by side", () => {
  const made = parsed(pictureOf(contentOf({ ...named(["Ada", "Ben", "Cem", "Dan"]), winners: [0, 2] }, ended, true)));
  expect(texts(made).join(" ")).toMatch(/Ada and Cem\s+win/);
});
