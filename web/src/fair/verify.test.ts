import { expect, test } from "vitest";

import { sha256 } from "../sha256";
import fixture from "./fixture.json";
import { notesToSave } from "./notes";
import { seedOf, sortedDeck, verify, type Check, type Drawing, type Note, type Round } from "./verify";

type Name = keyof typeof fixture;
const names = Object.keys(fixture) as Name[];
const copy = (name: Name): Round => structuredClone(fixture[name]);
const wrong = (round: Round, note: Note = {}): Check["name"][] =>
  verify(round, note)
    .checks.filter((check) => !check.passed)
    .map((check) => check.name);

/** What an honest device wrote down, at a seat. */
function honest(name: Name, seat: number): Required<Pick<Note, "hand" | "draws">> & Note & { fixed: [Drawing] } {
  const round = structuredClone(fixture[name]);
  const draws = round.frames.map(
    ({ events }) =>
      events.findLast((one) => ["drew", "took"].includes(one.kind) && one.count > 0 && one.seat === seat)?.cards ?? [],
  );
  const hand = [...(round.frames[0]?.table.hands[seat] ?? [])];
  for (const card of draws[0] ?? []) hand.splice(hand.indexOf(card), 1);
  const secret = round.shares.find((share) => share.seat === seat)?.secret;
  const number = Number(/\.(\d+)/.exec(round.text)?.[1] ?? 0);
  const shares = round.shares.map((share) => share.commitment);
  return {
    commitment: round.commitment,
    fixed: [{ shares, number, ...(secret == null ? {} : { secret }) }],
    number,
    known: false,
    seat,
    hand,
    draws: draws.filter((cards) => cards.length > 0),
  };
}

test("the deck has 108 cards", () => {
  expect(sortedDeck()).toHaveLength(108);
  expect(sortedDeck().slice(0, 4)).toEqual(["R0", "R1", "R1", "R2"]);
});

test.each(names)("%s: all that the server tells of an honest round fits", (name) => {
  const verdict = verify(copy(name));
  expect(verdict.kind).toBe("secrets");
  expect(verdict.checks.filter((check) => !check.passed)).toEqual([]);
  expect(verdict.checks.map((check) => check.name)).toEqual([
    "commitment",
    ...fixture[name].shares.map((share) => (share.secret === null ? "left_out" : "share")),
    ...["seats", "seed", "hands", "top", "draws", "table"],
  ]);
  expect(`x${verdict.seed}`).toBe(fixture[name].seed);
  expect([...verdict.order].sort()).toEqual(sortedDeck().sort());
});

test.each(names)("%s: and what an honest device wrote down, at every seat", (name) => {
  for (const seat of fixture[name].frames[0]?.table.hands.keys() ?? []) {
    expect(wrong(copy(name), honest(name, seat))).toEqual([]);
  }
});

test("the cards that came are counted", () => {
  const { stock } = fixture.plain.frames.at(-1)?.table ?? { stock: 0 };
  expect(verify(copy("plain")).cards).toBe(108 - stock);
});

test("whoever did not reveal a secret is named", () => {
  const silent = verify(copy("refused")).checks.filter((check) => check.name === "left_out");
  expect(silent).toEqual([{ name: "left_out", passed: true, seat: 1 }]);
  expect(verify(copy("watched")).checks[1]).toEqual({ name: "share", passed: true, seat: null });
});

// ── every card ──────────────────────────────────────────────────────────────────────────────────

type Place = { list: (string | null)[]; at: number } | { holder: Record<string, unknown>; field: string };

/** Every place in a round where a card is told. */
function places(round: Round): Place[] {
  return round.frames.flatMap((frame): Place[] => [
    ...frame.events.flatMap((event): Place[] => [
      ...(event.card === null ? [] : [{ holder: event as unknown as Record<string, unknown>, field: "card" }]),
      ...(event.cards ?? []).map((_, at) => ({ list: event.cards ?? [], at })),
    ]),
    ...(frame.table.hands ?? []).flatMap((hand) => hand.map((_, at) => ({ list: hand, at }))),
    ...frame.table.under.map((_, at) => ({ list: frame.table.under, at })),
    ...(frame.table.top === null ? [] : [{ holder: frame.table, field: "top" }]),
  ]);
}

const read = (place: Place): unknown => ("at" in place ? place.list[place.at] : place.holder[place.field]);
function write(place: Place, card: unknown): void {
  if ("at" in place) place.list[place.at] = card as string;
  else place.holder[place.field] = card;
}

