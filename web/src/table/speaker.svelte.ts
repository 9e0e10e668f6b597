/** What screen readers say: one after the other would cut each other short, so it is put together. */

const TOGETHER = 500; // milliseconds within which things are said together

export class Speaker {
  spoken = $state("");
  #fresh = false;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  /** Something has happened. */
  tell(text: string): void {
    this.announce(`${text}.`);
    this.#fresh = true;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.#fresh = false), TOGETHER);
  }

  /** Something is to be known, after what has just happened. */
  announce(text: string): void {
    this.spoken = this.#fresh ? `${this.spoken} ${text}` : text;
  }

  close(): void {
    clearTimeout(this.#quiet);
  }
}
