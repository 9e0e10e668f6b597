/** What has happened so far, as a strip of cards: one item for every deed that tells something. */

import { t, tn } from "../i18n/index.svelte";
import type { Event as GameEvent, Reason } from "../protocol";

export interface Deed {
  event: GameEvent;
  /** The card played, or its back for cards drawn; null for what is no card. */
  card: string | null;
  /** A word or two. */
  note: string;
}

/** List what everyone did since the deal. What follows from a card by itself is left out. */
export function deedsOf(events: readonly GameEvent[]): Deed[] {
  const deeds: Deed[] = [];
  for (const event of events) {
    const last = deeds.at(-1);
    if (event.kind === "said" && last?.event.seat === event.seat) last.note = t("sofar.uno");
    else {
      const deed = deedOf(event);
      if (deed !== null) deeds.push(deed);
    }
  }
  return deeds;
}

function deedOf(event: GameEvent): Deed | null {
  switch (event.kind) {
    case "played":
      return { event, card: event.card, note: event.jumped ? t("sofar.jumps") : "" };
    case "drew":
      return { event, card: "back", note: event.count > 1 ? tn("sofar.draws", event.count) : t("sofar.draw") };
    case "took":
      return { event, card: "back", note: tn("sofar.takes", event.count) };
    case "kept":
      return { event, card: null, note: t("sofar.keeps") };
    case "challenged":
      return { event, card: null, note: t(event.guilty === true ? "sofar.bluff" : "sofar.noBluff") };
    case "swapped":
      return { event, card: null, note: t("sofar.swaps") };
    case "rotated":
      return { event, card: null, note: t("sofar.rotates") };
    case "caught":
      return { event, card: null, note: t("sofar.caught") };
    case "said":
      return { event, card: null, note: t("sofar.uno") };
    default:
      return null;
  }
}

/** The places of the deeds that reasons speak of: who drew, and who named a colour. */
export function tellingDeeds(deeds: readonly Deed[], reasons: readonly Reason[]): Set<number> {
  const found = new Set<number>();
  for (const { key, seat } of reasons) {
    const wanted = TELLING[key];
    if (wanted === undefined) continue;
    const at = deeds.findLastIndex(({ event }) => event.seat === seat && wanted(event));
    if (at >= 0) found.add(at);
  }
  return found;
}

const TELLING: Record<string, (event: GameEvent) => boolean> = {
  drew_on: ({ kind }) => kind === "drew",
  named: ({ kind, card }) => kind === "played" && (card?.endsWith("W") === true || card?.endsWith("F") === true),
};
