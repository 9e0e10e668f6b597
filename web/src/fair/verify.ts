/**
 * Checks the cards of a finished round. It needs nothing but SHA-256 and trusts nothing that it can compute;
 * `unolab verify` does the same in Python, with the rules of the game on top.
 *
 * How a deal comes about:
 *
 * 1. A secret is a text of 64 hexadecimal digits, drawn at random. The commitment to it is the SHA-256 of this
 *    text, also in hexadecimal. The server shows its commitment first. Then every player's device shows one of
 *    its own. When it is fixed who takes part, in the order of their seats, the devices reveal their secrets.
 *    Whoever does not in time is left out. The server reveals its own when the round is over.
 * 2. The seed is the SHA-256 of "unolab deal S A B ...", with the server's secret S, the secrets A, B, ... of the
 *    devices in their order, and single spaces.
 * 3. Random words of 32 bits come from SHA-256 of "unolab shuffle SEED NUMBER SHUFFLE BLOCK" for BLOCK 0, 1, 2, ...:
 *    each digest is eight words, the first hexadecimal digits first. NUMBER counts the rounds of the match from 0,
 *    SHUFFLE is 0 for the deal and grows by 1 whenever the discards are shuffled.
 * 4. To shuffle, every place from the last to the second is swapped with a place up to itself: for place p, counted
 *    from 0, the next word modulo p + 1. Words of 2^32 - 2^32 mod (p + 1) and more are passed over, which leaves
 *    every place equally likely. The choices are always made for the 108 places of a deck; fewer cards use
 *    those of the first places.
 * 5. The deck is sorted before: red 0 1 1 2 2 ... 9 9 skip skip reverse reverse draw two draw two, then yellow,
 *    green and blue likewise, four wilds, four wild draw fours. Cards are taken off its end: all of the first seat's
 *    hand, then the next seat's, then the card turned up. Wilds that may not open go to the bottom one by one.
 *    When no card is left to draw, all that was played but the last card is shuffled, in the order of play.
 */

import { sha256 } from "../sha256";

/** What a device added to the deal. */
export interface Share {
  seat: number | null;
  commitment: string;
  secret: string | null;
}

/** One thing that happened, as a replay tells it. */
interface Event {
  kind: string;
  seat: number;
  card: string | null;
  count: number;
  cards: string[] | null;
}

interface Frame {
  events: Event[];
  table: { hands: string[][] | null; top: string | null; under: string[]; stock: number };
}

/** A finished round, as the server tells it. */
export interface Round {
  text: string;
  seed: string;
  commitment: string | null;
  secret: string | null;
  shares: Share[];
  known: boolean;
  frames: Frame[];
}

/** What this device wrote down when commitments were fixed; if somebody leaves then, all of them start over. */
export interface Drawing {
  /** All commitments of devices, in their order. */
  shares: string[];
  /** The number that the round would have in its match, from 0. */
  number: number;
  /** This device's own secret, once it was revealed for these commitments and no others. */
  secret?: string;
}

/** What this device wrote down before the deal and during the round. */
export interface Note {
  /** The server's commitment, as shown before the deal. */
  commitment?: string;
  /** The same for a device that came later. */
  during?: string;
  /** Whatever was fixed before the deal, as far as this device was there. */
  fixed?: Drawing[];
  /** The number of the round in its match, from 0, as shown while it was played. */
  number?: number;
  /** Whether the players gave the deal themselves. */
  known?: boolean;
  /** This device's seat, the cards that were dealt to it, and those that it drew, each time it did. */
  seat?: number;
  hand?: string[];
  draws?: string[][] | null;
}

type Name =
  | ("commitment" | "share" | "left_out" | "seats" | "seed" | "hands" | "top" | "draws" | "table")
  | ("noted_commitment" | "noted_shares" | "noted_secret" | "noted_left_out")
  | ("noted_round" | "noted_hand" | "noted_draws");

/**
 * What this device has to do with a deal: its secret is in the seed; it revealed one that is not; it saw the
 * commitments being fixed, but none of its own; or it did not even see that.
 */
export type Part = "used" | "left_out" | "seen" | "unseen";

/** One thing that was checked. */
export interface Check {
  name: Name;
  passed: boolean;
  /** Whom it is about, if anybody; null for somebody who watches bots. */
  seat?: number | null;
  /** In which move it went wrong. */
  move?: number;
}

