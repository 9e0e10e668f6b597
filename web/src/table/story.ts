// What happened, in the words of the page.

import { isColor } from "../art/geometry";
import {
  cardName,
  colorName,
  joinParts,
  t,
  tnParts,
  tParts,
  type Part,
} from "../i18n/index.svelte";
import type { Event as GameEvent } from "../protocol";

export interface Cast {
  names: readonly string[];
  /** The seat of the reader, who is called "you". */
  me: number | null;
  /** Several people look at this screen in turn: each is told only what they themselves drew. */
  shared?: boolean;
  /** Whether points are counted. */
  scored?: boolean;
}

export function nameOf(cast: Cast, seat: number | null): string {
  if (seat === null) return "";
  return cast.names[seat] ?? String(seat + 1);
}

const nameParts = (cast: Cast, seat: number | null): Part[] => [
  { text: nameOf(cast, seat), name: true },
];

function cardParts(card: string): Part[] {
  const letter = card.charAt(0);
  return [{ text: cardName(card), color: isColor(letter) ? letter : null }];
}

function listParts(all: readonly Part[][]): Part[] {
  return all.flatMap((parts, i) => (i === 0 ? parts : [{ text: ", " }, ...parts]));
}

/** One sentence for screen readers. */
export function tell(event: GameEvent, cast: Cast): string {
  return joinParts(tellParts(event, cast));
}

/** One sentence for the log, in which names and colours can be told from the words between them. */
export function tellParts(event: GameEvent, cast: Cast): Part[] {
  const you = event.seat === cast.me;
  const name = nameParts(cast, event.seat);
  const other = nameParts(cast, event.other);
  const card = event.card === null ? [] : cardParts(event.card);
  switch (event.kind) {
    case "dealt":
      return tParts("table.event.dealt", {});
    case "played":
      if (event.jumped)
        return tParts(you ? "table.you.jumped" : "table.event.jumped", { name, card });
      return tParts(you ? "table.you.played" : "table.event.played", { name, card });
    case "drew":
    case "took": {
      if (event.count === 0)
        return tParts(you ? "table.you.nothing" : "table.event.nothing", { name });
      const known = event.cards !== null && (you || cast.shared !== true);
      const what =
        event.kind === "drew"
          ? tnParts(you ? "table.you.drew" : "table.event.drew", event.count, { name })
          : tnParts(you ? "table.you.took" : "table.event.took", event.count, { name });
      if (!known) return what;
      const details = listParts((event.cards ?? []).map(cardParts));
      return tParts("table.details", { what, details });
    }
    case "kept":
      return tParts(you ? "table.you.kept" : "table.event.kept", { name });
    case "skipped":
      return tParts(you ? "table.you.skipped" : "table.event.skipped", { name });
    case "reversed":
      return tParts(event.clockwise === true ? "table.event.clockwise" : "table.event.counter", {});
    case "named":
      return tParts(you ? "table.you.named" : "table.event.named", {
        name,
        color: event.color === null ? [] : [{ text: colorName(event.color), color: event.color }],
      });
    case "said":
      if (event.late) return tParts(you ? "table.you.late" : "table.event.late", { name });
      return tParts(you ? "table.you.said" : "table.event.said", { name });
    case "caught":
      if (you) return tParts("table.you.caught", { other });
      if (event.other === cast.me) return tParts("table.you.catch", { name });
      return tParts("table.event.caught", { name, other });
    case "challenged":
      return tellChallenge(event, cast);
    case "swapped":
      if (you) return tParts("table.you.swapped", { other });
      if (event.other === cast.me) return tParts("table.event.swappedYou", { name });
      return tParts("table.event.swapped", { name, other });
    case "rotated":
      return tParts("table.event.rotated", {});
    case "reshuffled":
      return tParts("table.event.reshuffled", {});
    case "over":
      if (event.void) return tParts("table.event.void", {});
      if (cast.scored === false) return tParts(you ? "table.you.won" : "table.event.won", { name });
      return tnParts(you ? "table.you.over" : "table.event.over", event.count, { name });
    case "match":
      if (event.winners.length === 1 && event.winners[0] === cast.me)
        return tParts("table.you.match", {});
      return tParts("table.event.match", {
        name: listParts(event.winners.map((seat) => nameParts(cast, seat))),
      });
  }
}

function tellChallenge(event: GameEvent, cast: Cast): Part[] {
  const name = nameParts(cast, event.seat);
  const other = nameParts(cast, event.other);
  const guilty = event.guilty === true;
  if (event.seat === cast.me) {
    return tParts(guilty ? "table.you.challengeWon" : "table.you.challengeLost", { other });
  }
  if (event.other === cast.me) {
    return tParts(guilty ? "table.you.bluffFound" : "table.you.bluffNot", { name });
  }
  return tParts(guilty ? "table.event.bluffFound" : "table.event.bluffNot", { name, other });
}

/** At most a few words, for the bubble at a player. */
export function brief(event: GameEvent): string {
  switch (event.kind) {
    case "played":
      return briefPlay(event);
    case "drew":
      return t("table.brief.drew", { n: event.count });
    case "took":
      return t("table.brief.took", { n: event.count });
    case "kept":
      return t("table.brief.kept");
    case "skipped":
      return t("table.brief.skipped");
    case "named":
      return event.color === null ? "" : colorName(event.color);
    case "said":
      return t("table.uno");
    case "caught":
      return t("table.brief.caught");
    case "challenged":
      return t("table.brief.challenged");
    case "swapped":
      return t("table.brief.swapped");
    case "rotated":
      return t("table.brief.rotated");
    case "over":
      return event.void ? "" : t("table.brief.out");
    default:
      return "";
  }
}

/** A number needs no words beside its little card; what a card does is said. */
function briefPlay(event: GameEvent): string {
  if (event.jumped) return t("table.brief.jumped");
  switch (event.card?.charAt(1)) {
    case "S":
      return t("face.S");
    case "V":
      return t("face.V");
    case "D":
      return t("face.D");
    case "W":
      return t("face.W");
    case "F":
      return t("table.brief.drawFour");
    default:
      return "";
  }
}
