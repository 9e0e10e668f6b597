import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import type { Plugin } from "vite";

const WORKER = new URL("worker.js", import.meta.url);
const PUBLIC = new URL("public/", import.meta.url);
const LEFT_OUT = /\.map$|^poster\.png$|^index\.html$/; // the page itself is kept as "/"

/** Build the service worker with the list of all files that it keeps. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const version = createHash("sha256");
        const copied = readdirSync(PUBLIC).sort();
        for (const name of copied) version.update(readFileSync(new URL(name, PUBLIC)));
        const built = Object.keys(bundle).sort(); // with a digest of what is in them
        const files = [...built, ...copied].filter((name) => !LEFT_OUT.test(name));
        version.update(files.join());
        const list = JSON.stringify(["/", ...files.map((name) => `/${name}`)]);
        const source = readFileSync(WORKER, "utf-8")
          .replace("/* files */ []", () => list)
          .replace('/* version */ ""', JSON.stringify(version.digest("hex").slice(0, 12)));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
