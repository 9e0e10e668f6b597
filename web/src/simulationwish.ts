/** A simulation as the address of the page says it, so that it can be shared. */

export interface Wish {
  bots: string[];
  games: number;
  rules: string;
  /** Null leaves it to chance. */
  seed: number | null;
}

const USUAL = ["mixbot2", "mixbot", "cardranking", "random"];
const MOST_GAMES = 10_000_000;

function whole(text: string | null, low: number, high: number): number | null {
  const value = text === null || text.trim() === "" ? NaN : Number(text);
  return Number.isInteger(value) && value >= low && value <= high ? value : null;
}

export function readWish(search: string): Wish {
  const params = new URLSearchParams(search);
  const bots = params.getAll("bot").slice(0, 10);
  return {
    bots: bots.length >= 2 ? bots : USUAL,
    games: whole(params.get("games"), 1, MOST_GAMES) ?? 100_000,
    rules: params.get("rules") ?? "official+target=0",
    seed: whole(params.get("seed"), 0, Number.MAX_SAFE_INTEGER),
  };
}

export function addressOf(wish: Wish): string {
  const params = new URLSearchParams(wish.bots.map((bot) => ["bot", bot]));
  params.set("games", String(wish.games));
  params.set("rules", wish.rules);
  if (wish.seed !== null) params.set("seed", String(wish.seed));
  return `?${params}`;
}
