import { beforeEach, expect, test } from "vitest";

import { dayOf, noteTry } from "../daily/tries";
import { emptySeat } from "../emptyseat";
import type { ReviewOut, Seat, Update } from "../protocol";
import { tellReview } from "../review/arrived";
import { room, table, update } from "../table/fixture";
import { missing } from "./asking";
import { history } from "./history.svelte";
import { noteRound, roundOf } from "./noting";

const person = (name: string): Seat => ({ ...emptySeat(), kind: "person", name });
const bot = (strength: Seat["strength"], text = "mixbot2(judge=1)"): Seat => ({ ...emptySeat(), kind: "bot", strength, bot: text });

function ended(more: Partial<Update> = {}, seats = [bot("hard"), person("Ada"), bot(null, "greedy")]): Update {
  return {
    ...update(1, []),
    seats: [1],
    room: room({ stage: "over", rounds: 1, rules: "official+target=0", seats, has: [] }),
    table: table({ phase: "over", winner: 1, winners: [1], points: 61, turns: 33 }),
    ...more,
  };
}

const review = {
  chances: [[0.5, 0.2, 0.3]],
  decisions: [
    { seat: 1, mark: "best" },
    { seat: 0, mark: "blunder" },
    { seat: 1, mark: "nearly" },
    { seat: 1, mark: "slip" },
    { seat: 1, mark: "close" },
  ],
  seats: [0, 1, 2].map(() => ({
    parts: { deal: -0.1, draws: 0.3, hidden: 0.05, own: 0, others: 0, remainder: 0 },
    decisions: 4,
    loss: 0.004,
    accuracy: 77,
  })),
} as unknown as ReviewOut;

beforeEach(() => {
  localStorage.clear();
  history.clear();
});

test("the end of a round is noted as this person played it", () => {
  expect(roundOf(ended(), 5)).toEqual({
    ...{ id: "K7QX-1", at: 5, rules: "official+target=0", seat: 1, others: ["hard", "greedy"], side: 1, won: true },
    ...{ points: null, turns: 33, helped: "", daily: null, figures: null },
  });
});

test("partners win together, and nobody wins a round that is called off", () => {
  const seats = [person("Ben"), person("Ada"), bot("easy"), bot("easy")].map((seat, at) => ({ ...seat, team: at % 2 }));
  const together = ended({ table: table({ phase: "over", winner: 3, winners: [3, 1], turns: 9 }) }, seats);
  expect(roundOf(together)).toMatchObject({ side: 2, won: true, others: ["", "easy", "easy"] });
  const called = ended({ table: table({ phase: "over" }) });
  expect(roundOf(called)?.won).toBeNull();
});

test("rounds that are watched, shared at one device or not over are not noted", () => {
  expect(roundOf(ended({ seats: [] }))).toBeNull();
  expect(roundOf(ended({ seats: [0, 1] }))).toBeNull();
  expect(roundOf(ended({ table: table() }))).toBeNull();
});

test("help is noted with the round", () => {
  const helped = ended();
  noteRound({ ...helped, room: { ...helped.room, helped: "hint" } });
  expect(history.rounds[0]?.helped).toBe("hint");
});

test("a round that is tried again is not noted once more", () => {
  const again = ended();
  expect(roundOf({ ...again, room: { ...again.room, helped: "retried" } })).toBeNull();
});

test("a review that arrives is noted with its round, and with nothing else", () => {
  noteRound(ended());
  tellReview({ id: "OTHER-1", review, seat: 1 });
  tellReview({ id: null, review, seat: 1 });
  expect(history.rounds[0]?.figures).toBeNull();
  tellReview({ id: "K7QX-1", review, seat: 1 });
  expect(history.rounds[0]?.figures).toEqual({ luck: 0.25, loss: 0.004, decisions: 4, accuracy: 77 });
});

test("the first try at a deal of the day gets its result, and then its marks", () => {
  noteTry(322, "K7QX");
  noteTry(322, "LATER");
  noteRound(ended());
  expect(history.rounds[0]?.daily).toBe(322);
  expect(dayOf(322)).toMatchObject({ code: "K7QX", tries: 2, result: { won: true, points: 61, marks: "", loss: null } });
  tellReview({ id: "K7QX-1", review, seat: 1 });
  expect(dayOf(322).result).toEqual({ won: true, points: 61, marks: "bnsb", loss: 0.004, chance: 0.2 });
});

test("only rounds among bots are sent for review by themselves, and not old ones", () => {
  noteRound(ended());
  const [round] = history.rounds;
  if (round === undefined) throw new Error("nothing was noted");
  const now = round.at;
  expect(missing([round], now)).toEqual([round]);
  expect(missing([{ ...round, others: ["hard", ""] }], now)).toEqual([]);
  expect(missing([round], now + 30 * 24 * 60 * 60 * 1000)).toEqual([]);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...round, id: `K7QX-${at + 2}` }));
  expect(missing(many, now)).toHaveLength(5);
});
