/** Moves, reasons and chances in words. */

import { cardName, colorName, isKey, language, t, tn, type ColorLetter } from "../i18n/index.svelte";
import { percent } from "../percent";
import type { Reason, SeatReview } from "../protocol";
import { verdictOf } from "./verdict";

/** A reason; only the fields of its key need be there. */
type Said = Pick<Reason, "key"> & Partial<Reason>;

const LETTERS: Record<string, ColorLetter> = { red: "R", yellow: "Y", green: "G", blue: "B" };

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

const WILDS = "WF";

/** The card of a move as it is in the hand; null for all that is no play. */
export function cardOf(move: string | null): string | null {
  const [, color = "", face = ""] = /^([RYGB])([0-9SVDWF])!?$/.exec(move ?? "") ?? [];
  if (color === "") return null;
  return WILDS.includes(face) ? `*${face}` : color + face;
}

/** What is shown for a move: its card, a wild in the colour that is wished; a back for all that is no play. */
export function pictureOf(move: string | null): string {
  const card = cardOf(move);
  if (move === null || card === null) return "back";
  return card.startsWith("*") ? move.slice(0, 2) : card;
}

/** What a move does, as the name of its card or in a word or two. */
export function moveName(move: string | null, names: readonly string[]): string {
  const plain = move?.replace(/!$/, "") ?? null;
  if (plain !== null && cardOf(plain) !== null) return cardName(plain);
  return deed(plain, names);
}

/** The same as a request: "Play the red 7". */
export function doMove(move: string | null, names: readonly string[]): string {
  const plain = move?.replace(/!$/, "") ?? null;
  const card = cardOf(plain);
  if (plain === null || card === null) return deed(plain, names);
  if (!card.startsWith("*")) return t("do.play", { card: cardName(card) });
  return t("do.wild", { card: cardName(card), color: colorName(plain.charAt(0) as ColorLetter) });
}

function deed(move: string | null, names: readonly string[]): string {
  if (move === null) return t("do.pass");
  if (move === "+") return t("do.draw");
  if (move === "-") return t("do.keep");
  if (move === "?") return t("do.challenge");
  const letter = move.charAt(1) as ColorLetter;
  if (move.startsWith("*")) return t("do.name", { color: colorName(letter) });
  if (move.startsWith(">")) return t("do.swap", { name: names[Number(move.slice(1))] ?? "" });
  return move;
}

/** A reason as a sentence; nothing for one that this page does not know. */
export function sayReason(reason: Said, names: readonly string[]): string {
  const letter = LETTERS[reason.color ?? ""];
  const params = {
    name: names[reason.seat ?? -1] ?? "",
    color: letter === undefined ? "" : colorName(letter),
    n: reason.cards ?? reason.points ?? 0,
    share: percent((reason.percent ?? 0) / 100, 0),
  };
  const key = `reason.${reason.key}`;
  if (isKey(key)) return t(key, params);
  const counted = COUNTED.find((one) => one === key);
  return counted === undefined ? "" : tn(counted, params.n, params);
}

/** Reasons that depend on a number. */
const COUNTED = [
  "reason.next_has_few",
  "reason.makes_draw",
  "reason.own_color",
  "reason.passes_on",
  "reason.takes_fewest",
  "reason.saves_points",
] as const;

export const sayReasons = (reasons: readonly Said[], names: readonly string[]): string =>
  reasons.map((one) => sayReason(one, names)).join(" ").trim();

/** The verdict of a review as a sentence: to the reader, or of somebody else by name. */
export function sayVerdict(seat: SeatReview, name: string | null): string {
  const verdict = verdictOf(seat);
  return name === null ? t(`review.you.${verdict}`) : t(`review.they.${verdict}`, { name });
}
