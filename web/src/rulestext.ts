/** Rules as text, `official+stacking=same`: taken apart and put together, never judged here. */

import type { Catalogue } from "./protocol";

export type Value = string | number | boolean;

/** The text without one option. */
function dropOption(text: string, option: string): string {
  return text
    .split("+")
    .filter((part) => !part.startsWith(`${option}=`))
    .join("+");
}

/** The text with one option set; null leaves it to the preset. */
export function withOption(text: string, option: string, value: Value | null): string {
  const rest = dropOption(text, option);
  return value === null ? rest : `${rest}+${option}=${value}`;
}

/** The value that the text itself gives an option, if any. */
export function readOption(text: string, option: string): string | null {
  const part = text.split("+").find((one) => one.startsWith(`${option}=`));
  return part === undefined ? null : part.slice(option.length + 1);
}

/** All options that the text sets besides its preset. */
export function readOptions(text: string): [string, Value][] {
  return text
    .split("+")
    .slice(1)
    .map((part) => {
      const [name = "", value = ""] = part.split("=");
      if (value === "true" || value === "false") return [name, value === "true"];
      return [name, /^\d+$/.test(value) ? Number(value) : value];
    });
}

/** Whether a match is over after one round; what the text leaves open, the catalogue knows. */
export function isOneRound(text: string, all: Catalogue | null): boolean {
  const preset = all?.presets.find((one) => one.name === presetOf(text));
  return Number(readOption(text, "target") ?? preset?.values.target ?? 500) === 0;
}

export const presetOf = (text: string): string => text.split("+")[0] ?? "";

/** The rules that home offers at once, by the word for them. */
export const QUICK = {
  official: "official",
  stacking: "stacking",
  seven_zero: "official+seven_zero=true",
  jump_in: "official+jump_in=true",
  party: "party",
} as const;

export type Quick = keyof typeof QUICK;

/** Which of the quick rules these are, however long they are played. */
export function quickOf(text: string): Quick | null {
  const rest = dropOption(text, "target");
  const found = Object.entries(QUICK).find(([, rules]) => rules === rest);
  return found === undefined ? null : (found[0] as Quick);
}

/** A word for the rules: that of quick rules, of a plain preset, or "own". */
export function nameOf(text: string): string {
  const rest = dropOption(text, "target");
  return quickOf(text) ?? (rest.includes("+") ? "own" : rest);
}
