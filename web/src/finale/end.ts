/** What the end of a round and of a match are given alike. */

import type { Snippet } from "svelte";

import type { Room, Table } from "../protocol";
import type { Remark } from "../remarks.svelte";
import type { Reacting } from "../table/reacting.svelte";
import type { Result } from "./result";
import type { Show } from "./show.svelte";

export interface End {
  room: Room;
  table: Table;
  /** The seats of this client. */
  mine: readonly number[];
  /** Seconds until the next round is dealt anyway. */
  seconds: number | null;
  onnext: (() => void) | undefined;
  onreplay: (() => void) | undefined;
  /** What the round owes to luck and to skill. */
  onreview: (() => void) | undefined;
  onleave: (() => void) | undefined;
  /** Back to the lobby, where seats and rules are changed. */
  onlobby: (() => void) | undefined;
  onmenu: (() => void) | undefined;
  /** More buttons, as in the bar of the table. */
  tools: Snippet | undefined;
  /** What people say and show just now, by their seat. */
  remarks: Record<number, Remark>;
  /** The moods that can be shown; null where there is nobody to show them to. */
  reacting: Reacting | null;
}

/** And what it comes to, as it is shown step by step. */
export interface Shown extends End {
  result: Result;
  show: Show;
  tall: boolean;
}
