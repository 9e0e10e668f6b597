// Waits and animations that can all be ended at once, for those who do not want to wait.

const AT_THE_LATEST = 1_000; // milliseconds after its time; what was taken off the page may never end

export class Tempo {
  #hasty = false;
  readonly #ending = new Set<() => void>();

  /** End all that runs, and whatever begins from now on. */
  hasten(): void {
    this.#hasty = true;
    for (const end of [...this.#ending]) end();
  }

  /** Let things take their time again. */
  calm(): void {
    this.#hasty = false;
  }

  wait(milliseconds: number): Promise<void> {
    if (this.#hasty || milliseconds <= 0) return Promise.resolve();
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#ending.delete(end);
        done();
      };
      const timer = setTimeout(end, milliseconds);
      this.#ending.add(end);
    });
  }

  /** Animate something, and wait until it has ended. */
  async run(target: Element, frames: Keyframe[], how: KeyframeAnimationOptions): Promise<void> {
    const animation = target.animate(frames, how);
    if (this.#hasty) {
      animation.finish();
      return;
    }
    const end = (): void => animation.finish();
    this.#ending.add(end);
    const late = Number(how.duration) + (how.delay ?? 0) + AT_THE_LATEST;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((done) => (timer = setTimeout(done, late)));
    try {
      await Promise.race([animation.finished, enough]);
    } catch {
      // cancelled with the table: nothing is left to wait for
    }
    clearTimeout(timer);
    this.#ending.delete(end);
  }
}
