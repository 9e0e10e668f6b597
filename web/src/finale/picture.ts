// A picture of the result, 1200 x 630, as SVG made of our own drawings: legible at a quarter of its size.

import { faceOf } from "../art/faces";
import { BASE, face, figures, INK, miniFace, PAPER, pictogram, TINT, type Color, type Piece } from "../art/geometry";
import { cardText, CLIPS, escapeMarkup, pathText } from "../art/markup";
import type { Mood } from "../art/moods";
import { WORDMARK } from "../art/wordmark";
import { cutTo, emsOf, linesOf } from "./letters";

export const WIDTH = 1_200;
export const HEIGHT = 630;
export const FONT = "Poster,'Helvetica Neue','Segoe UI',Roboto,Inter,Ubuntu,Arial,sans-serif";

const S2 = "#2C2350";
const LEFT = 556;
const RIGHT = 1_144;

export interface Row {
  name: string;
  avatar: number;
  mood: Mood;
  /** The total, or the cards that were left. */
  total: number | null;
  cards: readonly string[];
}

export interface Picture {
  title: string;
  /** One, or two who won together. */
  winners: readonly { avatar: number }[];
  /** What they have, or what the round was worth; with a sign. */
  figure: number | null;
  sign: boolean;
  /** The last card of all. */
  card: string | null;
  /** A match is all ink; a round wears the colour of its last card. */
  color: Color | null;
  others: readonly Row[];
  /** A question to whoever sees it. */
  question: string;
}

/** How wide a text is; a browser can measure it. */
export type Measure = (text: string, size: number, weight: number) => number;

const guess: Measure = (text, size) => emsOf(text) * size;

interface Inks {
  ground: string;
  text: string;
  block: string;
  onBlock: string;
  bar: string;
  onBar: string;
}

/** The picture as the text of an SVG; a font that the system may lack can be embedded in base64. */
export function pictureOf(picture: Picture, measure: Measure = guess, letters = ""): string {
  const { color } = picture;
  const inks: Inks =
    color === null
      ? { ground: INK, text: PAPER, block: PAPER, onBlock: INK, bar: S2, onBar: PAPER }
      : { ground: BASE[color], text: INK, block: INK, onBlock: PAPER, bar: INK, onBar: PAPER };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    letters === ""
      ? ""
      : `<style>@font-face{font-family:Poster;src:url(data:font/woff2;base64,${letters})}</style>`,
    ...CLIPS,
    '<clipPath id="clip-head"><circle cx="32" cy="32" r="32"/></clipPath>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${inks.ground}"/>`,
    ...shapes(color),
    winners(picture),
    block(picture, inks),
    headline(picture.title, inks.text, measure),
    ...rows(picture.others, inks.text, measure),
    bar(picture.question, inks, measure),
    "</svg>",
  ].join("");
}

const group = (x: number, y: number, scale: number, inner: string, turn = 0): string =>
  `<g transform="translate(${x} ${y})${turn === 0 ? "" : ` rotate(${turn})`} scale(${scale})">${inner}</g>`;

const paths = (pieces: readonly Piece[]): string => pieces.map(pathText).join("");

const head = (x: number, y: number, size: number, avatar: number, mood: Mood): string =>
  group(x, y, size / 64, `<g clip-path="url(#clip-head)">${paths(faceOf(avatar, mood))}</g>`);

function shapes(color: Color | null): string[] {
  const flung: [Color, number, number, number, number, string][] = [
    ["R", 60, 70, 210, 12, PAPER],
    ["Y", 372, 78, 150, -16, "tint"],
    ["G", 52, 352, 108, -12, INK],
    ["Y", 52, 226, 52, 20, "tint"],
    ["B", 262, 44, 50, 0, INK],
    ["R", 462, 184, 44, -18, PAPER],
  ];
  return flung.map(([own, x, y, size, turn, paint]) => {
    const drawn = color ?? own;
    const fill = color === null ? BASE[own] : paint === "tint" ? TINT[color] : paint;
    return `<path transform="translate(${x} ${y}) rotate(${turn})" d="${pictogram(drawn, -size / 2, -size / 2, size)}" fill="${fill}"/>`;
  });
}

