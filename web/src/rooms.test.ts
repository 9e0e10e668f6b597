import { beforeEach, expect, test } from "vitest";

import type { Room } from "./protocol";
import { keepToken, note, noted, recall, recent } from "./rooms";

function room(change: Partial<Room>, fair: Partial<Room["fair"]> = {}): Room {
  return {
    code: "K7QX",
    stage: "lobby",
    rules: "official",
    rules_said: [],
    options: { timer: 0, pace: "normal", open_hands: false },
    seats: [],
    round: 0,
    rounds: 0,
    totals: [],
    target: 500,
    standing: [],
    winners: [],
    fair: { hash: null, seed: null, next_hash: "first", known: false, ...fair },
    spectators: 0,
    paused: false,
    deals_in: null,
    ...change,
  };
}

beforeEach(() => localStorage.clear());

test("a token is kept beside what else is known of the room", () => {
  note(room({}));
  keepToken("K7QX", "secret-of-the-seat");
  expect(recall("K7QX").token).toBe("secret-of-the-seat");
  expect(recall("K7QX").hashes["1"]).toEqual({ before: "first" });
});

test("the hash shown first is the one that counts", () => {
  note(room({}));
  note(room({}, { next_hash: "swapped" }));
  expect(recall("K7QX").hashes["1"]).toEqual({ before: "first" });
});

test("a hash shown after the seed proves nothing and is not noted", () => {
  const seen = noted(recall("K7QX"), room({ rounds: 1, stage: "pause" }, { hash: "h", seed: "7" }), 1);
  expect(seen.hashes["1"]).toBeUndefined();
  expect(seen.ended).toEqual([1]);
  const early = noted(recall("K7QX"), room({ rounds: 1, stage: "playing" }, { hash: "h" }), 1);
  expect(early.hashes["1"]).toEqual({ during: "h" });
  expect(early.ended).toEqual([]);
});

test("spoilt storage is no room, not a crash", () => {
  localStorage.setItem("unolab.room.SPOILT", '{"token": 7, "hashes": [1, null], "ended": "x"}');
  expect(recall("SPOILT")).toMatchObject({ token: null, ended: [], names: [] });
  localStorage.setItem("unolab.room.BROKEN", "{");
  expect(recent().map((one) => one.code)).toContain("BROKEN");
});
