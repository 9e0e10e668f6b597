import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

import { wordlists } from "./wordlists";

const server = "http://127.0.0.1:8000"; // where "unolab serve" listens

export default defineConfig({
  plugins: [svelte(), svelteTesting(), wordlists()],
  base: "/", // not "./": a deep link such as /r/K7QXA gets the same index.html
  build: {
    outDir: "../src/unolab/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy lets only files in
    rolldownOptions: {
      // many small files pack badly: what most pages use is one of them
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /\/art\/|\/parts\/(BotList|CopyButton|Dialog|Poster|Rules|Segments|Tempo)/,
            },
          ],
        },
      },
    },
    modulePreload: { polyfill: false }, // every browser that can run the page has it
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
  },
});
