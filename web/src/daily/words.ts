/** What came of a deal of the day, in words. */

import { t, tn, type Key } from "../i18n/index.svelte";
import type { Daily } from "../protocol";
import { percent } from "../percent";
import { linesOf, type Result, type Told } from "./result";

const CLEAR = 0.2; // how far from a fair share the chance after the deal is before it is worth a word

/** "You won a hard one": by the chance that the cards gave. */
export function verdictOf({ won, chance }: Result, players: number): Key {
  const base = won ? "daily.won" : "daily.lost";
  if (chance === null) return base;
  const part = chance * players;
  return part < 1 - CLEAR ? `${base}Hard` : part > 1 + CLEAR ? `${base}Easy` : base;
}

/** "3 Hard bots". */
export function sayBots({ opponents }: Daily): string {
  const strength = opponents[0];
  return strength === undefined ? "" : tn("daily.bots", opponents.length, { strength: t(`strength.${strength}`) });
}

/** The lines to share. */
export const linesToShare = ({ number, result, puzzle }: Told): string[] =>
  linesOf(
    t("daily.shareTitle", { n: String(number) }),
    result.won ? t("daily.shareWon", { n: result.points }) : t("daily.shareLost"),
    result.marks,
    result.loss === null ? "" : t("daily.shareLoss", { n: percent(result.loss) }),
    puzzle === "" ? "" : t(puzzle === "first" ? "daily.puzzleFirst" : "daily.puzzleLater"),
  );
