/** The connection to a room: keeps the latest update, and reconnects when it breaks. */

import type { OwnSecret } from "./fair/secret";
import {
  VERSION,
  type Dismissed,
  type FromClient,
  type FromServer,
  type Hinted,
  type Reacted,
  type Refused,
  type Said,
  type Update,
  type Welcome,
} from "./protocol";

export type Status = "connecting" | "open" | "lost" | "gone";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** What may be sent; its number is added here. */
export type Outgoing = WithoutId<FromClient>;

export interface ConnectionOptions {
  token?: string | null;
  /** Where the server is; this page's own by default. */
  url?: string;
  /** What this device adds to every deal; nothing by default. */
  own?: OwnSecret;
  /** Told of everything that somebody says or shows, as it comes. */
  heard?: (message: Said | Reacted) => void;
  /** Told that the server answers again, after it did not. */
  returned?: () => void;
}

/** Something said: with a running number, as the list of them is cut, and whose device said it. */
export interface Spoken extends Said {
  number: number;
  device: string | null;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 8_000;
const PONG_WITHIN = 4_000;
const SAID_KEPT = 200;
/** The number of a message that could not be sent. */
export const UNSENT = -1;
const UNSENT_KEPT = 20;
/** What makes no sense any more once the table has moved on. */
const PASSING: ReadonlySet<Outgoing["type"]> = new Set(["react", "hint", "weigh", "take_back"]);
const UNASKED_KEPT = 20; // what was sent longer ago has been answered

/** How long to wait before the next try; some chance in it, so that not all come at once. */
export function waitFor(tries: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + chance / 2);
}

