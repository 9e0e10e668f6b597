/** How the reader is called when the turn has come: heard, read aloud, and shown in the title of the tab. */

import { untrack } from "svelte";

import { t } from "../i18n/index.svelte";
import { play as sound } from "../sound";
import type { Clocks } from "./clocks.svelte";
import { isAway, summonsOf, type Shown } from "./heading";
import type { Speaker } from "./speaker.svelte";
import type { Turn } from "./turn.svelte";

const HURRIED = 5; // seconds that are left when they begin to tick

interface Calling {
  turn: Turn;
  clocks: Clocks;
  speaker: Speaker;
  see: () => Shown;
}

/** Call the reader as long as the table is there. */
export function callReader({ turn, clocks, speaker, see }: Calling): void {
  /** To act oneself, and not by the bot that plays for somebody away. */
  const isCalled = (): boolean => turn.on && !isAway(see());

  $effect(() => {
    const { seconds } = clocks;
    if (isCalled() && seconds !== null && seconds <= HURRIED && seconds > 0) sound("tick");
  });

  let wasOn = false;
  $effect(() => {
    const on = isCalled();
    untrack(() => {
      if (on && !wasOn) {
        sound("turn");
        speaker.announce(summonsOf(see()));
      }
      if (!on) {
        turn.chosen = null;
        if (wasOn) turn.armed = false;
      }
      wasOn = on;
    });
  });

  $effect(() => {
    if (turn.chosen !== null) untrack(() => speaker.announce(`${t("table.choose")}.`));
  });

  $effect(() => {
    const before = document.title;
    return () => (document.title = before);
  });
  $effect(() => {
    const { scene, room } = see();
    const { table } = scene;
    const name = room.seats[table?.turn ?? 0]?.name ?? "";
    const now = table?.phase === "over" ? t("table.over") : t("table.turnOf", { name });
    document.title = isCalled() ? `● ${t("table.yourTurn")} · unolab` : `${now} · unolab`;
  });
}
