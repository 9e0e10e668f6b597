import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

import { licences } from "./licences";
import { offline } from "./offline";
import { wordlists } from "./wordlists";

const server = "http://127.0.0.1:8000"; // where "unolab serve" listens

export default defineConfig({
  plugins: [svelte(), svelteTesting(), wordlists(), licences(), offline()],
  base: "/", // not "./": a deep link such as /r/K7QXA gets the same index.html
  build: {
    outDir: "../src/unolab/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy lets only files in
    rolldownOptions: {
      // many small files pack badly: one for the first page and what all need, one for the table,
      // and one for the others
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: /\/src\/main\.ts|\/pages\/Home/, priority: 3 },
            { name: "table", test: /\/table\/|\/pages\/Room/, priority: 2 },
            { name: "more", test: /\/pages\//, priority: 1 },
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
    pool: "vmThreads", // half of the time went into making an environment for every file
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/i18n/all.setup.ts"],
  },
});
