// Cards and shapes in the air: on a layer above the table, from where they are to where they go.

import { COLORS, type Color } from "../art/geometry";
import { cardElement, shapeElement } from "../art/cardimage";
import type { Held } from "./held";
import type { Dealt, Flight, Motion } from "./motion";
import { between, keyframe, spotOf, type Spot } from "./spots";
import { Tempo } from "./tempo";

const OUT = "cubic-bezier(.2,0,0,1)";
const SWING = "cubic-bezier(.5,0,.1,1)";
const MOST_SEEN = 8; // backs that fly for one draw; more would take too long

export interface Ground {
  /** The table, whose places carry data-place. */
  root: HTMLElement;
  layer: HTMLElement;
  /** Wait until what was changed is on the page. */
  drawn: () => Promise<void>;
  /** The seat at the lower edge. */
  view: () => number;
}

const NO_FLIGHT: Flight = {
  done: Promise.resolve(),
  land: () => undefined,
  takeBack: () => Promise.resolve(),
};

export class Flights implements Motion {
  readonly #ground: () => Ground | null;
  readonly #still: () => boolean;
  readonly #tempo = new Tempo();
  #shapes: Partial<Record<Color, HTMLElement>> = {};

  constructor(ground: () => Ground | null, still: () => boolean) {
    this.#ground = ground;
    this.#still = still;
  }

  get still(): boolean {
    return this.#still();
  }

  async ready(): Promise<void> {
    for (let tries = 0; this.#ground() === null && tries < 60; tries += 1) {
      await new Promise(requestAnimationFrame);
    }
    await this.#ground()?.drawn();
  }

