/** Where replays were left, so that they open there again. */

import { readRecord, write } from "./stored";
import type { Replay } from "./protocol";

const KEY = "unolab.replays";
const MOST = 60; // replays that are remembered

/** A name for a game, also for one from text that has none. */
const nameOf = ({ id, text }: Replay): string => id ?? `${text.length} ${text.slice(0, 60)}`;

/** The move at which a replay was left; the start if it was watched to the end. */
export function placeOf(replay: Replay): number {
  const at = readRecord(KEY)[nameOf(replay)];
  return typeof at === "number" && Number.isInteger(at) && at > 0 && at < replay.frames.length - 1 ? at : 0;
}

export function keepPlace(replay: Replay, at: number): void {
  const name = nameOf(replay);
  const { [name]: _, ...others } = readRecord(KEY);
  const kept = Object.entries(others).slice(-MOST + 1);
  write(KEY, Object.fromEntries(at > 0 ? [...kept, [name, at]] : kept));
}
