import { afterEach, expect, test } from "vitest";

import { isKey, language } from "../i18n/index.svelte";
import { change, figure, percent } from "../percent";
import { settings } from "../settings.svelte";
import { review } from "./fixture";
import { cardOf, doMove, moveName, sayReason, sayReasons } from "./words";

const PATIENT = { timeout: 8_000 };
const names = ["Ada", "Bo", "Cleo"];

afterEach(async () => {
  settings.language = "en";
  await expect.poll(language, PATIENT).toBe("en");
});

test("a wild is in the hand without the colour that is named with it", () => {
  expect(["R7", "GS!", "BW", "YF!", "+", "?", null].map(cardOf)).toEqual(["R7", "GS", "*W", "*F", null, null, null]);
});

test("moves in words", () => {
  expect(["G4", "RW", "+", "-", "?", "*B", ">2", null].map((move) => moveName(move, names))).toEqual([
    "green 4",
    "wild, red",
    "Draw",
    "Keep the card",
    "Challenge",
    "Choose blue",
    "Swap hands with Cleo",
    "Let it go by",
  ]);
  expect(doMove("G4!", names)).toBe("Play the green 4");
  expect(doMove("RF", names)).toBe("Play the wild draw four for red");
});

test("chances, changes and figures", async () => {
  expect([percent(0.314), change(-0.031), change(0.0001), change(0.05)]).toEqual(["31.4%", "−3.1%", "0.0%", "+5.0%"]);
  expect(figure(-0.2914)).toBe("-29.1");
  settings.language = "de";
  await expect.poll(language, PATIENT).toBe("de");
  expect(change(-0.031)).toBe("−3,1\u00a0%");
});

test.each(["en", "de", "fr", "es"] as const)("every reason of a real review is said in %s", async (tongue) => {
  settings.language = tongue;
  await expect.poll(language, PATIENT).toBe(tongue);
  for (const reason of review.decisions.flatMap((one) => one.reasons)) {
    const said = sayReason(reason, review.names);
    expect(said, reason.key).toMatch(/^[^{}]{4,}\.$/);
  }
});

test("one card and many, and a reason that this page does not know", () => {
  expect(sayReason({ key: "next_has_few", seat: 1, cards: 1 }, names)).toBe("Bo is next and has one card left.");
  expect(sayReason({ key: "next_has_few", seat: 1, cards: 2 }, names)).toBe("Bo is next and has 2 cards left.");
  expect(sayReason({ key: "from_the_future" }, names)).toBe("");
  expect(sayReasons([{ key: "wins" }, { key: "holds_up", seat: 2 }], names)).toBe("It wins the round. It holds Cleo up.");
  expect(isKey("reason.wins")).toBe(true);
});
