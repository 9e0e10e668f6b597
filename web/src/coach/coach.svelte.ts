/** Help during a round against bots: hints, moves taken back, and everyone's chances. The server gives it, or refuses. */

import { untrack } from "svelte";

import type { Advice, Hinted, Refused, Update } from "../protocol";
import type { Outgoing } from "../room.svelte";
import { UNSENT } from "../room.svelte";
import { Timers } from "../timers";

/** What the coach says through; a connection to a room. */
export interface Line {
  readonly hinted: Hinted | null;
  readonly refused: Refused | null;
  send(message: Outgoing): number;
  /** Ask for something that nobody wished for, so that nobody hears if it is refused. */
  sendQuietly(message: Outgoing): number;
}

export interface Sight {
  update: Update;
  line: Line | null;
  /** Whether the reader is to act, and has seen why. */
  on: boolean;
  /** Whether everyone's chances are to be shown. */
  weighing: boolean;
}

const SLOW = 2_000; // milliseconds after which one wonders why nothing comes
const PATIENCE = 6_000;
const TURNS = 1_500; // milliseconds that a hint waits for another answer
const STAYS = 5_000;

export class Coach {
  advice: Advice | null = $state.raw(null);
  /** How far a hint is: asked for, for long, given, or not to be had; or a move was taken back. */
  stage: "none" | "asked" | "slow" | "given" | "failed" | "taken" = $state("none");
  /** Everyone's chance to win, as far as the reader can know. */
  chances: readonly number[] | null = $state.raw(null);

  /** Whether nothing had helped in this round before: from now on it does not count. */
  first = $state(false);

  readonly #see: () => Sight;
  readonly #timers = new Timers();
  #asked: number | null = null; // the question for a hint that is not answered yet
  #answer: Advice | null = null; // what was said about this moment, also if it came too late
  #weighed: number | null = null;
  #weighs = false; // one question at a time: a hint waits for the answer to this one
  #told = 0; // the round in which it was said that it no longer counts

  /** The moment that a hint is about: any move ends it. */
  readonly #moment = $derived.by(() => {
    const { room, table } = this.#see().update;
    return `${room.rounds} ${table?.turns} ${table?.phase} ${table?.turn} ${table?.stock} ${table?.top}`;
  });
  /** Whether there is a coach at this table at all. */
  readonly there = $derived.by(() => {
    const { update, line } = this.#see();
    return line !== null && update.room.coach && update.room.stage === "playing" && update.hand !== null;
  });
  readonly mayHint = $derived.by(() => this.there && this.#see().on);
  readonly #weighing = $derived.by(() => this.there && this.#see().weighing);
  /** The moment that chances are asked for, if it is one to ask. */
  readonly #weighable = $derived.by(() => (this.#weighing && this.#see().on ? this.#moment : null));

  constructor(see: () => Sight) {
    this.#see = see;
    $effect(() => {
      void this.#moment;
      untrack(() => {
        this.hide();
        this.#asked = null;
        this.#answer = null;
        this.#tellTaken();
      });
    });
    $effect(() => {
      const hinted = see().line?.hinted ?? null;
      if (hinted !== null) untrack(() => this.#take(hinted));
    });
    $effect(() => {
      const refused = see().line?.refused ?? null;
      if (refused === null || refused.id !== this.#asked) return;
      this.#asked = null;
      untrack(() => this.hide());
    });
    // once for every turn: a bar that moved while one decides would be a hint
    $effect(() => {
      if (this.#weighable !== null) untrack(() => this.#weigh());
    });
    $effect(() => {
      if (!this.#weighing) this.chances = null;
    });
  }

  /** Ask what to do, or hide what was said. */
  hint(): void {
    if (this.stage !== "none") {
      this.hide();
      return;
    }
    const { line, update } = this.#see();
    if (!this.mayHint || line === null) return;
    if (this.#answer !== null) {
      this.#give(this.#answer);
      return;
    }
    this.first = update.room.helped === "";
    this.stage = "asked";
    this.#timers.start("slow", SLOW, () => (this.stage = "slow"));
    this.#timers.start("late", PATIENCE, () => this.#fail());
    if (this.#asked !== null) return; // it is still being thought about
    if (this.#weighs) this.#timers.start("ask", TURNS, () => this.#ask());
    else this.#ask();
  }

  #ask(): void {
    const { line, update } = this.#see();
    const id = line?.send({ type: "hint", at: update.number }) ?? UNSENT;
    this.#asked = id === UNSENT ? null : id;
    if (id === UNSENT) this.#fail();
  }

  takeBack(): void {
    const { line, update } = this.#see();
    if (this.there) line?.send({ type: "take_back", at: update.number });
  }

  hide(): void {
    this.#timers.close();
    this.stage = "none";
    this.advice = null;
  }

  close(): void {
    this.#timers.close();
  }

  #tellTaken(): void {
    const { taken_back, room } = this.#see().update;
    if (taken_back === null || this.#told === room.rounds) return;
    this.#told = room.rounds;
    this.stage = "taken";
    this.#timers.start("taken", STAYS, () => this.hide());
  }

  #weigh(): void {
    const { line, update } = this.#see();
    this.#weighed = line?.sendQuietly({ type: "weigh", at: update.number }) ?? null;
    this.#weighs = true;
  }

  #take(hinted: Hinted): void {
    if (hinted.id === this.#asked) {
      this.#asked = null;
      this.#answer = hinted.advice;
      if (this.stage === "none") return; // nobody waits for it any more
      if (hinted.advice === null) this.#fail();
      else this.#give(hinted.advice);
    } else if (hinted.id === this.#weighed) {
      this.chances = hinted.chances ?? this.chances;
      this.#weighs = false;
      if (this.#timers.isRunning("ask")) this.#timers.start("ask", 0, () => this.#ask());
    }
  }

  #give(advice: Advice): void {
    this.#timers.close();
    this.advice = advice;
    this.stage = "given";
  }

  #fail(): void {
    this.#timers.close();
    this.stage = "failed";
  }
}
