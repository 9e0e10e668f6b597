import type { Seat } from "./protocol";

/** A seat of which nothing is known yet. */
export function emptySeat(): Seat {
  return {
    kind: "open",
    name: "",
    avatar: 0,
    device: null,
    bot: null,
    strength: null,
    here: true,
    away: false,
    ready: false,
    host: false,
    bot_in: null,
    team: null,
    left: false,
  };
}
