import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { router } from "../router.svelte";
import Simulation from "./Simulation.svelte";

const sources: { onerror: () => void; close: () => void }[] = [];
let answer: (response: Response) => void;

beforeEach(() => {
  sources.length = 0;
  router.go("/simulation", true);
  vi.stubGlobal("EventSource", function (this: (typeof sources)[number]) {
    this.close = () => undefined;
    sources.push(this);
  });
  vi.stubGlobal("fetch", (path: string) =>
    path.startsWith("/api/simulation")
      ? new Promise<Response>((done) => (answer = done))
      : Promise.reject(new TypeError("no server here")),
  );
});
afterEach(() => vi.unstubAllGlobals());

test("what went wrong with a run is not said of the next one", async () => {
  render(Simulation);
  const start = (): Promise<unknown> => Promise.resolve(fireEvent.click(screen.getByRole("button", { name: "Start" })));
  await start();
  sources[0]?.onerror();
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Start" })).toBeTruthy());
  await start();
  answer(new Response(JSON.stringify({ code: "busy", text: "" }), { status: 503 }));
  await new Promise((done) => setTimeout(done, 20));
  expect(sources).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("who waits for the first figures sees who plays, and soon why it takes so long", async () => {
  vi.useFakeTimers();
  try {
    router.go("/simulation?bot=greedy&bot=random", true);
    render(Simulation);
    expect(screen.getAllByRole("rowheader").map((one) => one.textContent.trim())).toEqual(["greedy", "random"]);
    expect(screen.queryByText(/half a minute/)).toBeNull();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(screen.getByText(/half a minute/)).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
