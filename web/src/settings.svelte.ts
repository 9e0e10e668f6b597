/** The settings of this person, kept in this browser. */

import { LANGUAGES, type Language } from "./i18n/languages";
import { LONGEST_NAME, PACES, PEOPLES_FACES, STRENGTHS } from "./protocol";
import { hasPlayed } from "./rooms";
import { readRecord, write } from "./stored";

const KEY = "unolab.settings";

/** What newcomers are offered, however they have left it: something short that can be won. */
const FIRST_GAME = { opponents: 3, strength: "easy", rules: "official+target=0" };

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "full", "reduced"] as const;
export const SORTS = ["color", "number"] as const;

export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];
export type Sort = (typeof SORTS)[number];
export type Pace = (typeof PACES)[number];
export type Strength = (typeof STRENGTHS)[number];

function oneOf<T extends string>(value: unknown, all: readonly T[], otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}

function clampTo(value: unknown, low: number, high: number, otherwise: number): number {
  return typeof value === "number" && value >= low && value <= high ? value : otherwise;
}

function text(value: unknown, longest: number, otherwise: string): string {
  return typeof value === "string" ? value.slice(0, longest) : otherwise;
}

function bool(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

/** The strength that a word names, if any. */
export const strengthOf = (word: string): Strength | null =>
  STRENGTHS.find((one) => one === word) ?? null;

/** The first language of the browser that the page speaks. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => tag.toLowerCase().split("-")[0] === one);
    if (found !== undefined) return found;
  }
  return "en";
}

class Settings {
  name = $state("");
  /** The number of a guest who has not said a name. */
  guest = $state(0);
  avatar = $state(0);
  theme: Theme = $state("system");
  motion: Motion = $state("system");
  language: Language = $state("en");
  /** Whether the table is laid out for a television. */
  big = $state(false);
  sound = $state(true);
  volume = $state(0.6);
  /** Whether reactions of others are shown. */
  reactions = $state(true);
  sort: Sort = $state("color");
  /** Whether single letters play; whoever dictates would play by accident. */
  keys = $state(true);
  /** Whether everyone's chances are shown in games against bots. */
  chances = $state(false);
  pace: Pace = $state("normal");
  opponents = $state(3);
  strength: Strength = $state("medium");
  rules = $state("official");

  constructor() {
    this.take({ ...readRecord(KEY), ...(hasPlayed() ? {} : FIRST_GAME) });
    $effect.root(() => {
      $effect(() => write(KEY, this.kept()));
    });
    // another tab of the same browser has changed them
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.take(readRecord(KEY));
    });
  }

  private take(kept: Record<string, unknown>): void {
    this.name = text(kept.name, LONGEST_NAME, "");
    this.guest = Math.floor(clampTo(kept.guest, 10, 99, 10 + Math.floor(Math.random() * 90)));
    this.avatar = Math.floor(clampTo(kept.avatar, 0, PEOPLES_FACES - 1, Math.floor(Math.random() * PEOPLES_FACES)));
    this.theme = oneOf(kept.theme, THEMES, "system");
    this.motion = oneOf(kept.motion, MOTIONS, "system");
    this.language = oneOf(kept.language, LANGUAGES, languageOf(navigator.languages));
    this.big = bool(kept.big, false);
    this.sound = bool(kept.sound, true);
    this.volume = clampTo(kept.volume, 0, 1, 0.6);
    this.reactions = bool(kept.reactions, true);
    this.sort = oneOf(kept.sort, SORTS, "color");
    this.keys = bool(kept.keys, true);
    this.chances = bool(kept.chances, false);
    this.pace = oneOf(kept.pace, PACES, "normal");
    this.opponents = Math.floor(clampTo(kept.opponents, 1, 9, 3));
    this.strength = oneOf(kept.strength, STRENGTHS, "medium");
    this.rules = text(kept.rules, 1000, "official") || "official";
  }

  private kept(): Record<string, unknown> {
    return {
      name: this.name,
      guest: this.guest,
      avatar: this.avatar,
      theme: this.theme,
      motion: this.motion,
      language: this.language,
      big: this.big,
      sound: this.sound,
      volume: this.volume,
      reactions: this.reactions,
      sort: this.sort,
      keys: this.keys,
      chances: this.chances,
      pace: this.pace,
      opponents: this.opponents,
      strength: this.strength,
      rules: this.rules,
    };
  }
}

export const settings = new Settings();
