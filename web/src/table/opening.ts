// The table as it was right after the deal, made from an update that may be further on.

import type { Event as GameEvent, Table, Update } from "../protocol";
import { cardsOf } from "./sight";

export interface Opening {
  /** Before anybody has a card. */
  table: Table;
  /** How many cards everybody gets. */
  each: number;
  /** The reader's, in no order. */
  cards: string[];
  /** Who gets the first card. */
  first: number;
  /** The card turned up. */
  top: string | null;
}

/** The events since the last deal that an update tells, with the deal first; none if it tells of none. */
export function sinceDeal(update: Update): GameEvent[] {
  const events = update.steps.flatMap((step) => step.events);
  const at = events.findLastIndex((event) => event.kind === "dealt");
  return at < 0 ? [] : events.slice(at);
}

/** Undo all that the update tells since the deal; null if it tells of none, or hands were passed on. */
export function openingOf(update: Update, view: number): Opening | null {
  const { table } = update;
  const [dealt, ...events] = sinceDeal(update);
  if (table === null || dealt === undefined) return null;
  if (events.some(({ kind }) => kind === "swapped" || kind === "rotated")) return null;
  const drawn = events.filter(({ kind }) => kind === "drew" || kind === "took");
  const played = events.filter(({ kind }) => kind === "played");
  const total = (list: readonly GameEvent[]): number => list.reduce((sum, { count }) => sum + count, 0);
  const sum = table.sizes.reduce((all, size) => all + size, 0) + played.length - total(drawn);
  const each = Math.round(sum / table.players);
  const cards = [...cardsOf(update, view)];
  for (const event of drawn) {
    if (event.seat !== view) continue;
    const gone = event.cards ?? cards.slice(-event.count);
    for (const card of gone) cards.splice(cards.lastIndexOf(card), 1);
  }
  if (played.some((event) => event.seat === view) || cards.length !== each) return null;
  const first = dealt.other ?? dealt.seat;
  const top = dealt.card;
  const blank: Table = {
    ...table,
    turn: first,
    next: first,
    clockwise: true,
    phase: "turn",
    top: null,
    color: null,
    under: [],
    due: 0,
    stock: table.stock + total(drawn) + each * table.players + (top === null ? 0 : 1),
    sizes: table.sizes.map(() => 0),
    uno: null,
    clock: null,
    hands: null,
  };
  return { table: blank, each, cards: disarrange(cards), first, top };
}

/** Put cards out of order, the same way each time: a dealer does not sort. */
function disarrange(cards: readonly string[]): string[] {
  const rank = (i: number): number => (i * 7 + 3) % 11;
  return cards
    .map((card, i) => ({ card, rank: rank(i) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ card }) => card);
}
