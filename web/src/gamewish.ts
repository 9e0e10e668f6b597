/** A game as the address says it: "unolab play --rules party" opens the page with one. */

export interface GameWish {
  bots: string[];
  rules: string;
  /** Rules, players and seed as text; null leaves the cards to chance. */
  deal: string | null;
  name: string | null;
}

/** Read an address; null if it asks for no game. */
export function gameWish(search: string): GameWish | null {
  const params = new URLSearchParams(search);
  const opponents = Number(params.get("opponents") ?? NaN);
  if (!Number.isInteger(opponents) || opponents < 1 || opponents > 9) return null;
  const rules = params.get("rules") ?? "official";
  const seed = params.get("seed");
  return {
    bots: Array.from({ length: opponents }, () => params.get("bot") ?? "medium"),
    rules,
    deal: seed === null ? null : `${rules}/${opponents + 1}/${seed}`,
    name: params.get("name"),
  };
}
