/** Notes the rounds that end while this browser looks on, and what reviews say of them. */

import { dailyNumber, noteResult, rateResult, resultOf } from "../daily/tries";
import type { ReviewOut, Update } from "../protocol";
import { onReview, type Arrived } from "../review/arrived";
import { luckOf } from "../review/verdict";
import { askSoon } from "./asking";
import { history } from "./history.svelte";
import { clipBot, clipRules, type Figures, type Round } from "./round";

/** The round that an update shows the end of, as this person played it; null for others. */
export function roundOf(update: Update, at = Date.now()): Round | null {
  const { room, table, seats } = update;
  const [seat, ...more] = seats;
  // people who share a device share no statistics, and a tournament is among bots
  if (table === null || seat === undefined || more.length > 0 || table.phase !== "over") return null;
  if (room.helped === "retried") return null; // it was noted when it was played first
  const id = `${room.code}-${room.rounds}`;
  const winners = table.winners.length > 0 ? table.winners : table.winner === null ? [] : [table.winner];
  const others = room.seats.filter((_, other) => other !== seat);
  return {
    id,
    at,
    rules: clipRules(room.rules),
    seat,
    others: others.map((one) => (one.kind === "bot" ? (one.strength ?? clipBot(one.bot ?? "bot")) : "")),
    side: room.seats[seat]?.team == null ? 1 : 2,
    won: winners.length === 0 ? null : winners.includes(seat),
    points: room.has.includes("points") ? table.points : null,
    turns: table.turns,
    helped: room.helped,
    daily: room.rounds === 1 ? dailyNumber(room.code) : null,
    figures: null,
  };
}

/** What a review says of one seat. */
export function figuresOf(review: ReviewOut, seat: number): Figures | null {
  const own = review.seats[seat];
  if (own === undefined) return null;
  return { luck: luckOf(own.parts), loss: own.loss, decisions: own.decisions, accuracy: own.accuracy };
}

/** Note a review that has arrived, if it is of a round of ours. */
function noteReview({ id, review }: Arrived): void {
  const round = history.rounds.find((one) => one.id === id);
  const figures = round === undefined ? null : figuresOf(review, round.seat);
  if (id === null || round === undefined || figures === null) return;
  history.rate(id, figures);
  if (round.daily !== null) rateResult(round.daily, review, round.seat);
}

/** Note the round that an update shows the end of. */
export function noteRound(update: Update): void {
  const round = roundOf(update);
  if (round === null) return;
  history.add(round);
  if (round.daily !== null) noteResult(round.daily, resultOf(round.won === true, update.table?.points ?? 0));
  askSoon();
}

onReview(noteReview);
