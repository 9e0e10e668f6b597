/** What this device adds to every deal: a secret of its own, so that the server alone can't choose the cards. */

import type { Commit, Reveal, Update } from "../protocol";
import { keepSecret, keepUpdate, recall } from "../rooms";
import { sha256 } from "../sha256";
import { findDrawing } from "./notes";

/** 256 random bits as 64 hexadecimal digits. Unlike `crypto.subtle`, this works over plain HTTP. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The secret for the next deal of a room, and what there is to say about it. It is kept with the room: two tabs are
 * one device, and a page that is loaded again between the commitment and the deal still knows it.
 */
export class OwnSecret {
  #code: string;
  #secret: string | null = null;
  #revealed = false;
  #seen = ""; // what was kept when it was last looked at

  constructor(code: string) {
    this.#code = code;
  }

  /** What others may know of it before they have committed too. */
  get commitment(): string {
    return sha256(this.#unused());
  }

  /** Note what an update shows, and return the message that it calls for, if it does. */
  answer(update: Update): Omit<Commit, "id"> | Omit<Reveal, "id"> | null {
    keepUpdate(update);
    this.#read();
    const { room, seats, host } = update;
    const { fair, rounds } = room;
    if (fair.drawing) {
      const secret = this.#reveal(update);
      return secret === null ? null : { type: "reveal", secret, rounds };
    }
    const commitment = sha256(this.#secret ?? this.#unused());
    if (fair.shares.some((share) => share.commitment === commitment)) this.#revealed = true;
    const isIn = !this.#revealed && fair.next_shares.some((share) => share.commitment === commitment);
    const watchesBots = host && !room.seats.some((seat) => seat.kind === "person");
    if (isIn || (seats.length === 0 && !watchesBots)) return null;
    return { type: "commit", commitment: this.commitment, rounds };
  }

  /**
   * The secret that is awaited, if it is. What was revealed for some commitments is revealed again for these, since
   * it may have been lost on the way, but never for others: a server that knows it could choose them.
   */
  #reveal(update: Update): string | null {
    const awaited = update.room.fair.next_shares.filter((share) => share.secret === null);
    const isAwaited = (secret: string): boolean =>
      awaited.some((share) => share.commitment === sha256(secret));
    const before = findDrawing(recall(this.#code).notes, update)?.secret;
    if (before !== undefined) return isAwaited(before) ? before : null;
    const secret = this.#revealed ? null : this.#secret;
    if (secret === null || !isAwaited(secret)) return null;
    this.#keep(secret, true, update);
    return secret;
  }

  /** The secret, or a new one if the last was revealed. */
  #unused(): string {
    this.#read();
    if (this.#secret === null || this.#revealed) this.#keep(makeSecret(), false);
    return this.#secret ?? "";
  }

  /** Take over what another tab has kept since. */
  #read(): void {
    const kept = recall(this.#code).secret;
    const mark = JSON.stringify(kept);
    if (kept === null || mark === this.#seen) return;
    this.#seen = mark;
    this.#secret = kept.text;
    this.#revealed = kept.revealed;
  }

  #keep(text: string, revealed: boolean, drawing?: Update): void {
    this.#secret = text;
    this.#revealed = revealed;
    keepSecret(this.#code, { text, revealed }, drawing);
    this.#seen = JSON.stringify(recall(this.#code).secret); // the storage may be full
  }
}