function winners({ winners, card, color }: Picture): string {
  const [first, second] = winners;
  const last = card === null ? "" : group(386, 222, 1.36, cardText(face(card), "clip-card", 11), 11);
  if (first === undefined) return last;
  const crown = (x: number, y: number): string =>
    color === null
      ? group(x - 66, y, 1.1, `<path d="M8 60L0 12L30 34L60 0L90 34L120 12L112 60Z" fill="${PAPER}"/>`)
      : "";
  if (second === undefined) return last + head(112, 150, 280, first.avatar, "joy") + crown(252, 88);
  return (
    head(18, 216, 236, first.avatar, "joy") +
    head(258, 216, 236, second.avatar, "joy") +
    crown(136, 156) +
    crown(376, 156)
  );
}

function block({ figure, sign }: Picture, { block, onBlock }: Inks): string {
  if (figure === null) return "";
  const drawn = figures(figure, "B", sign);
  const scale = Math.min(1.16, 440 / drawn.width);
  const digits = group(252 - (drawn.width * scale) / 2, 548 - 50 * scale, scale, paths(drawn.pieces));
  return `<rect y="466" width="504" height="164" fill="${block}"/><g color="${onBlock}">${digits}</g>`;
}

interface Written {
  x: number;
  y: number;
  size: number;
  weight: number;
  fill: string;
  /** The room that there is. */
  width: number;
  end?: boolean;
}

/** A line of text; what is still too wide is pressed together, so that nothing runs into anything. */
function line(text: string, { x, y, size, weight, fill, width, end = false }: Written, measure: Measure): string {
  const pressed = measure(text, size, weight) > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : "";
  const anchor = end ? ' text-anchor="end"' : "";
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${weight}" fill="${fill}"${anchor}${pressed}>${escapeMarkup(text)}</text>`;
}

function headline(title: string, fill: string, measure: Measure): string {
  const room = RIGHT - LEFT;
  const sizeOf = (lines: readonly string[], most: number): number =>
    Math.min(most, ...lines.map((one) => (room / measure(one, 100, 900)) * 100));
  const one = sizeOf([title], 118);
  if (one >= 72) return line(title, { x: LEFT, y: 138, size: Math.floor(one), weight: 900, fill, width: room }, measure);
  const two = linesOf(title, 2);
  const size = Math.max(44, Math.floor(sizeOf(two, 66)));
  return two
    .map((text, i) => line(text, { x: LEFT, y: 92 + i * 64, size, weight: 900, fill, width: room }, measure))
    .join("");
}

function rows(others: readonly Row[], fill: string, measure: Measure): string[] {
  const full = others.length > 3 ? 2 : 3;
  const listed = others.slice(0, full).map((row, i) => {
    const y = 188 + 84 * i;
    const right = row.total === null ? handOf(row.cards, y) : figureOf(row.total, y, fill);
    const room = RIGHT - 650 - 24 - right.width;
    const size = Math.max(26, Math.min(42, Math.floor((room / measure(row.name, 100, 900)) * 100)));
    const fits = measure(row.name, size, 900) <= room ? row.name : cutTo(row.name, Math.floor(room / (size * 0.6)));
    const name = line(fits, { x: 650, y: y + 36 + size * 0.35, size, weight: 900, fill, width: room }, measure);
    return head(562, y + 3, 66, row.avatar, row.mood) + name + right.drawn;
  });
  const small = others.slice(full).map((row, i) => head(562 + 62 * i, 360, 54, row.avatar, row.mood));
  return [...listed, ...small];
}

interface Drawn {
  drawn: string;
  width: number;
}

function figureOf(total: number, y: number, fill: string): Drawn {
  const { pieces, width } = figures(total);
  const drawn = group(RIGHT - width / 2, y + 11, 0.5, paths(pieces));
  return { drawn: `<g color="${fill}">${drawn}</g>`, width: width / 2 };
}

function handOf(cards: readonly string[], y: number): Drawn {
  const step = Math.min(46, 240 / Math.max(1, cards.length - 1));
  const width = cards.length === 0 ? 0 : step * (cards.length - 1) + 40;
  const drawn = cards.map((card, i) =>
    group(RIGHT - width + step * i, y + 6, 0.4, cardText(miniFace(card), "clip-mini", 14)),
  );
  return { drawn: drawn.join(""), width };
}

function bar(question: string, { bar, onBar }: Inks, measure: Measure): string {
  const letters = WORDMARK.map((d) => pathText({ d, paint: onBar, width: 11 })).join("");
  const asked: Written = { x: RIGHT - 32, y: 545, size: 38, weight: 900, fill: onBar, width: 300, end: true };
  return (
    `<rect x="${LEFT}" y="478" width="${RIGHT - LEFT}" height="108" rx="22" fill="${bar}"/>` +
    group(588, 505, 54 / 66, letters) +
    line(question, asked, measure)
  );
}
