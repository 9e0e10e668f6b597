// The story of a round or a match, in the words of the page.

import { cardName, isKey, language, t, type Key } from "../i18n/index.svelte";
import type { Moment } from "../protocol";
import { cutTo } from "./letters";

const LONGEST = 52; // characters of a line

export interface Reader {
  names: readonly string[];
  /** The seat of the reader, who is called "you". */
  me: number | null;
  /** Whether to say in which round it was. */
  rounds: boolean;
}

/** One line. Where names are long the round is left out, then the names are cut. */
export function tellMoment(moment: Moment, reader: Reader): string {
  for (const most of [20, 12, 9]) {
    const plain = sentenceOf(moment, reader, most);
    const full = reader.rounds ? inRound(moment, plain, reader) : plain;
    if (full.length <= LONGEST) return full;
    if (plain.length <= LONGEST) return plain;
  }
  return sentenceOf(moment, reader, 6);
}

function sentenceOf(moment: Moment, { names, me }: Reader, most: number): string {
  const nameOf = (seat: number | null): string =>
    seat === null ? "" : cutTo(names[seat] ?? String(seat + 1), most);
  return t(keyOf(moment, me), {
    name: nameOf(moment.seat),
    other: nameOf(moment.other),
    n: moment.count,
    card: moment.card === null ? "" : cardName(moment.card),
  });
}

/** What happens to the reader is worded differently from what happens to others. */
function keyOf({ kind, seat, other }: Moment, me: number | null): Key {
  const toYou = `story.${kind}.toYou`;
  if (seat === me) return `story.${kind}.you`;
  return other === me && me !== null && isKey(toYou) ? toYou : `story.${kind}`;
}

function inRound({ round, seat }: Moment, what: string, { me }: Reader): string {
  const small = seat === me && language() !== "de"; // where a sentence keeps its capital after a colon
  const told = small ? what.charAt(0).toLocaleLowerCase(language()) + what.slice(1) : what;
  return t("story.round", { n: round, what: told });
}
