// What happened, in the words of the page.

import { cardName, colorName, t, tn } from "../i18n/index.svelte";
import type { Event as GameEvent } from "../protocol";

export interface Cast {
  names: readonly string[];
  /** The seat of the reader, who is called "you". */
  me: number | null;
  /** Several people look at this screen in turn: each is told only what they themselves drew. */
  shared?: boolean;
}

export function nameOf(cast: Cast, seat: number | null): string {
  if (seat === null) return "";
  return cast.names[seat] ?? String(seat + 1);
}

function list(names: readonly string[]): string {
  return names.join(", ");
}

/** One sentence for the log and for screen readers. */
export function tell(event: GameEvent, cast: Cast): string {
  const you = event.seat === cast.me;
  const name = nameOf(cast, event.seat);
  const other = nameOf(cast, event.other);
  const card = event.card === null ? "" : cardName(event.card);
  switch (event.kind) {
    case "dealt":
      return t("table.event.dealt");
    case "played":
      if (event.jumped) return t(you ? "table.you.jumped" : "table.event.jumped", { name, card });
      return t(you ? "table.you.played" : "table.event.played", { name, card });
    case "drew":
    case "took": {
      if (event.count === 0) return t(you ? "table.you.nothing" : "table.event.nothing", { name });
      const known = event.cards !== null && (you || cast.shared !== true);
      const what =
        event.kind === "drew"
          ? tn(you ? "table.you.drew" : "table.event.drew", event.count, { name })
          : tn(you ? "table.you.took" : "table.event.took", event.count, { name });
      if (!known) return what;
      const details = list((event.cards ?? []).map(cardName));
      return t("table.details", { what, details });
    }
    case "kept":
      return t(you ? "table.you.kept" : "table.event.kept", { name });
    case "skipped":
      return t(you ? "table.you.skipped" : "table.event.skipped", { name });
    case "reversed":
      return t(event.clockwise === true ? "table.event.clockwise" : "table.event.counter");
    case "named":
      return t(you ? "table.you.named" : "table.event.named", {
        name,
        color: event.color === null ? "" : colorName(event.color),
      });
    case "said":
      if (event.late) return t(you ? "table.you.late" : "table.event.late", { name });
      return t(you ? "table.you.said" : "table.event.said", { name });
    case "caught":
      if (you) return t("table.you.caught", { other });
      if (event.other === cast.me) return t("table.you.catch", { name });
      return t("table.event.caught", { name, other });
    case "challenged":
      return challenge(event, cast);
    case "swapped":
      if (you) return t("table.you.swapped", { other });
      if (event.other === cast.me) return t("table.event.swappedYou", { name });
      return t("table.event.swapped", { name, other });
    case "rotated":
      return t("table.event.rotated");
    case "reshuffled":
      return t("table.event.reshuffled");
    case "over":
      if (event.void) return t("table.event.void");
      return tn(you ? "table.you.over" : "table.event.over", event.count, { name });
    case "match":
      if (event.winners.length === 1 && event.winners[0] === cast.me) return t("table.you.match");
      return t("table.event.match", {
        name: list(event.winners.map((seat) => nameOf(cast, seat))),
      });
  }
}

function challenge(event: GameEvent, cast: Cast): string {
  const name = nameOf(cast, event.seat);
  const other = nameOf(cast, event.other);
  const guilty = event.guilty === true;
  if (event.seat === cast.me) {
    return t(guilty ? "table.you.challengeWon" : "table.you.challengeLost", { other });
  }
  if (event.other === cast.me) {
    return t(guilty ? "table.you.bluffFound" : "table.you.bluffNot", { name });
  }
  return t(guilty ? "table.event.bluffFound" : "table.event.bluffNot", { name, other });
}

/** At most a few words, for the bubble at a player. */
export function brief(event: GameEvent): string {
  switch (event.kind) {
    case "played":
      return brieflyPlayed(event);
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
function brieflyPlayed(event: GameEvent): string {
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
