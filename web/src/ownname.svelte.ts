/** The reader's name on its way to a table: what the server made of it, or that it refused it. */

import { SvelteSet } from "svelte/reactivity";

import { isAboutName } from "./failure";
import { myName } from "./newroom";
import type { Refused, Update } from "./protocol";
import type { RoomConnection } from "./room.svelte";
import { settings } from "./settings.svelte";

/** Names that the server refused, so that whoever types one again is told. */
export const refusedNames = new SvelteSet<string>();

/** Clean a name as the server does, so that only a real change counts as one. */
const cleanName = (name: string): string => name.normalize("NFC").split(/\s+/).join(" ").trim();

export class OwnName {
  /** The name that was wanted and the one it became, until that was read. */
  changed: { wanted: string; name: string } | null = $state.raw(null);

  #connection: RoomConnection;
  #sent: { id: number; wanted: string; before: string | null } | null = null;

  constructor(connection: RoomConnection) {
    this.#connection = connection;
  }

  /** Sit down, or ask for a seat, of this one or of any. */
  sit(type: "sit", seat: number): void;
  sit(type: "queue", seat: number | null): void;
  sit(type: "sit" | "queue", seat: number | null): void {
    const who = { name: myName(), avatar: settings.avatar };
    this.#remember(
      type === "sit" && seat !== null
        ? this.#connection.send({ type, ...who, seat })
        : this.#connection.send({ type: "queue", ...who, seat }),
    );
  }

  rename(): void {
    this.#remember(this.#connection.send({ type: "rename", name: myName(), avatar: settings.avatar }));
  }

  #remember(id: number): void {
    this.#sent = { id, wanted: cleanName(myName()), before: this.#shown(this.#connection.update) };
  }

  #shown(update: Update | null): string | null {
    const [at] = update?.seats ?? [];
    return at === undefined ? null : (update?.room.seats[at]?.name ?? null);
  }

  /** Look at what came of the name that was sent last. */
  look(update: Update | null, refused: Refused | null): void {
    if (this.#sent === null) return;
    const { id, wanted, before } = this.#sent;
    if (refused?.id === id) {
      if (isAboutName(refused.code, refused.text)) refusedNames.add(wanted);
      this.#sent = null;
      return;
    }
    const name = this.#shown(update);
    if (name === null || name === before) return;
    this.changed = name === wanted ? null : { wanted, name };
    this.#sent = null;
  }
}
