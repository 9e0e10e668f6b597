/** What follows from an update and what is shown of it: who is who, whether it is over, what else may be done. */

import type { Update } from "../protocol";
import type { TableLink } from "./link";
import type { Scene } from "./scene.svelte";
import type { Cast } from "./story";
import type { Turn } from "./turn.svelte";

interface Sight {
  update: Update;
  connection: TableLink | null;
}

export class Situation {
  readonly #see: () => Sight;
  readonly #scene: Scene;
  readonly #turn: Turn;

  readonly #update = $derived.by(() => this.#see().update);
  readonly #room = $derived.by(() => this.#update.room);
  readonly #table = $derived.by(() => this.#scene.table);
  readonly #online = $derived.by(() => this.#see().connection !== null);

  readonly cast: Cast = $derived.by(() => ({
    names: this.#room.seats.map((seat) => seat.name),
    me: this.#update.hand === null ? null : this.#scene.view,
    shared: this.#update.seats.length > 1,
    scored: this.#room.has.includes("points"),
  }));
  readonly players = $derived.by(() => this.#table?.players ?? this.#room.seats.length);
  /** Somebody watches a room of others, perhaps on a television that all of them look at. */
  readonly watched = $derived.by(
    () => this.#online && this.#update.seats.length === 0 && this.players > 1,
  );
  /** While a colour is chosen none is in force. */
  readonly color = $derived.by(() =>
    this.#turn.choosingColor ? null : (this.#table?.color ?? null),
  );
  /** Who follows whoever acts, if that is certain. */
  readonly nextSeat = $derived.by(() => {
    const table = this.#table;
    if (!this.#scene.settled) return this.#scene.upcoming;
    return table !== null && table.phase !== "over" && table.next !== table.turn ? table.next : null;
  });
  /** The end of a round or a match lies over the table. */
  readonly ended = $derived.by(
    () =>
      this.#online &&
      this.#scene.settled &&
      this.#table?.phase === "over" &&
      (this.#room.stage === "pause" || this.#room.stage === "over"),
  );
  /** Nobody else waits: the bots may be hurried. */
  readonly mayHurry = $derived.by(
    () =>
      this.#turn.mine &&
      this.#update.alone &&
      this.#update.table?.turn !== this.#scene.view &&
      this.#table?.phase !== "over",
  );
  /** A bot plays for somebody of this device. */
  readonly away = $derived.by(() =>
    this.#update.seats.some((seat) => this.#room.seats[seat]?.away === true),
  );
  /** Moods may be shown, but not while something is asked: its answer comes first. */
  readonly mayReact = $derived.by(() => {
    const { choosingColor, swapping, doubt, drawn, on } = this.#turn;
    return (
      this.#online &&
      !this.#update.alone &&
      this.#update.seats.length > 0 &&
      !(choosingColor || swapping || doubt !== null || drawn !== null) &&
      !(on && (this.#table?.due ?? 0) > 0) &&
      (this.ended || this.#scene.outcome === null)
    );
  });

  constructor(see: () => Sight, scene: Scene, turn: Turn) {
    this.#see = see;
    this.#scene = scene;
    this.#turn = turn;
  }
}
