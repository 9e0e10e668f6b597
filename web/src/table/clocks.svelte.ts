/** What runs out on the table: the time to act, the wait for the next round, the grace period before a catch. */

import type { Update } from "../protocol";

const TICK = 200;
/** Milliseconds before the end of a turn from which on everyone sees that it ends. */
const IDLE = 10_000;

export class Clocks {
  readonly #see: () => Update;
  #now = $state(performance.now());
  #arrived = $state(performance.now());
  /** Milliseconds since the update came, which all its clocks run from. */
  readonly passed = $derived.by(() => Math.max(0, this.#now - this.#arrived));
  readonly #clock = $derived.by(() => this.#see().table?.clock ?? null);
  readonly #left = $derived.by(() =>
    this.#clock === null ? null : Math.max(0, this.#clock.left - this.passed),
  );
  /** The part of the time to act that is left, and its seconds. */
  readonly part = $derived.by(() =>
    this.#clock === null || this.#left === null ? null : this.#left / this.#clock.of,
  );
  readonly seconds = $derived.by(() => (this.#left === null ? null : Math.ceil(this.#left / 1000)));
  /** Seconds until the next round is dealt anyway. */
  readonly dealsIn = $derived.by(() => {
    const wait = this.#see().room.deals_in;
    return wait === null ? null : Math.ceil(Math.max(0, wait - this.passed) / 1000);
  });

  /** Seconds until a bot takes over at a seat, once that is near: somebody is gone, or does nothing. */
  botIn(seat: number): number | null {
    const { table, room } = this.#see();
    if (room.stage !== "playing") return null;
    const lost = room.seats[seat]?.bot_in ?? null;
    const times = [
      ...(lost === null ? [] : [lost - this.passed]),
      ...(table?.turn === seat && this.#left !== null && this.#left <= IDLE ? [this.#left] : []),
    ];
    return times.length === 0 ? null : Math.ceil(Math.max(0, Math.min(...times)) / 1000);
  }

  constructor(see: () => Update) {
    this.#see = see;
    $effect(() => {
      // a second hand, only while something runs
      const { table, room } = see();
      const lost = room.seats.some((seat) => seat.bot_in !== null);
      if (this.#clock === null && room.deals_in === null && table?.catch_in == null && !lost) return;
      const timer = setInterval(() => (this.#now = performance.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  /** An update has come: its clocks begin. */
  start(): void {
    this.#arrived = this.#now = performance.now();
  }
}
