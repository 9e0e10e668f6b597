import { afterEach, expect, test } from "vitest";

import { language } from "../i18n/index.svelte";
import { LANGUAGES } from "../i18n/languages";
import type { Moment } from "../protocol";
import { settings } from "../settings.svelte";
import { tellMoment } from "./moments";

const KINDS: Moment["kind"][] = ["caught", "doubted", "struck", "drew", "hit", "bluff", "swapped", "out"];

function moment(kind: Moment["kind"], more: Partial<Moment> = {}): Moment {
  return { kind, round: 12, seat: 1, other: 2, card: "GF", count: 6, ...more };
}

const names = ["Ana", "Ida", "Otto"];

afterEach(() => void (settings.language = "en"));

test("what happened is told of others, of you, and of what was done to you", () => {
  const tell = (one: Moment, me: number | null): string => tellMoment(one, { names, me, rounds: false });
  expect(tell(moment("caught"), 0)).toBe("Ida forgot to say Uno, and Otto saw it.");
  expect(tell(moment("caught"), 1)).toBe("You forgot to say Uno, and Otto saw it.");
  expect(tell(moment("caught"), 2)).toBe("Ida forgot to say Uno, and you saw it.");
  expect(tell(moment("struck"), 2)).toBe("Ida was down to one card, then took 6.");
  expect(tell(moment("out", { other: null, card: "G7" }), null)).toBe("Ida went out with green 7.");
});

test("a match says in which round it was", () => {
  const one = moment("hit", { round: 2 });
  expect(tellMoment(one, { names, me: 0, rounds: true })).toBe("Round 2: Ida gave Otto 6 cards at once.");
  expect(tellMoment(one, { names, me: 1, rounds: true })).toBe("Round 2: you gave Otto 6 cards at once.");
});

test.each(LANGUAGES)("no line in %s is longer than 52 characters, however long the names are", async (one) => {
  settings.language = one;
  await expect.poll(language).toBe(one);
  const long = ["Ana", "Maximiliane-Annabell", "Bartholomäus der 2te"];
  for (const who of [names, long]) {
    for (const kind of KINDS) {
      for (const me of [null, 1, 2]) {
        const line = tellMoment(moment(kind), { names: who, me, rounds: true });
        expect(line.length, line).toBeLessThanOrEqual(52);
        expect(line).not.toMatch(/[{}]/);
      }
    }
  }
});
