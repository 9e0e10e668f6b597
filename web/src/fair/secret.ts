/** What this device adds to every deal: a secret of its own, so that the server alone can't choose the cards. */

import type { Commit, Reveal, Update } from "../protocol";
import { keepSecret, note, recall } from "../rooms";
import { sha256 } from "../sha256";

/** 256 random bits as 64 hexadecimal digits. `crypto.subtle` is closed to pages over plain HTTP, this is not. */
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
  #told = false;
  #seen = ""; // what was kept when it was last looked at

  constructor(code: string) {
    this.#code = code;
  }

  /** What may be known of it before the others have committed too. */
  get commitment(): string {
    return sha256(this.#unused());
  }

  /** Note what an update shows, and return the message that it calls for, if it does. */
  answer(update: Update): Omit<Commit, "id"> | Omit<Reveal, "id"> | null {
    note(update);
    this.#read();
    const { room, seats, host } = update;
    const { fair, rounds } = room;
    const secret = this.#secret ?? this.#unused();
    const own = fair.next_shares.find((share) => share.commitment === sha256(secret));
    if (fair.drawing) {
      if (own === undefined || own.secret !== null) return null;
      this.#keep(secret, true, rounds + 1);
      return { type: "reveal", secret, rounds };
    }
    const watchesBots = host && !room.seats.some((seat) => seat.kind === "person");
    if (own !== undefined || (seats.length === 0 && !watchesBots)) return null;
    if (fair.shares.some((share) => share.commitment === sha256(secret))) this.#told = true;
    return { type: "commit", commitment: this.commitment, rounds };
  }

  /** The secret, or a new one if the last was told. */
  #unused(): string {
    this.#read();
    if (this.#secret === null || this.#told) this.#keep(makeSecret(), false);
    return this.#secret ?? "";
  }

  /** Take over what another tab has kept since. */
  #read(): void {
    const kept = recall(this.#code).secret;
    const mark = JSON.stringify(kept);
    if (kept === null || mark === this.#seen) return;
    this.#seen = mark;
    this.#secret = kept.text;
    this.#told = kept.told;
  }

  #keep(text: string, told: boolean, round?: number): void {
    this.#secret = text;
    this.#told = told;
    keepSecret(this.#code, { text, told }, round);
    this.#seen = JSON.stringify(recall(this.#code).secret); // the storage may be full
  }
}