test.each(names)("%s: any single card that is another one is found", (name) => {
  const round = copy(name);
  const all = places(round);
  expect(all.length).toBeGreaterThan(100);
  const every = name === "reshuffled" ? 29 : 1; // ten hands of nine are many
  for (const [at, place] of all.entries()) {
    if (at % every > 0) continue;
    const card = read(place);
    write(place, card === "R5" ? "G5" : "R5");
    expect(wrong(round), `place ${at}, ${String(card)}`).not.toEqual([]);
    write(place, card);
  }
  expect(wrong(round)).toEqual([]);
}, 60_000);

test("what does not fit is named, with its move and its seat", () => {
  const dealt = copy("plain");
  dealt.frames[0]?.table.hands?.[1]?.splice(0, 1, "*F");
  expect(verify(dealt).checks.at(-1)).toEqual({ name: "hands", passed: false, seat: 1 });

  const top = copy("plain");
  Object.assign(top.frames[0]?.table ?? {}, { top: "B9" });
  expect(wrong(top)).toEqual(["top"]);

  const drawn = copy("plain");
  const move = drawn.frames.findIndex((frame) => frame.events.some((event) => event.kind === "drew"));
  const event = drawn.frames[move]?.events.find((one) => one.kind === "drew");
  event?.cards?.splice(0, 1, "*F");
  expect(verify(drawn).checks.at(-1)).toEqual({ name: "draws", passed: false, move, seat: event?.seat });

  const held = copy("plain");
  held.frames[9]?.table.hands?.[2]?.splice(0, 1, "*F");
  expect(verify(held).checks.at(-1)).toEqual({ name: "table", passed: false, move: 9 });
});

test("two seats whose cards were exchanged, a card more, a stock that is another", () => {
  const exchanged = copy("plain");
  exchanged.frames[0]?.table.hands?.reverse();
  expect(wrong(exchanged)).toContain("hands");
  const more = copy("plain");
  more.frames[0]?.table.hands?.[1]?.push("R1");
  expect(wrong(more)).toContain("hands");
  const stock = copy("plain");
  Object.assign(stock.frames[5]?.table ?? {}, { stock: 3 });
  expect(wrong(stock)).toEqual(["table"]);
  expect(wrong({ ...copy("plain"), frames: [] })).toEqual(["seats", "hands"]);
});

// ── secrets ─────────────────────────────────────────────────────────────────────────────────────

const other = sha256("another secret");
const shares = fixture.plain.shares.map((share) => share.commitment);

test.each<[string, (round: Round) => unknown, Check["name"][]]>([
  ["the server's secret", (round) => (round.secret = other), ["commitment", "seed", "hands"]],
  ["its commitment", (round) => (round.commitment = other), ["commitment"]],
  ["a player's secret", (round) => (round.shares[1] = { ...at(round, 1), secret: other }), ["share", "seed", "hands"]],
  ["their commitment", (round) => (round.shares[1] = { ...at(round, 1), commitment: other }), ["share"]],
  ["a share left out", (round) => round.shares.pop(), ["seed", "hands"]],
  ["a share not revealed", (round) => (round.shares[0] = { ...at(round, 0), secret: null }), ["seed", "hands"]],
  ["the order of the shares", (round) => round.shares.reverse(), ["seats", "seed", "hands"]],
  ["the seed", (round) => (round.seed = `x${other}`), ["seed"]],
  ["the seed in the text", (round) => (round.text = round.text.replace(/x\w{64}/, `x${other}`)), ["seed"]],
  ["the number of the round", (round) => (round.text = round.text.replace(/(x\w{64})/, "$1.4")), ["hands"]],
])("%s is another one", (_, change, expected) => {
  const round = copy("plain");
  change(round);
  expect(wrong(round)).toEqual(expected);
});

function at(round: Round, place: number): Round["shares"][number] {
  const share = round.shares[place];
  if (share === undefined) throw new Error("no such share");
  return share;
}

test("a secret that is no secret is none, even if its SHA-256 fits", () => {
  const round = copy("plain");
  round.shares[0] = { seat: 0, commitment: sha256("a b"), secret: "a b" };
  expect(wrong(round)).toContain("share");
});

// ── what this device wrote down ─────────────────────────────────────────────────────────────────

