import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Catalogue, RulesAnswer, RulesAsked } from "./protocol";
import { rulesName } from "./ruleset.svelte";

const official = { stacking: "none", jump_in: false, uno_penalty: 2, target: 500 };
const party = { ...official, stacking: "any", jump_in: true };
const presets = { official, party };

/** What the text says, as the server reads it. */
function read(rules: string): RulesAnswer {
  const [preset = "", ...changes] = rules.split("+");
  const changed = Object.fromEntries(
    changes.map((one) => {
      const [name = "", value = ""] = one.split("=");
      return [name, JSON.parse(/^[a-z]+$/.test(value) && !/true|false/.test(value) ? `"${value}"` : value)];
    }),
  ) as object;
  const values = { ...presets[preset as "official"], ...changed };
  return { rules, said: [], values, problem: null, clash: [] };
}

beforeEach(() => {
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const catalogue: Catalogue = {
      version: 1,
      presets: Object.entries(presets).map(([name, values]) => ({ name, about: "", values })),
      options: [],
      bots: [],
      strengths: { easy: "random", medium: "mixbot", hard: "mixbot2", expert: "expert" },
    };
    const asked = init?.body === undefined ? null : (JSON.parse(String(init.body)) as RulesAsked);
    const body = path === "/api/catalogue" ? catalogue : read(asked?.rules ?? "");
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["official+target=200", "Official"],
  ["party", "Party"],
  ["official+stacking=same+jump_in=true", "Stacking, jump-in"],
  ["official+uno_penalty=4+target=0", "4 cards for a missed Uno"],
  ["party+jump_in=false", "Party, no jump-in"],
  ["brand_new", "Custom"],
])("%s is told in words", async (rules, words) => {
  await vi.waitFor(() => expect(rulesName(rules)).toBe(words));
});
