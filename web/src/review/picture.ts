// A picture of a review, 1200 x 630, as SVG made of our own drawings: the verdict, the accuracy, and the sum.

import { faceOf } from "../art/faces";
import { BASE, figures, INK, PAPER, shape, TINT, VIOLET, type Color } from "../art/geometry";
import { CLIPS, escapeMarkup, pathText } from "../art/markup";
import { WORDMARK } from "../art/wordmark";
import { linesOf } from "../finale/letters";
import { FONT, HEIGHT, WIDTH, type Measure } from "../finale/picture";
import { figure } from "../percent";
import type { Block, Sum } from "./sum";
import { placeOf } from "./sum";

export interface Poster {
  verdict: string;
  accuracy: number | null;
  /** What the accuracy is called. */
  caption: string;
  avatar: number;
  won: boolean;
  color: Color;
  sum: Sum;
  labels: { luck: string; skill: string; result: string; fair: string };
}

const SPLIT = 500; // where the plane of colour ends
const LEFT = 548;
const RIGHT = 1_152;
const MOST = 84; // pixels of the largest letters
const NIGHT = "#120D26";
const LINE = "#463B73";
const QUIET = "#B9AFD6";

export function posterOf(poster: Poster, measure: Measure, letters = ""): string {
  const { color } = poster;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    letters === "" ? "" : `<style>@font-face{font-family:Poster;src:url(data:font/woff2;base64,${letters})}</style>`,
    ...CLIPS,
    '<clipPath id="clip-head"><circle cx="32" cy="32" r="32"/></clipPath>',
    `<clipPath id="clip-plane"><rect width="${SPLIT}" height="${HEIGHT}"/></clipPath>`,
    `<pattern id="back" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="${VIOLET}"/><circle cx="10" cy="10" r="5.5" fill="${PAPER}"/></pattern>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${NIGHT}"/>`,
    `<g clip-path="url(#clip-plane)"><rect width="${SPLIT}" height="${HEIGHT}" fill="${BASE[color]}"/>`,
    `<path d="${shape(color, 150, 260, 520)}" fill="${TINT[color]}"/>`,
    `<g transform="translate(318 288) rotate(-6) scale(3.4)"><g clip-path="url(#clip-head)">${faceOf(poster.avatar, poster.won ? "joy" : "rest").map(pathText).join("")}</g></g></g>`,
    headline(poster.verdict, measure),
    accuracy(poster),
    ...rows(poster),
    wordmark(),
    "</svg>",
  ].join("");
}

function text(words: string, x: number, y: number, size: number, weight: number, fill: string, anchor = "start"): string {
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeMarkup(words)}</text>`;
}

function headline(verdict: string, measure: Measure): string {
  const room = SPLIT - 72;
  const lines = linesOf(verdict, verdict.length > 24 ? 4 : 3);
  const widest = Math.max(...lines.map((line) => measure(line, 100, 900)));
  const size = Math.min(MOST, Math.floor((room / widest) * 100), 270 / lines.length);
  return lines.map((line, i) => text(line, 36, 44 + size * (0.86 + i * 1.02), size, 900, INK)).join("");
}

function number(value: string, x: number, y: number, height: number, paint: string, sign: boolean, end: boolean): string {
  const { pieces, width } = figures(value, "B", sign);
  const scale = height / 100;
  const left = end ? x - width * scale : x;
  return `<g color="${paint}" transform="translate(${left.toFixed(1)} ${y}) scale(${scale})">${pieces.map(pathText).join("")}</g>`;
}

function accuracy({ accuracy, caption }: Poster): string {
  if (accuracy === null) return text(caption, 38, 586, 26, 900, INK);
  return number(String(accuracy), 38, 416, 130, INK, false, false) + text(caption, 38, 592, 26, 900, INK);
}

const WIDE = RIGHT - LEFT - 190; // of the bars; the figures stand right of them

function rows({ sum, labels }: Poster): string[] {
  const x = (value: number): number => LEFT + (placeOf(value, sum) / 100) * WIDE;
  const bar = ({ from, to }: Block, y: number, paint: string): string => {
    const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
    return `<rect x="${left.toFixed(1)}" y="${y}" width="${Math.max(4, right - left - 3).toFixed(1)}" height="52" rx="4" ${paint}/>`;
  };
  const lines: [string, number, Block[], string][] = [
    [labels.luck, sum.luck, sum.blocks, `fill="url(#back)" stroke="${PAPER}" stroke-width="3"`],
    [labels.skill, sum.skill, [{ from: 0, to: sum.skill }], `fill="${PAPER}"`],
    [labels.result, sum.result, [{ from: 0, to: sum.result }], `fill="none" stroke="${PAPER}" stroke-width="4"`],
  ];
  const zero = x(0).toFixed(1);
  return [
    `<path d="M${zero} 70V486" stroke="${LINE}" stroke-width="3"/>`,
    text(labels.fair, Number(zero), 56, 22, 500, QUIET, "middle"),
    ...lines.map(([name, value, blocks, paint], i) => {
      const y = 84 + i * 138;
      return (
        text(name, LEFT, y + 34, 34, 900, PAPER) +
        blocks.map((block) => bar(block, y + 56, paint)).join("") +
        number(`${figure(value)}%`, RIGHT, y + 58, 44, PAPER, true, true)
      );
    }),
  ];
}

function wordmark(): string {
  const drawn = WORDMARK.map((d) => pathText({ d, paint: PAPER, width: 11 })).join("");
  return `<g transform="translate(${RIGHT - 186} 544) scale(0.75)">${drawn}</g>`;
}
