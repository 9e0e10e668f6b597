import { expect, test } from "vitest";

import type { Event, Frame, Replay } from "./protocol";
import { moveIn, ownSeat, updateOf } from "./replayview";
import { event, table } from "./table/fixture";

const played = event("played", 0, { card: "R7" });
const frame = (events: Event[]): Frame => ({
  move: events.length > 0 ? "R7" : null,
  seat: 0,
  events,
  table: table({ players: 2, sizes: [7, 7] }),
});
const replay: Replay = {
  id: "K7QX-3",
  text: "",
  rules: "official",
  names: ["Ida", "Otto"],
  avatars: [1, 9],
  bots: [false, true],
  strengths: [null, "hard"],
  teams: [0, 1],
  has: ["calls", "points"],
  seed: "42",
  commitment: null,
  secret: null,
  shares: [],
  known: false,
  frames: [frame([]), frame([played])],
};

test("a step forward tells what happened, a jump what everyone did last", () => {
  const drew = event("drew", 1, { count: 1 });
  const longer = { ...replay, frames: [...replay.frames, frame([drew])] };
  expect(updateOf(longer, 2, 8, true)?.steps).toEqual([{ number: 8, events: [drew], turn: 0 }]);
  expect(updateOf(longer, 2, 8, false)?.steps).toEqual([{ number: 8, events: [played, drew], turn: 0 }]);
  expect(updateOf(replay, 0, 8, false)?.steps).toEqual([]);
  expect(updateOf(replay, 2, 9, false)).toBeNull();
});

test("the seats are those of the game", () => {
  const room = updateOf(replay, 0, 1, false)?.room;
  expect(room?.seats.map((seat) => [seat.name, seat.kind, seat.avatar, seat.team])).toEqual([
    ["Ida", "person", 1, 0],
    ["Otto", "bot", 9, 1],
  ]);
  expect(room?.round).toBe(3);
});

test("it is seen from one's own seat, or from the first person's", () => {
  expect(updateOf(replay, 0, 1, false, 1)?.seats).toEqual([1]);
  expect(ownSeat(replay, 1)).toBe(1);
  expect(ownSeat(replay, 7)).toBe(0);
  expect(ownSeat({ ...replay, bots: [true, false] }, undefined)).toBe(1);
  expect(ownSeat({ ...replay, bots: [true, true] }, undefined)).toBe(0);
});

test("a link can point to a move", () => {
  expect(["?move=3", "?move=9", "?move=-1", "?move=x", "?move=", ""].map((one) => moveIn(one, 5))).toEqual([
    3,
    ...[null, null, null, null, null],
  ]);
});
