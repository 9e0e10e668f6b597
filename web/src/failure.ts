/** What went wrong, in the reader's language if the page knows the word for it. */

import { Failure } from "./api";
import { cardName, isKey, t } from "./i18n/index.svelte";

/** What the server names in English: which word of the rules, which bot. */
const TELLING = new Set(["wrong_rules", "wrong_game", "unknown_bot", "malformed"]);

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
  const key = `failure.${code}`;
  if (!isKey(key)) return sentence(text) || t("failure.server");
  if (!TELLING.has(code) || text === "") return t(key);
  return t("failure.detail", { what: t(key), detail: text });
}

/** Words of the server, as a sentence that stands alone. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
