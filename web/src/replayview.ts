/** A recorded game as updates that the table can show. */

import { emptySeat } from "./emptyseat";
import type { Replay, Seat, Update } from "./protocol";

/**
 * The update for one moment, seen from a seat. Stepping forward tells what happened; after a jump the last turn of
 * everyone is told along, so that it stands beside them.
 */
export function updateOf(
  replay: Replay,
  at: number,
  number: number,
  forward: boolean,
  seat = 0,
): Update | null {
  const frame = replay.frames[at];
  if (frame === undefined) return null;
  const told = forward ? at : Math.max(0, at - replay.names.length + 1);
  const events = replay.frames.slice(told, at + 1).flatMap((one) => one.events);
  const seats = replay.names.map(
    (name, seat): Seat => ({
      ...emptySeat(),
      kind: replay.bots[seat] === true ? "bot" : "person",
      name,
      avatar: replay.avatars[seat] ?? 0,
      team: replay.teams[seat] ?? null,
    }),
  );
  return {
    type: "update",
    number,
    seats: [seat],
    host: false,
    alone: false,
    room: {
      code: replay.id ?? "",
      stage: "playing", // the end is shown on the table too, not as a poster over it
      rules: replay.rules,
      rules_said: [],
      has: replay.has.filter((one) => one !== "points"), // a round by itself has no totals
      options: { timer: 0, pace: "normal", open_hands: true, usual_timer: false, door: "locked" },
      seats,
      round: Number(replay.id?.split("-")[1] ?? 1),
      rounds: 1,
      totals: seats.map(() => 0),
      target: 0,
      standing: seats.map((_, seat) => seat),
      winners: [],
      story: [],
      fair: {
        commitment: replay.commitment,
        shares: replay.shares,
        secret: replay.secret,
        seed: replay.seed,
        next_commitment: "",
        next_shares: [],
        drawing: false,
        known: replay.known,
      },
      dealing: false,
      spectators: 0,
      paused: false,
      deals_in: null,
      contest: null,
      coach: false,
      helped: "",
      waiting: [],
    },
    table: frame.table,
    hand: null,
    steps: events.length > 0 ? [{ number, events, turn: frame.table.turn }] : [],
    sits: [],
    may_queue: false,
    must_ask: false,
    guest: null,
    taken_back: null,
    view: null,
  };
}

/** A game from text with the names that stand behind it, if there is one for every seat. */
export function withNames(replay: Replay, names: string[], other: (seat: number) => string): Replay {
  const fit = names.length === replay.names.length;
  return { ...replay, names: fit ? names : replay.names.map((_, seat) => other(seat)) };
}

/** The move that a link points to, if the game has it. */
export function moveIn(search: string, last: number): number | null {
  const text = new URLSearchParams(search).get("move") ?? "";
  const move = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  return move <= last ? move : null;
}

/** The seat from which a round is seen at first: that of this device, or else the first person's. */
export function ownSeat(replay: Replay, noted: number | undefined): number {
  if (noted !== undefined && noted < replay.names.length) return noted;
  return Math.max(0, replay.bots.indexOf(false));
}
