import { beforeEach, expect, test } from "vitest";

import { keepRoom, keepToken, note, recall, recent } from "./rooms";
import { fair, room, update } from "./table/fixture";

const lobby = update(1, [], { room: room({ stage: "lobby", rounds: 0, fair: fair({ next_commitment: "first" }) }) });

beforeEach(() => localStorage.clear());

test("a token is kept beside what else is known of the room", () => {
  note(lobby);
  keepToken("K7QX", "secret-of-the-seat");
  expect(recall("K7QX").token).toBe("secret-of-the-seat");
  expect(recall("K7QX").notes["1"]).toEqual({ commitment: "first" });
  expect(recall("K7QX").names).toEqual(["Ana", "Ben", "Cleo"]);
});

test("the commitment that came with a new room is the one that counts", () => {
  keepRoom("K7QX", "token", "early");
  note(lobby);
  expect(recall("K7QX").notes["1"]).toEqual({ commitment: "early" });
});

test("rounds that have ended are noted once, the latest first", () => {
  const ended = (rounds: number): void => note(update(1, [], { room: room({ stage: "pause", rounds }) }));
  ended(1);
  ended(2);
  ended(2);
  expect(recall("K7QX").ended).toEqual([2, 1]);
});

test("spoilt storage is no room, not a crash", () => {
  localStorage.setItem("unolab.room.SPOILT", '{"token": 7, "notes": [1, null], "ended": "x"}');
  expect(recall("SPOILT")).toMatchObject({ token: null, ended: [], names: [] });
  localStorage.setItem("unolab.room.BROKEN", "{");
  expect(recent().map((one) => one.code)).toContain("BROKEN");
});
