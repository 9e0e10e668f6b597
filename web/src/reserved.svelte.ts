/** The code of a room to be: reserved while the first page is shown, a room when it is used. */

import { Failure, reserveCode } from "./api";
import { withFriends } from "./newroom";
import type { CodeReserved } from "./protocol";
import { keepRoom } from "./rooms";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { forget, readRecord, write } from "./stored";

const KEY = "unolab.reserved";
const OPEN_SEATS = 3;
const AGAIN = 15_000; // milliseconds from one look to the next, whether somebody has come

class Reserved {
  private got: CodeReserved | null = $state.raw(null);
  private asking: Promise<void> | null = null;
  error: unknown = $state.raw(null);
  readonly code = $derived(this.got?.code ?? null);
  /** Whether somebody has come in by it. */
  readonly made = $derived(this.got?.made ?? false);
  /** Whether the server can't be reached at all. */
  readonly offline = $derived(this.error instanceof Failure && ["offline", "slow"].includes(this.error.code));

  /** Keep a code as long as somebody looks at it; returns how to stop. */
  hold(): () => void {
    const look = (): void => {
      if (document.visibilityState === "visible" && !this.made) void this.ask();
    };
    const timer = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Reserve a code, the same one as before where that is possible; two questions at once would get two. */
  ask(): Promise<void> {
    this.asking ??= this.reserve().finally(() => (this.asking = null));
    return this.asking;
  }

  private async reserve(): Promise<void> {
    const { code, token } = readRecord(KEY);
    const kept = typeof code === "string" && typeof token === "string" ? { code, token } : {};
    try {
      this.got = await reserveCode({ room: withFriends(OPEN_SEATS, { rules: settings.rules }), ...kept });
      this.error = null;
      write(KEY, { code: this.got.code, token: this.got.token });
      if (this.got.made) this.keep(this.got);
    } catch (error) {
      this.error = error;
    }
  }

  /** Go to the room, which makes it; false if its code has expired, or another page is shown by then. */
  async enter(): Promise<boolean> {
    const { code: shown } = this;
    const page = location.pathname;
    await this.asking;
    if (!this.made) await this.ask(); // other rules may have been chosen meanwhile
    if (location.pathname !== page) return false;
    if (this.got === null || this.error !== null || this.code !== shown) return false;
    this.keep(this.got);
    this.got = null;
    router.go(`/r/${shown}`);
    return true;
  }

  /** It is a room like any other now. */
  private keep(room: CodeReserved): void {
    keepRoom(room.code, room.token, room.commitment);
    forget(KEY);
  }
}

export const reserved = new Reserved();
