/** All rounds as one file, for another browser or for safekeeping. */

import { isRecord, listOf } from "./check";
import { MOST } from "./history.svelte";
import { readRound, type Round } from "./round";

const FORMAT = "unolab rounds 1";
/** Bytes of a file; all rounds that are kept, with the longest rules, take fewer. */
export const LARGEST = 4_000_000;

export const writeFile = (rounds: readonly Round[]): string => JSON.stringify({ format: FORMAT, rounds }, null, 1);

/** Read a file that was exported; null if it is none, or if one of its rounds is wrong. */
export function readFile(text: string): Round[] | null {
  if (text.length > LARGEST) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value.format !== FORMAT) return null;
  const all = listOf(value.rounds, MOST, isRecord);
  if (all === null) return null;
  const rounds = all.flatMap((one) => readRound(one) ?? []);
  return rounds.length === all.length ? rounds : null;
}
