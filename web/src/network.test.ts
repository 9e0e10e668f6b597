import { afterEach, expect, test, vi } from "vitest";

import { reach } from "./network.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("links begin with this address until the server is opened to the network", async () => {
  let network = { local: true, address: null as string | null, may_open: true };
  const methods: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    methods.push(init?.method);
    if (init?.method === "POST") network = { local: false, address: "http://192.0.2.2:8000", may_open: false };
    return Promise.resolve(new Response(JSON.stringify(network)));
  });
  expect([reach.local, reach.origin]).toEqual([false, location.origin]);
  reach.want();
  reach.want();
  await expect.poll(() => reach.local).toBe(true);
  expect([reach.mayOpen, reach.origin, reach.version]).toEqual([true, location.origin, 0]);
  await reach.open();
  expect([reach.local, reach.origin, reach.version]).toEqual([false, "http://192.0.2.2:8000", 1]);
  expect(methods).toEqual([undefined, "POST"]);
});

test("a server that was away is asked again, for it may have been started without the network", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify({ local: true, address: null, may_open: true }))),
  );
  expect(reach.local).toBe(false);
  reach.again();
  await expect.poll(() => reach.local).toBe(true);
  expect([reach.origin, reach.version]).toEqual([location.origin, 2]);
});
