/** What this browser keeps of the puzzles: which were solved, and how many in a row. */

import { readRecord, write } from "../stored";

const KEY = "unolab.puzzles";
const MOST_KEPT = 10_000;
const ID = /^[0-9a-f]{8}$/;

/** How a puzzle went: on the first try, or later. */
export type Result = "first" | "later";

export class Progress {
  /** The puzzles that were solved, and how. */
  results: ReadonlyMap<string, Result> = $state.raw(new Map());
  /** How many were solved on the first try, one after the other; and the most there ever were. */
  streak = $state(0);
  best = $state(0);

  constructor() {
    const kept = readRecord(KEY);
    this.results = new Map([...ids(kept.later, "later"), ...ids(kept.first, "first")]);
    this.streak = count(kept.streak);
    this.best = Math.max(this.streak, count(kept.best));
  }

  /** Note that a puzzle was solved; what was solved before counts no second time. */
  solve(id: string, first: boolean): void {
    if (this.results.has(id)) return;
    this.results = new Map([...this.results, [id, first ? "first" : "later"] as const].slice(-MOST_KEPT));
    if (first) {
      this.streak += 1;
      this.best = Math.max(this.best, this.streak);
    }
    this.#keep();
  }

  /** Note a wrong answer: the next streak begins. */
  miss(id: string): void {
    if (this.results.has(id) || this.streak === 0) return;
    this.streak = 0;
    this.#keep();
  }

  /** Of these puzzles, how many were solved. */
  solved(puzzles: readonly { id: string }[]): number {
    return puzzles.filter(({ id }) => this.results.has(id)).length;
  }

  #keep(): void {
    const all = [...this.results];
    const by = (wanted: Result): string[] => all.flatMap(([id, result]) => (result === wanted ? [id] : []));
    write(KEY, { first: by("first"), later: by("later"), streak: this.streak, best: this.best });
  }
}

function* ids(kept: unknown, result: Result): Generator<readonly [string, Result]> {
  if (!Array.isArray(kept)) return;
  for (const id of kept.slice(0, MOST_KEPT) as unknown[]) {
    if (typeof id === "string" && ID.test(id)) yield [id, result];
  }
}

const count = (kept: unknown): number =>
  typeof kept === "number" && Number.isSafeInteger(kept) && kept > 0 ? kept : 0;

export const progress = new Progress();
