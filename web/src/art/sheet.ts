// All faces as one SVG of symbols, for the page of a tournament, which is no part of this one.

import { COLORS, face, INK, miniFace, type Drawing, type Piece } from "./geometry";

const VALUES = [..."0123456789SVDWF"];
const CARDS = [...COLORS.flatMap((color) => VALUES.map((value) => color + value)), "*W", "*F"];

function path({ d, paint, width, transform }: Piece): string {
  const ink = width === undefined ? `fill="${paint}"` : `fill="none" stroke="${paint}" stroke-width="${width}"`;
  return `<path ${ink}${transform === undefined ? "" : ` transform="${transform}"`} d="${d}"/>`;
}

function symbol(id: string, clip: string, radius: number, { print, over }: Drawing): string {
  const plate = `<rect width="100" height="150" rx="${radius}" fill="${INK}"/>`;
  const drawn = print.map(path).join("");
  return `<symbol id="${id}" viewBox="0 0 100 150">${plate}<g clip-path="url(#${clip})">${drawn}</g>${over.map(path).join("")}</symbol>`;
}

/** The faces by their ids: `card-R5` and `mini-R5`, with a W or F for a wild that has no colour. */
export function sheet(): string {
  const name = (card: string): string => card.replace("*", "");
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">',
    '<clipPath id="clip-card"><rect x="1.7" y="1.7" width="96.6" height="146.6" rx="9.4"/></clipPath>',
    '<clipPath id="clip-mini"><rect x="4" y="4" width="92" height="142" rx="10"/></clipPath>',
    ...CARDS.map((card) => symbol(`card-${name(card)}`, "clip-card", 11, face(card))),
    ...CARDS.map((card) => symbol(`mini-${name(card)}`, "clip-mini", 14, miniFace(card))),
    "</svg>",
    "",
  ].join("\n");
}
