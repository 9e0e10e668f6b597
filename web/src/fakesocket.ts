// A socket without a network, for tests.

import { VERSION } from "./protocol";

export interface Sent {
  type: string;
  id: number;
  since?: number;
  token?: string | null;
  at?: number;
  commitment?: string;
  secret?: string;
}

export class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.CONNECTING;
  sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(token: string | null = "secret"): void {
    this.open();
    this.say({ type: "welcome", version: VERSION, code: "K7QX", token, seats: [0], host: true });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

export const last = (): Socket => {
  const socket = Socket.all.at(-1);
  if (socket === undefined) throw new Error("no socket");
  return socket;
};
