// Cards in the air: on a layer above the table, from where they are to where they go.

import { cardElement } from "../art/symbols";
import type { Held } from "./held";
import type { Motion } from "./scene.svelte";

const OUT = "cubic-bezier(.2,0,0,1)";
const SWING = "cubic-bezier(.5,0,.1,1)";
const MOST_SEEN = 6; // backs that fly for one draw; more would take too long

interface Spot {
  x: number;
  y: number;
  /** Width of a card there. */
  width: number;
  angle: number;
}

export interface Ground {
  /** The table, whose places carry data-place. */
  root: HTMLElement;
  layer: HTMLElement;
  still: () => boolean;
  /** Wait until what was changed is on the page. */
  drawn: () => Promise<void>;
  /** The seat at the lower edge. */
  view: () => number;
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function end(animation: Animation): Promise<void> {
  try {
    await animation.finished;
  } catch {
    // cancelled with the table: nothing is left to wait for
  }
}

export class Flights implements Motion {
  readonly #ground: () => Ground | null;
  #lying: HTMLElement | null = null;

  constructor(ground: () => Ground | null) {
    this.#ground = ground;
  }

  async play(seat: number, card: string, held: number | null, speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null) return;
    if (ground.still()) return wait(60);
    const from = held === null ? this.#spot(seatPlace(ground, seat)) : this.#spot(`card-${held}`);
    const to = this.#spot("pile");
    if (from === null || to === null) return;
    this.land();
    const flyer = this.#flyer(card);
    this.#lying = flyer;
    to.angle = 0;
    const lift = Math.min(60, Math.abs(from.x - to.x) * 0.12 + 14);
    await end(
      flyer.animate(
        [
          place(from),
          { ...place({ ...between(from, to), angle: from.angle / 2 - 4 }, -lift), offset: 0.5 },
          place(to),
        ],
        { duration: 320 / speed, easing: OUT, fill: "forwards" },
      ),
    );
  }

  async draw(seat: number, held: readonly Held[], count: number, speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null || count === 0) return;
    if (ground.still()) return wait(120);
    await ground.drawn();
    const from = this.#spot("stock");
    if (from === null) return;
    const own = held.length > 0;
    const flights = own
      ? held.map((one) => ({ to: this.#spot(`card-${one.id}`), card: one.card }))
      : Array.from({ length: Math.min(count, MOST_SEEN) }, () => ({
          to: this.#spot(seatPlace(ground, seat)),
          card: "back",
        }));
    await Promise.all(
      flights.map(async ({ to, card }, i) => {
        if (to === null) return;
        await wait((i * 90) / speed);
        const flyer = this.#flyer("back", own ? card : undefined);
        const mid = { ...between(from, to), angle: to.angle / 2 };
        const how: KeyframeAnimationOptions = { duration: 260 / speed, easing: OUT, fill: "both" };
        const flip = flyer.firstElementChild;
        if (own && flip !== null) {
          flip.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], {
            duration: 200 / speed,
            delay: 60 / speed,
            easing: "ease-in-out",
            fill: "both",
          });
        }
        const path = [place(from), { ...place(mid, -16), offset: 0.5 }, place(to)];
        await end(flyer.animate(path, how));
        flyer.remove();
      }),
    );
  }

  async move(pairs: readonly (readonly [number, number])[], speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null) return;
    if (ground.still()) return wait(120);
    await Promise.all(
      pairs.map(async ([a, b]) => {
        const from = this.#spot(seatPlace(ground, a));
        const to = this.#spot(seatPlace(ground, b));
        if (from === null || to === null) return;
        const flyer = this.#flyer("back");
        const middle = { ...between(from, to), width: 72, angle: 12 };
        await end(
          flyer.animate([place(from), { ...place(middle, -30), offset: 0.5 }, place(to)], {
            duration: 620 / speed,
            easing: SWING,
            fill: "both",
          }),
        );
        flyer.remove();
      }),
    );
  }

  async deal(held: readonly Held[], speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null || ground.still()) return;
    await ground.drawn();
    const from = this.#spot("stock");
    if (from === null) return;
    const done = held.map(async (one, i) => {
      const target = ground.root.querySelector<HTMLElement>(`[data-place="card-${one.id}"]`);
      const to = this.#spot(`card-${one.id}`);
      if (target === null || to === null) return;
      const move = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(${-to.angle}deg)`;
      await end(
        // on top of its own transform, so that it needs no flyer
        target.animate(
          [
            { transform: move, opacity: 0, composite: "add" },
            { opacity: 1, offset: 0.2 },
            { transform: "none", composite: "add" },
          ],
          { duration: 300 / speed, delay: (i * 60) / speed, easing: OUT, fill: "backwards" },
        ),
      );
    });
    await Promise.all(done);
  }

  rest(milliseconds: number): Promise<void> {
    return wait(this.#ground()?.still() === true ? Math.min(milliseconds, 250) : milliseconds);
  }

  land(): void {
    this.#lying?.remove();
    this.#lying = null;
  }

  async takeBack(held: number): Promise<void> {
    const flyer = this.#lying;
    this.#lying = null;
    await this.#ground()?.drawn();
    const from = this.#spot("pile");
    const to = this.#spot(`card-${held}`);
    if (flyer === null) return;
    if (from !== null && to !== null) {
      const how = { duration: 240, easing: OUT, fill: "forwards" as const };
      await end(flyer.animate([place({ ...from, angle: 0 }), place(to)], how));
    }
    flyer.remove();
  }

  /** A card of 100 pixels on the layer; with a second face it can be turned over. */
  #flyer(card: string, back?: string): HTMLElement {
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    const sides = document.createElement("div");
    sides.className = "sides";
    sides.append(cardElement(card));
    if (back !== undefined) {
      const other = cardElement(back);
      other.classList.add("turned");
      sides.append(other);
    }
    flyer.append(sides);
    this.#ground()?.layer.append(flyer);
    return flyer;
  }

  #spot(name: string): Spot | null {
    const ground = this.#ground();
    const element = ground?.root.querySelector<HTMLElement>(`[data-place="${name}"]`);
    if (ground === null || element === null || element === undefined) return null;
    const box = element.getBoundingClientRect();
    const origin = ground.layer.getBoundingClientRect();
    return {
      x: box.left + box.width / 2 - origin.left,
      y: box.top + box.height / 2 - origin.top,
      width: Number(element.dataset.width ?? box.width),
      angle: Number(element.dataset.angle ?? 0),
    };
  }
}

function seatPlace(ground: Ground, seat: number): string {
  return seat === ground.view() ? "hand" : `seat-${seat}`;
}

function between(a: Spot, b: Spot): Spot {
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    width: (a.width + b.width) / 2,
    angle: (a.angle + b.angle) / 2,
  };
}

function place(spot: Spot, dy = 0): { transform: string } {
  const scale = spot.width / 100;
  return {
    transform: `translate(${spot.x - 50}px, ${spot.y - 75 + dy}px) scale(${scale}) rotate(${spot.angle}deg)`,
  };
}
