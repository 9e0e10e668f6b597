/** What this device writes down of every round, so that nobody can tell another story afterwards. */

import type { Event, Step, Update } from "../protocol";
import { drawingOf, type Drawing, type Note, type Round } from "./verify";

/** A note that is still being written. */
export interface OpenNote extends Note {
  /** The last step whose cards are in it. */
  step?: number;
}

export type Notes = Record<string, OpenNote>;

const MOST = 20; // rounds of a room whose notes are kept

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const records = (of: unknown): [string, unknown][] =>
  typeof of === "object" && of !== null ? Object.entries(of) : [];

function isDrawing(value: unknown): boolean {
  const { shares, number, secret = "" } = Object.fromEntries(records(value));
  return isTexts(shares) && Number.isInteger(number) && isText(secret);
}

const FIELDS: Record<keyof OpenNote, (value: unknown) => boolean> = {
  commitment: isText,
  during: isText,
  fixed: (value) => Array.isArray(value) && value.every(isDrawing),
  number: Number.isInteger,
  known: (value) => typeof value === "boolean",
  seat: Number.isInteger,
  hand: isTexts,
  draws: (value) => value === null || (Array.isArray(value) && value.every(isTexts)),
  step: Number.isInteger,
};

/** Read notes back; what is damaged is left out. */
export function notesOf(value: unknown): Notes {
  const found: Notes = {};
  for (const [round, note] of records(value)) {
    const fields = records(note).filter(([name, field]) => FIELDS[name as keyof OpenNote]?.(field));
    found[round] = Object.fromEntries(fields);
  }
  return found;
}

/**
 * Note what an update shows. What was shown first counts: if something else came later for the same round, the
 * replay would have to answer to the first.
 */
export function noteUpdate(before: Notes, update: Update): Notes {
  const { fair, rounds, round } = update.room;
  const notes = { ...before };
  const next = notes[rounds + 1] ?? {};
  notes[rounds + 1] = { commitment: fair.next_commitment, ...next };
  if (fair.drawing && findDrawing(before, update) === undefined) {
    const { shares, number } = shownDrawing(update);
    notes[rounds + 1] = { ...notes[rounds + 1], fixed: [...(next.fixed ?? []), { shares, number }] };
  }
  const now = notes[rounds] ?? {};
  if (rounds > 0 && fair.commitment !== null) {
    const secret = fair.secret === null; // afterwards anybody could say anything
    const seen = secret ? { during: fair.commitment, known: fair.known, number: round - 1 } : {};
    if (secret || now.step !== undefined) notes[rounds] = { ...seen, ...withCards(now, update) };
  }
  return Object.fromEntries(Object.entries(notes).slice(-MOST));
}

/** The drawing that an update shows. */
function shownDrawing({ room }: Update): Drawing {
  const { fair, stage, round } = room;
  return { shares: fair.next_shares.map((share) => share.commitment), number: stage === "pause" ? round : 0 };
}

const isSame = (one: Drawing, other: Drawing): boolean =>
  one.number === other.number && one.shares.join() === other.shares.join();

/** What is noted of the drawing that an update shows. */
export function findDrawing(notes: Notes, update: Update): Drawing | undefined {
  const now = shownDrawing(update);
  return notes[update.room.rounds + 1]?.fixed?.find((drawing) => isSame(drawing, now));
}

/** Note that a secret was revealed in the drawing that an update shows. */
export function withSecret(notes: Notes, update: Update, secret: string): Notes {
  const now = shownDrawing(update);
  const round = update.room.rounds + 1;
  const fixed = (notes[round]?.fixed ?? []).map((one) => (isSame(one, now) ? { ...one, secret } : one));
  return { ...notes, [round]: { ...notes[round], fixed } };
}

/** Notes as they are saved with a proof; `unolab verify` reads them. */
export interface SavedNotes extends Pick<Note, "commitment" | "number" | "seat" | "hand" | "draws"> {
  secret?: string;
  /** The commitments of devices as they were fixed when this one revealed its secret. */
  shares?: string[];
  /** How many times they were fixed while this device was there, each time others. */
  drawings: number;
}

/** What was noted of a round, with the drawing that its cards came from. */
export function notesToSave(round: Round, note: Note): SavedNotes {
  const { commitment, seat, hand, draws, fixed = [] } = note;
  const drawing = drawingOf(round, note);
  const { shares, secret, number = note.number } = drawing ?? {};
  const saved = { commitment, secret, seat, hand, draws, number, shares };
  const known = Object.entries(saved).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(known) as Partial<SavedNotes>), drawings: fixed.length };
}

/** Add the cards that this device's seat was dealt or drew; where people share one, nobody's are kept. */
function withCards(note: OpenNote, update: Update): OpenNote {
  const seat = update.seats.length > 1 ? undefined : (note.seat ?? update.seats[0]);
  if (update.taken_back !== null && note.draws !== undefined) note = { ...note, draws: null }; // some did not happen
  const steps = update.steps.filter((step) => step.number > (note.step ?? 0));
  const last = steps.at(-1);
  if (seat === undefined || last === undefined) return note;
  const begins = steps.some((step) => step.events.some((event) => event.kind === "dealt"));
  if (!begins && note.step === undefined) return note;
  const hand = begins ? dealtTo(seat, steps, update) : note.hand;
  const earlier = begins ? [] : note.draws;
  const drawn = steps.map((step) => drawnBy(seat, step)).filter((cards) => cards?.length !== 0);
  const complete = earlier != null && drawn.every((cards) => cards !== null);
  return {
    ...note,
    seat,
    step: last.number,
    draws: complete ? [...earlier, ...drawn] : null,
    ...(hand === undefined ? {} : { hand }),
  };
}

const isDraw = (event: Event): boolean => (event.kind === "drew" || event.kind === "took") && event.count > 0;

/** What a seat drew in one step; null if the cards were not shown. */
function drawnBy(seat: number, step: Step): string[] | null {
  const event = step.events.findLast((one) => isDraw(one) && one.seat === seat);
  return event === undefined ? [] : event.cards; // an event tells all that its seat drew in the step
}

/** The hand that was dealt, from the one shown now and what happened since. */
function dealtTo(seat: number, steps: Step[], update: Update): string[] | undefined {
  if (update.hand?.seat !== seat) return undefined;
  const hand = [...update.hand.cards];
  for (const step of steps.toReversed()) {
    for (const event of step.events) {
      if (event.kind === "swapped" || event.kind === "rotated") return undefined;
      if (event.kind === "played" && event.seat === seat && event.card !== null) {
        hand.push(event.card.replace(/^.([WF])$/, "*$1"));
      }
    }
    for (const card of drawnBy(seat, step) ?? []) {
      if (hand.includes(card)) hand.splice(hand.indexOf(card), 1);
    }
  }
  return hand;
}
