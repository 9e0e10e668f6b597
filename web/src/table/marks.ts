// Cards in the reader's hand that somebody points at: a hint, or what was played and what would have been better.

export interface Mark {
  text: string;
  /** Whether the card stands out; else only its tag does. */
  strong: boolean;
}

/** By the card as it is in the hand. */
export type Marks = Readonly<Record<string, Mark>>;

/** A round that is looked at again. */
export interface Study {
  /** What the page is called. */
  title: string;
  /** Whose cards these are. */
  name: string;
  /** What could be played; null where nothing was decided. */
  choices: ReadonlySet<string> | null;
}

export const NO_MARKS: Marks = {};
