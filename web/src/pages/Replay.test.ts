import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { RoomShown } from "../protocol";
import { keepToken } from "../rooms";
import Replay from "./Replay.svelte";

const told = (code: string): RoomShown => ({
  code,
  stage: "over",
  rules: "official",
  seats: [],
  replays: [`${code}-1`],
  rounds: [{ id: `${code}-1`, rules: "official", names: ["Ana", "Ben"], winner: 0, points: 20, turns: 9, helped: "" }],
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("the rounds of all rooms are listed that the server tells of", async () => {
  keepToken("AAAA2222", "one");
  keepToken("BBBB3333", "two");
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(new Response(JSON.stringify(told(path.split("/").at(-1) ?? "")))),
  );
  render(Replay, { id: null });
  await vi.waitFor(() => {
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(expect.arrayContaining(["/replay/AAAA2222-1", "/replay/BBBB3333-1"]));
  });
});
