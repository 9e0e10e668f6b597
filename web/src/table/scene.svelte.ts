/** What the table shows now: it follows the updates event by event, in step with the motion. */

import type { Event as GameEvent, Table, Update } from "../protocol";
import { play as sound } from "../sound";
import { hold, plain, regroup, without, type Held } from "./held";
import { heap, lay, type PileCard } from "./pile";
import { cardsDrawn, cardsOf, colorOf, handsAfter, viewOf } from "./sight";

/** Everything that moves; the scene says what, this says how. */
export interface Motion {
  /** A card goes from a seat, or from the own hand, to the pile. */
  play(seat: number, card: string, held: number | null, speed: number): Promise<void>;
  /** Cards come from the stock: to another seat, or to these places of the own hand. */
  draw(seat: number, held: readonly Held[], count: number, speed: number): Promise<void>;
  /** Hands go from seats to seats, all at once. */
  move(pairs: readonly (readonly [number, number])[], speed: number): Promise<void>;
  /** The own cards come one after the other. */
  deal(held: readonly Held[], speed: number): Promise<void>;
  rest(milliseconds: number): Promise<void>;
  /** Take away the card that a play left lying over the pile. */
  land(): void;
  /** Bring that card back into the hand. */
  takeBack(held: number): Promise<void>;
}

export interface Line {
  key: number;
  event: GameEvent;
  round: number;
}

export interface Burst {
  key: number;
  count: number;
}

interface Pending {
  id: number;
  card: string;
  flight: Promise<void>;
}

type Task = { event: GameEvent; update: Update } | { settle: Update };

const TOO_MANY = 8; // waiting events; more would be boring to watch
const HURRY = 3;
const BURST_STAYS = 900;
const OUTCOME_STAYS = 5_000;
const FRESH = 1_600;

export class Scene {
  /** The latest truth, which may be ahead of what is shown. */
  update: Update | null = $state.raw(null);
  /** The seat whose cards lie in front of the reader. */
  view = $state(0);
  table: Table | null = $state.raw(null);
  held: Held[] = $state.raw([]);
  pile: PileCard[] = $state.raw([]);
  bubbles: Record<number, GameEvent> = $state.raw({});
  bursts: Record<number, Burst> = $state.raw({});
  /** Cards of the own hand that are on their way to it: their place is kept free. */
  flying: ReadonlySet<number> = $state.raw(new Set());
  /** Cards on their way out of it: the gap closes behind them. */
  leaving: ReadonlySet<number> = $state.raw(new Set());
  /** Seats whose whole hand is in the air. */
  moving: ReadonlySet<number> = $state.raw(new Set());
  /** The seat that is being skipped. */
  skipped: number | null = $state(null);
  /** The answer to a challenge, while it is explained. */
  outcome: GameEvent | null = $state.raw(null);
  log: Line[] = $state.raw([]);
  /** The number of the update that is shown: what the reader does answers it. */
  shown = $state(0);
  /** Whether all that happened has been shown. */
  settled = $state(true);

  /** How many times as fast as at a table everything moves. */
  tempo = 1;

  #queue: Task[] = [];
  #running = false;
  /** Where a jump led while something was still moving, which must not have the last word. */
  #leapt: Update | null = null;
  #key = 0;
  #pending: Pending | null = null;
  #seen = 0;
  readonly #motion: Motion;
  readonly #speak: (event: GameEvent) => void;

  constructor(motion: Motion, speak: (event: GameEvent) => void = () => undefined) {
    this.#motion = motion;
    this.#speak = speak;
  }

  get busy(): boolean {
    return this.#pending !== null;
  }