/** The code is for a balancer, which reads no messages: all of a room go to one server. */
function addressOf(code: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/ws?room=${encodeURIComponent(code)}`;
}

export class RoomConnection {
  status: Status = $state("connecting");
  update: Update | null = $state.raw(null);
  welcome: Welcome | null = $state.raw(null);
  said: Spoken[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  /** The last answer to a question for a hint or for everyone's chances. */
  hinted: Hinted | null = $state.raw(null);
  /** Why the host has sent this client away, until something else is done. */
  dismissed: Dismissed | null = $state.raw(null);
  /** Milliseconds there and back, once measured. */
  latency: number | null = $state(null);
  /** Whether the server speaks another version: the page has to be reloaded. */
  outdated = $state(false);

  readonly code: string;
  #url: string;
  #token: string | null;
  #own: OwnSecret | null;
  #heard: (message: Said | Reacted) => void;
  #returned: () => void;
  #unasked = new Set<number>(); // messages that nobody wrote, about which nobody needs to know
  #socket: WebSocket | null = null;
  #lastId = 0;
  #lastStep = 0;
  #tries = 0;
  #greeted = false;
  #resync = true;
  #unsent: Outgoing[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #pongDue: ReturnType<typeof setTimeout> | undefined;
  #pinged: { id: number; at: number } | null = null;
  #closed = false;

  constructor(code: string, options: ConnectionOptions = {}) {
    this.code = code;
    this.#token = options.token ?? null;
    this.#url = options.url ?? addressOf(code);
    this.#own = options.own ?? null;
    this.#heard = options.heard ?? (() => undefined);
    this.#returned = options.returned ?? (() => undefined);
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    this.#connect();
  }

  /** Send a message. What can't go out now waits, unless it would come too late. */
  send(message: Outgoing): number {
    this.refused = null;
    this.dismissed = null;
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.#greeted) {
      if (message.type === "move") {
        this.refused = {
          type: "refused",
          id: UNSENT,
          code: "offline",
          text: "There is no connection.",
          top: null,
          due: 0,
        };
      } else if (!PASSING.has(message.type) && this.#unsent.length < UNSENT_KEPT) this.#unsent.push(message);
      return UNSENT;
    }
    return this.#write(message);
  }

  /** Ask for something that nobody wished for: only now, and nobody hears if it is refused. */
  sendQuietly(message: Outgoing): number {
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.#greeted) return UNSENT;
    const id = this.#write(message);
    this.#unasked.add(id);
    for (const old of [...this.#unasked].slice(0, -UNASKED_KEPT)) this.#unasked.delete(old);
    return id;
  }

  /** Make a move on the table as it was in the update of this number. */
  move(text: string, at: number, seat?: number): number {
    return this.send(
      seat === undefined
        ? { type: "move", move: text, at }
        : { type: "move", move: text, at, seat },
    );
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    clearTimeout(this.#retry);
    this.#hangUp();
  }

  /** Whether another try is pointless. */
  get #over(): boolean {
    return this.#closed || this.outdated || this.status === "gone";
  }

  #write(message: Outgoing): number {
    this.#lastId += 1;
    this.#socket?.send(JSON.stringify({ ...message, id: this.#lastId }));
    return this.#lastId;
  }

  #connect(): void {
    if (this.#over) return;
    clearTimeout(this.#retry);
    this.#hangUp();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#resync = true;
      this.#write({
        type: "hello",
        version: VERSION,
        room: this.code,
        token: this.#token,
        since: this.update?.number ?? 0,
        commitment: this.#own?.commitment ?? null,
      });
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data === "string") this.#hear(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #hangUp(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#pongDue);
    this.#greeted = false;
    this.#pinged = null;
    const socket = this.#socket;
    this.#socket = null; // first, so that its closing is not taken for a loss
    socket?.close();
  }

  #lose(): void {
    this.#hangUp();
    if (this.#over) return;
    this.status = "lost";
    this.latency = null;
    this.#retry = setTimeout(() => this.#connect(), waitFor(this.#tries));
    this.#tries += 1;
  }

  /** A phone that wakes up, or a network that is back: try at once. */
  #wake = (): void => {
    if (document.hidden || this.#over) return;
    if (this.status === "open") this.#ping();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect();
  };

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#pinged !== null) return;
    this.#pinged = { id: this.#write({ type: "ping" }), at: performance.now() };
    this.#pongDue = setTimeout(() => this.#lose(), PONG_WITHIN);
  }

  #hear(text: string): void {
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return; // not ours: a proxy's words
    }
    switch (message.type) {
      case "welcome":
        this.#greet(message);
        break;
      case "update":
        this.#take(message);
        break;
      case "dismissed":
        this.dismissed = message;
        if (message.code === "banned") this.#end();
        break;
      case "said":
        this.#listen(message);
        this.#heard(message);
        break;
      case "reacted":
        this.#heard(message);
        break;
      case "hinted":
        this.hinted = message;
        break;
      case "refused":
        if (message.id !== null && this.#unasked.delete(message.id)) return;
        if (message.code === "no_room" || message.code === "banned") this.#end();
        if (message.code === "version") this.#expire();
        this.refused = message;
        break;
      case "pong":
        if (this.#pinged?.id !== message.id) return;
        this.latency = Math.round(performance.now() - this.#pinged.at);
        this.#pinged = null;
        clearTimeout(this.#pongDue);
        break;
    }
  }

  #listen(said: Said): void {
    const number = (this.said.at(-1)?.number ?? 0) + 1;
    const device = this.update?.room.seats[said.seat]?.device ?? null;
    this.said = [...this.said, { ...said, number, device }].slice(-SAID_KEPT);
  }

  #greet(welcome: Welcome): void {
    if (this.welcome !== null) this.#returned();
    this.welcome = welcome;
    if (welcome.token !== null) this.#token = welcome.token;
    this.#greeted = true;
    this.#tries = 0;
    this.status = "open";
    for (const message of this.#unsent.splice(0)) this.#write(message);
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), PING_EVERY);
    this.#ping();
  }

  #end(): void {
    this.status = "gone";
    this.#hangUp();
  }

  /** This page is too old for the server: only a reload helps. */
  #expire(): void {
    this.outdated = true;
    this.status = "lost";
    this.#hangUp();
  }

  #take(update: Update): void {
    const known = this.update?.number ?? 0;
    // After hello whatever the server says holds, even if it has forgotten something.
    if (update.number < known && !this.#resync) return;
    if (update.number < this.#lastStep) this.#lastStep = 0;
    this.#resync = false;
    const steps = update.steps.filter((step) => step.number > this.#lastStep);
    this.#lastStep = Math.max(this.#lastStep, update.number, ...steps.map((step) => step.number));
    this.update = { ...update, steps };
    const answer = this.#own?.answer(this.update) ?? null;
    if (answer !== null) this.sendQuietly(answer);
  }
}
