/** A moment in a few words: what it is, what was done or came, and what it was worth. */

import { t, tn } from "../i18n/index.svelte";
import type { Decision, Frame } from "../protocol";
import { tell } from "../table/story";
import { isSlip, type Luck, type Moment } from "./moments";
import { capital, cardOf, moveName } from "./words";

export interface Told {
  kind: string;
  title: string;
  /** What it stands in place of, where it was not played. */
  instead: string;
  /** What the figure is measured by. */
  by: string;
  /** What is shown: cards in our notation; of two the second is the better one. */
  cards: string[];
  /** Whether the first of two cards should not have been played. */
  better: boolean;
}

interface Cast {
  names: readonly string[];
  /** The seat of the reader, who is called "you". */
  me: number | null;
}

const SHOWN = 3; // cards that came

export function tellMoment(moment: Moment, frames: readonly Frame[], cast: Cast): Told {
  if (moment.kind === "luck") return tellLuck(moment.luck, frames, cast);
  const { decision, kind } = moment;
  const { names } = cast;
  const played = capital(moveName(decision.played, names));
  if (kind === "best") {
    return { kind: t("moment.best"), title: played, instead: "", by: t("moment.onNext"), cards: cardsOf(decision, false), better: false };
  }
  const wrong = isSlip(decision);
  const best = capital(moveName(decision.best, names));
  return {
    kind: wrong ? t(decision.mark === "blunder" ? "moment.blunder" : "moment.slip") : t("moment.noSlip"),
    title: wrong ? best : played,
    instead: wrong ? t("moment.instead", { played: moveName(decision.played, names) }) : "",
    by: t("moment.against"),
    cards: cardsOf(decision, wrong),
    better: wrong,
  };
}

function cardsOf({ played, best }: Decision, both: boolean): string[] {
  const moves = both ? [played, best] : [played];
  return moves.map((move) => cardOf(move) ?? "back");
}

function tellLuck(luck: Luck, frames: readonly Frame[], cast: Cast): Told {
  const kind = t("moment.luck");
  if (luck.kind === "deal") {
    const hands = frames[0]?.table.hands?.[cast.me ?? -1] ?? [];
    return { kind, title: t("moment.deal"), instead: "", by: "", cards: hands.slice(0, SHOWN), better: false };
  }
  const events = frames[luck.at + 1]?.events ?? [];
  const drawn = luck.kind === "hidden" ? undefined : events.find((one) => one.kind === "drew" || one.kind === "took");
  const event = drawn ?? events.find((one) => one.seat === luck.seat);
  const cards = drawn?.cards?.slice(0, SHOWN) ?? (event?.card == null ? [] : [event.card]);
  return {
    kind,
    title: event === undefined ? "" : tell({ ...event, cards: drawn?.count === 1 ? event.cards : null }, cast),
    instead: "",
    by: luck.kind === "hidden" ? t("moment.hidden") : tn("moment.by", luck.cards),
    cards: drawn === undefined ? cards : ["back", ...cards].slice(0, SHOWN),
    better: false,
  };
}
