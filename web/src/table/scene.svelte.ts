/** What the table shows now: it follows the updates event by event, in step with the motion. */

import type { Color } from "../art/geometry";
import type { Mood } from "../art/moods";
import type { Event as GameEvent, Table, Update } from "../protocol";
import { playedSound } from "../sound";
import { Timers } from "../timers";
import { feelingsOf } from "./feelings";
import { isFirstSight } from "./firstsight";
import { hold, regroup, without, type Held } from "./held";
import type { Flight, Motion } from "./motion";
import type { Opening } from "./opening";
import { perform } from "./perform";
import { heap, lay, recolor, type PileCard } from "./pile";
import { cardsDrawn, cardsOf, colorOf, handsAfter, suspectOf, viewOf } from "./sight";

export interface Line {
  key: number;
  event: GameEvent;
  round: number;
  /** Who sat where when it happened, and which of these seats were the reader's. */
  names: readonly string[];
  own: readonly number[];
}

export interface Burst {
  key: number;
  count: number;
}

/** A card that was laid down before the server has said yes. */
export interface Pending {
  id: number;
  card: string;
  flight: Flight;
  /** The number of the message that asks for it. */
  message: number;
}

/** How far a deal has come: cards go round, one is turned up, its colour fills the stage, arrows. */
export type Dealing = "cards" | "top" | "color" | "arrows";

/** Something to show, with the seat to act after it; or all that it led to. */
type Task = { event: GameEvent; turn: number; update: Update } | { settle: Update };

