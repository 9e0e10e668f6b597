import { expect, test } from "vitest";

import type { RoomShown } from "./protocol";
import type { Ended, Remembered } from "./rooms";
import { listRounds } from "./roundlist";

const round = (number: number, more: Partial<Ended> = {}): Ended => ({
  round: number,
  names: ["Ana", "Ben"],
  winner: 0,
  points: 20,
  rules: "official",
  turns: 30,
  seat: 0,
  at: number * 1_000,
  ...more,
});
const room = (code: string, ended: Ended[]): Remembered => ({
  code,
  token: "x",
  at: 2_500,
  names: ["Ana", "Ben"],
  ended,
  notes: { "3": { seat: 1 } },
  over: false,
  left: false,
  muted: [],
  secret: null,
  from: "",
});
const shown = (code: string, rounds: RoomShown["rounds"]): RoomShown => ({
  code,
  stage: "over",
  rules: "official",
  seats: [],
  replays: [],
  rounds,
});

test("the rounds of all rooms are listed, the latest first", () => {
  const rooms = [room("AAAA", [round(3), round(1)]), room("BBBB", [round(2)])];
  expect(listRounds(rooms).map((one) => one.id)).toEqual(["AAAA-3", "BBBB-2", "AAAA-1"]);
});

test("the server tells what was not noted, and nothing else", () => {
  const told = (id: string): RoomShown["rounds"][number] => ({
    ...{ id, rules: "party", names: ["Ana", "Bot"], winner: 1, points: 99, turns: 50, helped: "" },
  });
  const rooms = [room("AAAA", [round(2, { rules: "", points: 0 }), round(1)])];
  const all = listRounds(rooms, [shown("AAAA", [told("AAAA-3"), told("AAAA-2"), told("AAAA-1")])]);
  expect(all.map(({ id, points, seat }) => [id, points, seat])).toEqual([
    ["AAAA-3", 99, 1],
    ["AAAA-2", 99, 0],
    ["AAAA-1", 20, 0],
  ]);
});
