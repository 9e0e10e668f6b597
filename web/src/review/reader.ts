/** Whose round a review tells of, and to whom. */

import type { Replay } from "../protocol";
import { recall } from "../rooms";

/** The seat of this browser in a round; null if it had none. */
export function seatHere({ id, names }: Replay): number | null {
  const [code = "", round = ""] = (id ?? "").split("-");
  const seat = id === null ? undefined : recall(code).notes[round]?.seat;
  return seat !== undefined && seat < names.length ? seat : null;
}

/** The seats whose play may be looked at: nobody is judged before others but by a link of their own. */
export function seatsOpen(replay: Replay, own: number | null, linked: number | null): number[] {
  const all = replay.names.map((_, seat) => seat);
  if (replay.id === null) return all; // a game from text is no secret of anybody here
  const open = all.filter((seat) => replay.bots[seat] === true || seat === own || seat === linked);
  return open.length > 0 ? open : all;
}

/** The whole number that an address gives under a name, if it is below a limit. */
export function numberIn(search: string, name: string, limit: number): number | null {
  const text = new URLSearchParams(search).get(name) ?? "";
  const value = /^\d{1,6}$/.test(text) ? Number(text) : limit;
  return value < limit ? value : null;
}

/** What stands behind the "?" for a seat, and for a moment in the round if one is shown. */
export function searchOf(seat: number, step: number | null): string {
  return `?seat=${seat}${step === null ? "" : `&move=${step}`}`;
}
