/**
 * The words of the page. English is always there, the other languages come when asked for, and the words of pages that
 * few open at first come with these pages.
 */

import { settings } from "../settings.svelte";
import { en as coach } from "./en.coach";
import { en as host } from "./en.host";
import type { en as more } from "./en.more";
import { en as pages } from "./en.pages";
import { en as rules } from "./en.rules";
import { en as table } from "./en.table";
import { en as talk } from "./en.talk";
import type { Language } from "./languages";

const english = { ...coach, ...host, ...pages, ...rules, ...table, ...talk } as const;

export type Key = keyof typeof english | keyof typeof more;
export type First = Record<keyof typeof english, string>;
export type More = Record<keyof typeof more, string>;
export type Catalog = First & More;
type PluralKey = Key extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;
export type Params = Record<string, string | number>;

type Some = Record<string, string>;

/** All languages but English, and what comes later in all of them, by the name of the file. */
const files = import.meta.glob<Record<string, Some | string[]>>(["./??.ts", "./??.more.ts"]);

/** Fetch the words of a language that stand for these English ones. */
async function fetchWords(wanted: Language, part: "" | ".more", inEnglish: Some): Promise<Some> {
  const words = (await files[`./${wanted}${part}.ts`]?.())?.[wanted] ?? inEnglish;
  if (!Array.isArray(words)) return words;
  // wordlists.ts has left the keys out of the built page
  return Object.fromEntries(Object.keys(inEnglish).map((key, at) => [key, words[at] ?? ""]));
}

async function load(wanted: Language, all: boolean): Promise<Catalog> {
  const inEnglish = all ? (await import("./en.more")).en : {};
  const [first, later] = await Promise.all([
    fetchWords(wanted, "", english),
    all ? fetchWords(wanted, ".more", inEnglish) : {},
  ]);
  return { ...first, ...later } as Catalog;
}

class Words {
  /** The language that is shown, which follows the wish as soon as its words are there. */
  language: Language = $state("en");
  /** Whether all words are there, and not only the first. */
  all = false;
  catalog: Catalog = $state.raw(english as Catalog);

  constructor() {
    $effect.root(() => {
      $effect(() => {
        // where the words cannot be fetched, those that are there stay
        this.speak(settings.language).catch(() => {});
      });
    });
  }

  async speak(wanted: Language, all = this.all): Promise<void> {
    const catalog = await load(wanted, all);
    if (settings.language !== wanted || (this.all && !all)) return; // something else is wanted meanwhile
    this.catalog = catalog;
    this.all = all;
    this.language = wanted;
    document.documentElement.lang = wanted;
  }

  /** Fetch all words. */
  async complete(): Promise<void> {
    while (!this.all) await this.speak(settings.language, true); // again if the wish changes meanwhile
  }
}

const words = new Words();

/** Show a page once all words are there. */
export async function withAllWords<T>(page: Promise<T>): Promise<T> {
  const [shown] = await Promise.all([page, words.complete()]);
  return shown;
}

/** The language in which everything is written now. */
export function language(): Language {
  return words.language;
}

/** The language with the customs of the reader's country, for dates. */
export function locale(): string {
  return navigator.languages.find((one) => one.startsWith(words.language)) ?? words.language;
}

/** A piece of a text: plain words, a name, or something of a colour. */
export interface Part {
  text: string;
  name?: boolean;
  color?: ColorLetter | null;
}
/** What is filled in, where it is to be told apart from the words around it. */
export type Rich = Record<string, string | number | readonly Part[]>;

export const joinParts = (parts: readonly Part[]): string => parts.map((part) => part.text).join("");

function fillParts(pattern: string, params: Rich, tongue: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: whole, 1: of = "", 2: name = "", index } of pattern.matchAll(HOLE)) {
    const value = params[name];
    if (value === undefined) continue;
    const text = typeof value === "number" ? value.toLocaleString(tongue) : value;
    const filled = typeof text === "string" ? [{ text }] : text;
    const elided = of !== "" && tongue === "fr" && VOWEL.test(filled[0]?.text ?? "");
    parts.push({ text: pattern.slice(from, index) + (elided ? "d’" : of) }, ...filled);
    from = index + whole.length;
  }
  return [...parts, { text: pattern.slice(from) }].filter((part) => part.text !== "");
}

export function fill(pattern: string, params: Params, tongue: string): string {
  return joinParts(fillParts(pattern, params, tongue));
}

const HOLE = /(\bde )?\{(\w+)\}/g;

const VOWEL = /^[aeiouàâäéèêëîïôöùûü]/i; // before which French leaves the "e" of "de" out

/** A text of the page, with {names} filled in. */
export function t(key: Key, params?: Params): string {
  const pattern = words.catalog[key];
  return params === undefined ? pattern : fill(pattern, params, words.language);
}

/** The same in pieces. */
export function tParts(key: Key, params: Rich): Part[] {
  return fillParts(words.catalog[key], params, words.language);
}

function pluralKey(key: PluralKey, n: number): Key {
  const one = `${key}.one`;
  const form = new Intl.PluralRules(words.language).select(n);
  return form === "one" && isKey(one) ? one : (`${key}.other` as Key);
}

/** A text that depends on a number, which is filled in as {n}. */
export function tn(key: PluralKey, n: number, params: Params = {}): string {
  return t(pluralKey(key, n), { n, ...params });
}

/** The same in pieces. */
export function tnParts(key: PluralKey, n: number, params: Rich): Part[] {
  return tParts(pluralKey(key, n), { n, ...params });
}

export function isKey(key: string): key is Key {
  return key in words.catalog;
}

/** A text whose key is put together from data; English words of the server when there is none. */
export function tOr(key: string, otherwise: string, params?: Params): string {
  return isKey(key) ? t(key, params) : otherwise;
}

export type ColorLetter = "R" | "Y" | "G" | "B";

function isColor(letter: string): letter is ColorLetter {
  return letter === "R" || letter === "Y" || letter === "G" || letter === "B";
}

export function colorName(letter: ColorLetter): string {
  return t(`color.${letter}`);
}

const FACES: Record<string, Key> = { S: "face.S", V: "face.V", D: "face.D", W: "face.W", F: "face.F" };

/** A card in words: "red 7", "wild draw four, green". */
export function cardName(card: string): string {
  const [color = "", face = ""] = card;
  if (face === "V" && isColor(color)) return t(`card.V.${color}`); // feminine in some languages
  const key = FACES[face];
  const said = key === undefined ? face : t(key);
  if (!isColor(color)) return key === undefined ? t("card.back") : said;
  const pattern = face === "W" || face === "F" ? "card.wild" : "card.plain";
  return t(pattern, { color: colorName(color), face: said });
}

/** What a value of an option of the rules means to a player. */
export function optionText(name: string, value: string | number | boolean): string {
  const exact = `option.${name}.${value}`;
  if (isKey(exact)) return t(exact);
  const any = `option.${name}.n`;
  return isKey(any) ? t(any, { n: Number(value) }) : `${name}=${value}`;
}

/** The word for a value of an option, as a list to choose from has it. */
export function valueText(name: string, value: string | number | boolean): string {
  return tOr(`value.${name}.${value}`, String(value));
}
