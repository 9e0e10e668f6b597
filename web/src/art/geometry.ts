// The drawings of unolab as path data: no images, no fonts, nothing to load.
// A card is 100 x 150; every function below draws in that space unless it says otherwise.

export const COLORS = ["R", "Y", "G", "B"] as const;
export type Color = (typeof COLORS)[number];

export const BASE: Record<Color, string> = {
  R: "#FF4A3D",
  Y: "#FFC412",
  G: "#1FC470",
  B: "#3F8CFF",
};
export const TINT: Record<Color, string> = {
  R: "#FF8672",
  Y: "#FFE07A",
  G: "#74E8AB",
  B: "#93C1FF",
};
export const INK = "#140F2B";
export const PAPER = "#FFF5E4";
export const VIOLET = "#4A3E86";

/** One path of a drawing; with a width it is a line, without it is a plane. */
export interface Piece {
  d: string;
  paint: string;
  width?: number;
  transform?: string;
}

export function isColor(letter: string | null | undefined): letter is Color {
  return letter === "R" || letter === "Y" || letter === "G" || letter === "B";
}

const n = (value: number): string => String(+value.toFixed(2));

/** The silhouette of a colour in a box; a hole runs the other way round, so that it is cut out. */
export function shape(color: Color, x: number, y: number, w: number, h = w, hole = false): string {
  const right = x + w;
  const bottom = y + h;
  if (color === "R") {
    return hole
      ? `M${n(x)} ${n(y)}V${n(bottom)}H${n(right)}V${n(y)}Z`
      : `M${n(x)} ${n(y)}H${n(right)}V${n(bottom)}H${n(x)}Z`;
  }
  if (color === "Y") {
    return hole
      ? `M${n(x + w / 2)} ${n(y)}L${n(x)} ${n(bottom)}H${n(right)}Z`
      : `M${n(x + w / 2)} ${n(y)}L${n(right)} ${n(bottom)}H${n(x)}Z`;
  }
  if (color === "B") {
    const r = Math.min(w, h) / 2;
    const arc = `A${n(r)} ${n(r)} 0 0`;
    return hole
      ? `M${n(x)} ${n(y + r)}V${n(bottom - r)}${arc} 0 ${n(right)} ${n(bottom - r)}V${n(y + r)}${arc} 0 ${n(x)} ${n(y + r)}Z`
      : `M${n(x)} ${n(y + r)}${arc} 1 ${n(right)} ${n(y + r)}V${n(bottom - r)}${arc} 1 ${n(x)} ${n(bottom - r)}Z`;
  }
  const r = Math.min(w, h) * 0.78; // leaf: two opposite corners are round
  const arc = `A${n(r)} ${n(r)} 0 0`;
  return hole
    ? `M${n(right)} ${n(y)}H${n(x + r)}${arc} 0 ${n(x)} ${n(y + r)}V${n(bottom)}H${n(right - r)}${arc} 0 ${n(right)} ${n(bottom - r)}Z`
    : `M${n(right)} ${n(y)}V${n(bottom - r)}${arc} 1 ${n(right - r)} ${n(bottom)}H${n(x)}V${n(y + r)}${arc} 1 ${n(x + r)} ${n(y)}Z`;
}

/** The silhouette as a pictogram: the triangle is a little wider than high. */
export function pictogram(color: Color, x: number, y: number, size: number): string {
  return color === "Y"
    ? shape("Y", x - size * 0.06, y, size * 1.12, size)
    : shape(color, x, y, size);
}

const disc = (cx: number, cy: number, r: number): string =>
  `M${n(cx - r)} ${n(cy)}A${r} ${r} 0 0 1 ${n(cx + r)} ${n(cy)}A${r} ${r} 0 0 1 ${n(cx - r)} ${n(cy)}Z`;

function counter(color: Color, cx: number, cy: number, w: number, h = w): string {
  if (color === "Y") {
    w *= 1.18;
    h *= 1.12;
    cy -= h * 0.04;
  }
  if (color === "R") {
    const square = h === w;
    w *= 0.9;
    h *= square ? 0.9 : 0.96;
  }
  return shape(color, cx - w / 2, cy - h / 2, w, h, true);
}

