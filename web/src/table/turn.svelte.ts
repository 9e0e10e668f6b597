/** What the reader may do, and does. The server decides; a move answers the table that is shown. */

import { tick, untrack } from "svelte";

import type { Color } from "../art/geometry";
import { t } from "../i18n/index.svelte";
import type { Choice, Update } from "../protocol";
import { UNSENT } from "../room.svelte";
import { play as sound } from "../sound";
import { Timers } from "../timers";
import { attempt, group } from "./choices";
import type { Clocks } from "./clocks.svelte";
import type { Director } from "./director";
import type { Held } from "./held";
import type { TableLink } from "./link";
import { reasonOf } from "./reason";
import type { Scene } from "./scene.svelte";

export interface Sight {
  update: Update;
  connection: Pick<TableLink, "move" | "refused" | "status"> | null;
  readonly: boolean;
}

const SHAKES = 400;
const REASON_STAYS = 4_000;

export class Turn {
  /** The wild whose colour is asked for. */
  chosen: Held | null = $state.raw(null);
  /** Whether "Uno" will be said with the next card. */
  armed = $state(false);
  /** The card that was refused. */
  shaking: number | null = $state(null);
  /** Why it was. */
  reason = $state("");

  readonly #see: () => Sight;
  readonly #director: Director;
  readonly #scene: Scene;
  readonly #clocks: Clocks;
  readonly #refuse: (reason: string) => void;
  readonly #timers = new Timers();

