/** Tells everyone, once, that somebody else is the host now. */

import { untrack } from "svelte";

import { t } from "./i18n/index.svelte";
import type { Update } from "./protocol";
import { Timers } from "./timers";

const SAID_FOR = 4_000; // milliseconds: what stays would be read again with whatever comes beside it

export class HostNews {
  said = $state("");

  constructor(see: () => Update | null) {
    let last: string | null = null; // the host's device: a name can be changed
    const timers = new Timers();
    $effect(() => {
      const update = see();
      const host = update?.room.seats.find((seat) => seat.host);
      const device = host?.device ?? null;
      untrack(() => {
        if (host === undefined || device === null || device === last) return;
        if (last !== null) {
          this.said = update?.host === true ? t("host.you") : t("host.now", { name: host.name });
          timers.start("said", SAID_FOR, () => (this.said = ""));
        }
        last = device;
      });
    });
    $effect(() => () => timers.close());
  }
}
