/** A simulation as the address of the page says it, so that it can be shared. */

export interface Wish {
  bots: string[];
  games: number;
  rules: string;
  /** The seed of cards and seats: the same one gives the same games. */
  seed: number | null;
}

/** What an address says, and which of it makes no sense. */
export interface Reading {
  wish: Wish;
  wrong: ("bots" | "games" | "seed")[];
}

const USUAL = ["mixbot2", "mixbot", "cardranking", "random"];
export const LEAST_BOTS = 2;
export const MOST_BOTS = 10;
export const MOST_GAMES = 10_000_000;
const SEEDS = 2 ** 32;

function readWhole(text: string, low: number, high: number): number | null {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= low && value <= high ? value : null;
}

export function readWish(search: string): Reading {
  const params = new URLSearchParams(search);
  const wrong: Reading["wrong"] = [];
  const number = (name: "games" | "seed", low: number, high: number): number | null => {
    const text = params.get(name);
    const value = text === null ? null : readWhole(text, low, high);
    if (text !== null && value === null) wrong.push(name);
    return value;
  };
  const bots = params.getAll("bot");
  const fit = bots.length >= LEAST_BOTS && bots.length <= MOST_BOTS;
  if (bots.length > 0 && !fit) wrong.push("bots");
  const wish = {
    bots: fit ? bots : USUAL,
    games: number("games", 1, MOST_GAMES) ?? 100_000,
    rules: params.get("rules") ?? "official+target=0",
    seed: number("seed", 0, Number.MAX_SAFE_INTEGER),
  };
  return { wish, wrong };
}

/** The same simulation, from other cards. */
export const reseed = (wish: Wish, chance = Math.random()): Wish => ({ ...wish, seed: Math.floor(chance * SEEDS) });

export function addressOf(wish: Wish): string {
  const params = new URLSearchParams(wish.bots.map((bot) => ["bot", bot]));
  params.set("games", String(wish.games));
  params.set("rules", wish.rules);
  if (wish.seed !== null) params.set("seed", String(wish.seed));
  return `?${params}`;
}
