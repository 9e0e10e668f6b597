// What may be done now, in the order in which the table asks for it. The server decides; this only sorts.

import type { Choice } from "../protocol";

export interface Choices {
  /** By the card as it is in the hand; a wild has one for each colour. */
  plays: Map<string, Choice[]>;
  jumps: Map<string, Choice[]>;
  draw: Choice | null;
  keep: Choice | null;
  challenge: Choice | null;
  names: Choice[];
  swaps: Choice[];
  call: Choice | null;
  catches: Choice[];
}

export function group(choices: readonly Choice[]): Choices {
  const sorted: Choices = {
    plays: new Map(),
    jumps: new Map(),
    draw: null,
    keep: null,
    challenge: null,
    names: [],
    swaps: [],
    call: null,
    catches: [],
  };
  for (const choice of choices) {
    switch (choice.kind) {
      case "play":
      case "jump": {
        const cards = choice.kind === "play" ? sorted.plays : sorted.jumps;
        const card = choice.card ?? "";
        cards.set(card, [...(cards.get(card) ?? []), choice]);
        break;
      }
      case "name":
        sorted.names.push(choice);
        break;
      case "swap":
        sorted.swaps.push(choice);
        break;
      case "catch":
        sorted.catches.push(choice);
        break;
      default:
        sorted[choice.kind] = choice;
    }
  }
  return sorted;
}

/** What to send for a card that may not be played: the server says why. A wild needs some colour. */
export function attempt(card: string): string {
  return card.startsWith("*") ? `R${card.slice(1)}` : card;
}
