/** The deals of the day that were tried in this browser, and what friends sent of theirs. */

import type { ReviewOut } from "../protocol";
import { read, tryToWrite } from "../stored";
import { isRecord, isText, isWhole, listOf } from "../you/check";
import { ratingOf } from "./marks";
import { isResult, isTold, type Result, type Told } from "./result";

const KEY = "unolab.daily";
const DAYS = 60; // that are remembered
const FRIENDS = 20; // of one day

export interface Day {
  number: number;
  /** The room of the first try, which counts; "" as long as there is none. */
  code: string;
  /** When it began, in milliseconds since 1970. */
  at: number;
  tries: number;
  /** What came of the first try. */
  result: Result | null;
  friends: Told[];
}

const blank = (number: number): Day => ({ number, code: "", at: 0, tries: 0, result: null, friends: [] });

const isFriend = (value: unknown): value is Told =>
  isRecord(value) && isRecord(value.result) && isTold(value as unknown as Told);

function readDay(value: unknown): Day[] {
  if (!isRecord(value)) return [];
  const { number, code, at, tries, result } = value;
  const friends = listOf(value.friends, FRIENDS, isFriend);
  if (!isWhole(number, 1, 999_999) || !isText(code, 16) || !isWhole(at, 0, Number.MAX_SAFE_INTEGER)) return [];
  if (!isWhole(tries, 0, 1_000) || friends === null) return [];
  if (!(result === null || (isRecord(result) && isResult(result)))) return [];
  return [{ number, code, at, tries, result: result as Result | null, friends }];
}

function days(): Day[] {
  const kept = read(KEY);
  return Array.isArray(kept) ? kept.slice(0, DAYS).flatMap(readDay) : [];
}

/** What is known of a day. */
export const dayOf = (number: number): Day => days().find((one) => one.number === number) ?? blank(number);

function change(number: number, edit: (day: Day) => Day): Day {
  const all = days();
  const day = edit(all.find((one) => one.number === number) ?? blank(number));
  const rest = all.filter((one) => one.number !== number);
  tryToWrite(KEY, [day, ...rest].sort((one, other) => other.number - one.number).slice(0, DAYS));
  return day;
}

/** Note that a room was made for a deal; the first counts. */
export const noteTry = (number: number, code: string, at = Date.now()): Day =>
  change(number, (day) => ({ ...day, tries: Math.min(day.tries + 1, 1_000), ...(day.code === "" ? { code, at } : {}) }));

export const noteResult = (number: number, result: Result): Day => change(number, (day) => ({ ...day, result }));

/** A result of which only the outcome is known yet. */
export const resultOf = (won: boolean, points: number): Result => ({ won, points, marks: "", loss: null, chance: null });

/** Note what a review says of the first try at a deal. */
export const rateResult = (number: number, review: ReviewOut, seat: number): Day =>
  change(number, (day) => (day.result === null ? day : { ...day, result: { ...day.result, ...ratingOf(review, seat) } }));

/** Note what came with a link; a later one of the same name takes the place of the earlier. */
export const noteFriend = (told: Told): Day =>
  change(told.number, (day) => ({
    ...day,
    friends: [told, ...day.friends.filter((one) => one.name !== told.name)].slice(0, FRIENDS),
  }));

/** The number of the deal whose first try is played in a room, if any. */
export const dailyNumber = (code: string): number | null =>
  days().find((one) => one.code === code && code !== "")?.number ?? null;
