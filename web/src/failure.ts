/** What went wrong, in the reader's language if the page knows the word for it. */

import { Failure } from "./api";
import { cardName, isKey, t, type Key } from "./i18n/index.svelte";

/** What the server names in English: which word of the rules, which bot. */
const TELLING = new Set(["wrong_rules", "wrong_game", "unknown_bot", "malformed", "wrong"]);

/** Codes that are said in the words of another text. */
const SAME: Record<string, Key> = {
  banned: "dismissed.banned",
  bug: "failure.server",
  version: "room.outdated",
  // only a program that speaks out of turn ever hears these
  ...Object.fromEntries(
    ["no_hello", "duplicate", "unexpected", "wrong_entry", "drawing", "not_drawing", "wrong_secret", "no_such_move"].map(
      (code) => [code, "failure.malformed" as const],
    ),
  ),
};

/** The text for a code of the server, if there is one. */
function keyOf(code: string): Key | null {
  const keys = [`failure.${code}`, `table.refused.${code}`, SAME[code] ?? ""];
  return keys.find(isKey) ?? null;
}

/** Whether the server refused a name: it says which part of a message it did not like. */
export const isAboutName = (code: string, text: string): boolean =>
  code === "malformed" && /\bname: /.test(text);

export function sayFailure(error: unknown): string {
  return error instanceof Failure ? sayProblem(error.code, error.message) : t("failure.server");
}

export function sayProblem(code: string, text: string): string {
  const [, card, top] = /cannot play (\S+) on (\S+)/.exec(text) ?? [];
  if (code === "wrong_game" && card !== undefined && top !== undefined) {
    return t("failure.wrong_move", { card: cardName(card), top: cardName(top) });
  }
  if (isAboutName(code, text)) return t("failure.name");
  const key = keyOf(code);
  if (key === null) return toSentence(text) || t("failure.server");
  if (!TELLING.has(code) || text === "") return t(key);
  return t("failure.detail", { what: t(key), detail: text });
}

/** Words of the server, as a sentence that stands alone. */
export function toSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
