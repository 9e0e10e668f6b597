import { expect, test } from "vitest";

import { settings } from "../settings.svelte";
import { en as coach } from "./en.coach";
import { en as host } from "./en.host";
import { en as learn } from "./en.learn";
import { en as more } from "./en.more";
import { en as pages } from "./en.pages";
import { en as puzzles } from "./en.puzzles";
import { en as review } from "./en.review";
import { en as rules } from "./en.rules";
import { en as simulation } from "./en.simulation";
import { en as table } from "./en.table";
import { en as talk } from "./en.talk";
import { en as you } from "./en.you";
import { cardName, fill, isKey, joinParts, language, optionText, t, tn, tParts, type Catalog, type Key } from "./index.svelte";
import { LANGUAGES } from "./languages";

const en: Catalog = { ...coach, ...host, ...pages, ...rules, ...table, ...talk, ...more };
const files = import.meta.glob<Record<string, Record<string, string>>>(["./??.ts", "./??.more.ts"], { eager: true });
const catalog = (one: string): Record<string, string> => ({ ...files[`./${one}.ts`]?.[one], ...files[`./${one}.more.ts`]?.[one] });
const fr = catalog("fr");
const others = LANGUAGES.filter((one) => one !== "en");
const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test("no key is in two catalogues of English", () => {
  const parts = [coach, host, learn, pages, puzzles, review, rules, simulation, table, talk, you];
  const all = parts.flatMap((part) => Object.keys(part));
  expect(all).toHaveLength(new Set(all).size);
});

test("every language has its files, and every file its language", () => {
  const wanted = [...others.map((one) => `./${one}.ts`), ...LANGUAGES.map((one) => `./${one}.more.ts`)];
  expect(Object.keys(files).sort()).toEqual(wanted.sort());
});

test.each(others)("%s says everything, with the same names to fill in", (one) => {
  const words = catalog(one);
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as Key[]) {
    expect(words[key]?.trim(), key).not.toBe("");
    expect(names(words[key] ?? ""), key).toEqual(names(en[key]));
  }
});

test("French has thin spaces that keep lines together, and its apostrophe", () => {
  for (const [key, text] of Object.entries(fr)) expect(text, key).not.toMatch(/ [:;!?»]|« |\w'/);
});

test.each(LANGUAGES)("what a challenge costs is said in %s", (one) => {
  const words: Record<string, string> = one === "en" ? en : catalog(one);
  expect(words["option.wd4.challenge"]).toMatch(/\b4\b.*\b6\b/);
});

test("what has a singular has a plural", () => {
  for (const key of Object.keys(en).filter((one) => one.endsWith(".one"))) {
    expect(isKey(key.replace(/one$/, "other")), key).toBe(true);
  }
});

test("numbers and names are filled in, what is not given stays to be seen", () => {
  expect(fill("{n} of {of}, {name}", { n: 1_234, of: 2, name: "{n}" }, "en")).toBe("1,234 of 2, {n}");
  expect(fill("{what}", {}, "en")).toBe("{what}");
});

test("one and many", () => {
  expect(tn("lobby.open", 1)).toBe(en["lobby.open.one"]);
  expect(tn("lobby.open", 2)).toContain("2 seats");
  expect(tn("lobby.open", 0)).toContain("0 seats");
});

test("cards and options in words", () => {
  expect(["R7", "GS", "YV", "*W", "*F", "BF", "back"].map(cardName)).toEqual([
    "red 7",
    "green skip",
    "yellow reverse",
    "wild",
    "wild draw four",
    "wild draw four, blue",
    "a card face down",
  ]);
  expect(optionText("target", 500)).toBe("The match ends when a total reaches 500 points.");
  expect(optionText("target", 0)).toBe("The match is a single round.");
  expect(optionText("jump_in", false)).toBe("Cards are played in turn only.");
});

test("another language comes without loading the page anew", async () => {
  settings.language = "fr";
  await expect.poll(language).toBe("fr");
  expect(t("settings.language")).toBe("Langue");
  expect(t("you.won")).toBe(fr["you.won"]); // of a page that few open at first
  expect(cardName("R7")).toBe("7 rouge");
  expect(cardName("GV")).toBe("inversion verte");
  expect(t("table.hand", { name: "Invité 7" })).toBe("Cartes d’Invité 7");
  expect(t("table.hand", { name: "Ben" })).toBe("Cartes de Ben");
  expect(joinParts(tParts("table.hand", { name: [{ text: "Ana", name: true }] }))).toBe("Cartes d’Ana");
  // in French zero is singular
  expect(tn("lobby.spectators", 0)).toBe(fr["lobby.spectators.one"]);
  expect(document.documentElement.lang).toBe("fr");
  settings.language = "en";
  await expect.poll(language).toBe("en");
});
