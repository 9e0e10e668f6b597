// The keys that play the game.

import { COLORS } from "../art/geometry";
import { frontWindow } from "../windows";
import type { Turn } from "./turn.svelte";

export interface Keyboard {
  turn: Turn;
  /** Whether single letters and digits do anything: whoever dictates would play by accident. */
  letters: boolean;
  /** Whether the round is over: only what lies over the table has keys then. */
  ended: boolean;
  /** Close what is open; tell whether anything was. */
  back: () => boolean;
  /** Go through the hand. */
  walk: (step: number) => void;
  toggleKeys: () => void;
  toggleLog: () => void;
  sort: () => void;
  hurry: () => void;
  /** Ask for a hint, which is there on the reader's turn only; tell whether there is one. */
  hint: () => boolean;
  takeBack: () => void;
  /** Open or close the moods; undefined where there are none. */
  toggleReact: (() => void) | undefined;
  /** Show the mood with this number, if they are open; tell whether they are. */
  react: (at: number) => boolean;
}

/** Whether a key is meant for the table at all. */
export function isForTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  const typing =
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable]") !== null;
  return !typing && frontWindow() === null;
}

/** Do what a key means; tell whether it meant anything. */
export function pressKey(key: string, on: Keyboard): boolean {
  if (key === "Escape") return on.back();
  if (on.letters && (pressPanelKey(key, on) || pressMoodKey(key, on))) return true;
  if (on.ended) return false;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    on.walk(key === "ArrowLeft" ? -1 : 1);
    return true;
  }
  if (!on.letters) return false;
  return on.turn.mine && (pressDigit(key, on.turn) || pressLetter(key, on));
}

function pressPanelKey(key: string, on: Keyboard): boolean {
  if (key === "?") on.toggleKeys();
  else if (key.toLowerCase() === "l") on.toggleLog();
  else return false;
  return true;
}

function pressMoodKey(key: string, on: Keyboard): boolean {
  if (key.toLowerCase() !== "e") return "123456".includes(key) && on.react("123456".indexOf(key));
  on.toggleReact?.();
  return on.toggleReact !== undefined;
}

/** A digit names one of those that are offered. */
function pressDigit(key: string, turn: Turn): boolean {
  const digit = "123456789".indexOf(key);
  if (digit < 0) return false;
  const seat = turn.choices.swaps[digit]?.seat ?? null;
  const color = COLORS[digit];
  if (turn.swapping) {
    if (seat !== null) turn.swap(seat);
  } else if (turn.choosingColor && color !== undefined) turn.pick(color);
  else return false;
  return true;
}

function pressLetter(key: string, { turn, hurry, hint, takeBack, sort }: Keyboard): boolean {
  const keys: Record<string, () => void> = {
    d: () => turn.draw(),
    k: () => turn.keep(),
    p: () => turn.playDrawn(),
    u: () => turn.sayUno(),
    c: () => turn.challenge(),
    h: () => void (hint() || hurry()),
    z: takeBack,
    s: sort,
  };
  const found = keys[key.toLowerCase()];
  found?.();
  return found !== undefined;
}