/** A numeral in a box of 70 x 100; its counters take the silhouette of the colour. */
export function numeral(digit: string, color: Color, paint: string): Piece {
  const plane = (d: string): Piece => ({ d, paint });
  switch (digit) {
    case "0":
      return plane(`M0 35A35 35 0 0 1 70 35V65A35 35 0 0 1 0 65Z${counter(color, 35, 50, 21, 50)}`);
    case "1":
      return plane("M26 0H55V100H26V35L5 46V17Z");
    case "2":
      return plane(
        "M0 42V35A35 35 0 0 1 70 35C70 46 65.5 53 60 59.5L45.5 76H70V100H0V93L41.5 44C44.5 40.5 46 38 46 35A11 11 0 0 0 24 35V42Z",
      );
    case "3":
      return {
        d: "M5 12H34A17.8 17.8 0 0 1 34 47.6H22M34 47.6H36A20.2 20.2 0 0 1 36 88H2",
        paint,
        width: 24,
      };
    case "4":
      return plane(`M34 0H60V57H70V80H60V100H33V80H0V60Z${counter(color, 27, 48.5, 13.5)}`);
    case "5":
      return { d: "M63 12H14V48.5H36A19.7 19.7 0 0 1 36 88H3", paint, width: 24 };
    case "6":
      return plane(`M31 0H62L47 36L4.6 50Z${disc(35, 66, 34)}${counter(color, 35, 66.5, 23)}`);
    case "7":
      return plane("M2 0H68V22L42 100H12L37.5 24.5H2Z");
    case "8":
      return plane(
        disc(35, 27, 27) +
          disc(35, 67, 33) +
          counter(color, 35, 27.5, 15) +
          counter(color, 35, 68, 21),
      );
    default:
      return plane(`M39 100H8L23 64L65.4 50Z${disc(35, 34, 34)}${counter(color, 35, 33.5, 23)}`);
  }
}

/** A plus sign in a square box. */
export function plus(x: number, y: number, size: number, bar = 0.34): string {
  const arm = n((size * (1 - bar)) / 2);
  const width = n(size * bar);
  const start = n(x + (size * (1 - bar)) / 2);
  return `M${start} ${n(y)}h${width}v${arm}h${arm}v${width}h-${arm}v${arm}h-${width}v-${arm}h-${arm}v-${width}h${arm}z`;
}

/** The plane that bleeds off the lower right corner of a card. */
const PLANE: Record<Color, string> = {
  R: "M22 58H100V150H22Z",
  B: "M12 106A60 60 0 0 1 100 56.6V150H30.8A60 60 0 0 1 12 106Z",
  Y: "M59 38L139 150H-21Z",
  G: "M100 56V150H20V122A66 66 0 0 1 86 56Z",
};

/** The four shapes in a square, each in its colour or in the paint given. */
export function mark(
  x: number,
  y: number,
  size: number,
  gap = 0.1,
  paints: Partial<Record<Color, string>> = {},
): Piece[] {
  const side = (size * (1 - gap)) / 2;
  const far = size - side;
  const at: Record<Color, [number, number]> = {
    R: [0, 0],
    Y: [far, 0],
    G: [0, far],
    B: [far, far],
  };
  return COLORS.map((color) => ({
    d: shape(color, x + at[color][0], y + at[color][1], side),
    paint: paints[color] ?? BASE[color],
  }));
}

const SKIP_RING: Record<Color, string> = {
  R: "M6.5 6.5H57.5V57.5H6.5Z",
  B: "M32 6.5A25.5 25.5 0 0 1 32 57.5A25.5 25.5 0 0 1 32 6.5Z",
  Y: "M32 7L62 58.5H2Z",
  G: "M57.5 6.5V20A37.5 37.5 0 0 1 20 57.5H6.5V44A37.5 37.5 0 0 1 44 6.5Z",
};
const SKIP_SLASH: Record<Color, string> = {
  R: "M9 55L55 9",
  B: "M14 50L50 14",
  Y: "M20 55L45 30",
  G: "M14 14L50 50",
};
const TURN: Record<Color, string> = {
  R: "M10 35V16H38",
  Y: "M10 37V29L23 16H38",
  G: "M10 37V35A19 19 0 0 1 29 16H38",
  B: "M10 37V35A19 19 0 0 1 29 16H38",
};

