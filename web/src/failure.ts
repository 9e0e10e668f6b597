/** What went wrong, in the reader's language if the page knows the word for it. */

import { Failure } from "./api";
import { t, tOr } from "./i18n/index.svelte";

export function sayFailure(error: unknown): string {
  if (!(error instanceof Failure)) return t("failure.server");
  return tOr(`failure.${error.code}`, error.message || t("failure.server"));
}
