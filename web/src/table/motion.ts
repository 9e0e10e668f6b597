// Everything that moves on the table: the scene says what, flights.ts how.

import type { Color } from "../art/geometry";
import type { Held } from "./held";

/** A card on its way to the pile. */
export interface Flight {
  /** It has arrived, and lies over the pile until it is landed. */
  readonly done: Promise<void>;
  /** Take it away: the pile shows the card itself. */
  land(): void;
  /** Bring it back to its place in the hand. */
  takeBack(held: number): Promise<void>;
}

/** One card of a deal: to another seat, or to its place in the reader's hand. */
export interface Dealt {
  seat: number;
  held: Held | null;
}

export interface Motion {
  /** Whether the reader prefers reduced motion. */
  readonly still: boolean;
  /** Wait until there is a table to move things on. */
  ready(): Promise<void>;
  /** A card goes from a seat, or from the reader's hand, to the pile. */
  play(seat: number, card: string, held: number | null, speed: number): Flight;
  /** Cards come from the stock, one after the other: to another seat, or to these places of the hand. */
  draw(
    seat: number,
    held: readonly Held[],
    count: number,
    speed: number,
    landed: (index: number) => void,
  ): Promise<void>;
  /** Hands go from seats to seats, all at once. */
  move(pairs: readonly (readonly [number, number])[], speed: number): Promise<void>;
  /** One card after the other, this many milliseconds apart. */
  deal(
    cards: readonly Dealt[],
    apart: number,
    speed: number,
    landed: (index: number) => void,
  ): Promise<void>;
  /** Hands open, by a change. */
  open(change: () => void, speed: number): Promise<void>;
  /** The cards of the hand go to where a change puts them. */
  rearrange(held: readonly Held[], change: () => void, speed: number): Promise<void>;
  /** A card comes from the stock and is turned over on the pile. */
  turnUp(card: string, speed: number): Promise<void>;
  /** The four shapes of a wild leave the card on the pile. */
  scatter(speed: number): Promise<void>;
  /** One of them goes into the stage, the others back into the card. */
  gather(color: Color, speed: number): Promise<void>;
  rest(milliseconds: number): Promise<void>;
  /** End all that moves now at once, and all that moves until it is calm again. */
  hasten(): void;
  calm(): void;
}
