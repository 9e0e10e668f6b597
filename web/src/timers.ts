/** Timers by name: a new one takes the place of the old one, so that nothing ends before its time. */
export class Timers {
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();

  /** Do something later, in place of what had this name before. */
  start(name: string, milliseconds: number, act: () => void): void {
    clearTimeout(this.#running.get(name));
    const timer = setTimeout(() => {
      this.#running.delete(name);
      act();
    }, milliseconds);
    this.#running.set(name, timer);
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  /** Stop all of them. */
  close(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }
}
