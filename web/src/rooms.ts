/** The rooms this browser has been in: the token of its seat, and what it noted of their rounds. */

import { noteUpdate, notesOf, withSecret, type Notes } from "./fair/notes";
import type { Update } from "./protocol";
import { forget, keys, readRecord, write } from "./stored";
import { noteRound } from "./you/noting";

const PREFIX = "unolab.room.";
const MOST = 40; // rooms that are remembered
const A_WHILE = 60_000;
const LATELY = 24 * 60 * 60 * 1000;

export interface KeptSecret {
  text: string;
  /** Whether others know it by now. */
  revealed: boolean;
}

/** A round that is over, as it is listed. */
export interface Ended {
  round: number;
  names: string[];
  /** The seat that won; null if nobody did, or if that was not noted. */
  winner: number | null;
  /** None where no points are counted. */
  points: number | null;
  /** Their text; empty where what came of the round was not noted. */
  rules: string;
  turns: number;
  /** The seat of this device, if it had one. */
  seat: number | null;
  /** When it ended, in milliseconds since 1970. */
  at: number;
}

export interface Remembered {
  code: string;
  token: string | null;
  /** When it was last open, in milliseconds since 1970. */
  at: number;
  names: string[];
  /** Rounds that ended while this browser looked on, the latest first. */
  ended: Ended[];
  /** Whether nothing happens there any more. */
  over: boolean;
  /** Whether the seat there was given up, or taken away: the token stays, as the server knows this device by it. */
  left: boolean;
  /** By the number of the round. */
  notes: Notes;
  /** This device's own, for the next deal. */
  secret: KeptSecret | null;
  /** The devices whose reactions and words are not shown. */
  muted: string[];
  /** The address of the review from which a round is tried again here; "" in all other rooms. */
  from: string;
}

function secretOf(value: unknown): KeptSecret | null {
  if (typeof value !== "object" || value === null) return null;
  const { text, revealed } = value as Record<string, unknown>;
  return typeof text === "string" && typeof revealed === "boolean" ? { text, revealed } : null;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).filter((one) => typeof one === "string");
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** Read what was noted of a round; earlier versions noted its number alone. */
function endedOf(value: unknown, names: string[], at: number): Ended[] {
  const bare = { names, winner: null, points: 0, rules: "", turns: 0, seat: null, at };
  if (typeof value === "number") return [{ round: value, ...bare }];
  if (typeof value !== "object" || value === null) return [];
  const kept = { ...value } as Record<string, unknown>;
  const round = number(kept.round);
  if (round === null) return [];
  return [
    {
      round,
      names: texts(kept.names),
      winner: number(kept.winner),
      points: number(kept.points),
      rules: typeof kept.rules === "string" ? kept.rules : "",
      turns: number(kept.turns) ?? 0,
      seat: number(kept.seat),
      at: number(kept.at) ?? at,
    },
  ];
}

export function recall(code: string): Remembered {
  const kept = readRecord(PREFIX + code);
  const names = texts(kept.names);
  const at = number(kept.at) ?? 0;
  return {
    code,
    token: typeof kept.token === "string" ? kept.token : null,
    at,
    names,
    ended: list(kept.ended).flatMap((round) => endedOf(round, names, at)),
    over: kept.over === true,
    left: kept.left === true,
    notes: notesOf(kept.notes),
    secret: secretOf(kept.secret),
    muted: list(kept.muted).filter((device) => typeof device === "string"),
    from: typeof kept.from === "string" && kept.from.startsWith("/review/") ? kept.from : "",
  };
}

/** All rooms, the one used last first. */
export function recentRooms(): Remembered[] {
  return keys(PREFIX)
    .map((key) => recall(key.slice(PREFIX.length)))
    .sort((a, b) => b.at - a.at);
}

/** Rooms in which this browser has a seat, and where it was lately. */
export function roomsGoingOn(now = Date.now()): Remembered[] {
  return recentRooms().filter((one) => one.token !== null && !one.over && !one.left && now - one.at < LATELY);
}

/** Whether a round has ever been played to its end on this device. */
export function hasPlayed(): boolean {
  return recentRooms().some((room) => room.ended.length > 0);
}

function keep(room: Remembered): void {
  for (const old of recentRooms().slice(MOST)) forget(PREFIX + old.code);
  write(PREFIX + room.code, room);
}

export function keepToken(code: string, token: string): void {
  keep({ ...recall(code), token, at: Date.now() });
}

/** Note that the seat in a room is not this device's any more, though the server may still know it. */
export function noteLeft(code: string): void {
  keep({ ...recall(code), left: true, at: Date.now() });
}

/** Keep what came with a new room: the secret of its seats, and the commitment for its first round. */
export function keepRoom(code: string, token: string | null, commitment: string, from = ""): void {
  keep({ ...recall(code), token, at: Date.now(), notes: { "1": { commitment } }, from });
}

/** Keep this device's secret; once it is revealed in a drawing, with the notes of that drawing. */
export function keepSecret(code: string, secret: KeptSecret, drawing?: Update): void {
  const room = recall(code);
  const notes = drawing === undefined ? room.notes : withSecret(room.notes, drawing, secret.text);
  keep({ ...room, at: Date.now(), secret, notes });
}

export function keepMuted(code: string, muted: string[]): void {
  keep({ ...recall(code), muted, at: Date.now() });
}

export function forgetRoom(code: string): void {
  forget(PREFIX + code);
}

/** The round that an update shows the end of, if it does. */
function endOf({ room, seats, table }: Update): Ended | null {
  if (room.rounds === 0 || (room.stage !== "pause" && room.stage !== "over")) return null;
  return {
    round: room.rounds,
    names: room.seats.map((seat) => seat.name),
    winner: table?.winner ?? null,
    points: room.has.includes("points") ? (table?.points ?? 0) : null,
    rules: room.rules,
    turns: table?.turns ?? 0,
    seat: seats[0] ?? null,
    at: Date.now(),
  };
}

/** Note what an update shows of a room. */
export function keepUpdate(update: Update): void {
  const { room } = update;
  const before = recall(room.code);
  const end = endOf(update);
  const isNew = end !== null && before.ended.every((one) => one.round !== end.round);
  if (isNew) noteRound(update);
  const ended = isNew ? [end, ...before.ended] : before.ended;
  const after: Remembered = {
    ...before,
    ended: ended.slice(0, 20),
    over: room.stage === "over",
    left: before.left && update.seats.length === 0, // until they sit down again
    names: room.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name),
    notes: noteUpdate(before.notes, update),
    at: Date.now(),
  };
  const same = JSON.stringify({ ...after, at: 0 }) === JSON.stringify({ ...before, at: 0 });
  // an update comes with every move, and few of them have news
  if (!same || after.at - before.at > A_WHILE) keep(after);
}
