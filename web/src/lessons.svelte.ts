/** The tutorial: what lies there in each lesson, and what comes of a press. Needs no server. */

import { cardName, t, type ColorLetter, type Key } from "./i18n/index.svelte";

export interface Lesson {
  name: "match" | "actions" | "wild" | "draw" | "four" | "uno" | "out";
  top: string;
  hand: string[];
  /** The cards that are right to press. */
  right: string[];
  /** Whether all of them have to be pressed. */
  all?: boolean;
}

const FIRST: Lesson = { name: "match", top: "R5", hand: ["R2", "B5", "G8", "Y3"], right: ["R2", "B5"] };
export const LESSONS: readonly Lesson[] = [
  FIRST,
  { name: "actions", top: "G6", hand: ["GS", "GV", "GD"], right: ["GS", "GV", "GD"], all: true },
  { name: "wild", top: "Y4", hand: ["R1", "B9", "*W"], right: ["*W"] },
  { name: "draw", top: "B7", hand: ["R2", "G9", "Y3"], right: ["B3"] },
  { name: "four", top: "R6", hand: ["G2", "*F", "B1"], right: ["*F"] },
  { name: "uno", top: "G1", hand: ["G4", "G8"], right: ["G4", "G8"] },
  { name: "out", top: "G8", hand: ["B8"], right: ["B8"] },
];

const DRAWN = "B3";
const EXPLAINED: Record<string, Key> = {
  GS: "legend.skip",
  GV: "legend.reverse",
  GD: "legend.drawTwo",
};
const DONE: Partial<Record<Lesson["name"], Key>> = {
  wild: "learn.wild.yes",
  draw: "learn.draw.yes",
  four: "learn.four.yes",
  out: "learn.out.yes",
};
const WRONG: Partial<Record<Lesson["name"], Key>> = {
  match: "learn.match.no",
  draw: "learn.draw.no",
};

export class Lessons {
  at = $state(0);
  top = $state("");
  hand: string[] = $state.raw([]);
  pressed: string[] = $state.raw([]);
  /** What is said about the last press, and whether it was wrong. */
  said = $state("");
  wrong = $state(false);
  /** The wild whose colour is asked for. */
  choosing: string | null = $state(null);
  owesUno = $state(false);
  done = $state(false);
  readonly lesson = $derived(LESSONS[this.at] ?? FIRST);
  /** Whether the stock is what should be pressed. */
  readonly mustDraw = $derived.by(
    () => this.lesson.name === "draw" && !this.done && !this.hand.includes(DRAWN),
  );

  constructor() {
    this.begin(0);
  }

  begin(at: number): void {
    this.at = at;
    this.top = this.lesson.top;
    this.hand = this.lesson.hand;
    this.pressed = [];
    this.#say("");
    this.choosing = null;
    this.done = false;
    this.owesUno = false;
  }

  press(card: string): void {
    if (this.done || this.owesUno) return;
    const { name, right, all } = this.lesson;
    if (!right.includes(card)) {
      this.#say(t(WRONG[name] ?? "learn.no", { card: cardName(card) }), true);
    } else if (all === true) this.#explain(card);
    else if (card.startsWith("*")) {
      this.choosing = card;
      this.#say(t("learn.choose"));
    } else {
      this.#lay(card, card);
      if (name === "uno") {
        this.owesUno = true;
        this.#say(t("learn.uno.now"));
      } else this.#finish(DONE[name] ?? "learn.match.yes");
    }
  }

  choose(color: ColorLetter): void {
    if (this.choosing === null) return;
    this.#lay(this.choosing, color + this.choosing.slice(1));
    this.choosing = null;
    this.#finish(DONE[this.lesson.name] ?? "learn.wild.yes");
  }

  draw(): void {
    if (!this.mustDraw) return;
    this.hand = [...this.hand, DRAWN];
    this.#say(t("learn.draw.drawn", { card: cardName(DRAWN) }));
  }

  sayUno(): void {
    if (!this.owesUno) return;
    this.owesUno = false;
    this.#finish("learn.uno.yes");
  }

  /** Tell what a card does; the lesson is over when all have been told. */
  #explain(card: string): void {
    if (!this.pressed.includes(card)) this.pressed = [...this.pressed, card];
    this.top = card;
    this.#say(t(EXPLAINED[card] ?? "learn.match.yes"));
    this.done = this.pressed.length === this.lesson.right.length;
  }

  #say(text: string, wrong = false): void {
    this.said = text;
    this.wrong = wrong;
  }

  #lay(card: string, shown: string): void {
    this.top = shown;
    this.hand = this.hand.filter((one) => one !== card);
  }

  #finish(key: Key): void {
    this.#say(t(key));
    this.done = true;
  }
}
