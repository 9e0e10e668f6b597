/** Rooms to be: who sits where, and the way from a click to the table. */

import { makeRoom } from "./api";
import { t } from "./i18n/index.svelte";
import type { NewRoom, NewSeat, Replay } from "./protocol";
import { keepRoom } from "./rooms";
import { router } from "./router.svelte";
import { settings, type Pace } from "./settings.svelte";

export interface Person {
  name: string;
  avatar: number;
}

interface Wishes {
  rules: string;
  /** Seconds for a turn; the server's default if not given. */
  timer?: number | null;
  pace?: Pace;
  deal?: string | null;
}

/** The name others see: the one chosen, or that of a guest. */
export function myName(): string {
  return settings.name.trim() || t("me.guest", { n: settings.guest });
}

const me = (): NewSeat => ({ who: "me", name: myName(), avatar: settings.avatar });
const bot = (text: string): NewSeat => ({ who: "bot", bot: text });

function room(seats: NewSeat[], wishes: Wishes, start: boolean): NewRoom {
  const { rules, timer = null, pace = settings.pace, deal = null } = wishes;
  return { seats, timer, pace, start, ...(deal === null ? { rules } : { deal }) };
}

/** Me against bots, dealt at once. */
export const against = (bots: string[], wishes: Wishes): NewRoom =>
  room([me(), ...bots.map(bot)], wishes, true);

/** Me at one seat of a given deal, and bots at the others, without hints: it is to be compared. */
export function atDeal(deal: string, seat: number, bots: readonly string[]): NewRoom {
  const seats = bots.map(bot);
  const wanted = room(seats.toSpliced(seat, 0, me()), { rules: "", deal }, true);
  return { ...wanted, coach: false };
}

/** Me at my seat of a round that is over, after some of its moves, and bots as strong as they were at the others. */
export function afterMoves({ text, names, strengths }: Replay, moves: number, seat: number): NewRoom {
  const [deal = "", made = ""] = text.split(":");
  const begun = made.split(" ").filter((move) => move !== "").slice(0, moves);
  const seats = names.map((name, at): NewSeat => (at === seat ? me() : { ...bot(strengths[at] ?? "hard"), name }));
  return room(seats, { rules: "", deal: [`${deal}:`, ...begun].join(" ") }, false);
}

/** A room that friends come to. */
export const withFriends = (open: number, wishes: Wishes): NewRoom =>
  room([me(), ...Array.from({ length: open }, (): NewSeat => ({ who: "open" }))], wishes, false);

/** People at one device, and perhaps some bots. */
export function onOneScreen(people: Person[], bots: string[], wishes: Wishes): NewRoom {
  const seats = people.map(
    ({ name, avatar }, at): NewSeat => ({ who: at === 0 ? "me" : "local", name, avatar }),
  );
  return room([...seats, ...bots.map(bot)], wishes, true);
}

/** Bots only, to watch. */
export const amongBots = (bots: string[], open: boolean, wishes: Wishes): NewRoom => ({
  ...room(bots.map(bot), wishes, true),
  open_hands: open,
});

/** The name of a bot whose seat says what it is; two of the same are numbered. */
export function botNames(labels: readonly string[]): string[] {
  return labels.map((label, at) => {
    const name = label.slice(0, LONGEST_BOT).trim();
    const before = labels.slice(0, at).filter((one) => one.slice(0, LONGEST_BOT).trim() === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

const LONGEST_BOT = 16; // letters, so that a number fits behind them

export interface Contest {
  table: number;
  matches: number;
}

/** A tournament of bots to watch; each is named after what it is. */
export function tournament(bots: string[], labels: string[], contest: Contest, open: boolean, wishes: Wishes): NewRoom {
  const names = botNames(labels);
  const seats = bots.map((text, at): NewSeat => ({ who: "bot", bot: text, name: names[at] ?? null }));
  return { ...room(seats, wishes, true), open_hands: open, contest };
}

/** Make the room, keep the secret of its seats and perhaps the way back, and go there; return its code. */
export async function openRoom(wanted: NewRoom, from = ""): Promise<string> {
  const made = await makeRoom(wanted);
  keepRoom(made.code, made.token, made.commitment, from);
  router.go(`/r/${made.code}`);
  return made.code;
}
