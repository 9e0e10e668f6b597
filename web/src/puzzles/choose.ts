/** Which puzzle comes next. */

import type { PuzzleListed } from "../protocol";

export interface Filter {
  theme: PuzzleListed["theme"] | null;
  strength: number | null;
}

/** Read what stands behind the "?" of an address; what makes no sense is left out. */
export function readFilter(search: string, themes: readonly string[]): Filter {
  const asked = new URLSearchParams(search);
  const theme = asked.get("theme") ?? "";
  const strength = asked.get("strength") ?? "";
  return {
    theme: themes.includes(theme) ? (theme as PuzzleListed["theme"]) : null,
    strength: /^[1-5]$/.test(strength) ? Number(strength) : null,
  };
}

export function searchOf({ theme, strength }: Filter): string {
  const asked = new URLSearchParams();
  if (theme !== null) asked.set("theme", theme);
  if (strength !== null) asked.set("strength", String(strength));
  return asked.size === 0 ? "" : `?${asked.toString()}`;
}

export const matches = (one: PuzzleListed, { theme, strength }: Filter): boolean =>
  (theme === null || one.theme === theme) && (strength === null || one.strength === strength);

/** The next puzzle behind one that is not solved yet; if all are, simply the next. */
export function nextOf(
  puzzles: readonly PuzzleListed[],
  after: string | null,
  isSolved: (id: string) => boolean,
): PuzzleListed | null {
  const at = puzzles.findIndex(({ id }) => id === after);
  const order = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return order.find(({ id }) => !isSolved(id)) ?? order[0] ?? null;
}
