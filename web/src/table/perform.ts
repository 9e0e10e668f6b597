// How each event is shown: what moves, in which order, and when the table says what it led to.

import type { Event as GameEvent, Update } from "../protocol";
import { play as sound, playedSound } from "../sound";
import { dealOut } from "./deal";
import { stripColor } from "./held";
import type { Motion } from "./motion";
import { openingOf } from "./opening";
import type { Scene } from "./scene.svelte";
import { colorOf } from "./sight";

export interface Happening {
  event: GameEvent;
  update: Update;
  /** What was shown right before it, without a pause. */
  last: GameEvent | null;
  /** The seat to act when it and what belongs to it has happened. */
  turn: number;
  speed: number;
}

type Act = (scene: Scene, motion: Motion, happening: Happening) => Promise<void>;

/** Show one event, and wait until that is done. */
export async function perform(scene: Scene, motion: Motion, happening: Happening): Promise<void> {
  await (ACTS[happening.event.kind] ?? merely(0))(scene, motion, happening);
}

/** Nothing flies: it is shown, and stays so for a moment. */
const merely =
  (milliseconds: number, noise?: Parameters<typeof sound>[0]): Act =>
  async (scene, motion, { event, update, speed }) => {
    if (noise !== undefined) sound(noise);
    scene.apply(event, update);
    if (milliseconds > 0) await motion.rest(milliseconds / speed);
  };

const deal: Act = async (scene, motion, { update }) => {
  const opening = openingOf(update, scene.view);
  scene.start(update, opening);
  // whoever has seen one deal need not see all of them as slowly
  if (opening !== null) await dealOut(scene, motion, opening, update.room.round > 1 ? 2_900 / 1_400 : 1);
};

const play: Act = async (scene, motion, { event, speed }) => {
  const card = event.card ?? "";
  const { seat } = event;
  const { pending } = scene;
  const own = seat === scene.view;
  if (own && pending !== null && stripColor(card) === stripColor(pending.card)) {
    await pending.flight.done;
    scene.pending = null; // the server has said yes
    scene.lay(seat, card, pending.id);
    scene.leave(pending.id, false);
    pending.flight.land();
    scene.remember(event);
    return;
  }
  scene.point(seat);
  playedSound(card);
  const color = colorOf(card);
  const wild = stripColor(card) !== card; // it has no colour until it lies there
  const thrown = wild ? stripColor(card) : card;
  const twin = own ? (scene.held.find((one) => one.card === stripColor(card)) ?? null) : null;
  const flight = motion.play(seat, thrown, twin?.id ?? null, speed);
  if (twin !== null) scene.leave(twin.id, true);
  await flight.done;
  scene.lay(seat, thrown, twin?.id ?? null);
  if (twin !== null) scene.leave(twin.id, false);
  flight.land();
  scene.remember(event);
  if (!wild || color === null) return;
  await motion.scatter(speed);
  scene.recolorTop(color);
  await motion.gather(color, speed);
};

const name: Act = async (scene, motion, { event, update, speed }) => {
  sound("wild");
  const { color } = event;
  // whoever chose it has had the four shapes before them
  const seen = event.seat === scene.view && update.hand !== null;
  if (color !== null && !seen) await motion.scatter(speed);
  scene.apply(event, update);
  if (color !== null && !seen) await motion.gather(color, speed);
  else await motion.rest(360 / speed);
};

const draw: Act = async (scene, motion, { event, update, speed }) => {
  const { seat, count } = event;
  const penalty = event.kind === "took";
  const own = seat === scene.view;
  scene.passing = penalty;
  if (penalty && count > 0) {
    if (own) scene.plight = event;
    else scene.taking = event;
  }
  scene.point(seat);
  if (penalty) {
    sound("penalty", "", count);
    scene.burst(seat, count);
  } else sound("draw");
  const before = new Set(scene.held.map((one) => one.id));
  const size = scene.table?.sizes[seat] ?? 0;
  const stock = scene.table?.stock ?? 0;
  scene.apply(event, update);
  const added = own ? scene.held.filter((one) => !before.has(one.id)) : [];
  for (const one of added) scene.fly(one.id, true);
  // what is counted goes with the cards, not before them
  scene.resize(seat, size);
  scene.restock(stock);
  if (penalty) await motion.rest(240 / speed); // the figure first
  await motion.draw(seat, added, count, speed, (index) => {
    scene.resize(seat, size + index + 1);
    scene.restock(stock - index - 1);
    const held = added[index];
    if (held !== undefined) scene.fly(held.id, false);
  });
  scene.resize(seat, size + count);
  scene.restock(stock - count);
  for (const one of added) scene.fly(one.id, false);
  if (penalty) await motion.rest(420 / speed);
  scene.passing = false;
  scene.plight = scene.taking = null;
};

