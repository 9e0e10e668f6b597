// Which side of a partners' game somebody is on.

import type { Seat } from "../protocol";

/** 0 or 1, or null where everyone plays for themselves. */
export const teamOf = (seat: (Seat & { team?: number | null }) | undefined): number | null =>
  seat?.team ?? null;
