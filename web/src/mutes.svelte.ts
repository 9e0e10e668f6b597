/** Those in a room whom this device does not want to hear; kept with what it remembers of the room. */

import type { Seat } from "./protocol";
import { keepMuted, recall } from "./rooms";

export class Mutes {
  readonly #code: string;
  #devices: string[] = $state.raw([]);

  constructor(code: string) {
    this.#code = code;
    this.#devices = recall(code).muted;
  }

  has(device: string | null | undefined): boolean {
    return device != null && this.#devices.includes(device);
  }

  toggle(device: string): void {
    const others = this.#devices.filter((one) => one !== device);
    this.#keep(this.has(device) ? others : [...others, device]);
  }

  /** Hear everyone again. */
  clear(): void {
    this.#keep([]);
  }

  /** Those at the table who are muted. */
  among(seats: readonly Seat[]): Seat[] {
    return seats.filter((seat) => this.has(seat.device));
  }

  #keep(devices: string[]): void {
    this.#devices = devices;
    keepMuted(this.#code, devices);
  }
}
