import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { router } from "../router.svelte";
import OwnRoom from "./OwnRoom.svelte";

beforeEach(() => {
  localStorage.clear();
  router.go("/", true);
  const code = { code: "K7QX42AB", token: "secret", seats: [0], commitment: "c", made: false };
  const network = { local: false, address: null, may_open: false };
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path === "/api/network" ? network : code))),
  );
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: () => Promise.resolve() } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Copy the link, and stop the clock at that. */
async function copied(): Promise<() => void> {
  const { unmount } = render(OwnRoom);
  await screen.findByText("K7QX 42AB");
  vi.useFakeTimers();
  await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  await vi.advanceTimersByTimeAsync(1);
  expect(screen.getByRole("button", { name: "Copied" })).toBeTruthy();
  return unmount;
}

test("whoever copies the link goes to the room", async () => {
  await copied();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(location.pathname).toBe("/r/K7QX42AB");
});

test("whoever has gone to another page meanwhile stays there", async () => {
  const unmount = await copied();
  router.go("/r/OTHER234");
  unmount();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(location.pathname).toBe("/r/OTHER234");
});
