/** Solving a puzzle: what was tried, and what came of it. The server knows the answer. */

import { Failure, tryPuzzle } from "../api";
import { sayFailure } from "../failure";
import type { PuzzleAnswer, PuzzleMove, PuzzleShown, Refused } from "../protocol";
import type { TableLink } from "../table/link";
import type { Progress } from "./progress.svelte";

const LOOK = 900; // milliseconds for which the card that was right lies on the pile

export class Solving {
  /** What there is to say about the puzzle, once it was tried. */
  answer: PuzzleAnswer | null = $state.raw(null);
  /** The move that was tried last, if it was wrong. */
  wrong: PuzzleMove | null = $state.raw(null);
  /** The move that was tried first. */
  first: string | null = $state(null);
  /** Whether all moves are shown: it is solved, or given up. */
  open = $state(false);
  solved = $state(false);
  trouble = $state("");
  busy = $state(false);
  #refused: Refused | null = $state.raw(null);
  #sent = 0;
  #missed = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly puzzle: PuzzleShown,
    private readonly progress: Progress,
    private readonly still: () => boolean,
  ) {}

  /** What the table sends its moves to, in place of a room. */
  readonly link: TableLink = (() => {
    const refused = (): Refused | null => this.#refused;
    return {
      status: "open",
      outdated: false,
      get refused() {
        return refused();
      },
      hinted: null, // nobody helps with a puzzle
      send: () => -1,
      sendQuietly: () => -1,
      move: (move: string) => {
        const id = ++this.#sent;
        void this.#try(move, id);
        return id;
      },
    };
  })();

  /** Stop waiting: the puzzle is not shown any more. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  again(): void {
    this.wrong = null;
  }

  /** Give up, and see the answer. */
  async giveUp(): Promise<void> {
    this.#miss();
    const answer = this.answer ?? (await this.#ask(null));
    if (answer !== null) this.#show(answer);
  }

  async #try(move: string, id: number): Promise<void> {
    if (this.solved) return;
    const plain = move.replace(/!$/, "");
    if (!this.puzzle.hand.choices.some((choice) => choice.move === plain)) {
      this.#refuse(id, "wrong_answer");
      return;
    }
    const answer = await this.#ask(plain);
    if (answer === null) {
      this.#refuse(id, "not_tried");
      return;
    }
    this.answer = answer;
    this.first ??= plain;
    if (!answer.right) {
      this.#miss();
      this.wrong = answer.moves.find((one) => one.move === plain) ?? null;
      this.#refuse(id, "not_best");
      return;
    }
    this.solved = true;
    this.wrong = null;
    this.progress.solve(this.puzzle.id, !this.#missed);
    if (this.still()) this.#show(answer);
    else this.#timer = setTimeout(() => this.#show(answer), LOOK);
  }

  async #ask(move: string | null): Promise<PuzzleAnswer | null> {
    this.trouble = "";
    this.busy = true;
    try {
      return await tryPuzzle(this.puzzle.id, { move });
    } catch (error) {
      this.trouble = sayFailure(error instanceof Failure ? error : new Failure("server"));
      return null;
    } finally {
      this.busy = false;
    }
  }

  #miss(): void {
    this.#missed = true;
    this.progress.miss(this.puzzle.id);
  }

  #show(answer: PuzzleAnswer): void {
    this.answer = answer;
    this.wrong = null;
    this.open = true;
  }

  /** The card that was tried comes back, and shakes. */
  #refuse(id: number, code: string): void {
    this.#refused = { type: "refused", id, code, text: "", top: null, due: 0 } as Refused;
  }
}
