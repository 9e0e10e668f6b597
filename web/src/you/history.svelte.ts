/**
 * The rounds that this person has played, in this browser and nowhere else.
 *
 * They lie in localStorage, as all else that the page keeps: it is read at once, without waiting, and other
 * tabs hear of changes. 2,000 rounds take about half a megabyte of the five that a browser allows.
 */

import { read, tryToWrite } from "../stored";
import { isSame, readRound, type Figures, type Round } from "./round";

const KEY = "unolab.rounds";
export const MOST = 2_000;

/** The latest first. */
function order(rounds: readonly Round[]): Round[] {
  return [...rounds].sort((one, other) => other.at - one.at).slice(0, MOST);
}

function readKept(): Round[] {
  const kept = read(KEY);
  return Array.isArray(kept) ? order(kept.flatMap((one) => readRound(one) ?? [])) : [];
}

/** Two notes of one round: what either knows more. */
function join(one: Round, other: Round): Round {
  return { ...one, figures: one.figures ?? other.figures, daily: one.daily ?? other.daily };
}

class History {
  /** The latest first. */
  rounds: readonly Round[] = $state.raw(readKept());
  /** Whether the browser keeps them; if not, they are gone when this page is closed. */
  lasting = $state(true);

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY || event.key === null) this.rounds = readKept();
    });
  }

  /** Note a round, once. */
  add(round: Round): void {
    if (!this.rounds.some((one) => isSame(one, round))) this.merge([round]);
  }

  /** Note what a review said of the latest round with this id. */
  rate(id: string, figures: Figures): void {
    this.#change((rounds) => {
      const at = rounds.findIndex((one) => one.id === id);
      return rounds.map((one, number) => (number === at ? { ...one, figures } : one));
    });
  }

  /** Add the rounds that are not there yet; return how many that were. */
  merge(others: readonly Round[]): number {
    let added = 0;
    this.#change((rounds) => {
      const byId = new Map<string, Round[]>();
      for (const round of rounds) byId.set(round.id, [...(byId.get(round.id) ?? []), round]);
      for (const other of others) {
        const alike = byId.get(other.id) ?? [];
        const at = alike.findIndex((one) => isSame(one, other));
        const known = alike[at];
        if (known === undefined) {
          byId.set(other.id, [...alike, other]);
          added += 1;
        } else byId.set(other.id, alike.with(at, join(known, other)));
      }
      return [...byId.values()].flat();
    });
    return added;
  }

  /** Find out whether the browser keeps anything, before it matters. */
  check(): void {
    this.lasting = tryToWrite(KEY, this.rounds);
  }

  clear(): void {
    this.#change(() => []);
  }

  /** Change what is kept; another tab may have changed it since, so it is read anew. */
  #change(edit: (rounds: readonly Round[]) => Round[]): void {
    const rounds = order(edit(this.lasting ? readKept() : this.rounds));
    this.lasting = tryToWrite(KEY, rounds);
    this.rounds = rounds;
  }
}

export const history = new History();
