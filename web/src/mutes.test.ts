import { beforeEach, expect, test } from "vitest";

import { Mutes } from "./mutes.svelte";
import { keepToken, keepUpdate } from "./rooms";
import { room, update } from "./table/fixture";

beforeEach(() => localStorage.clear());

test("a mute is kept on this device, for this room and this person", () => {
  new Mutes("K7QX").toggle("ben");
  keepUpdate(update(7, [])); // what else is noted of the room leaves it alone
  keepToken("K7QX", "secret");
  const later = new Mutes("K7QX");
  expect(later.has("ben")).toBe(true);
  expect(later.has("ana")).toBe(false);
  expect(later.has(null)).toBe(false); // a bot
  expect(new Mutes("OTHER").has("ben")).toBe(false);
});

test("whoever is heard again stays so", () => {
  const mutes = new Mutes("K7QX");
  mutes.toggle("ben");
  mutes.toggle("cleo");
  mutes.toggle("ben");
  expect(mutes.among(room().seats).map((seat) => seat.name)).toEqual(["Cleo"]);
  mutes.clear();
  expect(new Mutes("K7QX").among(room().seats)).toEqual([]);
});

test("what is no list of devices is nobody", () => {
  localStorage.setItem("unolab.room.K7QX", '{"muted": [7, null, "ben"]}');
  expect(new Mutes("K7QX").among(room().seats).map((seat) => seat.name)).toEqual(["Ben"]);
  localStorage.setItem("unolab.room.K7QX", '{"muted": "ben"}');
  expect(new Mutes("K7QX").has("ben")).toBe(false);
});
