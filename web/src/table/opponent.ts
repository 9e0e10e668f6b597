// What the table knows of another player, and how that is put into words.

import type { Mood } from "../art/moods";
import { t, tn } from "../i18n/index.svelte";
import type { Event as GameEvent, Seat } from "../protocol";
import type { Remark } from "../remarks.svelte";
import type { Layout, SeatPlace } from "./layout";

export interface OpponentShown {
  number: number;
  seat: Seat;
  size: number;
  /** The hand, where it lies open. */
  cards: readonly string[] | null;
  /** Null where none are counted. */
  points: number | null;
  acting: boolean;
  next: boolean;
  skipped: boolean;
  mood: Mood;
  /** The whole hand is in the air. */
  closed: boolean;
  /** What they did last. */
  bubble: GameEvent | undefined;
  /** The cards that they take, or are to take. */
  burst: number;
  /** Part of a turn's time that is left, for whoever acts. */
  left: number | null;
  /** Seconds until a bot takes over here. */
  botIn: number | null;
  /** Set while hands are swapped: this player can be chosen. */
  onchoose: (() => void) | undefined;
  /** What they say or show just now. */
  remark: Remark | undefined;
  muted: boolean;
  /** Mute them, or hear them again; not for bots. */
  onmute: (() => void) | undefined;
}

/** Whether somebody has left their seat for now. */
export function isGone({ seat }: OpponentShown): boolean {
  return seat.kind === "person" && (!seat.here || seat.away);
}

/** What kind of player it is. */
export function roleOf({ seat }: OpponentShown): string {
  if (seat.kind === "bot") return t(seat.strength === null ? "table.bot" : `table.bot.${seat.strength}`);
  if (seat.away) return t("table.away");
  return t(seat.here ? "table.person" : "table.gone");
}

export function scoreOf({ points }: OpponentShown): string | null {
  return points === null ? null : tn("table.points", points);
}

/** All of it in one line, for screen readers. */
export function labelOf(shown: OpponentShown): string {
  const { seat, size, acting, next, muted } = shown;
  const who = roleOf(shown);
  const points = scoreOf(shown);
  return [
    seat.name,
    seat.team === null ? "" : t("table.team", { team: seat.team === 0 ? "A" : "B" }),
    tn("table.cards", size),
    points === null ? who : t("table.about", { who, points }),
    acting ? t("table.acts") : next ? t("table.next") : "",
    muted ? t("mute.muted") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** The side of the window that somebody sits at. */
export function edgeOf({ x }: SeatPlace, { width }: Layout): "start" | "middle" | "end" {
  return x < width * 0.35 ? "start" : x > width * 0.65 ? "end" : "middle";
}

/** Whether the screen is small, and everything at a seat with it. */
export function isSmall({ mode }: Layout): boolean {
  return mode === "phone" || mode === "low";
}
