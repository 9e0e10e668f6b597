// The visible discards: the last few, lying a little askew.

import type { Table } from "../protocol";

export interface PileCard {
  key: number;
  card: string;
  angle: number;
  dx: number;
  dy: number;
}

const SHOWN = 3;
let lastKey = 0;

/** Small disorder that depends on the card alone, so that it looks the same after a reload. */
function tilt(key: number, under: boolean): { angle: number; dx: number; dy: number } {
  const a = Math.sin(key * 12.9898) * 43758.5453;
  const chance = a - Math.floor(a);
  const side = key % 2 === 0 ? 1 : -1;
  if (!under) return { angle: (chance - 0.5) * 6, dx: 0, dy: 0 };
  return { angle: side * (8 + chance * 3), dx: side * 9, dy: -5 + chance * 12 };
}

/** Lay a card on top. */
export function lay(pile: readonly PileCard[], card: string): PileCard[] {
  lastKey += 1;
  const under = pile.slice(-(SHOWN - 1)).map((one) => ({ ...one, ...tilt(one.key, true) }));
  return [...under, { key: lastKey, card, ...tilt(lastKey, false) }];
}

/** Give the wild on top its colour; it stays where it lies. */
export function recolor(pile: readonly PileCard[], color: string): PileCard[] {
  return pile.map((one, i) =>
    i === pile.length - 1 && one.card.startsWith("*") ? { ...one, card: color + one.card.slice(1) } : one,
  );
}

/** Make the pile show what the table says, leaving it alone when it does. */
export function matchPile(pile: PileCard[], table: Table | null): PileCard[] {
  const cards =
    table === null || table.top === null ? [] : [...table.under, table.top].slice(-SHOWN);
  if (cards.join() === pile.map((one) => one.card).join()) return pile;
  const top = cards.at(-1);
  if (top !== undefined && pile.at(-1)?.card === top && pile.length >= cards.length) return pile;
  return cards.reduce<PileCard[]>(lay, []);
}
