// How a round or a match came out, as it is said and shown.

import type { Mood } from "../art/moods";
import { language, t, tn } from "../i18n/index.svelte";
import { FACE_POINTS } from "../protocol";
import type { Room, Seat, Table } from "../protocol";

export interface Result {
  /** Whether a match of several rounds is over, not just a round. */
  match: boolean;
  winners: number[];
  title: string;
}

export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(language()).format(names);
}

/** The winners of the match if it is over, else those of the round. */
export function resultOf(room: Room, table: Table, mine: readonly number[]): Result {
  const match = room.stage === "over" && room.target > 0 && room.winners.length > 0;
  const winners = match ? room.winners : table.winners;
  return { match, winners, title: titleOf(room, winners, match, mine) };
}

function titleOf(room: Room, winners: readonly number[], match: boolean, mine: readonly number[]): string {
  const n = room.round;
  const name = listOf(winners.map((seat) => room.seats[seat]?.name ?? ""));
  if (winners.length === 0) return t("table.end.void", { n });
  const self = winners.length === 1 && mine.length === 1 && winners[0] === mine[0];
  if (match) return self ? t("table.end.youMatch") : tn("table.end.match", winners.length, { name });
  if (self) return t("table.end.youRound", { n });
  return winners.length === 1 ? t("table.end.round", { name, n }) : t("table.end.teamRound", { name, n });
}

/** Winners laugh; losers look on kindly, and only bots look sad. */
export function moodOf(seat: Seat | undefined, won: boolean, mine: boolean): Mood {
  if (won) return "joy";
  return seat?.kind === "bot" && !mine ? "sad" : "warm";
}

/** What the winner got; nothing where the fewest points win, null where none are counted. */
export function gainOf(room: Room, table: Table): number | null {
  if (table.winner === null || !room.has.includes("points")) return null;
  return table.scores[table.winner] ?? 0;
}

/** A card on its way to the figure, and how much it adds. */
export interface Counted {
  seat: number;
  card: string;
  value: number;
}

/** Count the cards that make up what the winner got, hand by hand; their values add up to it. */
export function countCards(room: Room, table: Table): Counted[] {
  const gain = gainOf(room, table) ?? 0;
  if (gain <= 0) return [];
  const losers = (table.hands ?? []).flatMap((cards, seat) =>
    table.winners.includes(seat) ? [] : cards.map((card) => ({ seat, card, value: worth(card) })),
  );
  const sum = losers.reduce((total, one) => total + one.value, 0);
  const last = losers.at(-1);
  if (last !== undefined) last.value += gain - sum; // the server's word counts
  return losers;
}

const worth = (card: string): number => FACE_POINTS[card.charAt(1) as keyof typeof FACE_POINTS];

export interface Column {
  seat: number;
  /** From 0 to 1. */
  height: number;
  won: boolean;
  /** Where it stands, from left to right: the best in the middle. */
  place: number;
}

/** Where there is no room for all, the best have a column, and whoever looks at it. */
export function columnsOf(room: Room, most: number, me: number | null): { columns: Column[]; rest: number[] } {
  const { standing, totals, winners } = room;
  const shown = standing.slice(0, most);
  if (me !== null && standing.includes(me) && !shown.includes(me)) shown[shown.length - 1] = me;
  const total = (seat: number): number => totals[seat] ?? 0;
  const all = standing.map(total);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  // where the fewest points win, the fewest make the tallest column
  const fewest = room.has.includes("fewest");
  const part = (seat: number): number =>
    fewest ? (high + Math.min(...all) - total(seat)) / high : (total(seat) - low) / (high - low);
  const columns = shown.map((seat) => {
    const won = winners.includes(seat);
    const rank = shown.filter((other) => !winners.includes(other)).indexOf(seat);
    return { seat, height: part(seat), won, place: won ? 0 : columnOf(rank, shown.length) };
  });
  return { columns, rest: standing.filter((seat) => !shown.includes(seat)) };
}

/** The best of the others stands left of the winner, the next one on the right; of few, all but one do. */
function columnOf(rank: number, of: number): number {
  if (of <= 4) return rank === 0 ? -1 : rank;
  return rank % 2 === 0 ? -1 - rank / 2 : (rank + 1) / 2;
}

/** Who is ready for what comes next, and who is still being waited for; nothing where nobody else plays. */
export function readinessOf(room: Room, mine: readonly number[]): { ready: string[]; thinking: string[] } {
  const people = room.seats.filter(
    (seat, at) => seat.kind === "person" && seat.here && !seat.away && !mine.includes(at),
  );
  if (people.length < (mine.length === 0 ? 2 : 1)) return { ready: [], thinking: [] };
  const names = (ready: boolean): string[] =>
    people.filter((seat) => seat.ready === ready).map((seat) => seat.name);
  return { ready: names(true), thinking: names(false) };
}
