/** A game as the address says it: "unolab play --rules party" opens the page with one. */

export interface GameWish {
  opponents: number;
  rules: string;
  /** A strength, or a bot as text. */
  bot: string;
  /** Null for a random deal. */
  seed: string | null;
  name: string | null;
}

/** Read an address; null if it asks for no game. */
export function gameWish(search: string): GameWish | null {
  const params = new URLSearchParams(search);
  const opponents = Number(params.get("opponents") ?? NaN);
  if (!Number.isInteger(opponents) || opponents < 1 || opponents > 9) return null;
  return {
    opponents,
    rules: params.get("rules") ?? "official",
    bot: params.get("bot") ?? "medium",
    seed: params.get("seed"),
    name: params.get("name"),
  };
}

/** How many opponents a deal such as "official/7/42" is for; null if it does not say so. */
export function opponentsIn(deal: string): number | null {
  const players = Number(/^[^/]+\/(\d+)(?:\/|$)/.exec(deal.trim())?.[1] ?? NaN);
  return players >= 2 && players <= 10 ? players - 1 : null;
}
