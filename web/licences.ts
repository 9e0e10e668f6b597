import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

const FONT = new URL("node_modules/@fontsource/inter/LICENSE", import.meta.url);

/** Ship the licence of the font beside it. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "assets/inter-licence.txt", source: readFileSync(FONT) });
    },
  };
}
