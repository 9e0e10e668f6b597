/** How strong the bots are that one can choose by strength, as measured once. */

import { STRENGTHS } from "../protocol";
import type { Strength } from "../settings.svelte";
import type { Round } from "./round";

/**
 * How often each wins, relative to Hard: at any table, a bot wins the part that its weight has of all weights
 * there (Luce's model). From 20,000 rounds with one of each at the table, by the official rules:
 * `unolab simulate easy medium hard expert --rules official+target=0 --games 20000 --seed 7`.
 */
const WEIGHTS: Record<Strength, number> = { easy: 0.3, medium: 0.79, hard: 1, expert: 1.11 };

/**
 * Mean accuracy of bots, drawn beside a person's. Reviews are fitted so that Hard has 70 (`review/rating.py`);
 * `python bench/accuracy_marks.py` measures the others.
 */
export const ACCURACIES: readonly { strength: Strength; accuracy: number }[] = [{ strength: "hard", accuracy: 70 }];

/** What somebody of a strength would win in a person's seat; null where the strength of others is not known. */
export function expectedShare(strength: Strength, round: Round): number | null {
  if (round.side !== 1) return null; // with a partner, it is not one's strength alone
  let total = WEIGHTS[strength];
  for (const other of round.others) {
    const known = STRENGTHS.find((one) => one === other);
    if (known === undefined) return null;
    total += WEIGHTS[known];
  }
  return WEIGHTS[strength] / total;
}
