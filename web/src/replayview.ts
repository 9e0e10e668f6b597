/** A recorded game as updates that the table can show. */

import type { Replay, Seat, Update } from "./protocol";

/** The update for one moment; stepping forward tells what happened, a jump just shows. */
export function updateOf(replay: Replay, at: number, number: number, forward: boolean): Update | null {
  const frame = replay.frames[at];
  if (frame === undefined) return null;
  const seats = replay.names.map(
    (name, seat): Seat => ({
      kind: replay.bots[seat] === true ? "bot" : "person",
      name,
      avatar: replay.avatars[seat] ?? 0,
      device: null,
      bot: null,
      strength: null,
      here: true,
      away: false,
      ready: false,
      host: false,
      bot_in: null,
      team: null,
      left: false,
    }),
  );
  return {
    type: "update",
    number,
    seats: [],
    host: false,
    alone: false,
    room: {
      code: replay.id ?? "",
      stage: "playing", // the end is shown on the table too, not as a poster over it
      rules: replay.rules,
      rules_said: [],
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
      waiting: [],
    },
    table: frame.table,
    hand: null,
    steps: forward && frame.events.length > 0 ? [{ number, events: frame.events }] : [],
    sits: [],
    may_queue: false,
    guest: null,
  };
}

/** A game from text with the names that stand behind it, if there is one for every seat. */
export function namedBy(replay: Replay, names: string[], other: (seat: number) => string): Replay {
  const fit = names.length === replay.names.length;
  return { ...replay, names: fit ? names : replay.names.map((_, seat) => other(seat)) };
}
