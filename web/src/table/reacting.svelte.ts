/** The six moods that a tap on the reader's face offers, and how often they may be shown. */

import type { Mood as Look } from "../art/moods";
import { t, tOr } from "../i18n/index.svelte";
import type { Mood, Remark } from "../remarks.svelte";

/** What a face looks like in a mood. */
export const FACE_OF: Record<Mood, Look> = {
  ha: "joy",
  wow: "wow",
  ouch: "ouch",
  gotcha: "wink",
  hurry: "wait",
  nice: "warm",
};

/** What a face looks like by what its owner shows just now; null if that is nothing. */
export function lookOf(remark: Remark | undefined): Look | null {
  return remark !== undefined && "mood" in remark ? FACE_OF[remark.mood] : null;
}

export function moodName(mood: Mood, short: boolean): string {
  const name = t(`react.${mood}`);
  return short ? tOr(`react.${mood}.short`, name) : name;
}

const MOST = 3;
const WITHIN = 10_000;
const RESTS = 10_000;
const STAYS = 4_000;

export class Reacting {
  open = $state(false);
  /** Whether enough were shown for a while. */
  resting = $state(false);
  /** Whether somebody is about to choose, so that it stays open. */
  held = $state(false);
  readonly #send: (mood: Mood) => void;
  #sent: number[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (mood: Mood) => void, mayOpen: () => boolean) {
    this.#send = send;
    $effect(() => {
      if (!mayOpen()) this.open = false;
    });
    $effect(() => {
      if (!this.open || this.held) return;
      const timer = setTimeout(() => (this.open = false), STAYS);
      return () => clearTimeout(timer);
    });
    $effect(() => () => clearTimeout(this.#rest));
  }

  show(mood: Mood | undefined, now = performance.now()): void {
    if (mood === undefined || !this.open || this.resting) return;
    this.open = false;
    this.#send(mood);
    this.#sent = [...this.#sent.filter((at) => now - at < WITHIN), now];
    if (this.#sent.length < MOST) return;
    this.resting = true;
    this.#rest = setTimeout(() => (this.resting = false), RESTS);
    this.#sent = [];
  }
}
