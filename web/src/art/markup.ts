// Drawings as text, for pictures that are no part of the page.

import { INK, type Drawing, type Piece } from "./geometry";

/** Escape a text for use inside an element or an attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function pathText({ d, paint, width, transform }: Piece): string {
  const ink = width === undefined ? `fill="${paint}"` : `fill="none" stroke="${paint}" stroke-width="${width}"`;
  return `<path ${ink}${transform === undefined ? "" : ` transform="${transform}"`} d="${d}"/>`;
}

/** A card of 100 x 150; the clip to its print has to be there under this name. */
export function cardText({ print, over }: Drawing, clip: string, radius: number): string {
  const plate = `<rect width="100" height="150" rx="${radius}" fill="${INK}"/>`;
  return `${plate}<g clip-path="url(#${clip})">${print.map(pathText).join("")}</g>${over.map(pathText).join("")}`;
}

/** The clips to the print of a card, and of a small one. */
export const CLIPS = [
  '<clipPath id="clip-card"><rect x="1.7" y="1.7" width="96.6" height="146.6" rx="9.4"/></clipPath>',
  '<clipPath id="clip-mini"><rect x="4" y="4" width="92" height="142" rx="10"/></clipPath>',
];
