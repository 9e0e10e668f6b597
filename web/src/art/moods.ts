// What a face can show: eyes and mouth at the points where each face has them.

import { INK, PAPER, type Piece } from "./geometry";
import { dot, line, plane } from "./pieces";

export const MOODS = ["rest", "joy", "wow", "ouch", "wink", "wait", "warm", "sad"] as const;
export type Mood = (typeof MOODS)[number];

export interface Features {
  /** Where the eyes are, from left to right; a robot may have one. */
  eyes: readonly number[];
  y: number;
  mouth: readonly [x: number, y: number];
  /** How large they are drawn. */
  size?: number;
  glasses?: boolean;
  /** The paint of the eyes and of the mouth, and what lies inside an open one. */
  look?: string;
  lips?: string;
  teeth?: string;
}

/** Eyes and mouth in a mood; what a face shows at rest is its own. */
export function expression(features: Features, mood: Mood, rest: readonly Piece[]): Piece[] {
  const frames = features.glasses === true ? glasses(features) : [];
  if (mood === "rest") return [...frames, ...rest];
  return [...frames, ...eyesIn(mood, features), ...mouthIn(mood, features)];
}

function glasses({ eyes, y }: Features): Piece[] {
  const rims = eyes.map((x) => dot(x, y, 8.5)).join("");
  return [plane(rims, PAPER), line(rims, 4)];
}

function eyesIn(mood: Mood, features: Features): Piece[] {
  const { eyes, y, size: k = 1, look = INK } = features;
  const open = (x: number): Piece => plane(dot(x, y, 4.6 * k), look);
  const arch = (x: number): Piece =>
    line(`M${x - 6 * k} ${y + 3 * k}A${6 * k} ${6.4 * k} 0 0 1 ${x + 6 * k} ${y + 3 * k}`, 4.6 * Math.max(k, 0.8), look);
  const last = eyes.length - 1;
  return eyes.flatMap((x, at): Piece[] => {
    switch (mood) {
      case "joy":
      case "warm":
        return [arch(x)];
      case "wow":
        return look === INK && features.glasses !== true
          ? [plane(dot(x, y, 8 * k), INK), plane(dot(x, y, 5 * k), PAPER), plane(dot(x, y, 2.8 * k), INK)]
          : [plane(dot(x, y, 5.6 * k), look)];
      case "ouch": {
        const inward = at === 0 ? 1 : -1; // the left eye points to the right
        return [
          line(`M${x - 5 * k * inward} ${y - 5 * k}L${x + 4 * k * inward} ${y}L${x - 5 * k * inward} ${y + 5 * k}`, 4 * k + 0.4, look),
        ];
      }
      case "wink":
        return at === last ? [line(`M${x - 6 * k} ${y}h${12 * k}`, 4.4 * k + 0.4, look)] : [open(x)];
      case "wait":
        return [
          plane(`M${x - 5 * k} ${y}h${10 * k}a${5 * k} ${5 * k} 0 0 1 ${-10 * k} 0z`, look),
          line(`M${x - 7 * k} ${y - 0.6}h${14 * k}`, 3.6 * k, look),
        ];
      default:
        return [open(x)];
    }
  });
}

function mouthIn(mood: Mood, { mouth: [x, y], size = 1, lips = INK, teeth = PAPER }: Features): Piece[] {
  const k = Math.max(size, 0.8);
  switch (mood) {
    case "joy": {
      const [w, top] = [13 * k, y - 6];
      return [
        plane(`M${x - w} ${top}H${x + w}C${x + w} ${top + 17.4 * k} ${x - w} ${top + 17.4 * k} ${x - w} ${top}Z`, lips),
        plane(`M${x - w * 0.66} ${top}h${w * 1.32}v${3.6 * k}h${-w * 1.32}z`, teeth),
      ];
    }
    case "wow":
      return [plane(dot(x, y + 1, 6 * k, 7.4 * k), lips)];
    case "ouch":
      return [
        line(`M${x - 11 * k} ${y + 3}L${x - 5.5 * k} ${y - 2}L${x} ${y + 3}L${x + 5.5 * k} ${y - 2}L${x + 11 * k} ${y + 3}`, 4, lips),
      ];
    case "wink":
      return [line(`M${x - 9 * k} ${y - 2}Q${x + 2 * k} ${y + 9} ${x + 11 * k} ${y - 5}`, 4.5, lips)];
    case "wait":
      return [line(`M${x - 7 * k} ${y + 1}h${14 * k}`, 4.5, lips)];
    case "warm":
      return [line(`M${x - 9 * k} ${y - 3}Q${x} ${y + 7} ${x + 9 * k} ${y - 3}`, 4.5, lips)];
    default:
      return [line(`M${x - 8 * k} ${y + 3}Q${x} ${y - 5} ${x + 8 * k} ${y + 3}`, 4.5, lips)];
  }
}
