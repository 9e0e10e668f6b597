import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { t } from "../i18n/index.svelte";
import type { Refused } from "../protocol";
import { reasonOf } from "./reason";

const refused = (code: string): Refused => ({
  ...{ type: "refused", id: 1, code, text: "in the server’s words", top: "R5", due: 2 },
});

const PACKAGE = "../src/unolab";

/** Every word for programs with which the server refuses something. */
function codes(): string[] {
  const files = readdirSync(`${PACKAGE}/server`, { encoding: "utf8", recursive: true });
  const python = files.filter((name) => name.endsWith(".py"));
  const server = python.map((name) => readFileSync(`${PACKAGE}/server/${name}`, "utf8")).join();
  const raised = /(?:Refusal\(|refusing\(|problem\(\d+,|Refused\(id=id, code=)\s*"(\w+)"/g;
  const [, words = ""] = readFileSync(`${PACKAGE}/reason.py`, "utf8").split("_WORDS = ");
  const moves = [...words.matchAll(/"([A-Z_]+)"/g)].map(([, word = ""]) => word.toLowerCase());
  return [...new Set([...[...server.matchAll(raised)].map(([, code = ""]) => code), ...moves])];
}

test("every refusal of the server is said in the words of the page", () => {
  const all = codes();
  expect(all).toEqual(expect.arrayContaining(["used_up", "does_not_fit", "not_saved", "wrong_deal"]));
  const unknown = all.filter((code) => /in the server’s words$/i.test(reasonOf(refused(code), "Ben")));
  expect(unknown).toEqual([]);
});

test("the words for the lobby serve at the table too", () => {
  expect(reasonOf(refused("not_host"), "Ben")).toBe(t("failure.not_host"));
  expect(reasonOf(refused("stale"), "Ben")).toBe(t("table.refused.stale"));
});