test.each<[Partial<Note>, Check["name"]]>([
  [{ commitment: other }, "noted_commitment"],
  [{ number: 1 }, "noted_round"],
  [{ hand: ["R1"] }, "noted_hand"],
  [{ draws: [["R1"]] }, "noted_draws"],
  [{ draws: [] }, "noted_draws"],
])("a device that wrote down %j finds %s", (change, expected) => {
  expect(wrong(copy("plain"), { ...honest("plain", 0), ...change })).toEqual([expected]);
});

test.each<[string, Partial<Drawing>, Check["name"]]>([
  ["one commitment less", { shares: shares.slice(0, 1) }, "noted_shares"],
  ["one more", { shares: [...shares, other] }, "noted_shares"],
  ["another one", { shares: [shares[0] ?? "", other] }, "noted_shares"],
  ["another order", { shares: shares.toReversed() }, "noted_shares"],
  ["another number of the round", { number: 1 }, "noted_round"],
])("%s than when this device revealed is found", (_, change, expected) => {
  const note = honest("plain", 0);
  const fixed = [{ ...note.fixed[0], ...change }];
  expect(wrong(copy("plain"), { ...note, fixed })).toEqual([expected]);
});

/** Deal a round of the fixture anew, as a server would that tries something out: all but the cards is right. */
function redealt(round: Round, number = 0): Round {
  const seed = `x${seedOf(round.secret ?? "", round.shares)}`;
  return { ...round, seed, text: round.text.replace(/x\w{64}/, number > 0 ? `${seed}.${number}` : seed) };
}
const noted = (name: Check["name"]): boolean => name.startsWith("noted_") || name === "seats";

test("an invented share is found, whoever is said to have revealed it", () => {
  const note: Note = { ...honest("plain", 0), fixed: [{ ...honest("plain", 0).fixed[0], shares: shares.slice(0, 1) }] };
  for (const secret of [sha256("tried"), null]) {
    const round = copy("plain");
    round.shares = [at(round, 0), { seat: 1, commitment: sha256(secret ?? ""), secret }];
    expect(wrong(redealt(round), note).filter(noted)).toContain("noted_shares");
    expect(verify(redealt(round)).checks.find((check) => check.name === "seed")?.passed).toBe(true);
  }
});

test("a number of the round that was tried out is found, before the deal or during the round", () => {
  const { fixed, number } = honest("plain", 0);
  for (const note of [{ fixed }, { number: number ?? 0 }]) {
    const round = redealt(copy("plain"), 1941);
    expect(wrong(round).filter(noted)).toEqual([]);
    expect(wrong(round, note).filter(noted)).toEqual(["noted_round"]);
  }
});

test.each<[string, (number | null)[], boolean]>([
  ["two", [0, 2], true],
  ["the same twice", [2, 2], false],
  ["two who watch", [null, null], false],
  ["one that there is not", [0, 3], false],
  ["one below", [-1, 2], false],
  ["half a one", [0.5, 2], false],
  ["another order", [2, 0], false],
])("seats of shares: %s", (_, seats, expected) => {
  const round = copy("plain");
  round.shares = round.shares.map((share, place) => ({ ...share, seat: seats[place] ?? null }));
  expect(wrong(round)).toEqual(expected ? [] : ["seats"]);
});

// ── this device's secret was left out ───────────────────────────────────────────────────────────

test("a secret that came too late was left out, which is no contradiction", () => {
  const late = { ...honest("refused", 1) };
  const own = sha256("mine");
  const round = copy("refused");
  round.shares = round.shares.map((share) => (share.seat === 1 ? { ...share, commitment: sha256(own) } : share));
  late.fixed = [{ ...late.fixed[0], shares: round.shares.map((share) => share.commitment), secret: own }];
  expect(wrong(round, late)).toEqual([]);
  expect(verify(round, late).part).toBe("left_out");
  expect(verify(round, late).checks).toContainEqual({ name: "noted_left_out", passed: true });
  expect(notesToSave(round, late)).toMatchObject({ secret: own, shares: late.fixed[0].shares, drawings: 1 });
});

test("nor is a deal from a later drawing that this device did not see", () => {
  const own = sha256("mine");
  const aborted = { shares: [sha256(own), shares[1] ?? ""], number: 3, secret: own };
  const note: Note = { ...honest("plain", 1), fixed: [aborted] };
  expect(wrong(copy("plain"), note)).toEqual([]);
  expect(verify(copy("plain"), note).part).toBe("left_out");
  const saved = notesToSave(copy("plain"), note);
  expect(saved).toMatchObject({ number: 0, drawings: 1 }); // as it was shown during the round
  expect(saved).not.toHaveProperty("secret");
  expect(saved).not.toHaveProperty("shares");
});

