/** The rooms this browser has been in: the secret of its seat, and the hashes it was shown. */

import type { Room } from "./protocol";
import { forget, keys, record, write } from "./stored";

const PREFIX = "unolab.room.";
const MOST = 40; // rooms that are remembered
const A_WHILE = 60_000;

export interface Seen {
  /** The hash of a round that was shown before its cards were dealt. */
  before?: string;
  /** The one shown while it was being played. */
  during?: string;
}

export interface Remembered {
  code: string;
  token: string | null;
  /** When it was last open, in milliseconds since 1970. */
  at: number;
  names: string[];
  /** Rounds that ended while this browser looked on, the latest first. */
  ended: number[];
  hashes: Record<string, Seen>;
}

function hashesOf(value: unknown): Record<string, Seen> {
  const found: Record<string, Seen> = {};
  if (typeof value !== "object" || value === null) return found;
  for (const [round, seen] of Object.entries(value) as [string, unknown][]) {
    if (typeof seen !== "object" || seen === null) continue;
    const { before, during } = seen as Record<string, unknown>;
    found[round] = {
      ...(typeof before === "string" ? { before } : {}),
      ...(typeof during === "string" ? { during } : {}),
    };
  }
  return found;
}

export function recall(code: string): Remembered {
  const kept = record(PREFIX + code);
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return {
    code,
    token: typeof kept.token === "string" ? kept.token : null,
    at: typeof kept.at === "number" ? kept.at : 0,
    names: list(kept.names).filter((name) => typeof name === "string"),
    ended: list(kept.ended).filter((round) => typeof round === "number"),
    hashes: hashesOf(kept.hashes),
  };
}

/** All rooms, the one used last first. */
export function recent(): Remembered[] {
  return keys(PREFIX)
    .map((key) => recall(key.slice(PREFIX.length)))
    .sort((a, b) => b.at - a.at);
}

function keep(room: Remembered): void {
  for (const old of recent().slice(MOST)) forget(PREFIX + old.code);
  write(PREFIX + room.code, room);
}

export function keepToken(code: string, token: string | null): void {
  keep({ ...recall(code), token, at: Date.now() });
}

/** Keep what came with a new room: the secret of its seats, and the hash of its first round. */
export function keepRoom(code: string, token: string | null, hash: string): void {
  keep({ ...recall(code), token, at: Date.now(), hashes: { "1": { before: hash } } });
}

export function forgetRoom(code: string): void {
  forget(PREFIX + code);
}

/**
 * Note what a room shows. A hash is noted once: if another came later for the same round, the
 * replay would have to answer to the first.
 */
export function noted(before: Remembered, room: Room, now: number): Remembered {
  const hashes = { ...before.hashes };
  const next = String(room.rounds + 1);
  hashes[next] = { before: room.fair.next_hash, ...hashes[next] };
  if (room.rounds > 0 && room.fair.hash !== null && room.fair.seed === null) {
    hashes[room.rounds] = { during: room.fair.hash, ...hashes[room.rounds] };
  }
  const over = room.rounds > 0 && (room.stage === "pause" || room.stage === "over");
  const ended =
    over && !before.ended.includes(room.rounds) ? [room.rounds, ...before.ended] : before.ended;
  const names = room.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name);
  return { ...before, hashes, ended: ended.slice(0, 20), names, at: now };
}

export function note(room: Room): void {
  const before = recall(room.code);
  const after = noted(before, room, Date.now());
  const same = JSON.stringify({ ...after, at: 0 }) === JSON.stringify({ ...before, at: 0 });
  // an update comes with every move, and few of them have news
  if (!same || after.at - before.at > A_WHILE) keep(after);
}
