// Each face is drawn once in a hidden <svg> of the document; cards refer to it. A hand of 25 cards
// and ten fans of backs then cost one element a card.

import { BASE, face, INK, miniFace, shape, type Color, type Drawing, type Piece } from "./geometry";

const SVG = "http://www.w3.org/2000/svg";
const drawn = new Set<string>();
let sheet: SVGSVGElement | null = null;

function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function path(piece: Piece): SVGPathElement {
  const made = element("path", { d: piece.d });
  if (piece.width === undefined) made.setAttribute("fill", piece.paint);
  else {
    made.setAttribute("fill", "none");
    made.setAttribute("stroke", piece.paint);
    made.setAttribute("stroke-width", String(piece.width));
  }
  if (piece.transform !== undefined) made.setAttribute("transform", piece.transform);
  return made;
}

function openSheet(): SVGSVGElement {
  if (sheet?.isConnected) return sheet;
  drawn.clear();
  sheet = element("svg", { width: 0, height: 0, "aria-hidden": "true", focusable: "false" });
  sheet.style.position = "absolute"; // not display: none, which would take the clips away as well
  for (const [id, inset, radius] of [
    ["clip-card", 1.7, 9.4],
    ["clip-mini", 4, 10],
  ] as const) {
    const clip = element("clipPath", { id });
    const size = { width: 100 - 2 * inset, height: 150 - 2 * inset };
    clip.append(element("rect", { x: inset, y: inset, ...size, rx: radius }));
    sheet.append(clip);
  }
  document.body.append(sheet);
  return sheet;
}

function draw(id: string, drawing: Drawing, clip: string, radius: number): void {
  const symbol = element("symbol", { id, viewBox: "0 0 100 150" });
  symbol.append(element("rect", { width: 100, height: 150, rx: radius, fill: INK }));
  const print = element("g", { "clip-path": `url(#${clip})` });
  print.append(...drawing.print.map(path));
  symbol.append(print, ...drawing.over.map(path));
  openSheet().append(symbol);
  drawn.add(id);
}

/** Make sure that a face is on the sheet; return what refers to it. */
export function symbolOf(card: string, mini = false): string {
  openSheet();
  const id = `${mini ? "mini" : "card"}-${card.replace("*", "wild-")}`;
  if (!drawn.has(id)) {
    if (mini) draw(id, miniFace(card), "clip-mini", 14);
    else draw(id, face(card), "clip-card", 11);
  }
  return `#${id}`;
}

/** A card that is no component: for those that fly over the table. */
export function cardElement(card: string): SVGSVGElement {
  const made = element("svg", { viewBox: "0 0 100 150", width: 100, height: 150, class: "card" });
  made.append(element("use", { href: symbolOf(card) }));
  return made;
}

/** The shape of a colour in its paint, to fly as well. */
export function shapeElement(color: Color): SVGSVGElement {
  const made = element("svg", { viewBox: "0 0 100 100", width: 100, height: 100, class: "shape" });
  made.append(element("path", { d: shape(color, 4, 4, 92), fill: BASE[color] }));
  return made;
}
