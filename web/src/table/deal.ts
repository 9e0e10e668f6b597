// The deal: a grey stage and a pile, one card each in the order of play, then the first card and its colour.

import { play as sound, playedSound } from "../sound";
import type { Motion } from "./motion";
import type { Opening } from "./opening";
import { lay } from "./pile";
import type { Dealing, Scene } from "./scene.svelte";
import { colorOf } from "./sight";

const SPAN = 1_660; // milliseconds in which all cards are dealt
const APART = 45; // at most between two of them

/** Show a deal; those who prefer reduced motion see only where it leads. */
export async function dealOut(
  scene: Scene,
  motion: Motion,
  opening: Opening,
  speed: number,
): Promise<void> {
  if (!motion.still) {
    await motion.ready();
    await motion.rest(240 / speed);
    await goRound(scene, motion, opening, speed);
  }
  scene.flying = new Set();
  finishDealing(scene, opening);
  await turnUp(scene, motion, opening, speed);
  scene.dealing = null;
}

/** One card each, as long as there are some to be dealt; the reader's are sorted in the end. */
async function goRound(
  scene: Scene,
  motion: Motion,
  { table, each, first }: Opening,
  speed: number,
): Promise<void> {
  const cards = Array.from({ length: each * table.players }, (_, i) => {
    const seat = (first + i) % table.players;
    const own = seat === scene.view;
    return { seat, held: own ? (scene.held[Math.floor(i / table.players)] ?? null) : null };
  });
  await motion.deal(cards, Math.min(APART, SPAN / cards.length), speed, (index) => {
    const card = cards[index];
    const now = scene.table;
    if (card === undefined || now === null) return;
    scene.table = { ...now, stock: now.stock - 1 };
    scene.resize(card.seat, (now.sizes[card.seat] ?? 0) + 1);
    if (card.held === null) return;
    scene.fly(card.held.id, false);
    sound("draw");
  });
  scene.dealing = "top";
  await motion.rearrange(scene.held, () => (scene.unsorted = false), speed);
}

async function turnUp(
  scene: Scene,
  motion: Motion,
  { top }: Opening,
  speed: number,
): Promise<void> {
  if (top === null) return;
  if (!motion.still) {
    await motion.rest(60 / speed);
    playedSound(top);
    await motion.turnUp(top, speed);
  }
  scene.pile = lay([], top);
  const after = async (part: Dealing, milliseconds: number): Promise<void> => {
    scene.dealing = part;
    if (!motion.still) await motion.rest(milliseconds / speed);
  };
  if (scene.table !== null) {
    scene.table = { ...scene.table, top, color: colorOf(top), stock: scene.table.stock - 1 };
  }
  await after("color", 200);
  await after("arrows", 160);
}

/** All cards are where they belong. */
function finishDealing(scene: Scene, { table, each }: Opening): void {
  scene.unsorted = false;
  scene.dealing = "top";
  scene.table = {
    ...table,
    sizes: table.sizes.map(() => each),
    stock: table.stock - each * table.players,
  };
}
