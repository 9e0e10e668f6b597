// Eighteen faces in a box of 64 x 64: eight people, then ten robots. Nobody wears a card colour.

import { INK, PAPER, type Piece } from "./geometry";
import { expression, type Features, type Mood } from "./moods";
import { dot, line, plane } from "./pieces";

const PINK = "#FF9FD0";
const LILAC = "#B49BFF";
const AQUA = "#7FE0DA";
const SAND = "#FFD9A8";
const SLATE = "#5B5480";
const PLUM = "#33206B";
const PETROL = "#0E6B74";
const RUST = "#8A3B12";

interface Face {
  /** Skin, hair, hat: what stays as it is. */
  base: Piece[];
  features: Features;
  /** Eyes and mouth while nothing happens. */
  rest: Piece[];
  /** What lies over the mouth. */
  over?: Piece[];
}

const eyes = (y: number, left = 22, right = 42, r = 4.5, paint = INK): Piece =>
  plane(dot(left, y, r) + dot(right, y, r), paint);
const skin = (paint: string): Piece => plane("M0 0H64V64H0Z", paint);

const PEOPLE: Face[] = [
  {
    base: [skin(PINK), plane("M0 0H64V34L46 16Q30 30 0 30Z", "#7A2FB8")],
    features: { eyes: [22, 42], y: 38, mouth: [32, 51] },
    rest: [eyes(38), plane("M22 48A10 10 0 0 0 42 48Z", PAPER)],
  },
  {
    base: [skin(AQUA), plane("M32 2L58 30H6Z", INK)],
    features: { eyes: [23, 42], y: 38, mouth: [33, 52] },
    rest: [plane(dot(23, 38, 4.5), INK), line("M37 38h11", 4.5), plane(dot(33, 52, 6), INK)],
  },
  {
    base: [skin(SAND), plane("M0 0H64V14A32 22 0 0 1 0 14Z", "#B4502A")],
    features: { eyes: [21, 43], y: 36, mouth: [32, 53], size: 0.8, glasses: true },
    rest: [plane(dot(23, 37, 3) + dot(45, 37, 3), INK), line("M22 52H42", 4.5)],
  },
  {
    base: [
      skin(LILAC),
      plane("M0 0H64V22H0Z", PLUM),
      plane("M0 22H12V64H0ZM52 22H64V64H52Z", PLUM),
    ],
    features: { eyes: [24, 40], y: 36, mouth: [32, 50], size: 0.9 },
    rest: [eyes(36, 24, 40), line("M24 50Q32 56 40 50", 4.5)],
  },
  {
    base: [skin(SAND), plane(`${dot(12, 12, 15)}${dot(32, 6, 15)}${dot(52, 12, 15)}`, INK)],
    features: { eyes: [22, 42], y: 36, mouth: [32, 50] },
    rest: [
      eyes(36),
      plane("M20 46H44A12 12 0 0 1 20 46Z", INK),
      plane("M26 46H38V50H26Z", PAPER),
    ],
  },
  {
    base: [
      skin(PINK),
      plane("M0 0H64V20H0Z", PETROL),
      plane("M40 20H64V26H40Z", PETROL),
    ],
    features: { eyes: [22, 42], y: 36, mouth: [32, 50] },
    rest: [line("M16 36h12M36 36h12", 4.5), line("M24 50H40", 4.5)],
  },
  {
    base: [skin(AQUA), plane("M0 0H26L0 40ZM64 0H38L64 40Z", RUST)],
    features: { eyes: [23, 41], y: 33, mouth: [32, 56], size: 0.9 },
    rest: [eyes(36, 23, 41)],
    over: [plane("M12 46Q22 40 32 46Q42 40 52 46Q42 58 32 50Q22 58 12 46Z", RUST)],
  },
  {
    base: [skin(LILAC), plane("M10 0H54L44 18H20Z", PAPER)],
    features: { eyes: [22, 42], y: 34, mouth: [32, 51] },
    rest: [
      eyes(34),
      line("M16 26l10 3M48 26l-10 3", 3.5),
      plane("M24 48H40V56H24Z", INK),
      line("M32 48V56", 2.5, PAPER),
    ],
  },
];

