// Twelve faces in a box of 64 x 64: eight people, then four robots. Nobody wears a card colour.

import { INK, PAPER, type Piece } from "./geometry";

const PINK = "#FF9FD0";
const LILAC = "#B49BFF";
const AQUA = "#7FE0DA";
const SAND = "#FFD9A8";

export const FACES = 12;
export const FIRST_ROBOT = 8;

const plane = (d: string, paint: string): Piece => ({ d, paint });
const line = (d: string, width: number, paint = INK): Piece => ({ d, paint, width });
const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`;
const eyes = (y: number, left = 22, right = 42, r = 4.5): Piece =>
  plane(dot(left, y, r) + dot(right, y, r), INK);
const skin = (paint: string): Piece => plane("M0 0H64V64H0Z", paint);

const DRAWN: Piece[][] = [
  [
    skin(PINK),
    plane("M0 0H64V34L46 16Q30 30 0 30Z", "#7A2FB8"),
    eyes(38),
    plane("M22 48A10 10 0 0 0 42 48Z", PAPER),
  ],
  [
    skin(AQUA),
    plane("M32 2L58 30H6Z", INK),
    plane(dot(23, 38, 4.5), INK),
    line("M37 38h11", 4.5),
    plane(dot(33, 52, 6), INK),
  ],
  [
    skin(SAND),
    plane("M0 0H64V14A32 22 0 0 1 0 14Z", "#B4502A"),
    plane(dot(21, 36, 8.5) + dot(43, 36, 8.5), PAPER),
    line(dot(21, 36, 8.5) + dot(43, 36, 8.5), 4),
    plane(dot(23, 37, 3) + dot(45, 37, 3), INK),
    line("M22 52H42", 4.5),
  ],
  [
    skin(LILAC),
    plane("M0 0H64V22H0Z", "#33206B"),
    plane("M0 22H12V64H0ZM52 22H64V64H52Z", "#33206B"),
    eyes(36, 24, 40),
    line("M24 50Q32 56 40 50", 4.5),
  ],
  [
    skin(SAND),
    plane(`${dot(12, 12, 15)}${dot(32, 6, 15)}${dot(52, 12, 15)}`, INK),
    eyes(36),
    plane("M20 46H44A12 12 0 0 1 20 46Z", INK),
    plane("M26 46H38V50H26Z", PAPER),
  ],
  [
    skin(PINK),
    plane("M0 0H64V20H0Z", "#0E6B74"),
    plane("M40 20H64V26H40Z", "#0E6B74"),
    line("M16 36h12M36 36h12", 4.5),
    line("M24 50H40", 4.5),
  ],
  [
    skin(AQUA),
    plane("M0 0H26L0 40ZM64 0H38L64 40Z", "#8A3B12"),
    eyes(36, 23, 41),
    plane("M12 46Q22 40 32 46Q42 40 52 46Q42 58 32 50Q22 58 12 46Z", "#8A3B12"),
  ],
  [
    skin(LILAC),
    plane("M10 0H54L44 18H20Z", PAPER),
    eyes(34, 22, 42),
    line("M16 26l10 3M48 26l-10 3", 3.5),
    plane("M24 48H40V56H24Z", INK),
    line("M32 48V56", 2.5, PAPER),
  ],
  [
    skin(LILAC),
    plane("M30 0h4v12h-4z", INK),
    plane("M12 12H52V64H12Z", PAPER),
    plane("M18 22H46V38H18Z", INK),
    plane("M23 26h7v8h-7zM34 26h7v8h-7z", LILAC),
    plane("M20 47h24v5H20z", INK),
  ],
  [
    skin(AQUA),
    plane("M8 18H56V64H8Z", INK),
    plane(dot(32, 36, 12), PAPER),
    plane(dot(34, 37, 5), INK),
    line("M32 18V4", 4),
    plane(dot(32, 5, 4.5), INK),
    line("M20 56H44", 4.5, AQUA),
  ],
  [
    skin(SAND),
    plane("M32 6A26 26 0 0 1 58 32V64H6V32A26 26 0 0 1 32 6Z", "#5B5480"),
    plane("M12 28H52V42H12Z", INK),
    plane(dot(23, 35, 4) + dot(41, 35, 4), SAND),
    line("M22 52v8M32 52v8M42 52v8", 4),
  ],
  [
    skin(PINK),
    plane("M16 8L8 0M48 8L56 0", INK),
    line("M18 14L8 2M46 14L56 2", 4),
    plane("M32 10L58 24V52L32 64L6 52V24Z", PAPER),
    plane("M18 28h10v10H18zM36 28h10v10H36z", INK),
    plane("M24 48H40L36 54H28Z", INK),
  ],
];

/** The paths of a face; numbers beyond the last begin again. */
export function faceOf(index: number): Piece[] {
  return DRAWN[((index % FACES) + FACES) % FACES] ?? [];
}
