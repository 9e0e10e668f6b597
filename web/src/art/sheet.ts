// All faces as one SVG of symbols, for the page of a tournament, which is no part of this one.

import { COLORS, face, miniFace, type Drawing } from "./geometry";
import { cardText, CLIPS } from "./markup";

const VALUES = [..."0123456789SVDWF"];
const CARDS = [...COLORS.flatMap((color) => VALUES.map((value) => color + value)), "*W", "*F"];

function symbol(id: string, clip: string, radius: number, drawing: Drawing): string {
  return `<symbol id="${id}" viewBox="0 0 100 150">${cardText(drawing, clip, radius)}</symbol>`;
}

/** The faces by their ids: `card-R5` and `mini-R5`, with a W or F for a wild that has no colour. */
export function sheet(): string {
  const name = (card: string): string => card.replace("*", "");
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">',
    ...CLIPS,
    ...CARDS.map((card) => symbol(`card-${name(card)}`, "clip-card", 11, face(card))),
    ...CARDS.map((card) => symbol(`mini-${name(card)}`, "clip-mini", 14, miniFace(card))),
    "</svg>",
    "",
  ].join("\n");
}
