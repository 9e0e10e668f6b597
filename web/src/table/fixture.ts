// Hand-made updates for tests.

import { emptySeat } from "../emptyseat";
import type { Choice, Event as GameEvent, Fair, Room, Seat, Table, Update } from "../protocol";
import type { Motion } from "./motion";

export function event(
  kind: GameEvent["kind"],
  seat: number,
  more: Partial<GameEvent> = {},
): GameEvent {
  return {
    kind,
    seat,
    card: null,
    count: 0,
    cards: null,
    color: null,
    other: null,
    jumped: false,
    late: false,
    clockwise: null,
    guilty: null,
    void: false,
    scores: [],
    winners: [],
    ...more,
  };
}

const seat = (name: string): Seat => ({ ...emptySeat(), kind: "person", name, device: name.toLowerCase() });

export function table(more: Partial<Table> = {}): Table {
  return {
    players: 3,
    dealer: 2,
    turn: 0,
    next: 1,
    clockwise: true,
    phase: "turn",
    top: "R5",
    color: "R",
    under: [],
    due: 0,
    stock: 80,
    sizes: [3, 7, 7],
    uno: null,
    catch_in: null,
    turns: 1,
    clock: null,
    thinking: false,
    winner: null,
    winners: [],
    points: 0,
    scores: [],
    left: [],
    hands: null,
    ...more,
  };
}

export function fair(more: Partial<Fair> = {}): Fair {
  return {
    commitment: null,
    shares: [],
    secret: null,
    seed: null,
    next_commitment: "",
    next_shares: [],
    drawing: false,
    known: false,
    ...more,
  };
}

export function room(more: Partial<Room> = {}): Room {
  return {
    code: "K7QX",
    stage: "playing",
    rules: "official",
    rules_said: [],
    has: ["calls", "challenges", "drawn", "keeping", "points"],
    options: { timer: 0, pace: "normal", open_hands: false, usual_timer: false, door: "open" },
    seats: ["Ana", "Ben", "Cleo"].map(seat),
    round: 1,
    rounds: 1,
    totals: [0, 0, 0],
    target: 500,
    standing: [0, 1, 2],
    winners: [],
    story: [],
    fair: fair(),
    dealing: false,
    spectators: 0,
    paused: false,
    deals_in: null,
    contest: null,
    coach: false,
    helped: "",
    waiting: [],
    ...more,
  };
}

export function update(number: number, events: GameEvent[], more: Partial<Update> = {}): Update {
  return {
    type: "update",
    number,
    seats: [0],
    host: true,
    alone: false,
    room: room(),
    table: table(),
    hand: { seat: 0, cards: ["R7", "G5", "*W"], drawn: null, choices: [] },
    steps: events.length === 0 ? [] : [{ number, events, turn: more.table?.turn ?? 0 }],
    sits: [],
    may_queue: false,
    must_ask: false,
    guest: null,
    taken_back: null,
    view: null,
    ...more,
  };
}

export function choice(kind: Choice["kind"], move: string, more: Partial<Choice> = {}): Choice {
  return { kind, move, card: null, color: null, seat: null, uno: false, challenge: null, ...more };
}

/** Motion that takes no time, and notes what it was asked for. */
export function still(): Motion & { asked: string[] } {
  const asked: string[] = [];
  const note = (text: string): Promise<void> => {
    asked.push(text);
    return Promise.resolve();
  };
  return {
    asked,
    still: false,
    ready: () => Promise.resolve(),
    play: (seat, card) => ({
      done: note(`play ${seat} ${card}`),
      land: () => undefined,
      takeBack: (id) => note(`back ${id}`),
    }),
    draw: (seat, held, count) => note(`draw ${seat} ${held.length} of ${count}`),
    move: (pairs) => note(`move ${pairs.map((pair) => pair.join(">")).join(" ")}`),
    deal: (cards, _apart, _speed, landed) => {
      cards.forEach((_, index) => landed(index));
      return note(`deal ${cards.length}`);
    },
    open: (change) => Promise.resolve(change()),
    rearrange: (_, change) => {
      change();
      return note("sort");
    },
    turnUp: (card) => note(`turn up ${card}`),
    scatter: () => note("shapes fly"),
    gather: (color) => note(`${color} floods`),
    rest: () => Promise.resolve(),
    hasten: () => void asked.push("hasten"),
    calm: () => undefined,
  };
}
