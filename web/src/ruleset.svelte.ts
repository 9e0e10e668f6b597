/** What rules texts mean: each is asked of the server once, and whoever shows it is told. */

import { SvelteMap } from "svelte/reactivity";

import { askRules } from "./api";
import { offered } from "./catalogue.svelte";
import { toSentence } from "./failure";
import { optionText, t, tOr } from "./i18n/index.svelte";
import type { RulesAnswer } from "./protocol";
import { nameOf, presetOf, readOptions, type Value } from "./rulestext";

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

/** The options that have another value than in a preset; null until it is known. */
function changesOf(rules: string, preset: string): [string, Value][] | null {
  offered.want();
  const values = valuesOf(rules);
  const usual = offered.all?.presets.find((one) => one.name === preset)?.values;
  if (values === null || usual === undefined) return null;
  return Object.entries(values).filter(([name, value]) => usual[name] !== value);
}

/** What differs from the official game, in sentences; null until it is known. */
export function differencesOf(rules: string): string[] | null {
  return changesOf(rules, "official")?.map(([name, value]) => optionText(name, value)) ?? null;
}

/** The rules in a few words: their name, or the house rules that make them one's own. */
export function rulesName(rules: string): string {
  const word = nameOf(rules);
  if (word !== "own") return tOr(`preset.${word}`, t("preset.own"));
  const preset = presetOf(rules);
  // without the server the text itself says what it changes
  const changes = changesOf(rules, preset) ?? readOptions(rules);
  const house = changes
    .filter(([name]) => name !== "target")
    .map(([name, value]) => houseRule(name, value));
  const base = preset === "official" ? [] : [tOr(`preset.${preset}`, preset)];
  return toSentence([...base, ...house].join(", "));
}

function houseRule(name: string, value: Value): string {
  const many = tOr(`house.${name}.n`, optionText(name, value), { n: Number(value) });
  return tOr(`house.${name}.${value}`, many);
}