export interface Verdict {
  /** Dealt from secrets; from a seed of the server alone, as in old rooms; or given by the players. */
  kind: "secrets" | "seed" | "given";
  checks: Check[];
  part: Part;
  /** The seed that follows from the secrets. */
  seed: string;
  /** The deck in the order in which its cards are taken. */
  order: string[];
  /** How many cards came: dealt, turned up and drawn. */
  cards: number;
}

const PLACES = 108;
const WORDS = 2 ** 32;
const WILDS = 8;

const isSecret = (text: string | null): text is string => text !== null && /^[0-9a-f]{64}$/.test(text);
const matches = (secret: string | null, commitment: string | null): boolean =>
  isSecret(secret) && sha256(secret) === commitment;
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();
/** Take the colour off a wild that was played: in a hand it has none. */
const stripColor = (card: string): string => (/^.[WF]$/.test(card) ? `*${card[1]}` : card);

/** The deck before it is shuffled. */
export function sortedDeck(): string[] {
  const colored = [..."RYGB"].flatMap((color) =>
    [..."0123456789SVD"].flatMap((face) => (face === "0" ? [color + face] : [color + face, color + face])),
  );
  return [...colored, ...Array<string>(4).fill("*W"), ...Array<string>(4).fill("*F")];
}

export function seedOf(secret: string, shares: Share[]): string {
  const others = shares.flatMap((share) => share.secret ?? []);
  return sha256(["unolab deal", secret, ...others].join(" "));
}

function* words(seed: string, number: number, shuffle: number): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const digest = sha256(`unolab shuffle ${seed} ${number} ${shuffle} ${block}`);
    for (let at = 0; at < 64; at += 8) yield parseInt(digest.slice(at, at + 8), 16);
  }
}

/** Shuffle cards; the last is taken first. */
export function shuffle(cards: string[], seed: string, number: number, shuffle: number): string[] {
  const stream = words(seed, number, shuffle);
  const deck = [...cards];
  for (let place = PLACES - 1; place > 0; place -= 1) {
    let word = stream.next().value;
    while (word >= WORDS - (WORDS % (place + 1))) word = stream.next().value;
    const other = word % (place + 1);
    if (place < deck.length) [deck[place], deck[other]] = [deck[other] ?? "", deck[place] ?? ""];
  }
  return deck;
}

/** The stock and the pile of discards, as the shuffle has them. */
class Stock {
  cards: string[];
  pile: string[] = [];
  #seed: string;
  #number: number;
  #shuffles = 0;

  constructor(seed: string, number: number) {
    this.#seed = seed;
    this.#number = number;
    this.cards = this.#shuffle(sortedDeck());
  }

  #shuffle(cards: string[]): string[] {
    this.#shuffles += 1;
    return shuffle(cards, this.#seed, this.#number, this.#shuffles - 1);
  }

  /** Take cards off; fewer when there are no more. */
  take(count: number): string[] {
    const taken: string[] = [];
    while (taken.length < count) {
      if (this.cards.length === 0) this.cards = this.#shuffle(this.pile.splice(0, this.pile.length - 1));
      const card = this.cards.pop();
      if (card === undefined) break;
      taken.push(card);
    }
    return taken;
  }

  /**
   * Turn up this card, and say whether it is the first that is no wild, or a wild before it. Which wilds may
   * open is left to the rules.
   */
  turnUp(top: string): boolean {
    const refused: string[] = [];
    let [card] = this.take(1);
    while (card !== undefined && card !== top && card.startsWith("*") && refused.length < WILDS) {
      refused.unshift(card);
      [card] = this.take(1);
    }
    this.cards.unshift(...refused);
    this.pile.push(top);
    return card === top;
  }
}

interface Dealt {
  checks: Check[];
  order: string[];
  cards: number;
  /** The hands that were dealt, and what every seat drew, by the shuffle. */
  hands: string[][];
  draws: { seat: number; cards: string[] }[];
}

const isDraw = (event: Event): boolean => (event.kind === "drew" || event.kind === "took") && event.count > 0;

