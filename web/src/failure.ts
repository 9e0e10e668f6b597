/** What went wrong, in the reader's language if the page knows the word for it. */

import { Failure } from "./api";
import { t, tOr } from "./i18n/index.svelte";

export function sayFailure(error: unknown): string {
  if (!(error instanceof Failure)) return t("failure.server");
  return tOr(`failure.${error.code}`, sentence(error.message) || t("failure.server"));
}

/** Words of the server, as a sentence that stands alone. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
