/** A puzzle as an update that the table can show. */

import type { Event as GameEvent, PuzzleShown, Update } from "../protocol";
import { updateOf } from "../replayview";

export interface Solver {
  name: string;
  avatar: number;
}

/** The players' names, the solver's own among them. */
export const namesOf = ({ names, hand }: PuzzleShown, solver: Solver): string[] =>
  names.map((name, seat) => (seat === hand.seat ? solver.name : name));

export function positionOf(puzzle: PuzzleShown, solver: Solver): Update | null {
  const { hand, table, events, names } = puzzle;
  const replay = {
    id: null,
    text: "",
    rules: puzzle.rules,
    names: namesOf(puzzle, solver),
    avatars: puzzle.avatars.map((face, seat) => (seat === hand.seat ? solver.avatar : face)),
    bots: names.map((_, seat) => seat !== hand.seat),
    strengths: names.map(() => null),
    teams: names.map(() => null),
    has: puzzle.has.filter((one) => one !== "calls"), // "Uno" is said for the solver
    seed: "",
    commitment: null,
    secret: null,
    shares: [],
    known: true,
    frames: [{ move: null, seat: null, events: lastTurns(events, names.length), table }],
  };
  const update = updateOf(replay, 0, 1, false, hand.seat);
  return update === null ? null : { ...update, alone: true, hand };
}

/** The events of the last turn of everyone, which stand beside them on the table. */
export function lastTurns(events: readonly GameEvent[], players: number): GameEvent[] {
  const turns = events.flatMap((event, at) => (TURNS.has(event.kind) ? [at] : []));
  const first = turns.at(-(players - 1)) ?? 0;
  return events.slice(first).filter((event) => event.kind !== "dealt");
}

const TURNS = new Set<GameEvent["kind"]>(["played", "drew", "took"]);
