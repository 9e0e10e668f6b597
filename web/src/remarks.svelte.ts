/** What people say and show just now: it stands at their seats for a moment, and is read aloud. */

import { t } from "./i18n/index.svelte";
import type { Reacted, Said, Seat } from "./protocol";

export type Mood = Reacted["mood"];
export type Remark = {
  /** Milliseconds before it fades. */
  stays: number;
} & ({ mood: Mood } | { text: string });

export interface Listener {
  /** Who sits there, and whether that is the reader. */
  seat: (number: number) => Seat | undefined;
  isMine: (number: number) => boolean;
  isMuted: (seat: Seat) => boolean;
  /** Whether reactions are wanted at all. */
  wantsReactions: () => boolean;
  /** Whether what is said is on the page, and read from there. */
  reads: () => boolean;
}

const MOOD_STAYS = 2_400;
const WORDS_STAY = 4_000;
const FADES = 160; // as in Remark.svelte
const LONGEST = 28; // characters of what is said that a bubble has room for

/** The first few words of a text. */
export function cut(text: string): string {
  const all = [...text];
  if (all.length <= LONGEST) return text;
  const start = all.slice(0, LONGEST).join("");
  return `${start.slice(0, start.lastIndexOf(" ") + 1 || start.length).trimEnd()}…`;
}

export class Remarks {
  /** By the seat; a new one takes the place of the old. */
  shown: Record<number, Remark> = $state.raw({});
  /** For screen readers. */
  spoken = $state("");
  readonly #listener: Listener;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  hear(message: Said | Reacted): void {
    const listener = this.#listener;
    const seat = listener.seat(message.seat);
    const mine = listener.isMine(message.seat);
    if (seat === undefined || (!mine && listener.isMuted(seat))) return;
    if (message.type === "said") {
      this.#show(message.seat, { stays: WORDS_STAY, text: cut(message.text) });
      if (!mine && !listener.reads()) this.#speak(t("chat.said", { name: seat.name, text: message.text }));
    } else if (mine || listener.wantsReactions()) {
      this.#show(message.seat, { stays: MOOD_STAYS, mood: message.mood });
      const mood = t(`react.${message.mood}`);
      if (!mine) this.#speak(t("react.shown", { name: seat.name, mood }));
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #show(seat: number, remark: Remark): void {
    this.shown = { ...this.shown, [seat]: remark };
    this.#later(remark.stays + FADES, () => {
      if (this.shown[seat] !== remark) return;
      const { [seat]: _, ...others } = this.shown;
      this.shown = others;
    });
  }

  /** Say it; the same again is news only after a moment of silence. */
  #speak(text: string): void {
    this.spoken = text;
    this.#later(MOOD_STAYS, () => {
      if (this.spoken === text) this.spoken = "";
    });
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