  play(seat: number, card: string, held: number | null, speed: number): Flight {
    const ground = this.#ground();
    if (ground === null) return NO_FLIGHT;
    if (this.still) return { ...NO_FLIGHT, done: this.#tempo.wait(60) };
    const from = this.#spot(held === null ? seatPlace(ground, seat) : `card-${held}`);
    const to = this.#spot("pile");
    if (from === null || to === null) return NO_FLIGHT;
    const flyer = this.#flyer(card);
    to.angle = 0;
    const lift = Math.min(60, Math.abs(from.x - to.x) * 0.12 + 14);
    const path = [
      keyframe(from),
      { ...keyframe({ ...between(from, to), angle: from.angle / 2 - 4 }, -lift), offset: 0.5 },
      keyframe(to),
    ];
    const how = { duration: 320 / speed, easing: OUT, fill: "forwards" as const };
    return {
      done: this.#tempo.run(flyer, path, how),
      land: () => flyer.remove(),
      takeBack: async (id) => {
        await ground.drawn();
        const home = this.#spot(`card-${id}`);
        if (home !== null) {
          const back = [keyframe(to), keyframe(home)];
          await this.#tempo.run(flyer, back, { duration: 240, easing: OUT, fill: "forwards" });
        }
        flyer.remove();
      },
    };
  }

  async draw(
    seat: number,
    held: readonly Held[],
    count: number,
    speed: number,
    landed: (index: number) => void,
  ): Promise<void> {
    const ground = this.#ground();
    if (ground === null || count === 0) return;
    if (this.still) return this.#tempo.wait(120);
    const cards: Dealt[] =
      held.length > 0
        ? held.map((one) => ({ seat, held: one }))
        : Array.from({ length: Math.min(count, MOST_SEEN) }, () => ({ seat, held: null }));
    await this.#hand(cards, { apart: 90 / speed, duration: 260 / speed }, landed);
  }

  async deal(
    cards: readonly Dealt[],
    apart: number,
    speed: number,
    landed: (index: number) => void,
  ): Promise<void> {
    await this.#hand(cards, { apart: apart / speed, duration: 220 / speed }, landed);
  }

  async move(pairs: readonly (readonly [number, number])[], speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null) return;
    if (this.still) return this.#tempo.wait(120);
    const stage = this.#spot("stock");
    await Promise.all(
      pairs.map(async ([a, b]) => {
        const from = this.#spot(seatPlace(ground, a));
        const to = this.#spot(seatPlace(ground, b));
        if (from === null || to === null) return;
        const flyer = this.#flyer("back");
        const middle = { ...between(from, to), width: (stage?.width ?? 100) * 0.7, angle: 12 };
        // those who go to and fro pass each other, as on a road
        const aside = { x: (to.y - from.y) * 0.14, y: (from.x - to.x) * 0.14 };
        middle.x += aside.x;
        middle.y += aside.y;
        await this.#tempo.run(
          flyer,
          [
            keyframe(from),
            { ...keyframe(middle), offset: 0.5 },
            keyframe(to),
          ],
          { duration: 620 / speed, easing: SWING, fill: "both" },
        );
        flyer.remove();
      }),
    );
  }

  async rearrange(held: readonly Held[], change: () => void, speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null || this.still) return change();
    const before = held.map((one) => this.#spot(`card-${one.id}`));
    change();
    await ground.drawn();
    await Promise.all(
      held.map(async (one, i) => {
        const from = before[i] ?? null;
        const to = this.#spot(`card-${one.id}`);
        const target = ground.root.querySelector<HTMLElement>(`[data-place="card-${one.id}"]`);
        if (from === null || to === null || target === null) return;
        const move = `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(${from.angle - to.angle}deg)`;
        await this.#tempo.run(
          target, // on top of its own transform, so that it needs no flyer
          [
            { transform: move, composite: "add" },
            { transform: "none", composite: "add" },
          ],
          { duration: 240 / speed, easing: SWING },
        );
      }),
    );
  }

  async open(change: () => void, speed: number): Promise<void> {
    const ground = this.#ground();
    if (ground === null || this.still) return change();
    await ground.drawn();
    ground.root.getBoundingClientRect(); // the new cards lie in the middle before they go apart
    change();
    await this.#tempo.wait(200 / speed);
  }

  async turnUp(card: string, speed: number): Promise<void> {
    const from = this.#spot("stock");
    const to = this.#spot("pile");
    if (from === null || to === null || this.still) return;
    const flyer = this.#flyer("back", card);
    const duration = 320 / speed;
    this.#turn(flyer, duration * 0.25, duration * 0.7);
    const path = [keyframe(from), { ...keyframe(between(from, to), -18), offset: 0.5 }, keyframe(to)];
    await this.#tempo.run(flyer, path, { duration, easing: OUT, fill: "both" });
    flyer.remove();
  }

  async scatter(speed: number): Promise<void> {
    const pile = this.#spot("pile");
    const stock = this.#spot("stock");
    if (pile === null || stock === null || this.still) return;
    this.#clearShapes();
    const stage = between(stock, pile);
    const low = this.#ground()?.root.classList.contains("low") === true;
    const [across, up] = low ? [1.95, 0.5] : [1.26, 1.14];
    const sides: Record<Color, [number, number]> = { R: [-1, -1], Y: [1, -1], G: [-1, 1], B: [1, 1] };
    await Promise.all(
      COLORS.map(async (color, i) => {
        const flyer = this.#put(shapeElement(color), "shapes");
        this.#shapes[color] = flyer;
        const [dx, dy] = sides[color];
        const out = {
          x: stage.x + dx * across * pile.width,
          y: stage.y + dy * up * pile.width,
          width: pile.width * 0.66,
          angle: 0,
        };
        const path = [
          keyframe({ ...pile, width: pile.width * 0.3, angle: -dx * 30 }, 0, 100),
          keyframe(out, 0, 100),
        ];
        const how = { duration: 200 / speed, delay: (i * 20) / speed, easing: OUT };
        await this.#tempo.run(flyer, path, { ...how, fill: "both" });
      }),
    );
  }

  async gather(color: Color, speed: number): Promise<void> {
    const pile = this.#spot("pile");
    const stock = this.#spot("stock");
    if (pile !== null && stock !== null) {
      const stage = between(stock, pile);
      await Promise.all(
        COLORS.map(async (one) => {
          const flyer = this.#shapes[one];
          if (flyer === undefined) return;
          const chosen = one === color;
          const end = chosen
            ? { ...keyframe({ ...stage, width: pile.width * 2.4, angle: 0 }, 0, 100), opacity: 0 }
            : keyframe({ ...pile, width: pile.width * 0.16, angle: 0 }, 0, 100);
          const duration = (chosen ? 360 : 240) / speed;
          const start = { transform: getComputedStyle(flyer).transform, opacity: 1 };
          await this.#tempo.run(flyer, [start, end], { duration, easing: OUT, fill: "forwards" });
          flyer.remove();
        }),
      );
    }
    this.#clearShapes();
  }

  rest(milliseconds: number): Promise<void> {
    return this.#tempo.wait(this.still ? Math.min(milliseconds, 250) : milliseconds);
  }

  hasten(): void {
    this.#tempo.hasten();
  }

  calm(): void {
    this.#tempo.calm();
  }

  /** Hand out cards from the stock, one after the other. Own cards turn over half way. */
  async #hand(
    cards: readonly Dealt[],
    { apart, duration }: { apart: number; duration: number },
    landed: (index: number) => void,
  ): Promise<void> {
    const ground = this.#ground();
    if (ground === null || this.still) return;
    await ground.drawn();
    await Promise.all(
      cards.map(async ({ seat, held }, i) => {
        await this.#tempo.wait(i * apart);
        const from = this.#spot("stock");
        const to = this.#spot(held === null ? seatPlace(ground, seat) : `card-${held.id}`);
        if (from !== null && to !== null) {
          const face = held === null || held.card === "back" ? undefined : held.card;
          const flyer = this.#flyer("back", face);
          if (face !== undefined) this.#turn(flyer, duration * 0.2, duration * 0.75);
          const mid = { ...between(from, to), angle: to.angle / 2 };
          const path = [keyframe(from), { ...keyframe(mid, -16), offset: 0.5 }, keyframe(to)];
          await this.#tempo.run(flyer, path, { duration, easing: OUT, fill: "both" });
          flyer.remove();
        }
        landed(i);
      }),
    );
  }

  /** Turn a card with two faces over, in the air. */
  #turn(flyer: HTMLElement, delay: number, duration: number): void {
    const sides = flyer.firstElementChild;
    if (sides === null) return;
    const over = [{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }];
    void this.#tempo.run(sides, over, { duration, delay, easing: "ease-in-out", fill: "both" });
  }

  /** A card of 100 pixels on the layer; with a second face it can be turned over. */
  #flyer(card: string, other?: string): HTMLElement {
    const sides = document.createElement("div");
    sides.className = "sides";
    sides.append(cardElement(card));
    if (other !== undefined) {
      const turned = cardElement(other);
      turned.classList.add("turned");
      sides.append(turned);
    }
    return this.#put(sides, "flyer");
  }

  #put(content: Element, kind: string): HTMLElement {
    const flyer = document.createElement("div");
    flyer.className = kind;
    flyer.append(content);
    this.#ground()?.layer.append(flyer);
    return flyer;
  }

  #clearShapes(): void {
    for (const color of COLORS) this.#shapes[color]?.remove();
    this.#shapes = {};
  }

  #spot(name: string): Spot | null {
    const ground = this.#ground();
    return ground === null ? null : spotOf(ground.root, ground.layer, name);
  }
}

function seatPlace(ground: Ground, seat: number): string {
  return seat === ground.view() ? "hand" : `seat-${seat}`;
}
