import { expect, test } from "vitest";

import { routeOf, router } from "./router.svelte";

test.each([
  ["/", { page: "home" }],
  ["/r/k7qx", { page: "room", code: "K7QX" }],
  ["/r/K7QX/", { page: "room", code: "K7QX" }],
  ["/replay", { page: "replay", id: null }],
  ["/replay/k7qx-12", { page: "replay", id: "K7QX-12" }],
  ["/review", { page: "review", id: null }],
  ["/review/k7qx-12", { page: "review", id: "K7QX-12" }],
  ["/simulation", { page: "simulation" }],
  ["/watch", { page: "watch" }],
  ["/learn", { page: "learn" }],
  ["/you", { page: "you" }],
  ["/daily", { page: "daily" }],
  ["/r/no", { page: "missing" }],
  ["/replay/K7QX", { page: "missing" }],
  ["/r/K7QX/more", { page: "missing" }],
  ["/nowhere", { page: "missing" }],
])("%s", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

function click(href: string, how: MouseEventInit = {}): boolean {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = "there";
  document.body.append(link);
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
  link.dispatchEvent(event);
  link.remove();
  return event.defaultPrevented;
}

test("a plain click on a link changes the page without loading it", () => {
  expect(click("/learn")).toBe(true);
  expect(location.pathname).toBe("/learn");
  expect(router.route).toEqual({ page: "learn" });
});

test("a link keeps what follows its #", () => {
  expect(click("/replay?move=3#official")).toBe(true);
  expect([router.search, router.hash]).toEqual(["?move=3", "#official"]);
});

test("other clicks and other links are left to the browser", () => {
  router.go("/");
  expect(click("/learn", { ctrlKey: true })).toBe(false);
  expect(click("/learn", { button: 1 })).toBe(false);
  expect(click("https://example.org/learn")).toBe(false);
  expect(click("/api/health")).toBe(false);
  expect(router.route).toEqual({ page: "home" });
});