/** Go through the round with the shuffled deck, and compare every card. */
function followCards(round: Round, seed: string, number: number): Dealt {
  const stock = new Stock(seed, number);
  const dealt: Dealt = { checks: [], order: stock.cards.toReversed(), cards: 0, hands: [], draws: [] };
  const wrong = (name: Name, where: Partial<Check>): Dealt => {
    dealt.checks.push({ name, passed: false, ...where });
    return dealt;
  };
  const first = round.frames[0];
  const shown = first?.table.hands ?? [];
  if (first === undefined || shown.length === 0) return wrong("hands", {});

  // the card turned up may have made somebody draw: the others are those that were dealt
  const drawn = (seat: number): number =>
    first.events.filter((event) => isDraw(event) && event.seat === seat).reduce((sum, event) => sum + event.count, 0);
  const sizes = shown.map((hand, seat) => hand.length - drawn(seat));
  for (const [seat, hand] of shown.entries()) {
    const cards = stock.take(sizes[seat] ?? 0);
    const rest = [...hand];
    for (const card of cards) if (rest.includes(card)) rest.splice(rest.indexOf(card), 1);
    if (sizes[seat] !== sizes[0] || rest.length !== hand.length - cards.length) return wrong("hands", { seat });
    dealt.hands.push(cards);
  }
  dealt.checks.push({ name: "hands", passed: true });

  const { top } = first.table;
  if (top !== null && !stock.turnUp(stripColor(top))) return wrong("top", {});
  dealt.checks.push({ name: "top", passed: true });
  dealt.cards = dealt.hands.flat().length + (top === null ? 0 : 1);

  let held = dealt.hands.map((hand) => [...hand]);
  for (const [move, { events, table }] of round.frames.entries()) {
    const taken = new Map<number, string[]>();
    for (const { kind, seat, card, count, cards } of events) {
      const hand = held[seat] ?? [];
      if (kind === "dealt" && card !== table.top) return wrong("top", {});
      // a challenge shows the hand of whoever was challenged
      if (kind === "challenged" && !held.some((all) => isSame(all, cards ?? []))) return wrong("table", { move });
      if (kind === "played" && card !== null) {
        const at = hand.indexOf(stripColor(card));
        if (at < 0) return wrong("table", { move, seat });
        hand.splice(at, 1);
        stock.pile.push(stripColor(card));
      } else if (kind === "drew" || kind === "took") {
        const next = stock.take(count);
        hand.push(...next);
        taken.set(seat, [...(taken.get(seat) ?? []), ...next]);
      }
    }
    for (const event of events.filter(isDraw)) {
      // an event tells all that its seat drew in the move
      if (!isSame(event.cards ?? [], taken.get(event.seat) ?? [])) return wrong("draws", { move, seat: event.seat });
    }
    for (const [seat, cards] of taken) dealt.draws.push({ seat, cards });
    dealt.cards += [...taken.values()].flat().length;

    const hands = table.hands ?? [];
    // swapped hands are the same hands, whoever has them now
    const moved = events.some(({ kind }) => kind === "swapped" || kind === "rotated");
    const texts = [held, hands].map((all) => all.map((hand) => [...hand].sort().join(" ")));
    for (const list of moved ? texts : []) list.sort();
    if (texts[0]?.join() !== texts[1]?.join()) return wrong("table", { move });
    if (moved) held = hands.map((hand) => [...hand]);

    const pile = [...table.under, ...(table.top === null ? [] : [table.top])].map(stripColor);
    if (pile.join() !== stock.pile.slice(-3).join()) return wrong("table", { move });
    if (table.stock !== stock.cards.length) return wrong("table", { move });
  }
  dealt.checks.push({ name: "draws", passed: true }, { name: "table", passed: true });
  return dealt;
}

/** The number of a round in its match, as the text of its game has it, and the seed. */
function readText(text: string): { seed: string | undefined; number: number } {
  const [, seed, number] = /^[^/]+\/\d+\/x([0-9a-f]{64})(?:\.(\d+))?(?![\w.])/.exec(text) ?? [];
  return { seed, number: Number(number ?? 0) };
}

/** Whether the shares are of seats that there are, each of another one and in their order; who watches comes last. */
function haveSeats(round: Round): boolean {
  const players = round.frames[0]?.table.hands?.length ?? 0;
  const seats = round.shares.map(({ seat }) => seat ?? players);
  return seats.every((seat, at) => {
    const isSeat = Number.isInteger(seat) && seat >= 0 && (seat < players || round.shares[at]?.seat === null);
    return isSeat && seat > (seats[at - 1] ?? -1);
  });
}

/** This device's own share; somebody may have copied its commitment, and not have known the secret. */
function ownShare(round: Round, { secret }: Drawing): Share | undefined {
  if (secret === undefined) return undefined;
  const own = round.shares.filter((share) => share.commitment === sha256(secret));
  return own.find((share) => share.secret === secret) ?? own[0];
}

