// What stands beside the reader's face: whose turn it is, and what there is to do.

import { cardName, t, tn } from "../i18n/index.svelte";
import type { Room } from "../protocol";
import type { Scene } from "./scene.svelte";
import { tell, type Cast } from "./story";
import type { Turn } from "./turn.svelte";

export interface Shown {
  scene: Scene;
  turn: Turn;
  room: Room;
  cast: Cast;
  /** Whether the question for a colour stands between the colours already. */
  asked?: boolean;
}

export function titleOf({ scene, turn, room, cast, asked = false }: Shown): string {
  const { table } = scene;
  if (scene.dealing !== null) return t("table.dealing");
  if (table?.phase === "over") return t("table.over");
  if (!turn.on) return waitingTitle({ scene, turn, room, cast });
  if (isAway({ scene, room })) return t("table.botPlays");
  if (turn.choosingColor && !asked) return t("table.choose");
  if (turn.swapping) return t("table.swap");
  if (turn.doubt !== null) return tn("table.take", table?.due ?? 0);
  return t("table.yourTurn");
}

/** Whether a bot plays for the reader, who need not do anything. */
export const isAway = ({ scene, room }: Pick<Shown, "scene" | "room">): boolean =>
  room.seats[scene.view]?.away === true;

/** What is going on, as far as it is shown: the beam, the ring and these words say the same. */
function waitingTitle({ scene, room, cast }: Shown): string {
  const { table, view, plight, taking } = scene;
  if (isOut(scene, cast)) return t("table.over");
  if (cast.me !== null && plight?.kind === "challenged") return t("table.challenge");
  if (cast.me !== null && plight !== null) return tell({ ...plight, cards: null }, cast);
  if (cast.me !== null && table?.turn === view && isAway({ scene, room })) return t("table.botPlays");
  if (cast.me !== null && table?.turn === view)
    return table.due > 0 ? tn("table.take", table.due) : t("table.yourTurn");
  if (taking !== null) return tell({ ...taking, cards: null }, cast);
  // beside one's own face "Ben plays" would read as if that were one's own name
  const name = room.seats[table?.turn ?? view]?.name ?? "";
  return t(cast.me === null ? "table.turnOf" : "table.waitFor", { name });
}

/** The reader's last card lies on the pile: it is nobody's turn any more. */
function isOut({ table, view, held }: Scene, cast: Cast): boolean {
  return cast.me !== null && held.length === 0 && table?.turn === view;
}

export function noteOf({ scene, turn, room, cast }: Shown): string {
  const { table, view, held } = scene;
  if (table === null || table.phase === "over" || scene.dealing !== null) return "";
  if (cast.me === null) return t("table.watching", { name: room.seats[view]?.name ?? "" });
  if (isOut(scene, cast)) return "";
  if (isAway({ scene, room })) return tn("table.cards", held.length);
  if (!turn.on) return turn.jumps.size > 0 ? t("table.jumpNow") : tn("table.cards", held.length - scene.flying.size);
  if (turn.swapping || turn.choosingColor) return "";
  if (turn.doubt !== null)
    return t("table.orChallenge", { name: room.seats[turn.doubt.seat]?.name ?? "" });
  const fitting = turn.fitting.length;
  if (table.due > 0) return fitting > 0 ? t("table.orAnswer") : tn("table.take", table.due);
  if (turn.drawn !== null) return t("table.drawn", { card: cardName(turn.drawn) });
  return fitting === 0 ? t("table.nothingFits") : tn("table.fit", fitting);
}

/** What is read aloud when the turn comes: what to do, and with which cards. */
export function summonsOf({ scene, turn, room }: Shown): string {
  if (turn.choosingColor) return t("say.color");
  if (turn.swapping) return t("say.swap");
  // which card it is has just been said
  if (turn.drawn !== null) return t(turn.choices.keep === null ? "say.drawnMust" : "say.drawn");
  const due = scene.table?.due ?? 0;
  const cards = turn.fitting.map((one) => cardName(one.card)).join(", ");
  return `${t("table.yourTurn")}. ${
    turn.doubt !== null
      ? tn("say.doubt", due, { name: room.seats[turn.doubt.seat]?.name ?? "" })
      : due > 0
        ? tn(cards === "" ? "say.due" : "say.answer", due, { cards })
        : cards === ""
          ? t("say.nothing")
          : tn("say.fit", turn.fitting.length, { cards })
  }`;
}