test("a device that was there for both drawings compares with the one that led to the cards", () => {
  const own = sha256("mine");
  const aborted = { shares: [sha256(own)], number: 3, secret: own };
  const note = honest("plain", 0);
  const both: Note = { ...note, fixed: [aborted, note.fixed[0]] };
  expect(wrong(copy("plain"), both)).toEqual([]);
  expect(verify(copy("plain"), both).part).toBe("used");
  expect(notesToSave(copy("plain"), both)).toMatchObject({ number: 0, shares, drawings: 2 });
});

test("a secret that was revealed for some commitments does not count for others that were fixed later", () => {
  const note = honest("plain", 0);
  const { secret, ...later } = note.fixed[0];
  if (secret === undefined) throw new Error("no secret");
  const first = { shares: shares.slice(0, 1), number: 0, secret };
  expect(wrong(copy("plain"), { ...note, fixed: [first, later] })).toEqual(["noted_shares"]);
});

test("a secret in place of this device's own is found", () => {
  const round = copy("plain");
  round.shares[0] = { ...at(round, 0), secret: other };
  const { fixed } = honest("plain", 0);
  expect(wrong(redealt(round), { fixed })).toEqual(["share", "hands", "noted_secret"]);
});

test("whoever copies a commitment does not take the part of the other", () => {
  const round = copy("plain");
  const copied = { seat: 0, commitment: shares[1] ?? "", secret: null };
  round.shares = [copied, at(round, 1)];
  const { fixed } = honest("plain", 2);
  const drawing = { ...fixed[0], shares: [copied.commitment, copied.commitment] };
  const note = { commitment: round.commitment ?? "", fixed: [drawing] };
  expect(verify(redealt(round), note).part).toBe("used");
});

test("what is saved with a proof has the names that are read there, and no others", () => {
  const note = { ...honest("plain", 0), step: 9, during: "server" };
  const { hand, draws } = note;
  expect(notesToSave(copy("plain"), note)).toEqual({
    commitment: fixture.plain.commitment,
    secret: fixture.plain.shares[0]?.secret,
    seat: 0,
    hand,
    draws,
    number: 0,
    shares,
    drawings: 1,
  });
  expect(notesToSave(copy("plain"), {})).toEqual({ drawings: 0 });
});

test("a proof from a server that contradicts itself is saved with what contradicts it", () => {
  const note = honest("plain", 0);
  const fixed = [{ ...note.fixed[0], shares: shares.slice(0, 1), number: 2 }];
  expect(notesToSave(copy("plain"), { ...note, fixed })).toMatchObject({ shares: shares.slice(0, 1), number: 2 });
});

test("every single card that this device saw counts", () => {
  const note = honest("plain", 0);
  for (const list of [note.hand, ...(note.draws ?? [])]) {
    for (const [place, card] of list.entries()) {
      list[place] = card === "R5" ? "G5" : "R5";
      expect(wrong(copy("plain"), note)).toHaveLength(1);
      list[place] = card;
    }
  }
});

test("a device that came during the round compares what it saw then", () => {
  expect(wrong(copy("plain"), { during: fixture.plain.commitment })).toEqual([]);
  expect(wrong(copy("plain"), { during: other })).toEqual(["noted_commitment"]);
});

test("a device that did not see all it drew compares the rest", () => {
  expect(wrong(copy("plain"), { ...honest("plain", 0), draws: null })).toEqual([]);
});

// ── rounds without secrets ──────────────────────────────────────────────────────────────────────

test("a round from before there were secrets is checked as far as it goes", () => {
  const old = { ...copy("plain"), secret: "42", seed: "42", commitment: sha256("42"), shares: [] };
  expect(verify(old).kind).toBe("seed");
  expect(wrong(old)).toEqual([]);
  expect(wrong({ ...old, seed: "43" })).toEqual(["seed"]);
  expect(wrong({ ...old, secret: "43" })).toEqual(["commitment", "seed"]);
  expect(wrong(old, { commitment: other })).toEqual(["noted_commitment"]);
  expect(wrong(old, { fixed: [{ shares: [], number: 0, secret: other }] })).toEqual(["noted_secret"]);
});

test("a deal that was given proves nothing, unless it was none", () => {
  const given = { ...copy("plain"), known: true };
  expect(verify(given)).toMatchObject({ kind: "given", checks: [] });
  expect(wrong(given, { known: true })).toEqual([]);
  expect(wrong(given, { known: false })).toEqual(["noted_round"]);
});
