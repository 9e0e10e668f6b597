// What an update shows to its reader.

import { isColor, type Color } from "../art/geometry";
import type { Event as GameEvent, Table, Update } from "../protocol";
import { stripColor, regroup, type Held } from "./held";

export function colorOf(card: string): Table["color"] {
  const letter = card.charAt(0);
  return isColor(letter) ? letter : null;
}

/** People at one device see nobody's cards while it is passed on: nothing moves until somebody looks. */
export function viewOf(update: Update, last: number): number {
  if (update.hand !== null) return update.hand.seat;
  return update.seats.includes(last) ? last : (update.seats[0] ?? 0);
}

/** What lies in front of the reader: the reader's cards, cards laid open, or backs. */
export function cardsOf(update: Update, view: number): string[] {
  if (update.table === null) return [];
  if (update.hand !== null) return update.hand.cards;
  const open = update.table.hands?.[view];
  return open ?? Array.from({ length: update.table.sizes[view] ?? 0 }, () => "back");
}

/** The cards that the update has and the hand has not: those of a draw whose cards were not told. */
export function cardsDrawn(held: readonly Held[], update: Update, view: number): string[] {
  const ids = new Set(held.map((one) => one.id));
  return regroup(held, cardsOf(update, view))
    .filter((one) => !ids.has(one.id))
    .map((one) => one.card);
}

/** Hands that lie open, after a card was played or cards were drawn. */
export function handsAfter(hands: Table["hands"], event: Pick<GameEvent, "kind" | "seat" | "card" | "cards">): Table["hands"] {
  const hand = hands?.[event.seat];
  if (hands === null || hand === undefined) return hands;
  const card = event.card === null ? -1 : hand.indexOf(stripColor(event.card));
  const kept = event.kind === "played" && card >= 0 ? hand.toSpliced(card, 1) : hand;
  return hands.with(event.seat, event.kind === "played" ? kept : [...kept, ...(event.cards ?? [])]);
}

/** The colour that a challenge would be about, if the reader may make one. */
export function suspectOf(update: Update | null): Color | null {
  const choice = update?.hand?.choices.find(({ kind }) => kind === "challenge");
  return choice?.challenge?.test === "color" ? choice.challenge.color : null;
}
