// Where everything stands: from the size of the window and the number of players, in pixels.

import type { Color } from "../art/geometry";
import { deskLayout, tvLayout } from "./places/desk";
import type { Box } from "./places/box";
import { landscapeLayout } from "./places/landscape";
import { phoneLayout } from "./places/phone";
import { sharedLayout } from "./places/shared";
import { tabletLayout } from "./places/tablet";

/** low: a phone on its side, or a page zoomed in; tv: read from three metres. */
export type Mode = "desk" | "phone" | "low" | "tablet" | "tv";

export interface SeatPlace {
  /** The middle of the face, which the beam points at. */
  x: number;
  y: number;
  box: Box;
  /** Name and cards beside the face, below it, or the name alone beside it. */
  form: "side" | "column" | "strip";
  /** The number of cards stands on the face, without a fan. */
  compact: boolean;
  /** Where there is room for its bubble; "tag" is on the upper edge of the face. */
  bubble: "below" | "right" | "beside" | "tag";
  /** How many backs its fan has room for; the number beside it is exact. */
  backs: number;
}

export interface Chooser {
  /** The middle of each shape. */
  picks: Record<Color, { x: number; y: number }>;
  size: number;
  /** How much smaller than drawn the wedges of light are; none where the shapes stand in a row. */
  wedges: number;
  /** The wild, by its middle; there is not always room for it. */
  card: { x: number; y: number; w: number } | null;
  /** Whether there is room for the question between the shapes; it stands by the reader's face as well. */
  titled: boolean;
  /** Whether the names have to stand below the shapes. */
  named: "inside" | "below";
}

export interface Layout {
  mode: Mode;
  width: number;
  height: number;
  /** How much larger than the drawing for 1280 x 800 bar, Uno bubble and stage are. */
  scale: number;
  /** The same of the seats, and of the text at them. */
  seat: number;
  text: number;
  /** The height of the bar at the top, and how wide the last line of the log may be beside the seats. */
  bar: number;
  log: number;
  stage: { x: number; y: number; size: number; arrows: boolean };
  /** Width of a card on the piles. */
  pile: number;
  /** Where the colour in force is named: under the piles, or right of them. */
  color: "below" | "right";
  /** Where it is said that one has to draw, and what can be done with a card just drawn. */
  tip: { side: "left" | "below"; box: Box };
  /** Opponents in the order of play, beginning after oneself. */
  seats: SeatPlace[];
  /** The reader's cards; where nobody presses them, how little of one has to show. */
  hand: { left: number; right: number; bottom: number; card: number; sliver?: number };
  /** The pixels at the lower edge that the hand takes from what stands above it. */
  below: number;
  /** The pixels at the lower edge that panels leave free: the reader's cards and whose turn it is. */
  keep: number;
  /** How high the row with the reader's face is, where it stands above the hand. */
  row: number;
  /** The reader's face with its text; ring, title and note in pixels. */
  me: { box: Box; ring: number; title: number; note: number };
  uno: Box;
  /** The cards that are due at the reader's seat. */
  burst: { x: number; y: number; size: number };
  /** The button that hurries the bots. */
  hurry: { x: number; y: number };
  chooser: Chooser;
  /** Where a television that the room is watched on says how to join, and whose turn it is. */
  shared: { join: Box; title: Box } | null;
}

/** What is known of the screen besides its size. */
export interface Screen {
  /** Whether there is a mouse; a television has none. */
  mouse: boolean;
  /** Whether somebody has asked for the layout of a television. */
  big: boolean;
  /** Whether nobody plays on it, so that a television shows the table of all. */
  watched?: boolean;
  /** Whether the table is looked at beside something else: a phone then leaves the reader's own row out. */
  studied?: boolean;
}

const PLAIN: Screen = { mouse: true, big: false };

export function modeOf(width: number, height: number, screen: Screen = PLAIN): Mode {
  if (height < 540 && width > height) return "low";
  if (width <= 640) return "phone";
  if (width < 1024 && height > width) return "tablet";
  if (screen.big || (!screen.mouse && width >= 1920 && height >= 1080)) return "tv";
  return "desk";
}

const LAYOUTS = {
  desk: deskLayout,
  low: landscapeLayout,
  tablet: tabletLayout,
  tv: tvLayout,
} as const;

export function layoutOf(
  width: number,
  height: number,
  opponents: number,
  screen: Screen = PLAIN,
): Layout {
  const mode = modeOf(width, height, screen);
  if (mode === "tv" && screen.watched === true) return sharedLayout(width, height, opponents + 1);
  if (mode === "phone") return phoneLayout(width, height, opponents, screen.studied);
  return LAYOUTS[mode](width, height, opponents);
}

/** How wide the light on whoever acts is: as wide as their place. */
export function beamWidth(mode: Mode, own: boolean): number {
  if (own) return mode === "phone" || mode === "tablet" ? 0.52 : 1;
  return mode === "desk" || mode === "tv" ? 0.27 : 0.2;
}

/** The angle of the beam, in degrees clockwise from straight down. */
export function beamAngle(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return (Math.atan2(from.x - to.x, to.y - from.y) * 180) / Math.PI;
}

/** Go on from one angle to another the way play runs, so that the beam passes over those skipped. */
export function swingTo(now: number, target: number, clockwise: boolean): number {
  const ahead = (((target - now) % 360) + 360) % 360;
  if (ahead < 0.01 || ahead > 359.99) return now + (ahead > 180 ? ahead - 360 : ahead);
  if (clockwise) return now + (ahead > 320 ? ahead - 360 : ahead);
  return now + (ahead < 40 ? ahead : ahead - 360);
}
