import { beforeEach, expect, test } from "vitest";

import { sayLeft } from "./clock";
import { draw } from "./marks";
import { isTold, readLink, writeLink, type Result, type Told } from "./result";
import { dailyNumber, dayOf, noteFriend, noteResult, noteTry } from "./tries";
import { linesToShare, verdictOf } from "./words";

const result: Result = { won: true, points: 61, marks: "bbbnbbbbsbb", loss: 0.004, chance: 0.22 };
const told: Told = { number: 214, name: "Mia", avatar: 3, result, puzzle: "first" };

beforeEach(() => localStorage.clear());

test("a result is shared as plain text that gives nothing away", () => {
  expect(linesToShare(told)).toEqual([
    "unolab daily 214",
    "Deal: won, +61",
    "●●●◐●●●●○●●",
    "0.4% lost per decision",
    "Puzzle: first try",
  ]);
  const lost: Told = { ...told, puzzle: "", result: { ...result, won: false, marks: "", loss: null } };
  expect(linesToShare(lost)).toEqual(["unolab daily 214", "Deal: lost"]);
});

test.each([
  told,
  { ...told, name: "Ünal & ~Zoë #1", puzzle: "" as const },
  { ...told, name: "李小龍" },
  { ...told, result: { ...result, won: false, points: 0, marks: "", loss: null, chance: null } },
  { ...told, result: { ...result, marks: "s".repeat(40), loss: 1, chance: 0 } },
])("a link carries $name's result", (one) => {
  const link = writeLink(one);
  expect(link).toMatch(/^[\w~%.!'()*-]+$/);
  expect(readLink(`#${link}`)).toEqual(one);
});

test("a link that was cut, mistyped or made up is no result", () => {
  const link = writeLink(told);
  for (let length = 0; length < link.length; length += 1) expect(readLink(link.slice(0, length))).toBeNull();
  expect(readLink(link.replace("w61", "w62"))).toBeNull();
  expect(readLink(link.replace("Mia", "Mio"))).toBeNull();
  expect(readLink(`${link}x`)).toBeNull();
  expect(readLink("#<script>")).toBeNull();
  expect(readLink("x".repeat(100_000))).toBeNull();
});

test.each([
  { name: " " },
  { name: "x".repeat(21) },
  { name: "A\u202eB" },
  { avatar: 99 },
  { number: 0 },
  { puzzle: "maybe" },
  { result: { ...result, marks: "b".repeat(41) } },
  { result: { ...result, marks: "<b>" } },
  { result: { ...result, points: 10_000 } },
  { result: { ...result, loss: 2 } },
])("a result with %o is none", (wrong) => {
  expect(isTold(told)).toBe(true);
  const made = { ...told, ...wrong } as Told;
  expect(isTold(made)).toBe(false);
  expect(readLink(writeLink(made))).toBeNull();
});

test("the first try counts, and later ones are only counted", () => {
  expect(dailyNumber("")).toBeNull();
  noteTry(214, "FIRST", 5);
  noteResult(214, result);
  expect(noteTry(214, "SECOND", 9)).toMatchObject({ code: "FIRST", at: 5, tries: 2, result });
  expect(dailyNumber("FIRST")).toBe(214);
  expect(dailyNumber("SECOND")).toBeNull();
});

test("friends are kept by name, as many as fit, and days for two months", () => {
  for (let at = 0; at < 30; at += 1) noteFriend({ ...told, name: `Mia ${at}` });
  noteFriend({ ...told, name: "Mia 29", puzzle: "later" });
  expect(dayOf(214).friends).toHaveLength(20);
  expect(dayOf(214).friends[0]).toMatchObject({ name: "Mia 29", puzzle: "later" });
  for (let at = 300; at < 400; at += 1) noteTry(at, `ROOM${at}`);
  expect(dayOf(214).friends).toEqual([]);
  expect(dayOf(340).tries).toBe(1);
});

test("what is kept is checked like what comes from outside", () => {
  const day = { number: 214, code: "FIRST", at: 5, tries: 1, result, friends: [told] };
  const keep = (value: unknown): void => localStorage.setItem("unolab.daily", JSON.stringify(value));
  keep([day]);
  expect(dayOf(214)).toEqual(day);
  for (const wrong of [{ tries: "2" }, { result: { ...result, marks: "<b>" } }, { friends: [{ ...told, avatar: -1 }] }, { friends: 3 }]) {
    keep([{ ...day, ...wrong }]);
    expect(dayOf(214).code).toBe("");
  }
});

test("a deal was hard or good by the chance that its cards gave", () => {
  expect(verdictOf(result, 4)).toBe("daily.won");
  expect(verdictOf({ ...result, chance: 0.1 }, 4)).toBe("daily.wonHard");
  expect(verdictOf({ ...result, won: false, chance: 0.5 }, 4)).toBe("daily.lostEasy");
  expect(verdictOf({ ...result, won: false, chance: null }, 4)).toBe("daily.lost");
});

test("decisions are discs, and the time left is in hours and minutes", () => {
  expect(draw("bns")).toBe("●◐○");
  expect(sayLeft(15_120).replaceAll(/\s/g, " ")).toMatch(/^4 hrs? 12 mins?$/);
  expect(sayLeft(1)).toMatch(/^1.min$/);
});