const TOO_MANY = 8; // waiting events; more would be boring to watch
const HURRY = 3;
const BURST_STAYS = 900;
const OUTCOME_STAYS = 5_000;
const FRESH = 1_600;
const MOOD_STAYS = 1_800;
const THREAT = 360;

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
  /** How faces look other than at rest. */
  moods: Record<number, Mood> = $state.raw({});
  /** Cards of the own hand that are on their way to it: their place is kept free. */
  flying: ReadonlySet<number> = $state.raw(new Set());
  /** Cards on their way out of it: the gap closes behind them. */
  leaving: ReadonlySet<number> = $state.raw(new Set());
  /** Seats whose whole hand is in the air. */
  moving: ReadonlySet<number> = $state.raw(new Set());
  /** How far the deal has come, while cards are dealt. */
  dealing: Dealing | null = $state(null);
  /** The own cards lie in the order in which they came. */
  loose = $state(false);
  /** The light only passes over whom it shines on: they do not act. */
  passing = $state(false);
  /** The seat that is being skipped. */
  skipped: number | null = $state(null);
  /** What befalls the reader while it is shown: skipped, or cards to take. */
  plight: GameEvent | null = $state.raw(null);
  /** Somebody else takes cards while that is shown: it is not their turn. */
  taking: GameEvent | null = $state.raw(null);
  /** Who will be next, where that is shown while things still move. */
  upcoming: number | null = $state(null);
  /** The answer to a challenge, while it is explained. */
  outcome: GameEvent | null = $state.raw(null);
  /** The colour that the challenge was about, if the reader made it. */
  suspect: Color | null = $state(null);
  log: Line[] = $state.raw([]);
  /** The number of the update that is shown: what the reader does answers it. */
  shown = $state(0);
  /** Whether all that happened has been shown. */
  settled = $state(true);

  /** How many times as fast as at a table everything moves. */
  tempo = 1;

  #queue: Task[] = [];
  #running = false;
  #key = 0;
  #pending: Pending | null = null;
  #seen = 0;
  readonly #timers = new Timers();
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
    const steps = update.steps.filter(
      (step) => before === null || step.number > this.#seen || update.number < this.#seen,
    );
    const events = steps.flatMap((step) => step.events);
    this.#seen = update.number;
    this.update = update;
    const view = viewOf(update, this.view);
    const sameSeat = before !== null && this.view === view;
    this.view = view;
    this.suspect = suspectOf(before) ?? this.suspect;
    const waiting = this.#queue.length + events.length;
    // whoever comes to a table sees its deal, if it is news to them
    const dealt = events.some(({ kind }) => kind === "dealt");
    const fresh = !leap && dealt && isFirstSight(update.room.code, update.room.rounds);
    const jump =
      leap ||
      (before === null ? !fresh : !sameSeat) ||
      update.table === null ||
      document.hidden ||
      waiting > TOO_MANY * 2;
    if (jump) {
      if (leap) this.bubbles = {};
      this.#jump(update, events, sameSeat && !leap);
      return;
    }
    this.settled = false;
    const tasks = steps.flatMap(({ events, turn }) => events.map((event) => ({ event, turn, update })));
    this.#queue.push(...tasks, { settle: update });
    if (!this.#running) void this.#run();
  }

  /** Let a card fly before the server has said yes. */
  begin(held: Held, card: string, message: number): void {
    const flight = this.#motion.play(this.view, card, held.id, 1); // from where it still is
    this.leave(held.id, true);
    playedSound(card);
    this.#pending = { id: held.id, card, flight, message };
  }

  /** The server said no (to this message, if one is given) or nothing: the card comes back. Return which one. */
  async takeBack(message: number | null = null): Promise<number | null> {
    const pending = this.#pending;
    if (pending === null || (message !== null && message !== pending.message)) return null;
    this.#pending = null;
    await pending.flight.done;
    this.fly(pending.id, true);
    this.leave(pending.id, false);
    await pending.flight.takeBack(pending.id);
    this.fly(pending.id, false);
    return pending.id;
  }

  /** The card that was laid down before the server had said yes: now it has. */
  confirm(): Pending | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }

  get pending(): Pending | null {
    return this.#pending;
  }

  /** Deal the rest at once. */
  hasten(): void {
    if (this.dealing !== null) this.#motion.hasten();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      await this.#showAll();
    } catch (error) {
      console.error(error); // a card that could not fly must not stop the game
      this.#running = false;
      this.flying = this.leaving = this.moving = new Set();
      if (this.update !== null) this.#jump(this.update, [], false);
    } finally {
      this.#running = false;
    }
  }

  /** Show what waits, one by one. */
  async #showAll(): Promise<void> {
    let last: GameEvent | null = null;
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift()) {
      this.#motion.calm(); // whoever was in a hurry was so before this
      const waiting = this.#queue.filter((one) => "event" in one).length;
      const speed = (waiting > HURRY ? 1.6 : 1) * this.tempo;
      if ("settle" in task) {
        if (last !== null && !document.hidden) await this.#threaten(task.settle, speed);
        this.#settle(task.settle, true);
        last = null;
        continue;
      }
      const { event, turn, update } = task;
      this.#note(event, update);
      if (document.hidden || waiting > TOO_MANY) {
        if (event.kind === "dealt") this.start(update, null);
        this.apply(event, update);
      } else await perform(this, this.#motion, { event, update, last, turn, speed });
      last = event;
    }
  }

  #jump(update: Update, events: readonly GameEvent[], sameSeat: boolean): void {
    const missed = this.#queue.splice(0);
    for (const task of missed) if ("event" in task) this.#note(task.event, task.update, false);
    for (const event of events) {
      this.#note(event, update, false);
      this.remember(event);
    }
    if (this.#running) {
      this.#motion.hasten(); // what moves now ends, and then all is as it should be
      this.#queue.push({ settle: update });
    }
    this.#settle(update, sameSeat);
  }

  #note(event: GameEvent, update: Update, aloud = true): void {
    this.#key += 1;
    const names = update.room.seats.map((seat) => seat.name);
    const line = { key: this.#key, event, round: update.room.round, names, own: update.seats };
    this.log = [...this.log.slice(-999), line];
    if (aloud) this.#speak(event);
  }

  /** Cards have become due: the light and the figure come first, what can be done about it after. */
  async #threaten({ table }: Update, speed: number): Promise<void> {
    const now = this.table;
    if (table === null || now === null || table.due === 0 || table.phase === "over") return;
    if (now.due === table.due && now.turn === table.turn) return;
    this.table = { ...now, turn: table.turn, due: table.due };
    this.feel(table.turn, "wow");
    await this.#motion.rest(THREAT / speed);
  }

  /** Change what is shown by one event. */
  apply(event: GameEvent, update: Update, hands = true): void {
    const table = this.table;
    if (table === null) return;
    switch (event.kind) {
      case "played":
        this.lay(event.seat, event.card ?? table.top ?? "");
        break;
      case "drew":
      case "took": {
        if (event.seat === this.view) {
          const known = event.cards ?? cardsDrawn(this.held, update, this.view);
          this.held = [...this.held, ...known.map((card) => hold(card, true))];
        }
        const size = (table.sizes[event.seat] ?? 0) + event.count;
        const stock = Math.max(0, table.stock - event.count);
        const open = handsAfter(table.hands, event);
        this.table = { ...table, stock, hands: open, due: 0, turn: event.seat };
        this.resize(event.seat, size);
        break;
      }
      case "reversed":
        this.table = { ...table, clockwise: event.clockwise ?? !table.clockwise };
        break;
      case "named":
        if (event.color !== null) this.dye(event.color);
        break;
      case "reshuffled":
        this.table = { ...table, stock: table.stock + event.count };
        break;
      case "challenged":
        this.table = { ...table, due: 0 }; // whoever is wrong takes them, which is shown next
        break;
      case "swapped":
      case "rotated":
        if (hands) this.passHands(update);
        break;
      default:
        break;
    }
    this.remember(event);
  }

  /** A card of a seat lies on the pile now. */
  lay(seat: number, card: string, id: number | null = null): void {
    const table = this.table;
    if (table === null) return;
    if (seat === this.view) {
      const unknown = this.held[0]?.card === "back";
      this.held = unknown ? this.held.slice(1) : without(this.held, card, id);
    }
    this.pile = lay(this.pile, card);
    const color = colorOf(card) ?? table.color;
    const hands = handsAfter(table.hands, { kind: "played", seat, card, cards: null });
    this.table = { ...table, top: card, color, hands, turn: seat, due: 0 };
    this.resize(seat, Math.max(0, (table.sizes[seat] ?? 0) - 1));
  }

  /** The wild on top gets its colour. */
  dye(color: Color): void {
    this.pile = recolor(this.pile, color);
    if (this.table !== null) this.table = { ...this.table, color };
  }

  restock(stock: number): void {
    if (this.table !== null) this.table = { ...this.table, stock: Math.max(0, stock) };
  }

  resize(seat: number, size: number): void {
    if (this.table === null) return;
    const sizes = this.table.sizes.map((old, at) => (at === seat ? size : old));
    this.table = { ...this.table, sizes };
  }

  /** What a player did last stands beside them, and shows in faces. */
  remember(event: GameEvent): void {
    if (event.kind === "dealt") this.bubbles = {};
    else if (event.kind !== "match" && event.kind !== "reversed") {
      this.bubbles = { ...this.bubbles, [event.seat]: event };
    }
    for (const [seat, mood] of feelingsOf(event)) this.feel(seat, mood);
  }

  /** After hands were passed on only the update knows who holds what. */
  passHands(update: Update): void {
    if (update.table === null || this.table === null) return;
    this.table = { ...this.table, sizes: update.table.sizes };
    this.held = regroup(this.held, cardsOf(update, this.view));
    this.#unmark();
  }

  /** A new round: with nothing dealt yet, or at once as it is. */
  start(update: Update, opening: Opening | null): void {
    this.bubbles = {};
    this.bursts = {};
    this.moods = {};
    this.outcome = null;
    this.suspect = null;
    this.#pending = null;
    this.held = (opening?.cards ?? cardsOf(update, this.view)).map((card) => hold(card));
    this.table = opening?.table ?? update.table;
    this.pile = opening === null ? heap([], update.table) : [];
    this.loose = opening !== null;
    this.dealing = opening === null ? null : "cards";
    this.flying = new Set(opening === null ? [] : this.held.map((one) => one.id));
  }

  #settle(update: Update, marked: boolean): void {
    const table = update.table;
    const turned = this.table?.turn !== table?.turn || this.table?.turns !== table?.turns;
    this.table = table;
    this.shown = update.number;
    this.dealing = this.plight = this.taking = this.skipped = this.upcoming = null;
    if (table?.turn === this.view && update.hand !== null) this.outcome = null; // the piles are under it
    this.loose = this.passing = false;
    const gone = this.#pending;
    const cards = cardsOf(update, this.view);
    this.held = regroup(this.held, cards, marked);
    if (gone !== null && !this.held.some((one) => one.id === gone.id)) {
      this.#pending = null; // it was played after all, in an update that was jumped over
      gone.flight.land();
      this.leave(gone.id, false);
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
    for (const { id, fresh } of this.held) {
      const name = `fresh ${id}`;
      if (!fresh || this.#timers.isRunning(name)) continue;
      this.#timers.start(name, FRESH, () => {
        this.held = this.held.map((one) => (one.id === id ? { ...one, fresh: false } : one));
      });
    }
  }

  /** The light goes to a seat. */
  point(seat: number): void {
    if (this.table !== null && this.table.turn !== seat) this.table = { ...this.table, turn: seat };
  }

  burst(seat: number, count: number): void {
    if (count === 0) return;
    this.#key += 1;
    this.bursts = { ...this.bursts, [seat]: { key: this.#key, count } };
    this.#timers.start(`burst ${seat}`, BURST_STAYS + 420, () => {
      const { [seat]: _, ...others } = this.bursts;
      this.bursts = others;
    });
  }

  feel(seat: number, mood: Mood): void {
    this.moods = { ...this.moods, [seat]: mood };
    this.#timers.start(`mood ${seat}`, MOOD_STAYS, () => {
      const { [seat]: _, ...others } = this.moods;
      this.moods = others;
    });
  }

  explain(outcome: GameEvent): void {
    this.outcome = outcome;
    this.#timers.start("outcome", OUTCOME_STAYS, () => (this.outcome = null));
  }

  fly(id: number, flying: boolean): void {
    this.flying = changed(this.flying, id, flying);
  }

  leave(id: number, leaving: boolean): void {
    this.leaving = changed(this.leaving, id, leaving);
  }
}

function changed(ids: ReadonlySet<number>, id: number, there: boolean): ReadonlySet<number> {
  const made = new Set(ids);
  if (there) made.add(id);
  else made.delete(id);
  return made;
}
