import { expect, test } from "vitest";

import type { Event, Frame, Replay } from "./protocol";
import { updateOf } from "./replayview";
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
  seed: "42",
  commitment: null,
  secret: null,
  shares: [],
  known: false,
  frames: [frame([]), frame([played])],
};

test("a step forward tells what happened, a jump only shows where it stands", () => {
  expect(updateOf(replay, 1, 8, true)?.steps).toEqual([{ number: 8, events: [played] }]);
  expect(updateOf(replay, 1, 8, false)?.steps).toEqual([]);
  expect(updateOf(replay, 2, 9, false)).toBeNull();
});

test("the seats are those of the game", () => {
  const room = updateOf(replay, 0, 1, false)?.room;
  expect(room?.seats.map((seat) => [seat.name, seat.kind, seat.avatar])).toEqual([
    ["Ida", "person", 1],
    ["Otto", "bot", 9],
  ]);
  expect(room?.round).toBe(3);
});
