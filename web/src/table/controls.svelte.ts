/** What the reader opens on the table and closes again, and what the keys do there. */

import { appearance } from "../appearance.svelte";
import type { Coach } from "../coach/coach.svelte";
import { MOODS } from "../protocol";
import { settings } from "../settings.svelte";
import type { Director } from "./director";
import { pressKey, isForTable } from "./keyboard";
import type { Reacting } from "./reacting.svelte";
import type { Situation } from "./situation.svelte";
import type { Turn } from "./turn.svelte";

interface Controlled {
  director: Director;
  turn: Turn;
  reacting: Reacting;
  situation: Situation;
  coach: Coach;
  /** Whether there is a log to open. */
  hasLog: () => boolean;
  /** The reader's cards, to give the focus to; there are none where somebody watches. */
  hand: () => { focus: () => void; walk: (step: number) => void } | undefined;
  hurry: () => void;
}

export class Controls {
  logOpen = $state(false);
  keysOpen = $state(false);
  readonly #on: Controlled;

  constructor(on: Controlled) {
    this.#on = on;
  }

  readonly toggleLog = (): void => void (this.logOpen = this.#on.hasLog() && !this.logOpen);

  readonly toggleKeys = (): void => void (this.keysOpen = !this.keysOpen);

  readonly toggleMoods = (): void => {
    const { reacting, situation } = this.#on;
    reacting.open = situation.mayReact && !reacting.open;
  };

  /** Sort the hand the other way. */
  readonly sort = (): void => void (settings.sort = settings.sort === "color" ? "number" : "color");

  readonly switchTheme = (): void =>
    void (settings.theme = appearance.theme === "dark" ? "light" : "dark");

  /** Close what was opened last; tell whether anything was open. */
  readonly back = (): boolean => {
    const { turn, reacting, coach, hand } = this.#on;
    if (this.keysOpen) this.keysOpen = false;
    else if (reacting.open) reacting.open = false;
    else if (coach.stage !== "none") coach.hide();
    else if (turn.chosen !== null) {
      turn.chosen = null;
      hand()?.focus();
    } else if (this.logOpen) this.logOpen = false;
    else return false;
    return true;
  };

  /** Do what a key means, if it is meant for the table. */
  press(event: KeyboardEvent): void {
    if (!isForTable(event)) return;
    const { director, turn, hand, hurry, situation, coach } = this.#on;
    director.hasten();
    const done = pressKey(event.key, {
      turn,
      letters: settings.keys,
      ended: situation.ended,
      back: this.back,
      walk: (step) => hand()?.walk(step),
      toggleKeys: this.toggleKeys,
      toggleLog: this.toggleLog,
      sort: this.sort,
      hurry,
      hint: () => {
        if (!coach.mayHint) return false;
        coach.hint();
        return true;
      },
      takeBack: () => coach.takeBack(),
      react: (at) => this.#react(at),
      toggleReact: situation.mayReact ? this.toggleMoods : undefined,
    });
    if (done) event.preventDefault();
  }

  /** Show the mood with this number, if they are open; tell whether they were. */
  #react(at: number): boolean {
    const { reacting } = this.#on;
    const { open } = reacting;
    reacting.show(MOODS[at]);
    return open;
  }
}
