/** What the page asks of the server over HTTP, with errors that can be shown. */

import type {
  Catalogue,
  CodeAsked,
  CodeReserved,
  Daily,
  DailyExpert,
  Network,
  NewRoom,
  Problem,
  PuzzleAnswer,
  PuzzleList,
  PuzzleShown,
  PuzzleTried,
  Replay,
  RoomMade,
  RoomShown,
  RulesAnswer,
  RulesAsked,
} from "./protocol";

const PATIENCE = 15_000; // milliseconds until an answer is no longer expected

/** Why nothing came back: a word for programs, and a sentence of the server (in English). */
export class Failure extends Error {
  readonly code: string;

  constructor(code: string, text = "") {
    super(text);
    this.name = "Failure";
    this.code = code;
  }
}

export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "text" in value &&
    typeof value.text === "string"
  );
}

export async function failureOf(response: Response): Promise<Failure> {
  try {
    const body: unknown = await response.json();
    if (isProblem(body)) return new Failure(body.code, body.text);
  } catch {
    // not one of our answers: something between us and the server spoke
  }
  return new Failure(response.status === 404 ? "not_found" : "server");
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const watch = new AbortController();
  const timer = setTimeout(() => watch.abort(), PATIENCE);
  try {
    const response = await fetch(`/api/${path}`, {
      signal: watch.signal,
      ...(body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          }),
    });
    if (!response.ok) throw await failureOf(response);
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(watch.signal.aborted ? "slow" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

let known: Promise<Catalogue> | null = null;

/** Presets, options and bots: asked for once, and again only if that failed. */
export function catalogue(): Promise<Catalogue> {
  known ??= ask<Catalogue>("catalogue").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export const askRules = (asked: RulesAsked): Promise<RulesAnswer> => ask("rules", asked);
export const makeRoom = (room: NewRoom): Promise<RoomMade> => ask("rooms", room);
export const reserveCode = (asked: CodeAsked): Promise<CodeReserved> => ask("reservations", asked);
export const askNetwork = (): Promise<Network> => ask("network");
export const openNetwork = (): Promise<Network> => ask("network", {});
export const showRoom = (code: string): Promise<RoomShown> => ask(`rooms/${code}`);
export const fetchReplay = (id: string): Promise<Replay> => ask(`replays/${id}`);
export const fetchProof = (id: string): Promise<Record<string, unknown>> => ask(`replays/${id}/proof`);
export const readReplay = (text: string): Promise<Replay> => ask("replays", { text });
export const askDaily = (): Promise<Daily> => ask("daily");
export const listPuzzles = (): Promise<PuzzleList> => ask("puzzles");
export const fetchPuzzle = (id: string): Promise<PuzzleShown> => ask(`puzzles/${id}`);
export const tryPuzzle = (id: string, tried: PuzzleTried): Promise<PuzzleAnswer> =>
  ask(`puzzles/${id}`, tried);
export const askExpert = (date: string): Promise<DailyExpert> => ask(`daily/${date}/expert`);
export const pictureOf = (code: string): string => `/api/rooms/${code}/qr.svg`;
export const textOf = (id: string): string => `/api/replays/${id}/text`;