  readonly #table = $derived.by(() => this.#see().update.table);
  readonly #hand = $derived.by(() => this.#see().update.hand);
  readonly mine = $derived.by(() => this.#hand !== null && !this.#see().readonly);
  readonly choices = $derived.by(() => group(this.mine ? (this.#hand?.choices ?? []) : []));
  /** The reader is to act, and has seen why. */
  readonly on = $derived.by(
    () =>
      this.mine &&
      this.#scene.settled &&
      this.#table?.turn === this.#scene.view &&
      this.#table.phase !== "over",
  );
  readonly playable = $derived.by(() => new Set(this.on ? this.choices.plays.keys() : []));
  readonly jumps = $derived.by(() => new Set(this.choices.jumps.keys()));
  /** What a challenge would be about, while one may be made. */
  readonly doubt = $derived.by(() =>
    this.on ? (this.choices.challenge?.challenge ?? null) : null,
  );
  readonly swapping = $derived.by(() => this.on && this.choices.swaps.length > 0);
  readonly naming = $derived.by(() => this.on && this.choices.names.length > 0);
  readonly drawn = $derived.by(() =>
    this.on && this.#table?.phase === "drawn" ? (this.#hand?.drawn ?? null) : null,
  );
  readonly choosingColor = $derived.by(() => this.chosen !== null || this.naming);
  /** Something else is asked than which card to play. */
  readonly asked = $derived.by(
    () => this.choosingColor || this.swapping || this.doubt !== null || this.drawn !== null,
  );
  /** The colours that are offered while one is chosen. */
  readonly colors = $derived.by(() => this.#wilds().flatMap((choice) => choice.color ?? []));
  readonly onlyDraw = $derived.by(
    () =>
      this.on &&
      this.choices.draw !== null &&
      this.choices.plays.size === 0 &&
      this.choices.challenge === null,
  );
  readonly fitting = $derived.by(() =>
    this.on ? this.#scene.held.filter((one) => this.choices.plays.has(one.card)) : [],
  );
  /** Whether something that is offered leaves one card. */
  readonly #leavesOne = $derived.by(
    () => this.mine && (this.#hand?.choices.some((choice) => choice.uno) ?? false),
  );
  readonly catchable = $derived.by((): Choice | null => {
    const choice = this.choices.catches[0];
    if (choice === undefined || this.#clocks.passed < (this.#table?.catch_in ?? 0)) return null;
    return choice;
  });
  readonly uno = $derived.by(() => {
    if (this.choices.call !== null) return "call" as const;
    if (this.catchable !== null) return "catch" as const;
    if (this.armed) return "armed" as const;
    return this.on && this.#leavesOne ? ("ready" as const) : ("rest" as const);
  });

  constructor(
    see: () => Sight,
    director: Director,
    clocks: Clocks,
    refuse: (reason: string) => void,
  ) {
    const { scene } = director;
    this.#see = see;
    this.#director = director;
    this.#scene = scene;
    this.#clocks = clocks;
    this.#refuse = refuse;

    // The server said no: the reason stands by the hand for a while, and if it was to the card, that comes back.
    let last = untrack(() => see().connection?.refused ?? null);
    $effect(() => {
      const refused = see().connection?.refused ?? null;
      if (refused === null || refused === last) return;
      last = refused;
      untrack(() => {
        const seats = see().update.room.seats;
        this.#explain(reasonOf(refused, seats[scene.table?.turn ?? 0]?.name ?? ""));
        void director.takeBack(refused.id).then((id) => id !== null && this.#shake(id));
      });
    });

    // Without a connection nobody knows whether the card was played: it comes back until the server says so.
    $effect(() => {
      const { connection } = see();
      if (connection !== null && connection.status !== "open") void director.takeBack();
    });
  }

  press(held: Held): void {
    if (!this.mine || this.#scene.pending !== null) return;
    if (this.chosen?.id === held.id) {
      this.chosen = null;
      return;
    }
    const plays = this.on ? this.choices.plays.get(held.card) : undefined;
    const options = plays ?? this.choices.jumps.get(held.card);
    const first = options?.[0];
    if (first === undefined) {
      this.chosen = null;
      this.#shake(held.id);
      this.#try(attempt(held.card));
    } else if (first.color !== null) this.chosen = held;
    else this.#commit(held, first);
  }

  pick(color: Color): void {
    const choice = this.#wilds().find((one) => one.color === color);
    if (choice === undefined) return;
    if (this.chosen !== null) this.#commit(this.chosen, choice);
    else this.#take(choice);
  }

  swap(seat: number): void {
    const choice = this.swapping ? this.choices.swaps.find((one) => one.seat === seat) : undefined;
    if (choice === undefined) return;
    this.#take(choice);
    this.armed = false;
  }

  draw(): void {
    if (!this.mine || this.#scene.pending !== null) return;
    this.chosen = null;
    this.#try(this.choices.draw?.move ?? "+");
  }

  challenge(): void {
    if (this.doubt !== null && this.choices.challenge !== null) this.#take(this.choices.challenge);
  }

  keep(): void {
    if (this.on && this.choices.keep !== null) this.#take(this.choices.keep);
  }

  playDrawn(): void {
    const held = this.#scene.held.findLast((one) => one.card === this.drawn);
    if (held !== undefined) this.press(held);
  }

  sayUno(): void {
    if (this.choices.call !== null) this.#take(this.choices.call);
    else if (this.catchable !== null) this.#take(this.catchable);
    // whoever means to catch must not say it for a card of their own
    else if (this.choices.catches.length > 0) this.#explain(t("table.refused.too_early"));
    else this.armed = !this.armed && this.#leavesOne;
  }

  #wilds(): Choice[] {
    if (this.chosen === null) return this.naming ? this.choices.names : [];
    const { card } = this.chosen;
    return this.choices.plays.get(card) ?? this.choices.jumps.get(card) ?? [];
  }

  #commit(held: Held, choice: Choice): void {
    this.chosen = null;
    this.#director.playEarly(held, choice.move, this.#take(choice));
    this.armed = false;
  }

  /** Do what is offered. Offers are shown as soon as they come, so this answers the newest update. */
  #take(choice: Choice): number {
    const said = choice.uno && this.armed ? `${choice.move}!` : choice.move;
    return this.#send(said, this.#see().update.number);
  }

  /** Try what is not: it answers what is shown, and the server says if the table has moved on. */
  #try(move: string): void {
    this.#send(move, this.#scene.shown);
  }

  #send(move: string, at: number): number {
    const { connection, update } = this.#see();
    this.reason = "";
    return connection?.move(move, at, update.hand?.seat) ?? UNSENT;
  }

  /** Say why something can't be done. */
  #explain(reason: string): void {
    this.reason = reason;
    this.#refuse(reason);
    sound("refused");
    this.#timers.start("reason", REASON_STAYS, () => (this.reason = ""));
  }

  #shake(id: number): void {
    this.shaking = null;
    void tick().then(() => (this.shaking = id));
    this.#timers.start("shake", SHAKES, () => (this.shaking = null));
  }
}
