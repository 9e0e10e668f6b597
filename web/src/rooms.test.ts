import { beforeEach, expect, test } from "vitest";

import { roomsGoingOn, keepRoom, keepToken, keepUpdate, noteLeft, recall, recentRooms } from "./rooms";
import { fair, room, table, update } from "./table/fixture";

const lobby = update(1, [], { room: room({ stage: "lobby", rounds: 0, fair: fair({ next_commitment: "first" }) }) });

beforeEach(() => localStorage.clear());

test("a token is kept beside what else is known of the room", () => {
  keepUpdate(lobby);
  keepToken("K7QX", "secret-of-the-seat");
  expect(recall("K7QX").token).toBe("secret-of-the-seat");
  expect(recall("K7QX").notes["1"]).toEqual({ commitment: "first" });
  expect(recall("K7QX").names).toEqual(["Ana", "Ben", "Cleo"]);
});

test("a room that was left is not offered again, but its token is kept until one sits down again", () => {
  keepToken("K7QX", "secret-of-the-seat");
  expect(roomsGoingOn().map((one) => one.code)).toEqual(["K7QX"]);
  noteLeft("K7QX");
  keepUpdate(update(2, [], { seats: [] }));
  expect(roomsGoingOn()).toEqual([]);
  expect(recall("K7QX").token).toBe("secret-of-the-seat");
  keepUpdate(update(3, [], { seats: [1] }));
  expect(roomsGoingOn()).toHaveLength(1);
});

test("the commitment that came with a new room is the one that counts", () => {
  keepRoom("K7QX", "token", "early");
  keepUpdate(lobby);
  expect(recall("K7QX").notes["1"]).toEqual({ commitment: "early" });
});

test("rounds that have ended are noted once, the latest first", () => {
  const ended = (rounds: number): void => keepUpdate(update(1, [], { room: room({ stage: "pause", rounds }) }));
  ended(1);
  ended(2);
  ended(2);
  expect(recall("K7QX").ended.map((one) => one.round)).toEqual([2, 1]);
});

test("what a round came to is noted with it, so that it can be listed", () => {
  const end = table({ phase: "over", winner: 1, points: 84, turns: 42 });
  keepUpdate(update(1, [], { seats: [2], room: room({ stage: "over", rounds: 3, rules: "party" }), table: end }));
  expect(recall("K7QX").ended).toEqual([
    expect.objectContaining({
      round: 3,
      names: ["Ana", "Ben", "Cleo"],
      winner: 1,
      points: 84,
      rules: "party",
      turns: 42,
      seat: 2,
    }),
  ]);
});

test("rounds that an earlier version noted are still there", () => {
  localStorage.setItem("unolab.room.OLD", '{"names": ["Ana", "Ben"], "ended": [2, 1, "x", {}], "at": 7}');
  expect(recall("OLD").ended).toEqual([
    expect.objectContaining({ round: 2, names: ["Ana", "Ben"], rules: "", at: 7 }),
    expect.objectContaining({ round: 1 }),
  ]);
});

test("spoilt storage is no room, not a crash", () => {
  localStorage.setItem("unolab.room.SPOILT", '{"token": 7, "notes": [1, null], "ended": "x"}');
  expect(recall("SPOILT")).toMatchObject({ token: null, ended: [], names: [] });
  localStorage.setItem("unolab.room.BROKEN", "{");
  expect(recentRooms().map((one) => one.code)).toContain("BROKEN");
});
