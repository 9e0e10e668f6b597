/** How others reach this server, if it runs on this machine; the page can open it to them. */

import { askNetwork, openNetwork } from "./api";
import type { Network } from "./protocol";

const ELSEWHERE: Network = { local: false, address: null, may_open: false };

class Reach {
  private known: Network = $state.raw(ELSEWHERE);
  private asked = false;
  /** Whether the server has answered, or can't: nothing is going to change by itself any more. */
  settled = $state(false);
  /** Counts how often the address has changed: pictures of it have to be redrawn. */
  version = $state(0);

  /** What links for others begin with. */
  readonly origin = $derived(this.known.address ?? location.origin);
  /** Whether a link leads nowhere but to this machine. */
  readonly local = $derived(this.known.local);
  readonly mayOpen = $derived(this.known.may_open);

  /** Ask the server, unless it was asked already. */
  want(): void {
    if (!this.asked) this.ask();
  }

  /** Ask again, if anybody wants to know: the server was away, and may have been started differently. */
  again(): void {
    if (this.asked) this.ask();
  }

  private ask(): void {
    this.asked = true;
    askNetwork()
      .then(
        (network) => this.take(network),
        () => (this.asked = false), // whoever wants it next asks again
      )
      .finally(() => (this.settled = true));
  }

  private take(network: Network): void {
    if (network.address !== this.known.address) this.version += 1;
    this.known = network;
  }

  /** Let others in the network in. */
  async open(): Promise<void> {
    this.take(await openNetwork());
  }
}

export const reach = new Reach();
