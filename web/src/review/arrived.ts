/** Tells whoever wants to know that a review has come, and of which round. */

import type { ReviewOut } from "../protocol";

export interface Arrived {
  /** The id of its replay; null for a game from text. */
  id: string | null;
  review: ReviewOut;
  /** The seat of this browser in that round; null if it had none. */
  seat: number | null;
}

type Listener = (arrived: Arrived) => void;

const listeners = new Set<Listener>();

/** Be told of every review that comes from now on; call what is returned to stop. */
export function onReview(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellReview(arrived: Arrived): void {
  for (const listener of listeners) listener(arrived);
}