  /** Take a new update: show its events one by one, or only where they led to. */
  take(update: Update, leap = false): void {
    const before = this.update;
    const events = update.steps
      .filter((step) => before === null || step.number > this.#seen || update.number < this.#seen)
      .flatMap((step) => step.events);
    this.#seen = update.number;
    this.update = update;
    const view = viewOf(update, this.view);
    const sameSeat = before !== null && this.view === view;
    this.view = view;
    const waiting = this.#queue.length + events.length;
    const jump =
      leap ||
      before === null ||
      !sameSeat ||
      update.table === null ||
      document.hidden ||
      waiting > TOO_MANY * 2;
    if (jump) {
      if (leap) this.bubbles = {};
      if (this.#running) this.#leapt = update;
      const missed = this.#queue.splice(0);
      for (const task of missed) if ("event" in task) this.#note(task.event, task.update, false);
      for (const event of events) {
        this.#note(event, update, false);
        this.#remember(event);
      }
      this.#settle(update, sameSeat && !leap);
      return;
    }
    this.settled = false;
    this.#queue.push(...events.map((event) => ({ event, update })), { settle: update });
    if (!this.#running) void this.#run();
  }

  /** Let a card fly before the server has said yes. */
  begin(held: Held, card: string): void {
    const flight = this.#motion.play(this.view, card, held.id, 1); // from where it still is
    this.#leave(held.id, true);
    sound(card.endsWith("W") || card.endsWith("F") ? "wild" : "play", card);
    this.#pending = { id: held.id, card, flight };
  }

  /** The server said no, or nothing: the card comes back. Return which one. */
  async takeBack(): Promise<number | null> {
    const pending = this.#pending;
    if (pending === null) return null;
    this.#pending = null;
    await pending.flight;
    this.#fly(pending.id, true);
    this.#leave(pending.id, false);
    await this.#motion.takeBack(pending.id);
    this.#fly(pending.id, false);
    return pending.id;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift()) {
      const waiting = this.#queue.filter((one) => "event" in one).length;
      if ("settle" in task) this.#settle(task.settle, true);
      else if (document.hidden || waiting > TOO_MANY) {
        this.#note(task.event, task.update);
        this.#apply(task.event, task.update);
      } else await this.#perform(task.event, task.update, (waiting > HURRY ? 1.6 : 1) * this.tempo);
      if (this.#leapt !== null) {
        const update = this.#leapt;
        this.#leapt = null;
        this.#settle(update, false);
      }
    }
    this.#running = false;
  }

  #note(event: GameEvent, update: Update, aloud = true): void {
    this.#key += 1;
    this.log = [...this.log.slice(-999), { key: this.#key, event, round: update.room.round }];
    if (aloud) this.#speak(event);
  }

  async #perform(event: GameEvent, update: Update, speed: number): Promise<void> {
    this.#note(event, update);
    const me = this.view;
    const motion = this.#motion;
    switch (event.kind) {
      case "dealt": {
        this.#start(update);
        await motion.deal(this.held, speed);
        return;
      }
      case "played": {
        const card = event.card ?? "";
        const pending = this.#pending;
        if (event.seat === me && pending !== null && plain(card) === plain(pending.card)) {
          await pending.flight;
          this.#pending = null;
          this.#apply(event, update, pending.id);
          this.#leave(pending.id, false);
          motion.land();
          return;
        }
        this.#point(event.seat);
        sound(card.endsWith("W") || card.endsWith("F") ? "wild" : "play", card);
        const twin =
          event.seat === me ? (this.held.find((one) => one.card === plain(card)) ?? null) : null;
        const flight = motion.play(event.seat, card, twin?.id ?? null, speed);
        if (twin !== null) this.#leave(twin.id, true);
        await flight;
        this.#apply(event, update, twin?.id ?? null);
        if (twin !== null) this.#leave(twin.id, false);
        motion.land();
        return;
      }
      case "drew":
      case "took": {
        this.#point(event.seat);
        if (event.kind === "took") {
          sound("penalty", "", event.count);
          this.#burst(event.seat, event.count);
        } else sound("draw");
        const before = new Set(this.held.map((one) => one.id));
        this.#apply(event, update);
        const added = event.seat === me ? this.held.filter((one) => !before.has(one.id)) : [];
        for (const one of added) this.#fly(one.id, true);
        await motion.draw(event.seat, added, event.count, speed);
        for (const one of added) this.#fly(one.id, false);
        if (event.kind === "took") await motion.rest(420 / speed);
        return;
      }
      case "skipped": {
        sound("skip");
        this.#point(event.seat);
        this.skipped = event.seat;
        this.#apply(event, update);
        await motion.rest(400 / speed);
        this.skipped = null;
        return;
      }
      case "reversed": {
        sound("reverse");
        this.#apply(event, update);
        await motion.rest(420 / speed);
        return;
      }
      case "swapped": {
        if (event.other === null) return;
        const { seat, other } = event;
        await this.#pass(
          event,
          update,
          [
            [seat, other],
            [other, seat],
          ],
          speed,
        );
        return;
      }
      case "rotated": {
        const players = update.table?.players ?? 0;
        const step = event.clockwise === false ? -1 : 1;
        const pairs = Array.from(
          { length: players },
          (_, seat) => [seat, (seat + step + players) % players] as const,
        );
        await this.#pass(event, update, pairs, speed);
        return;
      }
      case "challenged": {
        this.#apply(event, update);
        this.outcome = event;
        setTimeout(() => {
          if (this.outcome === event) this.outcome = null;
        }, OUTCOME_STAYS);
        await motion.rest(700 / speed);
        return;
      }
      case "said":
        sound("uno");
        this.#apply(event, update);
        await motion.rest(240 / speed);
        return;
      case "caught":
        sound("uno");
        this.#apply(event, update);
        await motion.rest(300 / speed);
        return;
      case "named":
        sound("wild");
        this.#apply(event, update);
        await motion.rest(360 / speed);
        return;
      case "over":
        sound("end");
        this.#apply(event, update);
        await motion.rest(100 / speed); // the finale begins with a moment of its own
        return;
      default:
        this.#apply(event, update);
    }
  }

  /** Change what is shown by one event. */
  #apply(event: GameEvent, update: Update, id: number | null = null, hands = true): void {
    const table = this.table;
    if (table === null) return;
    const me = this.view;
    const sizes = [...table.sizes];
    const size = sizes[event.seat] ?? 0;
    switch (event.kind) {
      case "played": {
        const card = event.card ?? table.top ?? "";
        sizes[event.seat] = Math.max(0, size - 1);
        if (event.seat === me) {
          this.held =
            this.held[0]?.card === "back" ? this.held.slice(1) : without(this.held, card, id);
        }
        this.pile = lay(this.pile, card);
        const color = colorOf(card) ?? table.color;
        const hands = handsAfter(table.hands, event);
        this.table = { ...table, sizes, hands, top: card, color, turn: event.seat, due: 0 };
        break;
      }
      case "drew":
      case "took": {
        sizes[event.seat] = size + event.count;
        if (event.seat === me) {
          const known = event.cards ?? cardsDrawn(this.held, update, me);
          this.held = [...this.held, ...known.map((card) => hold(card, true))];
        }
        const stock = Math.max(0, table.stock - event.count);
        const hands = handsAfter(table.hands, event);
        this.table = { ...table, sizes, hands, stock, due: 0, turn: event.seat };
        break;
      }
      case "reversed":
        this.table = { ...table, clockwise: event.clockwise ?? !table.clockwise };
        break;
      case "named":
        this.table = { ...table, color: event.color ?? table.color };
        break;
      case "reshuffled":
        this.table = { ...table, stock: table.stock + event.count };
        break;
      case "swapped":
      case "rotated":
        if (hands) this.#passHands(update);
        break;
      default:
        break;
    }
    this.#remember(event);
  }

