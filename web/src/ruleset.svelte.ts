/** What rules texts mean: each is asked of the server once, and whoever shows it is told. */

import { SvelteMap } from "svelte/reactivity";

import { askRules } from "./api";
import { offered } from "./catalogue.svelte";
import { optionText } from "./i18n/index.svelte";
import type { RulesAnswer } from "./protocol";
import type { Value } from "./rulestext";

const answers = new SvelteMap<string, RulesAnswer>();
const asked = new Set<string>();

/** The values of all options, as soon as the server has said them. */
export function valuesOf(rules: string): Record<string, Value> | null {
  const answer = answers.get(rules);
  if (answer !== undefined) return answer.values;
  if (!asked.has(rules)) {
    asked.add(rules);
    askRules({ rules }).then(
      (got) => answers.set(rules, got),
      () => asked.delete(rules),
    );
  }
  return null;
}

/** What differs from the official game, in sentences; null until it is known. */
export function differencesOf(rules: string): string[] | null {
  offered.want();
  const values = valuesOf(rules);
  const official = offered.all?.presets.find((one) => one.name === "official")?.values;
  if (values === null || official === undefined) return null;
  return Object.entries(values)
    .filter(([name, value]) => official[name] !== value)
    .map(([name, value]) => optionText(name, value));
}
