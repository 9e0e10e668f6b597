/** What a check of the cards comes to, in a word. */

import { t } from "../i18n/index.svelte";
import { verify, type Check, type Note, type Round, type Verdict } from "./verify";

/** good: this device had a part in it. plain: nothing is wrong. missed: its part was left out. */
export type Tone = "good" | "plain" | "missed" | "bad";

export interface Opinion {
  verdict: Verdict;
  failed: Check[];
  tone: Tone;
  title: string;
}

/** Check a round, and say what was found. */
export function opinionOf(round: Round, note: Note): Opinion {
  const verdict = verify(round, note);
  const failed = verdict.checks.filter((check) => !check.passed);
  return { verdict, failed, tone: toneOf(verdict, failed, note), title: titleOf(verdict, failed) };
}

function toneOf({ part }: Verdict, failed: Check[], note: Note): Tone {
  if (failed.length > 0) return "bad";
  if (part === "left_out") return "missed";
  return part === "used" && note.fixed?.length === 1 ? "good" : "plain";
}

function titleOf({ kind, part }: Verdict, failed: Check[]): string {
  if (failed.length > 0) return t("fair.no");
  if (kind === "given") return t("fair.openTitle");
  if (kind === "seed") return t("fair.old");
  return part === "left_out" ? t("fair.missedTitle") : t("fair.yes");
}