/** The glyph of skip (S) or reverse (V) in a box of 64 x 64. */
export function glyph(face: string, color: Color, paint: string): Piece[] {
  if (face === "S") {
    const thin = color === "Y";
    return [
      { d: SKIP_RING[color], paint, width: thin ? 10 : 13 },
      { d: SKIP_SLASH[color], paint, width: thin ? 9 : 12 },
    ];
  }
  const head = "M35 2V30L60 16Z";
  const half = "rotate(180 32 32)";
  const other = color === "G" ? TURN.R : TURN[color];
  return [
    { d: TURN[color], paint, width: 13 },
    { d: head, paint },
    { d: other, paint, width: 13, transform: half },
    { d: head, paint, transform: half },
  ];
}

function place(x: number, y: number, scale: number, pieces: Piece[]): Piece[] {
  const move = `translate(${n(x)} ${n(y)}) scale(${n(scale)})`;
  return pieces.map((piece) => ({
    ...piece,
    transform: piece.transform === undefined ? move : `${move} ${piece.transform}`,
  }));
}

const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h-${w}z`;

function roundBox(x: number, y: number, w: number, h: number, r: number): string {
  const a = `a${r} ${r} 0 0 1`;
  const across = n(w - 2 * r);
  const down = n(h - 2 * r);
  return `M${n(x + r)} ${n(y)}h${across}${a} ${r} ${r}v${down}${a} -${r} ${r}h-${across}${a} -${r} -${r}v-${down}${a} ${r} -${r}z`;
}

const ground = (paint: string): Piece => ({ d: box(0, 0, 100, 150), paint });
const rim = (color: Color): Piece => ({
  d: roundBox(3.5, 3.5, 93, 143, 8),
  paint: BASE[color],
  width: 4,
});

/** A drawing, what is clipped to the print and what lies over it. */
export interface Drawing {
  print: Piece[];
  over: Piece[];
}

/** The face of a card in unolab's notation, or its back. */
export function face(card: string): Drawing {
  if (card === "back") return { print: back(), over: [] };
  const color = card.charAt(0);
  const value = card.slice(1);
  if (!isColor(color)) return wild(value);
  const print = [ground(BASE[color])];
  if (value === "W" || value === "F") {
    const paints = { R: INK, Y: INK, G: INK, B: INK, [color]: PAPER };
    print.push({ d: PLANE[color], paint: INK });
    if (value === "W") {
      const big: Record<Color, [number, number, number]> = {
        R: [35, 77, 48],
        Y: [36, 90, 46],
        G: [37, 80, 50],
        B: [36, 80, 50],
      };
      print.push(...mark(8, 9, 24, 0.12, paints), {
        d: pictogram(color, ...big[color]),
        paint: BASE[color],
      });
    } else {
      print.push(...index("4", color), ...mark(8, 40, 15, 0.12, paints), ...draws("4", color));
    }
    print.push(rim(color));
  } else if (/^\d$/.test(value)) {
    print.push(
      { d: PLANE[color], paint: TINT[color] },
      ...place(27, 50, 0.93, [numeral(value, color, INK)]),
      ...place(8.5, 9, 0.25, [numeral(value, color, INK)]),
      { d: pictogram(color, 8.5, 40, 15), paint: INK },
    );
  } else {
    print.push({ d: PLANE[color], paint: INK }, rim(color));
    if (value === "D") {
      print.push(...index("2", color), ...draws("2", color));
    } else {
      const at: Record<Color, [number, number, number]> = {
        R: [28, 72, 0.97],
        B: [30, 75, 0.92],
        Y: [31, 84, 0.84],
        G: [29, 74, 0.92],
      };
      print.push(
        ...place(8, 9, 0.36, glyph(value, color, INK)),
        ...place(...at[color], glyph(value, color, PAPER)),
      );
    }
    print.push({ d: pictogram(color, 8.5, 40, 15), paint: INK });
  }
  return { print, over: [] };
}

/** The small "+2" or "+4" in the corner. */
function index(digit: string, color: Color): Piece[] {
  return [
    ...place(20.5, 10, 0.22, [numeral(digit, color, INK)]),
    { d: plus(7.5, 15.5, 11.5), paint: INK },
  ];
}

/** The large "+2" or "+4" on the plane. */
function draws(digit: string, color: Color): Piece[] {
  return color === "Y"
    ? [
        ...place(47, 82, 0.57, [numeral(digit, color, PAPER)]),
        { d: plus(26, 103, 18, 0.36), paint: PAPER },
      ]
    : [
        ...place(43.5, 72, 0.66, [numeral(digit, color, PAPER)]),
        { d: plus(24, 95, 17.5, 0.36), paint: PAPER },
      ];
}

function wild(value: string): Drawing {
  const over: Piece[] = [{ d: roundBox(2.6, 2.6, 94.8, 144.8, 8.6), paint: PAPER, width: 2.4 }];
  if (value === "W") {
    return { print: [ground(INK), ...mark(8, 9, 17, 0.12), ...mark(11, 60, 79, 0.07)], over };
  }
  const print = [
    ground(INK),
    ...place(21, 10, 0.22, [numeral("4", "R", PAPER)]),
    { d: plus(8.5, 15.5, 11.5), paint: PAPER },
    ...COLORS.map((color, i) => ({
      d: pictogram(color, 9, 44 + i * 25.5, 16),
      paint: BASE[color],
    })),
    ...place(30.5, 54, 0.86, [numeral("4", "R", PAPER)]),
    { d: plus(60, 12, 32, 0.36), paint: PAPER },
  ];
  return { print, over };
}

function back(): Piece[] {
  return [
    ground(PAPER),
    { d: shape("R", 50, 0, 50), paint: BASE.R },
    { d: shape("Y", 0, 0, 50), paint: BASE.Y },
    { d: "M0 50H50A50 50 0 0 0 0 100Z", paint: VIOLET },
    { d: shape("B", 50, 50, 50), paint: BASE.B },
    { d: shape("G", 0, 100, 50), paint: BASE.G },
    { d: "M50 100A50 50 0 0 0 100 150H50Z", paint: VIOLET },
  ];
}

/** The face of a card below 40 pixels: one glyph, one pictogram. */
export function miniFace(card: string): Drawing {
  const frame: Piece = { d: roundBox(6, 6, 88, 138, 9), paint: PAPER, width: 6 };
  if (card === "back") {
    const print: Piece[] = [
      ground(PAPER),
      { d: roundBox(15, 15, 70, 120, 4), paint: VIOLET },
      { d: "M50 50A25 25 0 0 1 50 100A25 25 0 0 1 50 50Z", paint: PAPER },
    ];
    return { print, over: [] };
  }
  const color = card.charAt(0);
  const value = card.slice(1);
  if (!isColor(color)) {
    const glyphs =
      value === "W"
        ? mark(14, 39, 72, 0.08)
        : [
            { d: plus(10, 18, 34, 0.36), paint: PAPER },
            ...place(32, 46, 0.82, [numeral("4", "R", PAPER)]),
          ];
    return { print: [ground(INK), ...glyphs], over: [frame] };
  }
  const print = [ground(BASE[color])];
  if (value === "W") {
    print.push(...mark(14, 39, 72, 0.08, { R: INK, Y: INK, G: INK, B: INK, [color]: PAPER }));
  } else if (value === "F") {
    print.push(
      { d: plus(10, 18, 34, 0.36), paint: INK },
      ...place(32, 46, 0.82, [numeral("4", color, INK)]),
    );
  } else {
    print.push({ d: pictogram(color, 12, 13, 27), paint: INK });
    if (/^\d$/.test(value)) print.push(...place(26, 52, 0.88, [numeral(value, color, INK)]));
    else if (value === "D") {
      print.push(
        { d: plus(56, 12, 34, 0.36), paint: INK },
        ...place(26, 52, 0.88, [numeral("2", color, INK)]),
      );
    } else print.push(...place(17, 60, 1.1, glyph(value, color, INK)));
  }
  return { print, over: [] };
}

const GAP = 26; // the space between groups of digits
const MARKS: Record<string, { d: string; width: number; stroke?: number }> = {
  "-": { d: box(0, 49, 42, 16), width: 50 },
  ".": { d: box(0, 78, 22, 22), width: 30 },
  ",": { d: "M0 78h22v20l-12 18h-12l8 -16h-6z", width: 30 },
  "%": {
    d: "M6.5 34a13 13 0 1 1 26 0a13 13 0 1 1 -26 0M53 82a11.5 11.5 0 1 1 23 0a11.5 11.5 0 1 1 -23 0M63 18L21 100",
    width: 92,
    stroke: 13,
  },
};

/** A number in our own numerals, 100 high: its paths and the width they take. */
export function figures(
  value: number | string,
  family: Color = "B",
  sign = false,
): { pieces: Piece[]; width: number } {
  const pieces: Piece[] = [];
  let x = 0;
  const text = String(value);
  if (sign && !text.startsWith("-")) {
    pieces.push({ d: plus(0, 36, 42, 0.36), paint: "currentColor" });
    x = 50;
  }
  for (const digit of text) {
    const mark = MARKS[digit];
    if (mark !== undefined) {
      const { d, width, stroke } = mark;
      const transform = `translate(${x} 0)`;
      pieces.push({ d, paint: "currentColor", transform, ...(stroke === undefined ? {} : { width: stroke }) });
      x += width;
      continue;
    }
    if (!/\d/.test(digit)) {
      x += GAP;
      continue;
    }
    const one = digit === "1"; // narrower than the others
    pieces.push({
      ...numeral(digit, family, "currentColor"),
      transform: `translate(${one ? x - 4 : x} 0)`,
    });
    x += one ? 60 : 78;
  }
  return { pieces, width: Math.max(x - 8, 10) };
}

/** The four nested silhouettes of the stage, outermost first, around 0 0. */
export function stagePlanes(color: Color): string[] {
  return [572, 476, 384, 296].map((size) => {
    if (color === "Y") {
      const k = size * 1.04;
      return `M0 ${n(-k * 0.62)}L${n(k * 0.6)} ${n(k * 0.42)}H${n(-k * 0.6)}Z`;
    }
    const k = color === "R" ? size * 0.84 : color === "G" ? size * 0.9 : size;
    return shape(color, -k / 2, -k / 2, k);
  });
}

const RING = 306; // radius on which the arrows run

/** The middles of the arrows that run around the stage: each lies there with its own middle at 0 0. */
export function orbit(): string[] {
  return [57.8, 111.8, 242.8, 306.8].map((at) => `rotate(${at}) translate(0 -${RING})`);
}

/** An arrow that runs clockwise around the stage, from its own middle: mirrored it runs the other way. */
export function arrow(): { arc: string; head: string; turn: string } {
  const point = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${n(Math.sin(angle) * RING)} ${n(RING - Math.cos(angle) * RING)}`;
  };
  return {
    arc: `M${point(-15.8)}A${RING} ${RING} 0 0 1 ${point(11.2)}`,
    head: "M0 -18L30 0L0 18Z",
    turn: `rotate(10.2 0 ${RING})`,
  };
}

/** A star of many points around 0 0, for "+N". */
export function burst(points: number, outer: number, inner: number): string {
  let d = "";
  for (let i = 0; i < points * 2; i += 1) {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const r = i % 2 === 1 ? inner : outer;
    d += `${i === 0 ? "M" : "L"}${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r)}`;
  }
  return `${d}Z`;
}
