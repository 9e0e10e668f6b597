/** A hint in words. */

import { t } from "../i18n/index.svelte";
import { percent } from "../percent";
import type { Advice } from "../protocol";
import type { Marks } from "../table/marks";
import { capital, cardOf, doMove, moveName, sayReasons } from "../review/words";

export interface SaidHint {
  title: string;
  why: string;
  worth: string;
}

const FAR = 0.1; // a gap to the next best beyond which there is no choice

export function sayHint(advice: Advice, names: readonly string[]): SaidHint {
  const { moves, clear, reasons } = advice;
  const [best, next] = moves;
  const why = sayReasons(reasons.filter((one) => clear || one.key !== "all_alike"), names);
  const win = t("hint.win", { share: percent(best?.value ?? 0, 0) });
  if (best === undefined || next === undefined) {
    return { title: doMove(advice.move, names), why, worth: `${t("hint.only")} ${win}` };
  }
  const other = { move: moveName(next.move, names), share: percent(next.value, 0) };
  if (!clear) {
    const one = capital(moveName(best.move, names));
    return { title: doMove(advice.move, names), why: t("hint.even", { one, other: other.move }), worth: win };
  }
  const far = best.value - next.value > FAR;
  return {
    title: doMove(advice.move, names),
    why,
    worth: `${win} ${far ? t("hint.clear") : t("hint.next", other)}`,
  };
}

/** The card that a hint points at. */
export function marksOf(advice: Advice | null): Marks {
  const card = cardOf(advice?.move ?? null);
  return card === null ? {} : { [card]: { text: t("hint.title"), strong: true } };
}
