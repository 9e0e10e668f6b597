/** What is shown of a simulation: a moment of its course, and in words what it has come to. */

import type { SimulationShown } from "./protocol";
import type { Wish } from "./simulationwish";

export interface Share {
  rate: number;
  low: number;
  high: number;
}

export interface Moment {
  played: number;
  shares: Share[];
}

/** A simulation of which nothing was heard yet: its rows are there, and no figures. */
export function blankResult(wish: Wish): SimulationShown {
  const figures = { wins: 0, win_rate: 0, low: 0, high: Math.min(1, 2 / wish.bots.length), points: 0, points_low: 0, points_high: 0 };
  return {
    ...{ rules: wish.rules, seed: wish.seed ?? 0, games: wish.games, played: 0, seconds: 0, done: false },
    rows: wish.bots.map((bot) => ({ bot, ...figures, beats: [] })),
    course: [],
    lengths: { width: 1, counts: [], longer: 0, quartiles: [] },
  };
}

/** The moment of a mark; the latest once all marks have been shown. */
export function momentAt({ course, rows, played }: SimulationShown, step: number): Moment {
  const mark = course[step];
  if (mark === undefined) {
    return { played, shares: rows.map((row) => ({ rate: row.win_rate, low: row.low, high: row.high })) };
  }
  const shares = mark.win_rates.map((rate, at) => ({ rate, low: mark.lows[at] ?? 0, high: mark.highs[at] ?? 1 }));
  return { played: mark.played, shares };
}

/** The rate at which the bars end: a round number above all intervals, so that it seldom changes. */
export function scaleOf({ shares }: Moment): number {
  return Math.min(1, Math.ceil(Math.max(0.05, ...shares.map((one) => one.high)) * 10) / 10);
}

/** How the interval of a row has shrunk up to a moment, as a path in a box of 100 x 40; the whole width is all games. */
export function funnelOf(shown: SimulationShown, row: number, moment: Moment): string {
  const first = shown.course[0];
  if (first === undefined) return "";
  const half = (one: Share): number => (one.high - one.low) / 2;
  const marks = shown.course.filter((mark) => mark.played <= moment.played);
  const points = [
    ...marks.map((mark) => ({
      played: mark.played,
      reach: ((mark.highs[row] ?? 0) - (mark.lows[row] ?? 0)) / 2,
    })),
    ...moment.shares.slice(row, row + 1).map((share) => ({ played: moment.played, reach: half(share) })),
  ];
  const widest = Math.max(...points.map((point) => point.reach), 1e-9);
  const span = Math.max(Math.log(shown.games / first.played), 1e-9);
  const places = points.map(({ played, reach }) => ({
    x: round((100 * Math.log(played / first.played)) / span),
    y: (19 * reach) / widest,
  }));
  const upper = places.map(({ x, y }) => `${x} ${round(20 - y)}`);
  const lower = places.map(({ x, y }) => `${x} ${round(20 + y)}`).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

export interface Verdict {
  /** The row that does best, if there is one. */
  best: number | null;
  /** Whether it is better than all others with confidence. */
  sure: boolean;
  /** Rows next to each other in the standings that cannot be told apart. */
  close: number[][];
}

/** Who is better than whom; the server has said which differences are more than chance. */
export function verdictOf({ rows }: SimulationShown): Verdict {
  const order = rows.map((_, at) => at).sort((a, b) => (rows[b]?.win_rate ?? 0) - (rows[a]?.win_rate ?? 0));
  const [best = null] = order;
  const beats = (one: number, other: number): boolean => rows[one]?.beats.includes(other) ?? false;
  const close: number[][] = [];
  for (const at of order) {
    const group = close.at(-1);
    const last = group?.at(-1);
    if (group === undefined || last === undefined || beats(last, at)) close.push([at]);
    else group.push(at);
  }
  const sure = best !== null && rows.length > 1 && rows[best]?.beats.length === rows.length - 1;
  return { best, sure, close: close.filter((group) => group.length > 1) };
}
