import { expect, test } from "vitest";

import { Failure } from "./api";
import { sayFailure } from "./failure";
import { t } from "./i18n/index.svelte";

test("a known code is said in the words of the page, with what only the server knows", () => {
  expect(sayFailure(new Failure("full", "no more rooms"))).toBe(t("failure.full"));
  const said = sayFailure(new Failure("wrong_rules", "unknown preset 'offcial'"));
  expect(said).toBe("These rules can’t be played. (unknown preset 'offcial')");
});

test("a name that is not taken is refused in plain words, wherever it stood", () => {
  const text = "not understood: body.seats.0.name: Value error, a name needs something that can be seen";
  expect(sayFailure(new Failure("malformed", text))).toBe(t("failure.name"));
  expect(sayFailure(new Failure("malformed", "not understood: body.pace: odd"))).toContain("pace");
});

test("a move that can't be is named by its cards", () => {
  const text = "seat 0 cannot play R7 on B6 (B6 0> R8 - 86): not in hand";
  expect(sayFailure(new Failure("wrong_game", text))).toContain("red 7 can’t be played on blue 6");
});

test("an unknown code leaves the server its own words", () => {
  expect(sayFailure(new Failure("new_code", "the moon is full"))).toBe("The moon is full");
  expect(sayFailure(new Error("?"))).toBe(t("failure.server"));
});
