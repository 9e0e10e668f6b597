/** The rounds that this browser has seen, as they are listed: from its own notes, and from the server's. */

import type { RoomShown } from "./protocol";
import type { Ended, Remembered } from "./rooms";

export interface Listed extends Ended {
  /** Of its replay. */
  id: string;
  code: string;
}

const MOST = 40;

/** All rounds of some rooms, the latest first. */
export function listRounds(rooms: readonly Remembered[], shown: readonly RoomShown[] = []): Listed[] {
  const rounds = rooms.flatMap((room) => {
    const told = shown.find((one) => one.code === room.code);
    return mergeRounds(room, told).map((round) => ({ ...round, id: `${room.code}-${round.round}`, code: room.code }));
  });
  return rounds.sort((a, b) => b.at - a.at || b.round - a.round).slice(0, MOST);
}

/** The rounds of a room, and those that ended while this browser did not look. */
function mergeRounds(room: Remembered, told: RoomShown | undefined): Ended[] {
  const rounds = new Map(room.ended.map((one) => [one.round, one]));
  for (const { id, rules, names, winner, points, turns } of told?.rounds ?? []) {
    const round = Number(id.split("-")[1]);
    const noted = rounds.get(round);
    const seat = noted?.seat ?? room.notes[round]?.seat ?? null;
    if (noted === undefined || noted.rules === "") {
      rounds.set(round, { round, names, winner, points, rules, turns, seat, at: noted?.at ?? room.at });
    }
  }
  return [...rounds.values()];
}
