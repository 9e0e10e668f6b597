import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { Clocks } from "./clocks.svelte";
import { room, table, update } from "./fixture";

test("seats say how soon a bot takes over from somebody lost, or idle at the end of a turn", () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const seats = room().seats.map((seat, at) => ({ ...seat, bot_in: at === 1 ? 20_000 : null }));
  const now = update(1, [], {
    room: room({ seats }),
    table: table({ turn: 2, clock: { left: 12_000, of: 60_000 } }),
  });
  const stop = $effect.root(() => {
    const clocks = new Clocks(() => now);
    flushSync();
    clocks.start();
    expect([0, 1, 2].map((seat) => clocks.botIn(seat))).toEqual([null, 20, null]);
    vi.advanceTimersByTime(4_000);
    flushSync();
    expect([0, 1, 2].map((seat) => clocks.botIn(seat))).toEqual([null, 16, 8]);
  });
  stop();
  vi.useRealTimers();
});
