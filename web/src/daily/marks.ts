/** How decisions were made, in one sign each: as discs on the page, and in plain text. */

import type { Decision, ReviewOut } from "../protocol";

export const SIGNS = { b: "●", n: "◐", s: "○" } as const;
export type Sign = keyof typeof SIGNS;

/** Decisions of one round that are shown; a round with more is cut. */
export const MOST_MARKS = 40;

const SIGN_OF: Record<Decision["mark"], Sign> = { best: "b", close: "b", nearly: "n", slip: "s", blunder: "s" };

/** One letter for every decision of a seat, in their order. */
export const marksOf = (review: ReviewOut, seat: number): string =>
  review.decisions
    .filter((one) => one.seat === seat)
    .map((one) => SIGN_OF[one.mark])
    .join("")
    .slice(0, MOST_MARKS);

/** What a review adds to a result. */
export const ratingOf = (review: ReviewOut, seat: number): { marks: string; loss: number | null; chance: number | null } => ({
  marks: marksOf(review, seat),
  loss: review.seats[seat]?.loss ?? null,
  chance: review.chances[0]?.[seat] ?? null,
});

export const draw = (marks: string): string => [...marks].map((mark) => SIGNS[mark as Sign]).join("");

export const count = (marks: string, sign: Sign): number => [...marks].filter((one) => one === sign).length;