const ROBOTS: Face[] = [
  {
    base: [
      skin(LILAC),
      plane("M30 0h4v12h-4z", INK),
      plane("M12 12H52V64H12Z", PAPER),
      plane("M18 22H46V38H18Z", INK),
    ],
    features: { eyes: [26.5, 37.5], y: 30, mouth: [32, 49], size: 0.72, look: LILAC },
    rest: [plane("M23 26h7v8h-7zM34 26h7v8h-7z", LILAC), plane("M20 47h24v5H20z", INK)],
  },
  {
    base: [
      skin(AQUA),
      line("M32 18V4", 4),
      plane(dot(32, 5, 4.5), INK),
      plane("M8 18H56V64H8Z", INK),
      plane(dot(32, 35, 12), PAPER),
    ],
    features: { eyes: [32], y: 35, mouth: [32, 55], size: 0.8, lips: AQUA, teeth: INK },
    rest: [plane(dot(34, 36, 5), INK), line("M20 56H44", 4.5, AQUA)],
  },
  {
    base: [
      skin(SAND),
      plane("M32 6A26 26 0 0 1 58 32V64H6V32A26 26 0 0 1 32 6Z", SLATE),
      plane("M12 27H52V43H12Z", INK),
    ],
    features: { eyes: [23, 41], y: 35, mouth: [32, 54], size: 0.8, look: SAND },
    rest: [eyes(35, 23, 41, 4, SAND), line("M22 52v8M32 52v8M42 52v8", 4)],
  },
  {
    base: [
      skin(PINK),
      line("M18 14L8 2M46 14L56 2", 4),
      plane("M32 10L58 24V52L32 64L6 52V24Z", PAPER),
    ],
    features: { eyes: [23, 41], y: 33, mouth: [32, 51], size: 0.9 },
    rest: [plane("M18 28h10v10H18zM36 28h10v10H36z", INK), plane("M24 48H40L36 54H28Z", INK)],
  },
  {
    base: [
      skin(PINK),
      line("M32 18L20 3M32 18L44 3", 4),
      plane("M6 16H58V62H6Z", SLATE),
      plane("M11 21H53V53H11Z", PAPER),
    ],
    features: { eyes: [23, 41], y: 32, mouth: [32, 45], size: 0.75 },
    rest: [plane("M20 28h6v9h-6zM38 28h6v9h-6z", INK), line("M25 45H39", 4)],
  },
  {
    base: [
      skin(AQUA),
      plane("M0 28H8V46H0ZM56 28H64V46H56Z", INK),
      plane("M22 2H42V12H22Z", INK),
      plane(dot(32, 37, 27), PAPER),
    ],
    features: { eyes: [22, 42], y: 34, mouth: [32, 50] },
    rest: [line(dot(22, 34, 5) + dot(42, 34, 5), 3.6), plane(dot(32, 50, 4.5), INK)],
  },
  {
    base: [skin(LILAC), plane("M32 2L66 64H-2Z", INK), plane(dot(32, 4, 5), PAPER)],
    features: { eyes: [24, 40], y: 37, mouth: [32, 54], size: 0.8, look: PAPER, lips: PAPER, teeth: INK },
    rest: [eyes(37, 24, 40, 4, PAPER), line("M24 53H40", 4.5, PAPER)],
  },
  {
    base: [
      skin(SAND),
      line("M9 16A23 15 0 0 1 55 16", 4),
      plane("M6 14H58L52 64H12Z", PAPER),
      plane("M6 14H58L57.2 22H6.8Z", PETROL),
    ],
    features: { eyes: [22, 42], y: 36, mouth: [32, 54], size: 0.8, glasses: true },
    rest: [plane(dot(22, 36, 3.4) + dot(42, 36, 3.4), INK), line("M24 54Q32 58 40 54", 4)],
  },
  {
    base: [
      skin(PINK),
      plane("M10 20Q10 8 22 8H42Q54 8 54 20V64H10Z", PETROL),
      plane("M0 30H10V44H0ZM54 30H64V44H54Z", INK),
      plane("M16 24H48V58H16Z", PAPER),
    ],
    features: { eyes: [25, 39], y: 36, mouth: [32, 49], size: 0.75 },
    rest: [eyes(36, 25, 39, 4), line("M25 49H31M35 49H39", 4)],
  },
  {
    base: [skin(AQUA), plane("M20 6H44L60 22V48L44 64H20L4 48V22Z", PLUM)],
    features: { eyes: [21, 43], y: 33, mouth: [32, 50], size: 0.9, look: AQUA, lips: AQUA, teeth: PLUM },
    rest: [line("M15 33h12M37 33h12", 5, AQUA), plane("M23 48h18v5H23z", AQUA)],
  },
];

const DRAWN = [...PEOPLE, ...ROBOTS];

export const FACES = DRAWN.length;
export const FIRST_ROBOT = PEOPLE.length;

/** The paths of a face; numbers beyond the last begin again. */
export function faceOf(index: number, mood: Mood = "rest"): Piece[] {
  const face = DRAWN[((index % FACES) + FACES) % FACES];
  if (face === undefined) return [];
  return [...face.base, ...expression(face.features, mood, face.rest), ...(face.over ?? [])];
}
