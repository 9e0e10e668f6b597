import { beforeEach, expect, test, vi } from "vitest";

import type { Share, Update } from "../protocol";
import { recall } from "../rooms";
import { sha256 } from "../sha256";
import { event, fair, room, update } from "../table/fixture";
import { OwnSecret } from "./secret";

const share = (commitment: string, secret: string | null = null): Share => ({ seat: 0, commitment, secret });

/** An update of a room in which `rounds` were dealt, with these commitments for the next. */
function shows(next_shares: Share[], drawing = false, more: Partial<Update> = {}, rounds = 0): Update {
  const stage = rounds > 0 ? "pause" : "lobby";
  const shown = room({ stage, rounds, round: rounds, fair: fair({ next_commitment: "server", next_shares, drawing }) });
  return update(1, [], { room: shown, table: null, hand: null, ...more });
}

beforeEach(() => localStorage.clear());

test("it commits, and reveals its secret only when all commitments are fixed", () => {
  const own = new OwnSecret("K7QX");
  const { commitment } = own;
  expect(own.answer(shows([]))).toEqual({ type: "commit", commitment, rounds: 0 });
  expect(own.answer(shows([share(commitment)]))).toBeNull();
  expect(recall("K7QX").notes["1"]?.fixed).toBeUndefined();
  const told = own.answer(shows([share(commitment), share("other")], true));
  if (told?.type !== "reveal") throw new Error("nothing is revealed");
  expect(sha256(told.secret)).toBe(commitment);
  expect(recall("K7QX").notes["1"]).toEqual({
    commitment: "server",
    fixed: [{ shares: [commitment, "other"], number: 0, secret: told.secret }],
  });
  expect(own.answer(shows([share(commitment, told.secret)], true))).toBeNull();
});

test("the next deal gets another secret", () => {
  const own = new OwnSecret("K7QX");
  const first = own.commitment;
  own.answer(shows([share(first)], true));
  const answer = own.answer(shows([], false, {}, 1));
  expect(answer).toMatchObject({ type: "commit", rounds: 1 });
  expect(own.commitment).not.toBe(first);
  expect(own.answer(shows([share(own.commitment)], false, {}, 1))).toBeNull();
});

test("a secret that was fixed and came too late is not used again", () => {
  const own = new OwnSecret("K7QX");
  const first = own.commitment;
  const after = shows([], false, {}, 1);
  after.room.fair.shares = [share(first)];
  own.answer(after);
  expect(own.commitment).not.toBe(first);
});

test("nothing is revealed where this device's commitment is not among those that are fixed", () => {
  const own = new OwnSecret("K7QX");
  expect(own.answer(shows([share("other")], true))).toBeNull();
});

test("whoever has no seat takes no part, unless there are only bots to watch", () => {
  const own = new OwnSecret("K7QX");
  expect(own.answer(shows([], false, { seats: [] }))).toBeNull();
  const bots = shows([], false, { seats: [] });
  bots.room.seats = bots.room.seats.map((seat) => ({ ...seat, kind: "bot" }));
  expect(own.answer(bots)?.type).toBe("commit");
  expect(own.answer({ ...bots, host: false })).toBeNull();
});

test("a page that is loaded again still knows its secret, and a second tab has the same", () => {
  const { commitment } = new OwnSecret("K7QX");
  const again = new OwnSecret("K7QX");
  expect(again.commitment).toBe(commitment);
  expect(again.answer(shows([share(commitment)], true))?.type).toBe("reveal");
  const third = new OwnSecret("K7QX"); // loaded again before the cards came
  expect(third.commitment).not.toBe(commitment); // which it says in hello, and is too late with
  expect(third.answer(shows([share(commitment)], true))?.type).toBe("reveal"); // the first may be lost
  expect(third.answer(shows([share(commitment, "it came")], true))).toBeNull();
  expect(new OwnSecret("OTHER").commitment).not.toBe(third.commitment);
});

