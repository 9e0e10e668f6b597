/** What came of a deal of the day: as text to share, and as a link that carries it to others. */

import { LONGEST_NAME, PEOPLES_FACES } from "../protocol";
import { isText, isWhole, numberIn } from "../you/check";
import { draw, MOST_MARKS } from "./marks";

export interface Result {
  won: boolean;
  /** What the round was worth to the winner. */
  points: number;
  /** One letter for every decision; empty until it was reviewed. */
  marks: string;
  /** The chance lost per decision; null until it was reviewed, or without decisions. */
  loss: number | null;
  /** The chance to win after the deal, by somebody who sees all cards; null until it was reviewed. */
  chance: number | null;
}

/** A result that came with a link. */
export interface Told {
  number: number;
  name: string;
  avatar: number;
  result: Result;
  /** How they solved the puzzle of that day; "" if they did not, or not yet. */
  puzzle: "" | "first" | "later";
}

const MARKS = /^[bns]*$/;
const MOST_POINTS = 9_999;
const PUZZLES = ["", "first", "later"] as const; // in a link by their place
const FINE = 10_000; // the loss is carried in hundredths of a percent
const LONGEST_LINK = 400;

/** Whether a result is one, wherever it comes from. */
export const isResult = ({ won, points, marks, loss, chance }: Record<string, unknown>): boolean =>
  typeof won === "boolean" &&
  isWhole(points, 0, MOST_POINTS) &&
  isText(marks, MOST_MARKS) &&
  MARKS.test(marks) &&
  (loss === null || numberIn(loss, 0, 1)) &&
  (chance === null || numberIn(chance, 0, 1));

/** A few letters that change with the text, so that a link that was cut or mistyped is noticed. */
function checksum(text: string): string {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 46_656;
  return sum.toString(36).padStart(3, "0");
}

/**
 * The part of the link behind the "#", which never reaches a server:
 * format, number, result, decisions, loss, chance, puzzle, face, name, checksum.
 */
export function writeLink({ number, name, avatar, result, puzzle }: Told): string {
  const { won, points, marks, loss, chance } = result;
  const fields = [
    1,
    number,
    `${won ? "w" : "l"}${points}`,
    marks,
    loss === null ? "" : Math.round(loss * FINE),
    chance === null ? "" : Math.round(chance * FINE),
    PUZZLES.indexOf(puzzle),
    avatar,
    // a tilde parts the fields
    encodeURIComponent(name).replaceAll("~", "%7E"),
  ].join("~");
  return `${fields}~${checksum(fields)}`;
}

const LINK =
  /^(1~(\d{1,6})~([wl])(\d{1,4})~([bns]*)~(\d{0,5})~(\d{0,5})~([012])~(\d{1,2})~([^~]{1,200}))~([0-9a-z]{3})$/;

const part = (text: string): number | null => (text === "" ? null : Number(text) / FINE);

/** Read what stands behind the "#"; null if it is no result, or a damaged one. */
export function readLink(hash: string): Told | null {
  const text = hash.replace(/^#/, "");
  const found = text.length > LONGEST_LINK ? null : LINK.exec(text);
  if (found === null) return null;
  const [, fields = "", number, won, points, marks = "", loss = "", chance = "", puzzle, avatar, name = "", sum] = found;
  if (checksum(fields) !== sum) return null;
  const result = { won: won === "w", points: Number(points), marks, loss: part(loss), chance: part(chance) };
  const solved = PUZZLES[Number(puzzle)] ?? "";
  const told = { number: Number(number), name: decode(name), avatar: Number(avatar), result, puzzle: solved };
  return isTold(told) ? told : null;
}

/** Whether a result that came with a link, or was kept, is within bounds. */
export const isTold = ({ number, name, avatar, result, puzzle }: Told): boolean =>
  isWhole(number, 1, 999_999) &&
  isText(name, LONGEST_NAME) &&
  name.trim() !== "" &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) &&
  isWhole(avatar, 0, PEOPLES_FACES - 1) &&
  PUZZLES.includes(puzzle) &&
  isResult({ ...result });

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return ""; // cut off in the middle of a letter
  }
}

/** The lines to share: no card, no name, nothing that gives the deal away. */
export const linesOf = (title: string, result: string, marks: string, ...more: string[]): string[] =>
  [title, result, draw(marks), ...more].filter((line) => line !== "");
