/** Things that happen one after the other and can be cut short: what is still to come then happens at once. */

interface Cue {
  at: number;
  what: () => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Show {
  /** Whether everything has happened: what is seen stays. */
  done = $state(false);
  #cues: Cue[] = [];

  /** Without a length there is nothing to watch. */
  constructor(length: number) {
    if (length === 0) this.done = true;
    else this.at(length, () => (this.done = true));
  }

  /** Do something this many milliseconds from now. */
  at(milliseconds: number, what: () => void): void {
    if (this.done) {
      what();
      return;
    }
    const cue: Cue = {
      at: milliseconds,
      what,
      timer: setTimeout(() => {
        this.#cues = this.#cues.filter((one) => one !== cue);
        what();
      }, milliseconds),
    };
    this.#cues.push(cue);
  }

  /** Jump to the end. */
  finish(): void {
    const left = this.#cues.sort((one, other) => one.at - other.at);
    this.close();
    this.done = true;
    for (const { what } of left) what();
  }

  /** Forget what was to come. */
  close(): void {
    for (const { timer } of this.#cues) clearTimeout(timer);
    this.#cues = [];
  }
}