  /** What a player did last stands beside them. */
  #remember(event: GameEvent): void {
    if (event.kind === "dealt") this.bubbles = {};
    else if (event.kind !== "match" && event.kind !== "reversed") {
      this.bubbles = { ...this.bubbles, [event.seat]: event };
    }
  }

  /** Hands close, cross the table and open again. */
  async #pass(
    event: GameEvent,
    update: Update,
    pairs: readonly (readonly [number, number])[],
    speed: number,
  ): Promise<void> {
    this.#apply(event, update, null, false);
    this.moving = new Set(pairs.map(([seat]) => seat));
    await this.#motion.move(pairs, speed);
    this.#passHands(update);
    this.moving = new Set();
  }

  /** After hands were passed on only the update knows who holds what. */
  #passHands(update: Update): void {
    if (update.table === null || this.table === null) return;
    this.table = { ...this.table, sizes: update.table.sizes };
    this.held = regroup(this.held, cardsOf(update, this.view));
    this.#unmark();
  }

  #start(update: Update): void {
    this.bubbles = {};
    this.bursts = {};
    this.outcome = null;
    this.#pending = null;
    this.held = cardsOf(update, this.view).map((card) => hold(card));
    this.table = update.table;
    this.pile = heap([], update.table);
  }

  #settle(update: Update, marked: boolean): void {
    const table = update.table;
    const turned = this.table?.turn !== table?.turn || this.table?.turns !== table?.turns;
    this.table = table;
    this.shown = update.number;
    const gone = this.#pending;
    const cards = cardsOf(update, this.view);
    this.held = regroup(this.held, cards, marked);
    if (gone !== null && !this.held.some((one) => one.id === gone.id)) {
      this.#pending = null; // it was played after all, in an update that was jumped over
      this.#motion.land();
      this.#leave(gone.id, false);
    }
    this.pile = heap(this.pile, table);
    if (table !== null && turned && table.phase !== "over") {
      // what they did last goes when they act again
      const { [table.turn]: old, ...others } = this.bubbles;
      if (old !== undefined && old.kind !== "said") this.bubbles = others;
    }
    if (table !== null) {
      const kept = Object.entries(this.bubbles).filter(
        ([seat, event]) => event.kind !== "said" || table.sizes[Number(seat)] === 1,
      );
      this.bubbles = Object.fromEntries(kept) as Record<number, GameEvent>;
    }
    this.settled = this.#queue.length === 0;
    this.#unmark();
  }

  #unmark(): void {
    if (!this.held.some((one) => one.fresh)) return;
    setTimeout(() => {
      this.held = this.held.map((one) => (one.fresh ? { ...one, fresh: false } : one));
    }, FRESH);
  }

  #point(seat: number): void {
    if (this.table !== null && this.table.turn !== seat) this.table = { ...this.table, turn: seat };
  }

  #burst(seat: number, count: number): void {
    if (count === 0) return;
    this.#key += 1;
    const burst = { key: this.#key, count };
    this.bursts = { ...this.bursts, [seat]: burst };
    setTimeout(() => {
      if (this.bursts[seat] !== burst) return;
      const { [seat]: _, ...others } = this.bursts;
      this.bursts = others;
    }, BURST_STAYS + 420);
  }

  #fly(id: number, flying: boolean): void {
    this.flying = changed(this.flying, id, flying);
  }

  #leave(id: number, leaving: boolean): void {
    this.leaving = changed(this.leaving, id, leaving);
  }
}

function changed(ids: ReadonlySet<number>, id: number, there: boolean): ReadonlySet<number> {
  const made = new Set(ids);
  if (there) made.add(id);
  else made.delete(id);
  return made;
}
