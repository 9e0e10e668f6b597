/** What the table shows now, and how each event changes it; director.ts decides when. */

import type { Color } from "../art/geometry";
import type { Mood } from "../art/moods";
import type { Event as GameEvent, Table, Update } from "../protocol";
import { Timers } from "../timers";
import { feelingsOf } from "./feelings";
import { hold, regroup, removeCard, type Held } from "./held";
import type { Flight } from "./motion";
import type { Opening } from "./opening";
import { matchPile, lay, recolor, type PileCard } from "./pile";
import { cardsDrawn, cardsOf, colorOf, handsAfter } from "./sight";

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

const BURST_STAYS = 900;
const OUTCOME_STAYS = 5_000;
const FRESH = 1_600;
const MOOD_STAYS = 1_800;
const LOG_LINES = 1_000;

export class Scene {
  /** The seat whose cards lie in front of the reader. */
  view = $state(0);
  table: Table | null = $state.raw(null);
  held: Held[] = $state.raw([]);
  pile: PileCard[] = $state.raw([]);
  bubbles: Record<number, GameEvent> = $state.raw({});
  bursts: Record<number, Burst> = $state.raw({});
  /** How faces look other than at rest. */
  moods: Record<number, Mood> = $state.raw({});
  /** Cards of the reader's hand that are on their way to it: their place is kept free. */
  flying: ReadonlySet<number> = $state.raw(new Set());
  /** Cards on their way out of it: the gap closes behind them. */
  leaving: ReadonlySet<number> = $state.raw(new Set());
  /** Seats whose whole hand is in the air. */
  moving: ReadonlySet<number> = $state.raw(new Set());
  /** How far the deal has come, while cards are dealt. */
  dealing: Dealing | null = $state(null);
  /** The reader's cards lie in the order in which they came. */
  unsorted = $state(false);
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

  /** The card that was laid down before the server has said yes. */
  pending: Pending | null = null;

  #key = 0;
  readonly #timers = new Timers();

  /** Write an event into the log. */
  note(event: GameEvent, update: Update): void {
    this.#key += 1;
    const names = update.room.seats.map((seat) => seat.name);
    const line = { key: this.#key, event, round: update.room.round, names, own: update.seats };
    this.log = [...this.log.slice(-(LOG_LINES - 1)), line];
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
        if (event.color !== null) this.recolorTop(event.color);
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
      this.held = unknown ? this.held.slice(1) : removeCard(this.held, card, id);
    }
    this.pile = lay(this.pile, card);
    const color = colorOf(card) ?? table.color;
    const hands = handsAfter(table.hands, { kind: "played", seat, card, cards: null });
    this.table = { ...table, top: card, color, hands, turn: seat, due: 0 };
    this.resize(seat, Math.max(0, (table.sizes[seat] ?? 0) - 1));
  }

  /** The wild on top gets its colour. */
  recolorTop(color: Color): void {
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
    this.pending = null;
    this.held = (opening?.cards ?? cardsOf(update, this.view)).map((card) => hold(card));
    this.table = opening?.table ?? update.table;
    this.pile = opening === null ? matchPile([], update.table) : [];
    this.unsorted = opening !== null;
    this.dealing = opening === null ? null : "cards";
    this.flying = new Set(opening === null ? [] : this.held.map((one) => one.id));
  }

  /** Show what an update says, whatever was shown before; cards that are new to the hand may be marked. */
  settle(update: Update, marked: boolean): void {
    const table = update.table;
    const turned = this.table?.turn !== table?.turn || this.table?.turns !== table?.turns;
    this.table = table;
    this.shown = update.number;
    this.dealing = this.plight = this.taking = this.skipped = this.upcoming = null;
    if (table?.turn === this.view && update.hand !== null) this.outcome = null; // the piles are under it
    this.unsorted = this.passing = false;
    const gone = this.pending;
    const cards = cardsOf(update, this.view);
    this.held = regroup(this.held, cards, marked);
    if (gone !== null && !this.held.some((one) => one.id === gone.id)) {
      this.pending = null; // it was played after all, in an update that was jumped over
      gone.flight.land();
      this.leave(gone.id, false);
    }
    this.pile = matchPile(this.pile, table);
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
    this.flying = setMember(this.flying, id, flying);
  }

  leave(id: number, leaving: boolean): void {
    this.leaving = setMember(this.leaving, id, leaving);
  }
}

function setMember(ids: ReadonlySet<number>, id: number, there: boolean): ReadonlySet<number> {
  const made = new Set(ids);
  if (there) made.add(id);
  else made.delete(id);
  return made;
}
