/** Moves, reasons and chances in words. */

import { cardName, colorName, isKey, language, t, tn, type ColorLetter } from "../i18n/index.svelte";
import type { Reason, SeatReview } from "../protocol";
import { verdictOf } from "./verdict";

/** A reason; only the fields of its key need be there. */
type Said = Pick<Reason, "key"> & Partial<Reason>;

const LETTERS: Record<string, ColorLetter> = { red: "R", yellow: "Y", green: "G", blue: "B" };
const LEAST_SAID = 0.0005;

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** A chance, as in "31 %". */
export function percent(value: number, digits = 1): string {
  return format(value, digits, "negative");
}

/** A change of a chance, as in "−3.1 %" and "+0.5 %". */
export function change(value: number, digits = 1): string {
  return format(Math.abs(value) < LEAST_SAID ? 0 : value, digits, "exceptZero");
}

function format(value: number, digits: number, signDisplay: "negative" | "exceptZero"): string {
  const options = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay } as const;
  return new Intl.NumberFormat(language(), options).format(value).replace("-", "−");
}

/** The same as the drawn numerals have it: with a plain minus, and without the sign of percent. */
export function figure(value: number, digits = 1): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" } as const;
  return new Intl.NumberFormat(language(), options).format(100 * value).replace("−", "-");
}

const WILDS = "WF";

/** The card of a move as it is in the hand; null for all that is no play. */
export function cardOf(move: string | null): string | null {
  const [, color = "", face = ""] = /^([RYGB])([0-9SVDWF])!?$/.exec(move ?? "") ?? [];
  if (color === "") return null;
  return WILDS.includes(face) ? `*${face}` : color + face;
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
    n: reason.cards ?? reason.percent ?? reason.points ?? 0,
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
