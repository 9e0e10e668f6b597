// The cards that are left fly to the figure and add up.

import { cardElement } from "../art/cardimage";
import type { Counted } from "./result";
import type { Show } from "./show.svelte";

const BEGIN = 900;
const WITHIN = 1_400; // milliseconds in which the last one has to land
const FLIGHT = 360;
const APART = 90;
const WIDTH = 44; // pixels of a card in the air

export interface Point {
  x: number;
  y: number;
}

export interface Flying {
  show: Show;
  layer: HTMLElement;
  /** The middle of what a seat holds, and of the figure, on the layer. */
  from: (seat: number) => Point;
  to: () => Point;
  /** So much more. */
  onland: (value: number) => void;
}

/** Let them fly, faster when there are many. */
export function flyCards(cards: readonly Counted[], { show, layer, from, to, onland }: Flying): void {
  const apart = Math.min(APART, (WITHIN - FLIGHT) / Math.max(1, cards.length - 1));
  cards.forEach(({ seat, card, value }, i) => {
    show.at(BEGIN + i * apart, () => {
      if (show.done) return;
      const flyer = cardElement(card);
      flyer.classList.add("counted");
      layer.append(flyer);
      const [start, end] = [from(seat), to()];
      // in a low curve: the headline stands above the figure
      const middle = { x: (start.x + end.x) / 2, y: Math.max(start.y, end.y) };
      const frames = [place(start, WIDTH, 0), { ...place(middle, WIDTH, 12), offset: 0.5 }, place(end, WIDTH / 3, 40)];
      const flight = flyer.animate(frames, { duration: FLIGHT, easing: "cubic-bezier(.3,0,.4,1)", fill: "both" });
      flight.onfinish = () => {
        flyer.remove();
        onland(value);
      };
    });
  });
}

function place({ x, y }: Point, width: number, angle: number): { transform: string } {
  return { transform: `translate(${x - 50}px, ${y - 75}px) scale(${width / 100}) rotate(${angle}deg)` };
}
