/** A round that this person has played, as it is kept: small, and checked wherever it comes from. */

import { isRecord, isText, isWhole, listOf, numberIn } from "./check";

/** What a review said of it. */
export interface Figures {
  /** The share of a win that cards alone brought. */
  luck: number;
  /** The chance of winning lost per decision; null without decisions. */
  loss: number | null;
  decisions: number;
  accuracy: number | null;
}

export interface Round {
  /** Of its replay. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  rules: string;
  seat: number;
  /** Who sat in the other seats, in their order: a strength, the text of a bot, or "" for a person. */
  others: string[];
  /** How many win together. */
  side: 1 | 2;
  /** Null if nobody won. */
  won: boolean | null;
  /** What it was worth to the winner; null where no points are counted. */
  points: number | null;
  turns: number;
  /** How it was made easier: such a round does not count. */
  helped: "" | "hint" | "taken_back";
  /** The number of the deal of the day, for the first try at one. */
  daily: number | null;
  figures: Figures | null;
}

const LONGEST_RULES = 600;
const LONGEST_BOT = 80;
const A_DAY = 24 * 60 * 60 * 1000;
const YEAR_2100 = 4_102_444_800_000;

export const playersOf = (round: Round): number => round.others.length + 1;
/** The part of all rounds that everyone would win if all played alike. */
export const shareOf = (round: Round): number => round.side / playersOf(round);

/** Whether two notes are of one round: codes of rooms may come again, but not on the same day. */
export const isSame = (one: Round, other: Round): boolean =>
  one.id === other.id && Math.abs(one.at - other.at) < A_DAY;

/** The text of a bot, no longer than it is kept. */
export const clipBot = (text: string): string => text.slice(0, LONGEST_BOT);
export const clipRules = (text: string): string => text.slice(0, LONGEST_RULES);

const isBot = (value: unknown): value is string => isText(value, LONGEST_BOT);

/** Read figures; undefined if they are none. */
function readFigures(value: unknown): Figures | null | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { luck, loss, decisions, accuracy } = value;
  if (!numberIn(luck, -10, 10) || !isWhole(decisions, 0, 10_000)) return undefined;
  if (!(loss === null || numberIn(loss, 0, 1)) || !(accuracy === null || numberIn(accuracy, 0, 100))) return undefined;
  return { luck, loss, decisions, accuracy };
}

/** Read a round from anywhere; null if it is none. */
export function readRound(value: unknown): Round | null {
  if (!isRecord(value)) return null;
  const { id, at, rules, seat, side, won, points, turns, helped, daily } = value;
  const others = listOf(value.others, 9, isBot);
  const figures = readFigures(value.figures);
  if (others === null || others.length === 0 || figures === undefined) return null;
  if (!isText(id, 24) || !/^[A-Z0-9]{4,16}-\d{1,6}$/.test(id)) return null;
  if (!isWhole(at, 0, YEAR_2100) || !isText(rules, LONGEST_RULES)) return null;
  if (!isWhole(seat, 0, others.length) || (side !== 1 && side !== 2)) return null;
  if (!(won === null || typeof won === "boolean")) return null;
  if (!(points === null || isWhole(points, 0, 100_000)) || !isWhole(turns, 0, 100_000)) return null;
  if (helped !== "" && helped !== "hint" && helped !== "taken_back") return null;
  if (!(daily === null || isWhole(daily, 1, 100_000))) return null;
  return { id, at, rules, seat, others, side, won, points, turns, helped, daily, figures };
}