/** The light passes over a seat; the reader's is stamped, and its hand sinks for a moment. */
const skip: Act = async (scene, motion, { event, update, last, turn, speed }) => {
  const { seat } = event;
  const punished = last?.kind === "took" && last.seat === seat; // that was shown already
  const own = seat === scene.view && !punished;
  scene.passing = true;
  // before the light comes, as it is not their turn
  if (seat === scene.view) scene.plight = punished ? last : event;
  scene.point(seat);
  if (own) await motion.rest(200 / speed);
  sound("skip");
  scene.skipped = seat;
  scene.apply(event, update);
  await motion.rest((own ? 140 : punished ? 160 : 400) / speed);
  if (own) {
    scene.point(turn);
    scene.passing = false;
    await motion.rest(780 / speed);
  }
  scene.skipped = scene.plight = null;
  if (own) await motion.rest(180 / speed);
  scene.passing = false;
};

/** The arrows fold over where they are, the tag hops to the other side, then the light follows. */
const reverse: Act = async (scene, motion, { event, update, turn, speed }) => {
  sound("reverse");
  scene.apply(event, update);
  await motion.rest(280 / speed);
  if ((scene.table?.players ?? 0) > 2) scene.upcoming = turn;
  await motion.rest(60 / speed);
};

const swap: Act = async (scene, motion, happening) => {
  const { seat, other } = happening.event;
  if (other === null) return;
  const pairs: Pairs = [
    [seat, other],
    [other, seat],
  ];
  await pass(scene, motion, happening, pairs);
};

const rotate: Act = async (scene, motion, happening) => {
  const players = happening.update.table?.players ?? 0;
  const step = happening.event.clockwise === false ? -1 : 1;
  const pairs = Array.from(
    { length: players },
    (_, seat) => [seat, (seat + step + players) % players] as const,
  );
  await pass(scene, motion, happening, pairs);
};

type Pairs = readonly (readonly [number, number])[];

/** Hands close, cross the table and open again. */
async function pass(
  scene: Scene,
  motion: Motion,
  { event, update, speed }: Happening,
  pairs: Pairs,
): Promise<void> {
  scene.apply(event, update, false);
  scene.moving = new Set(pairs.map(([seat]) => seat));
  await motion.move(pairs, speed);
  scene.passHands(update);
  await motion.open(() => (scene.moving = new Set()), speed);
}

/** The hand is turned over card by card, for whoever challenged; the others only hear of it. */
const challenge: Act = async (scene, motion, { event, update, speed }) => {
  scene.passing = true;
  if (event.seat === scene.view || event.other === scene.view) scene.plight = event;
  scene.apply(event, update);
  scene.explain(event);
  const cards = event.cards?.length ?? 0;
  // whoever sees the hand reads it now: with their own turn it goes
  await motion.rest(Math.max(700, cards * TURNED_APART + 1_200) / speed);
  scene.passing = false;
  scene.plight = null;
};

/** Milliseconds between two cards of a hand that is shown. */
export const TURNED_APART = 90;

const ACTS: Partial<Record<GameEvent["kind"], Act>> = {
  dealt: deal,
  played: play,
  drew: draw,
  took: draw,
  skipped: skip,
  reversed: reverse,
  swapped: swap,
  rotated: rotate,
  challenged: challenge,
  named: name,
  said: merely(240, "uno"),
  caught: merely(300, "uno"),
  over: merely(100, "end"), // the finale begins with a moment of its own
};
