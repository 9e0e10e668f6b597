// Cards as pictures. One that is part of the page would be a dozen elements, which are styled, laid out and painted
// with everything around them; a picture is a single one, and is drawn once for all that look the same.

import { BASE, face, miniFace, shape, type Color } from "./geometry";
import { cardText, CLIPS } from "./markup";

const SVG = "http://www.w3.org/2000/svg";
const drawn = new Map<string, string>();

function draw(card: string, mini: boolean): string {
  const inside = mini
    ? CLIPS[1] + cardText(miniFace(card), "clip-mini", 14)
    : CLIPS[0] + cardText(face(card), "clip-card", 11);
  const text = `<svg xmlns="${SVG}" viewBox="0 0 100 150" width="100" height="150">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** The address of the picture of a card, or of "back". */
export function cardImage(card: string, mini = false): string {
  const name = mini ? `mini ${card}` : card;
  const found = drawn.get(name) ?? draw(card, mini);
  drawn.set(name, found);
  return found;
}

/** A card outside of any component, for those that fly over the table. */
export function cardElement(card: string): HTMLImageElement {
  const made = new Image(100, 150);
  made.className = "card";
  made.alt = "";
  made.decoding = "sync";
  made.src = cardImage(card);
  return made;
}

/** The shape of a colour in its paint, to fly as well. */
export function shapeElement(color: Color): SVGSVGElement {
  const made = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const set = (to: Element, values: Record<string, string>): void =>
    Object.entries(values).forEach(([name, value]) => to.setAttribute(name, value));
  set(made, { viewBox: "0 0 100 100", width: "100", height: "100", class: "shape" });
  set(path, { d: shape(color, 4, 4, 92), fill: BASE[color] });
  made.append(path);
  return made;
}
