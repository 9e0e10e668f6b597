/** What the server has to choose from, shared by all who show it. */

import { catalogue as fetchCatalogue } from "./api";
import type { Catalogue } from "./protocol";

class Offered {
  all: Catalogue | null = $state.raw(null);
  error: unknown = $state.raw(null);
  private asked = false;

  /** Fetch it, unless it is there or on its way. */
  want(): void {
    if (this.asked) return;
    this.asked = true;
    fetchCatalogue().then(
      (all) => {
        this.all = all;
        this.error = null;
      },
      (error: unknown) => {
        this.error = error;
        this.asked = false;
      },
    );
  }
}

export const offered = new Offered();
