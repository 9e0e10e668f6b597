/** What is worth a look in a round: the best move, what went wrong, the turns of luck. */

import type { ChanceEvent, Decision, ReviewOut } from "../protocol";

/** Cards that came, or that somebody had: at -1 the deal. */
export interface Luck {
  at: number;
  seat: number | null;
  /** What it did to the chance of whoever the review is about. */
  luck: number;
  /** How many cards came; 0 where a move showed what nobody could know. */
  cards: number;
  kind: ChanceEvent["kind"] | "hidden";
}

export type Moment =
  | { kind: "best" | "slip" | "close"; at: number; decision: Decision; size: number }
  | { kind: "luck"; at: number; luck: Luck; size: number };

const TURN = 0.05; // luck below this is no turn
const TURNS = 3;
const LEAST_GAP = 0.005;

/** How far the best is ahead of the next; nothing where there is no other. */
export function gapOf({ moves }: Decision): number {
  const [first, second] = moves;
  return first === undefined || second === undefined ? 0 : first.value - second.value;
}

/** All luck of a seat, the deal first. What hidden cards did at a move is what nothing else accounts for. */
export function luckOfRound(review: ReviewOut, seat: number): Luck[] {
  const events = review.chance_events.map(
    (one): Luck => ({ at: one.at, seat: one.seat, luck: one.luck[seat] ?? 0, cards: one.cards, kind: one.kind }),
  );
  const movers = new Map(review.decisions.map((one) => [one.at, one.seat]));
  const known = [...review.decisions, ...review.lapses];
  for (let at = 0; at + 1 < review.chances.length; at += 1) {
    const mover = movers.get(at);
    if (mover === undefined) continue;
    const change = (review.chances[at + 1]?.[seat] ?? 0) - (review.chances[at]?.[seat] ?? 0);
    const done = known.filter((one) => one.at === at).reduce((sum, one) => sum + (one.effect[seat] ?? 0), 0);
    const drawn = events.filter((one) => one.at === at).reduce((sum, one) => sum + one.luck, 0);
    events.push({ at, seat: mover, luck: change - done - drawn, cards: 0, kind: "hidden" });
  }
  return events.sort((a, b) => a.at - b.at);
}

const decisionsOf = (review: ReviewOut, seat: number): Decision[] =>
  review.decisions.filter((one) => one.seat === seat);

const most = <T>(all: readonly T[], size: (one: T) => number): T | undefined =>
  all.reduce<T | undefined>((best, one) => (best === undefined || size(one) > size(best) ? one : best), undefined);

/** Whether it was the last card: nobody has to find that. */
const isLast = ({ reasons }: Decision): boolean => reasons.some((one) => one.key === "wins");

export const isSlip = ({ mark }: Decision): boolean => mark === "slip" || mark === "blunder";

/** The three of the overview; a round without a slip has its closest call instead. */
export function threeOf(review: ReviewOut, seat: number): Moment[] {
  const mine = decisionsOf(review, seat);
  const three: Moment[] = [];
  const good = mine.filter((one) => one.mark === "best" && gapOf(one) > LEAST_GAP);
  const best = most(good.filter((one) => !isLast(one)), gapOf) ?? most(good, gapOf);
  if (best !== undefined) three.push({ kind: "best", at: best.at, decision: best, size: gapOf(best) });
  const slip = most(mine.filter(isSlip), (one) => one.loss);
  const others = mine.filter((one) => one !== best && one.moves.length > 1);
  const close = most(others, (one) => one.loss - gapOf(one));
  if (slip !== undefined) three.push({ kind: "slip", at: slip.at, decision: slip, size: -slip.loss });
  else if (close !== undefined) three.push({ kind: "close", at: close.at, decision: close, size: -close.loss });
  const luck = most(luckOfRound(review, seat), (one) => Math.abs(one.luck));
  if (luck !== undefined) three.push({ kind: "luck", at: luck.at, luck, size: luck.luck });
  return three;
}

/** All that one goes through, in the order of the round. */
export function momentsOf(review: ReviewOut, seat: number): Moment[] {
  const three = threeOf(review, seat);
  const taken = new Set(three.map((one) => one.at));
  const slips = decisionsOf(review, seat)
    .filter((one) => isSlip(one) && !taken.has(one.at))
    .map((one): Moment => ({ kind: "slip", at: one.at, decision: one, size: -one.loss }));
  for (const { at } of slips) taken.add(at);
  const turns = luckOfRound(review, seat)
    .filter((one) => Math.abs(one.luck) >= TURN && !taken.has(one.at))
    .sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck))
    .slice(0, TURNS)
    .map((one): Moment => ({ kind: "luck", at: one.at, luck: one, size: one.luck }));
  return [...three, ...slips, ...turns].sort((a, b) => a.at - b.at);
}
