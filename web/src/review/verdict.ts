/** How a round was played, in one of a few sentences: by skill and by luck. */

import type { Parts, SeatReview } from "../protocol";

export const VERDICTS = [
  "goodUnlucky",
  "goodLucky",
  "good",
  "lucky",
  "unlucky",
  "needed",
  "neither",
  "plain",
  "forced",
] as const;
export type Verdict = (typeof VERDICTS)[number];

const GOOD = 0.006; // chance lost per decision
const WEAK = 0.015;
const LUCK = 0.1;

/** All that nobody could help. */
export const luckOf = ({ deal, draws, hidden }: Parts): number => deal + draws + hidden;

export const skillOf = ({ own, others }: Parts): number => own + others;

export function verdictOf({ loss, parts }: SeatReview): Verdict {
  if (loss === null) return "forced";
  const luck = luckOf(parts);
  const lucky = luck > LUCK;
  const unlucky = luck < -LUCK;
  if (loss < GOOD) return lucky ? "goodLucky" : unlucky ? "goodUnlucky" : "good";
  if (loss > WEAK) return lucky ? "needed" : unlucky ? "neither" : "plain";
  return lucky ? "lucky" : unlucky ? "unlucky" : "plain";
}
