import { pathToFileURL } from "node:url";

import type { Plugin } from "vite";

import { LANGUAGES } from "./src/i18n/languages";

/** What is in each file of a language, by the end of its name. */
const PARTS: Record<string, string[]> = {
  "": ["coach", "host", "pages", "rules", "table", "talk"],
  ".more": ["learn", "puzzles", "review", "simulation", "you"],
};
const OTHERS = LANGUAGES.filter((one) => one !== "en").join("|");
const FILE = new RegExp(`^(.*/i18n)/(${OTHERS})(|\\.more)\\.ts$`);

async function words(folder: string, language: string, file: string): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  for (const part of PARTS[file] ?? []) {
    const url = pathToFileURL(`${folder}/${language}.${part}.ts`).href;
    const module = (await import(url)) as Record<string, Record<string, string>>;
    Object.assign(parts, module[language]);
  }
  return parts;
}

/** Ship a language as a list of words in the order of the English keys, which are a third of it. */
export function wordlists(): Plugin {
  return {
    name: "wordlists",
    apply: "build",
    async transform(_code, id) {
      const [, folder, language, file] = FILE.exec(id) ?? [];
      if (folder === undefined || language === undefined || file === undefined) return null;
      const own = await words(folder, language, file);
      const list = Object.keys(await words(folder, "en", file)).map((key) => own[key]);
      return { code: `export const ${language} = ${JSON.stringify(list)};`, map: null };
    },
  };
}
