/** What a result is made of, as bars left and right of a fair share. */

import type { SeatReview } from "../protocol";
import { luckOf, skillOf } from "./verdict";

/** A part of a bar, from one value to another. */
export interface Block {
  from: number;
  to: number;
}

export interface Sum {
  luck: number;
  skill: number;
  /** The result less a fair share. */
  result: number;
  /** Luck bit by bit, if all of it pulled the same way, else in one. */
  blocks: Block[];
  /** The ends of the scale that all rows share. */
  low: number;
  high: number;
}

const SEEN = 0.002; // parts below this are too narrow for a block
const AIR = 0.15;
const LEAST = 0.05;

export function sumOf({ parts, result, share }: SeatReview): Sum {
  const luck = luckOf(parts);
  const skill = skillOf(parts);
  const whole = result - share;
  const all = [0, luck, skill, whole];
  const air = Math.max(LEAST, ...all.map(Math.abs)) * AIR;
  return {
    luck,
    skill,
    result: whole,
    blocks: blocksOf([parts.deal, parts.draws, parts.hidden], luck),
    low: Math.min(...all) - air,
    high: Math.max(...all) + air,
  };
}

function blocksOf(parts: readonly number[], whole: number): Block[] {
  const large = parts.filter((part) => Math.abs(part) >= SEEN);
  const together = large.every((part) => part > 0 === large[0]! > 0);
  if (!together || large.length === 0) return [{ from: 0, to: whole }];
  let to = 0;
  return large.map((part, at) => {
    const from = to;
    to = at === large.length - 1 ? whole : to + part;
    return { from, to };
  });
}

/** Where a value stands between the ends, in percent. */
export const placeOf = (value: number, { low, high }: Sum): number => ((value - low) / (high - low)) * 100;
