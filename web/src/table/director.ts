// Follows the updates: lets the scene show their events one by one, in step with the motion.

import type { Event as GameEvent, Update } from "../protocol";
import { playedSound } from "../sound";
import { isFirstSight } from "./firstsight";
import type { Held } from "./held";
import type { Motion } from "./motion";
import { perform } from "./perform";
import { Scene } from "./scene.svelte";
import { suspectOf, viewOf } from "./sight";

/** An event to show, with the seat to act after it; or the update that the events before it led to. */
type Task = { event: GameEvent; turn: number; update: Update } | { settle: Update };

const TOO_MANY = 8; // waiting events; more would be boring to watch
const MANY = 3; // waiting events; more are shown faster
const THREAT = 360; // milliseconds

export class Director {
  readonly scene = new Scene();
  /** How many times as fast as at a table everything moves. */
  tempo = 1;

  /** The latest truth, which may be ahead of what is shown. */
  #latest: Update | null = null;
  /** The number of the latest update whose events were taken. */
  #taken = 0;
  #queue: Task[] = [];
  #running = false;
  readonly #motion: Motion;
  readonly #speak: (event: GameEvent) => void;

  constructor(motion: Motion, speak: (event: GameEvent) => void = () => undefined) {
    this.#motion = motion;
    this.#speak = speak;
  }

  /** Take a new update: show its events one by one, or only where they led to. */
  take(update: Update, leap = false): void {
    const { scene } = this;
    const before = this.#latest;
    const steps = update.steps.filter(
      (step) => before === null || step.number > this.#taken || update.number < this.#taken,
    );
    const events = steps.flatMap((step) => step.events);
    this.#taken = update.number;
    this.#latest = update;
    const view = viewOf(update, scene.view);
    const sameSeat = before !== null && scene.view === view;
    scene.view = view;
    scene.suspect = suspectOf(before) ?? scene.suspect;
    const waiting = this.#queue.length + events.length;
    // whoever comes to a table sees its deal, if it is news to them
    const dealt = events.some(({ kind }) => kind === "dealt");
    const first = !leap && dealt && isFirstSight(update.room.code, update.room.rounds);
    const fresh = first && update.room.helped !== "retried"; // whose deal was seen in another room
    const jump =
      leap ||
      (before === null ? !fresh : !sameSeat) ||
      update.table === null ||
      document.hidden ||
      waiting > TOO_MANY * 2;
    if (jump) {
      if (leap) scene.bubbles = {};
      this.#jump(update, events, sameSeat && !leap);
      return;
    }
    scene.settled = false;
    const tasks = steps.flatMap(({ events, turn }) => events.map((event) => ({ event, turn, update })));
    this.#queue.push(...tasks, { settle: update });
    if (!this.#running) void this.#run();
  }

  /** Let a card fly before the server has said yes. */
  playEarly(held: Held, card: string, message: number): void {
    const { scene } = this;
    const flight = this.#motion.play(scene.view, card, held.id, 1); // from where it still is
    scene.leave(held.id, true);
    playedSound(card);
    scene.pending = { id: held.id, card, flight, message };
  }

  /** The server said no (to this message, if one is given) or nothing: the card comes back. Return which one. */
  async takeBack(message: number | null = null): Promise<number | null> {
    const { scene } = this;
    const { pending } = scene;
    if (pending === null || (message !== null && message !== pending.message)) return null;
    scene.pending = null;
    await pending.flight.done;
    scene.fly(pending.id, true);
    scene.leave(pending.id, false);
    await pending.flight.takeBack(pending.id);
    scene.fly(pending.id, false);
    return pending.id;
  }

  /** Deal the rest at once. */
  hasten(): void {
    if (this.scene.dealing !== null) this.#motion.hasten();
  }

  async #run(): Promise<void> {
    const { scene } = this;
    this.#running = true;
    try {
      await this.#showAll();
    } catch (error) {
      console.error(error); // a card that could not fly must not stop the game
      this.#running = false;
      scene.flying = scene.leaving = scene.moving = new Set();
      if (this.#latest !== null) this.#jump(this.#latest, [], false);
    } finally {
      this.#running = false;
    }
  }

  /** Show what waits, one by one. */
  async #showAll(): Promise<void> {
    const { scene } = this;
    let last: GameEvent | null = null;
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift()) {
      this.#motion.calm(); // whoever was in a hurry was so before this
      const waiting = this.#queue.filter((one) => "event" in one).length;
      const speed = (waiting > MANY ? 1.6 : 1) * this.tempo;
      if ("settle" in task) {
        if (last !== null && !document.hidden) await this.#threaten(task.settle, speed);
        this.#settle(task.settle, true);
        last = null;
        continue;
      }
      const { event, turn, update } = task;
      scene.note(event, update);
      this.#speak(event);
      if (document.hidden || waiting > TOO_MANY) {
        if (event.kind === "dealt") scene.start(update, null);
        scene.apply(event, update);
      } else await perform(scene, this.#motion, { event, update, last, turn, speed });
      last = event;
    }
  }

  /** Leave out all that waits, and show an update as it is. */
  #jump(update: Update, events: readonly GameEvent[], sameSeat: boolean): void {
    const missed = this.#queue.splice(0);
    for (const task of missed) if ("event" in task) this.scene.note(task.event, task.update);
    for (const event of events) {
      this.scene.note(event, update);
      this.scene.remember(event);
    }
    if (this.#running) {
      this.#motion.hasten(); // what moves now ends, and then all is as it should be
      this.#queue.push({ settle: update });
    }
    this.#settle(update, sameSeat);
  }

  /** Cards have become due: the light and the figure come first, what can be done about it after. */
  async #threaten({ table }: Update, speed: number): Promise<void> {
    const now = this.scene.table;
    if (table === null || now === null || table.due === 0 || table.phase === "over") return;
    if (now.due === table.due && now.turn === table.turn) return;
    this.scene.table = { ...now, turn: table.turn, due: table.due };
    this.scene.feel(table.turn, "wow");
    await this.#motion.rest(THREAT / speed);
  }

  #settle(update: Update, marked: boolean): void {
    this.scene.settle(update, marked);
    this.scene.settled = this.#queue.length === 0;
  }
}