test("a secret that was revealed is not revealed for other commitments, and a new one takes its place", () => {
  const own = new OwnSecret("K7QX");
  const { commitment } = own;
  own.answer(shows([share(commitment)], true));
  expect(own.answer(shows([share(commitment), share("invented")], true))).toBeNull();
  const answer = own.answer(shows([share(commitment)]));
  expect(answer?.type).toBe("commit");
  expect(answer).not.toMatchObject({ commitment });
});

test("every drawing is noted with the secret that was revealed in it", () => {
  const own = new OwnSecret("K7QX");
  const first = own.commitment;
  own.answer(shows([share("other"), share(first)], true, {}, 3));
  own.answer(shows([], false, {}, 3)); // somebody left
  const second = own.commitment;
  const over = shows([share(second)], true, {}, 3); // and the match was over
  over.room.stage = "over";
  own.answer(over);
  const { fixed = [] } = recall("K7QX").notes[4] ?? {};
  expect(fixed).toMatchObject([
    { shares: ["other", first], number: 3 },
    { shares: [second], number: 0 },
  ]);
  expect(fixed.map(({ secret }) => sha256(secret ?? ""))).toEqual([first, second]);
});

test("two tabs agree on the next secret", () => {
  const one = new OwnSecret("K7QX");
  const other = new OwnSecret("K7QX");
  const { commitment } = one;
  one.answer(shows([share(commitment)], true));
  other.answer(shows([share(commitment)], true));
  expect(one.answer(shows([], false, {}, 1))).toEqual(other.answer(shows([], false, {}, 1)));
});

test("where nothing can be kept it works as well", () => {
  const full = vi.fn(() => {
    throw new Error("full");
  });
  const old = JSON.stringify({ secret: { text: "old", revealed: true } });
  vi.stubGlobal("localStorage", { getItem: () => old, setItem: full });
  const own = new OwnSecret("K7QX");
  const { commitment } = own;
  expect(own.answer(shows([share(commitment)], true))?.type).toBe("reveal");
  expect(own.answer(shows([], false, {}, 1))?.type).toBe("commit");
  expect(own.commitment).not.toBe(commitment);
  expect(full).toHaveBeenCalled();
  vi.unstubAllGlobals();
});

// ── notes ───────────────────────────────────────────────────────────────────────────────────────

const note = (round: number): unknown => recall("K7QX").notes[round];

/** An update of the first round while it is played. */
function plays(number: number, events: ReturnType<typeof event>[], cards: string[], over = false): Update {
  const shown = fair({ commitment: "server", secret: over ? "told" : null });
  return update(number, events, {
    room: room({ stage: over ? "pause" : "playing", fair: shown }),
    hand: { seat: 0, cards, drawn: null, choices: [] },
  });
}

test("what was shown first is the one that counts", () => {
  const own = new OwnSecret("K7QX");
  own.answer(shows([]));
  const swapped = shows([]);
  swapped.room.fair.next_commitment = "swapped";
  own.answer(swapped);
  expect(note(1)).toEqual({ commitment: "server" });
});

test("it is noted when the commitments are fixed anew", () => {
  const own = new OwnSecret("K7QX");
  own.answer(shows([share("a")], true));
  own.answer(shows([share("a")], true));
  expect(note(1)).toMatchObject({ fixed: [{ shares: ["a"] }] });
  own.answer(shows([]));
  own.answer(shows([share("b")], true));
  expect(note(1)).toMatchObject({ fixed: [{ shares: ["a"] }, { shares: ["b"] }] });
  own.answer(shows([share("a")], true)); // another tab is behind
  expect(recall("K7QX").notes["1"]?.fixed).toHaveLength(2);
});

test("the number of the round in its match is noted before the deal", () => {
  new OwnSecret("K7QX").answer(shows([share("a")], true, {}, 3));
  expect(note(4)).toMatchObject({ fixed: [{ number: 3 }] });
  const over = shows([share("a")], true, {}, 3);
  over.room.stage = "over";
  new OwnSecret("K7QX").answer(over);
  expect(note(4)).toMatchObject({ fixed: [{ number: 3 }, { number: 0 }] });
});

