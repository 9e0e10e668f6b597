import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { router } from "./router.svelte";

const asked = vi.fn<typeof fetch>(() => Promise.reject(new TypeError("no server here")));

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  router.go("/");
});

test("the first page deals at one click", async () => {
  render(App);
  expect(screen.getByRole("heading", { level: 1, name: "unolab" })).toBeDefined();
  screen.getByRole("button", { name: /Deal me in/ }).click();
  const [, init] = asked.mock.calls.find(([path]) => path === "/api/rooms") ?? [];
  expect(JSON.parse(String(init?.body))).toMatchObject({
    rules: "official+target=0",
    start: true,
    seats: [{ who: "me" }, { bot: "easy" }, { bot: "easy" }, { bot: "easy" }],
  });
  expect((await screen.findByText(/Can’t reach the server/)).getAttribute("role")).toBe("alert");
});

test("an address that leads nowhere says so", async () => {
  router.go("/nowhere");
  render(App);
  expect(await screen.findByRole("heading", { name: "Nothing here" })).toBeDefined();
});
