/**
 * Asks the server to review own rounds against bots, in the background: one after the other, when nothing else
 * is to be done, and never insisting. A server that refuses one is not asked again before the page is loaded.
 */

import { whenIdle } from "../afterpaint";
import { tellReview } from "../review/arrived";
import { fetchReview } from "../review/stream";
import { history } from "./history.svelte";
import type { Round } from "./round";

const PAUSE = 10_000; // milliseconds: who looks at the end of a round should not wait for anything
const RECENT = 7 * 24 * 60 * 60 * 1000; // older rooms may be gone
const MOST = 5; // rounds at a time

/** Rounds that were asked for since the page was loaded: once is enough. */
const asked = new Set<string>();
let running = false;

const isAmongBots = (round: Round): boolean => !round.others.includes("");

/** The rounds to ask for, the latest first. */
export function missing(rounds: readonly Round[], now = Date.now()): Round[] {
  return rounds
    .filter((round) => round.figures === null && isAmongBots(round) && now - round.at < RECENT && !asked.has(round.id))
    .slice(0, MOST);
}

/** Ask for the reviews that are missing, after a while. */
export function askSoon(): void {
  if (running || missing(history.rounds).length === 0) return;
  running = true;
  setTimeout(() => whenIdle(() => void askAll()), PAUSE);
}

async function askAll(): Promise<void> {
  try {
    for (const round of missing(history.rounds)) {
      asked.add(round.id);
      await askFor(round.id, round.seat);
    }
  } catch {
    // busy, or not reviewed there, or no connection: it is no matter
  } finally {
    running = false;
  }
}

/** Ask for one review and tell everyone of it; fails as asking the server may. */
export const askFor = (id: string, seat: number, signal = new AbortController().signal): Promise<void> =>
  fetchReview({ id }, ({ review }) => review !== null && tellReview({ id, review, seat }), signal);