test("the cards are noted: those that were dealt, and all that were drawn", () => {
  const own = new OwnSecret("K7QX");
  const drew = (cards: string[] | null): ReturnType<typeof event> =>
    event("drew", 0, { count: cards?.length ?? 1, cards });
  own.answer(plays(3, [event("dealt", 2, { card: "RD" }), drew(["R1", "*W"])], ["G1", "G2", "R1", "*W"]));
  expect(note(1)).toMatchObject({ during: "server", known: false, number: 0, seat: 0 });
  expect(note(1)).toMatchObject({ hand: ["G1", "G2"], draws: [["R1", "*W"]] });
  own.answer(plays(4, [event("drew", 1, { count: 1 })], ["G1", "G2", "R1", "*W"]));
  own.answer(plays(5, [drew(["B7"])], ["G1", "G2", "R1", "*W", "B7"]));
  own.answer(plays(5, [drew(["B7"])], ["G1", "G2", "R1", "*W", "B7"])); // a page that was loaded again
  own.answer(plays(6, [drew(["B8"])], ["G1", "G2", "R1", "*W", "B7", "B8"], true));
  expect(note(1)).toMatchObject({ hand: ["G1", "G2"], draws: [["R1", "*W"], ["B7"], ["B8"]] });
});

test("whoever comes later unwinds what has happened", () => {
  const later = plays(9, [], ["B7", "G2"]);
  later.steps = [
    { number: 3, events: [event("dealt", 2, { card: "R1" })], turn: 0 },
    { number: 4, events: [event("played", 0, { card: "GW" })], turn: 0 },
    { number: 9, events: [event("took", 0, { count: 1, cards: ["B7"] })], turn: 0 },
  ];
  new OwnSecret("K7QX").answer(later);
  expect(note(1)).toMatchObject({ hand: ["G2", "*W"], draws: [["B7"]], step: 9 });
});

test("cards that were not shown are not made up", () => {
  const own = new OwnSecret("K7QX");
  own.answer({ ...plays(3, [event("dealt", 2)], []), hand: null });
  own.answer(plays(4, [event("drew", 0, { count: 1 })], []));
  own.answer(plays(5, [event("drew", 0, { count: 1, cards: ["R1"] })], []));
  expect(note(1)).toMatchObject({ draws: null });
  expect(note(1)).not.toHaveProperty("hand");
  localStorage.clear();
  const swapped = plays(4, [], ["R1"]);
  swapped.steps = [
    { number: 3, events: [event("dealt", 2)], turn: 0 },
    { number: 4, events: [event("rotated", 1)], turn: 0 },
  ];
  own.answer(swapped);
  expect(note(1)).not.toHaveProperty("hand");
});

test("where people share a device nobody's cards are kept", () => {
  new OwnSecret("K7QX").answer({ ...plays(3, [event("dealt", 2)], ["R1"]), seats: [0, 1] });
  expect(note(1)).toEqual({ during: "server", known: false, number: 0 });
});

test("what is shown after the secret was revealed proves nothing and is not noted", () => {
  new OwnSecret("K7QX").answer(plays(3, [event("dealt", 2)], ["R1"], true));
  expect(note(1)).toBeUndefined();
});

test("notes are kept for some rounds only, and what is spoilt is left out", () => {
  const own = new OwnSecret("K7QX");
  for (let rounds = 0; rounds < 30; rounds += 1) own.answer(shows([], false, {}, rounds));
  const kept = Object.keys(recall("K7QX").notes);
  expect(kept).toHaveLength(20);
  expect(kept.at(-1)).toBe("30");
  const note = { commitment: "c", hand: [7], draws: "x", fixed: [{ shares: [] }] };
  const spoilt = { notes: { "1": note, "2": 3 }, secret: { text: 7 } };
  localStorage.setItem("unolab.room.SPOILT", JSON.stringify(spoilt));
  expect(recall("SPOILT")).toMatchObject({ notes: { "1": { commitment: "c" }, "2": {} }, secret: null });
  expect(recall("SPOILT").notes["1"]).toEqual({ commitment: "c" });
});
