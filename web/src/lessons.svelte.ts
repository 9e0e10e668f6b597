/**
 * A first game, played step by step against a bot whose cards are fixed: every step has one right
 * answer, and what it leads to is written here. Needs no server.
 */

import { toSentence } from "./failure";
import { cardName, t, type ColorLetter } from "./i18n/index.svelte";
import { FACE_POINTS } from "./protocol";
import { readTab, writeTab } from "./stored";

export interface Lesson {
  name: "match" | "action" | "wild" | "challenge" | "draw" | "uno" | "out";
  /** What lies on top, what I hold, and how many cards the bot has. */
  top: string;
  hand: string[];
  theirs: number;
  /** The cards to play, one after the other. */
  play: string[];
  /** Those that would fit as well. */
  others?: string[];
}

const FIRST: Lesson = {
  name: "match",
  top: "R5",
  hand: ["R2", "GS", "G9", "*W", "Y7", "Y0"],
  theirs: 6,
  play: ["R2"],
  others: ["*W"],
};
/** One game from the first card to the last; between two steps the bot has played what lies there. */
export const LESSONS: readonly Lesson[] = [
  FIRST,
  { name: "action", top: "G2", hand: ["GS", "G9", "*W", "Y7", "Y0"], theirs: 5, play: ["GS", "G9"], others: ["G9", "*W"] },
  { name: "wild", top: "B9", hand: ["*W", "Y7", "Y0"], theirs: 4, play: ["*W"] },
  { name: "challenge", top: "RF", hand: ["Y7", "Y0"], theirs: 3, play: [] },
  { name: "draw", top: "RF", hand: ["Y7", "Y0"], theirs: 7, play: ["R7"] },
  { name: "uno", top: "B7", hand: ["Y7", "Y0"], theirs: 6, play: ["Y7"] },
  { name: "out", top: "Y4", hand: ["Y0"], theirs: 5, play: ["Y0"] },
];

export const OPPONENT = "Bo";
/** What the bot shows when it is challenged: it had a yellow card. */
export const SHOWN = ["Y4", "B7", "G1"];
const WISH: ColorLetter = "Y"; // the colour of both other cards
const DRAWN = "R7";
const KEY = "unolab.lesson";
/** What is left in the bot's hand: one that it had shown, and the four that it had to take. */
const LEFT = ["G1", "R3", "Y2", "BS", "RD"];
const POINTS = LEFT.reduce((sum, card) => sum + FACE_POINTS[card.charAt(1) as keyof typeof FACE_POINTS], 0);

export class Lessons {
  at = $state(0);
  top = $state("");
  hand: string[] = $state.raw([]);
  theirs = $state(0);
  /** The bot's cards, while they lie open. */
  shown: string[] = $state.raw([]);
  /** What is said about the last press, and whether it was wrong. */
  said = $state("");
  wrong = $state(false);
  /** The wild whose colour is asked for. */
  choosing: string | null = $state(null);
  owesUno = $state(false);
  done = $state(false);
  private played = $state(0);
  readonly lesson = $derived(LESSONS[this.at] ?? FIRST);
  /** Whether the stock is what should be pressed. */
  readonly mustDraw = $derived.by(
    () => this.lesson.name === "draw" && !this.done && !this.hand.includes(DRAWN),
  );
  readonly mustAnswer = $derived.by(() => this.lesson.name === "challenge" && !this.done);

  /** Begin where this tab was before a reload. */
  constructor() {
    const at = Number(readTab(KEY) ?? 0);
    this.begin(LESSONS[at] === undefined ? 0 : at);
  }

  begin(at: number): void {
    writeTab(KEY, at);
    this.at = at;
    this.top = this.lesson.top;
    this.hand = this.lesson.hand;
    this.theirs = this.lesson.theirs;
    this.shown = [];
    this.#say("");
    this.choosing = null;
    this.done = false;
    this.owesUno = false;
    this.played = 0;
  }

  press(card: string): void {
    if (this.#waits) return;
    const { name, play } = this.lesson;
    if (card !== play[this.played]) this.#explain(card);
    else if (card.startsWith("*")) {
      this.choosing = card;
      this.#say(t("learn.choose"));
    } else {
      this.#lay(card, card);
      if (this.played < play.length) this.#say(t("learn.action.again"));
      else if (name === "uno") {
        this.owesUno = true;
        this.#say(t("learn.uno.now"));
      } else this.#finish(t(`learn.${name}.yes` as "learn.out.yes", { n: POINTS }));
    }
  }

  choose(color: ColorLetter): void {
    if (this.choosing === null) return;
    if (color !== WISH) {
      this.#say(t("learn.wild.better"), true);
      return;
    }
    this.#lay(this.choosing, color + this.choosing.slice(1));
    this.choosing = null;
    this.#finish(t("learn.wild.yes"));
  }

  /** Take the four cards, or look whether they were a bluff. */
  answer(challenge: boolean): void {
    if (!this.mustAnswer) return;
    if (!challenge) {
      this.#say(t("learn.challenge.no"), true);
      return;
    }
    this.shown = SHOWN;
    this.theirs = SHOWN.length + 4;
    this.#finish(t("learn.challenge.yes"));
  }

  draw(): void {
    if (!this.mustDraw) {
      if (!this.#waits) this.#say(t("learn.fits"), true);
      return;
    }
    this.hand = [...this.hand, DRAWN];
    this.#say(t("learn.draw.drawn", { card: cardName(DRAWN) }));
  }

  sayUno(): void {
    if (!this.owesUno) {
      if (!this.#waits) this.#say(t("learn.uno.early"), true);
      return;
    }
    this.owesUno = false;
    this.#finish(t("learn.uno.yes"));
  }

  /** Whether no card is asked for now, but an answer, a word, or nothing any more. */
  get #waits(): boolean {
    return this.done || this.owesUno || this.mustAnswer || this.choosing !== null;
  }

  /** Say why a card is not the one: it does not fit, or another one is to be tried. */
  #explain(card: string): void {
    const fits = this.lesson.others?.includes(card) === true;
    const key = fits ? "learn.other" : this.mustDraw ? "learn.draw.no" : "learn.no";
    this.#say(toSentence(t(key, { card: cardName(card) })), true);
  }

  #say(text: string, wrong = false): void {
    this.said = text;
    this.wrong = wrong;
  }

  #lay(card: string, shown: string): void {
    this.top = shown;
    this.hand = this.hand.filter((one) => one !== card);
    this.played += 1;
  }

  #finish(text: string): void {
    if (this.at === LESSONS.length - 1) writeTab(KEY, 0);
    this.#say(text);
    this.done = true;
  }
}
