/** What a person's rounds add up to. All of it is arithmetic on what was kept; no rules of the game are here. */

import { shareOf, type Round } from "./round";
import { expectedShare } from "./strengths";

/** Rounds below which a rate says nothing. */
export const FEW = 5;
/** Rounds over which accuracy is averaged. */
export const LATELY = 20;
const SURE = 1.96; // standard errors that 19 of 20 stay within

/** Whether a round is counted: it has a winner, and nobody helped. */
export const counts = (round: Round): boolean => round.won !== null && round.helped === "";

export interface Rate {
  rounds: number;
  won: number;
  /** What an equal share of them would be. */
  fair: number;
  /** What a Hard bot would win in these seats; null where others than known bots sat. */
  hard: number | null;
  /** The rate with its 95 % interval; null if there are too few to say. */
  interval: { rate: number; low: number; high: number } | null;
}

/** The 95 % interval of a rate, by Wilson: it stays within 0 and 1, and is right for few rounds too. */
export function wilson(won: number, rounds: number): { low: number; high: number } {
  const rate = won / rounds;
  const z = SURE * SURE;
  const middle = (rate + z / (2 * rounds)) / (1 + z / rounds);
  const reach = (SURE * Math.sqrt((rate * (1 - rate)) / rounds + z / (4 * rounds * rounds))) / (1 + z / rounds);
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

export function rateOf(all: readonly Round[]): Rate {
  const rounds = all.filter(counts);
  const won = rounds.filter((round) => round.won).length;
  const hard = rounds.map((round) => expectedShare("hard", round));
  const known = hard.filter((share) => share !== null);
  return {
    rounds: rounds.length,
    won,
    fair: sum(rounds.map(shareOf)),
    hard: rounds.length > 0 && known.length === rounds.length ? sum(known) : null,
    interval: rounds.length < FEW ? null : { rate: won / rounds.length, ...wilson(won, rounds.length) },
  };
}

export interface Walk {
  /** The sum of luck after each round, in wins; it begins at 0. */
  sums: number[];
  /** How far from 0 19 of 20 players are by then. */
  bounds: number[];
}

/**
 * The sum of luck, round by round, oldest first.
 *
 * Luck is about as large as the result itself, which for somebody with the share p is a win with that chance:
 * its variance is p(1 - p).
 */
export function walkOf(all: readonly Round[]): Walk {
  const sums = [0];
  const variances = [0];
  for (const round of reviewed(all)) {
    const share = shareOf(round);
    sums.push((sums.at(-1) ?? 0) + round.figures.luck);
    variances.push((variances.at(-1) ?? 0) + share * (1 - share));
  }
  return { sums, bounds: variances.map((variance) => SURE * Math.sqrt(variance)) };
}

type Reviewed = Round & { figures: NonNullable<Round["figures"]> };

/** The rounds that count and were reviewed, oldest first. */
export function reviewed(all: readonly Round[]): Reviewed[] {
  const is = (round: Round): round is Reviewed => counts(round) && round.figures !== null;
  return all.filter(is).reverse();
}

export interface Course {
  /** Of each round with decisions, oldest first. */
  each: number[];
  /** The mean over the rounds up to there, at most LATELY of them. */
  means: number[];
}

/** Accuracy over time. A round counts as much as it had decisions. */
export function courseOf(all: readonly Round[]): Course {
  const rounds = reviewed(all).flatMap(({ figures }) =>
    figures.accuracy === null ? [] : [{ accuracy: figures.accuracy, weight: figures.decisions }],
  );
  const means = rounds.map((_, at) => {
    const last = rounds.slice(Math.max(0, at + 1 - LATELY), at + 1);
    return sum(last.map((one) => one.accuracy * one.weight)) / Math.max(1, sum(last.map((one) => one.weight)));
  });
  return { each: rounds.map((one) => one.accuracy), means };
}

/** The chance lost per decision, over all rounds that count; null without decisions. */
export function lossOf(all: readonly Round[]): number | null {
  const rounds = reviewed(all);
  const decisions = sum(rounds.map(({ figures }) => figures.decisions));
  if (decisions === 0) return null;
  return sum(rounds.map(({ figures }) => (figures.loss ?? 0) * figures.decisions)) / decisions;
}

export interface ByRules {
  name: string;
  rate: Rate;
}

/** Rates by rules, however long they are played; those played most first. */
export function byRules(all: readonly Round[], nameOf: (rules: string) => string): ByRules[] {
  const groups = new Map<string, Round[]>();
  for (const round of all.filter(counts)) {
    const name = nameOf(round.rules);
    groups.set(name, [...(groups.get(name) ?? []), round]);
  }
  return [...groups]
    .map(([name, rounds]) => ({ name, rate: rateOf(rounds) }))
    .sort((one, other) => other.rate.rounds - one.rate.rounds);
}

/** The end of an axis: a round number at or above the largest value. */
export function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 2, 5, 10].map((one) => one * size).find((one) => one >= value - 1e-9) ?? 10 * size;
}
