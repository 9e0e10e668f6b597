import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 4)}`, // stands at every class
  },
};
