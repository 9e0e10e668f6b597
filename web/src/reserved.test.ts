import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { CodeAsked, CodeReserved } from "./protocol";
import { reserved } from "./reserved.svelte";
import { recall } from "./rooms";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

let asked: CodeAsked[];
let answer: Partial<CodeReserved> | null;
const CODE: CodeReserved = { code: "K7QX42AB", token: "secret", seats: [0], commitment: "c", made: false };

beforeEach(() => {
  asked = [];
  answer = {};
  localStorage.clear();
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (answer === null) return Promise.reject(new TypeError("no server here"));
    expect(path).toBe("/api/reservations");
    asked.push(JSON.parse(String(init?.body)) as CodeAsked);
    return Promise.resolve(new Response(JSON.stringify({ ...CODE, ...answer }), { status: 201 }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  router.go("/", true);
});

test("a code is kept over a reload, with the rules of the moment", async () => {
  settings.rules = "official";
  await reserved.ask();
  expect(asked[0]).not.toHaveProperty("code");
  settings.rules = "party";
  await reserved.ask();
  expect(asked[1]).toMatchObject({ code: "K7QX42AB", token: "secret", room: { rules: "party", start: false } });
  expect([reserved.code, reserved.made, reserved.offline]).toEqual(["K7QX42AB", false, false]);
});

test("to enter makes it a room of this browser", async () => {
  await reserved.ask();
  expect(await reserved.enter()).toBe(true);
  expect(location.pathname).toBe("/r/K7QX42AB");
  expect(recall("K7QX42AB").token).toBe("secret");
  await reserved.ask();
  expect(asked.at(-1)).not.toHaveProperty("code"); // the next room has another one
});

test("a code that has run out is not entered: another one is shown", async () => {
  await reserved.ask();
  answer = { code: "ZZZZ2222", token: "other" };
  expect(await reserved.enter()).toBe(false);
  expect([location.pathname, reserved.code]).toEqual(["/", "ZZZZ2222"]);
});

test("whoever has come in is not locked out by a look for others", async () => {
  await reserved.ask();
  answer = { made: true };
  await reserved.ask();
  expect(reserved.made).toBe(true);
  expect(recall("K7QX42AB").token).toBe("secret");
  const before = asked.length;
  expect(await reserved.enter()).toBe(true);
  expect(asked).toHaveLength(before);
});

test("two questions at once reserve one code", async () => {
  await Promise.all([reserved.ask(), reserved.ask()]);
  expect(asked).toHaveLength(1);
});

test("whoever has started another game meanwhile is not pulled out of it", async () => {
  await reserved.ask();
  const entered = reserved.enter();
  router.go("/r/OTHER234");
  expect(await entered).toBe(false);
  expect(location.pathname).toBe("/r/OTHER234");
});

test("without a server that is said", async () => {
  answer = null;
  await reserved.ask();
  expect(reserved.offline).toBe(true);
});
