/** What the server says of a finished round, and of a move to come. */

/** A move in unolab's notation, and how likely its player wins with it; null lets a chance out of turn go by. */
export interface MoveValue {
  move: string | null;
  value: number;
}

export type Mark = "best" | "close" | "nearly" | "slip" | "blunder";

/** Why a move is better than another: a key, and what is filled in. */
export interface Reason {
  key: string;
  seat?: number | null;
  cards?: number | null;
  color?: string | null;
  percent?: number | null;
  points?: number | null;
}

export interface Decision {
  /** The place of the move in the game. */
  at: number;
  seat: number;
  played: string | null;
  best: string | null;
  /** All that could be done, the best first. */
  moves: MoveValue[];
  loss: number;
  error: number;
  mark: Mark;
  reasons: Reason[];
  effect: number[];
}

export interface Lapse {
  at: number;
  seat: number;
  kind: "uno" | "catch";
  effect: number[];
}

export interface ChanceEvent {
  /** The place of the move in the game; -1 is the deal. */
  at: number;
  kind: "deal" | "draw" | "take";
  seat: number | null;
  cards: number;
  luck: number[];
}

export interface Parts {
  deal: number;
  draws: number;
  hidden: number;
  own: number;
  others: number;
  remainder: number;
}

export interface SeatReview {
  seat: number;
  result: number;
  share: number;
  parts: Parts;
  decisions: number;
  best: number;
  slips: number;
  blunders: number;
  loss: number | null;
  accuracy: number | null;
  adjusted: number;
}

export interface Review {
  game: string;
  rules: string;
  players: number;
  winner: number | null;
  network: string;
  worlds: number;
  /** Everyone's chance to win: after the deal, and after every move. */
  chances: number[][];
  decisions: Decision[];
  lapses: Lapse[];
  chance_events: ChanceEvent[];
  seats: SeatReview[];
  names: string[];
  avatars: number[];
  bots: boolean[];
}

/** How far a review is. */
export interface ReviewShown {
  done: number;
  of: number;
  review: Review | null;
}

export interface Advice {
  move: string | null;
  moves: MoveValue[];
  error: number;
  clear: boolean;
  reasons: Reason[];
  chances: number[];
  worlds: number;
}