/**
 * What this device wrote down of the drawing that the cards came from. That is the one in which it revealed
 * a secret whose commitment is in the record: it did so for these commitments only. Where there is none, a drawing
 * that looks the same will do; or there is nothing, since cards can come from a drawing that it did not see.
 */
export function drawingOf(round: Round, note: Note): Drawing | undefined {
  const { number } = readText(round.text);
  const fixed = note.fixed ?? [];
  const isOfRound = (one: Drawing): boolean => one.number === number && hasShares(round, one);
  const own = fixed.filter((one) => ownShare(round, one) !== undefined);
  return own.find(isOfRound) ?? own.at(-1) ?? fixed.find(isOfRound);
}

const hasShares = (round: Round, drawing: Drawing): boolean =>
  drawing.shares.join() === round.shares.map((share) => share.commitment).join();

function partOf(round: Round, note: Note): Part {
  const drawing = drawingOf(round, note);
  const isUsed = drawing?.secret !== undefined && ownShare(round, drawing)?.secret === drawing.secret;
  if (!isUsed && note.fixed?.some(({ secret }) => secret !== undefined)) return "left_out";
  if (drawing === undefined || note.commitment === undefined) return "unseen";
  return isUsed ? "used" : "seen";
}

/** Compare with what this device wrote down. */
function compareNote(round: Round, number: number, dealt: Dealt, note: Note): Check[] {
  const checks: Check[] = [];
  const add = (name: Name, passed: boolean): unknown => checks.push({ name, passed });
  const seen = note.commitment ?? note.during;
  if (seen !== undefined) add("noted_commitment", seen === round.commitment);
  const drawing = drawingOf(round, note);
  if (drawing !== undefined) add("noted_shares", hasShares(round, drawing));
  const own = drawing && ownShare(round, drawing);
  if (own != null && own.secret !== null) add("noted_secret", own.secret === drawing?.secret);
  // it came too late, or cards were dealt from a later drawing: that may happen, and is no lie
  else if (partOf(round, note) === "left_out") add("noted_left_out", true);
  const numbers = [drawing?.number, note.number].filter((one) => one !== undefined);
  if (numbers.length > 0) add("noted_round", numbers.every((one) => one === number));
  const { seat } = note;
  if (seat !== undefined && note.hand !== undefined) {
    add("noted_hand", isSame(note.hand, dealt.hands[seat] ?? []));
  }
  if (seat !== undefined && note.draws != null) {
    const own = dealt.draws.filter((draw) => draw.seat === seat).map((draw) => [...draw.cards].sort().join());
    add("noted_draws", own.join(";") === note.draws.map((cards) => [...cards].sort().join()).join(";"));
  }
  return checks;
}

/** Check a round, and compare it with what this device wrote down. */
export function verify(round: Round, note: Note = {}): Verdict {
  const { secret, commitment, shares } = round;
  const nothing = { part: "unseen" as const, seed: "", order: [], cards: 0 };
  if (round.known) {
    const checks: Check[] = note.known === false ? [{ name: "noted_round", passed: false }] : [];
    return { kind: "given", checks, ...nothing };
  }
  if (!isSecret(secret)) {
    const seen = note.commitment ?? note.during ?? commitment;
    const checks: Check[] = [
      { name: "commitment", passed: secret !== null && sha256(secret) === commitment },
      { name: "seed", passed: secret === round.seed },
      { name: "noted_commitment", passed: seen === commitment },
      // a seed in place of secrets, though this device had revealed its own
      { name: "noted_secret", passed: !note.fixed?.some((drawing) => drawing.secret !== undefined) },
    ];
    return { kind: "seed", checks, ...nothing };
  }
  const checks: Check[] = [{ name: "commitment", passed: matches(secret, commitment) }];
  for (const share of shares) {
    if (share.secret === null) checks.push({ name: "left_out", passed: true, seat: share.seat });
    else checks.push({ name: "share", passed: matches(share.secret, share.commitment), seat: share.seat });
  }
  checks.push({ name: "seats", passed: haveSeats(round) });
  const seed = seedOf(secret, shares);
  const { seed: told, number } = readText(round.text);
  checks.push({ name: "seed", passed: told === seed && round.seed === `x${seed}` });
  const dealt = followCards(round, seed, number);
  checks.push(...dealt.checks, ...compareNote(round, number, dealt, note));
  return { kind: "secrets", checks, part: partOf(round, note), seed, order: dealt.order, cards: dealt.cards };
}
